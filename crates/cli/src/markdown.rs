//! Markdown for a terminal: headings, paragraphs, lists, tables and code, within a width. Only what
//! the puzzles' rules use.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

const HEADING: Style = Style::new().bold().underline();
const CODE: Style = AnsiColor::Cyan.on_default();
const STRONG: Style = Style::new().bold();
const EMPHASIS: Style = Style::new().italic();

/// A word with its style; styles take no columns.
#[derive(Clone)]
struct Word {
    text: String,
    style: Style,
    /// Whether it follows the word before it without a blank.
    glued: bool,
}

/// A text as a terminal of so many columns shows it. Where there are no colours, code keeps its marks.
pub(crate) fn rendered(text: &str, columns: usize, colours: bool) -> String {
    let columns = columns.max(20);
    let words = |text: &str| words(text, colours);
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let body = line.trim_start();
        if body.starts_with("```") {
            for line in lines.by_ref().take_while(|line| line.trim() != "```") {
                out += &format!("    {}\n", painted(line, CODE));
            }
        } else if let Some(heading) = body.strip_prefix('#') {
            let title = heading.trim_start_matches('#').trim();
            out += &format!("{}\n", painted(&plain(title, colours), HEADING));
        } else if body.starts_with('|') {
            let mut rows = vec![body];
            while let Some(row) = lines.next_if(|line| line.trim_start().starts_with('|')) {
                rows.push(row.trim());
            }
            out += &table(&rows, columns, colours);
        } else if body.is_empty() {
            out.push('\n');
        } else {
            let (lead, first) = item(line);
            let mut paragraph = first.to_owned();
            while let Some(more) = lines.next_if(|line| goes_on(line)) {
                paragraph.push(' ');
                paragraph += more.trim();
            }
            let indent = lead.width();
            for (i, line) in filled(&words(&paragraph), columns - indent).iter().enumerate() {
                let lead = if i == 0 { lead.clone() } else { " ".repeat(indent) };
                out += &format!("{lead}{line}\n");
            }
        }
    }
    out
}

/// What stands before an item of a list, and the rest of its line.
fn item(line: &str) -> (String, &str) {
    let body = line.trim_start();
    let indent = " ".repeat(line.len() - body.len());
    if let Some(rest) = body.strip_prefix("- ").or_else(|| body.strip_prefix("* ")) {
        return (format!("{indent}• "), rest);
    }
    match body.split_once(". ") {
        Some((number, rest))
            if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) =>
        {
            (format!("{indent}{number}. "), rest)
        }
        _ => (String::new(), body),
    }
}

/// Whether a line belongs to the paragraph before it.
fn goes_on(line: &str) -> bool {
    let body = line.trim_start();
    let begins = ["```", "#", "|", "- ", "* "].iter().any(|head| body.starts_with(head));
    !body.is_empty() && !begins && item(line).0.is_empty()
}

/// The words of a text with the styles that its marks ask for.
fn words(text: &str, colours: bool) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut put = |text: &str, style: Style, is_code: bool| {
        let mut glued = !text.starts_with(char::is_whitespace);
        // Code is not broken: a command can be copied from one line.
        let parts: Vec<&str> = if is_code { vec![text] } else { text.split_whitespace().collect() };
        for part in parts {
            let glued = std::mem::take(&mut glued) && !words.is_empty();
            words.push(Word { text: part.to_owned(), style, glued });
        }
        if text.ends_with(char::is_whitespace) && !is_code {
            words.push(Word { text: String::new(), style, glued: false });
        }
    };
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        put(&rest[..at], Style::new(), false);
        let marked = &rest[at..];
        let (inside, style, taken) = marks(marked);
        match inside {
            Some(_) if style == CODE && !colours => put(&marked[..taken], style, true),
            Some(inside) => put(inside, style, style == CODE),
            None => put(&marked[..taken], Style::new(), false),
        }
        rest = &marked[taken..];
    }
    put(rest, Style::new(), false);
    words
}

/// What a mark at the beginning of a text encloses, its style, and the bytes of all of it.
fn marks(text: &str) -> (Option<&str>, Style, usize) {
    for (mark, style) in [("`", CODE), ("**", STRONG), ("*", EMPHASIS)] {
        let Some(inside) = text.strip_prefix(mark) else { continue };
        let end = inside.find(mark).filter(|&end| end > 0 && !inside.starts_with(' '));
        return match end {
            Some(end) => (Some(&inside[..end]), style, end + 2 * mark.len()),
            None => (None, style, mark.len()),
        };
    }
    // A link is its text: where it leads to can be read in the file.
    let link = text.find("](").and_then(|end| Some((end, end + text[end..].find(')')? + 1)));
    match link {
        Some((end, taken)) => (Some(&text[1..end]), Style::new(), taken),
        None => (None, Style::new(), 1),
    }
}

/// A text without its marks.
fn plain(text: &str, colours: bool) -> String {
    let mut out = String::new();
    let mut blank = false;
    for word in words(text, colours) {
        if !out.is_empty() && (blank || !word.glued) && !word.text.is_empty() {
            out.push(' ');
        }
        blank = word.text.is_empty();
        out += &word.text;
    }
    out
}

/// Words in lines of at most so many columns.
fn filled(words: &[Word], columns: usize) -> Vec<String> {
    let (mut lines, mut line, mut width) = (Vec::new(), String::new(), 0);
    let mut blank = false;
    let mut at = 0;
    while at < words.len() {
        // What is glued together stays on one line.
        let end = (at + 1..words.len()).find(|&i| !words[i].glued).unwrap_or(words.len());
        let group = &words[at..end];
        let wide: usize = group.iter().map(|word| word.text.width()).sum();
        at = end;
        if wide == 0 {
            blank = true;
            continue;
        }
        let gap = usize::from(width > 0 && (blank || !group[0].glued));
        blank = false;
        if width > 0 && width + gap + wide > columns {
            lines.push(std::mem::take(&mut line));
            width = 0;
        } else if gap > 0 {
            line.push(' ');
            width += 1;
        }
        for word in group {
            line += &painted(&word.text, word.style);
        }
        width += wide;
    }
    lines.push(line);
    lines
}

/// A table whose last columns are narrowed until it fits, their words on several lines.
fn table(rows: &[&str], columns: usize, colours: bool) -> String {
    let cells = |row: &&str| -> Vec<String> {
        let inside = row.trim().trim_start_matches('|').trim_end_matches('|');
        inside.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let is_rule = |row: &Vec<String>| row.iter().all(|c| c.chars().all(|c| "-: ".contains(c)));
    let rows: Vec<Vec<String>> = rows.iter().map(cells).filter(|row| !is_rule(row)).collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widest = |i: usize| {
        rows.iter().filter_map(|row| row.get(i)).map(|c| plain(c, colours).width()).max()
    };
    let mut widths: Vec<usize> = (0..count).map(|i| widest(i).unwrap_or(1).max(1)).collect();
    let room = columns.saturating_sub(2 * count.saturating_sub(1)).max(count);
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter().copied().max().unwrap_or(1);
        let Some(width) = widths.iter_mut().rev().find(|width| **width == widest) else { break };
        *width -= 1;
    }
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<String>> = (0..count)
            .map(|i| {
                let mut words = words(row.get(i).map_or("", String::as_str), colours);
                if number == 0 {
                    words.iter_mut().for_each(|word| word.style = STRONG);
                }
                filled(&words, widths[i])
            })
            .collect();
        for i in 0..cells.iter().map(Vec::len).max().unwrap_or_default() {
            let mut line = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                let text = cell.get(i).map_or("", String::as_str);
                let shown = anstream::adapter::strip_str(text).to_string().width();
                line += &format!("{text}{}", " ".repeat((width + 2).saturating_sub(shown)));
            }
            out += &format!("{}\n", line.trim_end());
        }
        if number == 0 {
            let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
            out += &format!("{}\n", rules.join("  "));
        }
    }
    out
}

fn painted(text: &str, style: Style) -> String {
    if text.is_empty() || style == Style::new() {
        return text.to_owned();
    }
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, columns: usize) -> String {
        anstream::adapter::strip_str(&rendered(text, columns, true)).to_string()
    }

    #[test]
    fn marks_become_styles_and_lines_fit() {
        let text = "# Title *one*\n\nA *word* of `code x`, **bold** and a [link](http://x).\n";
        assert_eq!(shown(text, 24), "Title one\n\nA word of code x, bold\nand a link.\n");
        assert_eq!(shown("2 * 3 * 4 and a`\n", 40), "2 * 3 * 4 and a`\n");
        let plain = anstream::adapter::strip_str(&rendered("a `b` *c*", 40, false)).to_string();
        assert_eq!(plain, "a `b` c\n");
    }

    #[test]
    fn lists_and_code_keep_their_shape() {
        let text = "- one two three four five six\n- seven\n\n```text\na  b\n```\n";
        assert_eq!(shown(text, 20), "• one two three four\n  five six\n• seven\n\n    a  b\n");
    }

    #[test]
    fn tables_fit() {
        let text = "| a | long words here |\n|---|---|\n| `x` | one two three four five |\n";
        let table = shown(text, 20);
        assert_eq!(
            table,
            "a  long words here\n─  ─────────────────\nx  one two three\n   four five\n"
        );
        assert!(table.lines().all(|line| line.width() <= 20));
    }
}

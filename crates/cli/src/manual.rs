//! The program about itself: rules, explanations, completions, manual pages.

use std::io::{self, Write};
use std::process;

use anstyle::Style;
use clap::Command;
use clap_complete::Shell;
use tabuleiro::locale::Lang;
use tabuleiro::text::{self, Diagnostic};

use crate::command::{self, Detail, Typed};
use crate::exit::{Exit, Fault};
use crate::page::wrapped;
use crate::{markdown, output};

/// Shells that completions are made for.
pub(crate) const SHELLS: &[(&str, Shell)] = &[
    ("bash", Shell::Bash),
    ("elvish", Shell::Elvish),
    ("fish", Shell::Fish),
    ("powershell", Shell::PowerShell),
    ("zsh", Shell::Zsh),
];

/// Columns of a page where no terminal tells.
const COLUMNS: usize = 80;
/// And at most, for lines that are too long are hard to read.
const WIDEST: usize = 100;

/// `help`: the rules of a puzzle, or the help page of a command.
pub(crate) fn help(topic: &[&str], lang: Lang) -> Result<Exit, Fault> {
    if let [name] = topic
        && let Some(kind) = command::puzzle_named(name)
    {
        let page = markdown::rendered((kind.about().rules)(lang), columns(), is_coloured());
        return paged(&page);
    }
    let mut root = command::root(lang, Detail::Long, Typed::ALL);
    root.build();
    let page = found(&mut root, topic)?;
    paged(&page.render_help().ansi().to_string())
}

/// The command that words name.
fn found<'a>(root: &'a mut Command, topic: &[&str]) -> Result<&'a mut Command, Diagnostic> {
    let mut found = root;
    for word in topic {
        let known: Vec<String> =
            found.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let unknown = || Diagnostic::new("U0002").with("word", *word).near(word, &known);
        if found.find_subcommand(word).is_none() {
            return Err(unknown());
        }
        found = found.find_subcommand_mut(word).ok_or_else(unknown)?;
    }
    Ok(found)
}

/// `explain`: the page about a diagnostic: what it says, why, and how to correct it.
pub(crate) fn explain(code: &str, lang: Lang) -> Result<Exit, Fault> {
    let code = code.trim_matches(['[', ']']).to_ascii_uppercase();
    let Some(page) = text::explain(&code, lang) else {
        return Err(Diagnostic::new("U0105").with("code", code).into());
    };
    let bold = Style::new().bold();
    let error = format!("{}[{code}]: ", lang.say("diagnostic.error"));
    let said = unfilled(lang.say(&code));
    let help = format!("{}: ", lang.say("diagnostic.help"));
    let correction = unfilled(lang.template(&format!("{code}.help")).unwrap_or_default());
    let mut lines = vec![output::painted(&format!("{error}{said}"), bold), String::new()];
    lines.extend(wrapped(page, columns()));
    lines.push(String::new());
    lines.extend(wrapped(&format!("{help}{correction}"), columns()));
    show((lines.join("\n") + "\n").as_bytes())
}

/// A message as it is before anything is known of what it is about.
fn unfilled(template: &str) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        // A word that agrees with a number stands as after most numbers.
        text += name.split_once('|').map_or("…", |(_, plural)| plural);
        rest = after;
    }
    text + rest
}

/// `completions`: a script for a shell.
pub(crate) fn completions(shell: &str, lang: Lang) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    if let Some((_, shell)) = SHELLS.iter().find(|(name, _)| *name == shell) {
        let mut root = command::root(lang, Detail::Complete, Typed::ALL);
        clap_complete::generate(*shell, &mut root, "tabuleiro", &mut script);
    }
    show(&script)
}

/// `man`: a manual page, in troff, or all of them in a folder.
pub(crate) fn man(topic: &[&str], folder: Option<&String>, lang: Lang) -> Result<Exit, Fault> {
    let mut root = command::root(lang, Detail::Long, Typed::ALL);
    root.build();
    if let Some(folder) = folder {
        if !topic.is_empty() {
            let fault = Diagnostic::new("U0003").with("word", topic.join(" "));
            return Err(fault.into());
        }
        let refused = |error: io::Error| {
            Diagnostic::new("I0010").in_file(folder).with("reason", error.to_string())
        };
        std::fs::create_dir_all(folder).map_err(refused)?;
        clap_mangen::generate_to(root, folder).map_err(refused)?;
        return Ok(Exit::Yes);
    }
    let page = found(&mut root, topic)?.clone();
    let mut troff = Vec::new();
    clap_mangen::Man::new(page).render(&mut troff)?;
    show(&troff)
}

/// Columns that a page may take.
fn columns() -> usize {
    crate::table::room().map_or(COLUMNS, |columns| columns.clamp(20, WIDEST))
}

/// Whether a page has colours.
fn is_coloured() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Shows a page, through the reader's pager if it is longer than the terminal; plain in a pipe.
fn paged(page: &str) -> Result<Exit, Fault> {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let rows = terminal.map(|(_, rows)| usize::from(rows.0));
    let name = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    if rows.is_some_and(|rows| page.lines().count() >= rows) && !name.is_empty() {
        let coloured = is_coloured();
        let mut pager = process::Command::new(if cfg!(windows) { "cmd" } else { "sh" });
        pager.args([if cfg!(windows) { "/C" } else { "-c" }, &name]);
        // As git does: colours are shown, and a page that fits is left on the screen.
        if std::env::var_os("LESS").is_none() {
            pager.env("LESS", "FRX");
        }
        if let Ok(mut reader) = pager.stdin(process::Stdio::piped()).spawn() {
            let text = if coloured {
                page.to_owned()
            } else {
                anstream::adapter::strip_str(page).to_string()
            };
            if let Some(mut pipe) = reader.stdin.take() {
                // The reader may close it before the end.
                let _ = pipe.write_all(text.as_bytes());
            }
            if reader.wait().is_ok_and(|status| status.success()) {
                return Ok(Exit::Yes);
            }
        }
    }
    show(page.as_bytes())
}

fn show(bytes: &[u8]) -> Result<Exit, Fault> {
    let mut out = anstream::AutoStream::auto(io::stdout());
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Exit::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_without_its_values_can_be_read() {
        assert_eq!(unfilled("`{found}` is not a cell of {n}"), "`…` is not a cell of …");
        assert_eq!(unfilled("{n} {n:row|rows} too many"), "… rows too many");
    }
}

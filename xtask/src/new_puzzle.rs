//! A new puzzle, copied from the template: its two crates with another name, their lines in three lists, and its words.

use std::path::Path;

use crate::tree;

/// What is copied, and what in it tests the core rather than the puzzle.
const TEMPLATE: &str = "crates/template";
const OF_THE_CORE: &str = "tests/liars.rs";

/// A name as it is written in different places.
struct Names {
    /// As people type it: `sliding-tiles`.
    typed: String,
    /// As a module: `sliding_tiles`.
    module: String,
    /// As a type: `SlidingTiles`.
    instance: String,
}

impl Names {
    fn new(name: &str) -> Result<Self, String> {
        let is_word = |word: &str| {
            let all = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
            all && word.starts_with(|c: char| c.is_ascii_lowercase())
        };
        if !name.split('-').all(is_word) {
            return Err(format!("{name}: a name is words of a-z and 0-9, joined by hyphens"));
        }
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let instance = name.split('-').map(capital).collect();
        Ok(Names { typed: name.to_owned(), module: name.replace('-', "_"), instance })
    }

    /// A text of the template with its name replaced.
    fn renamed(&self, text: &str) -> String {
        let manifest = "publish = false\n";
        let published =
            "readme.workspace = true\nkeywords.workspace = true\ncategories.workspace = true\n";
        text.replace("tabuleiro_template", &format!("tabuleiro_{}", self.module))
            .replace("Template", &self.instance)
            .replace("template", &self.typed)
            .replace(manifest, published)
    }
}

/// Makes the puzzle in the project that lies in this folder.
pub(crate) fn make(root: &Path, name: &str) -> Result<(), String> {
    let names = Names::new(name)?;
    let (from, to) = (root.join(TEMPLATE), root.join("crates").join(name));
    if to.join("Cargo.toml").exists() {
        return Err(format!("{} is there already", to.display()));
    }
    for file in tree::files(&from)?.into_iter().filter(|file| file != Path::new(OF_THE_CORE)) {
        tree::write(&to.join(&file), names.renamed(&tree::read(&from.join(&file))?))?;
    }
    let Names { typed, module, .. } = &names;
    let dependency = |more: &str, path: &str| {
        format!(
            "tabuleiro-{typed}{more} = {{ path = \"crates/{typed}{path}\", version = \"0.1.0\" }}"
        )
    };
    change(root, "Cargo.toml", |text| {
        sorted_in(&sorted_in(text, &dependency("", ""))?, &dependency("-rules", "/rules"))
    })?;
    change(root, "crates/tabuleiro/Cargo.toml", |text| {
        sorted_in(text, &format!("tabuleiro-{typed}.workspace = true"))
    })?;
    let line = format!("    {module} = tabuleiro_{module};\n");
    change(root, "crates/tabuleiro/src/lib.rs", |text| {
        let list = text.find("\npuzzles! {")?;
        inserted(text, list + text[list..].find("\n}")? + 1, &line)
    })?;
    for lang in ["en", "pt-BR"] {
        change(root, &format!("crates/core/locales/{lang}.json"), |text| words(text, typed))?;
    }
    let map = format!(
        "{:<21} tabuleiro-{typed}: copied from the template\n  rules                 its instance, readers and verifier\n",
        format!("crates/{typed}")
    );
    change(root, "ARCHITECTURE.md", |text| inserted(text, text.find("crates/tabuleiro ")?, &map))?;
    println!(
        "crates/{typed} is a puzzle. `KIND={typed} cargo test --package tabuleiro` tests it; change its rules and its words now."
    );
    Ok(())
}

/// Changes a file, which must have the place that the change is looking for.
fn change(root: &Path, file: &str, how: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    let path = root.join(file);
    let changed = how(&tree::read(&path)?);
    tree::write(&path, changed.ok_or_else(|| format!("{file} is not as it was expected"))?)
}

/// The text with something put in.
fn inserted(text: &str, at: usize, what: &str) -> Option<String> {
    Some(format!("{}{what}{}", text.get(..at)?, text.get(at..)?))
}

/// The text with a line among the first lines that begin with `tabuleiro-`, in order.
fn sorted_in(text: &str, line: &str) -> Option<String> {
    let begin = text.find("\ntabuleiro-")? + 1;
    let ours =
        text[begin..].split_inclusive('\n').take_while(|known| known.starts_with("tabuleiro-"));
    let before: usize = ours.take_while(|known| *known < line).map(str::len).sum();
    inserted(text, begin + before, &format!("{line}\n"))
}

/// A locale file with the template's words once more, under another name.
fn words(text: &str, name: &str) -> Option<String> {
    let ours = |line: &&str| line.starts_with("  \"template.");
    let lines = || text.split_inclusive('\n').filter(ours);
    let alias = format!("  \"{name}.alias\": \"{name}\",\n");
    let copy = |line: &str| match line.starts_with("  \"template.alias\"") {
        // No two puzzles may go by one name.
        true => alias.clone(),
        false => line.replacen("template.", &format!("{name}."), 1),
    };
    let copies: String = lines().map(copy).collect();
    let last = lines().last()?;
    inserted(text, text.find(last)? + last.len(), &copies)
}

/// The whole of it on a copy of the project: what is made compiles, passes the contract tests, and appears in the program, in the
/// completions and on the page.
pub(crate) fn rehearse() -> Result<(), String> {
    let name = "guard-posts";
    let copy = tree::target().join("new-puzzle");
    tree::copy_to(&copy)?;
    make(&copy, name)?;
    let cargo = |words: &str| {
        eprintln!("cargo {words}");
        let mut command = tree::cargo(&copy);
        command.env("KIND", name).args(words.split(' '));
        command
    };
    let tests =
        ["contracts", "limits", "verifiers", "strategies_agree", "written", "pairing", "golden"];
    let tests: String = tests.iter().map(|test| format!(" --test {test}")).collect();
    crate::run(&mut cargo(&format!("test --quiet --package tabuleiro{tests} --test tidy")))?;
    // The page shows what the server says of every kind, and these tests ask it.
    crate::run(&mut cargo("test --quiet --package tabuleiro-web --test server"))?;
    let says = |words: &str, what: &str| {
        let output = cargo(&format!("run --quiet --package tabuleiro-cli -- {words}")).output();
        let output = output.map_err(|error| format!("{words}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.contains(what) {
            Ok(())
        } else {
            Err(format!("`{words}` does not say {what}: {text}"))
        }
    };
    says("help", name)?;
    says("completions bash", name)?;
    says(&format!("help {name}"), "fewest-first")?;
    says(&format!("{name} solve --size 6x6"), "2 4 6 1 3 5")?;
    says(&format!("{name} count --size 8x8 --lang pt-BR"), "92 soluções")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A copy of what a new puzzle touches: no build, so that it is quick.
    fn copy(folder: &Path) {
        let touched =
            ["Cargo.toml", "ARCHITECTURE.md", "crates/tabuleiro", "crates/core", TEMPLATE];
        for file in tree::files(&tree::root()).unwrap() {
            if touched.iter().any(|part| file.starts_with(part)) {
                tree::write(&folder.join(&file), std::fs::read(tree::root().join(&file)).unwrap())
                    .unwrap();
            }
        }
    }

    fn place(name: &str) -> PathBuf {
        let folder = tree::target().join("new-puzzle-tests").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        copy(&folder);
        folder
    }

    #[test]
    fn a_new_puzzle_is_the_template_with_another_name() {
        let root = place("whole");
        let before: Vec<PathBuf> = tree::files(&root).unwrap();
        make(&root, "guard-posts").unwrap();
        let ours = root.join("crates/guard-posts");
        for file in tree::files(&ours).unwrap() {
            let text = tree::read(&ours.join(&file)).unwrap();
            assert!(!text.to_lowercase().contains("template"), "{}: {text}", file.display());
        }
        let lib = tree::read(&ours.join("rules/src/lib.rs")).unwrap();
        assert!(lib.contains("pub struct GuardPosts {") && lib.contains("name: \"guard-posts\""));
        // Nothing else was touched but the lists and the words.
        let changed = before.iter().filter(|file| {
            std::fs::read(root.join(file)).unwrap()
                != std::fs::read(tree::root().join(file)).unwrap()
        });
        let changed: Vec<String> = changed.map(|file| file.display().to_string()).collect();
        assert_eq!(
            changed,
            [
                "ARCHITECTURE.md",
                "Cargo.toml",
                "crates/core/locales/en.json",
                "crates/core/locales/pt-BR.json",
                "crates/tabuleiro/Cargo.toml",
                "crates/tabuleiro/src/lib.rs",
            ]
        );
        let facade = tree::read(&root.join("crates/tabuleiro/src/lib.rs")).unwrap();
        assert!(facade.ends_with("    guard_posts = tabuleiro_guard_posts;\n}\n"));
        let words = |lang: &str, name: &str| {
            let text = tree::read(&root.join(format!("crates/core/locales/{lang}.json"))).unwrap();
            text.lines().filter(|line| line.starts_with(&format!("  \"{name}."))).count()
        };
        for lang in ["en", "pt-BR"] {
            assert!(words(lang, "template") > 20);
            assert_eq!(words(lang, "guard-posts"), words(lang, "template"));
        }
        assert!(make(&root, "guard-posts").is_err(), "it is there already");
    }

    #[test]
    fn names_that_no_crate_can_have_are_refused() {
        let root = place("refused");
        for name in ["", "Guard", "guard_posts", "-guard", "guard-", "guard--posts", "1x", "../up"]
        {
            assert!(make(&root, name).is_err(), "{name}");
        }
    }

    #[test]
    fn lines_are_put_in_order() {
        let text = "[x]\ntabuleiro-b = 1\ntabuleiro-d = 1\n\n[y]\ntabuleiro-a = 1\n";
        let with = |line: &str| sorted_in(text, line).unwrap();
        assert!(
            with("tabuleiro-c = 1")
                .starts_with("[x]\ntabuleiro-b = 1\ntabuleiro-c = 1\ntabuleiro-d")
        );
        assert!(with("tabuleiro-a = 1").starts_with("[x]\ntabuleiro-a = 1\ntabuleiro-b"));
        assert!(
            with("tabuleiro-e = 1")
                .starts_with("[x]\ntabuleiro-b = 1\ntabuleiro-d = 1\ntabuleiro-e = 1\n\n")
        );
    }
}

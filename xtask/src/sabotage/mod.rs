//! Sabotage: the program is broken in many ways, one at a time, in a copy of the tree, and a test must notice each. A way that no test
//! notices is a missing test.

mod rows;

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::tree;
use rows::ROWS;

/// One way to break the program.
struct Row {
    /// What it is called, and what is broken: `PART: what`.
    name: &'static str,
    /// A folder, and the name of a file somewhere below it.
    file: (&'static str, &'static str),
    /// What stands there, once, and what is put in its place.
    find: &'static str,
    replace: &'static str,
    /// Who notices.
    by: By,
}

/// Who notices a breakage.
enum By {
    /// A test, by the words of `cargo test` after `--package`: `PACKAGE --test FILE NAME`.
    Test(&'static str),
    /// The same among those over every kind, on one kind alone.
    Contract(&'static str, &'static str),
    /// A file of a puzzle's own tests, by its name somewhere below a folder.
    Own(&'static str, &'static str),
    /// The compiler, when it checks this package.
    Compiler(&'static str),
}

impl By {
    /// The words of the test, and the kind it is made on; nothing where it is no test.
    fn test(&self, root: &Path) -> Result<Option<(String, Option<&'static str>)>, String> {
        Ok(match *self {
            By::Test(words) => Some((words.to_owned(), None)),
            By::Contract(words, kind) => Some((words.to_owned(), Some(kind))),
            By::Own(folder, test) => Some((own(&root.join(folder), test)?, None)),
            By::Compiler(_) => None,
        })
    }
}

/// The words for a file of tests below a folder, in whichever of its packages it is.
fn own(folder: &Path, test: &str) -> Result<String, String> {
    let is_it = |file: &PathBuf| file.ends_with(format!("tests/{test}.rs"));
    let file = tree::files(folder)?.into_iter().find(is_it);
    let file = file.ok_or_else(|| format!("{}: no tests {test}", folder.display()))?;
    let package = folder.join(file).ancestors().nth(2).expect("a package").to_owned();
    let manifest = tree::read(&package.join("Cargo.toml"))?;
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
    let name = name.ok_or_else(|| format!("{} has no name", package.display()))?;
    Ok(format!("{} --test {test}", name.trim_matches('"')))
}

/// Longer than any of the tests takes: what goes on is caught, since a person would have noticed.
const HANG: Duration = Duration::from_secs(600);

/// Breaks the program in every way whose name contains one of these words, or in every way there is.
pub(crate) fn sabotage(words: &[&str]) -> Result<(), String> {
    let meant = |row: &&Row| words.is_empty() || words.iter().any(|word| row.name.contains(word));
    let rows: Vec<&Row> = ROWS.iter().filter(meant).collect();
    if rows.is_empty() {
        return Err(format!("no way to break the program is called {words:?}"));
    }
    let copy = tree::target().join("sabotage");
    tree::copy_to(&copy)?;
    sound(&rows, &copy)?;
    println!("{:<58} {:<9} {:>7}", "broken", "caught", "time");
    let mut survived = Vec::new();
    for row in &rows {
        let begun = Instant::now();
        let caught = attempt(row, &copy)?;
        let seconds = begun.elapsed().as_secs();
        println!("{:<58} {:<9} {seconds:>5} s", row.name, caught.unwrap_or("NO"));
        survived.extend(caught.is_none().then_some(row.name));
    }
    println!("{} of {} caught", rows.len() - survived.len(), rows.len());
    if survived.is_empty() {
        return Ok(());
    }
    Err(format!("not caught: {}", survived.join("; ")))
}

/// Makes sure that nothing fails while nothing is broken: a test that always fails would catch everything.
fn sound(rows: &[&Row], copy: &Path) -> Result<(), String> {
    let mut tests = Vec::new();
    for row in rows {
        tests.extend(row.by.test(copy)?);
    }
    tests.sort_unstable();
    tests.dedup();
    for (words, kind) in tests {
        eprintln!(
            "cargo test --package {words}{}",
            kind.map_or(String::new(), |kind| format!(" ({kind})"))
        );
        if !is_built(copy, &words)? {
            return Err(format!("this does not compile while nothing is broken: {words}"));
        }
        let mut test = cargo(copy, "test", &words);
        match is_good(test.envs(kind.map(|kind| ("KIND", kind))))? {
            Some(true) => {}
            Some(false) => {
                return Err(format!("this test fails while nothing is broken: {words}"));
            }
            None => return Err(format!("this test hangs while nothing is broken: {words}")),
        }
    }
    Ok(())
}

/// Breaks the copy, lets the tests run, and mends it again: how it was caught, if it was.
fn attempt(row: &Row, copy: &Path) -> Result<Option<&'static str>, String> {
    let path = row.path(copy)?;
    let whole = tree::read(&path)?;
    tree::write(&path, whole.replacen(row.find, row.replace, 1))?;
    let caught = row.caught(copy);
    tree::write(&path, whole)?;
    caught
}

impl Row {
    /// The only file with this name below the folder that holds, once, what is to be replaced: files may move.
    fn path(&self, root: &Path) -> Result<PathBuf, String> {
        let (folder, name) = self.file;
        let folder = root.join(folder);
        let is_named = |file: &PathBuf| file.file_name().is_some_and(|n| n == name);
        let mut found = Vec::new();
        for file in tree::files(&folder)?.into_iter().filter(is_named) {
            let path = folder.join(file);
            if tree::read(&path)?.matches(self.find).count() == 1 {
                found.push(path);
            }
        }
        match &found[..] {
            [path] => Ok(path.clone()),
            _ => {
                let files = found.len();
                Err(format!("{}: {files} files {name} hold once: {}", self.name, self.find))
            }
        }
    }

    /// How the breakage is noticed, if it is.
    fn caught(&self, copy: &Path) -> Result<Option<&'static str>, String> {
        let Some((package, kind)) = self.by.test(copy)? else {
            let By::Compiler(package) = self.by else { unreachable!("all else is a test") };
            let compiles = succeeds(&mut cargo(copy, "check", package))?;
            return Ok((!compiles).then_some("compiler"));
        };
        // What does not compile says nothing of the tests.
        if !is_built(copy, &package)? {
            return Err(format!("{}: this does not compile", self.name));
        }
        let mut test = cargo(copy, "test", &package);
        test.envs(kind.map(|kind| ("KIND", kind)));
        Ok(match is_good(&mut test)? {
            Some(true) => None,
            Some(false) => Some("test"),
            None => Some("hang"),
        })
    }
}

/// Cargo on the copy, with nothing to be seen of it.
fn cargo(copy: &Path, verb: &str, package: &str) -> Command {
    let mut command = tree::cargo(copy);
    command.args([verb, "--quiet", "--package"]).args(package.split(' '));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Builds a test, in whatever time that takes: whether it compiles.
fn is_built(copy: &Path, test: &str) -> Result<bool, String> {
    let file: Vec<&str> = test.split(' ').take(3).collect();
    succeeds(cargo(copy, "test", &file.join(" ")).arg("--no-run"))
}

/// Whether a command succeeds.
fn succeeds(command: &mut Command) -> Result<bool, String> {
    let status = command.status();
    Ok(status.map_err(|error| format!("{command:?} did not start: {error}"))?.success())
}

/// Whether a test succeeds; `None` where it goes on for ever.
fn is_good(command: &mut Command) -> Result<Option<bool>, String> {
    // A group of its own, so that what cargo started ends with it.
    let child = command.process_group(0).spawn();
    let mut child = child.map_err(|error| format!("{command:?} did not start: {error}"))?;
    let begun = Instant::now();
    while begun.elapsed() < HANG {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(Some(status.success())),
            Ok(None) => std::thread::sleep(Duration::from_millis(50)),
            Err(error) => return Err(format!("{command:?}: {error}")),
        }
    }
    end(&mut child);
    Ok(None)
}

/// Ends a process and all that it started.
fn end(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// So that the list does not rot: to run it takes long.
    #[test]
    fn every_way_to_break_the_program_still_applies() {
        let wrong: Vec<String> =
            ROWS.iter().filter_map(|row| row.path(&tree::root()).err()).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(ROWS.iter().all(|row| row.by.test(&tree::root()).is_ok()));
        assert!(ROWS.iter().all(|row| row.find != row.replace));
    }

    #[test]
    fn there_are_enough_ways_in_every_part() {
        let names: BTreeSet<&str> = ROWS.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), ROWS.len(), "every way has its own name");
        assert!(ROWS.len() >= 30);
        let parts = ["template", "core", "tour", "lost-knight", "futoshiki", "pegs"];
        for part in parts {
            let ways = names.iter().filter(|name| name.starts_with(&format!("{part}: "))).count();
            assert!(ways >= 4, "{part}: {ways}");
        }
    }
}

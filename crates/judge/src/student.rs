//! The programs of a class: their folders, and the results of each.

use std::fs;
use std::path::{Path, PathBuf};

use tabuleiro::text::Diagnostic;

use crate::cases::Cases;
use crate::verdict::{CaseResult, Verdict};

/// The results of one program.
#[derive(Clone, Debug, PartialEq)]
pub struct StudentResult {
    /// The name of its folder, or of the program.
    pub name: String,
    /// For each case that was judged.
    pub cases: Vec<CaseResult>,
    /// Why it could not be built.
    pub unbuilt: Option<String>,
    /// How many of its results are from an earlier time.
    pub resumed: usize,
}

impl StudentResult {
    /// Points of a group: what it is worth, by right answers.
    pub fn points(&self, cases: &Cases, group: usize) -> f64 {
        // Nobody is judged on a case with a fault.
        let of_group = cases.cases.iter().filter(|c| c.group == group && c.fault.is_none());
        let boards: usize = of_group.map(|case| case.boards.len()).sum();
        let right: usize =
            self.cases.iter().filter(|case| case.group == group).map(CaseResult::right).sum();
        cases.groups[group].points * right as f64 / boards.max(1) as f64
    }

    /// The worst verdict of a group.
    pub fn worst(&self, group: usize) -> Verdict {
        let of_group = self.cases.iter().filter(|case| case.group == group);
        of_group.map(CaseResult::worst).max().unwrap_or(Verdict::NotRun)
    }

    /// The longest processor time of a run of a group, in milliseconds.
    pub fn slowest(&self, group: usize) -> u64 {
        let of_group = self.cases.iter().filter(|case| case.group == group);
        of_group.map(|case| case.cpu_ms).max().unwrap_or_default()
    }

    /// The share of the boards that are answered right and whose effort is told as the first of our strategies counts it.
    pub fn effort(&self) -> f64 {
        let (_, boards) = self.right();
        let agreed: usize = self.cases.iter().map(CaseResult::agreed).sum();
        agreed as f64 / boards.max(1) as f64
    }

    /// How many answers are right, of how many boards.
    pub fn right(&self) -> (usize, usize) {
        let right = self.cases.iter().map(CaseResult::right).sum();
        let boards = self.cases.iter().flat_map(|case| &case.boards);
        (right, boards.filter(|board| board.verdict != Verdict::JudgeError).count())
    }
}

/// The folders of a class, by name.
pub fn students(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let shown = folder.display().to_string();
    let fault = |error: std::io::Error| {
        let code = if error.kind() == std::io::ErrorKind::NotFound { "I0001" } else { "I0007" };
        Diagnostic::new(code).in_file(shown.as_str()).with("reason", error.to_string())
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if path.is_dir() && !hidden {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(Diagnostic::new("J0105").in_file(shown.as_str()));
    }
    Ok(found)
}

/// Folders that programs need to read where interpreters and compilers are installed outside the system's:
/// those of the search path, and what lies beside them, unless that is somebody's home.
pub fn search_path() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found = Vec::new();
    for folder in std::env::split_paths(&path).filter(|folder| folder.is_absolute()) {
        if let Some(beside) = folder.parent()
            && beside.parent().is_some()
            && home.as_deref() != Some(beside)
        {
            found.push(beside.to_owned());
        }
        found.push(folder);
    }
    found.sort();
    found.dedup();
    found
}

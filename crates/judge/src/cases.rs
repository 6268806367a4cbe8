//! What programs are judged on: files of boards, in groups that are worth points.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use search::Limits;
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::lenient::ReadAnswer;
use tabuleiro::shape::Shape;
use tabuleiro::text::{Diagnostic, Source};

use crate::verdict::BoardResult;

/// One input: what a program is given in one run.
#[derive(Clone)]
pub struct Case {
    /// Its name: the path below the folder that was named.
    pub name: String,
    /// The group that it belongs to, by its place.
    pub group: usize,
    /// What a program is given.
    pub input: Arc<Vec<u8>>,
    /// The word that a program is told what to do by, where several are tried.
    pub mode: Option<String>,
    /// Its boards.
    pub boards: Arc<Vec<Box<dyn Session>>>,
    /// What is wrong with it, if something is: no program is judged on it.
    pub fault: Option<Diagnostic>,
}

/// Cases that are worth points together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name of its folder; empty for files that lie in none.
    pub name: String,
    /// What all right answers are worth.
    pub points: f64,
}

/// All that programs are judged on.
pub struct Cases {
    /// The groups, by name.
    pub groups: Vec<Group>,
    /// The cases, by group and name.
    pub cases: Vec<Case>,
}

/// The file that tells what groups are worth.
const POINTS: &str = "groups.txt";
/// What all groups are worth together, unless told otherwise.
const ALL: f64 = 100.0;
/// Folders inside folders that are looked into.
const DEEPEST: usize = 8;

/// Bytes beside a board: its case, and what a ruling holds of it, with a reason of a line or two.
const BESIDE: u64 = (2 * size_of::<Case>()
    + size_of::<Shape>()
    + size_of::<ReadAnswer>()
    + size_of::<BoardResult>()
    + 256) as u64;

/// How cases are read.
pub struct CaseReader<'a> {
    /// What the boards are.
    pub kind: &'a dyn Kind,
    /// With which options they are read.
    pub options: &'a Options,
    /// Whether every board is a case of its own.
    pub each: bool,
    /// Within which limits.
    pub limits: &'a Limits,
    /// Reads a file, within these.
    pub bytes: &'a dyn Fn(&Path) -> Result<Vec<u8>, Diagnostic>,
}

impl CaseReader<'_> {
    /// Reads files and folders. A case with a fault is kept, with it; a path that is not there is an
    /// error.
    pub fn read(&self, paths: &[String]) -> Result<Cases, Diagnostic> {
        let mut files: Vec<(String, PathBuf)> = Vec::new();
        let mut points: Vec<(String, f64)> = Vec::new();
        for path in paths {
            let root = Path::new(path);
            let about = fs::metadata(root).map_err(|error| missing(path, &error))?;
            if about.is_dir() {
                collect(root, root, 0, &mut files)?;
                let told = root.join(POINTS);
                if told.is_file() {
                    let source = Source::new(told.display().to_string(), (self.bytes)(&told)?);
                    points.extend(worth(&source.within(self.limits))?);
                }
            } else {
                files.push((path.clone(), root.to_owned()));
            }
        }
        files.sort();
        files.dedup();
        let mut cases = Cases { groups: Vec::new(), cases: Vec::new() };
        let mut held = 0;
        for (name, path) in files {
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            // A file that was named itself is in no group.
            let group = if paths.contains(&name) { "" } else { folder };
            let group = cases.group(group);
            cases.cases.extend(self.file(name, &path, group, &mut held)?);
        }
        if cases.cases.is_empty() {
            let first = paths.first().map_or("", String::as_str);
            return Err(Diagnostic::new("J0102").in_file(first));
        }
        cases.value(&points)?;
        Ok(cases)
    }

    /// The cases of a file; with the bytes that all cases take so far.
    fn file(
        &self,
        name: String,
        path: &Path,
        group: usize,
        held: &mut u64,
    ) -> Result<Vec<Case>, Diagnostic> {
        let source = Source::new(name.as_str(), (self.bytes)(path)?).within(self.limits);
        let case = |name, input: Vec<u8>, boards, fault| {
            let (input, boards) = (Arc::new(input), Arc::new(boards));
            Case { name, group, input, mode: None, boards, fault }
        };
        *held += source.bytes().len() as u64;
        let (mut boards, mut fault) = (Vec::new(), None);
        for board in self.kind.open(&source, self.options) {
            match board {
                Ok(board) => {
                    *held += board.memory() + BESIDE;
                    source.allow(*held)?;
                    boards.push(board);
                }
                Err(found) => fault = Some(found),
            }
        }
        if !self.each || fault.is_some() || boards.len() == 1 {
            return Ok(vec![case(name, source.bytes().to_vec(), boards, fault)]);
        }
        let each = (1..).zip(boards).map(|(number, board): (u64, _)| {
            let input = board.text_among(1, 1).into_bytes();
            case(format!("{name}:{number}"), input, vec![board], None)
        });
        Ok(each.collect())
    }
}

impl Cases {
    /// The place of a group.
    fn group(&mut self, name: &str) -> usize {
        let known = self.groups.iter().position(|group| group.name == name);
        known.unwrap_or_else(|| {
            self.groups.push(Group { name: name.to_owned(), points: 0.0 });
            self.groups.len() - 1
        })
    }

    /// The same cases for each of some modes: every group becomes as many, which share its points.
    pub fn in_modes(self, modes: &[String]) -> Self {
        let called = |name: &str, mode: &str| [name, mode].join(" ").trim().to_owned();
        let mut all = Cases { groups: Vec::new(), cases: Vec::new() };
        for group in &self.groups {
            let points = group.points / modes.len() as f64;
            all.groups
                .extend(modes.iter().map(|mode| Group { name: called(&group.name, mode), points }));
        }
        for case in &self.cases {
            for (place, mode) in modes.iter().enumerate() {
                let group = case.group * modes.len() + place;
                let name = format!("{} ({mode})", case.name);
                all.cases.push(Case { name, group, mode: Some(mode.clone()), ..case.clone() });
            }
        }
        all
    }

    /// Gives the groups their points: those that are told, and to the others what is left of a hundred,
    /// in equal parts.
    fn value(&mut self, told: &[(String, f64)]) -> Result<(), Diagnostic> {
        if let Some((name, _)) =
            told.iter().find(|(name, _)| self.groups.iter().all(|g| g.name != *name))
        {
            return Err(Diagnostic::new("J0103").in_file(POINTS).with("name", name.as_str()));
        }
        let of =
            |name: &str| told.iter().find(|(known, _)| known == name).map(|(_, points)| *points);
        let untold = self.groups.iter().filter(|group| of(&group.name).is_none()).count();
        let left = (ALL - told.iter().map(|(_, points)| points).sum::<f64>()).max(0.0);
        for group in &mut self.groups {
            group.points = of(&group.name).unwrap_or(left / untold as f64);
        }
        Ok(())
    }
}

/// The files below a folder, but those that begin with a dot and the one about points.
fn collect(
    root: &Path,
    folder: &Path,
    depth: usize,
    files: &mut Vec<(String, PathBuf)>,
) -> Result<(), Diagnostic> {
    let shown = folder.display().to_string();
    for entry in fs::read_dir(folder).map_err(|error| missing(&shown, &error))? {
        let path = entry.map_err(|error| missing(&shown, &error))?.path();
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if path.is_dir() && depth < DEEPEST && !hidden {
            collect(root, &path, depth + 1, files)?;
        } else if path.is_file() && !hidden && name != POINTS {
            files.push((name, path));
        }
    }
    Ok(())
}

/// The lines `NAME POINTS` of a text.
fn worth(source: &Source) -> Result<Vec<(String, f64)>, Diagnostic> {
    let mut told: Vec<(String, f64)> = Vec::new();
    for line in source.lines()? {
        if line.text.trim().is_empty() {
            continue;
        }
        let number =
            |text: &str| text.parse().ok().filter(|points: &f64| (0.0..=1e6).contains(points));
        let pair = line.text.trim().rsplit_once([' ', '\t']);
        let pair = pair.and_then(|(name, points)| Some((name.trim().to_owned(), number(points)?)));
        told.push(pair.ok_or_else(|| source.diagnostic("J0104", line.range()))?);
    }
    Ok(told)
}

fn missing(path: &str, error: &std::io::Error) -> Diagnostic {
    let code = if error.kind() == std::io::ErrorKind::NotFound { "I0001" } else { "I0007" };
    Diagnostic::new(code).in_file(path).with("reason", error.to_string())
}

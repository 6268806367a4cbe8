//! A puzzle as a problem for online judges: the legacy format of Kattis, which DOMjudge reads, too, and that
//! of BOCA.

use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::Path;

use search::{Limit, Limits, Meter, Outcome};
use tabuleiro::contract::{Options, Problem, RunError};
use tabuleiro::coursework::AboutCoursework;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::text::Diagnostic;
use tempfile::Builder;

use crate::journal;
use crate::statement;

/// What is packed.
pub struct Package<'a> {
    /// The puzzle.
    pub kind: &'a dyn Kind,
    /// What the puzzle gives for it.
    pub problem: &'static Problem,
    /// How answers are written.
    pub coursework: AboutCoursework,
    /// The name of the problem: small letters and digits.
    pub name: String,
    /// The seed of the first board.
    pub seed: u64,
    /// Secret cases in each group.
    pub number: u64,
    /// The secret cases, if they are not to be made.
    pub given: Vec<Box<dyn Session>>,
    /// What making a board and answering it may take.
    pub limits: Limits,
}

/// A file of a package: its path below the folder, and what it holds.
pub type File = (String, Vec<u8>);

/// A board and its answer.
struct MadeCase {
    name: String,
    input: Vec<u8>,
    answer: Vec<u8>,
}

impl<'a> Package<'a> {
    /// A package of a puzzle; nothing where it is no problem for online judges.
    pub fn new(
        kind: &'a dyn Kind,
        name: &str,
        seed: u64,
        number: u64,
        limits: &Limits,
    ) -> Option<Self> {
        let (problem, coursework) = (kind.problem()?, kind.coursework()?);
        let limits = limits.clone();
        let (name, given) = (name.to_owned(), Vec::new());
        Some(Package { kind, problem, coursework, name, seed, number, given, limits })
    }

    /// The files of the legacy format of Kattis.
    pub fn kattis(&self) -> Result<Vec<File>, RunError> {
        let mut meter = Meter::new(&self.limits);
        let (samples, secrets) = (self.samples(&mut meter)?, self.secrets(&mut meter)?);
        let mut files = Vec::new();
        let mut add = |path: String, bytes: Vec<u8>| files.push((path, bytes));
        for lang in Lang::ALL {
            let short = lang.tag().split('-').next().unwrap_or_default();
            let text = statement::latex(self.kind, self.problem, lang);
            add(format!("problem_statement/problem.{short}.tex"), text.into_bytes());
        }
        for (folder, cases) in [("sample", samples), ("secret", secrets)] {
            for case in cases {
                add(format!("data/{folder}/{}.in", case.name), case.input);
                add(format!("data/{folder}/{}.ans", case.name), case.answer);
            }
        }
        let (input, output) = (self.problem.input_validator(), self.problem.output_validator());
        add("input_validators/validate.cpp".to_owned(), input.into_bytes());
        add("output_validators/validate.cpp".to_owned(), output.into_bytes());
        for (verdict, program) in self.problem.submissions() {
            add(format!("submissions/{verdict}/{verdict}.cpp"), program.into());
        }
        let yaml = self.yaml(&files);
        files.insert(0, ("problem.yaml".to_owned(), yaml.into_bytes()));
        Ok(files)
    }

    fn yaml(&self, files: &[File]) -> String {
        // A number that is the same for the same problem, and for no other.
        let all = files.iter().flat_map(|(path, bytes)| [path.as_bytes(), bytes]);
        let digest = journal::digest(all);
        let parts = [0..8, 8..12, 13..16, 17..20, 20..32].map(|at| &digest[at]);
        let [a, b, c, d, e] = parts;
        // One name: the format knows no others.
        let title = Message::new(format!("{}.title", self.kind.about().name)).text(Lang::En);
        let mut text = format!(
            "problem_format_version: legacy\nuuid: {a}-{b}-4{c}-8{d}-{e}\nname: \"{title}\"\n"
        );
        text += "type: pass-fail\nvalidation: custom\nlicense: permission\n";
        text += "rights_owner: The Tabuleiro contributors\n";
        text += "limits:\n  time_multiplier: 5\n  time_safety_margin: 2\n";
        text
    }

    /// The files of a problem of BOCA; scripts that compile and run programs come from a template.
    pub fn boca(&self, template: &[u8]) -> Result<Vec<File>, RunError> {
        let mut files = unzipped(template)
            .map_err(|reason| RunError::Invalid(Diagnostic::new("J0115").with("reason", reason)))?;
        let replaced = ["description/", "input/", "output/", "limits/", "compare/"];
        let languages: Vec<String> = files
            .iter()
            .filter_map(|(path, _)| path.strip_prefix("compare/").map(str::to_owned))
            .filter(|language| !language.is_empty() && !language.contains('/'))
            .collect();
        if languages.is_empty() {
            let reason = "compare/";
            return Err(Diagnostic::new("J0115").with("reason", reason).into());
        }
        files.retain(|(path, _)| !replaced.iter().any(|folder| path.starts_with(folder)));
        let title = Message::new(format!("{}.title", self.kind.about().name)).text(Lang::PtBr);
        let info =
            format!("basename={}\nfullname={title}\ndescfile={}.txt\n", self.name, self.name);
        files.push(("description/problem.info".to_owned(), info.into_bytes()));
        let text = statement::plain(self.kind, self.problem, Lang::PtBr);
        files.push((format!("description/{}.txt", self.name), text.into_bytes()));
        let mut meter = Meter::new(&self.limits);
        let (samples, secrets) = (self.samples(&mut meter)?, self.secrets(&mut meter)?);
        for case in samples.into_iter().chain(secrets) {
            files.push((format!("input/{}", case.name), case.input));
            files.push((format!("output/{}", case.name), case.answer));
        }
        for language in languages {
            let limits =
                format!("#!/bin/sh\necho {}\necho 1\necho 512\necho 8192\n", self.problem.seconds);
            files.push((format!("limits/{language}"), limits.into_bytes()));
            files.push((format!("compare/{language}"), self.compare().into_bytes()));
        }
        files.sort();
        Ok(files)
    }

    /// The script by which BOCA compares: it compiles the validator, and turns its exit codes.
    fn compare(&self) -> String {
        let mut script =
            String::from("#!/bin/sh\n# $1 output of the team, $2 right output, $3 input.\n");
        script += "folder=$(mktemp -d) || exit 43\ntrap 'rm -rf \"$folder\"' EXIT\n";
        script += "cat > \"$folder/validate.cpp\" <<'END_OF_VALIDATOR'\n";
        script += &self.problem.output_validator();
        script += "END_OF_VALIDATOR\n";
        script +=
            "g++ -std=c++17 -O2 -o \"$folder/validate\" \"$folder/validate.cpp\" || exit 43\n";
        script += "\"$folder/validate\" \"$3\" \"$2\" \"$folder/\" < \"$1\"\n";
        script += "case $? in\n42) exit 4 ;;\n43) exit 6 ;;\n*) exit 43 ;;\nesac\n";
        script
    }

    /// Boards for people to look at: the first of the easiest groups, from another seed.
    fn samples(&self, meter: &mut Meter<'_>) -> Result<Vec<MadeCase>, RunError> {
        let groups = self.problem.groups.iter().take(2).enumerate();
        let seed = self.seed.wrapping_add(1 << 32);
        groups
            .map(|(place, (_, options))| self.case(options, seed, format!("{}", place + 1), meter))
            .collect()
    }

    /// The boards that were given, or some of every group, from one seed after another.
    fn secrets(&self, meter: &mut Meter<'_>) -> Result<Vec<MadeCase>, RunError> {
        if !self.given.is_empty() {
            let cases = (1..).zip(&self.given);
            return cases
                .map(|(number, case)| self.posed(&**case, format!("{number:03}"), meter))
                .collect();
        }
        let mut cases = Vec::new();
        for (place, (group, options)) in self.problem.groups.iter().enumerate() {
            for number in 0..self.number {
                let seed = self.seed.wrapping_add(number + place as u64 * self.number);
                let name = format!("{}-{group}-{:03}", place + 1, number + 1);
                cases.push(self.case(options, seed, name, meter)?);
            }
        }
        Ok(cases)
    }

    fn case(
        &self,
        options: &[(&str, &str)],
        seed: u64,
        name: String,
        meter: &mut Meter<'_>,
    ) -> Result<MadeCase, RunError> {
        let mut chosen = Options::default();
        options.iter().for_each(|&(name, value)| chosen.set(name, value));
        let made = self.kind.generate(&chosen, seed, &self.limits)?;
        self.posed(&*made.result.session, name, meter)
    }

    /// A board with its answer.
    fn posed(
        &self,
        session: &dyn Session,
        name: String,
        meter: &mut Meter<'_>,
    ) -> Result<MadeCase, RunError> {
        self.limits.fired().map_or(Ok(()), Err)?;
        let limits = meter.rest(0);
        let answer = session.solve(self.kind.best_strategy(), &Options::default(), &limits)?;
        if let Outcome::Unknown(limit) = answer.result {
            return Err(limit.into());
        }
        let mut written = Vec::new();
        // Writing to memory does not fail.
        let _ = self.coursework.write(1, &answer, &mut written);
        let case = MadeCase { name, input: session.posed().into_bytes(), answer: written };
        // The texts, with their places in the lists of cases and files.
        let texts = 2 * case.name.len() + case.input.len() + case.answer.len();
        meter.claim((texts + 4 * size_of::<MadeCase>()) as u64)?;
        Ok(case)
    }
}

/// Writes files below a folder that is not there yet, or empty: all of them, or none.
pub fn write(folder: &Path, files: &[File], limits: &Limits) -> Result<(), RunError> {
    let shown = folder.display().to_string();
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) || folder.is_file() {
        return Err(Diagnostic::new("J0116").in_file(shown.as_str()).into());
    }
    let is_new = !folder.exists();
    let written = written(folder, files, limits);
    if written.is_err() && is_new {
        // Whatever stands in the way of that was told already.
        let _ = fs::remove_dir(folder);
    }
    written.map_err(|stopped| match stopped {
        Stopped::Fault(error) => {
            let fault = Diagnostic::new("I0010").in_file(shown.as_str());
            fault.with("reason", error.to_string()).into()
        }
        Stopped::Limit(limit) => limit.into(),
    })
}

/// Why not all files were written.
enum Stopped {
    Fault(io::Error),
    Limit(Limit),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Stopped::Fault(error)
    }
}

/// Writes files into a folder inside the folder, which goes away unless all are there in the end.
fn written(folder: &Path, files: &[File], limits: &Limits) -> Result<(), Stopped> {
    fs::create_dir_all(folder)?;
    let part = Builder::new().prefix(".tabuleiro-").tempdir_in(folder)?;
    for (path, bytes) in files {
        limits.fired().map_or(Ok(()), |limit| Err(Stopped::Limit(limit)))?;
        let path = part.path().join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, bytes)?;
    }
    for entry in fs::read_dir(part.path())? {
        let entry = entry?;
        fs::rename(entry.path(), folder.join(entry.file_name()))?;
    }
    Ok(())
}

/// Files as a zip: each byte depends on them alone.
pub fn zipped(files: &[File]) -> Result<Vec<u8>, String> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        let script = bytes.starts_with(b"#!");
        let options = zip::write::SimpleFileOptions::default()
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(if script { 0o755 } else { 0o644 });
        zip.start_file(path.as_str(), options).map_err(|error| error.to_string())?;
        zip.write_all(bytes).map_err(|error| error.to_string())?;
    }
    Ok(zip.finish().map_err(|error| error.to_string())?.into_inner())
}

/// Bytes that a template may unpack to.
const UNPACKED: u64 = 64 << 20;

/// The files of a zip.
fn unzipped(bytes: &[u8]) -> Result<Vec<File>, String> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let (mut files, mut left) = (Vec::new(), UNPACKED);
    for place in 0..zip.len() {
        let entry = zip.by_index(place).map_err(|error| error.to_string())?;
        let Some(path) = entry.enclosed_name() else { continue };
        if entry.is_dir() {
            continue;
        }
        let mut text = Vec::new();
        entry.take(left).read_to_end(&mut text).map_err(|error| error.to_string())?;
        left -= text.len() as u64;
        files.push((path.to_string_lossy().into_owned(), text));
    }
    Ok(files)
}

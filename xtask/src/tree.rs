//! The project's files: where they are, and copies of them that can be changed and built without touching the original.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders that hold what is made of the files, and no files of ours.
const MADE: [&str; 4] = ["target", ".git", "node_modules", "artifacts"];

/// The folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder that everything is built in.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// What failed with a file, in words.
pub(crate) fn fault(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// A text file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(fault(path))
}

/// Writes a file, and the folders above it.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(fault(folder))?;
    fs::write(path, bytes).map_err(fault(path))
}

/// All files below a folder, in order, by their paths from there.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).map_err(fault(&next))? {
            let entry = entry.map_err(fault(&next))?;
            let (path, name) = (entry.path(), entry.file_name());
            if !path.is_dir() {
                found.push(path.strip_prefix(folder).expect("below it").to_owned());
            } else if MADE.iter().all(|made| *name != **made) {
                open.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Makes a folder a copy of the project. What is the same already stays untouched, so that cargo builds only what changed.
pub(crate) fn copy_to(folder: &Path) -> Result<(), String> {
    let ours = files(&root())?;
    fs::create_dir_all(folder).map_err(fault(folder))?;
    for stale in files(folder)?.into_iter().filter(|file| !ours.contains(file)) {
        let path = folder.join(stale);
        fs::remove_file(&path).map_err(fault(&path))?;
    }
    for file in ours {
        let (from, to) = (root().join(&file), folder.join(&file));
        let bytes = fs::read(&from).map_err(fault(&from))?;
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            write(&to, bytes)?;
        }
    }
    Ok(())
}

/// Packages that the workspace optimises, which takes longer than the tests of a copy save by it.
const OPTIMISED: [&str; 10] = [
    "core",
    "draw",
    "tour",
    "tour-rules",
    "lost-knight",
    "lost-knight-rules",
    "futoshiki",
    "futoshiki-rules",
    "pegs",
    "pegs-rules",
];

/// Cargo in a copy, which builds in a folder of its own, and quickly.
pub(crate) fn cargo(copy: &Path) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(copy).env("CARGO_TARGET_DIR", copy.join("target"));
    quickly(&mut command);
    command.env("CARGO_INCREMENTAL", "1");
    command
}

/// Has cargo, or what calls it with such words, build quickly rather than well.
pub(crate) fn quickly(command: &mut Command) {
    command.env("CARGO_PROFILE_DEV_DEBUG", "0");
    // The engines' loops stay quick, and are hardly ever built.
    for (name, level) in OPTIMISED.iter().map(|name| (*name, 0)).chain([("search", 1)]) {
        let level = format!("profile.dev.package.tabuleiro-{name}.opt-level={level}");
        command.args(["--config", &level]);
    }
}

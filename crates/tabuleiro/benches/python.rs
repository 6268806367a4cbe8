//! A Python with packages from its registry that is thrown away.

use std::path::PathBuf;
use std::process::Command;

/// A virtual environment in a folder of its own.
pub(crate) struct Python(tempfile::TempDir);

impl Python {
    /// Makes one with these packages if `--peers python` was asked for. Says so if that cannot be.
    pub(crate) fn if_asked(packages: &[&str]) -> Option<Self> {
        let words: Vec<String> = std::env::args().collect();
        let asked = words.windows(2).any(|pair| pair == ["--peers", "python"]);
        let made = asked.then(|| Python::new(packages))?;
        if made.is_none() {
            println!("{} cannot be installed here: skipped", packages.join(", "));
        }
        made
    }

    fn new(packages: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        let run = |command: &mut Command| command.status().is_ok_and(|status| status.success());
        let pip = folder.path().join("bin/pip");
        let ready = run(Command::new("python3").args(["-m", "venv"]).arg(folder.path()))
            && run(Command::new(pip).args(["install", "--quiet"]).args(packages));
        ready.then_some(Python(folder))
    }

    /// Its interpreter.
    pub(crate) fn program(&self) -> PathBuf {
        self.0.path().join("bin/python3")
    }
}

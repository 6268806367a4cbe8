//! A Python with packages from its registry that is thrown away.

use std::path::PathBuf;
use std::process::Command;

/// A virtual environment in a folder of its own.
pub(crate) struct Python(tempfile::TempDir);

impl Python {
    /// Makes one with these packages if `--peers python` was asked for.
    pub(crate) fn if_asked(packages: &[&str]) -> Option<Self> {
        let words: Vec<String> = std::env::args().collect();
        words.windows(2).any(|pair| pair == ["--peers", "python"]).then(|| Python::new(packages))
    }

    fn new(packages: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the virtual environment");
        let run = |command: &mut Command| {
            assert!(command.status().is_ok_and(|status| status.success()), "{command:?}");
        };
        run(Command::new("python3").args(["-m", "venv"]).arg(folder.path()));
        let pip = folder.path().join("bin/pip");
        run(Command::new(pip).args(["install", "--quiet"]).args(packages));
        Python(folder)
    }

    /// Its interpreter.
    pub(crate) fn program(&self) -> PathBuf {
        self.0.path().join("bin/python3")
    }
}

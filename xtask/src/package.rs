//! What is handed out: the crates as packages, and the program as a Debian package, with the pages and
//! scripts that it writes about itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, run, tree};

/// What the program writes about itself: words, and the file below `target/assets` that
/// `crates/cli/Cargo.toml` names.
const ASSETS: &[(&str, &str)] = &[
    ("man", "man/tabuleiro.1"),
    ("man --lang pt-BR", "man/pt_BR/tabuleiro.1"),
    ("completions bash", "bash/tabuleiro"),
    ("completions fish", "fish/tabuleiro.fish"),
    ("completions zsh", "zsh/_tabuleiro"),
];

/// Packs all crates that are for the registry, each built from its package alone, as the registry would have it.
pub(crate) fn crates() -> Result<(), String> {
    let mut words = "package --workspace --locked".to_owned();
    for name in unpublished()? {
        words += &format!(" --exclude {name}");
    }
    cargo(&words, &[])
}

/// The packages of the workspace that are not for the registry.
fn unpublished() -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for folder in ["crates", "xtask"] {
        let folder = tree::root().join(folder);
        let is_manifest = |file: &PathBuf| file.ends_with("Cargo.toml");
        for file in tree::files(&folder)?.into_iter().filter(is_manifest) {
            let manifest = tree::read(&folder.join(file))?;
            if manifest.lines().any(|line| line == "publish = false") {
                let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
                names.push(name.ok_or("a package without a name")?.trim_matches('"').to_owned());
            }
        }
    }
    Ok(names)
}

/// Makes a Debian package; installs cargo-deb where it is missing.
pub(crate) fn deb() -> Result<(), String> {
    let mut probe = Command::new(env!("CARGO"));
    probe.args(["deb", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !probe.status().is_ok_and(|status| status.success()) {
        cargo("install cargo-deb --locked", &[])?;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let program = folder.unwrap_or_else(|| root.join("target")).join("release/tabuleiro");
    cargo("build --release --locked", &[])?;
    for (words, file) in ASSETS {
        let path = root.join("target/assets").join(file);
        let written = || {
            fs::create_dir_all(path.parent().unwrap_or(&root))?;
            let mut program = Command::new(&program);
            fs::write(&path, program.args(words.split(' ')).env("LANG", "C").output()?.stdout)
        };
        written().map_err(|error: std::io::Error| format!("{}: {error}", path.display()))?;
    }
    run(Command::new(env!("CARGO")).args(["deb", "--no-build", "-p", "tabuleiro-cli"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_for_the_registry_is_known() {
        let names = unpublished().unwrap();
        for name in ["xtask", "fuzz-targets", "tabuleiro-template", "tabuleiro-template-rules"] {
            assert!(names.iter().any(|known| known == name), "{names:?}");
        }
        assert!(!names.iter().any(|known| known == "tabuleiro-core"));
    }
}

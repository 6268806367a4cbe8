//! The Python package: its wheel, and its tests from a clean virtual environment. Fetches what it needs
//! from Python's registry.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tree::{quickly, root, target};
use crate::{cargo, run};

/// What a wheel is made with: zig links it with the oldest libraries that are promised.
const MAKERS: [&str; 2] = ["maturin>=1.9,<2", "ziglang"];

/// What the tests and the notebook need.
const TESTERS: [&str; 11] = [
    "maturin>=1.9,<2",
    "ipykernel",
    "matplotlib",
    "mypy",
    "nbclient",
    "nbformat",
    "numpy",
    "pandas",
    "pyright[nodejs]",
    "pytest",
    "typing_extensions",
];

/// What the bench measures beside us.
const PEERS: [&str; 4] = ["numpy", "networkx", "ortools", "python-constraint2"];

/// The oldest system that a wheel runs on: glibc 2.17.
const OLDEST: &str = "manylinux2014";

fn folder() -> PathBuf {
    root().join("crates/python")
}

/// A virtual environment with these packages; made anew where others are asked for.
fn environment(name: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let folder = target().join("python").join(name);
    let (list, wanted) = (folder.join("packages"), packages.join("\n"));
    if fs::read_to_string(&list).is_ok_and(|installed| installed == wanted) {
        return Ok(folder.join("bin"));
    }
    let _ = fs::remove_dir_all(&folder);
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    run(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
    eprintln!("pip install {}", packages.join(" "));
    run(pip(&folder.join("bin")).arg("install").args(packages))?;
    fs::write(&list, wanted).map_err(|error| format!("{}: {error}", list.display()))?;
    Ok(folder.join("bin"))
}

fn pip(programs: &Path) -> Command {
    let mut pip = Command::new(programs.join("python"));
    pip.args(["-m", "pip", "--quiet", "--disable-pip-version-check"]);
    pip
}

/// What makes a wheel in a folder that holds no other.
fn maturin(programs: &Path, out: &Path) -> Command {
    let _ = fs::remove_dir_all(out);
    let mut maturin = Command::new(programs.join("python"));
    maturin.args(["-m", "maturin", "build", "--quiet", "--locked", "--out"]).arg(out);
    maturin.arg("--manifest-path").arg(folder().join("Cargo.toml"));
    // zig is found as a module of this Python.
    maturin.env("PATH", search_path(programs)).stdout(Stdio::null());
    maturin
}

/// The wheel that was made.
fn made(mut maturin: Command, out: &Path) -> Result<PathBuf, String> {
    run(&mut maturin)?;
    let entries = fs::read_dir(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let wheel = entries.flatten().map(|entry| entry.path());
    let mut wheel = wheel.filter(|path| path.extension().is_some_and(|end| end == "whl"));
    wheel.next().ok_or_else(|| format!("no wheel in {}", out.display()))
}

fn search_path(programs: &Path) -> std::ffi::OsString {
    let before = std::env::var_os("PATH").unwrap_or_default();
    let all = [programs.to_owned()].into_iter().chain(std::env::split_paths(&before));
    std::env::join_paths(all).unwrap_or(before)
}

/// Makes the wheel that is handed out, and tells where it is.
pub(crate) fn wheel() -> Result<PathBuf, String> {
    let programs = environment("make", &MAKERS)?;
    let out = target().join("wheels");
    let mut maturin = maturin(&programs, &out);
    maturin.args(["--release", "--zig", "--compatibility", OLDEST]);
    let wheel = made(maturin, &out)?;
    let bytes = fs::metadata(&wheel).map_or(0, |file| file.len());
    println!("{}: {:.2} MB", wheel.display(), bytes as f64 / 1e6);
    Ok(wheel)
}

/// Measures the wheel beside the program, and solvers of Python beside both.
pub(crate) fn bench(words: &[&str]) -> Result<(), String> {
    cargo("build --release", &[])?;
    let wheel = wheel()?;
    let programs = environment("bench", &PEERS)?;
    run(pip(&programs).args(["install", "--force-reinstall", "--no-deps"]).arg(&wheel))?;
    let mut python = Command::new(programs.join("python"));
    python.arg(folder().join("benches/speed.py")).arg(target().join("release/tabuleiro"));
    run(python.arg(wheel).args(words))
}

/// Tests the package as it is installed, from a wheel that is built quickly.
pub(crate) fn tests(words: &[&str]) -> Result<(), String> {
    let programs = environment("test", &TESTERS)?;
    let out = target().join("python/wheels");
    let mut maturin = maturin(&programs, &out);
    maturin.args(["--profile", "dev", "--compatibility", "linux"]);
    quickly(&mut maturin);
    let wheel = made(maturin, &out)?;
    run(pip(&programs).args(["install", "--force-reinstall", "--no-deps"]).arg(wheel))?;
    let mut pytest = Command::new(programs.join("python"));
    pytest.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).args(words);
    // Not where the sources of the package are: what is tested is what was installed.
    pytest.arg(folder().join("tests")).current_dir(&out).env("LANG", "C.UTF-8");
    pytest.env("PYTHONDONTWRITEBYTECODE", "1").env("PATH", search_path(&programs));
    run(&mut pytest)
}

//! The page in a real browser: its tests, and pictures of it. Fetches what it needs from Debian and npm.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{cargo, run};

const MISSING: &str = "\
the browser tests need `chromium`, `node` and `npm`, and they could not be installed with apt-get;
install them, and name the browser in TABULEIRO_CHROMIUM if it is not /usr/bin/chromium";

/// Checks the types of the page, then runs its tests.
pub(crate) fn tests() -> Result<(), String> {
    let folder = ready()?;
    run(tool(&folder, "tsc").arg("--project").arg("."))?;
    let server = Server::start(&folder, "dev")?;
    // A test ends and starts one of its own.
    let program = program()?;
    let mut tests = tool(&folder, "playwright");
    if let Some(site) = site(&program)? {
        tests.env("TABULEIRO_SITE", site);
    }
    tests.arg("test").env("TABULEIRO_URL", &server.url).env("TABULEIRO_PROGRAM", program);
    run(&mut tests)
}

/// The program, built beside this one.
fn program() -> Result<PathBuf, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(this.with_file_name(format!("tabuleiro{}", std::env::consts::EXE_SUFFIX)))
}

/// The page without a server, as a folder, where the library for it was made.
fn site(program: &Path) -> Result<Option<PathBuf>, String> {
    let library = root().join("target/page/library.wasmz");
    if !library.is_file() {
        eprintln!("the page without a server is not tested: `cargo xtask page` makes its library");
        return Ok(None);
    }
    let site = root().join("target/page/site");
    let mut write = Command::new(program);
    run(write.arg("page").arg("--library").arg(library).arg("--output").arg(&site))?;
    site.canonicalize().map(Some).map_err(|error| error.to_string())
}

/// Pictures of the page for the READMEs.
pub(crate) fn shots() -> Result<(), String> {
    let folder = ready()?;
    let server = Server::start(&folder, "dev")?;
    let docs = root().join("docs");
    let mut node = Command::new("node");
    run(node.current_dir(&folder).arg("shots.mjs").arg(docs).env("TABULEIRO_URL", &server.url))
}

/// How fast the page is, on the largest board at hand if one is named.
pub(crate) fn speed(board: &[&str]) -> Result<(), String> {
    let folder = ready()?;
    let server = Server::start(&folder, "release")?;
    let mut node = Command::new("node");
    node.current_dir(&folder).arg("speed.mjs").args(board).env("TABULEIRO_URL", &server.url);
    if let Some(site) = site(&program()?)? {
        node.env("TABULEIRO_SITE", site);
    }
    run(&mut node)
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder of the tests, with everything they need in it.
fn ready() -> Result<PathBuf, String> {
    let folder = root().join("crates/web/browser");
    install_system_packages()?;
    // npm writes its own list when all packages are there: nothing to do unless ours is newer.
    let changed = |name: &str| folder.join(name).metadata().and_then(|file| file.modified()).ok();
    if changed("node_modules/.package-lock.json") < changed("package-lock.json") {
        eprintln!("npm ci");
        let mut npm = Command::new("npm");
        npm.args(["ci", "--silent", "--no-fund", "--no-audit"]);
        run(npm.current_dir(&folder).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))?;
    }
    cargo("build --quiet --package tabuleiro-cli", &[])?;
    Ok(folder)
}

fn install_system_packages() -> Result<(), String> {
    let browser = std::env::var("TABULEIRO_CHROMIUM");
    let browser = browser.unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    let works = |program: &str| {
        let mut asked = Command::new(program);
        asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    };
    let needed = [(browser.as_str(), "chromium"), ("node", "nodejs"), ("npm", "npm")];
    let lacking = || -> Vec<&str> {
        // A browser that is there may still refuse to start without a screen.
        let there = |program: &str| Path::new(program).is_file() || works(program);
        needed.iter().filter(|(program, _)| !there(program)).map(|&(_, package)| package).collect()
    };
    let missing = lacking();
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("apt-get install {}", missing.join(" "));
    let apt = |words: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(["-qq", "-y", "-o", "Dpkg::Use-Pty=0"]).args(words);
        run(apt.env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null()))
    };
    apt(&["update"])
        .and_then(|()| apt(&[&["install", "--no-install-recommends"], &missing[..]].concat()))
        .map_err(|reason| format!("{MISSING}\n{reason}"))?;
    if lacking().is_empty() { Ok(()) } else { Err(MISSING.to_owned()) }
}

/// A program that npm brought.
fn tool(folder: &Path, name: &str) -> Command {
    let mut tool = Command::new(folder.join("node_modules/.bin").join(name));
    tool.current_dir(folder);
    tool
}

/// The program as it serves the page, until this is dropped.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(folder: &Path, profile: &str) -> Result<Self, String> {
        let mut serve = Command::new(env!("CARGO"));
        serve.args(["run", "--quiet", "--profile", profile, "--package", "tabuleiro-cli", "--"]);
        serve.args("serve --no-open --lang en".split(' '));
        serve.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = serve.spawn().map_err(|error| format!("{serve:?}: {error}"))?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let url = url.map(str::to_owned);
        let server = Server { child, url: url.clone().unwrap_or_default() };
        url.map(|_| server).ok_or(format!("the server did not tell its address: {line:?}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! The library in the page: compiled for WebAssembly, and packed. Fetches what it needs from
//! rustup, Debian and npm.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use crate::browser::root;
use crate::{cargo, run};

const TARGET: &str = "wasm32-unknown-unknown";

/// What makes the result: vectors are in every browser since 2023, memory is bounded at 2 GiB.
const FLAGS: &str = "-C target-feature=+simd128,+bulk-memory -C link-arg=--max-memory=2147483648 \
                     -C link-arg=-zstack-size=2097152";

/// What brings functions of the same name together, by its version in npm: one generic function compiled for
/// several types is packed to little more than one of them, if they are near each other.
const BINARYEN: &str = "binaryen@132.0.0";
/// How it is called. It optimises nothing: what it makes smaller is packed worse.
const REORDER: [&str; 11] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
    "--duplicate-function-elimination",
    "--reorder-functions-by-name",
    "--strip-debug",
    "--strip-producers",
];
/// What packs smaller than gzip does, in the same format, by its version in npm.
const ZOPFLI: &str = "@gfx/zopfli@1.0.15";
/// How it is called: from, to.
const PACK: &str = "const { readFileSync, writeFileSync } = require('fs');\
    require('@gfx/zopfli').gzip(readFileSync(process.argv[1]), { numiterations: 15 }, (fault, bytes) => {\
    if (fault) throw fault; writeFileSync(process.argv[2], bytes); });";

const MISSING: &str = "\
the page without a server needs the standard library for wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`;
where rustup cannot fetch it, the sources of the standard library will do: the rustup component `rust-src`,
or Debian's package rust-src of the same version as `rustc --version`, unpacked with
`dpkg -x rust-src_VERSION_all.deb target/page/rust-src`. Everything else works without it";

/// How Debian numbers its packages of one version of the compiler: of its own, and of its backports.
const PACKAGED: [(u32, &str); 8] = [
    (1, ""),
    (2, ""),
    (3, ""),
    (4, ""),
    (1, "~bpo13+1"),
    (2, "~bpo13+1"),
    (1, "~bpo12+1"),
    (2, "~bpo12+1"),
];

/// Builds `target/page/library.wasmz`, which the program is then built with.
pub(crate) fn page() -> Result<(), String> {
    let out = root().join("target/page");
    fs::create_dir_all(&out).map_err(told)?;
    let out = out.canonicalize().map_err(told)?;
    let mut compiler = Command::new(env!("CARGO"));
    compiler.current_dir(root()).args([
        "rustc",
        "--package",
        "tabuleiro-wasm",
        "--profile",
        "page",
    ]);
    compiler.args(["--crate-type", "cdylib", "--target", TARGET]).arg("--target-dir").arg(&out);
    compiler.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    match standard(&out)? {
        Standard::Installed => {}
        Standard::Sources(sources) => {
            // Unstable, so that the compiler has to be told that it may; the sources are its own.
            compiler.args(["-Z", "build-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1");
            compiler.args(["-Z", "build-std-features=optimize_for_size"]);
            compiler.env("__CARGO_TESTS_ONLY_SRC_ROOT", sources);
        }
    }
    // Functions keep their names until they are in order.
    run(compiler.args(["--", "-C", "strip=none"]))?;
    let built = out.join(TARGET).join("page/tabuleiro_wasm.wasm");
    let library = out.join("library.wasm");
    let packed = out.join("library.wasmz");
    let made = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    if made(&built) < made(&packed) {
        eprintln!("the library is as it was");
    } else {
        if let Err(reason) = reorder(&out, &built, &library) {
            eprintln!("{reason}: the library is larger than it could be");
            fs::write(&library, bare(&fs::read(&built).map_err(told)?)).map_err(told)?;
        }
        if let Err(reason) = pack(&out, &library, &packed) {
            eprintln!("{reason}: the library is larger than it could be");
            let (from, into) = (open(&library)?, fs::File::create(&packed).map_err(told)?);
            run(Command::new("gzip").args(["-9", "-n", "-c"]).stdin(from).stdout(into))?;
        }
    }
    for path in [&library, &packed] {
        println!("{:>9} bytes  {}", fs::metadata(path).map_err(told)?.len(), path.display());
    }
    // It watches the library only where there was one.
    let script = root().join("crates/web/build.rs");
    let script = fs::File::options().append(true).open(script).map_err(told)?;
    script.set_modified(SystemTime::now()).map_err(told)?;
    let library = library.display().to_string();
    cargo("test --package tabuleiro-wasm --quiet", &[("TABULEIRO_LIBRARY", &library)])?;
    println!("build the program again: `tabuleiro page --output FOLDER` then has it");
    Ok(())
}

fn told(error: io::Error) -> String {
    error.to_string()
}

fn open(path: &Path) -> Result<fs::File, String> {
    fs::File::open(path).map_err(told)
}

/// Where the standard library for the target comes from.
enum Standard {
    /// It is there, as it is for all programs.
    Installed,
    /// From these sources, of the version of the compiler: smaller, since it is compiled to be.
    Sources(PathBuf),
}

fn standard(out: &Path) -> Result<Standard, String> {
    let system = PathBuf::from(said(Command::new("rustc").args(["--print", "sysroot"]))?);
    let version = said(Command::new("rustc").arg("--version"))?;
    let version = version.split(' ').nth(1).unwrap_or_default().to_owned();
    let unpacked = out.join("rust-src");
    let places = [
        system.join("lib/rustlib/src/rust/library"),
        unpacked.join(format!("usr/src/rustc-{version}/library")),
    ];
    let sources = || places.iter().find(|place| place.join("std/Cargo.toml").is_file()).cloned();
    let installed = || system.join("lib/rustlib").join(TARGET).join("lib").is_dir();
    let rustup = |what: &str, name: &str| {
        let mut rustup = Command::new("rustup");
        rustup.args([what, "add", name]).stdout(Stdio::null()).stderr(Stdio::null());
        rustup.status().is_ok_and(|status| status.success())
    };
    if sources().is_none() && !rustup("component", "rust-src") && !installed() {
        rustup("target", TARGET);
    }
    if sources().is_none() && !installed() {
        fetch(&version, out, &unpacked);
    }
    match sources() {
        Some(place) => Ok(Standard::Sources(place)),
        None if installed() => Ok(Standard::Installed),
        None => Err(MISSING.to_owned()),
    }
}

/// Debian's package of the sources of this version, if there is one: from where apt gets its packages.
fn fetch(version: &str, out: &Path, unpacked: &Path) {
    let package = out.join("rust-src.deb");
    let targets = said(Command::new("apt-get").args(["indextargets", "--format", "$(REPO_URI)"]));
    let targets = targets.unwrap_or_default();
    let mut archives: Vec<&str> = targets.lines().filter(|line| line.starts_with("http")).collect();
    archives.sort_unstable();
    archives.dedup();
    for archive in archives {
        for (number, release) in PACKAGED {
            let name = format!("rust-src_{version}+dfsg1-{number}{release}_all.deb");
            let address = format!("{}/pool/main/r/rustc/{name}", archive.trim_end_matches('/'));
            let mut curl = Command::new("curl");
            curl.args(["--silent", "--fail", "--max-time", "600", "--output"]).arg(&package);
            if curl.arg(&address).status().is_ok_and(|status| status.success()) {
                eprintln!("{name}");
                let _ = run(Command::new("dpkg").arg("-x").arg(&package).arg(unpacked));
                return;
            }
        }
    }
}

/// The folder of tools, with this package of npm in it.
fn tools(out: &Path, package: &str) -> Result<PathBuf, String> {
    let tools = out.join("tools");
    fs::create_dir_all(&tools).map_err(told)?;
    let name = package.rsplit_once('@').map_or(package, |(name, _)| name);
    if !tools.join("node_modules").join(name).is_dir() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"]).arg(&tools);
        run(npm.arg(package))?;
    }
    Ok(tools)
}

/// Brings the functions of the library in order, and takes their names away.
fn reorder(out: &Path, built: &Path, library: &Path) -> Result<(), String> {
    let mut tool = Command::new(tools(out, BINARYEN)?.join("node_modules/.bin/wasm-opt"));
    run(tool.args(REORDER).arg(built).arg("-o").arg(library))
}

/// A module without what it does not need to run: its custom sections, names among them.
fn bare(module: &[u8]) -> Vec<u8> {
    let (head, mut rest) = module.split_at(module.len().min(8));
    let mut kept = head.to_vec();
    while let Some((&sort, body)) = rest.split_first() {
        let digits = body.iter().take_while(|&&byte| byte >= 0x80).count().min(4) + 1;
        let length =
            body.iter().take(digits).rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7f));
        let (section, after) = rest.split_at((1 + digits + length).min(rest.len()));
        if sort != 0 {
            kept.extend(section);
        }
        rest = after;
    }
    kept
}

/// Packs the library.
fn pack(out: &Path, library: &Path, packed: &Path) -> Result<(), String> {
    let tools = tools(out, ZOPFLI)?;
    run(Command::new("node").current_dir(&tools).args(["-e", PACK]).arg(library).arg(packed))
}

/// What a command says.
fn said(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

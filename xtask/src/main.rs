//! The project's own chores, run as `cargo xtask <chore>`. Needs nothing but the Rust toolchain; what
//! the tests of the page need beside it they install.

mod browser;
mod fuzz;
mod new_puzzle;
mod package;
mod page;
mod processors;
mod sabotage;
mod tree;
mod wheel;

use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask test            format, lints, all tests, doc tests, doc build, a minute of fuzzing, browser: the README's test command
cargo xtask fuzz [TARGET] [--runs N]
                            the fuzzer, for a minute or for so many runs of each target; installs cargo-fuzz if it is missing
cargo xtask browser         the page in Chromium: types and tests; installs chromium, node and npm packages if they are missing
cargo xtask page            the library as WebAssembly for the page without a server; fetches what the compiler lacks, or says what that is
cargo xtask shots           pictures of the page for the READMEs, into docs/
cargo xtask long            the long suite: every count and board that takes minutes; faults between machines (root, iproute2)
cargo xtask bench <PUZZLE> [--peers python]
                            speed against yardsticks and peers, in one run, with ratios; also `bench recorder`,
                            `bench explain` (hints, ratings, verdicts), `bench book` (books as PDF), `bench count` (exact
                            counts, by layers, by several processes), `bench page [BOARD]` (the page in Chromium) and
                            `bench python` (the wheel)
cargo xtask processors       tests of the engines and puzzles on aarch64, which QEMU imitates; says what is missing
cargo xtask results NAME     results that take hours: checked, or looked for further (docs/results.md); without a name, which there are
cargo xtask sabotage [WORD ...]
                            break the program in every way that is listed, or whose name has one of these words: a test must notice each
cargo xtask new-puzzle NAME a new puzzle, copied from the template; `--rehearse` makes one in a copy of the tree and tests it there
cargo xtask package         every crate as a package, each built from its package alone
cargo xtask wheel           the Python wheel, into target/wheels; `cargo xtask wheel test` installs one and tests it. Fetches maturin from PyPI
cargo xtask deb             a Debian package with manual pages and completions; installs cargo-deb if it is missing
cargo xtask golden          write the expected outputs anew; read the diff before you commit it";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(),
        ["fuzz", ref rest @ ..] => fuzz::fuzz(rest),
        ["browser"] => browser::tests(),
        ["page"] => page::page(),
        ["shots"] => browser::shots(),
        ["long"] => long(),
        ["bench", "page", ref board @ ..] => browser::speed(board),
        ["bench", "python", ref rest @ ..] => wheel::bench(rest),
        ["bench", puzzle, ref rest @ ..] => bench(puzzle, rest),
        ["processors"] => processors::tests(),
        ["results", ref rest @ ..] => {
            let words = format!("bench --package tabuleiro --bench results -- {}", rest.join(" "));
            cargo(words.trim_end(), &[])
        }
        ["sabotage", ref words @ ..] => sabotage::sabotage(words),
        ["new-puzzle", "--rehearse"] => new_puzzle::rehearse(),
        ["new-puzzle", name] => new_puzzle::make(&tree::root(), name),
        ["package"] => package::crates(),
        ["wheel"] => wheel::wheel().map(drop),
        ["wheel", "test", ref rest @ ..] => wheel::tests(rest),
        ["deb"] => package::deb(),
        ["golden"] => golden(),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    cargo("fmt --all --check", &[])?;
    for outside in ["peers", "fuzz"] {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        cargo(&format!("fmt --check --manifest-path {root}/{outside}/Cargo.toml"), &[])?;
    }
    cargo("clippy --workspace --all-targets --all-features --quiet -- -D warnings", &[])?;
    cargo("test --workspace --quiet", &[])?;
    cargo("test --package tabuleiro-cli --no-default-features --test left_out --quiet", &[])?;
    cargo("doc --workspace --no-deps --quiet", &[("RUSTDOCFLAGS", "-D warnings")])?;
    fuzz::minute()?;
    wheel::tests(&[])?;
    // A compiler without WebAssembly fails this chore alone.
    page::page().unwrap_or_else(|reason| eprintln!("{reason}"));
    browser::tests()
}

fn long() -> Result<(), String> {
    cargo("test --release --package tabuleiro --features long --test long -- --nocapture", &[])?;
    let package = "--package tabuleiro-judge --features long --test package";
    cargo(&format!("test --release {package} -- --nocapture"), &[])?;
    cargo("test --release --package tabuleiro-cli --test hosts -- --ignored --nocapture", &[])?;
    new_puzzle::rehearse()
}

/// Puzzles that solvers by other people are built for.
const WITH_PEERS: &[&str] = &["futoshiki"];

/// Builds everything first, so that nothing is measured while a build runs.
fn bench(puzzle: &str, rest: &[&str]) -> Result<(), String> {
    let package = match puzzle {
        "book" => "tabuleiro-print",
        "judge" => "tabuleiro-judge",
        _ => "tabuleiro",
    };
    let bench = format!("bench --package {package} --bench {puzzle}");
    cargo("build --release", &[])?;
    cargo(&format!("{bench} --no-run"), &[])?;
    let peers = if WITH_PEERS.contains(&puzzle) { peers() } else { None };
    let env: Vec<(&str, &str)> = peers.iter().map(|program| ("PEERS", program.as_str())).collect();
    cargo(format!("{bench} -- {}", rest.join(" ")).trim_end(), &env)
}

/// Builds the program of solvers by other people, and says where it is. One of them is written in
/// C++: where that cannot be built, the others of the bench are measured.
fn peers() -> Option<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| format!("{root}/target"));
    let target = format!("{target}/peers");
    let built = cargo(
        &format!("build --release --locked --manifest-path {root}/peers/Cargo.toml"),
        &[("CARGO_TARGET_DIR", &target)],
    );
    match built {
        Ok(()) => Some(format!("{target}/release/peers")),
        Err(reason) => {
            eprintln!("{reason}: measured without them");
            None
        }
    }
}

fn golden() -> Result<(), String> {
    cargo("test --workspace --quiet", &[("UPDATE_GOLDEN", "1")])
}

/// Runs cargo with these words, and environment variables beside ours.
fn cargo(words: &str, env: &[(&str, &str)]) -> Result<(), String> {
    eprintln!("cargo {words}");
    run(Command::new(env!("CARGO")).args(words.split(' ')).envs(env.iter().copied()))
}

fn run(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} failed: {status}")),
        Err(error) => Err(format!("{command:?} did not start: {error}")),
    }
}

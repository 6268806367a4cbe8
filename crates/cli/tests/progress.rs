//! What a long run tells about itself where no terminal is: nothing, unless it is asked to.

use std::process::{Command, Output, Stdio};

fn run(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    command.args(words.split_whitespace()).env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::null()).output().unwrap()
}

fn said(words: &str) -> String {
    String::from_utf8(run(words).stderr).unwrap()
}

#[test]
fn a_log_tells_where_a_count_stands() {
    // The time limit is what makes it long.
    let count = "tour count --size 8x8 --closed --threads 1 --time-limit 2500ms";
    let log = said(&format!("{count} --progress log"));
    assert!(log.contains(" elapsed") && log.contains("layer "), "{log}");
    assert!(log.contains(" of 64: "), "{log}");
    let always = said(&format!("{count} --progress always"));
    assert!(always.lines().count() >= log.lines().count(), "{always}");
    assert_eq!(said(&format!("{count} --progress never")), "");
    assert_eq!(said(count), "");
}

#[test]
fn a_generator_tells_how_many_boards_it_made() {
    let words = "tour generate --size 6x6 --number 1000000 --time-limit 2500ms --output /dev/null";
    let log = said(&format!("{words} --progress log"));
    assert!(log.contains(" of 1,000,000 boards generated"), "{log}");
}

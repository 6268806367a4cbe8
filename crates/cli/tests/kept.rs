//! Runs that are killed at any moment, alone and among others, and what goes on from there.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// A board whose games take a fraction of a second to count, and many layers.
const BOARD: &str = "\
1 1 1 1 1 1
1 1 1 1 1 1
1 1 -1 1 1 1
1 1 1 1 1 1
";

/// The program, about to count the games of a board.
fn count(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    command.args("pegs count board.txt --of games --format json --lang en".split(' '));
    command.args(words).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.txt"), format!("4 6\n{BOARD}")).unwrap();
    folder
}

/// What was counted, and by what effort.
fn told(output: &Output) -> (String, String) {
    let text = String::from_utf8_lossy(&output.stdout);
    let value: serde_json::Value = serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(value["exact"], true, "{text}");
    (value["count"].to_string(), value["stats"].to_string())
}

/// Waits for so long, then kills; what there is to tell if it ended before.
fn killed(mut child: Child, after: Duration) -> Option<Output> {
    std::thread::sleep(after);
    let ended = child.try_wait().unwrap().is_some();
    let _ = child.kill();
    let output = child.wait_with_output().unwrap();
    ended.then_some(output)
}

/// A time to kill something that takes about so long.
fn moment(dice: &mut SplitMix64, long: Duration) -> Duration {
    long.mul_f64(dice.next_u64() as f64 / u64::MAX as f64)
}

#[test]
fn a_count_that_is_killed_again_and_again_comes_to_the_same_number() {
    let place = folder();
    let begin = Instant::now();
    let alone = told(&count(place.path(), &[]).output().unwrap());
    let long = begin.elapsed().mul_f64(1.2) + Duration::from_millis(50);
    let mut dice = SplitMix64::seed_from_u64(9);
    for run in 0..3 {
        let kept = format!("kept-{run}");
        // A memory limit makes it spill, and what is spilled is lost with the process.
        let memory: &[&str] = if run == 2 { &["--memory-limit", "1MiB"] } else { &[] };
        let mut output = None;
        for _ in 0..40 {
            let begun = place.path().join(&kept).join("question").exists();
            let option = if begun { "--resume" } else { "--checkpoint" };
            let mut command = count(place.path(), &[option, &kept]);
            output = killed(command.args(memory).spawn().unwrap(), moment(&mut dice, long));
            if output.is_some() {
                break;
            }
        }
        let last = || count(place.path(), &["--resume", &kept]).args(memory).output().unwrap();
        assert_eq!(told(&output.unwrap_or_else(last)), alone);
    }
}

#[test]
fn what_is_no_layer_of_this_count_is_refused() {
    let place = folder();
    let run = |words: &[&str]| {
        let output = count(place.path(), words).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let refused = |words: &[&str], code: &str| {
        let (exit, said) = run(words);
        assert!(exit == Some(2) && said.contains(code), "{said}");
    };
    refused(&["--resume", "kept"], "L0004");
    assert_eq!(run(&["--checkpoint", "kept", "--max-nodes", "20000"]).0, Some(3));
    refused(&["--checkpoint", "kept"], "L0005");
    let layers =
        || fs::read_dir(place.path().join("kept")).unwrap().map(|file| file.unwrap().path());
    for path in layers().filter(|path| path.extension().is_some_and(|end| end == "layer")) {
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
    }
    refused(&["--resume", "kept"], "L0002");
    fs::write(place.path().join("board.txt"), "1 6\n1 1 -1 1 1 1\n").unwrap();
    refused(&["--resume", "kept"], "L0003");
    fs::write(place.path().join("hosts.txt"), "here\n").unwrap();
    refused(&["--hosts", "hosts.txt", "--process", "0"], "L0101");
    fs::write(place.path().join("hosts.txt"), "127.0.0.1:1\n").unwrap();
    refused(&["--hosts", "hosts.txt", "--process", "1"], "L0102");
    let mut winning = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    let output = winning
        .args(
            "pegs count --board 3x4 --vacancy 1,2 --of winning --processes 2 --lang en".split(' '),
        )
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("L0006"));
}

/// Writes a list of two hosts on this machine.
fn hosts(folder: &Path) {
    let ports: Vec<TcpListener> =
        (0..2).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> =
        ports.iter().map(|port| format!("{}\n", port.local_addr().unwrap())).collect();
    fs::write(folder.join("hosts.txt"), lines.concat()).unwrap();
}

/// Two processes of one count.
fn two(folder: &Path, words: &[&str]) -> [Child; 2] {
    hosts(folder);
    ["0", "1"].map(|process| {
        let mut command = count(folder, &["--hosts", "hosts.txt", "--process", process]);
        command.args(words).args(["--threads", "1"]).spawn().unwrap()
    })
}

#[test]
fn two_processes_count_as_one_and_notice_who_is_lost() {
    let place = folder();
    let begin = Instant::now();
    let alone = told(&count(place.path(), &["--threads", "1"]).output().unwrap());
    let long = begin.elapsed();
    let both = told(&count(place.path(), &["--processes", "2"]).output().unwrap());
    assert_eq!(both, alone);
    let mut dice = SplitMix64::seed_from_u64(10);
    for run in 0..3 {
        let kept = format!("kept-{run}");
        let victim = run % 2;
        let mut processes: Vec<Option<Child>> =
            two(place.path(), &["--checkpoint", &kept]).map(Some).into();
        let first = processes[victim].take().unwrap();
        let cut = killed(first, Duration::from_millis(100) + moment(&mut dice, long)).is_none();
        let begin = Instant::now();
        let left = processes[1 - victim].take().unwrap().wait_with_output().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(15), "it waited for {:?}", begin.elapsed());
        let said = [&left.stdout[..], &left.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        if left.status.code() == Some(0) {
            assert!(!cut || victim == 1, "{said}");
            continue;
        }
        assert_eq!(left.status.code(), Some(3), "{said}");
        assert!(said.contains("lost"), "{said}");
        let begun = |of: usize| place.path().join(&kept).join(format!("question-{of}of2")).exists();
        if begun(0) && begun(1) {
            let [first, second] = two(place.path(), &["--resume", &kept]);
            assert_eq!(told(&first.wait_with_output().unwrap()), alone);
            assert!(second.wait_with_output().unwrap().status.success());
        }
    }
}

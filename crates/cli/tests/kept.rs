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
fn moment(rng: &mut SplitMix64, long: Duration) -> Duration {
    long.mul_f64(rng.next_u64() as f64 / u64::MAX as f64)
}

#[test]
fn a_count_that_is_killed_again_and_again_comes_to_the_same_number() {
    let place = folder();
    let begin = Instant::now();
    let alone = told(&count(place.path(), &[]).output().unwrap());
    let long = begin.elapsed().mul_f64(1.2) + Duration::from_millis(50);
    let mut rng = SplitMix64::seed_from_u64(9);
    for run in 0..3 {
        let kept = format!("kept-{run}");
        // A memory limit makes it spill, and what is spilled is lost with the process.
        let memory: &[&str] = if run == 2 { &["--memory-limit", "1MiB"] } else { &[] };
        let mut output = None;
        for _ in 0..40 {
            let begun = place.path().join(&kept).join("question").exists();
            let option = if begun { "--resume" } else { "--checkpoint" };
            let mut command = count(place.path(), &[option, &kept]);
            output = killed(command.args(memory).spawn().unwrap(), moment(&mut rng, long));
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
    let mut rng = SplitMix64::seed_from_u64(10);
    for run in 0..3 {
        let kept = format!("kept-{run}");
        let victim = run % 2;
        let mut processes: Vec<Option<Child>> =
            two(place.path(), &["--checkpoint", &kept]).map(Some).into();
        let mut first = processes[victim].take().unwrap();
        // A process that is gone before they have met is waited for: it may be started yet.
        let met = |of: usize| place.path().join(&kept).join(format!("question-{of}of2")).exists();
        while !(met(0) && met(1)) && first.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let cut = killed(first, moment(&mut rng, long)).is_none();
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

/// Two processes of one list of hosts, asked these questions; how both ended, and what they said.
fn asked(folder: &Path, words: [&str; 2]) -> [(Option<i32>, String); 2] {
    hosts(folder);
    let start = |process: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
        command.args(["pegs", "count", "--lang", "en", "--hosts", "hosts.txt"]);
        command.args(["--process", &process.to_string()]).args(words[process].split(' '));
        command.current_dir(folder).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    [start(0), start(1)].map(|child| {
        let output = child.wait_with_output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    })
}

#[test]
fn processes_that_were_asked_different_things_say_so_and_count_nothing() {
    let place = folder();
    let board = |name: &str, text: &str| fs::write(place.path().join(name), text).unwrap();
    board("one.txt", "oooo\no.oo\noooo\noooo\n");
    board("other.txt", "oooo\no.oo\noooo\nooo.\n");
    let one = "--of positions one.txt";
    for (other, told) in [
        ("--of positions other.txt", ["line 4 `oooo`", "line 4 `ooo.`"]),
        ("--of games one.txt", ["`pegs positions`", "`pegs games`"]),
        ("--of positions one.txt --up-to 5", ["`pegs positions`", "`--up-to 5`"]),
        ("--of positions one.txt one.txt", ["no such board", "(board 2)"]),
        ("--of positions --board english", ["line 1 `oooo`", "line 1 `##ooo##`"]),
    ] {
        for words in [[one, other], [other, one]] {
            for (exit, said) in asked(place.path(), words) {
                assert_eq!(exit, Some(2), "{said}");
                assert!(said.contains("L0104") && !said.contains("2,115"), "{said}");
                assert!(told.iter().all(|told| said.contains(told)), "{told:?} {said}");
            }
        }
    }
    // What does not change the answer may differ, and so many threads are no other order of boards.
    let words = [
        "--of positions one.txt other.txt one.txt --threads 3 --memory-limit 8MiB --format coursework",
        "--of positions one.txt other.txt one.txt --threads 1 --checkpoint kept",
    ];
    let [(exit, said), _] = asked(place.path(), [words[0], &words[0].replace("8MiB", "9MiB")]);
    assert!(exit == Some(0) && said.starts_with("2115\n1179\n2115\n"), "{said}");
    let one = words.map(|words| words.replace(" other.txt one.txt", ""));
    let [(exit, said), _] = asked(place.path(), [&one[0], &one[1]]);
    assert!(exit == Some(0) && said.starts_with("2115\n"), "{said}");
}

#[test]
fn processes_of_one_machine_are_handed_whatever_was_asked() {
    let place = folder();
    let text = "oooo\no.oo\noooo\noooo\n";
    fs::write(place.path().join("one.txt"), text).unwrap();
    fs::write(place.path().join("-x.txt"), text).unwrap();
    fs::write(place.path().join("goal.txt"), "......\n....o.\n......\n").unwrap();
    let run = |words: &str, input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
        command.args(words.split(' ')).current_dir(place.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), error)
    };
    for (words, input, lines) in [
        ("pegs count --of positions --processes 2 --format coursework", text, "2115\n"),
        ("pegs count --of positions --processes 2 --format coursework -", text, "2115\n"),
        ("pegs count --format=coursework --of=positions --processes=3 -- -x.txt", "", "2115\n"),
        (
            "--lang pt-BR pegs count -q one.txt --processes 2 --format coursework one.txt --of positions",
            "",
            "2115\n2115\n",
        ),
        ("tour count --size 3x10 --closed --processes 2 --format coursework", "", "16\n"),
        (
            "pegs count --board 3x6 --vacancy 1,2 --goal goal.txt --processes 2 --format coursework",
            "",
            "0\n",
        ),
        (
            "pegs count --board 3x6 --vacancy 1,2 --goal 1,5 --processes 2 --format coursework",
            "",
            "5609368\n",
        ),
    ] {
        let (exit, told, error) = run(words, input);
        assert_eq!((exit, &*told), (Some(0), lines), "{words}: {error}");
    }
    // What is wrong is said once, by the process that was asked.
    let (exit, told, error) = run("pegs count --of positions --processes 2 --lang en", "oo\nooz\n");
    assert_eq!((exit, &*told), (Some(2), ""), "{error}");
    assert!(error.matches("I0006").count() == 1 && error.contains("<stdin>:2:3"), "{error}");
    let words = "pegs count --board 3x4 --vacancy 1,2 --of winning --processes 2 --lang en";
    let (exit, _, error) = run(words, "");
    assert!(exit == Some(2) && error.matches("L0006").count() == 1, "{error}");
}

#[test]
fn strangers_at_a_port_are_not_heard() {
    let place = folder();
    hosts(place.path());
    let list = fs::read_to_string(place.path().join("hosts.txt")).unwrap();
    let port = list.lines().next().unwrap();
    let process = |number: &str| {
        let words = ["--hosts", "hosts.txt", "--process", number, "--threads", "1"];
        count(place.path(), &words).spawn().unwrap()
    };
    let mut first = process("0");
    let call = || loop {
        match std::net::TcpStream::connect(port) {
            Ok(socket) => break socket,
            Err(_) => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let _silent: Vec<_> = (0..100).map(|_| call()).collect();
    for bytes in [&b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"[..], &[0; 300], b"x", b""] {
        let _ = std::io::Write::write_all(&mut call(), bytes);
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(first.try_wait().unwrap().is_none(), "it has ended");
    let second = process("1");
    let alone = told(&count(place.path(), &["--threads", "1"]).output().unwrap());
    assert_eq!(told(&first.wait_with_output().unwrap()), alone);
    assert!(second.wait_with_output().unwrap().status.success());
}

#[test]
fn a_folder_that_is_in_use_is_refused_and_one_that_was_is_not() {
    let place = folder();
    // Long enough to be met at work, whatever the machine.
    fs::write(place.path().join("board.txt"), "oooooo\no.oooo\noooooo\noooooo\noooooo\n").unwrap();
    let mut first = count(place.path(), &["--checkpoint", "kept"]).spawn().unwrap();
    let question = place.path().join("kept/question");
    while !question.exists() && first.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = count(place.path(), &["--resume", "kept"]).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(
        said.contains("L0007") && said.contains(&format!("process {} on ", first.id())),
        "{said}"
    );
    first.kill().unwrap();
    first.wait().unwrap();
    let third = count(place.path(), &["--resume", "kept", "--max-nodes", "1"]).output().unwrap();
    assert_eq!(third.status.code(), Some(3), "{}", String::from_utf8_lossy(&third.stderr));
}

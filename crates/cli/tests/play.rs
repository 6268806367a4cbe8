//! `play` in a terminal of its own, which `script` of util-linux makes: keys are understood, the position is kept, and
//! whatever ends the game leaves the terminal as it was.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What a terminal is told when a program takes the screen, and when it leaves it.
const TAKEN: &str = "\u{1b}[?1049h";
const LEFT: &str = "\u{1b}[?1049l";

/// A terminal in which a puzzle is played.
struct Terminal {
    child: Child,
    shown: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Terminal {
    /// None where `script` is not installed.
    fn open(folder: &Path, words: &str) -> Option<Self> {
        let program = env!("CARGO_BIN_EXE_tabuleiro");
        let play = format!("stty rows 24 cols 80; echo $$ > pid; exec {program} {words} --lang en");
        let mut script = Command::new("script");
        script.args(["-qec", &play, "/dev/null"]).current_dir(folder).env("TERM", "xterm");
        let script = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = match script.spawn() {
            Ok(child) => child,
            Err(error) => {
                eprintln!("not tested: script does not start: {error}");
                return None;
            }
        };
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut out, kept) = (child.stdout.take().unwrap(), shown.clone());
        let reader = thread::spawn(move || {
            let mut some = [0; 1 << 12];
            while let Ok(length @ 1..) = out.read(&mut some) {
                kept.lock().unwrap().extend(&some[..length]);
            }
        });
        let terminal = Terminal { child, shown, reader };
        until(|| terminal.shown().contains(TAKEN), || terminal.shown());
        Some(terminal)
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned()
    }

    fn press(&mut self, keys: &str) {
        // Who has left hears no keys.
        let _ = self.child.stdin.as_mut().unwrap().write_all(keys.as_bytes());
    }

    /// Waits for the end, and gives the exit code and all that was shown.
    fn end(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        self.reader.join().unwrap();
        (code, String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned())
    }
}

/// Waits until something is so, but not for ever.
fn until(mut so: impl FnMut() -> bool, told: impl Fn() -> String) {
    let begin = Instant::now();
    while !so() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{}", told());
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn hints_are_taken_and_the_position_is_kept() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("board.txt"), "S...\n....\n....\n").unwrap();
    let words = "tour play board.txt --output mine.txt";
    let Some(mut terminal) = Terminal::open(place.path(), words) else { return };
    let saved = || fs::read_to_string(place.path().join("mine.txt")).unwrap_or_default();
    // A key that comes while a question is answered may be lost, as it is for people.
    until(
        || {
            terminal.press("hs");
            saved().contains('2')
        },
        saved,
    );
    until(
        || {
            terminal.press("us");
            !saved().contains('2')
        },
        saved,
    );
    terminal.press("r");
    until(
        || {
            terminal.press("q");
            terminal.child.try_wait().unwrap().is_some()
        },
        saved,
    );
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains(LEFT), "{shown}");
    // The position is written when the game is left: with the move made again.
    assert!(saved().contains('2'), "{}", saved());
}

#[test]
fn whatever_ends_it_leaves_the_terminal_as_it_was() {
    for signal in ["-TERM", "-INT", "-HUP", "Ctrl-C"] {
        let place = tempfile::tempdir().unwrap();
        let words = "tour play --size 5x5 --start 1,1 --output mine.txt";
        let Some(mut terminal) = Terminal::open(place.path(), words) else { return };
        if signal == "Ctrl-C" {
            terminal.press("\u{3}");
        } else {
            let pid = fs::read_to_string(place.path().join("pid")).unwrap();
            assert!(Command::new("kill").args([signal, pid.trim()]).status().unwrap().success());
        }
        let (code, shown) = terminal.end();
        assert_eq!(code, Some(if signal == "Ctrl-C" { 0 } else { 130 }), "{signal}: {shown}");
        assert!(shown.contains(LEFT), "{signal}: {shown}");
        let kept = fs::read_to_string(place.path().join("mine.txt")).unwrap();
        assert!(kept.contains('1'), "{signal}: {kept}");
    }
}

#[test]
fn a_terminal_that_is_gone_ends_it_and_the_position_is_kept() {
    let place = tempfile::tempdir().unwrap();
    let words = "tour play --size 5x5 --start 1,1 --output mine.txt";
    let Some(mut terminal) = Terminal::open(place.path(), words) else { return };
    let pid = fs::read_to_string(place.path().join("pid")).unwrap();
    terminal.child.kill().unwrap();
    terminal.child.wait().unwrap();
    let status = format!("/proc/{}/status", pid.trim());
    // Whoever has ended may not have been waited for yet.
    let runs = || fs::read_to_string(&status).is_ok_and(|status| !status.contains("State:\tZ"));
    until(|| !runs(), || fs::read_to_string(&status).unwrap_or_default());
    let kept = fs::read_to_string(place.path().join("mine.txt")).unwrap();
    assert!(kept.contains('1'), "{kept}");
}

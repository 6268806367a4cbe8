//! The pictures of the README are what the program draws, byte for byte; `cargo xtask golden` draws
//! them anew. And what `draw` does to files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the program in a folder.
fn tabuleiro(words: &str, folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabuleiro"))
        .args(words.split(' '))
        .current_dir(folder)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

const CRATES: &str = "crates";

#[test]
fn the_pictures_of_the_readme_are_what_the_program_draws() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let folder = tempfile::tempdir().unwrap();
    for (name, words) in [
        ("tour.svg", "tour draw --size 8x8 --start 8,8 --closed".to_owned()),
        ("tour.gif", "tour draw --size 8x8 --start 8,8 --cell 32".to_owned()),
        (
            "lost-knight.svg",
            format!("lost-knight draw {CRATES}/lost-knight/rules/src/examples/wood.txt"),
        ),
        (
            "lost-knight.gif",
            format!(
                "lost-knight draw {CRATES}/lost-knight/rules/src/examples/wood.txt --strategy queue --cell 32"
            ),
        ),
        ("futoshiki.svg", format!("futoshiki draw {CRATES}/futoshiki/rules/src/examples/five.txt")),
        (
            "futoshiki.gif",
            format!(
                "futoshiki draw {CRATES}/futoshiki/rules/src/examples/five.txt --strategy plain --cell 32"
            ),
        ),
        ("pegs.svg", "pegs draw --board english --show instance".to_owned()),
        ("pegs.gif", "pegs draw --board english --strategy memo --cell 32 --frames 60".to_owned()),
    ] {
        let drawn = folder.path().join(name);
        let output = tabuleiro(&format!("{words} --output {}", drawn.display()), &root());
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.is_empty());
        let (drawn, kept) = (fs::read(drawn).unwrap(), root().join("docs").join(name));
        if update {
            fs::write(kept, drawn).unwrap();
        } else {
            assert!(drawn == fs::read(&kept).unwrap(), "{name} is not what is drawn now");
        }
    }
}

#[test]
fn a_film_of_a_tour_of_a_chessboard_is_small() {
    let folder = tempfile::tempdir().unwrap();
    assert!(tabuleiro("tour draw --size 8x8 --output tour.gif", folder.path()).status.success());
    let bytes = fs::metadata(folder.path().join("tour.gif")).unwrap().len();
    assert!(bytes <= 100_000, "{bytes} bytes");
}

#[test]
fn every_format_is_what_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    for show in ["instance", "solution", "search"] {
        for (end, head) in [("svg", "<svg"), ("png", "\u{89}PNG"), ("gif", "GIF89a"), ("txt", "┌")]
        {
            let theme = if end == "txt" { "" } else { " --theme dark" };
            let words = format!("tour draw --size 5x5 --show {show} --output p.{end}{theme}");
            let output = tabuleiro(&words, folder.path());
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let bytes = fs::read(folder.path().join(format!("p.{end}"))).unwrap();
            let begins = match end {
                "png" => bytes.starts_with(b"\x89PNG"),
                // The numbers of the columns stand above the grid.
                "txt" => String::from_utf8(bytes).unwrap().lines().nth(1).unwrap().contains(head),
                _ => bytes.starts_with(head.as_bytes()),
            };
            assert!(begins, "{show} {end}");
        }
    }
}

#[test]
fn a_picture_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.svg");
    fs::write(&path, "as it was").unwrap();
    // Too large, not a format, an instance that is none.
    for words in [
        "tour draw --size 5x5 --cell 100000 --output p.svg",
        "tour draw --size 0x5 --output p.svg",
        "tour draw p.svg --output p.svg",
        "tour draw --size 100x100 --show search --strategy roth --output p.svg",
    ] {
        let output = tabuleiro(words, folder.path());
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "as it was", "{words}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    assert!(tabuleiro("tour draw --size 5x5 --output p.svg", folder.path()).status.success());
    assert!(fs::read_to_string(&path).unwrap().ends_with("</svg>\n"));
}

#[cfg(unix)]
#[test]
fn a_picture_for_which_there_is_no_room_or_no_time_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.svg");
    fs::write(&path, "as it was").unwrap();
    for (words, exit, code) in [
        ("tour draw --size 65536x65536 --show instance", 3, "D0104"),
        ("tour draw --size 65536x65536 --show instance --output p.txt", 3, "D0104"),
        ("tour draw --size 65536x65536 --show instance --output p.svg", 2, "D0103"),
        ("tour draw --size 1000000000x1000000000 --show instance --output p.svg", 2, "D0103"),
        ("tour draw --size 1000000000x1000000000 --show search --output p.gif", 2, "D0103"),
        ("tour draw --size 1000x1000 --show search --memory-limit 8MiB --output p.png", 3, "D0104"),
        (
            "tour draw --size 1000x1000 --show instance --memory-limit 16MiB --output p.png",
            3,
            "D0104",
        ),
        ("tour draw --size 1000x1000 --memory-limit 20MiB --output p.svg", 3, "D0104"),
        ("tour draw --size 5000x5000 --show instance --time-limit 1ms --output p.svg", 3, "D0104"),
        ("tour watch --size 65536x65536 --plain", 2, "B0105"),
        ("tour watch --size 1000x1000 --plain --memory-limit 16MiB", 3, "D0104"),
    ] {
        // A gigabyte of addresses: whoever takes what it did not claim is stopped by the system.
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_tabuleiro"))
            .args(words.split(' '))
            .current_dir(folder.path())
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(exit), "{words}: {said}");
        assert!(said.contains(code), "{words}: {said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "as it was", "{words}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{words}");
    }
}

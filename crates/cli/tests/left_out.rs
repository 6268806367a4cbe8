//! A program built without a feature says so, and does all the rest: `cargo test -p tabuleiro-cli
//! --no-default-features --test left_out`.
#![cfg(not(any(
    feature = "cluster",
    feature = "judge",
    feature = "print",
    feature = "watch",
    feature = "web"
)))]

use std::process::Command;

#[test]
fn what_was_left_out_is_refused_in_every_language_and_nothing_else_is() {
    let refused = [
        ("serve --no-open", "`serve`", "web"),
        ("page --output never", "`page`", "web"),
        ("pegs judge board.txt", "`judge`", "judge"),
        ("pegs validate board.txt", "`validate`", "judge"),
        ("tour watch --size 5x5", "`watch`", "watch"),
        ("tour play --size 5x5", "`play`", "watch"),
        ("tour book --output book.pdf", "`book`", "print"),
        ("book plan.toml --output book.pdf", "`book`", "print"),
        ("tour draw --size 5x5 --output tour.pdf", "`--output FILE.pdf`", "print"),
        ("tour draw --size 5x5 --sheet 2x2 --output tour.pdf", "`--sheet`", "print"),
        ("pegs count --processes 2", "`--processes`", "cluster"),
        ("pegs count --hosts hosts.txt --process 0", "`--hosts`", "cluster"),
    ];
    for (lang, without) in [("en", "was built without"), ("pt-BR", "foi compilado sem")] {
        for (words, what, feature) in refused {
            let (code, out, said) = run(&format!("{words} --lang {lang}"));
            assert_eq!((code, out.as_str()), (Some(2), ""), "{words}: {said}");
            for part in ["error[U0129]", without, what, &format!("--features {feature}")] {
                let part = if lang == "en" { part } else { part.trim_start_matches("error") };
                assert!(said.contains(part), "{words}: {part} is not in {said}");
            }
        }
    }
    let (code, out, said) = run("tour count --size 5x5");
    assert_eq!(code, Some(0), "{said}");
    assert!(out.starts_with("1,728 "), "{out}");
}

fn run(words: &str) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    let output = program.args(words.split(' ')).env("LANG", "C").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

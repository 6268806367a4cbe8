//! How fast programs are judged: ruling on answers, starting a program, and a class of 30 programs that answer 100 boards
//! at once, each board a run of its own. The bench is its own launcher.

#[path = "../../tabuleiro/benches/goals.rs"]
mod goals;
#[path = "../../tabuleiro/benches/machine.rs"]
#[allow(dead_code, reason = "no program is run here that is measured alone")]
mod machine;
#[path = "../../tabuleiro/benches/stopwatch.rs"]
mod stopwatch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use search::Limits;
use tabuleiro::KINDS;
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::shape::Manner;
use tabuleiro_judge::cases::CaseReader;
use tabuleiro_judge::class::{Feed, Judge, Read};
use tabuleiro_judge::ruling::{Counted, Rules};
use tabuleiro_judge::run::{Ended, Program, RunLimits, run};

use goals::{Goals, short};
use stopwatch::best;

/// Boards of a coursework, and programs of a class.
const BOARDS: u64 = 100;
const CLASS: usize = 30;

fn main() -> ExitCode {
    if let Some(exit) = tabuleiro_judge::launched() {
        return exit;
    }
    println!("{}", machine::machine());
    let mut goals = Goals::default();
    for &kind in KINDS.iter().filter(|kind| kind.problem().is_some()) {
        let (boards, output) = answered(kind);
        let rules = rules(kind);
        let seconds = best(5, || {
            let ruled = rules.rule("output", &output, &boards);
            assert!(ruled.boards.iter().all(|board| board.why.is_empty()), "right answers");
        });
        let each = seconds / boards.len() as f64;
        let name = kind.about().name;
        let met = goals.against("a ruling in 1 ms", Some(1e-3 / each));
        println!("{name}: {} µs a ruling, {met} of the goal", short(1e6 * each));
    }
    let folder = tempfile::tempdir().expect("a folder for files");
    let program = Program {
        words: vec!["true".into()],
        folder: folder.path().to_owned(),
        input: Arc::default(),
        readable: Vec::new(),
    };
    let limits = RunLimits::default();
    let start = best(50, || {
        let ran = run(&program, &limits, &Arc::default());
        assert_eq!(ran.ended, Ended::Exit(0), "{}", ran.errors);
    });
    let met = goals.against("a start in 10 ms", Some(1e-2 / start));
    println!("a program that does nothing: {} ms, {met} of the goal", short(1e3 * start));
    let judge = class(folder.path(), limits);
    let seconds = best(1, || {
        for number in 0..CLASS {
            let result = judge.judge(&number.to_string(), folder.path(), None, &mut |_, _| ());
            assert_eq!(result.right().0, BOARDS as usize, "right answers");
        }
    });
    let met = goals.against("30 x 100 runs in 60 s", Some(60.0 / seconds));
    println!("{CLASS} programs, {BOARDS} runs each: {} s, {met} of the goal", short(seconds));
    println!("{}", goals.summary());
    ExitCode::SUCCESS
}

fn rules(kind: &'static dyn Kind) -> Rules {
    Rules {
        kind,
        manner: Manner::default(),
        own: Limits { time: Some(Duration::from_secs(10)), ..Limits::default() },
        compare: Vec::new(),
        counted: Counted::default(),
        effort: None,
        over_limit_counts: false,
        lang: Lang::En,
        cancel: Arc::default(),
    }
}

/// Boards as online judges have them, of the hardest group with a solution, and an output with all answers.
fn answered(kind: &'static dyn Kind) -> (Vec<Box<dyn Session>>, Vec<u8>) {
    let (problem, coursework) = (kind.problem().expect("chosen"), kind.coursework().expect("one"));
    let mut groups = problem.groups.iter().filter(|(name, _)| *name != "impossible");
    let (_, group) = groups.next_back().expect("a group");
    let mut options = Options::default();
    group.iter().for_each(|&(name, value)| options.set(name, value));
    let (mut boards, mut output) = (Vec::new(), Vec::new());
    for seed in 1..=BOARDS {
        let made = kind.generate(&options, seed, &Limits::default());
        let session = made.unwrap_or_else(|_| panic!("nothing limits the bench")).result.session;
        let best = kind.best_strategy();
        let answer = session.solve(best, &Options::default(), &Limits::default());
        let answer = answer.unwrap_or_else(|_| panic!("nothing limits the bench"));
        coursework.write(seed as usize, &answer, &mut output).expect("memory can be written to");
        boards.push(session);
    }
    (boards, output)
}

/// A class of programs that know one answer, and boards that it is the answer to.
fn class(folder: &Path, limits: RunLimits) -> Judge {
    let kind = *KINDS.iter().find(|kind| kind.about().name == "lost-knight").expect("it is listed");
    let cases = folder.join("cases");
    fs::create_dir(&cases).expect("a folder");
    for board in 0..BOARDS {
        fs::write(cases.join(board.to_string()), "C..x\n.x..\n...S\n").expect("a file");
    }
    let paths = [cases.display().to_string()];
    let (limits_of_all, options) = (Limits::default(), Options::default());
    let bytes = |path: &Path| Ok(fs::read(path).expect("a file"));
    let reader =
        CaseReader { kind, options: &options, each: false, limits: &limits_of_all, bytes: &bytes };
    let cases = reader.read(&paths).unwrap_or_else(|fault| panic!("{}", fault.render(Lang::En)));
    Judge {
        rules: rules(kind),
        cases,
        limits,
        build_limits: limits,
        build: Vec::new(),
        command: vec!["echo".to_owned(), "1".to_owned()],
        wrap: Vec::new(),
        feed: Feed::Stdin,
        read: Read::Stdout,
        readable: Vec::<PathBuf>::new(),
        whole: Limits::default(),
    }
}

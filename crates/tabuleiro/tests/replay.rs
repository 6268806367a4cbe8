//! What every puzzle promises of pictures of its answers: a solution that is replayed ends as the solution looks,
//! and an argument is seen.

mod kinds;

use search::{Event, Limits, Meter, Outcome, Proof};
use tabuleiro::board::Square;
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::scene::{Cell, Pen, Scene, Tone};
use tabuleiro::text::Source;

use kinds::kinds;

/// A scene, and the events that were drawn on it.
struct Watched {
    scene: Scene,
    events: Vec<Event<()>>,
}

impl Pen for Watched {
    fn tone(&mut self, square: Square, tone: Tone) {
        self.scene.tone(square, tone);
    }
    fn number(&mut self, square: Square, number: Option<i32>) {
        self.scene.number(square, number);
    }
    fn link(&mut self, from: Square, to: Square) {
        self.scene.link(from, to);
    }
    fn link_across(&mut self, from: Square, to: Square, step: (i64, i64)) {
        self.scene.link_across(from, to, step);
    }
    fn unlink(&mut self) {
        assert!(!self.scene.links().is_empty(), "there is no link to take away");
        self.scene.unlink();
    }
    fn sign(&mut self, less: Square, more: Square) {
        self.scene.sign(less, more);
    }
    fn marks(&mut self, square: Square, marks: u64) {
        self.scene.marks(square, marks);
    }
    fn pass(&mut self, event: Event<()>) {
        self.events.push(event);
    }
}

/// What of a cell a replay must bring about: its number, and whether a piece stands on it.
fn seen(cell: Cell) -> (Option<i32>, bool, bool) {
    let piece = matches!(cell.tone, Tone::Peg | Tone::CurrentPeg | Tone::MarkedPeg);
    (cell.number, piece, cell.tone == Tone::Outside)
}

/// Every example of a kind, and some instances that it makes.
fn instances(kind: &'static dyn Kind) -> Vec<Box<dyn Session>> {
    let options = Options::default();
    let open = |text: &str| {
        let source = Source::new("example", text);
        kind.open(&source, &options).next().expect("an instance").expect("a legal one")
    };
    let examples = kind.about().examples.iter().map(|example| open(example.text));
    let mut small = Options::default();
    kind.about().small.iter().for_each(|&(name, value)| small.set(name, value));
    let limits = Limits::default();
    let made = (1..20).filter_map(|seed| kind.generate(&small, seed, &limits).ok());
    examples.chain(made.map(|report| report.result.session)).collect()
}

#[test]
fn a_replay_ends_as_the_solution_looks() {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    for kind in kinds() {
        let mut replayed = 0;
        for session in instances(kind) {
            let answer = session.solve(kind.best_strategy(), &Options::default(), &limits).unwrap();
            let Outcome::Solved(solution) = &answer.result else { continue };
            let mut meter = Meter::new(&limits);
            let solved = solution.scene(&mut meter).unwrap();
            let scene = session.scene(&mut meter).unwrap();
            let mut watched = Watched { scene, events: Vec::new() };
            solution.replay(&mut watched, &mut meter).unwrap();
            for square in solved.size().squares() {
                let (now, then) = (watched.scene.cell(square), solved.cell(square));
                assert_eq!(seen(now), seen(then), "{} {square}", kind.about().name);
            }
            let (first, rest) = watched.events.split_first().expect("a replay has a beginning");
            assert!(matches!(first, Event::Root(_)));
            assert!(rest.iter().all(|event| matches!(event, Event::Make(()))));
            replayed += rest.len();
            // A picture of the search with the solution on it has all of the solution.
            let over = solution.scene_over(watched.scene, &mut meter).unwrap();
            assert!(solved.size().squares().all(|at| seen(over.cell(at)) == seen(solved.cell(at))));
            assert_eq!(over.links(), solved.links(), "{}", kind.about().name);
        }
        assert!(replayed > 0, "{}", kind.about().name);
    }
}

#[test]
fn an_argument_has_no_steps_and_can_be_painted() {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    for kind in kinds() {
        for session in instances(kind) {
            let answer = session.solve(kind.best_strategy(), &Options::default(), &limits).unwrap();
            let Outcome::Impossible(Proof::Argument(argument)) = &answer.result else { continue };
            let mut meter = Meter::new(&limits);
            assert_eq!(argument.scene(&mut meter).unwrap().size(), session.extent());
            let scene = session.scene(&mut meter).unwrap();
            let mut watched = Watched { scene, events: Vec::new() };
            argument.replay(&mut watched, &mut meter).unwrap();
            assert!(watched.events.is_empty());
        }
    }
}

/// The cells that the argument on this board marks or writes on.
fn told(name: &str, text: &str) -> usize {
    let kind = kinds().find(|kind| kind.about().name == name).expect("a puzzle");
    let (source, options, limits) =
        (Source::new("board", text), Options::default(), Limits::default());
    let session = kind.open(&source, &options).next().expect("one").expect("legal");
    let answer = session.solve(kind.best_strategy(), &options, &limits).unwrap();
    let found = answer.finding().expect("an argument");
    let scene = found.scene(&mut Meter::new(&limits)).unwrap();
    let is_told = |cell: Cell| {
        matches!(cell.tone, Tone::Marked | Tone::MarkedPeg)
            || cell.number.is_some() && cell.tone != Tone::Given
    };
    scene.size().squares().filter(|&square| is_told(scene.cell(square))).count()
}

#[test]
fn proofs_are_painted() {
    // A parity class of pegs; the squares that enclose a knight; a square with too few neighbours; a chain of
    // cells with too few values.
    assert_eq!(told("pegs", "ooooooo\nooooooo\nooooooo\nooo.ooo\nooooooo\nooooooo\nooooooo\n"), 25);
    let wood = "plane\nCx....x...\n..xx.x....\nx.x.x..x..\n.x.x...x..\nx.x.x.....\n..........\n......x.xx\n\
                .......x..\n......x..S\n......xx..\n";
    assert_eq!(told("lost-knight", wood), 76);
    assert!(told("tour", "...\n...\n...\n") >= 1);
    assert_eq!(told("futoshiki", "3 < .   .\n.   .   .\n.   .   .\n"), 2);
}

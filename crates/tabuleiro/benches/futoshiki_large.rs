//! Large boards: the time of each.

use std::hint::black_box;
use std::time::Duration;

use search::{Limits, Meter, Outcome};
use tabuleiro::contract::{Options, Solve};
use tabuleiro::futoshiki::Futoshiki;
use tabuleiro::random::Rng;

use super::figures::Figure;
use super::futoshiki_boards as boards;
use super::goals::short;
use super::peer::{Patience, Peer};
use super::stopwatch::best;
use super::{Bench, Wanted, solutions};

/// Large boards: name, order, givens and signs in a hundred, goal in milliseconds.
const LARGE: &[(&str, usize, usize, usize, Figure)] = &[
    ("15, 10 % givens", 15, 10, 30, Figure::Is(1.1)),
    ("15, 35 % givens", 15, 35, 30, Figure::Is(0.65)),
    ("20, 10 % givens", 20, 10, 30, Figure::Absent),
    ("20, 35 % givens", 20, 35, 30, Figure::Is(3.8)),
    ("25, 10 % givens", 25, 10, 30, Figure::Absent),
    ("25, 35 % givens", 25, 35, 30, Figure::Is(6.4)),
    ("30, 10 % givens", 30, 10, 30, Figure::Absent),
    ("30, 35 % givens", 30, 35, 30, Figure::Is(28.0)),
    ("QWH-30", 30, 58, 0, Figure::Is(33.0)),
    ("QWH-33", 33, 58, 0, Figure::Is(86.0)),
];
/// Boards of order 25 to be proved unique: name, givens and signs in a hundred.
const UNIQUE: &[(&str, usize, usize)] = &[
    ("45 % givens, 30 % signs", 45, 30),
    ("45 % givens, no signs", 45, 0),
    ("50 % givens, 30 % signs", 50, 30),
    ("50 % givens, no signs", 50, 0),
];
/// Large boards of each kind.
const NUMBER: usize = 7;
impl Bench {
    /// Milliseconds to the first solution of a large board.
    pub(crate) fn large(&mut self) {
        println!("\nmilliseconds to the first solution, in the middle of {NUMBER} boards");
        println!(
            "{:20} {:>10} {:>10} {:>8}{}   the best to ours, goal 5x",
            "",
            "ours",
            "goal",
            "to goal",
            self.columns()
        );
        for &(name, order, givens, signs, goal) in LARGE {
            let boards = samples(order, givens, signs);
            let ours: Vec<Option<f64>> =
                boards.iter().map(|board| Some(best(3, || assert!(is_solved(board))))).collect();
            let ours = median(&ours).unwrap_or(f64::INFINITY) * 1e3;
            let mut line = String::new();
            let mut fastest = None;
            for peer in &self.peers {
                let clauses = ["cadical", "cp-sat"].contains(&peer.name);
                let each = Duration::from_millis(if clauses { 3000 } else { 700 });
                let patience = Patience { each, all: each * NUMBER as u32 };
                // The others do not finish boards of order 20.
                let figure = if clauses || order <= 20 {
                    let found = [1; NUMBER];
                    let times = self.ask(peer, &boards, Wanted::First, &found, patience);
                    let over = Figure::Past('>', each.as_secs_f64() * 1e3);
                    median(&times).map_or(over, |time| Figure::Is(time * 1e3))
                } else {
                    Figure::Absent
                };
                line += &format!(" {figure:>11}");
                fastest = fastest.into_iter().chain(figure.known()).reduce(f64::min);
            }
            let to_goal = self.goals.against(name, goal.known().map(|goal| goal / ours));
            let to_peers = fastest.map(|fastest| fastest / ours);
            self.goals.against(&format!("{name} to peers"), to_peers.map(|ratio| ratio / 5.0));
            let to_peers = to_peers.map_or(Figure::Absent, Figure::Is);
            println!("{name:20} {:>10} {goal:>10} {to_goal:>8}{line}   {to_peers}x", short(ours));
        }
    }

    /// Milliseconds to the proof that a large board has one solution, or two.
    pub(crate) fn unique(&mut self) {
        println!(
            "\norder 25, milliseconds to the proof of one solution or the second: middle, worst"
        );
        let clausal: Vec<&Peer> =
            self.peers.iter().filter(|peer| ["cadical", "cp-sat"].contains(&peer.name)).collect();
        let columns: String =
            clausal.iter().map(|peer| format!(" {:>9} {:>9}", peer.name, "")).collect();
        println!(
            "{:25} {:>9} {:>9}{columns}   ours to the better, at worst, goal 2x",
            "", "ours", ""
        );
        for &(name, givens, signs) in UNIQUE {
            let boards = samples(25, givens, signs);
            let found: Vec<u64> = boards.iter().map(solutions).collect();
            let time = |board: &Futoshiki| {
                best(2, || {
                    black_box(solutions(board));
                })
            };
            let ours: Vec<Option<f64>> = boards.iter().map(|board| Some(time(board))).collect();
            let each = Duration::from_secs(10);
            let patience = Patience { each, all: 3 * each };
            let mut line = String::new();
            let mut better = [each.as_secs_f64(); NUMBER];
            let figures = |times: &[Option<f64>]| {
                let all = times.len() == NUMBER && times.iter().all(Option::is_some);
                let worst = times.iter().flatten().fold(0.0, |worst: f64, time| worst.max(*time));
                let over = Figure::Past('>', each.as_secs_f64() * 1e3);
                let middle = median(times).map_or(over, |time| Figure::Is(time * 1e3));
                let worst = if all { Figure::Is(worst * 1e3) } else { over };
                format!(" {middle:>9} {worst:>9}")
            };
            for peer in &clausal {
                let times = self.ask(peer, &boards, Wanted::Unique, &found, patience);
                for (better, time) in better.iter_mut().zip(&times) {
                    *better = time.map_or(*better, |time| better.min(time));
                }
                line += &figures(&times);
            }
            let ratios = ours.iter().flatten().zip(better).map(|(ours, better)| ours / better);
            let worst = ratios.fold(0.0, f64::max);
            let to_goal = (!clausal.is_empty()).then_some(2.0 / worst);
            self.goals.against(&format!("order 25, {name}, at worst"), to_goal);
            println!("{name:25}{}{line}   {}x", figures(&ours), short(worst));
        }
    }
}

/// Boards of one kind.
fn samples(order: usize, givens: usize, signs: usize) -> Vec<Futoshiki> {
    let mut rng = Rng::new(11);
    (0..NUMBER).map(|_| boards::sample(order, givens, signs, &mut rng)).collect()
}

/// Whether the default strategy finds a solution.
fn is_solved(board: &Futoshiki) -> bool {
    let limits = Limits::default();
    let plan = board.plan("fast", &Options::default()).expect("a strategy");
    let outcome = board.solve(&plan, &mut Meter::new(&limits), &mut (), &mut Vec::new());
    matches!(outcome, Outcome::Solved(_))
}

/// The middle one of some times in seconds, those unknown being the longest.
fn median(times: &[Option<f64>]) -> Option<f64> {
    let mut times: Vec<f64> = times.iter().map(|time| time.unwrap_or(f64::INFINITY)).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().filter(|time| time.is_finite())
}

//! `peers <SOLVER> <first|unique> <FILE>`: a solver by somebody else on a file of Futoshiki boards in
//! the coursework's notation. Says `ready`, then of each board how many solutions it found, one or two
//! at most, and the seconds that took; building the solver's model is not counted.

mod board;
mod cadical;
mod csp_solver;
mod pumpkin;

use std::io::Write;

use board::Board;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [solver, wanted, file] = &words[..] else {
        panic!("peers <cadical|csp-solver|pumpkin> <first|unique> <FILE>");
    };
    let solve = match solver.as_str() {
        "cadical" => cadical::solve,
        "csp-solver" => csp_solver::solve,
        "pumpkin" => pumpkin::solve,
        _ => panic!("no solver is called {solver}"),
    };
    let most = if wanted == "unique" { 2 } else { 1 };
    let text = std::fs::read_to_string(file).expect("a file of boards");
    let mut out = std::io::stdout().lock();
    let mut tell = |line: String| writeln!(out, "{line}").and_then(|()| out.flush());
    let mut told = tell("ready".to_owned());
    for board in Board::read(&text) {
        // Who measures may have lost patience; then nobody listens any more.
        if told.is_err() {
            return;
        }
        let (found, took) = solve(&board, most);
        told = tell(format!("{found} {:e}", took.as_secs_f64()));
    }
}

//! How fast books are made: 100 boards of five sizes and all difficulties up to `hard`, generated, proved, solved and
//! set; typesetting alone; and how large 500 pages are. Figures are the best of some turns, with the processor time that
//! the program used where the system tells it.

#[path = "../../tabuleiro/benches/goals.rs"]
mod goals;
#[path = "../../tabuleiro/benches/machine.rs"]
#[allow(dead_code, reason = "no program is run here")]
mod machine;
#[path = "../../tabuleiro/benches/stopwatch.rs"]
mod stopwatch;

use search::{Limits, Meter};
use tabuleiro::KINDS;
use tabuleiro::contract::Options;
use tabuleiro::locale::Lang;
use tabuleiro_print::{Collector, Order, Part, Settings, Taken, book, made};

use goals::{Goals, short};
use stopwatch::best;

fn main() {
    println!("{}", machine::machine());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(2);
    let mut goals = Goals::default();
    let mut parts = Vec::new();
    let making = best(1, || parts = hundred(threads));
    let settings = Settings::new("Bench", Lang::En);
    let typeset = |parts: &[Part]| book(&settings, parts, threads, &mut Meter::unlimited());
    let mut done = None;
    let setting = best(5, || done = typeset(&parts).ok());
    let pages = done.map_or(0, |made| made.pages);
    let whole = making + setting;
    let met = goals.against("100 boards in 5 s", Some(5.0 / whole));
    println!(
        "100 boards, 5x5 to 9x9, trivial..hard, {threads} threads: {} s to make, {} ms to set, {met} of the goal",
        short(making),
        short(1e3 * setting)
    );
    let rate = pages as f64 / setting;
    let met = goals.against("1,000 pages a second", Some(rate / 1000.0));
    println!("{pages} pages: {} pages a second, {met} of the goal", short(rate));
    // One puzzle on a page: as many pages as there are puzzles.
    let small = one(5, 420, "trivial..tricky", threads);
    let parts = [Part { per_page: Some(1), ..small }];
    let mut large = None;
    let setting = best(3, || large = typeset(&parts).ok());
    let Some(made) = large else { return };
    let megabytes = made.pdf.len() as f64 / 1e6 * 500.0 / made.pages as f64;
    let met = goals.against("500 pages in 10 MB", Some(10.0 / megabytes));
    let rate = made.pages as f64 / setting;
    println!(
        "{} pages with a board each: {} pages a second, 500 pages are {} MB, {met} of the goal",
        made.pages,
        short(rate),
        short(megabytes)
    );
    println!("{}", goals.summary());
}

/// Boards of one size.
fn one(order: usize, number: usize, difficulty: &str, threads: usize) -> Part {
    let kind = *KINDS.iter().find(|kind| kind.about().name == "futoshiki").expect("it is listed");
    let mut options = Options::default();
    options.set("order", order.to_string());
    options.set("difficulty", difficulty);
    let limits = Limits::default();
    let collector = Collector { limits: &limits, threads, ready: &|| {} };
    let order = Order { kind, options, number, seed: 1 };
    let entries = made(&order, &mut Taken::new(), &collector, &mut Meter::unlimited());
    let entries = entries.unwrap_or_else(|_| panic!("nothing limits the bench"));
    Part { title: format!("{} boards", entries.len()), per_page: None, entries, example: None }
}

fn hundred(threads: usize) -> Vec<Part> {
    (5..=9).map(|order| one(order, 20, "trivial..hard", threads)).collect()
}

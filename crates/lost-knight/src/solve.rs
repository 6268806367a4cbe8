//! The strategies, and the one place that chooses among them.

use search::{
    End, Ended, Ends, Flood, Limit, Marks, Meter, Observer, Outcome, Proof, Reach, breadth_first,
};

use super::planes::flood;
use super::{Around, Choice, Enclosure, Local, LostKnight, Route, Width, bits, trace};
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Options, Solve, StrategySpec};
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::Diagnostic;

/// A strategy with what it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How the exit is looked for.
    pub way: Method,
    /// Which of the shortest paths is told.
    pub choice: Choice,
    /// What a strategy by bits may ask of the processor.
    pub width: Width,
}

impl Plan {
    fn new(way: Method, options: &Options) -> Result<Plan, Diagnostic> {
        let choice = options.get("path").map(|value| Choice::parse("path", value));
        Ok(Plan { way, choice: choice.transpose()?.unwrap_or_default(), width: Width::detect() })
    }
}

/// How the exit is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Square by square, through the engine.
    Queue(Ends),
    /// By whole blocks of squares, one bit each.
    Bits,
    /// By squares or by blocks, whichever is faster at the moment.
    Auto,
}

/// A queue is through with fewer free squares than this before planes are laid out.
const FEW: u32 = 400;

impl Solve<Local> for LostKnight {
    /// A square by its place in reading order.
    type Step = u32;
    type Plan = Plan;
    const STRATEGIES: &'static [StrategySpec<Self, Plan>] = &[
        StrategySpec {
            name: "queue",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Queue(Ends::One), options),
        },
        StrategySpec {
            name: "both-ends",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Queue(Ends::Both), options),
        },
        StrategySpec {
            name: "bits",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Bits, options),
        },
        StrategySpec {
            name: "auto",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Auto, options),
        },
    ];

    fn solve<O: Observer<u32>>(
        &self,
        how: &Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        _: &mut Vec<Message>,
    ) -> Outcome<Route, Enclosure> {
        let flood = match how.way {
            Method::Queue(ends) => return search(self, ends, how.choice, meter, observer),
            Method::Auto if has_few(self) => {
                return search(self, Ends::One, how.choice, meter, observer);
            }
            Method::Bits => flood::Strategy::Bits,
            Method::Auto => flood::Strategy::Auto,
        };
        let found = bits::solve(self, flood, how, meter, observer);
        // A piece may leap too far for bit planes.
        found.unwrap_or_else(|| search(self, Ends::One, how.choice, meter, observer))
    }
}

/// Whether a queue is through before planes are laid out. Most boards tell at their start.
fn has_few(board: &LostKnight) -> bool {
    let area = board.size().area() as usize;
    let blocked = |at: usize, count: u32| board.blocked().bits(at, count) << (64 - count);
    let free = (0..area).step_by(64).try_fold(0, |free, at| {
        let count = (area - at).min(64) as u32;
        let free = free + count - blocked(at, count).count_ones();
        (free < FEW).then_some(free)
    });
    free.is_some()
}

/// The board as the engine sees it, one byte a square, if there is memory for that.
pub(super) fn marks(board: &LostKnight, meter: &mut Meter<'_>) -> Result<Marks, Limit> {
    let area = board.size().area();
    meter.claim(area)?;
    Marks::within(area as usize, |place| board.is_free(place), meter)
}

fn search<O: Observer<u32>>(
    board: &LostKnight,
    ends: Ends,
    choice: Choice,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Outcome<Route, Enclosure> {
    let mut marks = match marks(board, meter) {
        Ok(marks) => marks,
        Err(limit) => return Outcome::Unknown(limit),
    };
    let moves = board.moves();
    let between = (&board.places(board.knights())[..], &board.places(board.exits())[..]);
    match breadth_first(&moves, &mut marks, between, ends, meter, observer) {
        Flood::Met(meeting) => match trace::path(&moves, &marks, &meeting, choice, meter) {
            Ok(path) => {
                let path = path.into_iter().map(|place| board.square(place));
                Outcome::Solved(Route::along(path.collect::<Vec<Square>>()))
            }
            Err(limit) => Outcome::Unknown(limit),
        },
        Flood::Enclosed(end) => {
            let mut squares = Squares::none(marks.len());
            let places = 0..marks.len() as u32;
            for place in places.filter(|&place| marks.is_reached(place, end)) {
                squares.insert(place as usize);
            }
            let around = match end {
                End::Root => Around::Knights,
                End::Target => Around::Exits,
            };
            let enclosure = Enclosure::new(around, board.size(), squares);
            Outcome::Impossible(Proof::Argument(enclosure))
        }
        Flood::Stopped(Ended::Cut(limit)) => Outcome::Unknown(limit),
        Flood::Stopped(_) => Outcome::Unknown(Limit::Incomplete),
    }
}

//! A tiny puzzle that shows what a room is made of, and that the contract needs no more: n queens
//! on an n x n board, none attacking another. It registers itself in the tests' own list of kinds.

use std::io::{self, Write};
use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{
    Ended, Event, Meter, Observer, Outcome, Proof, PruneReason, Reach, Tree, Verdict, depth_first,
};
use tabuleiro::answers::Object;
use tabuleiro::board::{Size, Square};
use tabuleiro::canvas::Canvas;
use tabuleiro::contract::*;
use tabuleiro::explain::{Advice, Assertion, Explain, Lessons, SquareRole, Step, Technique};
use tabuleiro::kind::{Kind, KindOf};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::play::{Action, Fault, Move, Play, PlayState};
use tabuleiro::scene::{Pen, Tone};
use tabuleiro::text::{Diagnostic, Line, Source};

/// Every kind that the contract is tested on: the real ones, and this one.
pub(crate) fn kinds() -> impl Iterator<Item = &'static dyn Kind> {
    tabuleiro::KINDS.iter().copied().chain([&KindOf::<Queens, Local>::KIND as &dyn Kind])
}

// mod.rs of a room: the instance, text in and out ------------------------------------------------

/// This crate in the headers of what it implements for the type of its rules.
#[derive(Debug)]
pub(crate) struct Local;

/// The number of queens.
#[derive(Debug)]
pub(crate) struct Queens(u32);

/// The column of the queen of each row, from 0.
#[derive(Debug)]
pub(crate) struct Columns(Vec<u32>);

/// Two or three queens: whatever square the first takes, it attacks all but two squares of the
/// others' rows, and those attack each other.
#[derive(Debug)]
pub(crate) struct TooSmall;

impl Puzzle for Queens {
    const ABOUT: About = About {
        name: "queens",
        rules: |_| "Put n queens on an n x n board so that none attacks another.",
        examples: &[Example { name: "six", text: "6\n", countable: true }],
        options: &[OptionSpec { name: "queens", takes: Takes::Value, role: Role::Instance }],
        small: &[],
        counters: &[],
    };
    type Solution = Columns;
    type Argument = TooSmall;

    fn read<'a>(
        source: &'a Source,
        _: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Self, Diagnostic>> + 'a> {
        let fault = || Diagnostic::new("I0004").in_file(source.name());
        match numbers(source) {
            Err(fault) => Box::new(std::iter::once(Err(fault))),
            Ok(all) if all.is_empty() => Box::new(std::iter::once(Err(fault()))),
            Ok(all) => Box::new(all.into_iter().map(move |n| match n {
                1..=32 => Ok(Queens(n)),
                _ => Err(fault()),
            })),
        }
    }

    fn from_options(options: &Options, _: &mut Meter<'_>) -> Result<Option<Self>, RunError> {
        let Some(value) = options.get("queens") else { return Ok(None) };
        Ok(Self::read(&Source::option("queens", value), options).next().transpose()?)
    }

    fn implied_by(source: &Source, _: &Options) -> Result<Self, Diagnostic> {
        Ok(Queens(numbers(source)?.len() as u32))
    }

    fn footprint(&self) -> u64 {
        // A number is no memory to speak of.
        0
    }

    fn text_length(&self) -> u64 {
        3
    }

    fn text(&self) -> String {
        format!("{}\n", self.0)
    }

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        let malformed = || Diagnostic::new("I0004").in_file(source.name());
        let columns = if source.text()?.trim_start().starts_with('{') {
            match Object::read(source)?.ok_or_else(malformed)? {
                Object::Solution(list) => {
                    let number = |value: &serde_json::Value| u32::try_from(value.as_u64()?).ok();
                    let list = list.as_array().ok_or_else(malformed)?;
                    list.iter().map(number).collect::<Option<_>>().ok_or_else(malformed)?
                }
                Object::Proof(_) => return Ok(Claim::Argument(TooSmall).into()),
                Object::Impossible => return Ok(Statement::Impossible),
                Object::Unknown => return Ok(Statement::Unknown),
            }
        } else {
            numbers(source)?
        };
        let columns = columns.into_iter().map(|n: u32| n.wrapping_sub(1)).collect();
        Ok(Claim::Solution(Columns(columns)).into())
    }

    fn answer_extent(&self, _: &[Line<'_>]) -> Extent {
        1.into()
    }
}

/// All numbers of a text, whatever stands between them; remarks begin with `=`.
fn numbers(source: &Source) -> Result<Vec<u32>, Diagnostic> {
    let told = source.text()?.lines().filter(|line| !line.starts_with('='));
    let text = told.collect::<Vec<_>>().join("\n");
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    Ok(words.map(|word| word.parse().unwrap_or(u32::MAX)).collect())
}

impl Print for Columns {
    fn print(&self, format: Format, _: Lang, out: &mut dyn Write) -> io::Result<()> {
        let words: Vec<String> = self.0.iter().map(|column| (column + 1).to_string()).collect();
        match format {
            Format::Json => write!(out, "[{}]", words.join(",")),
            Format::Text | Format::Coursework => writeln!(out, "{}", words.join(" ")),
        }
    }
}

impl Print for TooSmall {
    fn print(&self, format: Format, _: Lang, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Json => write!(out, "\"too-small\""),
            Format::Text | Format::Coursework => writeln!(out, "too-small"),
        }
    }
}

// verify.rs ---------------------------------------------------------------------------------------

impl Verify for Queens {
    fn verify(&self, Columns(columns): &Columns) -> Result<(), Message> {
        let flaw = || Message::new("stats.nodes").with("n", 0u64);
        if columns.len() != self.0 as usize || columns.iter().any(|&column| column >= self.0) {
            return Err(flaw());
        }
        for (row, &column) in columns.iter().enumerate() {
            for (other_row, &other) in columns.iter().enumerate().skip(row + 1) {
                let apart = (other_row - row) as u32;
                if column == other || column.abs_diff(other) == apart {
                    return Err(flaw());
                }
            }
        }
        Ok(())
    }

    fn refute(&self, _: &TooSmall) -> Result<(), Message> {
        let holds = matches!(self.0, 2 | 3);
        if holds { Ok(()) } else { Err(Message::new("stats.nodes").with("n", 0u64)) }
    }
}

// solve.rs: the strategy table and the room's only match ------------------------------------------

/// Row by row; or only the first column that is free in each, which may miss solutions.
#[derive(Clone, Copy)]
pub(crate) enum Plan {
    Greedy,
    Rows,
}

#[derive(Clone)]
struct Board {
    size: u32,
    columns: Vec<u32>,
    how: Plan,
}

impl Tree for Board {
    type Step = u32;
    type Choices = std::vec::IntoIter<u32>;

    fn judge(&mut self) -> Verdict {
        if self.columns.len() as u32 == self.size {
            Verdict::Goal
        } else if self.choices().len() == 0 {
            Verdict::Closed(PruneReason::Dead)
        } else {
            Verdict::Open
        }
    }

    fn choices(&mut self) -> Self::Choices {
        let attacked = |column: u32| {
            self.columns
                .iter()
                .rev()
                .zip(1..)
                .any(|(&queen, apart)| queen == column || queen.abs_diff(column) == apart)
        };
        let free: Vec<u32> = (0..self.size).filter(|&column| !attacked(column)).collect();
        let most = match self.how {
            Plan::Greedy => 1,
            Plan::Rows => free.len(),
        };
        free.into_iter().take(most).collect::<Vec<_>>().into_iter()
    }

    fn make(&mut self, column: u32) {
        self.columns.push(column);
    }

    fn unmake(&mut self, _: u32) {
        self.columns.pop();
    }
}

impl Queens {
    fn search<O: Observer<u32>>(
        &self,
        how: Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        mut on_goal: impl FnMut(Vec<u32>) -> ControlFlow<()>,
    ) -> Ended {
        let mut board = Board { size: self.0, columns: Vec::new(), how };
        depth_first(&mut board, meter, observer, |path| on_goal(path.steps().collect()))
    }
}

impl Solve<Local> for Queens {
    type Step = u32;
    type Plan = Plan;
    const STRATEGIES: &'static [StrategySpec<Self, Plan>] = &[
        StrategySpec { name: "greedy", reach: Reach::Partial, plan: |_, _| Ok(Plan::Greedy) },
        StrategySpec { name: "rows", reach: Reach::Complete, plan: |_, _| Ok(Plan::Rows) },
    ];

    fn solve<O: Observer<u32>>(
        &self,
        how: &Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        _: &mut Vec<Message>,
    ) -> Outcome<Columns, TooSmall> {
        if matches!(self.0, 2 | 3) {
            return Outcome::Impossible(Proof::Argument(TooSmall));
        }
        let mut found = None;
        let ended = self.search(*how, meter, observer, |columns| {
            found = Some(Columns(columns));
            ControlFlow::Break(())
        });
        Outcome::conclude(found, ended)
    }
}

// count.rs, generate.rs, show.rs, edit.rs ---------------------------------------------------------

impl Count<Local> for Queens {
    type Question = ();

    fn question(&self, _: &Options) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn count(
        &self,
        (): &(),
        up_to: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Counted, Diagnostic> {
        let mut found = 0u64;
        let ended = self.search(Plan::Rows, meter, &mut (), |_| {
            found += 1;
            if Some(found) == up_to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let ended = CountEnd::from(ended);
        let unit = Message::new("stats.nodes").with("n", found);
        let count = BigUint::from(found);
        Ok(Counted { count, ended, unit, way: "search", facts: Vec::new() })
    }
}

impl Generate<Local> for Queens {
    fn generate(
        _: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, RunError> {
        let instance = Queens(4 + (seed % 5) as u32);
        match instance.solve(&Plan::Rows, meter, &mut (), &mut Vec::new()) {
            Outcome::Solved(solution) => {
                let claim = Claim::Solution(solution);
                Ok(Generated { instance, claim, product: Product::Instance })
            }
            Outcome::Unknown(limit) => Err(limit.into()),
            Outcome::Impossible(_) => unreachable!("four queens and more always fit"),
        }
    }
}

impl Show<Local> for Queens {
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());

    fn extent(&self) -> Size {
        Size { rows: self.0, cols: self.0 }
    }

    fn draw(&self, _: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        Ok(())
    }

    fn paint(&self, Columns(columns): &Columns, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let mut squares = (0..).zip(columns).map(|(row, &col)| Square { row, col });
        squares.try_for_each(|square| canvas.tone(square, Tone::Path))
    }

    fn painter(&self) -> impl FnMut(Event<u32>, &mut dyn Pen) + '_ {
        let mut row = 0;
        move |event, pen| match event {
            Event::Root(_) => row = 0,
            Event::Make(col) => {
                pen.tone(Square { row, col }, Tone::Path);
                row += 1;
            }
            Event::Unmake(col) => {
                row -= 1;
                pen.tone(Square { row, col }, Tone::Plain);
            }
            Event::Close(_) | Event::Goal | Event::Queue(_) | Event::Expand(_) => {}
        }
    }
}

impl Edit for Queens {
    const BRUSHES: &'static [Brush] = &[Brush { name: "queens", of: BrushInput::Value }];

    fn touch(&self, _: &str, touch: Touch) -> Result<Self, Diagnostic> {
        let source = Source::new("touch", touch.value.to_string());
        Self::read(&source, &Options::default()).next().expect("one instance a text")
    }
}

// play.rs: what a person does by hand; with the checker of explanations, it belongs to the rules ----

/// Whether a queen of an earlier row attacks a square, and which.
fn attacker(columns: &[u32], at: Square) -> Option<Square> {
    let mut queens = (0..).zip(columns).map(|(row, &col)| Square { row, col });
    queens.find(|&queen| sees(queen, at))
}

impl Queens {
    fn put(at: Square) -> Move {
        Move { action: "put", at, to: None, value: None }
    }

    /// The squares of the next row, each with a queen that attacks it.
    fn row(&self, columns: &[u32]) -> Vec<(Square, Option<Square>)> {
        let row = columns.len() as u32;
        let squares = (0..self.0).map(|col| Square { row, col });
        squares.map(|at| (at, attacker(columns, at))).collect()
    }
}

impl Play for Queens {
    /// The column of the queen of each row, from the first on.
    type Position = Vec<u32>;
    const ACTIONS: &'static [Action] = &[Action { name: "put", of: BrushInput::Cell }];

    fn begin(&self) -> Vec<u32> {
        Vec::new()
    }

    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic> {
        let columns = (0..).zip(numbers(source)?);
        Ok(columns.map(|(row, n)| Self::put(Square { row, col: n.wrapping_sub(1) })).collect())
    }

    fn written(&self, columns: &Vec<u32>) -> String {
        let words: Vec<String> = columns.iter().map(|column| (column + 1).to_string()).collect();
        format!("{}\n", words.join(" "))
    }

    fn moves(&self, columns: &Vec<u32>, at: Square) -> Vec<Move> {
        let legal = at.row as usize == columns.len() && attacker(columns, at).is_none();
        if legal { vec![Self::put(at)] } else { Vec::new() }
    }

    fn make(&self, columns: &mut Vec<u32>, made: Move) -> Result<(), Diagnostic> {
        if made.at.col >= self.0 || self.moves(columns, made.at).is_empty() {
            return Err(Diagnostic::new("B0107"));
        }
        columns.push(made.at.col);
        Ok(())
    }

    fn faults(&self, _: &Vec<u32>) -> Vec<Fault> {
        // No move breaks a rule.
        Vec::new()
    }

    fn state(&self, columns: &Vec<u32>) -> PlayState {
        match self.row(columns) {
            _ if columns.len() as u32 == self.0 => PlayState::Won,
            row if row.iter().all(|(_, queen)| queen.is_some()) => PlayState::Stuck,
            _ => PlayState::Going,
        }
    }

    fn entails(&self, columns: &Vec<u32>, step: &Step, _: &mut Meter<'_>) -> Examined {
        let row = columns.len() as u32;
        let mut closed: Vec<u32> = Vec::new();
        for premise in &step.premises {
            let &[queen, at] = &premise.squares[..] else { return Ok(Err(flaw())) };
            let stands = columns.get(queen.row as usize) == Some(&queen.col);
            if !stands || at.row != row || !sees(queen, at) {
                return Ok(Err(flaw()));
            }
            closed.push(at.col);
        }
        let open: Vec<u32> = (0..self.0).filter(|column| !closed.contains(column)).collect();
        let (&[col], [conclusion]) = (&open[..], &step.conclusion[..]) else {
            return Ok(Err(flaw()));
        };
        let at = Square { row, col };
        let same = conclusion.squares == [at] && step.moves == [Self::put(at)];
        Ok(if same { Ok(()) } else { Err(flaw()) })
    }
}

fn sees(queen: Square, at: Square) -> bool {
    let apart = queen.row.abs_diff(at.row);
    apart > 0 && (queen.col == at.col || queen.col.abs_diff(at.col) == apart)
}

fn flaw() -> Message {
    Message::new("stats.nodes").with("n", 0u64)
}

// explain.rs --------------------------------------------------------------------------------------

impl Explain<Local> for Queens {
    const TECHNIQUES: &'static [Technique] = &[Technique { name: "only-square", cost: 10 }];

    fn show(&self, columns: &Vec<u32>, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let mut squares = (0..).zip(columns).map(|(row, &col)| Square { row, col });
        squares.try_for_each(|square| canvas.tone(square, Tone::Path))
    }

    fn advise(&self, columns: &Vec<u32>, _: &mut Meter<'_>) -> Result<Advice, Limit> {
        match self.state(columns) {
            PlayState::Won => return Ok(Advice::Won),
            PlayState::Stuck => return Ok(Advice::Lost),
            PlayState::Going => {}
        }
        let row = self.row(columns);
        let free: Vec<Square> =
            row.iter().filter(|(_, queen)| queen.is_none()).map(|(at, _)| *at).collect();
        let &[at] = &free[..] else { return Ok(Advice::Nothing) };
        let premise = |&(at, queen): &(Square, Option<Square>)| {
            let squares = vec![queen?, at];
            Some(Assertion { rule: "attacks", squares, values: Vec::new() })
        };
        let premises: Vec<Assertion> = row.iter().filter_map(premise).collect();
        let queens = premises.iter().map(|premise| (premise.squares[0], SquareRole::Premise));
        Ok(Advice::Step(Box::new(Step {
            technique: "only-square",
            cost: 10,
            squares: queens.chain([(at, SquareRole::Conclusion)]).collect(),
            premises,
            conclusion: vec![Assertion { rule: "put", squares: vec![at], values: Vec::new() }],
            moves: vec![Self::put(at)],
            place: flaw(),
            message: flaw(),
            story: Vec::new(),
        })))
    }

    fn winnable(&self, columns: &Vec<u32>, meter: &mut Meter<'_>) -> Outcome<Vec<Move>, TooSmall> {
        let mut board = Board { size: self.0, columns: columns.clone(), how: Plan::Rows };
        let mut found = None;
        let ended = depth_first(&mut board, meter, &mut (), |path| {
            let rows = (columns.len() as u32..).zip(path.steps());
            found = Some(rows.map(|(row, col)| Self::put(Square { row, col })).collect());
            ControlFlow::Break(())
        });
        Outcome::conclude(found, ended)
    }
}

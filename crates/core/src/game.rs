//! A game as frontends see it: a position with its history, without the types of its puzzle. Nothing
//! leaves through it unverified.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use search::{Limit, Limits, Meter, Outcome, Proof};

use crate::answers::Claim;
use crate::board::Square;
use crate::canvas::Canvas;
use crate::explain::{Advice, Explain, Step};
use crate::found::{Finding, Verified};
use crate::locale::Lang;
use crate::play::{Fault, Move, PlayState};
use crate::run::Report;
use crate::scene::{Scene, Tone};
use crate::text::{Diagnostic, Source};

/// An instance and what a person has done so far.
pub trait Game: Send + Sync {
    /// The same game once more: what is looked for on it leaves this one free.
    fn copy(&self) -> Box<dyn Game>;
    /// The position as text: a game of the same instance opened with it continues from here.
    fn text(&self) -> String;
    /// The moves made, from the first on, and those taken back, which come after them.
    fn history(&self) -> &History;
    /// The moves that are legal at a square, or from it.
    fn moves(&self, at: Square) -> Vec<Move>;
    /// Makes a move, or says which rule forbids it.
    fn make(&mut self, made: Move) -> Result<(), Diagnostic>;
    /// Takes the last move back, if there is one.
    fn undo(&mut self) -> Option<Move>;
    /// Makes the move again that was taken back last, if there is one.
    fn redo(&mut self) -> Option<Move>;
    /// The rules that are broken.
    fn faults(&self) -> Vec<Fault>;
    /// How the position stands.
    fn state(&self) -> PlayState;
    /// The position as a picture, with faults and, where there is one, a step from it.
    fn scene(&self, step: Option<&Step>, meter: &mut Meter<'_>) -> Result<Scene, Limit>;
    /// The easiest next step, verified.
    fn advise(&self, limits: &Limits) -> Result<Report<Advice>, Limit>;
    /// Whether the position can still be won, verified.
    fn verdict(&self, limits: &Limits) -> Report<Winnable>;
    /// Checks a step from this position, whoever found it.
    fn entails(&self, step: &Step, limits: &Limits) -> crate::contract::Examined;
}

/// Whether a position can still be won.
pub struct Winnable {
    /// The moves that win; why there are none, about the instance that is left; or the limit that
    /// left it unknown.
    pub outcome: Outcome<Vec<Move>, Finding>,
    /// Where it cannot: after how many moves of the history it last could. Nothing where it never
    /// could, or where a limit left that unknown.
    pub since: Option<usize>,
    /// Whether it is known that it never could.
    pub never: bool,
    /// Why the move after those loses, where a technique shows it.
    pub why: Option<Box<Step>>,
}

/// Moves as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    moves: Vec<Move>,
    made: usize,
}

impl History {
    /// The moves made.
    pub fn made(&self) -> &[Move] {
        &self.moves[..self.made]
    }

    /// The moves taken back, the next to be made again first.
    pub fn undone(&self) -> &[Move] {
        &self.moves[self.made..]
    }

    fn push(&mut self, made: Move) {
        self.moves.truncate(self.made);
        self.moves.push(made);
        self.made += 1;
    }
}

/// Squares of the largest board that is played by hand: whatever is done between two looks at the
/// limits takes no time and no memory to speak of.
const LARGEST: u64 = 1 << 16;

/// A game of one puzzle.
pub(crate) struct Playing<P: Explain<L>, L> {
    puzzle: Arc<P>,
    position: P::Position,
    history: History,
    whose: PhantomData<fn() -> L>,
}

impl<L: 'static, P: Explain<L>> Playing<P, L> {
    /// A game from the beginning, or from where a text says.
    pub(crate) fn open(
        puzzle: &Arc<P>,
        so_far: Option<&Source>,
    ) -> Result<Box<dyn Game>, Diagnostic> {
        let size = puzzle.extent();
        if size.area() > LARGEST {
            let fault = Diagnostic::new("B0119").with("size", size.to_string());
            return Err(fault.with("most", LARGEST));
        }
        let (position, puzzle) = (puzzle.begin(), puzzle.clone());
        let mut game =
            Playing { puzzle, position, history: History::default(), whose: PhantomData };
        if let Some(source) = so_far {
            // A move takes two characters at least.
            source.allow((source.bytes().len() / 2 * size_of::<Move>()) as u64)?;
            for (number, made) in game.puzzle.moves_of(source)?.into_iter().enumerate() {
                source.allow(0)?;
                game.make(made).map_err(|fault| game.blame(source, number, fault))?;
            }
        }
        Ok(Box::new(game))
    }

    /// A fault of one of the moves that a text tells, with the word that tells it: the first with which the text tells
    /// more moves than those before it.
    fn blame(&self, source: &Source, number: usize, fault: Diagnostic) -> Diagnostic {
        let fault = fault.in_file(source.name());
        let Ok(lines) = source.lines() else { return fault };
        let words: Vec<Range<usize>> =
            lines.iter().flat_map(|line| line.words()).map(|(_, at)| at).collect();
        let told = |word: &Range<usize>| {
            self.puzzle.moves_of(&source.part(0..word.end)).map_or(0, |moves| moves.len())
        };
        match words.get(words.partition_point(|word| told(word) <= number)) {
            Some(word) => fault.also(source, word.clone()),
            // A part of the text tells nothing.
            None => fault,
        }
    }

    /// The position after so many moves of the history.
    fn after(&self, moves: usize) -> P::Position {
        let mut position = self.puzzle.begin();
        for &made in &self.history.moves[..moves] {
            self.puzzle.make(&mut position, made).expect("what was made once can be made again");
        }
        position
    }

    /// Whether a position can be won, verified.
    fn judge(
        &self,
        position: &P::Position,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Vec<Move>, Finding>, Limit> {
        let held = meter.claimed();
        let outcome = self.puzzle.winnable(position, meter);
        // What a search took is free again for verifying.
        meter.release(meter.claimed() - held);
        Ok(match outcome {
            Outcome::Solved(moves) => {
                assert!(self.puzzle.wins(position, &moves), "{}", self.wrong("moves that win"));
                Outcome::Solved(moves)
            }
            Outcome::Impossible(Proof::Argument(argument)) => {
                let Some(rest) = self.puzzle.remaining(position) else {
                    panic!("{}", self.wrong("an argument about nothing"));
                };
                let claim = Claim::Argument(argument);
                crate::run::assert_holds(&rest, &claim, meter)?;
                let found = Verified::<P, L>(claim, Arc::new(rest), PhantomData);
                Outcome::Impossible(Proof::Argument(Box::new(found)))
            }
            Outcome::Impossible(Proof::Exhaustion) => Outcome::Impossible(Proof::Exhaustion),
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        })
    }

    /// After how many moves a lost position could last be won.
    ///
    /// Between two moves that take something back, a position once lost stays lost, so that a binary
    /// search finds the last that was not.
    fn since(&self, meter: &mut Meter<'_>) -> Result<Option<usize>, Limit> {
        let made = self.history.made();
        let mut end = made.len();
        let wins = |moves: usize, meter: &mut Meter<'_>| {
            let held = meter.claimed();
            let wins = self.puzzle.is_winnable(&self.after(moves), meter);
            meter.release(meter.claimed() - held);
            wins
        };
        while end > 0 {
            // The position after `end` moves is lost; from `begin` on every move commits.
            let last = made[..end].iter().rposition(|each| !P::commits(each));
            let begin = last.map_or(0, |at| at + 1);
            if begin == end {
                end -= 1;
                if wins(end, meter)? {
                    return Ok(Some(end));
                }
                continue;
            }
            if wins(begin, meter)? {
                let (mut won, mut lost) = (begin, end);
                while lost - won > 1 {
                    let middle = won + (lost - won) / 2;
                    if wins(middle, meter)? { won = middle } else { lost = middle }
                }
                return Ok(Some(won));
            }
            end = begin;
        }
        Ok(None)
    }

    /// Why the move after so many of the history loses, verified.
    fn refuted(&self, since: usize, meter: &mut Meter<'_>) -> Result<Option<Box<Step>>, Limit> {
        let (before, made) = (self.after(since), self.history.made()[since]);
        let Some(step) = self.puzzle.why_not(&before, made, meter)? else { return Ok(None) };
        if let Err(flaw) = self.puzzle.entails(&before, &step, meter)? {
            panic!("{}: {}\n{step:?}", self.wrong("a step"), flaw.text(Lang::En));
        }
        Ok(Some(Box::new(step)))
    }

    fn wrong(&self, what: &str) -> String {
        let (name, text) = (P::ABOUT.name, self.puzzle.text());
        format!(
            "{what} of {name} failed verification; the instance was:\n{text}\nthe position was:\n{}",
            self.text()
        )
    }

    fn meter<'l>(&self, limits: &'l Limits) -> Meter<'l> {
        let mut meter = Meter::new(limits);
        meter.hold(self.puzzle.footprint());
        meter
    }
}

impl<L: 'static, P: Explain<L>> Game for Playing<P, L> {
    fn copy(&self) -> Box<dyn Game> {
        let (puzzle, position) = (self.puzzle.clone(), self.position.clone());
        let history = self.history.clone();
        Box::new(Playing::<P, L> { puzzle, position, history, whose: PhantomData })
    }

    fn text(&self) -> String {
        self.puzzle.written(&self.position)
    }

    fn history(&self) -> &History {
        &self.history
    }

    fn moves(&self, at: Square) -> Vec<Move> {
        if !self.puzzle.extent().holds(at) {
            return Vec::new();
        }
        self.puzzle.moves(&self.position, at)
    }

    fn make(&mut self, made: Move) -> Result<(), Diagnostic> {
        let size = self.puzzle.extent();
        size.checked(made.at)?;
        made.to.map_or(Ok(made.at), |to| size.checked(to))?;
        self.puzzle.make(&mut self.position, made)?;
        self.history.push(made);
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        let last = *self.history.made().last()?;
        self.history.made -= 1;
        self.position = self.after(self.history.made);
        Some(last)
    }

    fn redo(&mut self) -> Option<Move> {
        let next = *self.history.undone().first()?;
        self.puzzle.make(&mut self.position, next).expect("what was made once can be made again");
        self.history.made += 1;
        Some(next)
    }

    fn faults(&self) -> Vec<Fault> {
        self.puzzle.faults(&self.position)
    }

    fn state(&self) -> PlayState {
        self.puzzle.state(&self.position)
    }

    fn scene(&self, step: Option<&Step>, meter: &mut Meter<'_>) -> Result<Scene, Limit> {
        let mut canvas = Canvas::new(self.puzzle.extent(), meter)?;
        self.puzzle.draw(&mut canvas)?;
        self.puzzle.show(&self.position, &mut canvas)?;
        for fault in self.faults() {
            fault.squares.iter().try_for_each(|&at| canvas.tone(at, Tone::Fault))?;
        }
        if let Some(step) = step {
            self.puzzle.illustrate(&self.position, step, &mut canvas)?;
        }
        Ok(canvas.finish())
    }

    fn advise(&self, limits: &Limits) -> Result<Report<Advice>, Limit> {
        let mut meter = self.meter(limits);
        meter.check_limits()?;
        let advice = self.puzzle.advise(&self.position, &mut meter)?;
        let (stats, elapsed) = (meter.stats(), meter.elapsed());
        if let Advice::Step(step) = &advice
            && let Err(flaw) = self.puzzle.entails(&self.position, step, &mut meter)?
        {
            panic!("{}: {}\n{step:?}", self.wrong("a step"), flaw.text(Lang::En));
        }
        Ok(Report { result: advice, stats, elapsed, notes: Vec::new() })
    }

    fn verdict(&self, limits: &Limits) -> Report<Winnable> {
        let mut meter = self.meter(limits);
        let outcome = match meter.check_limits() {
            Ok(()) => self.judge(&self.position, &mut meter).unwrap_or_else(Outcome::Unknown),
            Err(limit) => Outcome::Unknown(limit),
        };
        let since = match outcome {
            Outcome::Impossible(_) => self.since(&mut meter).ok(),
            Outcome::Solved(_) | Outcome::Unknown(_) => None,
        };
        let never = since == Some(None);
        let since = since.flatten();
        // The verdict stands where a limit leaves its reason unknown.
        let why = since.and_then(|since| self.refuted(since, &mut meter).ok().flatten());
        let result = Winnable { outcome, since, never, why };
        let (stats, elapsed) = (meter.stats(), meter.elapsed());
        Report { result, stats, elapsed, notes: Vec::new() }
    }

    fn entails(&self, step: &Step, limits: &Limits) -> crate::contract::Examined {
        self.puzzle.entails(&self.position, step, &mut self.meter(limits))
    }
}

//! Answers that were found true, without the types of their puzzle.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use search::{Event, Limit, Meter, Outcome, Proof, Stats};

use crate::answers::Subject;
use crate::canvas::Canvas;
use crate::contract::{Claim, Format, Print, Product, Puzzle, Show};
use crate::kind::Session;
use crate::locale::Lang;
use crate::play::Move;
use crate::run::Report;
use crate::scene::{Pen, Scene};

/// A solution, or an argument that there is none, verified.
pub type Finding = Box<dyn Found>;

/// What can be done with a verified answer.
pub trait Found: Print + Send + Sync {
    /// The instance as a picture, with the answer in it. Its memory stays claimed.
    fn scene(&self, meter: &mut Meter<'_>) -> Result<Scene, Limit>;
    /// The answer painted on a picture of a search for it, in place of the links drawn there.
    fn scene_over(&self, searched: Scene, meter: &mut Meter<'_>) -> Result<Scene, Limit>;
    /// Writes a solution as the coursework wants the answer about the instance with this number of its
    /// file, from 1; nothing where there is no solution, or no coursework.
    fn write_coursework(
        &self,
        number: usize,
        stats: &Stats,
        out: &mut dyn io::Write,
    ) -> io::Result<()>;
    /// The moves that lead to a solution from the beginning; none where the puzzle is not
    /// [played](Show::LESSONS), or where it is an argument.
    fn moves(&self) -> Vec<Move>;
    /// Draws a solution step by step, on the picture of the instance. An argument has no steps.
    fn replay(&self, pen: &mut dyn Pen, meter: &mut Meter<'_>) -> Result<(), Limit>;
}

/// The answer to `solve`.
pub type Answer = Report<Outcome<Finding, Finding>>;

/// What an answer of `solve` claimed when it was written, verified again.
pub type Restored = Outcome<Finding, Finding>;

impl Answer {
    /// The picture of the solution, if there is one.
    pub fn solution(&self, meter: &mut Meter<'_>) -> Result<Option<Scene>, Limit> {
        match &self.result {
            Outcome::Solved(solution) => solution.scene(meter).map(Some),
            Outcome::Impossible(_) | Outcome::Unknown(_) => Ok(None),
        }
    }

    /// The solution, or the argument that there is none.
    pub fn finding(&self) -> Option<&Finding> {
        match &self.result {
            Outcome::Solved(found) | Outcome::Impossible(Proof::Argument(found)) => Some(found),
            Outcome::Impossible(Proof::Exhaustion) | Outcome::Unknown(_) => None,
        }
    }
}

/// What a generator made.
pub struct Creation {
    /// The instance.
    pub session: Box<dyn Session>,
    /// A solution of it, or an argument that it has none, verified.
    pub finding: Finding,
    /// Which of the two.
    pub subject: Subject,
    /// Which of the two was asked for.
    pub product: Product,
}

/// A claim that was found true.
pub(crate) struct Verified<P: Puzzle, L>(
    pub(crate) Claim<P>,
    pub(crate) Arc<P>,
    pub(crate) PhantomData<fn() -> L>,
);

impl<L, P: Show<L>> Print for Verified<P, L> {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn io::Write) -> io::Result<()> {
        match &self.0 {
            Claim::Solution(solution) => solution.print(format, lang, out),
            Claim::Argument(argument) => argument.print(format, lang, out),
        }
    }
}

impl<L, P: Show<L>> Found for Verified<P, L> {
    fn scene(&self, meter: &mut Meter<'_>) -> Result<Scene, Limit> {
        let mut canvas = Canvas::new(self.1.extent(), meter)?;
        self.1.draw(&mut canvas)?;
        self.painted(canvas)
    }

    fn scene_over(&self, searched: Scene, meter: &mut Meter<'_>) -> Result<Scene, Limit> {
        self.painted(Canvas::over(searched, meter))
    }

    fn write_coursework(
        &self,
        number: usize,
        stats: &Stats,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        match (&self.0, P::COURSEWORK) {
            (Claim::Solution(solution), Some(format)) => {
                (format.write_solution)(number, solution, stats, out)
            }
            _ => Ok(()),
        }
    }

    fn moves(&self) -> Vec<Move> {
        match (&self.0, P::LESSONS) {
            (Claim::Solution(solution), Some(lessons)) => (lessons.moves)(&self.1, solution),
            _ => Vec::new(),
        }
    }

    fn replay(&self, pen: &mut dyn Pen, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let Claim::Solution(solution) = &self.0 else { return Ok(()) };
        let mut paint = self.1.painter();
        self.1.replay(solution, meter, &mut |event: Event<P::Step>| {
            paint(event, pen);
            pen.pass(event.map(|_| ()));
        })
    }
}

impl<L, P: Show<L>> Verified<P, L> {
    fn painted(&self, mut canvas: Canvas<'_, '_>) -> Result<Scene, Limit> {
        match &self.0 {
            Claim::Solution(solution) => self.1.paint(solution, &mut canvas)?,
            Claim::Argument(argument) => self.1.argue(argument, &mut canvas)?,
        }
        Ok(canvas.finish())
    }
}

//! Answers that were found true, without the types of their puzzle.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use search::{Limit, Meter, Outcome};

use crate::answers::Subject;
use crate::canvas::Canvas;
use crate::contract::{Claim, Format, Print, Product, Puzzle, Show};
use crate::kind::Session;
use crate::locale::Lang;
use crate::run::Report;
use crate::scene::Scene;

/// A solution, or an argument that there is none, verified.
pub type Finding = Box<dyn Found>;

/// What can be done with a verified answer.
pub trait Found: Print + Send {
    /// The instance as a picture, with the answer in it. Its memory stays claimed.
    fn scene(&self, meter: &mut Meter<'_>) -> Result<Scene, Limit>;
}

/// The answer to `solve`.
pub type Answer = Report<Outcome<Finding, Finding>>;

impl Answer {
    /// The picture of the solution, if there is one.
    pub fn solution(&self, meter: &mut Meter<'_>) -> Result<Option<Scene>, Limit> {
        match &self.result {
            Outcome::Solved(solution) => solution.scene(meter).map(Some),
            Outcome::Impossible(_) | Outcome::Unknown(_) => Ok(None),
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
        match &self.0 {
            Claim::Solution(solution) => self.1.paint(solution, &mut canvas)?,
            Claim::Argument(argument) => self.1.argue(argument, &mut canvas)?,
        }
        Ok(canvas.finish())
    }
}

//! Answers that were found true, without the types of their puzzle.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use search::{Limit, Meter};

use crate::canvas::Canvas;
use crate::contract::{Claim, Format, Print, Puzzle, Show};
use crate::locale::Lang;
use crate::scene::Scene;

/// A solution, or an argument that there is none, verified.
pub type Finding = Box<dyn Found>;

/// What can be done with a verified answer.
pub trait Found: Print + Send {
    /// The instance as a picture, with the answer in it. Its memory stays claimed.
    fn scene(&self, meter: &mut Meter<'_>) -> Result<Scene, Limit>;
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

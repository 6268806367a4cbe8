//! Kinds that lie in other crates, in a list.

use search::Limits;

use crate::contract::{About, Brush, Options, Problem, RunError, Strategy};
use crate::coursework::AboutCoursework;
use crate::explain::AboutLessons;
use crate::kind::{Creation, Kind, Report, Session};
use crate::scene::Tone;
use crate::text::{Diagnostic, Source};

/// A kind that lies elsewhere: the address of a static, and not what is in it, so that whoever lists
/// kinds compiles none of their strategies again.
pub struct Listed(pub &'static &'static dyn Kind);

impl Kind for Listed {
    fn about(&self) -> &'static About {
        (**self.0).about()
    }

    fn strategies(&self) -> Vec<Strategy> {
        (**self.0).strategies()
    }

    fn levels(&self) -> &'static [&'static str] {
        (**self.0).levels()
    }

    fn signs(&self) -> &'static [(Tone, char)] {
        (**self.0).signs()
    }

    fn is_game(&self) -> bool {
        (**self.0).is_game()
    }

    fn lessons(&self) -> Option<AboutLessons> {
        (**self.0).lessons()
    }

    fn printed(&self, asked: &Options) -> &'static [(&'static str, &'static str)] {
        self.0.printed(asked)
    }

    fn brushes(&self) -> &'static [Brush] {
        (**self.0).brushes()
    }

    fn open<'a>(
        &'a self,
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Session>, Diagnostic>> + 'a> {
        (**self.0).open(source, options)
    }

    fn described(
        &self,
        options: &Options,
        limits: &Limits,
    ) -> Result<Option<Box<dyn Session>>, RunError> {
        (**self.0).described(options, limits)
    }

    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        (**self.0).implied(claim, options)
    }

    fn coursework(&self) -> Option<AboutCoursework> {
        (**self.0).coursework()
    }

    fn problem(&self) -> Option<&'static Problem> {
        (**self.0).problem()
    }

    fn generate(
        &self,
        options: &Options,
        seed: u64,
        limits: &Limits,
    ) -> Result<Report<Creation>, RunError> {
        (**self.0).generate(options, seed, limits)
    }
}

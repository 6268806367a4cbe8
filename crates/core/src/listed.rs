//! Kinds that lie in other crates, in a list.

use search::{Limits, Outcome};

use crate::contract::{About, Brush, Frame, Options, RunError, Strategy};
use crate::kind::{Creation, Finding, Kind, Report, Session};
use crate::text::{Diagnostic, Source};

/// A kind that lies elsewhere. `&tour::KIND` is a kind itself, made of the address of a static and not of
/// what is in it: whoever lists kinds so compiles none of their strategies again.
impl Kind for &'static dyn Kind {
    fn about(&self) -> &'static About {
        (**self).about()
    }

    fn strategies(&self) -> Vec<Strategy> {
        (**self).strategies()
    }

    fn brushes(&self) -> &'static [Brush] {
        (**self).brushes()
    }

    fn open<'a>(
        &'a self,
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Session>, Diagnostic>> + 'a> {
        (**self).open(source, options)
    }

    fn described(
        &self,
        options: &Options,
        limits: &Limits,
    ) -> Result<Option<Box<dyn Session>>, RunError> {
        (**self).described(options, limits)
    }

    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        (**self).implied(claim, options)
    }

    fn frame(&self, number: usize, outcome: &Outcome<Finding, Finding>) -> Option<Frame> {
        (**self).frame(number, outcome)
    }

    fn generate(
        &self,
        options: &Options,
        seed: u64,
        limits: &Limits,
    ) -> Result<Report<Creation>, RunError> {
        (**self).generate(options, seed, limits)
    }
}

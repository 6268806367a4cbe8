//! An instance, opened: what frontends do with it, done by the contract of its puzzle.

use std::marker::PhantomData;
use std::sync::Arc;

use search::{Limit, Limits, Meter, Observer, Outcome, Proof};

use crate::answers::{self, Extent, Ruling, Subject};
use crate::board::Size;
use crate::canvas::Canvas;
use crate::contract::{
    Claim, Counted, NoSolution, Options, Rating, RunError, Shape, Statement, Touch, Written,
};
use crate::found::{Answer, Finding, Restored, Verified};
use crate::game::Game;
use crate::kind::{FullContract, Session, judges};
use crate::narrate::{self, Moment};
use crate::run::{Report, Watcher, run};
use crate::scene::{Pen, Scene};
use crate::text::{Diagnostic, Line, Source};

/// A session on an instance; answers share the instance with it.
pub(crate) struct Opened<P, L>(pub(crate) Arc<P>, pub(crate) PhantomData<fn() -> L>);

/// A session on an instance.
pub(crate) fn opened<L: 'static, P: FullContract<L>>(instance: P) -> Box<dyn Session> {
    Box::new(Opened::<P, L>(Arc::new(instance), PhantomData))
}

impl<L: 'static, P: FullContract<L>> Opened<P, L> {
    /// What is counted, and of which instance: what layers that are kept depend on.
    fn asked(&self, question: &P::Question) -> String {
        format!("{} {}\n{}", P::ABOUT.name, P::describe(question), self.0.text())
    }

    fn run<O: Observer<P::Step>>(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Answer, Diagnostic> {
        let Report { result, stats, elapsed, notes } =
            run(&*self.0, strategy, options, limits, observer)?;
        let found =
            |claim| -> Finding { Box::new(Verified::<P, L>(claim, self.0.clone(), PhantomData)) };
        let result = match result {
            Outcome::Solved(solution) => Outcome::Solved(found(Claim::Solution(solution))),
            Outcome::Impossible(Proof::Argument(argument)) => {
                Outcome::Impossible(Proof::Argument(found(Claim::Argument(argument))))
            }
            Outcome::Impossible(Proof::Exhaustion) => Outcome::Impossible(Proof::Exhaustion),
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        };
        Ok(Report { result, stats, elapsed, notes })
    }

    /// Tells the meter what is counted, where layers are kept or shared: it is not needed otherwise, and the
    /// text of a board may take far more memory than the board.
    fn ask(&self, question: &P::Question, limits: &Limits, meter: &mut Meter<'_>) {
        if limits.resources.checkpoint.is_none() && limits.resources.net.is_none() {
            return;
        }
        let bytes = self.0.text_length().saturating_mul(2);
        meter.hold(bytes);
        if meter.check_limits().is_ok() {
            meter.asks(&self.asked(question));
            meter.release(bytes);
        }
    }
}

impl<L: 'static, P: FullContract<L>> Session for Opened<P, L> {
    fn text_length(&self) -> u64 {
        self.0.text_length()
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn text_among(&self, place: u64, of: u64) -> String {
        self.0.text_among(place, of)
    }

    fn canonical(&self, meter: &mut Meter<'_>) -> Result<String, Limit> {
        // Eight images, or sixteen, and the texts of two at a time.
        let bytes = (16 * self.0.footprint()).saturating_add(3 * self.0.text_length());
        meter.claim(bytes)?;
        meter.check_limits()?;
        let mut least: Option<String> = None;
        for image in self.0.images() {
            meter.check_limits()?;
            let text = image.text();
            if least.as_ref().is_none_or(|least| text < *least) {
                least = Some(text);
            }
        }
        meter.release(bytes);
        Ok(least.unwrap_or_else(|| self.0.text()))
    }

    fn wants_one_solution(&self) -> bool {
        self.0.wants_one_solution()
    }

    fn footprint(&self) -> u64 {
        self.0.footprint()
    }

    fn memory(&self) -> u64 {
        // Two counts stand before what is shared.
        (size_of::<P>() + 3 * size_of::<usize>()) as u64 + self.0.footprint()
    }

    fn extent(&self) -> Size {
        self.0.extent()
    }

    fn scene(&self, meter: &mut Meter<'_>) -> Result<Scene, Limit> {
        let mut canvas = Canvas::new(self.0.extent(), meter)?;
        self.0.draw(&mut canvas)?;
        Ok(canvas.finish())
    }

    fn solve(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
    ) -> Result<Answer, Diagnostic> {
        self.run(strategy, options, limits, &mut ())
    }

    fn watch(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
        pen: &mut dyn Pen,
    ) -> Result<Answer, Diagnostic> {
        let mut paint = self.0.painter();
        let mut observer: Watcher<'_, P::Step> = &mut |event| {
            paint(event, pen);
            pen.pass(event.map(|_| ()));
        };
        self.run(strategy, options, limits, &mut observer)
    }

    fn moment(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
        event: u64,
    ) -> Result<Moment, RunError> {
        narrate::moment(&*self.0, strategy, options, limits, event)
    }

    fn question(&self, options: &Options, up_to: Option<u64>) -> Result<String, Diagnostic> {
        let asked = self.asked(&self.0.question(options)?);
        let up_to = up_to.map_or_else(String::new, |most| format!("--up-to {most}"));
        Ok(format!("tabuleiro {}\n{up_to}\n{asked}", env!("CARGO_PKG_VERSION")))
    }

    fn count(
        &self,
        options: &Options,
        up_to: Option<u64>,
        limits: &Limits,
    ) -> Result<Report<Counted>, Diagnostic> {
        let question = self.0.question(options)?;
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        let (kept, shared) =
            (limits.resources.checkpoint.is_some(), limits.resources.net.is_some());
        // A limit that fires here fires again at once when the count begins.
        if (kept || shared)
            && let Ok(can) = self.0.capabilities(&question, up_to, &mut meter)
        {
            if kept && !can.checkpoint {
                return Err(Diagnostic::new("L0008"));
            }
            if shared && !can.distributed {
                return Err(Diagnostic::new("L0006"));
            }
        }
        self.ask(&question, limits, &mut meter);
        let result = self.0.count(&question, up_to, &mut meter)?;
        Ok(Report { result, stats: meter.stats(), elapsed: meter.elapsed(), notes: Vec::new() })
    }

    fn rate(&self, limits: &Limits) -> Result<Report<Option<Rating>>, Limit> {
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        let result = self.0.rate(&mut meter)?;
        Ok(Report { result, stats: meter.stats(), elapsed: meter.elapsed(), notes: Vec::new() })
    }

    fn reads(&self, claim: &Source) -> Result<(), Diagnostic> {
        judges();
        match answers::remarked::<P>(claim)? {
            Some(_) => Ok(()),
            None => self.0.claim(claim).map(|_| ()),
        }
    }

    fn check(&self, claim: &Source, limits: &Limits) -> Result<Ruling, RunError> {
        judges();
        let said = match answers::remarked(claim)? {
            Some(said) => said,
            None => self.0.claim(claim)?,
        };
        let claim = match said {
            Statement::Claim(claim) => claim,
            Statement::Impossible => match self.0.unproved() {
                Some(argument) => Claim::Argument(argument),
                None => return Ok(Ruling::Unproved),
            },
            Statement::Unknown => return Ok(Ruling::Unknown),
        };
        let subject = Subject::of(&claim);
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        Ok(match self.0.examine(&claim, &mut meter)? {
            Ok(()) => Ruling::Valid(subject),
            Err(flaw) => Ruling::Flawed(subject, flaw),
        })
    }

    fn restore(&self, claim: &Source, limits: &Limits) -> Result<Option<Restored>, RunError> {
        let claim = match self.0.claim(claim)? {
            Statement::Claim(claim) => claim,
            Statement::Impossible => return Ok(Some(Outcome::Impossible(Proof::Exhaustion))),
            Statement::Unknown => return Ok(Some(Outcome::Unknown(Limit::Incomplete))),
        };
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        if self.0.examine(&claim, &mut meter)?.is_err() {
            return Ok(None);
        }
        let subject = Subject::of(&claim);
        let found: Finding = Box::new(Verified::<P, L>(claim, self.0.clone(), PhantomData));
        Ok(Some(match subject {
            Subject::Solution => Outcome::Solved(found),
            Subject::Argument => Outcome::Impossible(Proof::Argument(found)),
        }))
    }

    fn posed(&self) -> String {
        self.0.posed()
    }

    fn told(&self) -> Vec<(&'static str, Vec<String>)> {
        self.0.told()
    }

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn rule(&self, written: &Written, limits: &Limits) -> Result<Ruling, Limit> {
        judges();
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        let claim = match written {
            Written::OverLimit => return Ok(Ruling::Unknown),
            Written::Impossible => match self.0.unproved() {
                Some(argument) => Claim::Argument(argument),
                None => return Ok(Ruling::Unproved),
            },
            Written::Grid(..) | Written::Moves(_) | Written::Number(_) => {
                match self.0.assembled(written) {
                    Ok(solution) => Claim::Solution(solution),
                    Err(empty) => {
                        let cells: &[_] =
                            if let Written::Grid(cells, _) = written { cells } else { &[] };
                        return Ok(match self.0.so_far(cells) {
                            Ok(()) => Ruling::Unfinished(empty),
                            Err(flaw) => Ruling::Flawed(Subject::Solution, flaw),
                        });
                    }
                }
            }
        };
        let subject = Subject::of(&claim);
        Ok(match self.0.examine(&claim, &mut meter)? {
            Ok(()) => Ruling::Valid(subject),
            Err(flaw) => Ruling::Flawed(subject, flaw),
        })
    }

    fn exact(&self, number: usize, written: &Written, text: &[u8]) -> Option<usize> {
        judges();
        let format = P::COURSEWORK?;
        let missing = match written {
            Written::Impossible => NoSolution::Impossible,
            Written::OverLimit => NoSolution::Unknown(Limit::Nodes),
            _ => {
                let solution = self.0.assembled(written).ok()?;
                return (format.exact)(number, &solution, text);
            }
        };
        let mut wanted = Vec::new();
        (format.about.write_missing)(number, missing, &mut wanted).ok()?;
        text.starts_with(&wanted).then_some(wanted.len())
    }

    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent {
        self.0.answer_extent(lines)
    }

    fn touch(&self, brush: &str, touch: Touch) -> Result<Box<dyn Session>, Diagnostic> {
        if P::BRUSHES.iter().all(|known| known.name != brush) {
            let known: Vec<&str> = P::BRUSHES.iter().map(|known| known.name).collect();
            let fault = Diagnostic::new("B0106").with("name", brush);
            return Err(fault.with("known", known.join(", ")));
        }
        self.0.touch(brush, touch).map(opened::<L, P>)
    }

    fn play(&self, so_far: Option<&Source>) -> Result<Box<dyn Game>, Diagnostic> {
        match P::LESSONS {
            Some(lessons) => (lessons.play)(&self.0, so_far),
            None => Err(Diagnostic::new("B0109").with("puzzle", P::ABOUT.name)),
        }
    }
}

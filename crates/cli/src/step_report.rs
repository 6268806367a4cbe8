//! The steps from a position in every output: as a hint, as a whole explanation, as Markdown with pictures, as data,
//! as pictures.

use std::fmt::Write as _;

use ::draw::{Layout, Stop, Theme, svg};
use search::{Limits, Meter};
use tabuleiro::board::Size;
use tabuleiro::contract::RunError;
use tabuleiro::explain::{Advice, Step};
use tabuleiro::game::Game;
use tabuleiro::kind::{Kind, Report};
use tabuleiro::lesson::{Lesson, LessonEnd, lesson};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::play::PlayState;
use tabuleiro::scene::Scene;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::batch::Item;
use crate::hint::Grade;
use crate::json::Object;
use crate::lessons::{self, Reported};
use crate::{halt, inline};

/// How steps are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepFormat {
    Hint(Grade),
    Whole,
    Markdown,
    Json,
}

/// Writes steps.
pub(crate) struct StepReporter<'a> {
    pub(crate) kind: &'a dyn Kind,
    pub(crate) arguments: &'a Arguments,
    /// As many as there are, or at most so many.
    pub(crate) most: Option<u64>,
    pub(crate) format: StepFormat,
}

/// Boards up to this side are shown beside a hint.
const SHOWN: u32 = 20;

impl StepReporter<'_> {
    /// The steps of an instance from where a text says.
    pub(crate) fn tell(
        &self,
        item: &Item,
        so_far: Option<&Source>,
        limits: &Limits,
    ) -> Result<Reported, RunError> {
        self.walked(item, so_far, limits, |report, before, meter| match self.format {
            StepFormat::Hint(grade) => report.hint(grade, before, meter),
            StepFormat::Whole => Ok(report.whole()),
            StepFormat::Markdown => report.markdown(before, meter),
            StepFormat::Json => report.json(meter).map_err(stopped),
        })
    }

    /// Takes the steps, and has them written.
    pub(crate) fn walked(
        &self,
        item: &Item,
        so_far: Option<&Source>,
        limits: &Limits,
        tell: impl FnOnce(&StepReport<'_>, Box<dyn Game>, &mut Meter<'_>) -> Result<Vec<u8>, RunError>,
    ) -> Result<Reported, RunError> {
        let mut after = item.session.play(so_far)?;
        let lesson = lesson(&mut *after, self.most, limits);
        let exit = lessons::exit(&lesson.end);
        let pictures = halt::of_pictures(limits);
        let mut meter = Meter::new(&pictures);
        meter.hold(item.session.footprint().saturating_add(lesson.footprint()));
        let report = StepReport { reporter: self, item, lesson, after: &*after };
        if report.is_cut_at_once() {
            return Err(RunError::Limit(report.limit()));
        }
        let text = tell(&report, item.session.play(so_far)?, &mut meter)?;
        Ok(Reported { text, exit })
    }

    fn lang(&self) -> Lang {
        self.arguments.lang
    }

    fn name(&self) -> &'static str {
        self.kind.about().name
    }
}

/// Steps that were taken, on their way to a text.
pub(crate) struct StepReport<'a> {
    reporter: &'a StepReporter<'a>,
    item: &'a Item,
    lesson: Lesson,
    after: &'a dyn Game,
}

impl StepReport<'_> {
    /// Whether a limit fired before there was a step to be told.
    fn is_cut_at_once(&self) -> bool {
        let cut = matches!(self.lesson.end, LessonEnd::Limit(_));
        cut && self.lesson.steps.is_empty() && self.reporter.format != StepFormat::Json
    }

    fn limit(&self) -> search::Limit {
        match self.lesson.end {
            LessonEnd::Limit(limit) => limit,
            _ => search::Limit::Incomplete,
        }
    }

    /// Why there is no other step.
    fn ended(&self) -> Vec<String> {
        let StepReporter { arguments, .. } = self.reporter;
        let (name, lang) = (self.reporter.name(), arguments.lang);
        let end = match self.lesson.end {
            LessonEnd::Enough if self.after.state() == PlayState::Won => {
                &LessonEnd::Advice(Advice::Won)
            }
            ref end => end,
        };
        let made = self.after.history().made();
        lessons::ended(end, self.lesson.lost.as_ref(), made, (name, &arguments.limits, lang))
    }

    /// How many steps it took, and the hardest.
    fn sum(&self) -> Option<String> {
        let steps = &self.lesson.steps;
        let hardest = steps.iter().rev().max_by_key(|step| step.cost)?;
        let title = lessons::title(self.reporter.name(), hardest, self.reporter.lang());
        let sum = Message::new("explain.sum").with("n", steps.len()).with("hardest", title);
        Some(sum.text(self.reporter.lang()))
    }

    /// The name of the instance, where there are several.
    fn labelled(&self) -> String {
        self.item.label.as_ref().map(|label| format!("= {label}\n")).unwrap_or_default()
    }

    /// Goes through the steps, each with the position before it.
    fn walk(
        &self,
        mut before: Box<dyn Game>,
        mut tell: impl FnMut(u64, &Step, &dyn Game) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        for (number, step) in (1..).zip(&self.lesson.steps) {
            tell(number, step, &*before)?;
            for &made in &step.moves {
                before.make(made)?;
            }
        }
        Ok(())
    }

    fn hint(
        &self,
        grade: Grade,
        before: Box<dyn Game>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u8>, RunError> {
        let lang = self.reporter.lang();
        let mut text = self.labelled().into_bytes();
        let several = self.lesson.steps.len() > 1;
        self.walk(before, |number, step, before| {
            let number = if several { format!("{number}. ") } else { String::new() };
            if grade == Grade::Where {
                text.extend(format!("{number}{}\n", step.place.text(lang)).bytes());
                return Ok(());
            }
            text.extend(self.sentence(&number, step).bytes());
            let Size { rows, cols } = self.item.session.extent();
            if !several && rows.max(cols) <= SHOWN {
                let held = meter.claimed();
                let scene = before.scene(Some(step), meter)?;
                self.picture(&scene, meter, &mut text)?;
                meter.release(meter.claimed() - held);
            }
            Ok(())
        })?;
        if grade == Grade::Do && !self.lesson.steps.is_empty() {
            text.extend(format!("\n{}", self.after.text()).bytes());
        }
        self.ended().iter().for_each(|line| text.extend(format!("= {line}\n").bytes()));
        Ok(text)
    }

    /// The picture of a step in the terminal.
    fn picture(
        &self,
        scene: &Scene,
        meter: &mut Meter<'_>,
        text: &mut Vec<u8>,
    ) -> Result<(), RunError> {
        let shown = std::io::stdout();
        let colours = self.reporter.arguments.output.is_none()
            && anstream::AutoStream::choice(&shown) != anstream::ColorChoice::Never;
        let signs = self.reporter.kind.signs();
        ::draw::text(scene, signs, colours, meter, text).map_err(stopped)?;
        Ok(())
    }

    /// The technique, why the conclusion follows, and the argument line by line.
    fn sentence(&self, number: &str, step: &Step) -> String {
        let lang = self.reporter.lang();
        let indent = " ".repeat(number.len());
        let title = lessons::title(self.reporter.name(), step, lang);
        let mut text = format!("{number}{title}\n{indent}{}\n", step.message.text(lang));
        for line in &step.story {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{indent}  {}", line.text(lang));
        }
        text
    }

    fn whole(&self) -> Vec<u8> {
        let mut text = self.labelled();
        for (number, step) in (1..).zip(&self.lesson.steps) {
            text += &self.sentence(&format!("{number}. "), step);
        }
        if !self.lesson.steps.is_empty() {
            text.push('\n');
        }
        text += &self.after.text();
        for line in self.ended().into_iter().chain(self.sum()) {
            let _ = writeln!(text, "= {line}");
        }
        text.into_bytes()
    }

    fn markdown(&self, before: Box<dyn Game>, meter: &mut Meter<'_>) -> Result<Vec<u8>, RunError> {
        let (name, lang) = (self.reporter.name(), self.reporter.lang());
        let title = lang.say(&format!("{name}.title"));
        let label = self.item.label.as_ref().map(|label| format!(": {label}")).unwrap_or_default();
        let board = self.item.session.text();
        let mut text = format!("# {title}{label}\n\n```text\n{}\n```\n", board.trim_end());
        let end = self.image(title, self.after, None, meter)?;
        self.walk(before, |number, step, before| {
            let title = lessons::title(name, step, lang);
            let _ = write!(text, "\n## {number}. {title}\n\n{}\n\n", step.message.text(lang));
            for line in &step.story {
                let _ = writeln!(text, "- {}", line.text(lang));
            }
            if !step.story.is_empty() {
                text.push('\n');
            }
            text += &self.image(&step.place.text(lang), before, Some(step), meter)?;
            Ok(())
        })?;
        let ended: Vec<String> = self.ended().into_iter().chain(self.sum()).collect();
        let _ = write!(text, "\n## {}\n\n{end}", lang.say("explain.end"));
        ended.iter().for_each(|line| text += &format!("\n{}\n", line.trim_end()));
        let _ = write!(text, "\n```text\n{}\n```\n", self.after.text().trim_end());
        if self.item.label.is_some() {
            text.push('\n');
        }
        Ok(text.into_bytes())
    }

    /// A position in Markdown: a picture, or text where many boards would make a file that nothing shows.
    fn image(
        &self,
        words: &str,
        game: &dyn Game,
        step: Option<&Step>,
        meter: &mut Meter<'_>,
    ) -> Result<String, RunError> {
        let held = meter.claimed();
        let scene = game.scene(step, meter)?;
        let image = if self.item.label.is_none() {
            let svg = self.svg(&scene, &Layout::new(&[&scene], None)?, meter)?;
            inline::image(words, &svg) + "\n"
        } else {
            let mut text = Vec::new();
            ::draw::text(&scene, self.reporter.kind.signs(), false, meter, &mut text)
                .map_err(stopped)?;
            format!("```text\n{}\n```\n", String::from_utf8_lossy(&text).trim_end())
        };
        meter.release(meter.claimed() - held);
        // The text is held until it is whole.
        meter.claim(image.len() as u64)?;
        Ok(image)
    }

    fn svg(
        &self,
        scene: &Scene,
        layout: &Layout,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u8>, RunError> {
        let title = self.reporter.lang().say(&format!("{}.title", self.reporter.name()));
        let mut svg = Vec::new();
        meter.claim(svg::bytes_of(scene, layout))?;
        svg::picture(scene, layout, &Theme::LIGHT, title, meter, &mut svg).map_err(stopped)?;
        Ok(svg)
    }

    /// How many steps there are.
    pub(crate) fn count(&self) -> u64 {
        self.lesson.steps.len() as u64
    }

    /// The steps painted on the positions before them, or the position alone where there is no step.
    pub(crate) fn pictures(
        &self,
        before: Box<dyn Game>,
        meter: &mut Meter<'_>,
        mut write: impl FnMut(u64, usize, &[u8]) -> Result<(), Diagnostic>,
    ) -> Result<(), RunError> {
        let count = self.lesson.steps.len();
        let mut paint = |number, step: Option<&Step>, game: &dyn Game| {
            let held = meter.claimed();
            let scene = game.scene(step, meter)?;
            let svg = self.svg(&scene, &Layout::new(&[&scene], None)?, meter)?;
            write(number, count, &svg)?;
            meter.release(meter.claimed() - held);
            Ok(())
        };
        if count == 0 {
            return paint(1, None, self.after);
        }
        self.walk(before, |number, step, before| paint(number, Some(step), before))
    }

    /// As data. A step may speak of all squares of the board, so that the steps are written one by one.
    fn json(&self, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
        let StepReporter { arguments, .. } = self.reporter;
        let (name, lang) = (self.reporter.name(), arguments.lang);
        let lesson = &self.lesson;
        let mut text = Vec::new();
        let mut object = Object::about(&mut text, name, Some(self.item), arguments)?;
        object.origin(None, None)?;
        let steps = lesson.steps.iter().map(|step| {
            meter.check_limits()?;
            let step = step.json(name, lang).to_string();
            // A list that is full is copied to one twice as long.
            meter.claim(2 * step.len() as u64)?;
            Ok::<_, Stop>(step)
        });
        object.list("steps", steps)?;
        object.value("end", lesson.end.word())?;
        object.value("state", self.after.state().word())?;
        let limit = match lesson.end {
            LessonEnd::Limit(limit) => Some(limit.word()),
            _ => None,
        };
        object.value("limit", limit)?;
        let made = self.after.history().made();
        let lost = lesson.lost.as_ref().map(|lost| lessons::verdict_json(lost, made, lang));
        object.value("verdict", lost)?;
        object.value("said", self.ended())?;
        object.value("position", self.after.text())?;
        let (stats, elapsed) = (lesson.stats, lesson.elapsed);
        object.end(&Report { result: (), stats, elapsed, notes: Vec::new() })?;
        Ok(text)
    }
}

/// What stopped a picture that is made in memory.
fn stopped(stop: Stop) -> RunError {
    match stop {
        Stop::Limit(limit) => limit.into(),
        Stop::Write(error) => Diagnostic::new("I0009").with("reason", error.to_string()).into(),
    }
}

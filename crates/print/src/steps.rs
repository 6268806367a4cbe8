//! A solution position by position, as one scene: a strip for games, where one picture shows the end alone; and all its
//! steps, numbered as the positions are.

use draw::strip;
use search::{Event, Limit, Meter};
use tabuleiro_core::board::Square;
use tabuleiro_core::kind::{Finding, Session};
use tabuleiro_core::scene::{Pen, Scene, Tone};

/// A solution as it is played.
pub struct Played {
    /// Some of its positions under the numbers of their steps, the first and the last among them.
    pub positions: Scene,
    /// Every step as two squares, where the steps of the puzzle lead from one to another.
    pub steps: Vec<String>,
}

/// A solution with at most so many positions.
pub fn positions(
    session: &dyn Session,
    found: &Finding,
    most: u64,
    meter: &mut Meter<'_>,
) -> Result<Played, Limit> {
    let mut counted = Counter(0);
    found.replay(&mut counted, meter)?;
    // The first event is the beginning, which is the step 0.
    let steps = counted.0.saturating_sub(1);
    let shown = steps.min(most.max(2) - 1);
    let held = meter.claimed();
    let kept = Scene::bytes_of(session.extent()).saturating_mul(shown + 1);
    meter.claim(kept)?;
    // Two squares with their numbers are a short text.
    let texts = steps.saturating_mul(size_of::<String>() as u64 + 32);
    meter.claim(texts)?;
    let (kept, linked) = (Vec::new(), Vec::new());
    let mut sampler = Sampler { scene: session.scene(meter)?, step: 0, steps, shown, kept, linked };
    found.replay(&mut sampler, meter)?;
    let positions = strip(&sampler.kept, meter)?;
    // Numbers that differ from those of the positions would mislead.
    let mut linked = std::mem::take(&mut sampler.linked);
    linked.truncate(if linked.len() as u64 == steps { linked.len() } else { 0 });
    let bytes = positions.footprint() + texts;
    drop(sampler);
    meter.release((meter.claimed() - held).saturating_sub(bytes));
    Ok(Played { positions, steps: linked })
}

/// A pen that counts events.
struct Counter(u64);

impl Pen for Counter {
    fn tone(&mut self, _: Square, _: Tone) {}
    fn number(&mut self, _: Square, _: Option<i32>) {}
    fn link(&mut self, _: Square, _: Square) {}
    fn link_across(&mut self, _: Square, _: Square, _: (i64, i64)) {}
    fn unlink(&mut self) {}
    fn sign(&mut self, _: Square, _: Square) {}
    fn marks(&mut self, _: Square, _: u64) {}
    fn pass(&mut self, _: Event<()>) {
        self.0 += 1;
    }
}

/// A pen that keeps the scene after some of the events, evenly apart, the first and the last among them.
struct Sampler {
    scene: Scene,
    step: u64,
    steps: u64,
    shown: u64,
    kept: Vec<(u64, Scene)>,
    linked: Vec<String>,
}

impl Sampler {
    /// The step of the picture that is kept next.
    fn next(&self) -> u64 {
        let place = self.kept.len() as u128;
        (u128::from(self.steps) * place).div_ceil(u128::from(self.shown.max(1))) as u64
    }
}

impl Pen for Sampler {
    fn tone(&mut self, square: Square, tone: Tone) {
        self.scene.tone(square, tone);
    }

    fn number(&mut self, square: Square, number: Option<i32>) {
        self.scene.number(square, number);
    }

    fn link(&mut self, from: Square, to: Square) {
        self.linked.push(format!("{from}-{to}"));
        self.scene.link(from, to);
    }

    fn link_across(&mut self, from: Square, to: Square, step: (i64, i64)) {
        self.scene.link_across(from, to, step);
    }

    fn unlink(&mut self) {
        self.scene.unlink();
    }

    fn sign(&mut self, less: Square, more: Square) {
        self.scene.sign(less, more);
    }

    fn marks(&mut self, square: Square, marks: u64) {
        self.scene.marks(square, marks);
    }

    fn pass(&mut self, _: Event<()>) {
        if self.kept.len() as u64 <= self.shown && self.step == self.next() {
            self.kept.push((self.step, self.scene.clone()));
        }
        self.step += 1;
    }
}

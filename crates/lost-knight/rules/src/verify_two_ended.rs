//! The two balls of the verifier, around the knights and around the exits: by two threads where the
//! board is large, under the limits of one run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::verify_bit_flood::Ball;
use super::verify_blocks::{Cut, Lines};
use tabuleiro_core::contract::{Limit, Meter};

/// From so many squares on, two balls grow at the same time.
const MANY: u64 = 10_000_000;
/// How long the one waits for the other between two looks at the limits.
const PATIENCE: Duration = Duration::from_millis(5);

/// What a ball leaves outside: the blocks of each half.
type Outside = Vec<Vec<Lines>>;

/// What is outside of a ball of radius `near` around the knights, and of one of radius `far` around
/// the exits.
pub(super) fn two_balls(
    cut: &Cut<'_>,
    near: u64,
    far: u64,
    meter: &mut Meter<'_>,
) -> Result<(Outside, Outside), Limit> {
    let (knights, exits) = (cut.board.knights(), cut.board.exits());
    if cut.board.size().area() < MANY {
        let one = Ball::of_radius(cut, knights, near, || meter.check_limits())?;
        let other = Ball::of_radius(cut, exits, far, || meter.check_limits())?;
        return Ok((one.outside, other.outside));
    }
    // The meter is asked by the thread that has it; the other one is told.
    let stopped = AtomicBool::new(false);
    let is_stopped = || if stopped.load(Ordering::Relaxed) { Err(()) } else { Ok(()) };
    let mut check = || {
        let checked = meter.check_limits();
        stopped.fetch_or(checked.is_err(), Ordering::Relaxed);
        checked
    };
    thread::scope(|scope| {
        let here = thread::current();
        let other = thread::Builder::new().spawn_scoped(scope, move || {
            let ball = Ball::of_radius(cut, exits, far, is_stopped);
            here.unpark();
            ball
        });
        let one = Ball::of_radius(cut, knights, near, &mut check)?;
        // Where there are no threads, one after the other is as good.
        let Ok(other) = other else {
            return Ok((one.outside, Ball::of_radius(cut, exits, far, &mut check)?.outside));
        };
        while !other.is_finished() {
            check()?;
            thread::park_timeout(PATIENCE);
        }
        match other.join().expect("a ball grows without panic") {
            Ok(other) => Ok((one.outside, other.outside)),
            Err(()) => unreachable!("whoever stops it has returned by now"),
        }
    })
}

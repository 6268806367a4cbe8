//! Limits where no state is judged: looks that loops take, memory that is there already, and one time
//! for several runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tabuleiro_search::limits::{PollState, Stop};
use tabuleiro_search::{Limit, Limits, Meter, Stats};

#[test]
fn a_loop_that_looks_sees_the_cancel_flag_soon() {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    for before in [0, 1, 10, 1000, 100_000] {
        cancel.store(false, Ordering::Relaxed);
        let mut meter = Meter::new(&limits);
        for _ in 0..before {
            assert_eq!(meter.check_limits(), Ok(()));
        }
        cancel.store(true, Ordering::Relaxed);
        let seen = (0..256).find(|_| meter.check_limits() == Err(Limit::Cancelled));
        assert!(seen.is_some(), "after {before}");
        // Once it has fired, every look tells.
        assert_eq!(meter.check_limits(), Err(Limit::Cancelled));
        assert_eq!(meter.stats(), Stats::default());
    }
}

#[test]
fn the_first_look_knows_that_no_time_is_left() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(Meter::new(&limits).check_limits(), Err(Limit::Time));
}

#[test]
fn memory_that_is_held_already_ends_a_run_at_its_next_look() {
    let limits = Limits { memory: Some(100), ..Limits::default() };
    let over = Limit::Memory { needed: 120 };
    let mut meter = Meter::new(&limits);
    meter.hold(120);
    assert_eq!(meter.check_limits(), Err(over));
    assert_eq!(meter.claim(0), Err(over));
    assert_eq!(meter.poll(Stats::default(), PollState::default()), Err(Stop::Limit(over)));
    meter.release(20);
    assert_eq!(meter.check_limits(), Ok(()));
}

#[test]
fn runs_of_one_command_share_its_time() {
    let minute = Duration::from_secs(60);
    let mut limits = Limits { time: Some(minute), ..Limits::default() };
    assert_eq!(limits.fired(), None);
    assert_eq!(Meter::new(&limits).check_limits(), Ok(()));
    limits.begun = Instant::now().checked_sub(minute);
    // A machine that was started less than a minute ago has no such instant.
    if limits.begun.is_some() {
        assert_eq!(limits.fired(), Some(Limit::Time));
        let mut meter = Meter::new(&limits);
        assert_eq!(meter.check_limits(), Err(Limit::Time));
        let polled = meter.poll(Stats::default(), PollState::default());
        assert_eq!(polled, Err(Stop::Limit(Limit::Time)));
    }
}

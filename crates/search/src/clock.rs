//! Instants of time. Where the standard library has no clock, as in a browser, whoever runs the
//! search brings one.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use brought::{Instant, bring};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod brought {
    //! A clock from outside.

    use std::ops::Sub;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Brings the clock: the time since any fixed moment, which never goes back. The first stays.
    /// Without one no time passes.
    pub fn bring(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// As [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        pub fn now() -> Self {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time that has passed since.
        pub fn elapsed(self) -> Duration {
            Instant::now() - self
        }

        /// The moment so much later, if there is one.
        pub fn checked_add(self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}

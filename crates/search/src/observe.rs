//! Watching a search. An observer returns nothing, so it cannot steer: a watched search takes the
//! same steps as an unwatched one by construction.

use crate::PruneReason;

/// Something the search just did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<S> {
    /// A search begins at a root; the number is the tree's own name for it.
    Root(u64),
    /// A step was made.
    Make(S),
    /// A step was taken back.
    Unmake(S),
    /// The present state was closed.
    Close(PruneReason),
    /// The present state is a solution.
    Goal,
    /// A breadth-first search reached a state for the first time; it waits to be expanded.
    Queue(S),
    /// A breadth-first search looks at all that lies one step from a state.
    Expand(S),
}

impl<S> Event<S> {
    /// The number of its variant, the same in packed strokes and in records of events.
    #[inline]
    pub fn code(&self) -> u8 {
        match self {
            Event::Root(_) => 0,
            Event::Make(_) => 1,
            Event::Unmake(_) => 2,
            Event::Close(PruneReason::Dead) => 3,
            Event::Close(PruneReason::Seen) => 4,
            Event::Close(PruneReason::Bound) => 5,
            Event::Goal => 6,
            Event::Queue(_) => 7,
            Event::Expand(_) => 8,
        }
    }

    /// The same event with another word for the step.
    pub fn map<T>(self, map: impl FnOnce(S) -> T) -> Event<T> {
        match self {
            Event::Root(root) => Event::Root(root),
            Event::Make(step) => Event::Make(map(step)),
            Event::Unmake(step) => Event::Unmake(map(step)),
            Event::Close(why) => Event::Close(why),
            Event::Goal => Event::Goal,
            Event::Queue(state) => Event::Queue(map(state)),
            Event::Expand(state) => Event::Expand(map(state)),
        }
    }
}

/// Somebody who watches. `()` watches nothing and costs nothing; a closure is called for each event.
pub trait Observer<S> {
    /// Whether events matter at all. Where they do not, a search may [stride](crate::stride).
    const WATCHES: bool = true;

    /// Takes note of an event.
    fn on(&mut self, event: Event<S>);
}

impl<S> Observer<S> for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn on(&mut self, _: Event<S>) {}
}

impl<S, F: FnMut(Event<S>)> Observer<S> for F {
    #[inline]
    fn on(&mut self, event: Event<S>) {
        self(event);
    }
}

/// An observer who sees every event as something else.
pub struct Mapped<'a, O, F> {
    observer: &'a mut O,
    map: F,
}

impl<'a, O, F> Mapped<'a, O, F> {
    /// Shows `observer` what `map` makes of each event.
    pub fn new(observer: &'a mut O, map: F) -> Self {
        Mapped { observer, map }
    }
}

impl<S, T, O: Observer<T>, F: FnMut(Event<S>) -> Event<T>> Observer<S> for Mapped<'_, O, F> {
    const WATCHES: bool = O::WATCHES;

    #[inline]
    fn on(&mut self, event: Event<S>) {
        if O::WATCHES {
            self.observer.on((self.map)(event));
        }
    }
}

//! Watching a search. An observer returns nothing, so it cannot steer: a watched search takes the
//! same steps as an unwatched one by construction.

use crate::Why;

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
    Close(Why),
    /// The present state is a solution.
    Goal,
}

/// Somebody who watches. `()` watches nothing and costs nothing; a closure is called for each event.
pub trait Observer<S> {
    /// Takes note of an event.
    fn on(&mut self, event: Event<S>);
}

impl<S> Observer<S> for () {
    #[inline(always)]
    fn on(&mut self, _: Event<S>) {}
}

impl<S, F: FnMut(Event<S>)> Observer<S> for F {
    #[inline]
    fn on(&mut self, event: Event<S>) {
        self(event);
    }
}

/// An observer who sees every step as something else.
pub struct Mapped<'a, O, F> {
    observer: &'a mut O,
    map: F,
}

impl<'a, O, F> Mapped<'a, O, F> {
    /// Shows `observer` what `map` makes of each step.
    pub fn new(observer: &'a mut O, map: F) -> Self {
        Mapped { observer, map }
    }
}

impl<S, T, O: Observer<T>, F: FnMut(S) -> T> Observer<S> for Mapped<'_, O, F> {
    #[inline]
    fn on(&mut self, event: Event<S>) {
        self.observer.on(match event {
            Event::Root(root) => Event::Root(root),
            Event::Make(step) => Event::Make((self.map)(step)),
            Event::Unmake(step) => Event::Unmake((self.map)(step)),
            Event::Close(why) => Event::Close(why),
            Event::Goal => Event::Goal,
        });
    }
}

//! The engine: exact counters, exact limits, and strides that change neither.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tabuleiro_search::limits::PollState;
use tabuleiro_search::{
    Ended, Event, Limit, Limits, Meter, PruneReason, Stats, Tree, Verdict, depth_first,
};

/// Paths that visit no node of a graph twice, those that visit all being solutions.
#[derive(Clone)]
struct Paths<const STRIDES: bool> {
    /// For each node the set of its neighbours.
    near: [u16; 10],
    free: u16,
    path: [u8; 10],
    length: usize,
}

/// A set of nodes, the lowest first.
#[derive(Clone)]
struct Nodes(u16);

impl Iterator for Nodes {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let node = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (node < 16).then_some(node as u8)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.0.count_ones() as usize;
        (length, Some(length))
    }
}

impl<const STRIDES: bool> Paths<STRIDES> {
    /// A graph whose edges are the bits of a number.
    fn new(edges: u64) -> Self {
        let mut near = [0; 10];
        let pairs = (0..10).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (bit, (a, b)) in pairs.enumerate() {
            if edges >> bit & 1 == 1 {
                near[a] |= 1 << b;
                near[b] |= 1 << a;
            }
        }
        Paths { near, free: 0x3FE, path: [0; 10], length: 1 }
    }

    fn next(&self) -> u16 {
        self.near[usize::from(self.path[self.length - 1])] & self.free
    }
}

impl<const STRIDES: bool> Tree for Paths<STRIDES> {
    type Step = u8;
    type Choices = Nodes;
    const STRIDES: bool = STRIDES;

    fn judge(&mut self) -> Verdict {
        match self.next() {
            _ if self.free == 0 => Verdict::Goal,
            0 => Verdict::Closed(PruneReason::Dead),
            _ => Verdict::Open,
        }
    }

    fn choices(&mut self) -> Nodes {
        Nodes(self.next())
    }

    fn living(&mut self) -> (Nodes, u64) {
        let next = self.next();
        let lives = |node: &u8| {
            let free = self.free & !(1 << node);
            free == 0 || self.near[usize::from(*node)] & free != 0
        };
        let living = Nodes(next).filter(lives).fold(0, |set, node| set | 1 << node);
        (Nodes(living), u64::from(next.count_ones()))
    }

    fn make(&mut self, node: u8) {
        self.path[self.length] = node;
        self.length += 1;
        self.free &= !(1 << node);
    }

    fn unmake(&mut self, node: u8) {
        self.length -= 1;
        self.free |= 1 << node;
    }
}

/// How a search ends, its counters, and its solutions.
type Result = (Ended, Stats, Vec<Vec<u8>>);

fn search<const STRIDES: bool>(
    edges: u64,
    nodes: Option<u64>,
    enough: usize,
    mut observer: impl tabuleiro_search::Observer<u8>,
) -> Result {
    let limits = Limits { nodes, ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let mut found = Vec::new();
    let ended = depth_first(&mut Paths::<STRIDES>::new(edges), &mut meter, &mut observer, |path| {
        found.push(path.steps().collect());
        if found.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (ended, meter.stats(), found)
}

/// Graphs with more and with fewer edges.
fn graphs() -> impl Iterator<Item = u64> {
    let mut state = 88_172_645_463_325_252u64;
    (0..12).map(move |i| {
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        match i % 3 {
            0 => next() & next(),
            1 => next(),
            _ => next() | next(),
        }
    })
}

#[test]
fn a_stride_counts_what_a_walk_counts_whatever_the_limit() {
    for edges in graphs() {
        for enough in [1, 3, usize::MAX] {
            let whole = search::<true>(edges, None, enough, ());
            assert!(whole == search::<false>(edges, None, enough, ()), "{:?}", whole.1);
            let most = whole.1.nodes;
            let limits =
                (0..=most.min(400)).chain((400..most + 2).step_by(most as usize / 100 + 1));
            for limit in limits.chain([most - 1, most, most + 1]) {
                let strided = search::<true>(edges, Some(limit), enough, ());
                let same =
                    |other: Result| assert!(strided == other, "{:?} {:?}", strided.1, other.1);
                same(search::<false>(edges, Some(limit), enough, ()));
                same(search::<true>(edges, Some(limit), enough, |_| {}));
                if limit < most {
                    assert_eq!((strided.0, strided.1.nodes), (Ended::Cut(Limit::Nodes), limit));
                } else {
                    same(whole.clone());
                }
            }
        }
    }
}

#[test]
fn events_are_the_counters() {
    for edges in graphs() {
        let mut tally = Stats::default();
        let mut depth = 0u64;
        let (ended, stats, _) = search::<true>(edges, None, usize::MAX, |event| match event {
            Event::Root(0) => tally.nodes += 1,
            Event::Root(_) => panic!("this tree names no roots"),
            Event::Make(_) => {
                tally.nodes += 1;
                tally.steps += 1;
                depth += 1;
                tally.deepest = tally.deepest.max(depth);
            }
            Event::Unmake(_) => {
                tally.backtracks += 1;
                depth -= 1;
            }
            Event::Close(why) => {
                assert_eq!(why, PruneReason::Dead);
                tally.dead += 1;
            }
            Event::Goal => tally.goals += 1,
            Event::Queue(_) | Event::Expand(_) => panic!("there is no queue here"),
        });
        assert_eq!(ended, Ended::Exhausted);
        assert_eq!(stats, tally);
        assert_eq!(stats.steps, stats.backtracks);
        assert_eq!(stats.nodes, stats.steps + 1);
    }
}

#[test]
fn stages_share_one_meter() {
    let edges = u64::MAX;
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let mut run = |allowance: Option<u64>| {
        meter.stage(allowance);
        let mut tree = Paths::<true>::new(edges);
        let ended = depth_first(&mut tree, &mut meter, &mut (), |_| ControlFlow::Continue(()));
        (ended, meter.stats().nodes)
    };
    assert_eq!(run(Some(300)), (Ended::Spent, 300));
    assert_eq!(run(Some(300)), (Ended::Spent, 600));
    assert_eq!(run(Some(0)), (Ended::Spent, 600));
    assert_eq!(run(None), (Ended::Cut(Limit::Nodes), 1000));
    assert_eq!(run(None), (Ended::Cut(Limit::Nodes), 1000));
}

#[test]
fn memory_is_claimed_before_it_is_taken() {
    let limits = Limits { memory: Some(100), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    assert_eq!(meter.claim(60), Ok(()));
    assert_eq!(meter.claim(60), Err(Limit::Memory { needed: 120 }));
    meter.release(60);
    assert_eq!(meter.claim(100), Ok(()));
    assert_eq!(meter.claim(u64::MAX), Err(Limit::Memory { needed: u64::MAX }));
}

#[test]
fn time_and_cancelling_stop_a_search_that_would_go_on_for_ever() {
    /// A path without end.
    #[derive(Clone)]
    struct Endless;
    impl Tree for Endless {
        type Step = ();
        type Choices = std::option::IntoIter<()>;
        fn judge(&mut self) -> Verdict {
            Verdict::Open
        }
        fn choices(&mut self) -> Self::Choices {
            Some(()).into_iter()
        }
        fn make(&mut self, (): ()) {}
        fn unmake(&mut self, (): ()) {}
    }
    let time = Some(Duration::from_millis(20));
    let limits = Limits { time, ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let ended = depth_first(&mut Endless, &mut meter, &mut (), |_| ControlFlow::Continue(()));
    assert_eq!(ended, Ended::Cut(Limit::Time));
    assert!(meter.stats().nodes > 1);

    let cancel = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let mut observer = |_| cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let ended = depth_first(&mut Endless, &mut meter, &mut observer, |_| ControlFlow::Continue(()));
    assert_eq!(ended, Ended::Cut(Limit::Cancelled));
}

#[test]
fn the_pulse_tells_how_far_a_search_is() {
    let pulse = std::sync::Arc::new(tabuleiro_search::SearchProgress::default());
    let limits = Limits { pulse: Some(pulse.clone()), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let mut told = Vec::new();
    let mut observer = |_| told.push(pulse.explored());
    let mut tree = Paths::<false>::new(u64::MAX);
    depth_first(&mut tree, &mut meter, &mut observer, |_| ControlFlow::Continue(()));
    assert!(told.is_sorted());
    assert!(told[told.len() / 2] > 0.2 && told[told.len() / 2] < 0.8);
    assert!(told[told.len() - 1] > 0.9 && told[told.len() - 1] <= 1.0);
}

#[test]
fn many_short_searches_do_not_put_off_the_next_poll() {
    let limits = Limits { nodes: Some(1 << 40), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let first = meter.poll(meter.stats(), PollState::default()).unwrap();
    for _ in 0..100 {
        let mut stats = meter.stats();
        stats.nodes += 1;
        assert!(meter.poll(stats, PollState::default()).unwrap() <= first);
    }
}

#[test]
fn threads_without_a_meter_see_what_fires_from_outside() {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    let watch = Meter::new(&limits).watch();
    assert_eq!(watch.check(), Ok(()));
    cancel.store(true, Ordering::Relaxed);
    assert_eq!(watch.check(), Err(Limit::Cancelled));
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(Meter::new(&limits).watch().check(), Err(Limit::Time));
    let limits = Limits { time: Some(Duration::MAX), ..Limits::default() };
    assert_eq!(Meter::new(&limits).watch().check(), Ok(()));
}

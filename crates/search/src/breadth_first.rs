//! Breadth-first search: whole levels of an implicit graph, from one end or from both, until the
//! ends meet. One byte a node holds all that is known of it, so a visit is one access to memory.

use crate::limits::{PollState, Stop};
use crate::{Ended, Event, Limit, Meter, Observer, Stats};

/// A graph whose nodes are the numbers below its size, and whose steps can be taken back: where
/// a step leads from one node to another, a step leads from the other to the one.
pub trait Graph {
    /// More steps than this lead from no node.
    fn degree(&self) -> usize;
    /// Tells every node that a step from `node` leads to; the same one perhaps more than once.
    fn each(&self, node: u32, tell: impl FnMut(u32));
}

/// An end of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where paths begin.
    Root,
    /// Where paths lead to.
    Target,
}

/// From which ends the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// From the roots alone: the classic queue.
    One,
    /// From roots and targets, a level at a time, whichever has fewer nodes waiting.
    Both,
}

/// What is known of every node.
#[derive(Clone, Debug)]
pub struct Marks(Vec<u8>);

/// Reached from this end; the distance modulo three stands beside it.
const REACHED: [u8; 2] = [0b0100, 0b1000];
const SHUT: u8 = 0b1_0000;
const FREE: u8 = 0;

impl Marks {
    /// Nodes not reached, as many as there are `true` and `false` together; `false` nodes can never
    /// be reached.
    pub fn new(open: impl Iterator<Item = bool>) -> Self {
        Marks(open.map(|open| if open { FREE } else { SHUT }).collect())
    }

    /// The same for so many nodes, those that are `open`, under the limits of a run.
    pub fn within(
        count: usize,
        open: impl Fn(u32) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut marks = Vec::with_capacity(count);
        while marks.len() < count {
            meter.check_limits()?;
            let some = marks.len() as u32..count.min(marks.len() + (1 << 12)) as u32;
            marks.extend(some.map(|node| if open(node) { FREE } else { SHUT }));
        }
        Ok(Marks(marks))
    }

    /// Whether the node was reached from that end.
    #[inline]
    pub fn is_reached(&self, node: u32, end: End) -> bool {
        self.0[node as usize] & REACHED[end as usize] != 0
    }

    /// Whether the node was reached from that end, at a distance that is `depth` modulo three. Of a
    /// neighbour of a node at `depth + 1` this says whether its distance is `depth`.
    #[inline]
    pub fn is_at(&self, node: u32, end: End, depth: u64) -> bool {
        self.0[node as usize] == label(end, depth)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[inline]
fn label(end: End, depth: u64) -> u8 {
    REACHED[end as usize] | (depth % 3) as u8
}

/// A step that joins what was reached from the roots to what was reached from the targets. Every
/// shortest path has such a step, with the same two depths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The node on the side of the roots.
    pub near: u32,
    /// Its distance from the roots.
    pub near_depth: u64,
    /// The node on the side of the targets.
    pub far: u32,
    /// Its distance from the targets.
    pub far_depth: u64,
    /// All nodes at `near_depth` from the roots.
    pub level: Vec<u32>,
}

impl Meeting {
    /// The length of the shortest paths.
    pub fn distance(&self) -> u64 {
        self.near_depth + 1 + self.far_depth
    }
}

/// How a breadth-first search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flood {
    /// The ends met.
    Met(Meeting),
    /// All that can be reached from this end was, and the other end was not met.
    Enclosed(End),
    /// A limit or the stage's allowance ended it.
    Stopped(Ended),
}

/// What was reached from one end.
struct Wave {
    end: End,
    depth: u64,
    /// The nodes at `depth`, and those of them that were expanded.
    level: Vec<u32>,
    expanded: usize,
    /// The nodes at `depth + 1` found so far.
    next: Vec<u32>,
}

impl Wave {
    fn new(end: End, nodes: &[u32], marks: &mut Marks) -> Self {
        for &node in nodes {
            marks.0[node as usize] = label(end, 0);
        }
        Wave { end, depth: 0, level: nodes.to_vec(), expanded: 0, next: Vec::new() }
    }

    fn memory(&self) -> u64 {
        4 * (self.level.capacity() + self.next.capacity()) as u64
    }

    /// Expands a node whose neighbours may all be counted. Returns a neighbour that was reached
    /// from the other end.
    #[inline]
    fn expand<G: Graph>(&mut self, graph: &G, marks: &mut Marks, node: u32) -> Option<u32> {
        let here = label(self.end, self.depth + 1);
        let other = REACHED[0] + REACHED[1] - REACHED[self.end as usize];
        let mut met = None;
        graph.each(node, |to| {
            let mark = &mut marks.0[to as usize];
            if *mark == FREE {
                *mark = here;
                self.next.push(to);
            } else if *mark & other != 0 {
                met = met.or(Some(to));
            }
        });
        met
    }
}

/// A search under way.
struct Search<'a, 'm, G, O> {
    graph: &'a G,
    marks: &'a mut Marks,
    meter: &'a mut Meter<'m>,
    observer: &'a mut O,
    stats: Stats,
    /// Nodes that may be counted before the next poll.
    fuel: u64,
    waves: [Wave; 2],
}

/// Finds the fewest steps from a root to a target. No node is both; neither list is empty.
///
/// A node is counted when it is first reached, and once more where the ends meet. Steps to nodes
/// already reached are not made, and so not counted.
pub fn breadth_first<G: Graph, O: Observer<u32>>(
    graph: &G,
    marks: &mut Marks,
    (roots, targets): (&[u32], &[u32]),
    ends: Ends,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Flood {
    let waves = [Wave::new(End::Root, roots, marks), Wave::new(End::Target, targets, marks)];
    let stats = meter.stats();
    let mut search = Search { graph, marks, meter, observer, stats, fuel: 0, waves };
    let flood = match search.begin(ends) {
        Ok(()) => search.run(ends),
        Err(stop) => Flood::Stopped(stop.into()),
    };
    search.meter.settle(search.stats);
    flood
}

impl<G: Graph, O: Observer<u32>> Search<'_, '_, G, O> {
    fn begin(&mut self, ends: Ends) -> Result<(), Stop> {
        let last = match ends {
            Ends::One => End::Root,
            Ends::Both => End::Target,
        };
        for end in 0..=last as usize {
            for i in 0..self.waves[end].level.len() {
                self.pay()?;
                self.stats.nodes += 1;
                self.observer.on(Event::Root(self.waves[end].level[i].into()));
            }
        }
        Ok(())
    }

    /// Makes sure that one more node may be counted, and counts it against the fuel.
    #[inline]
    fn pay(&mut self) -> Result<(), Stop> {
        if self.fuel == 0 {
            let standing = PollState {
                depth: self.waves.iter().map(|wave| wave.depth).sum(),
                explored: self.stats.nodes as f64 / self.marks.len() as f64,
                memory: self.waves.iter().map(Wave::memory).sum(),
            };
            self.fuel = self.meter.poll(self.stats, standing)?;
        }
        self.fuel -= 1;
        Ok(())
    }

    fn run(&mut self, ends: Ends) -> Flood {
        loop {
            let [root, target] = &self.waves;
            let end = match ends {
                Ends::Both if target.level.len() < root.level.len() => End::Target,
                _ => End::Root,
            };
            match self.level(end) {
                Ok(None) => {}
                Ok(Some((node, to))) => return Flood::Met(self.meeting(end, node, to)),
                Err(stop) => return Flood::Stopped(stop.into()),
            }
            let wave = &mut self.waves[end as usize];
            std::mem::swap(&mut wave.level, &mut wave.next);
            wave.next.clear();
            wave.expanded = 0;
            if wave.level.is_empty() {
                return Flood::Enclosed(end);
            }
            wave.depth += 1;
        }
    }

    /// Expands the level of one end, until the other end is met.
    fn level(&mut self, end: End) -> Result<Option<(u32, u32)>, Stop> {
        let degree = self.graph.degree() as u64;
        while let Some(&node) =
            self.waves[end as usize].level.get(self.waves[end as usize].expanded)
        {
            self.waves[end as usize].expanded += 1;
            self.observer.on(Event::Expand(node));
            let met = if O::WATCHES || self.fuel < degree {
                self.carefully(end, node)?
            } else {
                let wave = &mut self.waves[end as usize];
                let before = wave.next.len();
                let met = wave.expand(self.graph, self.marks, node);
                let reached = (wave.next.len() - before) as u64;
                self.stats.nodes += reached;
                self.stats.steps += reached;
                self.fuel -= reached;
                if reached > 0 {
                    self.stats.deepest = self.stats.deepest.max(wave.depth + 1);
                }
                met
            };
            if let Some(to) = met {
                self.pay()?;
                self.stats.nodes += 1;
                self.stats.steps += 1;
                self.stats.goals += 1;
                let distance = self.waves[0].depth + 1 + self.waves[1].depth;
                self.stats.deepest = self.stats.deepest.max(distance);
                self.observer.on(Event::Goal);
                return Ok(Some((node, to)));
            }
        }
        Ok(None)
    }

    /// Expands a node, every neighbour paid for before it is reached.
    #[cold]
    fn carefully(&mut self, end: End, node: u32) -> Result<Option<u32>, Stop> {
        let mut ways = Vec::with_capacity(self.graph.degree());
        self.graph.each(node, |to| ways.push(to));
        let other = if end == End::Root { End::Target } else { End::Root };
        let depth = self.waves[end as usize].depth + 1;
        let mut met = None;
        for to in ways {
            if self.marks.0[to as usize] == FREE {
                self.pay()?;
                self.stats.nodes += 1;
                self.stats.steps += 1;
                self.stats.deepest = self.stats.deepest.max(depth);
                self.marks.0[to as usize] = label(end, depth);
                self.waves[end as usize].next.push(to);
                self.observer.on(Event::Queue(to));
            } else if self.marks.is_reached(to, other) {
                met = met.or(Some(to));
            }
        }
        Ok(met)
    }

    fn meeting(&mut self, end: End, node: u32, to: u32) -> Meeting {
        let (near, far) = if end == End::Root { (node, to) } else { (to, node) };
        let [root, target] = &mut self.waves;
        Meeting {
            near,
            near_depth: root.depth,
            far,
            far_depth: target.depth,
            level: std::mem::take(&mut root.level),
        }
    }
}

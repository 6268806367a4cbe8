//! The vertex order of the dynamic programme, and the frontier of each cut.
//!
//! Before vertex `k` the order is cut in two. The *points* of that cut, its frontier, are the earlier
//! vertices with later neighbours: all that either side knows of the other.

/// The most points a cut may have: what they look like then fits 64 bits.
pub(super) const MOST_POINTS: usize = 19;

/// A step over one vertex, from the cut before it to the cut behind it.
///
/// Slots are places of vertices in this order: the points of the cut before, then the vertex. The
/// points of the cut behind are some of these, in the same order.
#[derive(Clone, Debug, Default)]
pub(super) struct VertexStep {
    /// The vertex's slot: how many points the cut before it has.
    pub(super) own: u32,
    /// Slots that are no points of the cut behind, from the lowest.
    pub(super) leaving: Vec<u32>,
    /// The same as a set.
    pub(super) leaving_set: u32,
    /// Sets of earlier neighbours that the vertex may be linked to: at most two of them, and those
    /// that it must be linked to.
    pub(super) links: Vec<u32>,
    /// Slots with a single neighbour behind the vertex.
    pub(super) one_later: u32,
    /// Points of the cut before without neighbours before the cut.
    pub(super) none_earlier: u32,
    /// Those with a single one.
    pub(super) one_earlier: u32,
    /// Where each point of the cut before goes when the line is mirrored, if it can be: no vertex
    /// crosses the cut.
    pub(super) mirror: Option<Vec<u8>>,
}

/// A line of vertices.
#[derive(Clone, Debug)]
pub(super) struct VertexOrder {
    /// The step over each vertex.
    pub(super) steps: Vec<VertexStep>,
    /// The points of the cut before each vertex.
    points: Vec<Vec<usize>>,
}

/// What a line is made of.
#[derive(Default)]
pub(super) struct CutGraph {
    /// Earlier neighbours of each vertex, in ascending order.
    pub(super) earlier: Vec<Vec<usize>>,
    /// Pairs of vertices, the earlier first, that must be linked.
    pub(super) musts: Vec<(usize, usize)>,
    /// Another place for each vertex, if there is one; mirroring counts only if it changes nothing.
    pub(super) mirrored: Vec<usize>,
}

impl CutGraph {
    /// Whether mirroring changes nothing.
    fn is_mirrored(&self) -> bool {
        if self.mirrored.len() != self.earlier.len() {
            return false;
        }
        let moved = |&(a, b): &(usize, usize)| {
            let (a, b) = (self.mirrored[a], self.mirrored[b]);
            (a.min(b), a.max(b))
        };
        let mut edges = self.edges();
        edges.all(|edge| {
            let (a, b) = moved(&edge);
            self.earlier[b].contains(&a)
        }) && self.musts.iter().all(|edge| self.musts.contains(&moved(edge)))
    }

    /// All edges, the earlier vertex first.
    fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.earlier
            .iter()
            .enumerate()
            .flat_map(|(b, earlier)| earlier.iter().map(move |&a| (a, b)))
    }

    /// The line, if no cut has too many points.
    pub(super) fn line(&self) -> Option<VertexOrder> {
        let n = self.earlier.len();
        let mut last = vec![0; n];
        let mut degrees = vec![0; n];
        for (a, b) in self.edges() {
            last[a] = last[a].max(b);
            degrees[a] += 1;
            degrees[b] += 1;
        }
        let is_mirrored = self.is_mirrored();
        let mut line = VertexOrder { steps: Vec::with_capacity(n), points: Vec::with_capacity(n) };
        let mut points: Vec<usize> = Vec::new();
        // Neighbours that each vertex has before the present cut.
        let mut before = vec![0; n];
        // The vertex that is mirrored farthest to the back, up to the present one.
        let mut farthest = None;
        for (at, earlier) in self.earlier.iter().enumerate() {
            if points.len() > MOST_POINTS {
                return None;
            }
            let slots: Vec<usize> = points.iter().copied().chain([at]).collect();
            let set = |holds: &dyn Fn(usize) -> bool| {
                let chosen = slots.iter().enumerate().filter(|&(_, &vertex)| holds(vertex));
                chosen.fold(0u32, |set, (slot, _)| set | 1 << slot)
            };
            let own = points.len() as u32;
            let is_point = !(1 << own);
            let leaving_set = set(&|vertex| last[vertex] <= at);
            let musts = set(&|vertex| self.musts.contains(&(vertex, at)));
            let none_earlier = set(&|vertex| before[vertex] == 0) & is_point;
            let one_earlier = set(&|vertex| before[vertex] == 1) & is_point;
            for &vertex in earlier {
                before[vertex] += 1;
            }
            before[at] = earlier.len();
            line.steps.push(VertexStep {
                own,
                leaving: (0..=own).filter(|slot| leaving_set >> slot & 1 == 1).collect(),
                leaving_set,
                links: links(set(&|vertex| earlier.contains(&vertex)), musts),
                one_later: set(&|vertex| degrees[vertex] - before[vertex] == 1),
                none_earlier,
                one_earlier,
                mirror: (is_mirrored && farthest < Some(at)).then(|| {
                    let place = |&vertex: &usize| points.binary_search(&self.mirrored[vertex]);
                    // A vertex with later neighbours is mirrored to one with later neighbours.
                    points.iter().map(|vertex| place(vertex).map_or(0, |slot| slot as u8)).collect()
                }),
            });
            farthest = farthest.max(self.mirrored.get(at).copied());
            line.points.push(points);
            points = slots.into_iter().filter(|&vertex| last[vertex] > at).collect();
        }
        Some(line)
    }
}

/// All sets of at most two of some slots that hold all that they must.
fn links(slots: u32, musts: u32) -> Vec<u32> {
    let mut sets = vec![0];
    let each = |set: u32| (0..32).map(|slot| 1 << slot).filter(move |one| set & one != 0);
    for one in each(slots) {
        sets.push(one);
        sets.extend(each(slots & (one - 1)).map(|other| one | other));
    }
    sets.retain(|set| set & musts == musts);
    sets
}

impl VertexOrder {
    /// The most points that a cut has.
    pub(super) fn most_points(&self) -> usize {
        self.points.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Which side goes on before they meet, if they do not yet: whether it is the near one.
    ///
    /// A cycle is closed where the sides meet, so both must have links of it: the far side has a
    /// vertex, and the near one more than half of all, two of which are then linked whatever the
    /// cycle. Other than that, the smaller side goes on.
    pub(super) fn goes_on(&self, near: (usize, u64), far: (usize, u64)) -> Option<bool> {
        let n = self.steps.len();
        let is_near = near.1 <= far.1 || far.0 + n / 2 + 1 >= n;
        (near.0 + far.0 < n).then_some(is_near && far.0 > 0)
    }

    /// More states than this come of none.
    pub(super) fn fanout(&self) -> usize {
        self.steps.iter().map(|step| step.links.len()).max().unwrap_or(0)
    }

    /// The points of the cut before a vertex.
    pub(super) fn points(&self, at: usize) -> &[usize] {
        &self.points[at]
    }
}

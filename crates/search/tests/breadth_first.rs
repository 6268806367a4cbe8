//! The breadth-first engine on a ring, where everything can be counted by hand.

use tabuleiro_search::{
    End, Ended, Ends, Event, Flood, Graph, Limit, Limits, Marks, Meter, Stats, breadth_first,
};

/// The numbers below `size` in a ring, each joined to the next.
struct Ring(u32);

impl Graph for Ring {
    fn degree(&self) -> usize {
        2
    }

    fn each(&self, node: u32, mut tell: impl FnMut(u32)) {
        tell((node + 1) % self.0);
        tell((node + self.0 - 1) % self.0);
    }
}

fn ring(
    shut: &[u32],
    ends: Ends,
    limits: &Limits,
    events: &mut Vec<Event<u32>>,
) -> (Flood, Stats, Marks) {
    let mut marks = Marks::new((0..20).map(|node| !shut.contains(&node)));
    let mut meter = Meter::new(limits);
    let mut observer = |event| events.push(event);
    let roles: (&[u32], &[u32]) = (&[0], &[7]);
    let watched = breadth_first(&Ring(20), &mut marks, roles, ends, &mut meter, &mut observer);
    let mut unwatched_marks = Marks::new((0..20).map(|node| !shut.contains(&node)));
    let mut again = Meter::new(limits);
    let unwatched =
        breadth_first(&Ring(20), &mut unwatched_marks, roles, ends, &mut again, &mut ());
    assert_eq!((&watched, meter.stats()), (&unwatched, again.stats()));
    (watched, meter.stats(), marks)
}

#[test]
fn the_shorter_way_round_is_found_from_one_end_and_from_both() {
    for (ends, nodes) in [(Ends::One, 14), (Ends::Both, 15)] {
        let (flood, stats, _) = ring(&[], ends, &Limits::default(), &mut Vec::new());
        let Flood::Met(meeting) = flood else { panic!("{flood:?}") };
        assert_eq!(meeting.distance(), 7);
        assert_eq!((stats.nodes, stats.goals, stats.backtracks), (nodes, 1, 0), "{ends:?}");
    }
    let (flood, ..) = ring(&[3], Ends::Both, &Limits::default(), &mut Vec::new());
    let Flood::Met(meeting) = flood else { panic!("{flood:?}") };
    assert_eq!(meeting.distance(), 13);
}

#[test]
fn a_queue_that_runs_empty_is_an_answer() {
    let (flood, stats, marks) = ring(&[2, 18], Ends::One, &Limits::default(), &mut Vec::new());
    assert_eq!(flood, Flood::Enclosed(End::Root));
    assert_eq!((stats.nodes, stats.steps, stats.deepest), (3, 2, 1));
    let reached: Vec<u32> = (0..20).filter(|&node| marks.is_reached(node, End::Root)).collect();
    assert_eq!(reached, [0, 1, 19]);
    let (flood, ..) = ring(&[6, 8], Ends::Both, &Limits::default(), &mut Vec::new());
    assert_eq!(flood, Flood::Enclosed(End::Target));
}

#[test]
fn a_node_limit_fires_exactly() {
    for ends in [Ends::One, Ends::Both] {
        let (_, all, _) = ring(&[], ends, &Limits::default(), &mut Vec::new());
        for most in 0..all.nodes {
            let limits = Limits { nodes: Some(most), ..Limits::default() };
            let (flood, stats, _) = ring(&[], ends, &limits, &mut Vec::new());
            assert_eq!(flood, Flood::Stopped(Ended::Cut(Limit::Nodes)));
            assert_eq!(stats.nodes, most);
        }
        let limits = Limits { nodes: Some(all.nodes), ..Limits::default() };
        let (flood, ..) = ring(&[], ends, &limits, &mut Vec::new());
        assert!(matches!(flood, Flood::Met(_)));
    }
}

#[test]
fn events_tell_what_happened() {
    let mut events = Vec::new();
    ring(&[2, 18], Ends::One, &Limits::default(), &mut events);
    use Event::{Expand, Queue, Root};
    assert_eq!(events, [Root(0), Expand(0), Queue(1), Queue(19), Expand(1), Expand(19)]);
}

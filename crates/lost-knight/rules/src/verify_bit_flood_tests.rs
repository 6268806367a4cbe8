//! The verifier's balls against a queue that is as plain as can be.

use super::{Cut, LostKnight, Rules};
use tabuleiro_core::board::{Size, Squares};
use tabuleiro_core::contract::Meter;
use tabuleiro_core::leaper::{Edges, Leaper};
use tabuleiro_core::random::Rng;
use tabuleiro_core::width::{Isa, Width};

/// Sides around those that are cut in one way or another.
const SIDES: [u32; 24] = [
    24, 25, 26, 31, 32, 33, 34, 48, 56, 57, 59, 60, 61, 62, 63, 64, 65, 66, 112, 120, 121, 128,
    129, 190,
];
const LEAPERS: [(u32, u32); 12] = [
    (1, 2),
    (1, 2),
    (1, 2),
    (1, 4),
    (2, 3),
    (1, 3),
    (3, 4),
    (0, 1),
    (0, 3),
    (1, 1),
    (2, 4),
    (4, 4),
];

fn random_board(rng: &mut Rng) -> LostKnight {
    let size = Size { rows: SIDES[rng.below(24)], cols: SIDES[rng.below(24)] };
    let area = size.area() as usize;
    let (short, long) = LEAPERS[rng.below(LEAPERS.len())];
    let edges = [Edges::Torus, Edges::Plane, Edges::Cylinder][rng.below(3)];
    let rules = Rules { edges, leaper: Leaper::new(short, long).unwrap() };
    let percent = [0, 30, 50, 60, 70][rng.below(5)];
    let mut blocked = Squares::none(area);
    (0..area).filter(|_| rng.below(100) < percent).for_each(|place| blocked.insert(place));
    let mut places: Vec<usize> = (0..area).collect();
    rng.shuffle(&mut places);
    let mut some = || {
        let more = [0, 0, 0, 1, 2][rng.below(5)];
        let mut squares = places.split_off(places.len() - 1 - more);
        squares.sort_unstable();
        squares.iter().for_each(|&place| blocked.remove(place));
        squares.into_iter().map(|place| size.square(place)).collect()
    };
    let (knights, exits) = (some(), some());
    LostKnight { size, blocked, knights, exits, rules }
}

/// How far from a knight each square is.
fn distances(board: &LostKnight) -> Vec<Option<u64>> {
    let (moves, mut now) = (board.moves(), board.places(board.knights()));
    let mut distances = vec![None; board.size().area() as usize];
    now.iter().for_each(|&place| distances[place as usize] = Some(0));
    for distance in 1.. {
        let mut next = Vec::new();
        for to in now.iter().flat_map(|&from| moves.from(from)) {
            if board.is_free(to) && distances[to as usize].is_none() {
                distances[to as usize] = Some(distance);
                next.push(to);
            }
        }
        if next.is_empty() {
            break;
        }
        now = next;
    }
    distances
}

#[test]
fn balls_know_what_a_queue_knows() {
    let mut rng = Rng::new(4958);
    let mut folded = 0;
    for number in 0..2000 {
        let board = random_board(&mut rng);
        let distances = distances(&board);
        let exits = board.places(board.exits());
        let fewest = exits.iter().filter_map(|&exit| distances[exit as usize]).min();
        let mut cut = Cut::new(&board).unwrap();
        cut.width = Width::detect()
            .at_most([Isa::Baseline, Isa::Wide, Isa::Widest, Isa::Widest][rng.below(4)]);
        folded += usize::from(cut.steps.folded);
        let context = format!("{number}: {} {:?} {fewest:?}", board.size(), board.rules());
        let parts = |moves: u64| cut.parts(moves, &mut Meter::unlimited()).unwrap();
        assert_eq!(cut.fewest(&mut Meter::unlimited()).unwrap(), fewest, "{context}");
        let Some(fewest) = fewest else {
            [1, 2, 9, 1_000_000].iter().for_each(|&moves| assert!(parts(moves), "{context}"));
            continue;
        };
        assert!(parts(fewest), "{context}");
        assert!(parts(1 + rng.below(fewest as usize) as u64), "{context}");
        assert!(!parts(fewest + 1), "{context}");
        assert!(!parts(fewest + 2 + rng.below(9) as u64), "{context}");
    }
    assert!((300..1700).contains(&folded), "{folded} boards were folded");
}

#[test]
fn a_set_is_closed_if_no_move_leads_out() {
    let mut rng = Rng::new(1979);
    let mut opened = 0;
    for number in 0..500 {
        let board = random_board(&mut rng);
        let cut = Cut::new(&board).unwrap();
        let context = format!("{number}: {} {:?}", board.size(), board.rules());
        let is_closed = |set: &Squares| cut.is_closed(set, &mut Meter::unlimited()).unwrap();
        let mut set = Squares::none(board.size().area() as usize);
        assert!(is_closed(&set), "{context}");
        let distances = distances(&board);
        let inside: Vec<usize> =
            (0..distances.len()).filter(|&at| distances[at].is_some()).collect();
        inside.iter().for_each(|&place| set.insert(place));
        assert!(is_closed(&set), "{context}");
        for _ in 0..4 {
            // One square less, to which others lead, or one more that is not free.
            let place = inside[rng.below(inside.len())];
            let leads = |&to: &u32| to as usize != place && set.contains(to as usize);
            if board.moves().from(place as u32).iter().any(leads) {
                set.remove(place);
                assert!(!is_closed(&set), "{context}, without {}", board.square(place as u32));
                set.insert(place);
                opened += 1;
            }
            let place = rng.below(distances.len());
            if board.blocked.contains(place) {
                set.insert(place);
                assert!(!is_closed(&set), "{context}, with {}", board.square(place as u32));
                set.remove(place);
            }
        }
    }
    assert!(opened > 1000, "{opened} sets were opened");
}

#[test]
fn boards_thinner_than_a_leap_are_not_cut() {
    for thin in 1..=4 {
        for long in (1..=130).filter(|long| thin * long > 1) {
            for size in [Size { rows: thin, cols: long }, Size { rows: long, cols: thin }] {
                for (short, long) in LEAPERS {
                    let leaper = Leaper::new(short, long).unwrap();
                    let rules = Rules { edges: Edges::Torus, leaper };
                    let blocked = Squares::none(size.area() as usize);
                    let board = LostKnight::new(size, blocked, size.square(0), size.square(1));
                    assert!(Cut::new(&board.unwrap().under(rules)).is_none(), "{size}");
                }
            }
        }
    }
}

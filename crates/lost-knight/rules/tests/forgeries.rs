//! The verifier of the lost knight: claims that break one rule and no other, on boards that are
//! checked by labels and on boards that are checked by balls.

use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{Claim, Options, Puzzle, Statement, Verify};
use tabuleiro_core::locale::{Lang, Message};
use tabuleiro_core::text::Source;
use tabuleiro_lost_knight_rules::{Labels, LostKnight, Route};

fn read(text: &str) -> LostKnight {
    let source = Source::new("board", text);
    LostKnight::read(&source, &Options::default()).next().unwrap().unwrap()
}

fn at(row: u32, col: u32) -> Square {
    Square { row: row - 1, col: col - 1 }
}

/// The rule that is broken; nothing if none is.
fn broken(ruling: Result<(), Message>) -> Option<String> {
    let name = |flaw: Message| flaw.json(Lang::En)["name"].as_str().map(str::to_owned);
    let name = ruling.err().and_then(name)?;
    Some(name.trim_start_matches("lost-knight.flaw.").to_owned())
}

/// A shortest path, by a queue.
fn shortest(board: &LostKnight) -> Vec<Square> {
    let (moves, knights) = (board.moves(), board.places(board.knights()));
    let mut before: Vec<Option<u32>> = vec![None; board.size().area() as usize];
    knights.iter().for_each(|&knight| before[knight as usize] = Some(knight));
    let (mut queue, mut next) = (knights, 0);
    let exits = board.places(board.exits());
    let mut at = loop {
        let from = *queue.get(next).expect("a way out");
        if exits.contains(&from) {
            break from;
        }
        next += 1;
        for to in moves.from(from) {
            if board.is_free(to) && before[to as usize].is_none() {
                before[to as usize] = Some(from);
                queue.push(to);
            }
        }
    };
    let mut path = vec![board.square(at)];
    while let Some(from) = before[at as usize].filter(|&from| from != at) {
        at = from;
        path.insert(0, board.square(at));
    }
    path
}

/// A board of free squares but for some, with a knight and an exit.
fn open(head: &str, (rows, cols): (u32, u32), blocked: &[Square], ends: [Square; 2]) -> LostKnight {
    let size = Size { rows, cols };
    let square = |square: Square| match square {
        _ if square == ends[0] => 'C',
        _ if square == ends[1] => 'S',
        _ if blocked.contains(&square) => 'x',
        _ => '.',
    };
    let row = |row| (0..cols).map(|col| square(Square { row, col })).chain(['\n']).collect();
    read(&format!("{head}{}", (0..size.rows).map(row).collect::<Vec<String>>().concat()))
}

#[test]
fn a_path_that_breaks_one_rule_breaks_that_rule() {
    // The small board is checked by labels, the large one by balls.
    for (rows, cols) in [(6, 7), (26, 31)] {
        let board = open("plane\n", (rows, cols), &[at(2, 3)], [at(1, 1), at(5, 6)]);
        let path = shortest(&board);
        let verify = |path: &[Square]| broken(board.verify(&Route::along(path.to_vec())));
        let flaw = |name: &str| Some(name.to_owned());
        let middle = path[1];
        let with = |place: usize, square: Square| {
            let mut forged = path.clone();
            forged[place] = square;
            forged
        };
        assert_eq!(verify(&path), None);
        assert_eq!(verify(&with(1, at(rows + 1, 1))), flaw("outside"));
        assert_eq!(verify(&with(1, at(1, cols + 1))), flaw("outside"));
        assert_eq!(verify(&path[1..]), flaw("start"));
        assert_eq!(verify(&path[..path.len() - 1]), flaw("end"));
        let reverse: Vec<Square> = path.iter().rev().copied().collect();
        assert_eq!(verify(&reverse), flaw("start"));
        assert_eq!(verify(&with(1, at(2, 3))), flaw("blocked"));
        assert_eq!(verify(&[path[0], path[path.len() - 1]]), flaw("move"));
        assert_eq!(verify(&with(path.len() - 2, path[0])), flaw("move"));
        // On a torus, these would be moves.
        assert_eq!(verify(&with(1, at(rows, 3))), flaw("move"));
        assert_eq!(verify(&with(1, at(2, cols - 1))), flaw("move"));
        let there_and_back = [&[path[0], middle], &path[..]].concat();
        assert_eq!(verify(&there_and_back), flaw("longer"));
        let fewest = path.len() as u64 - 1;
        let claimed = |moves: u64| broken(board.verify(&Route::of_length(moves)));
        assert_eq!(claimed(fewest), None);
        assert_eq!(claimed(fewest - 1), flaw("too-few"));
        assert_eq!(claimed(0), flaw("too-few"));
        assert_eq!(claimed(fewest + 1), flaw("longer"));
        // A path, and another number of moves than it has.
        let pairs: Vec<String> =
            path.iter().map(|square| format!("[{},{}]", square.row + 1, square.col + 1)).collect();
        for moves in [fewest - 1, fewest, fewest + 1] {
            let text =
                format!(r#"{{"solution":{{"moves":{moves},"path":[{}]}}}}"#, pairs.join(","));
            let said = board.claim(&Source::new("claim", text)).unwrap();
            let Statement::Claim(Claim::Solution(route)) = said else {
                panic!("a path is a solution");
            };
            let expected = (moves != fewest).then(|| "moves".to_owned());
            assert_eq!(broken(board.verify(&route)), expected);
        }
    }
}

#[test]
fn a_path_one_move_too_long_is_refused_at_every_distance() {
    let mut longer = [0; 2];
    // Odd sides that touch: a detour may take one move. Others: two, there and back.
    for (head, (rows, cols)) in
        [("", (25, 25)), ("cylinder\n", (24, 25)), ("leaper 0,1\n", (25, 24)), ("", (24, 24))]
    {
        for place in (1..rows * cols).step_by(7) {
            let exit = Square { row: place / cols, col: place % cols };
            let knight = at(1, 1);
            let board = open(head, (rows, cols), &[], [knight, exit]);
            let path = shortest(&board);
            assert_eq!(board.verify(&Route::along(path.clone())), Ok(()));
            let back = [&[path[0], path[1]], &path[..]].concat();
            assert_eq!(broken(board.verify(&Route::along(back))), Some("longer".to_owned()));
            longer[0] += 1;
            for near in
                board.moves().from(0).into_iter().map(|place| board.size().square(place as usize))
            {
                if near == exit || near == knight {
                    continue;
                }
                let rest = shortest(&open(head, (rows, cols), &[], [near, exit]));
                // As far from there: a move too many.
                if rest.len() == path.len() {
                    let detour = [&[knight], &rest[..]].concat();
                    let ruling = broken(board.verify(&Route::along(detour)));
                    assert_eq!(
                        ruling,
                        Some("longer".to_owned()),
                        "{} moves on\n{board}",
                        path.len()
                    );
                    longer[1] += 1;
                    break;
                }
            }
        }
    }
    assert!(longer[0] > 300 && longer[1] > 15, "{longer:?}");
}

#[test]
fn a_set_that_breaks_one_rule_encloses_nothing() {
    // The knight in its cell, far away from it a blocked square among blocked squares, and the exit.
    for (rows, cols) in [(12, 14), (26, 31)] {
        let ring = |centre: Square| {
            let reach = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
            reach.map(|(down, right)| Square {
                row: centre.row.wrapping_add_signed(down),
                col: centre.col.wrapping_add_signed(right),
            })
        };
        let (knight, alone, exit) = (at(4, 4), at(9, 10), at(1, 1));
        let blocked = [&ring(knight)[..], &ring(alone), &[alone]].concat();
        let board = open("", (rows, cols), &blocked, [knight, exit]);
        let set = |squares: &[Square]| {
            let mut set = Squares::none(board.size().area() as usize);
            squares.iter().for_each(|&square| set.insert(board.size().index(square)));
            set
        };
        let rule = |set: Squares| broken(board.encloses(&set));
        let flaw = |name: &str| Some(name.to_owned());
        let others: Vec<Square> = board
            .size()
            .squares()
            .filter(|square| *square != knight && !blocked.contains(square))
            .collect();
        assert_eq!(rule(set(&[knight])), None);
        assert_eq!(rule(set(&others)), None);
        assert_eq!(rule(set(&[])), flaw("not-parted"));
        assert_eq!(rule(set(&[knight, exit])), flaw("not-parted"));
        assert_eq!(rule(set(&[&others[..], &[knight]].concat())), flaw("not-parted"));
        assert_eq!(rule(set(&[at(1, 2)])), flaw("not-parted"));
        // A blocked square that no free one leads to or from, and one that the knight would reach.
        assert_eq!(rule(set(&[knight, alone])), flaw("blocked"));
        assert_eq!(rule(set(&[&others[..], &[alone]].concat())), flaw("blocked"));
        assert_eq!(rule(set(&[knight, blocked[0]])), flaw("blocked"));
        assert_eq!(rule(set(&[knight, at(1, 2)])), flaw("leads-out"));
        assert_eq!(rule(set(&others[..others.len() - 1])), flaw("leads-out"));
    }
}

#[test]
fn of_several_knights_and_exits_all_are_parted() {
    for (rows, cols) in [(3, 12), (26, 31)] {
        let mut text = vec![vec!['x'; cols]; rows];
        (text[0][0], text[0][6], text[2][9], text[2][3]) = ('C', 'C', 'S', 'S');
        let rows: Vec<String> = text.iter().map(|row| row.iter().collect()).collect();
        let board = read(&format!("many any-exit plane\n{}\n", rows.join("\n")));
        let rule = |squares: &[Square]| {
            let mut set = Squares::none(board.size().area() as usize);
            squares.iter().for_each(|&square| set.insert(board.size().index(square)));
            broken(board.encloses(&set))
        };
        let (knights, exits) = ([at(1, 1), at(1, 7)], [at(3, 10), at(3, 4)]);
        assert_eq!(rule(&knights), None);
        assert_eq!(rule(&exits), None);
        for forged in [&knights[..1], &knights[1..], &exits[..1], &exits[1..]] {
            assert_eq!(rule(forged), Some("not-parted".to_owned()));
        }
        assert_eq!(rule(&[knights[0], knights[1], exits[0]]), Some("not-parted".to_owned()));
        assert_eq!(rule(&[exits[0], exits[1], knights[1]]), Some("not-parted".to_owned()));
    }
}

#[test]
fn labels_that_break_one_rule_prove_nothing() {
    let board = read("plane\nC....\n.....\n...x.\n.....\n....S\n");
    let labels = Labels::distances(&board).all().to_vec();
    let fewest = shortest(&board).len() as u64 - 1;
    let rule = |labels: &[u32], fewest| broken(board.proves(&Labels::new(labels.to_vec()), fewest));
    let with = |square: Square, label: u32| {
        let mut labels = labels.clone();
        labels[board.size().index(square)] = label;
        labels
    };
    assert_eq!(rule(&labels, fewest), None);
    assert_eq!(rule(&labels, fewest + 1), Some("longer".to_owned()));
    // One too few or too many, a knight that is not where it starts, a step over two.
    assert_eq!(rule(&labels[1..], fewest), Some("labels".to_owned()));
    assert_eq!(rule(&[&labels[..], &[0]].concat(), fewest), Some("labels".to_owned()));
    assert_eq!(rule(&with(at(1, 1), 1), fewest), Some("labels".to_owned()));
    assert_eq!(rule(&with(at(5, 5), fewest as u32 + 1), fewest + 1), Some("labels".to_owned()));
    assert_eq!(rule(&with(at(5, 5), Labels::FAR), fewest + 1), Some("labels".to_owned()));
    // What is said of a blocked square says nothing.
    assert_eq!(rule(&with(at(3, 4), 40), fewest), None);
    assert_eq!(rule(&with(at(3, 4), 0), fewest), None);
}

#[test]
fn an_exit_that_can_be_reached_is_not_enclosed() {
    let read = |text: &str| {
        let source = Source::new("board", text);
        LostKnight::read(&source, &Options::default()).next().unwrap().unwrap()
    };
    let ruled = |text: &str| {
        let board = read(text);
        broken(board.refute(&board.unproved().expect("the verifier rules on it")))
    };
    assert_eq!(ruled("C..x\n.x..\n...S\n"), Some("reachable".to_owned()));
    assert_eq!(ruled("plane\nC.S\n"), None);
}

//! Rectangles that have no tour, each with the reason why.

use search::{Limits, Meter, Outcome, Proof};
use tabuleiro_core::board::Size;
use tabuleiro_core::contract::{Solve, Verify};
use tabuleiro_tour::{Plan, Tour};

/// Refutes every rectangle without a closed or an open tour, as Schwenk, and Cull and De Curtins,
/// name them. Returns how many were refuted by an argument, closed and open.
pub(crate) fn up_to(most: u32) -> [u32; 2] {
    let limits = Limits::default();
    let mut argued = [0; 2];
    for rows in 1..=most {
        for cols in rows..=most {
            let closed = rows * cols % 2 == 1
                || matches!(rows, 1 | 2 | 4)
                || rows == 3 && matches!(cols, 4 | 6 | 8);
            let open = matches!(rows, 1 | 2) && cols > 1
                || rows == 3 && matches!(cols, 3 | 5 | 6)
                || (rows, cols) == (4, 4);
            let whole = Tour::new(Size { rows, cols });
            for (i, none, tour) in [(0, closed, whole.clone().closed()), (1, open, whole.clone())] {
                if !none {
                    continue;
                }
                let mut meter = Meter::new(&limits);
                match tour.solve(&Plan::Roth, &mut meter, &mut (), &mut Vec::new()) {
                    Outcome::Impossible(Proof::Argument(argument)) => {
                        assert_eq!(tour.refute(&argument), Ok(()), "{argument:?} {rows}x{cols}");
                        argued[i] += 1;
                    }
                    Outcome::Impossible(Proof::Exhaustion) => assert!(rows * cols <= 24),
                    _ => panic!("{rows}x{cols}"),
                }
            }
        }
    }
    argued
}

//! Layouts against the verifier, and against themselves.

use search::{Limits, Meter};

use super::*;
use crate::contract::Verify;
use crate::tour::Numbers;

fn laid(tour: &Tour) -> Option<Layout> {
    let limits = Limits::default();
    lay(tour, &mut Meter::new(&limits)).unwrap()
}

fn numbers(layout: &Layout) -> Numbers {
    let size = layout.size();
    let mut all = vec![0; size.area() as usize];
    let mut rows = Rows::new(layout);
    for (row, out) in (0..).zip(all.chunks_exact_mut(size.cols as usize)) {
        rows.write(row, out);
    }
    Numbers::new(size, all)
}

#[test]
fn proto() {
    let mut bad = 0;
    for rows in 3..=40 {
        for cols in 3..=40 {
            for closed in [false, true] {
                let tour = Tour::new(Size { rows, cols });
                let tour = if closed { tour.closed() } else { tour };
                match laid(&tour) {
                    None => {
                        bad += 1;
                        println!("{rows}x{cols} {closed} none");
                    }
                    Some(layout) => {
                        let n = numbers(&layout);
                        let v = tour.verify(&n);
                        if v.is_err() {
                            println!("{rows}x{cols} {closed} {:?}", v);
                            continue;
                        }
                        for s in tour.each_square() {
                            let k = layout.step(s);
                            assert_eq!(k, u64::from(n.all()[tour.size().index(s)]));
                            assert_eq!(layout.square(k), s, "{rows}x{cols} {closed} {k}");
                        }
                    }
                }
            }
        }
    }
    println!("bad {bad}");
}

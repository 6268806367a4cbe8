//! What techniques of one line see in it, kept by what its cells can hold: refutations meet the same lines again and again.

use std::collections::HashMap;

use super::ladder::Rung;
use super::marks::{Marks, SeenSets};

/// Lines that are kept, at most; all are let go when there are more.
const MOST: usize = 1 << 14;

/// By techniques, line and what each of its cells can hold: what each of them loses.
#[derive(Default)]
pub(super) struct SeenLines {
    lost: HashMap<Box<[u64]>, Box<[u64]>>,
    key: Vec<u64>,
}

/// Whether a technique looks at one line alone, at nothing but what its cells can hold and the signs between them.
fn is_of_a_line(rung: &Rung) -> bool {
    use Rung::{HiddenPair, HiddenQuad, HiddenTriple, Line, NakedPair, NakedQuad, NakedTriple};
    [NakedPair, NakedTriple, NakedQuad, HiddenPair, HiddenTriple, HiddenQuad, Line].contains(rung)
}

impl SeenLines {
    /// Adds what these techniques see on a board on which each settled cell counts as written.
    pub(super) fn look(&mut self, marks: &mut Marks<'_>, rungs: &[Rung], lost: &mut [u64]) {
        let order = marks.order;
        for line in marks.unknown_lines() {
            let has_line = u64::from(rungs.contains(&Rung::Line));
            self.key.clear();
            self.key.extend([(rungs.len() as u64) << 32 | has_line, line as u64]);
            self.key.extend((0..order).map(|i| marks.can[marks.cell(line, i)]));
            if !self.lost.contains_key(&self.key[..]) {
                if self.lost.len() >= MOST {
                    self.lost.clear();
                }
                let seen = see(marks, line, rungs);
                self.lost.insert(self.key.clone().into(), seen);
            }
            for (i, seen) in self.lost[&self.key[..]].iter().enumerate() {
                lost[marks.cell(line, i)] |= seen;
            }
        }
        for &rung in rungs.iter().filter(|rung| !is_of_a_line(rung)) {
            marks.find(rung, &mut |_, effect| {
                effect.iter().for_each(|&(cell, values)| lost[cell] |= values);
            });
        }
    }
}

/// What the cells of a line lose.
fn see(marks: &mut Marks<'_>, line: usize, rungs: &[Rung]) -> Box<[u64]> {
    let known = marks.known;
    marks.known = SeenSets { lines: !(1 << line), ..known };
    let mut lost = vec![0; marks.order];
    for &rung in rungs.iter().filter(|rung| is_of_a_line(rung)) {
        marks.find(rung, &mut |_, effect| {
            for &(cell, values) in effect {
                let [(_, column), (_, row)] = marks.lines(cell);
                lost[if line < marks.order { column } else { row }] |= values;
            }
        });
    }
    marks.known = known;
    lost.into()
}

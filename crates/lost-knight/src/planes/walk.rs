//! The path, from the distances that the planes remember.

use crate::planes::field::Field;
use crate::planes::sparse::Spot;
use tabuleiro_core::board::Square;

impl Field {
    /// A shortest path from the nearest source of the flood to a reached square, both ends included:
    /// of all such paths the smallest by the order of [`Leaper::moves`], move by move and told from
    /// `to` on.
    ///
    /// `distance` is that of `to`, as the flood told it. Moves go both ways, so for the smallest path
    /// from the knight to the exit the flood starts at the exit.
    ///
    /// # Panics
    /// If the flood did not reach `to` in this distance.
    ///
    /// [`Leaper::moves`]: crate::Leaper::moves
    pub(crate) fn walk(&self, to: Square, distance: u64) -> Vec<Square> {
        let layout = &self.layout;
        let place = self.place(to);
        let mut at = Spot::new(layout, place.strip, place.row, place.sheet, place.bit);
        let mut path = vec![to; distance as usize + 1];
        let narrow = &self.narrow[..self.narrow.len() - 1];
        for (left, step) in path[..distance as usize].iter_mut().enumerate().rev() {
            at = match narrow.get(left) {
                // The only way. What follows need not wait for what came before.
                Some(&spot) if spot != 0 => Spot(u64::from(spot)),
                _ => {
                    let phase = layout.phase(left as u64);
                    let only = if layout.folded() {
                        self.sparse.only_lacking::<2>(&self.words, phase, at)
                    } else {
                        self.sparse.only_lacking::<3>(&self.words, phase, at)
                    };
                    let seen = only.or_else(|| self.nearer(at, phase));
                    let seen = seen.expect("a reached square has a neighbour one move nearer");
                    self.sparse.home(layout, seen)
                }
            };
            *step = at.square_in(layout, self.sparse.strip(at));
        }
        path
    }

    /// The square one move away that lacks a plane, and is free: the first in the order of moves.
    #[inline(never)]
    fn nearer(&self, from: Spot, phase: usize) -> Option<Spot> {
        let layout = &self.layout;
        let other = if phase == 0 { 1 } else { phase - 1 };
        let (lack, have) = (phase * layout.plane_step, other * layout.plane_step);
        let taps = &layout.taps[from.kind()];
        let start = (from.block() - 1) * layout.block_words;
        // Which taps lead on is asked of all four at once. Mostly it is one, and then nothing below
        // has to be guessed.
        let found = taps.map(|tap| {
            let at = start + usize::from(tap.at);
            let near = self.words[at + have] & !self.words[at + lack];
            near & tap.columns.rotate_left(from.bit())
        });
        let mut lead = (0..4).fold(0, |lead, tap| lead | u32::from(found[tap] != 0) << tap);
        let mut best: Option<(u8, Spot)> = None;
        while lead != 0 {
            let index = lead.trailing_zeros() as usize;
            lead &= lead - 1;
            let (tap, mut found) = (&taps[index], found[index]);
            while found != 0 {
                let bit = found.trailing_zeros();
                found &= found - 1;
                let rank = tap.ranks[usize::from(bit < from.bit())];
                if best.is_none_or(|(first, _)| rank < first) {
                    best = Some((rank, from.moved(tap, bit)));
                }
            }
        }
        best.map(|(_, spot)| spot)
    }
}

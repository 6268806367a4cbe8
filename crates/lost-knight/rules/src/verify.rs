//! The verifier of paths and enclosures: knows the board and nothing of any solver.
//!
//! That a path is a shortest one is proved by distance labels: knights have label 0, and no move from a
//! free square to a free square leads to a label larger by more than one. Then no path of fewer than k
//! moves reaches an exit with label k. The labels of a large board are not written down: two balls go
//! through the same sets, those of the squares with label 0, 1, 2, ..., the one from the knights, the other
//! from the exits, and must not meet. That no path exists is proved by a set that holds all knights and no
//! exit, or the other way round, and that no move leads out of: a move can be taken back, so that nothing
//! leads into it either.

use super::{Cut, Enclosure, Labels, LostKnight, Route};
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Claim, Examined, Limit, Meter, Verify};
use tabuleiro_core::locale::Message;

impl Verify for LostKnight {
    fn verify(&self, route: &Route) -> Result<(), Message> {
        unlimited(|meter| self.is_shortest(route, meter))
    }

    fn refute(&self, enclosure: &Enclosure) -> Result<(), Message> {
        unlimited(|meter| self.is_enclosed(enclosure, meter))
    }

    fn examine(&self, claim: &Claim<Self>, meter: &mut Meter<'_>) -> Examined {
        match claim {
            Claim::Solution(route) => self.is_shortest(route, meter),
            Claim::Argument(enclosure) => self.is_enclosed(enclosure, meter),
        }
    }
}

/// A check that nothing limits.
fn unlimited(check: impl FnOnce(&mut Meter<'_>) -> Examined) -> Result<(), Message> {
    check(&mut Meter::unlimited()).unwrap_or_else(|_| unreachable!("nothing limits it"))
}

fn flaw(name: &str) -> Message {
    Message::new(format!("lost-knight.flaw.{name}"))
}

/// Goes on where a rule holds, and ends the check where one is broken.
macro_rules! holds {
    ($check:expr) => {
        match $check {
            Ok(held) => held,
            Err(flaw) => return Ok(Err(flaw)),
        }
    };
}

impl LostKnight {
    fn is_shortest(&self, route: &Route, meter: &mut Meter<'_>) -> Examined {
        if let Some(path) = route.path() {
            holds!(self.allows(path, meter)?);
            let walked = path.len() as u64 - 1;
            if walked != route.moves() {
                let flaw = flaw("moves").with("claimed", route.moves()).with("walked", walked);
                return Ok(Err(flaw));
            }
            // There is a path of so many moves; is there no shorter one?
            if let Some(cut) = self.cut(meter)? {
                let parts = cut.parts(walked, meter);
                meter.release(cut.bytes());
                if parts? {
                    return Ok(Ok(()));
                }
            }
        }
        Ok(match holds!(self.fewest(meter)?) {
            Some(fewest) if fewest == route.moves() => Ok(()),
            Some(fewest) if fewest < route.moves() => {
                Err(flaw("longer").with("moves", route.moves()).with("fewest", fewest))
            }
            _ => Err(flaw("too-few").with("moves", route.moves())),
        })
    }

    fn is_enclosed(&self, enclosure: &Enclosure, meter: &mut Meter<'_>) -> Examined {
        if let Some(squares) = enclosure.squares() {
            return self.parts_all(squares, meter);
        }
        Ok(match holds!(self.fewest(meter)?) {
            None => Ok(()),
            Some(fewest) => Err(flaw("reachable").with("moves", fewest)),
        })
    }

    /// The board cut into blocks, if it can be, with the memory of a check claimed.
    fn cut(&self, meter: &mut Meter<'_>) -> Result<Option<Cut<'_>>, Limit> {
        let cut = Cut::new(self);
        cut.as_ref().map_or(Ok(()), |cut| meter.claim(cut.bytes()))?;
        Ok(cut)
    }

    /// Checks that a path, not empty, leads from a knight to an exit by moves over free squares.
    fn allows(&self, path: &[Square], meter: &mut Meter<'_>) -> Examined {
        if let Some(outside) = path.iter().find(|&&square| !self.size().holds(square)) {
            let size = self.size().to_string();
            return Ok(Err(flaw("outside").with("square", outside.to_string()).with("size", size)));
        }
        let (first, last) = (path[0], path[path.len() - 1]);
        if !self.knights().contains(&first) {
            return Ok(Err(flaw("start").with("square", first.to_string())));
        }
        if !self.exits().contains(&last) {
            return Ok(Err(flaw("end").with("square", last.to_string())));
        }
        let moves = self.moves();
        let place = |square| self.size().index(square) as u32;
        for step in path.windows(2) {
            meter.check_limits()?;
            let to = place(step[1]);
            if !self.is_free(to) {
                return Ok(Err(flaw("blocked").with("square", step[1].to_string())));
            }
            let mut leads = false;
            moves.each(place(step[0]), |there| leads |= there == to);
            if !leads {
                let (from, to) = (step[0].to_string(), step[1].to_string());
                return Ok(Err(flaw("move").with("from", from).with("to", to)));
            }
        }
        Ok(Ok(()))
    }

    /// Checks that labels prove that no exit is nearer than `fewest` moves. Labels need not be
    /// distances for that.
    pub fn proves(&self, labels: &Labels, fewest: u64) -> Result<(), Message> {
        unlimited(|meter| self.are_proof(labels, fewest, meter))
    }

    fn are_proof(&self, labels: &Labels, fewest: u64, meter: &mut Meter<'_>) -> Examined {
        let unproved = |square: Square| flaw("labels").with("square", square.to_string());
        if labels.all().len() as u64 != self.size().area() {
            return Ok(Err(unproved(self.size().square(0))));
        }
        for &knight in self.knights() {
            if labels.at(self.size().index(knight) as u32) != 0 {
                return Ok(Err(unproved(knight)));
            }
        }
        let moves = self.moves();
        for (place, &label) in (0..).zip(labels.all()) {
            meter.check_limits()?;
            if label >= Labels::FAR - 1 || !self.is_free(place) {
                continue;
            }
            let mut grows = false;
            moves.each(place, |to| grows |= labels.at(to) > label + 1 && self.is_free(to));
            if grows {
                return Ok(Err(unproved(self.square(place))));
            }
        }
        for &exit in self.exits() {
            let label = labels.at(self.size().index(exit) as u32);
            if u64::from(label) < fewest {
                let shorter = flaw("longer").with("moves", fewest);
                return Ok(Err(shorter.with("fewest", u64::from(label))));
            }
        }
        Ok(Ok(()))
    }

    /// The fewest moves to an exit, found by the verifier itself; nothing if there is no way.
    fn fewest(&self, meter: &mut Meter<'_>) -> Result<Result<Option<u64>, Message>, Limit> {
        if let Some(cut) = self.cut(meter)? {
            let fewest = cut.fewest(meter);
            meter.release(cut.bytes());
            return Ok(Ok(fewest?));
        }
        let bytes = Labels::BYTES * self.size().area();
        meter.claim(bytes)?;
        let labels = Labels::distances_within(self, meter)?;
        let exits = self.exits().iter().map(|&exit| labels.at(self.size().index(exit) as u32));
        let nearest = exits.min().filter(|&label| label != Labels::FAR).map(u64::from);
        let proof = self.are_proof(&labels, nearest.unwrap_or(0), meter)?;
        meter.release(bytes);
        Ok(proof.map(|()| nearest))
    }

    /// Checks that a set of free squares parts all knights from all exits.
    pub fn encloses(&self, squares: &Squares) -> Result<(), Message> {
        unlimited(|meter| self.parts_all(squares, meter))
    }

    fn parts_all(&self, squares: &Squares, meter: &mut Meter<'_>) -> Examined {
        let inside = |square: &Square| squares.contains(self.size().index(*square));
        let all_and_none =
            |all: &[Square], none: &[Square]| all.iter().all(inside) && !none.iter().any(inside);
        let (knights, exits) = (self.knights(), self.exits());
        if !all_and_none(knights, exits) && !all_and_none(exits, knights) {
            return Ok(Err(flaw("not-parted")));
        }
        if let Some(cut) = self.cut(meter)? {
            let closed = cut.is_closed(squares, meter);
            meter.release(cut.bytes());
            if closed? {
                return Ok(Ok(()));
            }
        }
        // Square by square, to say where it is open.
        let moves = self.moves();
        for place in squares.iter() {
            meter.check_limits()?;
            let place = place as u32;
            if !self.is_free(place) {
                return Ok(Err(flaw("blocked").with("square", self.square(place).to_string())));
            }
            let leads_out = |&to: &u32| self.is_free(to) && !squares.contains(to as usize);
            if let Some(out) = moves.from(place).into_iter().find(leads_out) {
                let (from, to) = (self.square(place).to_string(), self.square(out).to_string());
                return Ok(Err(flaw("leads-out").with("from", from).with("to", to)));
            }
        }
        Ok(Ok(()))
    }
}

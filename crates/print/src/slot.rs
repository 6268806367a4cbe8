//! Where boards stand on a page: slots side by side, and in each a board as large as there is room for.

use draw::{Layout, Point};

use crate::page::{Area, MILLIMETRE};

/// The side of the largest cell that is printed.
pub(crate) const LARGEST: f32 = 17.0 * MILLIMETRE;
/// What lies between two slots.
pub(crate) const GAP: f32 = 6.0 * MILLIMETRE;

/// Slots side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many below each other.
    pub rows: u32,
    /// How many side by side.
    pub cols: u32,
}

impl Grid {
    /// How many slots there are.
    pub fn slots(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// The grid of at least so many slots in which a board of these proportions is largest, where each slot needs so
    /// much beside its board: to the right, and below.
    pub(crate) fn of(slots: usize, body: Area, board: (f32, f32), beside: (f32, f32)) -> Grid {
        let slots = slots.clamp(1, 400) as u32;
        let all = (1..=slots).map(|cols| Grid { rows: slots.div_ceil(cols), cols });
        let size = |grid: &Grid| {
            let slot = grid.slot(body, 0);
            let (wide, high) = (slot.width - beside.0, slot.height - beside.1);
            // Of two that are as good, the one that leaves no slot empty.
            let empty = (grid.slots() - slots as usize) as f32;
            (wide / board.0).min(high / board.1) * (1.0 - 0.01 * empty)
        };
        all.max_by(|one, two| size(one).total_cmp(&size(two))).unwrap_or(Grid { rows: 1, cols: 1 })
    }

    /// One of its slots, row by row.
    pub(crate) fn slot(self, body: Area, place: usize) -> Area {
        let (rows, cols) = (self.rows as f32, self.cols as f32);
        let (width, height) =
            ((body.width - GAP * (cols - 1.0)) / cols, (body.height - GAP * (rows - 1.0)) / rows);
        let (row, col) = (place / self.cols as usize, place % self.cols as usize);
        Area {
            x: body.x + col as f32 * (width + GAP),
            y: body.y + row as f32 * (height + GAP),
            width,
            height,
        }
    }
}

/// How many times a picture is enlarged for its cells to fit into an area.
pub(crate) fn scale(layout: &Layout, area: Area) -> f32 {
    let [_, _, width, height] = layout.board();
    let fits = (area.width / width as f32).min(area.height / height as f32);
    fits.min(LARGEST / layout.side() as f32).max(0.0)
}

/// Where the cells of a picture that is enlarged so many times stand in the middle of an area.
pub(crate) fn centred(layout: &Layout, area: Area, scale: f32) -> Area {
    let [_, _, width, height] = layout.board();
    let (width, height) = (width as f32 * scale, height as f32 * scale);
    Area {
        x: area.x + (area.width - width) / 2.0,
        y: area.y + (area.height - height) / 2.0,
        width,
        height,
    }
}

/// The upper left corner of a picture whose cells stand here.
pub(crate) fn corner(layout: &Layout, area: Area, scale: f32) -> Point {
    let [left, above, ..] = layout.board();
    Point(area.x - left as f32 * scale, area.y - above as f32 * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_fill_the_page_and_do_not_overlap() {
        let body = Area { x: 10.0, y: 20.0, width: 500.0, height: 700.0 };
        for slots in 1..40 {
            let grid = Grid::of(slots, body, (1.0, 1.0), (0.0, 20.0));
            assert!(grid.slots() >= slots, "{grid:?}");
            let first = grid.slot(body, 0);
            let last = grid.slot(body, grid.slots() - 1);
            assert_eq!((first.x, first.y), (body.x, body.y));
            assert!(
                (last.right() - body.right()).abs() < 0.01
                    && (last.bottom() - body.bottom()).abs() < 0.01
            );
            if grid.cols > 1 {
                assert!(grid.slot(body, 1).x > first.right());
            }
        }
        assert_eq!(Grid::of(6, body, (1.0, 1.0), (0.0, 0.0)), Grid { rows: 3, cols: 2 });
        assert_eq!(Grid::of(2, body, (4.0, 1.0), (0.0, 0.0)), Grid { rows: 2, cols: 1 });
    }
}

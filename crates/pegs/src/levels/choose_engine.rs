//! Which way a board is counted: by tables of keys, or by levels of bits.
//!
//! How much of its space a board fills is not known before it is played. So keys are tried first, with a
//! small allowance that depends on how large the levels are: a board of which little can be reached is done
//! then. Any other has its space well filled, and a bit a position is less than a key.

use search::Meter;
use search::layers::{self, Effort};
use search::limits::Stop;

use crate::levels::CountError;
use crate::levels::dense::{Cost, Dense};
use crate::levels::shape::Shape;

/// The way a count went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Keys, layer by layer.
    Layers,
    /// Keys, from both ends.
    MeetInTheMiddle,
    /// A bit a position, level by level.
    Dense,
}

/// For so many bits of dense levels a key may be tried.
const BITS: u64 = 1 << 12;
/// So many keys are always tried.
const LEAST: u64 = 1 << 16;

/// Nobody outside sees it: the try is over.
const SPENT: CountError = CountError::Layers(layers::LayersError::Stop(Stop::Stage));

/// Counts by keys, or by bits if that is the better way and the board is not too large for it.
pub(crate) fn chosen<A>(
    shape: Option<Shape>,
    meter: &mut Meter<'_>,
    keys: (Engine, impl Fn(&mut Meter<'_>) -> Result<A, CountError>),
    cost: impl Fn(&Dense, &Effort<'_, '_>) -> Cost,
    bits: impl Fn(&Dense, &mut Effort<'_, '_>) -> Result<A, CountError>,
) -> Result<(A, Engine), CountError> {
    let resources = meter.resources();
    // Levels of bits are not kept, not shared, and not left half done.
    let counted = meter.left(0) < u64::MAX;
    let whole = resources.checkpoint.is_none() && resources.net.is_none() && !counted;
    if let Some(dense) = shape.filter(|_| whole).and_then(Dense::new) {
        let Cost { bytes, bits: all } = cost(&dense, &Effort::new(meter));
        if bytes <= meter.spare() {
            meter.stage(Some((all / BITS).max(LEAST)));
            let tried = keys.1(meter);
            meter.stage(None);
            return match tried {
                Err(SPENT) => Ok((bits(&dense, &mut Effort::new(meter))?, Engine::Dense)),
                tried => Ok((tried?, keys.0)),
            };
        }
    }
    Ok((keys.1(meter)?, keys.0))
}

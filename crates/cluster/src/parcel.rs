//! What travels: bytes from one process to another, copied and not encoded.

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// Bytes from one process to another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parcel {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) bytes: Vec<u8>,
}

/// To whom, from whom, and how many bytes, before the bytes.
const HEAD: usize = 24;

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(!self.bytes.is_empty())
    }
}

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        let number = |at: usize| {
            let word = bytes[8 * at..8 * at + 8].try_into();
            word.map_or(0, |word| u64::from_le_bytes(word) as usize)
        };
        let (to, from, length) = (number(0), number(1), number(2));
        Parcel { from, to, bytes: bytes[HEAD..HEAD + length].to_vec() }
    }

    fn length_in_bytes(&self) -> usize {
        // Timely wants all to lie at multiples of eight.
        HEAD + self.bytes.len().next_multiple_of(8)
    }

    fn into_bytes<W: std::io::Write>(&self, writer: &mut W) {
        let head =
            [self.to, self.from, self.bytes.len()].map(|number| (number as u64).to_le_bytes());
        let slack = self.bytes.len().next_multiple_of(8) - self.bytes.len();
        for bytes in [head.as_flattened(), &self.bytes, &[0; 8][..slack]] {
            writer.write_all(bytes).expect("timely writes to memory of the length it asked for");
        }
    }
}

/// Routes each parcel to its recipient.
pub(crate) struct ByRecipient;

impl Distributor<Parcel> for ByRecipient {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = parcel.to;
        Message::push_at(parcel, time.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &T, _: &mut [P]) {}
}

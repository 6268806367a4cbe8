//! The dataflow: parcels in, taken to whom they are for, and gathered there. A round is a time of the
//! dataflow, and is over when no parcel of that time is on its way anywhere.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::AllocatorBuilder;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::core::{Input, Probe};
use timely::dataflow::operators::generic::Operator;
use timely::worker::Worker;

use crate::parcel::{ByRecipient, Parcel};
use crate::wire::Wire;

/// How long the dataflow sleeps when it has nothing to do.
const NAP: Duration = Duration::from_millis(5);

type Out = Receiver<Vec<Vec<u8>>>;
type In = Sender<Vec<Vec<u8>>>;

/// Starts the dataflow on threads of its own. What is given to it comes out on the other sides.
pub(crate) fn start(
    wires: Vec<Option<Wire>>,
    index: usize,
    given: Out,
    taken: In,
) -> io::Result<()> {
    let local = ProcessBuilder::new_bytes_vector(1, Hooks::default().refill, None);
    let (builders, guard) =
        initialize_networking_from_sockets(local, wires, index, 1, Hooks::default())?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let ends = Mutex::new(Some((given, taken)));
    let run = move |worker: &mut Worker| {
        let ends = ends.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        if let Some((given, taken)) = ends {
            work(worker, &given, &taken);
        }
    };
    let flow = move || {
        let workers =
            timely::execute::execute_from(builders, Box::new(guard), WorkerConfig::default(), run);
        drop(workers);
    };
    std::thread::Builder::new().name("flow".to_owned()).spawn(flow)?;
    Ok(())
}

/// Carries parcels until no process gives any.
fn work(worker: &mut Worker, given: &Out, taken: &In) {
    let (me, peers) = (worker.index(), worker.peers());
    // Whoever is done with a round may be at the next one before this process has noticed: parcels are
    // told apart by their times.
    let arrived: Rc<RefCell<Vec<(u64, Parcel)>>> = Rc::default();
    let gather = arrived.clone();
    let (mut input, probe) = worker.dataflow::<u64, _, _>(|scope| {
        let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Parcel>>();
        let route = DistributorPact(|_| ByRecipient);
        let gathered =
            stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(route, "gather", |_, _| {
                move |parcels, _| {
                    parcels.for_each(|time, parcel| {
                        gather.borrow_mut().push((*time.time(), std::mem::take(parcel)));
                    });
                }
            });
        (input, gathered.probe().0)
    });
    for (round, out) in given.iter().enumerate() {
        for (to, bytes) in out.into_iter().enumerate().filter(|(_, bytes)| !bytes.is_empty()) {
            input.send_batch(&mut Parcel { from: me, to, bytes });
        }
        input.advance_to(round as u64 + 1);
        while probe.less_than(input.time()) {
            worker.step_or_park(Some(NAP));
        }
        let mut found = vec![Vec::new(); peers];
        let present = |(time, _): &mut (u64, Parcel)| *time == round as u64;
        for (_, mut parcel) in arrived.borrow_mut().extract_if(.., present) {
            found[parcel.from].append(&mut parcel.bytes);
        }
        if taken.send(found).is_err() {
            break;
        }
    }
}

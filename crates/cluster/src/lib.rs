//! Several processes that work out layers together, on timely dataflow.
//!
//! A [`Cluster`] is the [`Net`] of an engine of layers: each process has the states whose keys fall
//! to it, expands some of them, and all exchange what falls to others. The bytes travel as parcels
//! through a dataflow whose progress tells when all of a round has arrived.
//!
//! Timely has a fixed set of workers and cannot go on without one of them. So who is gone is noticed
//! beside it, by connections of our own, and the run ends on all sides: what goes on from there is a
//! new run, from the last layer that all have kept.
//!
//! Reading order: [`meet`] (how processes find each other), [`agree`] (whether they were asked the
//! same), [`watch`] (who is still there), `wire`
//! (connections that timely cannot stumble over), `parcel` and `flow` (the dataflow).
//!
//! There is no encryption and no authentication: for networks whose machines trust each
//! other.

pub mod agree;
mod flow;
pub mod meet;
mod parcel;
pub mod watch;
mod wire;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use search::Limit;
use search::layers::{LayersError, Net};

pub use agree::Difference;
pub use meet::{Hosts, MeetError};
use watch::Watch;

/// Processes that work together, seen from one of them.
#[derive(Debug)]
pub struct Cluster {
    index: usize,
    peers: usize,
    watch: Arc<Watch>,
    flow: Mutex<Ends>,
}

/// The ends of the channels to and from the thread that runs the dataflow.
#[derive(Debug)]
struct Ends {
    /// Gone when there is nothing more to do.
    give: Option<Sender<Vec<Vec<u8>>>>,
    take: Receiver<Vec<Vec<u8>>>,
}

/// How long to wait before the limits are looked at again.
const PATIENCE: Duration = Duration::from_millis(2);
/// How long the others have to hear that all is done.
const FAREWELL: Duration = Duration::from_secs(2);

impl Cluster {
    /// Waits until all processes are there, and joins them. `wait` is asked now and then whether to
    /// go on waiting.
    pub fn join(
        hosts: &Hosts,
        index: usize,
        wait: &mut dyn FnMut() -> bool,
    ) -> Result<Self, MeetError> {
        let links = meet::meet(hosts, index, wait)?;
        let peers = hosts.len();
        let watch = Arc::new(Watch::new(peers));
        let wires = wire::wires(links.data, &watch)?;
        for (process, socket) in links.pulse.into_iter().enumerate() {
            if let Some(socket) = socket {
                watch::listen(process, socket, &watch)?;
            }
        }
        let ((give, given), (taken, take)) = (channel(), channel());
        flow::start(wires, index, given, taken)?;
        let flow = Mutex::new(Ends { give: Some(give), take });
        Ok(Cluster { index, peers, watch, flow })
    }

    /// Bytes that were received from others so far, all that travels counted.
    pub fn received(&self) -> u64 {
        self.watch.received()
    }
}

impl Net for Cluster {
    fn index(&self) -> usize {
        self.index
    }

    fn peers(&self) -> usize {
        self.peers
    }

    fn exchange(
        &self,
        mut out: Vec<Vec<u8>>,
        wait: &mut dyn FnMut() -> Result<(), LayersError>,
    ) -> Result<Vec<Vec<u8>>, LayersError> {
        // Everybody says something: to a dataflow who has left is done with all rounds to come.
        out.iter_mut().for_each(|bytes| bytes.push(0));
        let lost = |process: usize| LayersError::from(Limit::Lost { process: process as u32 });
        let ends = self.flow.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if ends.give.as_ref().is_none_or(|give| give.send(out).is_err()) {
            return Err(lost(self.index));
        }
        loop {
            match ends.take.recv_timeout(PATIENCE) {
                Ok(mut found) => {
                    let silent = found.iter_mut().position(|bytes| bytes.pop().is_none());
                    return silent.map_or(Ok(found), |process| Err(lost(process)));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(lost(self.index)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(process) = self.watch.lost() {
                return Err(lost(process));
            }
            wait()?;
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.watch.end();
        let mut ends = self.flow.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        ends.give = None;
        self.watch.farewell(FAREWELL);
    }
}

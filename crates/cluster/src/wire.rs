//! Connections that timely cannot stumble over: its threads panic when a connection breaks, which
//! would end the program before anybody could say why. Here they wait instead, and who is gone is
//! noted.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::watch::Watch;

/// A connection to a process.
pub(crate) struct Wire {
    socket: TcpStream,
    process: usize,
    watch: Arc<Watch>,
}

/// The connections to all others, by number; none to this one.
pub(crate) fn wires(
    sockets: Vec<Option<TcpStream>>,
    watch: &Arc<Watch>,
) -> io::Result<Vec<Option<Wire>>> {
    let wire = |(process, socket): (usize, Option<TcpStream>)| {
        socket.map(|socket| Wire { socket, process, watch: watch.clone() })
    };
    Ok(sockets.into_iter().enumerate().map(wire).collect())
}

impl Wire {
    /// Nothing more comes and nothing more goes: notes it, and stays until the program ends. Timely
    /// would take any answer for an accident, and panic.
    fn broken(&self) -> ! {
        self.watch.miss(self.process);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => self.broken(),
                Ok(bytes) => {
                    self.watch.receive(bytes);
                    return Ok(bytes);
                }
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.socket.write(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(0) | Err(_) => self.broken(),
            sent => sent,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        let socket = self.socket.try_clone()?;
        Ok(Wire { socket, process: self.process, watch: self.watch.clone() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // Timely does this when all is sent. Who is gone needs no farewell.
        let _ = self.socket.shutdown(how);
        self.watch.sent();
        Ok(())
    }
}

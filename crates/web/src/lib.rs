//! The local page and the server behind it. Knows no puzzle: whatever the page shows it finds in
//! `KINDS`, as data.
//!
//! Reading order: [`bounds`] (what requests may use), [`connection`] (how many, and how slow),
//! [`guard`] (who may ask), [`routes`] (what is answered, which [`api`] does), [`wire`] (how answers
//! travel), [`refusal`] (what is said where there is none), [`assets`] (the page itself), [`site`] (the page as files), [`direct`]
//! (the same answers without a socket).

mod assets;
mod bounds;
mod connection;
mod direct;
mod guard;
mod refusal;
mod routes;
mod site;
mod wire;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use tabuleiro::KINDS;
use tabuleiro::kind::Kind;

use api::Kinds;

pub use bounds::Bounds;
pub use direct::Direct;
pub use site::site;

/// A server that has its port and accepts no connection yet.
pub struct Server {
    listener: TcpListener,
    bounds: Bounds,
    kinds: Kinds,
}

impl Server {
    /// Takes a port of this machine, a free one if none is asked for. Nobody outside can reach it.
    pub fn bind(port: Option<u16>, bounds: Bounds) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(0)))?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, bounds, kinds: KINDS })
    }

    /// The same server for other puzzles.
    pub fn with_kinds(self, kinds: &'static [&'static dyn Kind]) -> Self {
        Server { kinds, ..self }
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is done.
    pub fn run(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let address = self.listener.local_addr()?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = routes::all(address, self.bounds, self.kinds);
            // Streams that are still open end with the runtime: searches are not waited for.
            tokio::select! {
                () = connection::serve(listener, router, self.bounds) => {}
                () = stop => {}
            }
            Ok(())
        })
    }
}

/// Waits without holding anybody up.
pub async fn pause(time: std::time::Duration) {
    tokio::time::sleep(time).await;
}

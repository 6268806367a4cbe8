//! The server without a socket, as tests ask it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use tokio::runtime::{Builder, Runtime};
use tower_service::Service as _;

use crate::Bounds;
use crate::routes;

/// Answers requests one after another, each as a server that was just started does.
pub struct Direct {
    runtime: Runtime,
    bounds: Bounds,
}

impl Direct {
    /// What each request may use is bounded as on a server.
    pub fn new(bounds: Bounds) -> io::Result<Self> {
        Ok(Direct { runtime: Builder::new_current_thread().enable_all().build()?, bounds })
    }

    /// The status and the whole answer to what a page of ours posts.
    pub fn post(&self, path: &str, body: &[u8]) -> io::Result<(u16, Vec<u8>)> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 80));
        let request = Request::post(path)
            .header(HOST, address.to_string())
            .header(ORIGIN, format!("http://{address}"))
            .header(CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_vec()))
            .map_err(io::Error::other)?;
        self.runtime.block_on(async {
            let mut server = routes::without_page(address, self.bounds, tabuleiro::KINDS);
            let Ok(response) = server.call(request).await;
            let status = response.status().as_u16();
            let body = to_bytes(response.into_body(), usize::MAX).await;
            Ok((status, body.map_err(io::Error::other)?.to_vec()))
        })
    }
}

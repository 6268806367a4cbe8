//! Connections: how many there are, and how long one may keep the server waiting, while it sends and
//! while it is sent to.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use api::{Refusal, Status};
use axum::Router;
use axum::body::{self, Body};
use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tabuleiro::locale::Lang;
use tabuleiro::text::Diagnostic;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep, timeout};

use crate::bounds::Bounds;
use crate::refusal::Refused;

/// Serves whoever comes, for ever. When there are as many connections as may be, the next one waits
/// in the queue of the system.
pub(crate) async fn serve(listener: TcpListener, router: Router, bounds: Bounds) {
    let room = Arc::new(Semaphore::new(bounds.connections));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(bounds.patience);
    loop {
        let permit = room.clone().acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no room for another one, or this one is gone already.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let io = TokioIo::new(StallGuard { stream, stall: bounds.stall, waiting: None });
        let connection = http.serve_connection(io, TowerToHyperService::new(router.clone()));
        tokio::spawn(async move {
            let _permit = permit;
            // A closed or refused connection is not an error.
            let _ = connection.await;
        });
    }
}

/// Waits for a whole request, but not for ever: a body that comes byte by byte is refused.
pub(crate) async fn whole(State(bounds): State<Bounds>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let mut refused = match timeout(bounds.patience, body::to_bytes(body, bounds.body)).await {
        Ok(Ok(bytes)) => return next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(_)) => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => {
            let late = Diagnostic::new("W0108");
            let words = Refusal::new(Status::Unreadable, &late, Lang::default()).words;
            Refused(StatusCode::REQUEST_TIMEOUT, words).into_response()
        }
    };
    refused.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    refused
}

/// A connection that is given up when its other end takes nothing for too long.
struct StallGuard {
    stream: TcpStream,
    stall: Duration,
    /// Since something waits to be taken.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl StallGuard {
    /// What comes of an attempt to write: waiting has an end.
    fn bounded<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(written) = write(Pin::new(&mut self.stream), cx) {
            self.waiting = None;
            return Poll::Ready(written);
        }
        let stall = self.stall;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(stall)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for StallGuard {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for StallGuard {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.bounded(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.bounded(cx, |stream, cx| stream.poll_write_vectored(cx, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.bounded(cx, |stream, cx| stream.poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.bounded(cx, |stream, cx| stream.poll_shutdown(cx))
    }
}

//! What can be asked for, and the answers.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use api::{Ask, Handler, Kinds, Refusal, wire};
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use search::SearchProgress;
use serde::Deserialize;
use serde_json::json;
use tabuleiro::locale::Lang;
use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

use crate::assets::{self, Asset};
use crate::bounds::Bounds;
use crate::refusal::Refused;
use crate::wire::{CancelOnDrop, Frames, Stream};
use crate::{connection, guard};

/// Frames that may wait for a reader; a search waits when there are more.
const WAITING: usize = 8;
/// Time between two words of how far a search is.
const PULSE: Duration = Duration::from_millis(250);
/// Time for the last words of a run whose time is over.
const LAST_WORDS: Duration = Duration::from_secs(1);

#[derive(Clone)]
struct AppState {
    bounds: Bounds,
    /// One permit a run.
    runs: Arc<Semaphore>,
    handler: Handler,
}

/// Everything the server answers to.
pub(crate) fn all(address: SocketAddr, bounds: Bounds, kinds: Kinds) -> Router {
    let mut router = requests();
    for asset in Asset::all() {
        let (path, asset) = (asset.path(), Arc::new(asset));
        router = router.route(&path, get(async move |headers: HeaderMap| asset.answer(&headers)));
    }
    guarded(router, address, bounds, kinds)
}

/// The same without the files of the page, which take far longer to prepare than a request
/// takes.
pub(crate) fn without_page(address: SocketAddr, bounds: Bounds, kinds: Kinds) -> Router {
    guarded(requests(), address, bounds, kinds)
}

fn requests() -> Router<AppState> {
    Router::new().route("/api/about", get(tell)).route("/api/{verb}", post(answer))
}

/// Whatever is asked is guarded, bounded, and answered with what there is.
fn guarded(router: Router<AppState>, address: SocketAddr, bounds: Bounds, kinds: Kinds) -> Router {
    let runs = Arc::new(Semaphore::new(bounds.runs));
    // Random keys of the standard library: another number in every process.
    let nonce = RandomState::new().build_hasher().finish();
    let state = AppState { bounds, runs, handler: Handler::new(kinds, nonce) };
    router
        // The whole body is there, and not too long: see `whole`.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(bounds, connection::whole))
        .layer(middleware::from_fn_with_state(address, guard::guard))
        .with_state(state)
}

#[derive(Deserialize)]
struct Language {
    #[serde(default)]
    lang: String,
}

async fn tell(
    State(state): State<AppState>,
    Query(language): Query<Language>,
    headers: HeaderMap,
) -> Response {
    let mut told = state.handler.about(Lang::from_tag(&language.lang).unwrap_or_default());
    // Who answers: the program, on so many threads.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    told["engine"] = json!({ "name": "server", "threads": threads });
    if assets::takes_gzip(&headers) {
        let packed = assets::packed(told.to_string().as_bytes());
        let head = [(CONTENT_TYPE, "application/json"), (CONTENT_ENCODING, "gzip")];
        return (head, packed).into_response();
    }
    Json(told).into_response()
}

impl AppState {
    /// Reads a request. JSON alone is taken: no form of another site can send it unasked.
    fn ask(&self, headers: &HeaderMap, body: &[u8]) -> Result<Ask, Refused> {
        let typed = headers.get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        if !typed {
            let words = json!({ "message": "application/json" });
            return Err(Refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, words));
        }
        Ok(self.handler.read(body)?)
    }

    fn permit(&self) -> Result<OwnedSemaphorePermit, Refused> {
        let busy = |_| Refused(StatusCode::TOO_MANY_REQUESTS, json!({ "busy": self.bounds.runs }));
        self.runs.clone().try_acquire_owned().map_err(busy)
    }
}

/// Tells how far a search is, until it is over or the connection is closed.
async fn pulsing(
    pulse: Arc<SearchProgress>,
    frames: Sender<Result<Bytes, Refusal>>,
    mut over: oneshot::Receiver<()>,
) {
    loop {
        tokio::select! {
            _ = &mut over => return,
            () = sleep(PULSE) => {}
        }
        // Who reads slowly need not know.
        if let Err(TrySendError::Closed(_)) = frames.try_send(Ok(wire::progress(&pulse).into())) {
            return;
        }
    }
}

/// Answers on a thread where it does not block others, if there is room for one more, and sends what there is of the
/// answer while the rest is found.
async fn answer(
    State(state): State<AppState>,
    Path(verb): Path<String>,
    headers: HeaderMap,
    sent: Bytes,
) -> Result<impl IntoResponse, Refused> {
    let ask = state.ask(&headers, &sent)?;
    let permit = state.permit()?;
    let cancel = Arc::new(AtomicBool::new(false));
    let cut = Arc::new(AtomicBool::new(false));
    let limits = ask.limits(state.bounds.share(), cancel.clone());
    let (frames, mut waiting) = mpsc::channel(WAITING);
    let deadline = Instant::now() + limits.time.unwrap_or(state.bounds.time) + LAST_WORDS;
    // Dropped with this future when the page goes away: the work then stops.
    let (runtime, gone) = (Handle::current(), CancelOnDrop(cancel.clone()));
    let stream = Stream { frames, cancel, cut: cut.clone(), deadline, runtime };
    let handler = state.handler;
    let (working, over) = oneshot::channel::<()>();
    if let Some(pulse) = limits.pulse.clone() {
        tokio::spawn(pulsing(pulse, stream.frames.clone(), over));
    }
    spawn_blocking(move || {
        let _working = working;
        let mut send = |frame: Vec<u8>| stream.send(Ok(frame.into()));
        let answered = handler.answer(&verb, &ask, &limits, &mut send);
        // A client that has read the last frame may ask again: its slot is free by then.
        drop(permit);
        if let Err(refusal) = answered {
            stream.send(Err(refusal));
        }
    });
    // What is refused before anything is shown has a status of its own.
    match waiting.recv().await {
        Some(Err(refusal)) => Err(refusal.into()),
        Some(Ok(first)) => {
            let frames = Frames { first: Some(first), waiting, cut, _gone: gone };
            Ok(([(CONTENT_TYPE, "application/octet-stream")], Body::from_stream(frames)))
        }
        None => Err(Refused::failed()),
    }
}

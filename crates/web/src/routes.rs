//! What can be asked for, and the answers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use search::{Limits, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};
use tabuleiro::kind::{Answer, Session};
use tabuleiro::locale::Lang;
use tabuleiro::strokes::Packer;
use tabuleiro::text::Diagnostic;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

use crate::ask::{Ask, Bounds};
use crate::assets::ASSETS;
use crate::wire::{self, Stream};
use crate::{about, answer, export, guard};

/// Frames that may wait for a reader; a search waits when there are more.
const WAITING: usize = 8;

#[derive(Clone)]
struct House {
    bounds: Bounds,
    /// One permit a run.
    runs: Arc<Semaphore>,
}

/// Everything the server answers to.
pub(crate) fn all(address: SocketAddr, bounds: Bounds) -> Router {
    let house = House { bounds, runs: Arc::new(Semaphore::new(bounds.runs)) };
    let mut router = Router::new()
        .route("/api/about", get(tell))
        .route("/api/open", post(open))
        .route("/api/run", post(run))
        .route("/api/count", post(count))
        .route("/api/generate", post(generate))
        .route("/api/draw", post(draw));
    for asset in ASSETS {
        let page = ([(CONTENT_TYPE, asset.mime)], asset.text);
        router = router.route(asset.path, get(async move || page));
    }
    router
        .layer(DefaultBodyLimit::max(bounds.body))
        .layer(middleware::from_fn_with_state(address, guard::guard))
        .with_state(house)
}

#[derive(Deserialize)]
struct Language {
    #[serde(default)]
    lang: String,
}

async fn tell(Query(language): Query<Language>) -> Json<Value> {
    Json(about::about(Lang::from_tag(&language.lang).unwrap_or_default()))
}

/// A refusal: what is wrong, and where.
struct Refusal(StatusCode, Value);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

fn refusal(diagnostic: &Diagnostic, lang: Lang) -> Refusal {
    let (line, column) = diagnostic.place().unzip();
    let words = json!({
        "code": diagnostic.code(),
        "message": diagnostic.message(lang),
        "help": diagnostic.help(lang),
        "file": diagnostic.file(),
        "line": line,
        "column": column,
        "text": diagnostic.render(lang),
    });
    Refusal(StatusCode::UNPROCESSABLE_ENTITY, words)
}

/// Reads a request. JSON alone is taken: no form of another site can send it unasked.
fn ask(headers: &HeaderMap, body: &[u8]) -> Result<Ask, Refusal> {
    let typed = headers.get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let bad = |status, reason: String| Refusal(status, json!({ "message": reason }));
    if !typed {
        return Err(bad(StatusCode::UNSUPPORTED_MEDIA_TYPE, "application/json".to_owned()));
    }
    serde_json::from_slice(body).map_err(|error| bad(StatusCode::BAD_REQUEST, error.to_string()))
}

impl House {
    /// Does something that takes time where it holds nobody up, if there is room for one more.
    async fn work<T: Send + 'static>(
        &self,
        ask: Ask,
        work: impl FnOnce(&Ask, &Limits) -> Result<T, Diagnostic> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.permit()?;
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = ask.limits(self.bounds, cancel.clone());
        // Dropped with this future when the page goes away: the work then stops.
        let _gone = Gone(cancel);
        let done = spawn_blocking(move || {
            let _permit = permit;
            work(&ask, &limits).map_err(|diagnostic| refusal(&diagnostic, ask.lang()))
        });
        done.await.unwrap_or_else(|_| Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, json!({}))))
    }

    fn permit(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let busy = |_| Refusal(StatusCode::TOO_MANY_REQUESTS, json!({ "busy": self.bounds.runs }));
        self.runs.clone().try_acquire_owned().map_err(busy)
    }
}

/// Stops a run when it is dropped.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// An instance as the page shows it: its size and text, then its picture.
fn shown(session: &dyn Session, instances: usize) -> Result<Vec<Bytes>, Diagnostic> {
    let scene = session.scene();
    let size = scene.size();
    let picture = wire::scene(&scene)?;
    let words = json!({
        "rows": size.rows, "cols": size.cols, "text": session.text(), "instances": instances,
    });
    Ok(vec![wire::json(&words), picture])
}

/// The instance asked for, with the touch on it if there is one.
fn instance(ask: &Ask) -> Result<(Box<dyn Session>, usize), Diagnostic> {
    let (session, instances) = ask.open()?;
    match &ask.touch {
        Some(stroke) => Ok((session.touch(&stroke.brush, stroke.touch())?, instances)),
        None => Ok((session, instances)),
    }
}

/// Opens an instance, touches it if asked, and solves it unwatched if asked.
async fn open(
    State(house): State<House>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Body, Refusal> {
    let frames = house
        .work(ask(&headers, &body)?, |ask, limits| {
            let (session, instances) = instance(ask)?;
            let mut frames = shown(&*session, instances)?;
            if ask.solved {
                let answer = session.solve(ask.strategy()?, &ask.options(), limits)?;
                frames.extend(answered(&answer, ask, limits)?);
            }
            Ok(frames.concat())
        })
        .await?;
    Ok(frames.into())
}

/// An answer in words and as data, then the picture with the answer in it.
fn answered(answer: &Answer, ask: &Ask, limits: &Limits) -> Result<Vec<Bytes>, Diagnostic> {
    let mut frames = vec![wire::json(&answer::solved(answer, ask, limits)?)];
    if let Outcome::Solved(found) = &answer.result {
        frames.push(wire::scene(&found.scene())?);
    }
    Ok(frames)
}

/// Searches, and tells every event while it happens.
async fn run(State(house): State<House>, headers: HeaderMap, body: Bytes) -> Result<Body, Refusal> {
    let ask = ask(&headers, &body)?;
    let permit = house.permit()?;
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = ask.limits(house.bounds, cancel.clone());
    let (frames, mut waiting) = mpsc::channel(WAITING);
    spawn_blocking(move || {
        let _permit = permit;
        let stream = Stream { frames, cancel, events: 0 };
        let last = stream.frames.clone();
        if let Err(diagnostic) = watched(&ask, &limits, stream) {
            let Refusal(_, words) = refusal(&diagnostic, ask.lang());
            let _ = last.blocking_send(Err(words));
        }
    });
    // What is refused before anything is shown has a status of its own.
    match waiting.recv().await {
        Some(Err(words)) => Err(Refusal(StatusCode::UNPROCESSABLE_ENTITY, words)),
        Some(Ok(first)) => {
            let rest = ReceiverStream::new(waiting).map(|frame| match frame {
                Ok(frame) => frame,
                Err(words) => wire::json(&json!({ "refused": words })),
            });
            let whole = tokio_stream::once(first).chain(rest);
            Ok(Body::from_stream(whole.map(Ok::<_, std::convert::Infallible>)))
        }
        None => Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, json!({}))),
    }
}

fn watched(ask: &Ask, limits: &Limits, stream: Stream) -> Result<(), Diagnostic> {
    let (session, instances) = instance(ask)?;
    let strategy = ask.strategy()?;
    let first = shown(&*session, instances)?;
    let mut pen = Packer::to(session.scene().size(), stream)?;
    for frame in first {
        pen.sink.send(frame);
    }
    let answer = session.watch(strategy, &ask.options(), limits, &mut pen)?;
    pen.sink.send(wire::strokes(&pen.words));
    for frame in answered(&answer, ask, limits)? {
        pen.sink.send(frame);
    }
    Ok(())
}

async fn count(
    State(house): State<House>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let counted = house.work(ask(&headers, &body)?, |ask, limits| {
        let (session, _) = instance(ask)?;
        Ok(Json(answer::counted(&session.count(None, limits)?, ask.lang(), limits)))
    });
    counted.await
}

async fn generate(
    State(house): State<House>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Body, Refusal> {
    let made = house.work(ask(&headers, &body)?, |ask, limits| {
        let made = ask.kind()?.generate(&ask.options(), ask.seed, limits);
        let creation = made.map_err(|obstacle| answer::obstacle(obstacle, ask.lang(), limits))?;
        Ok(shown(&*creation.result.session, 1)?.concat())
    });
    Ok(made.await?.into())
}

async fn draw(
    State(house): State<House>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Vec<u8>, Refusal> {
    let drawn = house.work(ask(&headers, &body)?, |ask, limits| {
        let (session, _) = instance(ask)?;
        export::picture(ask, &*session, limits)
    });
    drawn.await
}

//! What can be asked for, and the answers.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use search::{Limits, Meter, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};
use tabuleiro::contract::RunError;
use tabuleiro::kind::{Answer, Session};
use tabuleiro::locale::Lang;
use tabuleiro::scene::Scene;
use tabuleiro::strokes::{Packer, numbered};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::ask::{Ask, Bounds, Kinds};
use crate::assets::ASSETS;
use crate::recent::Recent;
use crate::refusal::{Refusal, told};
use crate::wire::{self, Frames, Gone, Sending, Stream};
use crate::{about, answer, connection, export, guard};

/// Frames that may wait for a reader; a search waits when there are more.
const WAITING: usize = 8;
/// Time for the last words of a run whose time is over.
const LAST_WORDS: Duration = Duration::from_secs(1);

#[derive(Clone)]
struct AppState {
    bounds: Bounds,
    /// One permit a run.
    runs: Arc<Semaphore>,
    recent: Recent,
    kinds: Kinds,
}

/// Everything the server answers to.
pub(crate) fn all(address: SocketAddr, bounds: Bounds, kinds: Kinds) -> Router {
    let runs = Arc::new(Semaphore::new(bounds.runs));
    let house = AppState { bounds, runs, recent: Recent::default(), kinds };
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
        // The whole body is there, and not too long: see `whole`.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(bounds, connection::whole))
        .layer(middleware::from_fn_with_state(address, guard::guard))
        .with_state(house)
}

#[derive(Deserialize)]
struct Language {
    #[serde(default)]
    lang: String,
}

async fn tell(State(house): State<AppState>, Query(language): Query<Language>) -> Json<Value> {
    Json(about::about(Lang::from_tag(&language.lang).unwrap_or_default(), house.kinds))
}

impl AppState {
    /// Reads a request. JSON alone is taken: no form of another site can send it unasked.
    fn ask(&self, headers: &HeaderMap, body: &[u8]) -> Result<Ask, Refusal> {
        let typed = headers.get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        let bad = |status, reason: String| Refusal(status, json!({ "message": reason }));
        if !typed {
            return Err(bad(StatusCode::UNSUPPORTED_MEDIA_TYPE, "application/json".to_owned()));
        }
        let mut ask: Ask = serde_json::from_slice(body)
            .map_err(|error| bad(StatusCode::BAD_REQUEST, error.to_string()))?;
        ask.kinds = self.kinds;
        Ok(ask)
    }

    /// Does something that takes time where it holds nobody up, if there is room for one more.
    async fn work<T: Send + 'static>(
        &self,
        ask: Ask,
        work: impl FnOnce(&Ask, &Limits) -> Result<T, RunError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.permit()?;
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = ask.limits(self.bounds, cancel.clone());
        // Dropped with this future when the page goes away: the work then stops.
        let _gone = Gone(cancel);
        let done = spawn_blocking(move || {
            let _permit = permit;
            told(ask.lang(), &limits, || work(&ask, &limits))
        });
        done.await.unwrap_or_else(|_| Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, json!({}))))
    }

    fn permit(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let busy = |_| Refusal(StatusCode::TOO_MANY_REQUESTS, json!({ "busy": self.bounds.runs }));
        self.runs.clone().try_acquire_owned().map_err(busy)
    }
}

/// The instance of a question, touched if that was asked for.
struct Opened {
    session: Arc<dyn Session>,
    /// How many the text holds.
    instances: usize,
    /// What was touched, if it was known by a number.
    before: Option<(u64, Arc<dyn Session>)>,
}

impl AppState {
    fn instance(&self, ask: &Ask, limits: &Limits) -> Result<Opened, RunError> {
        let (session, instances) = match ask.known {
            Some(number) => (self.recent.find(number)?, 1),
            None => {
                let (session, instances) = ask.open(limits)?;
                (session.into(), instances)
            }
        };
        Ok(match &ask.touch {
            None => Opened { session, instances, before: None },
            Some(stroke) => Opened {
                session: session.touch(&stroke.brush, stroke.touch())?.into(),
                instances,
                before: ask.known.map(|number| (number, session)),
            },
        })
    }

    /// An instance as the page shows it: its size, its text unless the page can do without, and the
    /// number it is known by from now on; then its picture, as a change of what it was before the
    /// touch if that is known.
    fn shown(
        &self,
        opened: &Opened,
        scene: &Scene,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Bytes>, RunError> {
        let Opened { session, instances, before } = opened;
        let before = match before {
            Some((number, session)) => Some((number, session.scene(meter)?)),
            None => None,
        };
        let before = before.filter(|(_, before)| scene.follows(before));
        let picture = wire::scene(scene, before.as_ref().map(|(_, before)| before), meter)?;
        let size = scene.size();
        let words = json!({
            "rows": size.rows, "cols": size.cols, "instances": instances,
            "text": before.is_none().then(|| session.text()),
            "number": self.recent.keep(session.clone()),
            "since": before.map(|(number, _)| number),
        });
        Ok(vec![wire::json(&words), picture])
    }
}

/// The picture of an instance, unless no page could be told of it.
fn scene(session: &dyn Session, meter: &mut Meter<'_>) -> Result<Scene, RunError> {
    numbered(session.extent())?;
    Ok(session.scene(meter)?)
}

/// Frames as one body, without copying them together.
fn body(frames: Vec<Bytes>) -> Body {
    Body::from_stream(tokio_stream::iter(frames.into_iter().map(Ok::<_, Infallible>)))
}

/// Opens an instance, touches it if asked, and solves it unwatched if asked.
async fn open(
    State(house): State<AppState>,
    headers: HeaderMap,
    sent: Bytes,
) -> Result<Body, Refusal> {
    let inside = house.clone();
    let frames = house.work(house.ask(&headers, &sent)?, move |ask, limits| {
        let opened = inside.instance(ask, limits)?;
        let mut meter = Meter::new(limits);
        let scene = scene(&*opened.session, &mut meter)?;
        let mut frames = inside.shown(&opened, &scene, &mut meter)?;
        if ask.solved {
            let rest = meter.rest(0);
            let answer = opened.session.solve(ask.strategy()?, &ask.options(), &rest)?;
            frames.extend(answered(&answer, &scene, ask, limits, &mut meter)?);
        }
        Ok(frames)
    });
    Ok(body(frames.await?))
}

/// Bytes that a cell of an answer takes while it becomes text and data.
const ANSWER: u64 = 96;

/// An answer in words and as data, then what it adds to the picture of the instance.
fn answered(
    answer: &Answer,
    instance: &Scene,
    ask: &Ask,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Result<Vec<Bytes>, RunError> {
    meter.claim(ANSWER * instance.size().area())?;
    let mut frames = vec![wire::json(&answer::solved(answer, ask, limits)?)];
    meter.release(ANSWER * instance.size().area());
    if let Outcome::Solved(found) = &answer.result {
        frames.push(wire::scene(&found.scene(meter)?, Some(instance), meter)?);
    }
    Ok(frames)
}

/// Searches, and tells every event while it happens.
async fn run(
    State(house): State<AppState>,
    headers: HeaderMap,
    sent: Bytes,
) -> Result<Body, Refusal> {
    let ask = house.ask(&headers, &sent)?;
    let permit = house.permit()?;
    let cancel = Arc::new(AtomicBool::new(false));
    let cut = Arc::new(AtomicBool::new(false));
    let limits = ask.limits(house.bounds, cancel.clone());
    let (frames, mut waiting) = mpsc::channel(WAITING);
    let deadline = Instant::now() + limits.time.unwrap_or(house.bounds.time) + LAST_WORDS;
    let (runtime, gone) = (Handle::current(), Gone(cancel.clone()));
    let stream = Stream { frames, cancel, cut: cut.clone(), deadline, runtime };
    let house = house.clone();
    spawn_blocking(move || {
        let _permit = permit;
        if let Err(refusal) = told(ask.lang(), &limits, || watched(&house, &ask, &limits, &stream))
        {
            stream.send(Err(refusal));
        }
    });
    // What is refused before anything is shown has a status of its own.
    match waiting.recv().await {
        Some(Err(refusal)) => Err(refusal),
        Some(Ok(first)) => {
            Ok(Body::from_stream(Frames { first: Some(first), waiting, cut, _gone: gone }))
        }
        None => Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, json!({}))),
    }
}

fn watched(house: &AppState, ask: &Ask, limits: &Limits, stream: &Stream) -> Result<(), RunError> {
    let opened = house.instance(ask, limits)?;
    let strategy = ask.strategy()?;
    let mut meter = Meter::new(limits);
    let scene = scene(&*opened.session, &mut meter)?;
    let mut pen = Packer::to(scene.size(), Sending(stream, 0))?;
    for frame in house.shown(&opened, &scene, &mut meter)? {
        stream.send(Ok(frame));
    }
    let answer = opened.session.watch(strategy, &ask.options(), &meter.rest(0), &mut pen)?;
    stream.send(Ok(wire::strokes(&pen.words)));
    for frame in answered(&answer, &scene, ask, limits, &mut meter)? {
        stream.send(Ok(frame));
    }
    Ok(())
}

async fn count(
    State(house): State<AppState>,
    headers: HeaderMap,
    sent: Bytes,
) -> Result<Json<Value>, Refusal> {
    let inside = house.clone();
    let counted = house.work(house.ask(&headers, &sent)?, move |ask, limits| {
        let session = inside.instance(ask, limits)?.session;
        Ok(Json(answer::counted(&session.count(&ask.options(), None, limits)?, ask.lang(), limits)))
    });
    counted.await
}

async fn generate(
    State(house): State<AppState>,
    headers: HeaderMap,
    sent: Bytes,
) -> Result<Body, Refusal> {
    let inside = house.clone();
    let made = house.work(house.ask(&headers, &sent)?, move |ask, limits| {
        let made = ask.kind()?.generate(&ask.options(), ask.seed, limits);
        let creation = made.map_err(|obstacle| answer::obstacle(obstacle, limits))?;
        let session: Arc<dyn Session> = creation.result.session.into();
        let mut meter = Meter::new(limits);
        meter.hold(session.footprint());
        let scene = scene(&*session, &mut meter)?;
        let opened = Opened { session, instances: 1, before: None };
        inside.shown(&opened, &scene, &mut meter)
    });
    Ok(body(made.await?))
}

async fn draw(
    State(house): State<AppState>,
    headers: HeaderMap,
    sent: Bytes,
) -> Result<Vec<u8>, Refusal> {
    let inside = house.clone();
    let drawn = house.work(house.ask(&headers, &sent)?, move |ask, limits| {
        let session = inside.instance(ask, limits)?.session;
        export::picture(ask, &*session, limits)
    });
    drawn.await
}

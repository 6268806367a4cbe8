//! Bodies of requests to the server, answered without a socket.

use std::sync::LazyLock;
use std::time::Duration;

use serde_json::Value;
use web::{Bounds, Direct};

/// What a request may use: little, so that many can be made.
const BOUNDS: Bounds = Bounds {
    body: 1 << 16,
    time: Duration::from_millis(1),
    memory: 4 << 20,
    runs: 1,
    connections: 1,
    patience: Duration::from_secs(1),
    stall: Duration::from_secs(1),
};

/// One for all requests; it forgets each before the next.
static SERVER: LazyLock<Direct> = LazyLock::new(|| Direct::new(BOUNDS).expect("a runtime"));

/// Paths by the first byte. Pictures take long, and are asked for seldom.
pub(crate) const PATHS: [&str; 16] = [
    "/api/open",
    "/api/run",
    "/api/count",
    "/api/generate",
    "/api/open",
    "/api/run",
    "/api/open",
    "/api/draw",
    "/api/play",
    "/api/hint",
    "/api/verdict",
    "/api/moment",
    "/api/solution",
    "/api/measure",
    "/api/explain",
    "/api/rate",
];

/// Answers a request. None makes the server fail: it is answered or refused.
pub fn http(data: &[u8]) {
    let Some((&first, body)) = data.split_first() else { return };
    let path = PATHS[usize::from(first) % PATHS.len()];
    let (status, answer) = SERVER.post(path, body).expect("a whole answer");
    let expected = [200, 400, 413, 422].contains(&status);
    assert!(expected, "{path} answers {status}: {}", String::from_utf8_lossy(&answer));
    let is_json = serde_json::from_slice::<Value>(body).is_ok();
    assert!(is_json || status != 200, "{path} takes what is not JSON");
}

//! Refusals as responses.

use api::Refusal;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Why there is no answer: a status, and words.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) StatusCode, pub(crate) Value);

impl Refused {
    /// That the program failed without a diagnostic.
    pub(crate) fn failed() -> Self {
        Refused(StatusCode::INTERNAL_SERVER_ERROR, json!({}))
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let status = StatusCode::from_u16(refusal.status.number());
        Refused(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), refusal.words)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

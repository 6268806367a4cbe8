//! What is said when a request is not answered: a status, and words with a code.

use std::panic::{AssertUnwindSafe, catch_unwind};

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use search::Limits;
use serde_json::{Value, json};
use tabuleiro::contract::RunError;
use tabuleiro::locale::Lang;
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

/// A refusal: what is wrong, and where.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) StatusCode, pub(crate) Value);

impl Refusal {
    pub(crate) fn new(status: StatusCode, diagnostic: &Diagnostic, lang: Lang) -> Self {
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
        Refusal(status, words)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

/// Does the work of a request. What stands in its way is told, and so is a fault of ours: a panic ends
/// this request and no other.
pub(crate) fn told<T>(
    lang: Lang,
    limits: &Limits,
    work: impl FnOnce() -> Result<T, RunError>,
) -> Result<T, Refusal> {
    // What the work shares with other requests is never half changed: `Recent` alone.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(obstacle)) => {
            let diagnostic = match obstacle {
                RunError::Invalid(diagnostic) => diagnostic,
                RunError::Limit(limit) => {
                    let reason = tell::limit_words(limit, limits);
                    Diagnostic::new("W0109").with("reason", reason)
                }
            };
            Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, &diagnostic, lang))
        }
        Err(_) => {
            let fault = Diagnostic::new("W0107");
            Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, &fault, lang))
        }
    }
}

//! Access control: only pages of this server may send requests. Another site that a person visits can make
//! their browser talk to this machine; it cannot make it say a `Host` or an `Origin` that is ours.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What every response says: nothing is loaded from elsewhere, nothing inline runs, nobody frames
/// the page, nothing is guessed or kept.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// Turns strangers away, and marks every response.
pub(crate) async fn guard(
    State(address): State<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = if is_ours(request.headers(), address.port()) {
        next.run(request).await
    } else {
        StatusCode::FORBIDDEN.into_response()
    };
    for (name, value) in HEADERS {
        // What says itself how it is to be kept keeps that.
        let name = HeaderName::from_static(name);
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Whether the request was addressed to this server by name, and comes from a page of it if it
/// comes from a page at all.
fn is_ours(headers: &HeaderMap, port: u16) -> bool {
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next().filter(|_| hosts.next().is_none());
    let addressed = host.is_some_and(|host| names.iter().any(|name| host == name.as_str()));
    let from_us = headers.get_all(ORIGIN).iter().all(|origin| {
        host.is_some_and(|host| {
            origin.as_bytes().strip_prefix(b"http://").is_some_and(|site| site == host.as_bytes())
        })
    });
    addressed && from_us
}

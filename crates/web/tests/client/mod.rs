//! A client that knows just enough of HTTP to talk to the server, and no more than it wants to.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Sends something, and reads until there is nothing more.
pub(crate) fn raw(address: SocketAddr, request: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    all
}

/// A whole request, and the status, headers and body of the response.
pub(crate) fn talk(address: SocketAddr, request: &str) -> (u16, String, Vec<u8>) {
    let all = raw(address, request);
    let split = all.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(all.len());
    let head = String::from_utf8_lossy(&all[..split]).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let body = all.get(split + 4..).unwrap_or_default().to_vec();
    let whole = if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
    (status, head, whole)
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    whole
}

/// The request that a page of ours makes.
pub(crate) fn request(address: SocketAddr, path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

pub(crate) fn post(address: SocketAddr, path: &str, ask: &Value) -> (u16, String, Vec<u8>) {
    talk(address, &request(address, path, &ask.to_string()))
}

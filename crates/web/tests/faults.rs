//! The server among faults of its own and clients that stall, stop reading or go away: over a socket.

mod client;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use client::{post, request};
use search::Limits;
use serde_json::{Value, json};
use tabuleiro::KINDS;
use tabuleiro::contract::{About, Brush, Options, RunError, Strategy};
use tabuleiro::coursework::AboutCoursework;
use tabuleiro::kind::{Creation, Kind, Report, Session};
use tabuleiro::scene::Tone;
use tabuleiro::text::{Diagnostic, Source};
use tabuleiro_web::{Bounds, Server};

/// The first puzzle, with a fault in its reader and a generator that never ends by itself.
struct Faulty;

/// Whether a generator is at work.
static MAKING: AtomicBool = AtomicBool::new(false);

impl Kind for Faulty {
    fn about(&self) -> &'static About {
        KINDS[0].about()
    }

    fn strategies(&self) -> Vec<Strategy> {
        KINDS[0].strategies()
    }

    fn lessons(&self) -> Option<tabuleiro::explain::AboutLessons> {
        KINDS[0].lessons()
    }

    fn levels(&self) -> &'static [&'static str] {
        KINDS[0].levels()
    }

    fn signs(&self) -> &'static [(Tone, char)] {
        KINDS[0].signs()
    }

    fn is_game(&self) -> bool {
        KINDS[0].is_game()
    }

    fn printed(&self, asked: &Options) -> &'static [(&'static str, &'static str)] {
        KINDS[0].printed(asked)
    }

    fn brushes(&self) -> &'static [Brush] {
        KINDS[0].brushes()
    }

    fn open<'a>(
        &'a self,
        _: &'a Source,
        _: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Session>, Diagnostic>> + 'a> {
        panic!("a fault put here by a test")
    }

    fn described(
        &self,
        options: &Options,
        limits: &Limits,
    ) -> Result<Option<Box<dyn Session>>, RunError> {
        KINDS[0].described(options, limits)
    }

    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        KINDS[0].implied(claim, options)
    }

    fn coursework(&self) -> Option<AboutCoursework> {
        KINDS[0].coursework()
    }

    fn generate(&self, _: &Options, _: u64, limits: &Limits) -> Result<Report<Creation>, RunError> {
        MAKING.store(true, Ordering::SeqCst);
        let limit = loop {
            if let Some(limit) = limits.fired() {
                break limit;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        MAKING.store(false, Ordering::SeqCst);
        Err(limit.into())
    }
}

static FAULTY: &[&dyn Kind] = &[&Faulty];

fn serve(bounds: Bounds, kinds: &'static [&'static dyn Kind]) -> SocketAddr {
    let server = Server::bind(None, bounds).unwrap().with_kinds(kinds);
    let address = server.address().unwrap();
    std::thread::spawn(move || server.run(std::future::pending()).unwrap());
    address
}

fn ask(text: Option<&str>, size: &str) -> Value {
    let puzzle = KINDS[0].about().name;
    json!({ "puzzle": puzzle, "text": text, "lang": "en", "options": { "size": size } })
}

/// Whether something happens before it is certain that it does not.
fn soon(mut happens: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        if happens() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

#[test]
fn a_panic_ends_its_request_and_nothing_else() {
    let address = serve(Bounds { runs: 1, ..Bounds::default() }, FAULTY);
    for path in ["/api/open", "/api/run", "/api/count", "/api/draw"] {
        for lang in ["en", "pt-BR"] {
            let mut ask = ask(Some("anything"), "8x8");
            ask["lang"] = json!(lang);
            let (status, _, body) = post(address, path, &ask);
            let fault: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!((status, &fault["code"]), (500, &json!("W0107")), "{path} {fault}");
            assert!(fault["message"].as_str().is_some_and(|words| !words.is_empty()));
        }
        // There is one permit, and it came back.
        assert!(soon(|| post(address, "/api/open", &ask(None, "8x8")).0 == 200), "{path}");
    }
}

#[test]
fn a_closed_connection_stops_work_that_says_nothing_meanwhile() {
    let address = serve(Bounds { runs: 1, ..Bounds::default() }, FAULTY);
    let mut stream = TcpStream::connect(address).unwrap();
    let request = request(address, "/api/generate", &ask(None, "8x8").to_string());
    stream.write_all(request.as_bytes()).unwrap();
    assert!(soon(|| MAKING.load(Ordering::SeqCst)), "it never began");
    assert_eq!(post(address, "/api/open", &ask(None, "8x8")).0, 429);
    drop(stream);
    assert!(soon(|| !MAKING.load(Ordering::SeqCst)), "it went on after the page was closed");
    assert!(soon(|| post(address, "/api/open", &ask(None, "8x8")).0 == 200));
}

/// Begins a search that does not end by itself, and reads nothing but its first bytes.
fn stall(address: SocketAddr, seconds: f64) -> TcpStream {
    let mut ask = ask(None, "7x7");
    (ask["strategy"], ask["seconds"]) = (json!("fixed"), json!(seconds));
    ask["options"]["start"] = json!("1,2");
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request(address, "/api/run", &ask.to_string()).as_bytes()).unwrap();
    let mut first = [0; 16];
    stream.read_exact(&mut first).unwrap();
    assert!(first.starts_with(b"HTTP/1.1 200"));
    stream
}

#[test]
fn who_stops_reading_loses_the_permit_when_the_time_is_over() {
    let address = serve(Bounds { runs: 2, ..Bounds::default() }, KINDS);
    let stalled = [stall(address, 1.0), stall(address, 1.0)];
    assert!(soon(|| post(address, "/api/open", &ask(None, "8x8")).0 == 200), "still busy");
    drop(stalled);
}

#[test]
fn who_never_finishes_a_request_is_sent_away_and_makes_room() {
    let patience = Duration::from_millis(300);
    let address = serve(Bounds { connections: 8, patience, ..Bounds::default() }, KINDS);
    let half = |text: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let whole = request(address, "/api/open", &ask(None, "8x8").to_string());
    // Twice as many as there is room for: half a head, and half a body.
    let (head, body) = ("GET / HTTP/1.1\r\nHost: 127", &whole[..whole.len() - 5]);
    let stalled: Vec<TcpStream> =
        (0..16).map(|i| half(if i % 2 == 0 { head } else { body })).collect();
    assert_eq!(post(address, "/api/open", &ask(None, "8x8")).0, 200);
    for (i, mut stream) in stalled.into_iter().enumerate() {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).expect("the server ends the connection");
        let said = String::from_utf8_lossy(&rest).into_owned();
        assert!(i % 2 == 0 || said.starts_with("HTTP/1.1 408") && said.contains("W0108"), "{said}");
    }
}

#[test]
fn who_takes_nothing_of_a_large_answer_is_sent_away() {
    let bounds = Bounds { stall: Duration::from_millis(300), connections: 1, ..Bounds::default() };
    let address = serve(bounds, KINDS);
    // More than any socket holds, on the only connection there is.
    let mut ask_much = ask(None, "1000x1000");
    ask_much["picture"] = json!({ "format": "svg", "show": "instance" });
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request(address, "/api/draw", &ask_much.to_string()).as_bytes()).unwrap();
    assert_eq!(post(address, "/api/open", &ask(None, "8x8")).0, 200);
    drop(stream);
}

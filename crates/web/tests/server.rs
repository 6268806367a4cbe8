//! The server as a browser, a stranger and a clumsy client meet it: over a socket, byte by byte.

mod client;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use client::{post, request, talk};
use serde_json::{Value, json};
use tabuleiro::KINDS;
use tabuleiro_web::{Bounds, Server};

/// A server of its own for each test; it ends with the test program.
fn serve(bounds: Bounds) -> SocketAddr {
    let server = Server::bind(None, bounds).unwrap();
    let address = server.address().unwrap();
    std::thread::spawn(move || server.run(std::future::pending()).unwrap());
    address
}

fn get(address: SocketAddr, path: &str) -> (u16, String, Vec<u8>) {
    talk(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
}

/// The frames of an answer: JSON, or the number of words of strokes, or how bytes begin.
fn frames(body: &[u8]) -> Vec<Value> {
    let word = |at: usize| u32::from_le_bytes(body[at..at + 4].try_into().unwrap());
    let mut frames = Vec::new();
    let mut at = 0;
    while at < body.len() {
        let (sort, length) = (word(at), word(at + 4) as usize);
        let content = &body[at + 8..at + 8 + 4 * length];
        frames.push(match sort {
            1 => serde_json::from_slice(content).unwrap(),
            2 => json!({ "begin": content[..content.len().min(8)] }),
            _ => json!(length),
        });
        at += 8 + 4 * length;
    }
    frames
}

/// The first example of every puzzle, as a page asks about it.
fn examples() -> impl Iterator<Item = Value> {
    KINDS.iter().map(|kind| {
        let about = kind.about();
        json!({ "puzzle": about.name, "text": about.examples[0].text, "lang": "en" })
    })
}

#[test]
fn every_puzzle_is_told_opened_and_searched() {
    let address = serve(Bounds::default());
    let (status, _, body) = get(address, "/api/about?lang=pt-BR");
    let about: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, &about["lang"]), (200, &json!("pt-BR")));
    assert_eq!(about["puzzles"].as_array().unwrap().len(), KINDS.len());
    for ask in examples() {
        let (status, _, body) = post(address, "/api/open", &ask);
        assert_eq!(status, 200);
        let [instance, picture] = &frames(&body)[..] else { panic!("an instance and a picture") };
        assert!(instance["rows"].as_u64().unwrap() > 0);
        assert!(picture.as_u64().unwrap() > 0);
        let (status, _, body) = post(address, "/api/run", &ask);
        assert_eq!(status, 200);
        let frames = frames(&body);
        let answer = frames.iter().rev().find(|frame| frame.is_object()).unwrap();
        assert_eq!(answer["outcome"], "solved", "{answer}");
        assert_eq!(answer["verified"], true);
    }
}

#[test]
fn a_search_of_a_board_that_is_shown_begins_with_its_first_event() {
    let address = serve(Bounds::default());
    for mut ask in examples() {
        let (_, _, whole) = post(address, "/api/run", &ask);
        ask["shown"] = json!(true);
        let (status, _, rest) = post(address, "/api/run", &ask);
        assert_eq!(status, 200);
        // The board is an object and its picture; all else is the same but for the time it took.
        let strokes = |body: &[u8]| frames(body).into_iter().filter(|one| !one.is_object());
        assert!(frames(&whole)[0]["rows"].is_u64() && !frames(&rest)[0].is_object());
        assert!(strokes(&whole).skip(1).eq(strokes(&rest)), "{ask}");
    }
}

#[test]
fn a_touch_by_number_does_what_the_same_touch_on_the_text_does() {
    let address = serve(Bounds::default());
    let open = |ask: &Value| {
        let (status, _, body) = post(address, "/api/open", ask);
        (status, if status == 200 { frames(&body)[0].clone() } else { Value::Null })
    };
    for (kind, mut whole) in KINDS.iter().zip(examples()) {
        let number = open(&whole).1["number"].clone();
        let brush = kind.brushes()[0].name;
        whole["touch"] = json!({ "brush": brush, "at": [0, 1], "to": [1, 1], "value": 1 });
        let mut known = whole.clone();
        (known["text"], known["known"]) = (Value::Null, number.clone());
        let (status, touched) = open(&known);
        assert_eq!(status, 200);
        assert_eq!((&touched["since"], &touched["text"]), (&number, &Value::Null));
        // Asked for without a touch, it is told whole.
        let told = json!({ "puzzle": whole["puzzle"], "known": touched["number"] });
        assert_eq!(open(&told).1["text"], open(&whole).1["text"]);
        known["known"] = json!(u64::MAX);
        assert_eq!(open(&known).0, 422);
    }
}

#[test]
fn pictures_to_keep_are_made_in_every_format() {
    let address = serve(Bounds::default());
    for mut ask in examples() {
        for (format, start) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("gif", b"GIF89a")] {
            ask["picture"] = json!({ "format": format, "theme": "dark", "show": "solution" });
            let (status, _, body) = post(address, "/api/draw", &ask);
            assert_eq!(status, 200);
            let [head, picture] = &frames(&body)[..] else { panic!("a head and a picture") };
            assert!(head["bytes"].as_u64().unwrap() > 8);
            let begin: Vec<u8> = serde_json::from_value(picture["begin"].clone()).unwrap();
            assert!(begin.starts_with(start), "{format}");
        }
    }
}

#[test]
fn a_faulty_text_is_refused_at_its_place() {
    let address = serve(Bounds::default());
    for mut ask in examples() {
        ask["text"] = json!("?\0?");
        let (status, _, body) = post(address, "/api/open", &ask);
        let fault: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(status, 422);
        assert_eq!((&fault["line"], fault["column"].is_u64()), (&json!(1), true), "{fault}");
        assert!(!fault["message"].as_str().unwrap().is_empty());
        let (status, _, _) = post(address, "/api/run", &ask);
        assert_eq!(status, 422);
    }
}

#[test]
fn who_wants_to_know_is_told_how_far_a_count_is() {
    let address = serve(Bounds { time: Duration::from_secs(3), ..Bounds::default() });
    let mut ask = examples().next().unwrap();
    ask["progress"] = json!(true);
    let (status, _, body) = post(address, "/api/count", &ask);
    let frames = frames(&body);
    let told = frames.iter().filter(|frame| frame["progress"]["nodes"].is_u64()).count();
    let counted = frames.iter().filter(|frame| frame["unit"].is_string()).count();
    assert_eq!((status, told > 0, counted), (200, true, 1), "{frames:?}");
    ask["progress"] = json!(false);
    let (_, _, body) = post(address, "/api/count", &ask);
    assert!(!String::from_utf8_lossy(&body).contains("progress"));
}

#[test]
fn files_are_packed_and_known_again() {
    let address = serve(Bounds::default());
    let get = |more: &str| {
        talk(
            address,
            &format!("GET /app.js HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{more}\r\n"),
        )
    };
    let (status, head, plain) = get("");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    assert_eq!((status, head.contains("content-encoding")), (200, false));
    assert!(head.contains("cache-control: no-cache") && head.contains("vary: accept-encoding"));
    let (status, head, packed) = get("Accept-Encoding: br, gzip\r\n");
    assert_eq!((status, head.contains("content-encoding: gzip")), (200, true));
    assert!(packed.starts_with(b"\x1F\x8B") && packed.len() < plain.len());
    assert!(!get("Accept-Encoding: gzip;q=0\r\n").1.contains("content-encoding"));
    let (status, _, nothing) = get(&format!("If-None-Match: {tag}\r\n"));
    assert_eq!((status, nothing.len()), (304, 0));
    assert_eq!(get("If-None-Match: \"other\"\r\n").0, 200);
}

#[test]
fn what_is_no_verb_is_missing() {
    let address = serve(Bounds::default());
    for path in ["/api/no-such-verb", "/api/", "/api/open/more", "/api/about"] {
        let (status, _, _) = post(address, path, &examples().next().unwrap());
        assert!(status == 404 || status == 405, "{path}: {status}");
    }
}

#[test]
fn a_board_of_another_process_is_not_known() {
    let (one, other) = (serve(Bounds::default()), serve(Bounds::default()));
    for ask in examples() {
        let (_, _, body) = post(one, "/api/open", &ask);
        post(other, "/api/open", &ask);
        let known = json!({ "puzzle": ask["puzzle"], "known": frames(&body)[0]["number"] });
        let (status, _, body) = post(other, "/api/open", &known);
        let fault: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((status, &fault["code"]), (422, &json!("W0106")));
    }
}

#[test]
fn strangers_are_turned_away() {
    let address = serve(Bounds::default());
    let ask = examples().next().unwrap().to_string();
    let good = request(address, "/api/open", &ask);
    assert_eq!(talk(address, &good).0, 200);
    let host = format!("Host: {address}");
    let origin = format!("Origin: http://{address}");
    for (from, to) in [
        (host.as_str(), "Host: evil.example"),
        (&host, "Host: evil.example:80"),
        (&host, "X: y"),
        (&origin, "Origin: http://evil.example"),
        (&origin, "Origin: null"),
        (&origin, "Origin: https://localhost"),
    ] {
        let status = talk(address, &good.replace(from, to)).0;
        // Without a host it is not even a request.
        assert!(status == 403 || status == 400, "{to}: {status}");
    }
    let form = good.replace("application/json", "text/plain");
    assert_eq!(talk(address, &form).0, 415);
}

#[test]
fn nobody_outside_can_reach_it() {
    let address = serve(Bounds::default());
    assert!(address.ip().is_loopback());
}

#[test]
fn every_response_is_marked() {
    let address = serve(Bounds::default());
    for path in ["/", "/app.js", "/api/about", "/nothing"] {
        let (_, head, _) = get(address, path);
        for header in ["content-security-policy: default-src 'none'", "nosniff", "no-referrer"] {
            assert!(head.contains(header), "{path}: {header}");
        }
    }
    assert!(!get(address, "/").1.contains("unsafe-inline"));
}

#[test]
fn no_file_can_be_had() {
    let address = serve(Bounds::default());
    for path in
        ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/etc/passwd", "/page/app.js"]
    {
        assert_eq!(get(address, path).0, 404, "{path}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let address = serve(Bounds { body: 2000, ..Bounds::default() });
    let mut ask = examples().next().unwrap();
    ask["text"] = json!(".".repeat(3000));
    assert_eq!(post(address, "/api/open", &ask).0, 413);
    // A small request for a huge board.
    let address = serve(Bounds::default());
    let mut ask = examples().next().unwrap();
    ask["text"] = Value::Null;
    for size in ["20000x20000", "65536x65536", "1000000000x1000000000"] {
        ask["options"] = json!({ "size": size });
        for path in ["/api/open", "/api/run", "/api/draw"] {
            ask["picture"] = json!({ "format": "png", "show": "instance" });
            let (status, _, body) = post(address, path, &ask);
            let fault: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(status, 422, "{path} {size}: {fault}");
            assert!(fault["code"].is_string(), "{path} {size}: {fault}");
        }
    }
}

#[test]
fn the_memory_of_a_request_is_bounded() {
    let address = serve(Bounds { memory: 1 << 20, ..Bounds::default() });
    let mut ask = examples().next().unwrap();
    ask["text"] = Value::Null;
    ask["options"] = json!({ "size": "500x500" });
    for path in ["/api/open", "/api/run", "/api/draw"] {
        for (format, show) in [("svg", "instance"), ("png", "solution"), ("gif", "search")] {
            ask["picture"] = json!({ "format": format, "show": show });
            let (status, _, body) = post(address, path, &ask);
            let fault: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!((status, &fault["code"]), (422, &json!("W0109")), "{path} {format}");
        }
    }
    ask["options"] = json!({ "size": "8x8" });
    assert_eq!(post(address, "/api/open", &ask).0, 200);
}

/// A search that does not end by itself for a long time, for any puzzle that has one.
fn endless() -> Value {
    json!({
        "puzzle": KINDS[0].about().name, "text": null, "lang": "en", "strategy": "fixed",
        "options": { "size": "7x7", "start": "1,2" },
    })
}

#[test]
fn a_run_ends_at_the_time_allowed() {
    let address = serve(Bounds { time: Duration::from_millis(300), ..Bounds::default() });
    let began = Instant::now();
    let mut ask = endless();
    ask["seconds"] = json!(1e9);
    let (status, _, body) = post(address, "/api/run", &ask);
    let frames = frames(&body);
    let answer = frames.iter().rev().find(|frame| frame.is_object()).unwrap();
    assert_eq!((status, &answer["outcome"]), (200, &json!("unknown")));
    assert!(began.elapsed() < Duration::from_secs(30));
}

/// Begins a run and reads its first bytes, so that it is surely under way.
fn begin(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(request(address, "/api/run", &endless().to_string()).as_bytes()).unwrap();
    let mut first = [0; 16];
    stream.read_exact(&mut first).unwrap();
    assert!(first.starts_with(b"HTTP/1.1 "));
    stream
}

#[test]
fn too_many_runs_are_refused_and_a_closed_page_stops_its_own() {
    let address = serve(Bounds { runs: 2, ..Bounds::default() });
    let first = begin(address);
    let second = begin(address);
    let ask = examples().next().unwrap();
    assert_eq!(post(address, "/api/open", &ask).0, 429);
    drop(first);
    // The search notices at its next chunk that the connection is closed; its slot is free then.
    let freed = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        post(address, "/api/open", &ask).0 == 200
    });
    assert!(freed, "the search went on after its page was closed");
    drop(second);
}

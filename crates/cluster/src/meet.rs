//! How processes find each other: each listens where the list of hosts says, and calls those before
//! it in the list, twice: once for data, once to hear that they are still there. Who is called says
//! who it is, too, so that another service at that port is not taken for a process.
//!
//! Other callers are not answered: a port is found by scanners, browsers and probes of health.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Where processes listen, by number: `host:port` each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Reads one host a line; empty lines and what follows `#` mean nothing. The number of the first
    /// line that is no host otherwise.
    pub fn read(text: &str) -> Result<Self, usize> {
        let mut hosts = Vec::new();
        for (line, text) in text.lines().enumerate() {
            let host = text.split('#').next().unwrap_or("").trim();
            let port = host.rsplit_once(':').filter(|(name, _)| !name.is_empty());
            match port.map(|(_, port)| port.parse::<u16>()) {
                _ if host.is_empty() => {}
                Some(Ok(_)) => hosts.push(host.to_owned()),
                _ => return Err(line + 1),
            }
        }
        Ok(Hosts(hosts))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This many free ports of this machine.
    pub fn local(number: usize) -> io::Result<Self> {
        let listeners: Vec<TcpListener> =
            (0..number).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<io::Result<_>>()?;
        let host = |listener: &TcpListener| listener.local_addr().map(|host| host.to_string());
        Ok(Hosts(listeners.iter().map(host).collect::<io::Result<_>>()?))
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|host| writeln!(out, "{host}"))
    }
}

/// Why processes did not meet.
#[derive(Debug)]
pub enum MeetError {
    /// The system refused, about this host.
    System(String, io::Error),
    /// Somebody with another list of hosts called or was called, or something else was called.
    Stranger(String),
    /// There was no time to wait for all.
    Waited,
}

impl From<io::Error> for MeetError {
    fn from(error: io::Error) -> Self {
        MeetError::System(String::new(), error)
    }
}

/// Connections to all others, by number; none to this one.
pub(crate) struct Links {
    pub(crate) data: Vec<Option<TcpStream>>,
    pub(crate) pulse: Vec<Option<TcpStream>>,
}

/// What is said first: the protocol with its version; who speaks, of how many, on which connection,
/// about which list of hosts; and which run of the caller it is.
const PROTOCOL: &[u8; 7] = b"layers\0";
const VERSION: u8 = 2;
const GREETING: usize = 8 + 4 + 4 + 8 + 1 + RUN;
const RUN: usize = 8;
/// Between two attempts to reach somebody who is not there yet.
const PAUSE: Duration = Duration::from_millis(50);
/// Between two looks at what those say who have called.
const GLANCE: Duration = Duration::from_millis(1);
/// How long somebody who called may take to say who it is.
const MANNERS: Duration = Duration::from_secs(2);
/// Callers that are listened to at a time; more wait until one of these has spoken or been given up.
const CALLERS: usize = 64;

/// The identity of a process in greetings.
struct Identity<'h> {
    hosts: &'h Hosts,
    index: usize,
}

impl Identity<'_> {
    /// What it says when it calls, or when it was called, in one run of the caller.
    fn greeting(&self, kind: usize, is_called: bool, run: &[u8]) -> Vec<u8> {
        let mut greeting = PROTOCOL.to_vec();
        greeting.push(VERSION);
        greeting.extend((self.index as u32).to_le_bytes());
        greeting.extend((self.hosts.len() as u32).to_le_bytes());
        greeting.extend(fingerprint(self.hosts.to_string().as_bytes()).to_le_bytes());
        greeting.push((kind + 2 * usize::from(is_called)) as u8);
        greeting.extend(run);
        greeting
    }
}

/// A number that tells some bytes from others: FNV-1a.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Meets all others.
pub(crate) fn meet(
    hosts: &Hosts,
    index: usize,
    wait: &mut dyn FnMut() -> bool,
) -> Result<Links, MeetError> {
    let none = || (0..hosts.len()).map(|_| None).collect::<Vec<Option<TcpStream>>>();
    let mut links = [none(), none()];
    let own = &hosts.0[index];
    let trouble = |error| MeetError::System(own.clone(), error);
    let listener = TcpListener::bind(own).map_err(trouble)?;
    listener.set_nonblocking(true).map_err(trouble)?;
    let run = RandomState::new().build_hasher().finish().to_le_bytes();
    let me = Identity { hosts, index };
    for (process, host) in hosts.0.iter().enumerate().take(index) {
        let other = Identity { hosts, index: process };
        for (kind, links) in links.iter_mut().enumerate() {
            let words = [me.greeting(kind, false, &run), other.greeting(kind, true, &run)];
            links[process] = Some(call(host, &words, wait)?);
        }
    }
    let mut runs = vec![[0; RUN]; hosts.len()];
    let mut callers: Vec<Caller> = Vec::new();
    while links.iter().any(|links| links[index + 1..].iter().any(Option::is_none)) {
        accept(&listener, &mut callers).map_err(trouble)?;
        let spoke = callers.extract_if(.., |caller| !caller.is_speaking());
        for caller in spoke.collect::<Vec<_>>() {
            let Some((process, kind, run)) = caller.named(&me)? else { continue };
            // One that was started again, while this one waited for others: both of its connections
            // must be of the same run.
            if std::mem::replace(&mut runs[process], run) != run {
                links.iter_mut().for_each(|links| links[process] = None);
            }
            let mut socket = caller.socket;
            let answer = me.greeting(kind, true, &run);
            let answered = socket.set_nonblocking(false).and_then(|()| socket.write_all(&answer));
            links[kind][process] = answered.is_ok().then_some(socket);
        }
        if !wait() {
            return Err(MeetError::Waited);
        }
        std::thread::sleep(if callers.is_empty() { PAUSE } else { GLANCE });
    }
    for socket in links.iter().flatten().flatten() {
        socket.set_read_timeout(None)?;
        socket.set_nodelay(true)?;
    }
    let [data, pulse] = links;
    Ok(Links { data, pulse })
}

/// Calls a host until it answers as it should: what is said, and what is to be heard.
fn call(
    host: &str,
    words: &[Vec<u8>; 2],
    wait: &mut dyn FnMut() -> bool,
) -> Result<TcpStream, MeetError> {
    loop {
        let trouble = |error| MeetError::System(host.to_owned(), error);
        let mut last = None;
        for address in host.to_socket_addrs().map_err(trouble)? {
            match TcpStream::connect_timeout(&address, MANNERS) {
                Ok(socket) => match speak(socket, host, words, wait)? {
                    Some(socket) => return Ok(socket),
                    None => last = None,
                },
                Err(error) => last = Some(error),
            }
        }
        if !wait() {
            return Err(last.map_or(MeetError::Waited, trouble));
        }
        std::thread::sleep(PAUSE);
    }
}

/// Says who calls, and waits to hear who was called; nothing if that one hangs up.
fn speak(
    mut socket: TcpStream,
    host: &str,
    [said, answer]: &[Vec<u8>; 2],
    wait: &mut dyn FnMut() -> bool,
) -> Result<Option<TcpStream>, MeetError> {
    socket.set_read_timeout(Some(PAUSE))?;
    if socket.write_all(said).is_err() {
        return Ok(None);
    }
    let (mut heard, mut length) = ([0; GREETING], 0);
    while length < GREETING {
        match socket.read(&mut heard[length..]) {
            Ok(0) => return Ok(None),
            Ok(bytes) => length += bytes,
            Err(error) => match error.kind() {
                // It may be waiting for others before it listens.
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                _ => return Ok(None),
            },
        }
        if !answer.starts_with(&heard[..length]) {
            return Err(MeetError::Stranger(host.to_owned()));
        }
        if !wait() {
            return Err(MeetError::Waited);
        }
    }
    Ok(Some(socket))
}

/// Somebody who called and has not yet said who it is.
struct Caller {
    socket: TcpStream,
    from: SocketAddr,
    since: Instant,
    heard: [u8; GREETING],
    length: usize,
    is_there: bool,
}

/// Takes in who has called.
fn accept(listener: &TcpListener, callers: &mut Vec<Caller>) -> io::Result<()> {
    while callers.len() < CALLERS {
        match listener.accept() {
            Ok((socket, from)) => {
                let is_there = socket.set_nonblocking(true).is_ok();
                let (since, heard, length) = (Instant::now(), [0; GREETING], 0);
                callers.push(Caller { socket, from, since, heard, length, is_there });
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock => break,
                // The caller has gone again.
                ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset => {}
                ErrorKind::Interrupted => {}
                _ => return Err(error),
            },
        }
    }
    Ok(())
}

impl Caller {
    /// Whether there is more to be heard, and worth waiting for.
    fn is_speaking(&mut self) -> bool {
        while self.is_there && self.length < GREETING {
            match self.socket.read(&mut self.heard[self.length..]) {
                Ok(0) => self.is_there = false,
                Ok(bytes) => self.length += bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return self.since.elapsed() < MANNERS;
                }
                Err(_) => self.is_there = false,
            }
        }
        false
    }

    /// Which process it is, on which connection, in which run; nothing if it is none of ours. One of
    /// another list or version is told so, and is a fault: it would be waited for in vain.
    fn named(&self, me: &Identity<'_>) -> Result<Option<(usize, usize, [u8; RUN])>, MeetError> {
        if !self.is_there || self.length < GREETING || !self.heard.starts_with(PROTOCOL) {
            return Ok(None);
        }
        let (hosts, run) = (me.hosts, &self.heard[GREETING - RUN..]);
        for index in me.index + 1..hosts.len() {
            for kind in 0..2 {
                let other = Identity { hosts, index };
                if self.heard[..] == other.greeting(kind, false, run) {
                    return Ok(run.try_into().ok().map(|run| (index, kind, run)));
                }
            }
        }
        let _ = (&self.socket).write_all(&me.greeting(0, true, run));
        Err(MeetError::Stranger(self.from.to_string()))
    }
}

//! How processes find each other: each listens where the list of hosts says, and calls those before
//! it in the list, twice: once for data, once to hear that they are still there.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::Duration;

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

    /// So many ports of this machine that nobody uses now.
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
pub enum Trouble {
    /// The system refused, about this host.
    System(String, io::Error),
    /// Somebody with another list of hosts called, or somebody else altogether.
    Stranger(String),
    /// There was no time to wait for all.
    Waited,
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::System(String::new(), error)
    }
}

/// Connections to all others, by number; none to this one.
pub(crate) struct Links {
    pub(crate) data: Vec<Option<TcpStream>>,
    pub(crate) pulse: Vec<Option<TcpStream>>,
}

/// What is said first: who speaks, of how many, on which connection, about which list of hosts.
const HELLO: [u8; 8] = *b"layers\0\x01";
const GREETING: usize = 8 + 4 + 4 + 8 + 1;
/// Between two attempts to reach somebody who is not there yet.
const PAUSE: Duration = Duration::from_millis(50);
/// How long somebody who called may take to say who it is.
const MANNERS: Duration = Duration::from_secs(2);

fn greeting(hosts: &Hosts, index: usize, kind: usize) -> Vec<u8> {
    let list = hosts.to_string();
    let sum = list.bytes().fold(0xCBF2_9CE4_8422_2325u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    let mut greeting = HELLO.to_vec();
    greeting.extend((index as u32).to_le_bytes());
    greeting.extend((hosts.len() as u32).to_le_bytes());
    greeting.extend(sum.to_le_bytes());
    greeting.push(kind as u8);
    greeting
}

/// Meets all others.
pub(crate) fn meet(
    hosts: &Hosts,
    index: usize,
    wait: &mut dyn FnMut() -> bool,
) -> Result<Links, Trouble> {
    let none = || (0..hosts.len()).map(|_| None).collect::<Vec<Option<TcpStream>>>();
    let mut links = [none(), none()];
    let own = &hosts.0[index];
    let trouble = |host: &str| {
        let host = host.to_owned();
        move |error| Trouble::System(host, error)
    };
    let listener = TcpListener::bind(own).map_err(trouble(own))?;
    listener.set_nonblocking(true).map_err(trouble(own))?;
    for (process, host) in hosts.0.iter().enumerate().take(index) {
        for (kind, links) in links.iter_mut().enumerate() {
            let mut socket = call(host, wait)?;
            socket.write_all(&greeting(hosts, index, kind)).map_err(trouble(host))?;
            links[process] = Some(socket);
        }
    }
    let mut awaited = 2 * (hosts.len() - index - 1);
    while awaited > 0 {
        match listener.accept() {
            Ok((socket, from)) => {
                let Some((process, kind)) = hear(&socket, hosts, index)? else { continue };
                if links[kind][process].is_some() {
                    return Err(Trouble::Stranger(from.to_string()));
                }
                links[kind][process] = Some(socket);
                awaited -= 1;
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if !wait() {
                    return Err(Trouble::Waited);
                }
                std::thread::sleep(PAUSE);
            }
            Err(error) => return Err(trouble(own)(error)),
        }
    }
    for socket in links.iter().flatten().flatten() {
        socket.set_nodelay(true)?;
    }
    let [data, pulse] = links;
    Ok(Links { data, pulse })
}

/// Calls a host until it answers.
fn call(host: &str, wait: &mut dyn FnMut() -> bool) -> Result<TcpStream, Trouble> {
    loop {
        let trouble = |error| Trouble::System(host.to_owned(), error);
        let mut last = None;
        for address in host.to_socket_addrs().map_err(trouble)? {
            match TcpStream::connect_timeout(&address, MANNERS) {
                Ok(socket) => return Ok(socket),
                Err(error) => last = Some(error),
            }
        }
        if !wait() {
            return Err(last.map_or(Trouble::Waited, trouble));
        }
        std::thread::sleep(PAUSE);
    }
}

/// Who called, and what for; nothing if it went away again.
fn hear(
    mut socket: &TcpStream,
    hosts: &Hosts,
    index: usize,
) -> Result<Option<(usize, usize)>, Trouble> {
    let from = || socket.peer_addr().map_or(String::new(), |from| from.to_string());
    socket.set_nonblocking(false)?;
    socket.set_read_timeout(Some(MANNERS))?;
    let mut heard = [0; GREETING];
    if socket.read_exact(&mut heard).is_err() {
        return Ok(None);
    }
    socket.set_read_timeout(None)?;
    for process in index + 1..hosts.len() {
        for kind in 0..2 {
            if heard[..] == greeting(hosts, process, kind) {
                return Ok(Some((process, kind)));
            }
        }
    }
    Err(Trouble::Stranger(from()))
}

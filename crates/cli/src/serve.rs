//! `serve`: the local page.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::ArgMatches;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::text::Diagnostic;
use web::{Bounds, Server};

use crate::arguments::cancel;
use crate::exit::{Exit, Fault};
use crate::{output, units};

pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<Exit, Fault> {
    let asked = matches.get_one::<String>("port");
    let asked = asked.map(|value| units::whole("port", value, 1)).transpose()?;
    let taken = |reason: &dyn std::fmt::Display| {
        let port = asked.map_or("any".to_owned(), |port| port.to_string());
        Diagnostic::new("U0120").with("port", port).with("reason", reason.to_string())
    };
    let port = asked.map(u16::try_from).transpose().map_err(|_| {
        Diagnostic::new("U0118").with("port", asked.unwrap_or_default().to_string())
    })?;
    let server = Server::bind(port, Bounds::default()).map_err(|reason| taken(&reason))?;
    let url = format!("http://{}/", server.address()?);
    let mut out = io::stdout();
    writeln!(out, "{}", Message::new("serve.ready").with("url", url.as_str()).text(lang))?;
    out.flush()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    output::tell(&Message::new("serve.engine").with("n", threads).text(lang));
    output::tell(lang.say("serve.stop"));
    if !matches.get_flag("no-open") {
        // Without a browser on this machine the address is enough.
        let _ = open::that_detached(&url);
    }
    // From here on a panic ends the request that it belongs to, and not the program.
    drop(std::panic::take_hook());
    let stop = cancel();
    server.run(async move {
        while !stop.load(Ordering::Relaxed) {
            web::pause(Duration::from_millis(50)).await;
        }
    })?;
    Ok(Exit::Yes)
}

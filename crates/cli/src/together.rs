//! One question for several processes: those of a list of hosts, or some on this machine.

use std::ffi::OsString;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use cluster::{Cluster, Hosts, Trouble};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};
use tempfile::NamedTempFile;

use crate::arguments::{Arguments, cancel};
use crate::exit::Fault;
use crate::threads::MOST;
use crate::units;

/// The part of this process in a count by several.
pub(crate) struct Together {
    process: usize,
    /// The others, where this one started them.
    children: Vec<Child>,
    /// Their list of hosts.
    _list: Option<NamedTempFile>,
    cluster: Option<Arc<Cluster>>,
}

/// How long others have to end by themselves once this process is done.
const PATIENCE: Duration = Duration::from_secs(5);

impl Together {
    /// Meets the other processes that the options name; nothing if they name none.
    pub(crate) fn new(
        arguments: &mut Arguments,
        matches: &ArgMatches,
    ) -> Result<Option<Self>, Fault> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let number = |name: &str, least| -> Result<Option<usize>, Diagnostic> {
            let number = text(name).map(|value| units::whole(name, value, least)).transpose()?;
            Ok(number.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
        };
        let (hosts, mut together) = match (text("hosts"), number("processes", 1)?) {
            (None, None) => return Ok(None),
            (Some(path), _) => {
                let source = arguments.source(path)?;
                let hosts = listed(&source, path)?;
                let process = number("process", 0)?.filter(|&process| process < hosts.len());
                let process = process.ok_or_else(|| {
                    Diagnostic::new("L0102").with("hosts", hosts.len().to_string())
                })?;
                (hosts, Together { process, children: Vec::new(), _list: None, cluster: None })
            }
            (None, Some(processes)) => {
                let processes = processes.min(MOST);
                if text("threads").is_none() {
                    let threads = (arguments.threads / processes).max(1);
                    arguments.limits.threads = Some(threads);
                }
                started(processes, arguments.limits.threads)?
            }
        };
        let index = together.process;
        let mut wait = || {
            let gone = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
            !cancel().load(Ordering::Relaxed) && !together.children.iter_mut().any(gone)
        };
        let cluster = Cluster::join(&hosts, index, &mut wait)
            .map_err(|trouble| apart(&trouble, arguments.lang))?;
        let cluster = Arc::new(cluster);
        arguments.limits.means.net = Some(cluster.clone());
        together.cluster = Some(cluster);
        if index > 0 {
            let note = Message::new("note.peer").with("process", index.to_string());
            arguments.note(&note.with("processes", hosts.len().to_string()));
        }
        Ok(Some(together))
    }

    /// What it took to be several, for people.
    pub(crate) fn effort(&self, lang: Lang) -> Option<Message> {
        let received = self.cluster.as_ref()?.received();
        Some(Message::new("note.received").with("bytes", tell::bytes(received, lang)))
    }

    /// Whether this process tells the answer.
    pub(crate) fn tells(&self) -> bool {
        self.process == 0
    }
}

impl Drop for Together {
    fn drop(&mut self) {
        // The others hear that all is done before anybody asks for their end.
        self.cluster = None;
        let begin = Instant::now();
        for child in &mut self.children {
            while matches!(child.try_wait(), Ok(None)) && begin.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(5));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The hosts of a file.
fn listed(source: &Source, path: &str) -> Result<Hosts, Diagnostic> {
    let hosts = Hosts::read(source.text()?);
    hosts.map_err(|line| Diagnostic::new("L0101").in_file(path).with("line", line.to_string()))
}

/// Starts the other processes on this machine: each gets the words that this one got.
fn started(processes: usize, threads: Option<usize>) -> Result<(Hosts, Together), Fault> {
    let hosts = Hosts::local(processes)?;
    let list = NamedTempFile::new()?;
    std::fs::write(list.path(), hosts.to_string())?;
    let mut words: Vec<OsString> = Vec::new();
    let mut given = std::env::args_os().skip(1);
    while let Some(word) = given.next() {
        match word.to_str() {
            Some("--processes") => drop(given.next()),
            Some(text) if text.starts_with("--processes=") => {}
            _ => words.push(word),
        }
    }
    let has = |names: &[&str]| {
        let given = words.iter().map(|word| word.to_string_lossy());
        given.into_iter().any(|word| names.iter().any(|name| word.starts_with(name)))
    };
    let mut more: Vec<OsString> = Vec::new();
    if let Some(threads) = threads.filter(|_| !has(&["--threads"])) {
        more.extend(["--threads".into(), threads.to_string().into()]);
    }
    if !has(&["--quiet", "-q"]) {
        more.push("--quiet".into());
    }
    let mut together = Together { process: 0, children: Vec::new(), _list: None, cluster: None };
    for process in 1..processes {
        let mut child = Command::new(std::env::current_exe()?);
        child.args(&words).args(&more).arg("--hosts").arg(list.path());
        child.arg("--process").arg(process.to_string());
        child.stdin(Stdio::null()).stdout(Stdio::null());
        together.children.push(child.spawn()?);
    }
    together._list = Some(list);
    Ok((hosts, together))
}

/// Why the processes did not meet.
fn apart(trouble: &Trouble, lang: Lang) -> Diagnostic {
    let reason = match trouble {
        Trouble::System(host, error) if host.is_empty() => error.to_string(),
        Trouble::System(host, error) => format!("{host}: {error}"),
        Trouble::Stranger(host) => {
            Message::new("cluster.stranger").with("host", host.as_str()).text(lang)
        }
        Trouble::Waited => Message::new("cluster.waited").text(lang),
    };
    Diagnostic::new("L0103").with("reason", reason)
}

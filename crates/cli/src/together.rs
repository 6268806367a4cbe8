//! One question for several processes: those of a list of hosts, or some on this machine.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use clap::parser::ValueSource;
use cluster::{Cluster, Difference, Hosts, MeetError};
use search::Limit;
use search::layers::{LayersError, Net};
use search::parallel::MOST_THREADS;
use tabuleiro::contract::{Options, Takes};
use tabuleiro::kind::{Kind, QUESTION_HEAD};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};
use tempfile::TempDir;

use crate::arguments::{Arguments, cancel};
use crate::batch::{self, Item};
use crate::exit::{Exit, Fault};
use crate::input::Input;
use crate::{input, units};

/// The part of this process in a count by several.
pub(crate) struct Together {
    process: usize,
    /// What is counted: all boards, read before anybody waits for anybody.
    items: Vec<Item>,
    /// The others, where this one started them, and what they were given.
    children: Vec<Child>,
    handed: Option<TempDir>,
    cluster: Option<Arc<Cluster>>,
}

/// How long others have to end by themselves once this process is done.
const PATIENCE: Duration = Duration::from_secs(5);

impl Together {
    /// Meets the other processes that the options name, and sees that all were asked the same;
    /// nothing if they name none.
    pub(crate) fn new(
        kind: &dyn Kind,
        arguments: &mut Arguments,
        matches: &ArgMatches,
        up_to: Option<u64>,
    ) -> Result<Option<Self>, Fault> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let number = |name: &str, least| -> Result<Option<usize>, Diagnostic> {
            let number = text(name).map(|value| units::whole(name, value, least)).transpose()?;
            Ok(number.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
        };
        let mut together =
            Together { process: 0, items: vec![], children: vec![], handed: None, cluster: None };
        let hosts = match (text("hosts"), number("processes", 1)?) {
            (None, None) => return Ok(None),
            (Some(path), _) => {
                let source = arguments.source(path)?;
                let hosts = listed(&source, path)?;
                let process = number("process", 0)?.filter(|&process| process < hosts.len());
                together.process = process.ok_or_else(|| {
                    Diagnostic::new("L0102").with("hosts", hosts.len().to_string())
                })?;
                let input = input::read(kind, arguments)?;
                together.items = batch::of(kind, input, &arguments.options, 0)?;
                hosts
            }
            (None, Some(processes)) => {
                let processes = processes.min(MOST_THREADS);
                if text("threads").is_none() {
                    let threads = (arguments.threads / processes).max(1);
                    arguments.limits.threads = Some(threads);
                }
                let input = input::read(kind, arguments)?;
                let folder = TempDir::new()?;
                let mut words = handed(kind, arguments, matches, &folder)?;
                words.extend(written(&input, &folder)?);
                together.handed = Some(folder);
                together.items = batch::of(kind, input, &arguments.options, 0)?;
                together.start(processes, &words)?
            }
        };
        let index = together.process;
        let mut wait = || {
            let gone = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
            !cancel().load(Ordering::Relaxed) && !together.children.iter_mut().any(gone)
        };
        let cluster = match Cluster::join(&hosts, index, &mut wait) {
            Ok(cluster) => Arc::new(cluster),
            Err(trouble) => {
                together.finish(Exit::Limit);
                return Err(apart(&trouble, arguments.lang).into());
            }
        };
        if let Some(difference) =
            together.differs(&cluster, &arguments.options, up_to, arguments.lang)?
        {
            // The others are told, too, before this one is gone.
            drop(cluster);
            return Err(difference.into());
        }
        arguments.limits.resources.net = Some(cluster.clone());
        together.cluster = Some(cluster);
        if index > 0 {
            let note = Message::new("note.peer").with("process", index.to_string());
            arguments.note(&note.with("processes", hosts.len().to_string()));
        }
        Ok(Some(together))
    }

    /// What is wrong if the processes were not all asked the same.
    fn differs(
        &self,
        cluster: &Cluster,
        options: &Options,
        up_to: Option<u64>,
        lang: Lang,
    ) -> Result<Option<Diagnostic>, Diagnostic> {
        if cluster.peers() == 1 {
            return Ok(None);
        }
        let question = |number: usize| {
            let question = self.items[number].session.question(options, up_to);
            // The board was read with these options.
            question.unwrap_or_default()
        };
        let mut wait = || match cancel().load(Ordering::Relaxed) {
            true => Err(LayersError::from(Limit::Cancelled)),
            false => Ok(()),
        };
        match cluster.agree(self.items.len(), &question, &mut wait) {
            Ok(difference) => Ok(difference.as_ref().map(unlike)),
            Err(_) => Err(apart(&MeetError::Waited, lang)),
        }
    }

    /// What is counted.
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
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

    /// Starts the other processes on this machine, with these words each.
    fn start(&mut self, processes: usize, words: &[OsString]) -> Result<Hosts, Fault> {
        let hosts = Hosts::local(processes)?;
        let list = self.place("hosts");
        fs::write(&list, hosts.to_string())?;
        for process in 1..processes {
            let mut child = Command::new(std::env::current_exe()?);
            child.args(&words[..2]).arg("--hosts").arg(&list);
            child.arg("--process").arg(process.to_string()).args(&words[2..]);
            let said = fs::File::create(self.place(&format!("said-{process}")))?;
            child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
            self.children.push(child.spawn()?);
        }
        Ok(hosts)
    }

    /// Where something lies that other processes are given, or give.
    fn place(&self, name: &str) -> PathBuf {
        self.handed.as_ref().map_or_else(PathBuf::new, |folder| folder.path().join(name))
    }

    /// Waits until the others have ended. If this process ended because one of them did, what that
    /// one said is told; otherwise they said what this one says.
    pub(crate) fn finish(&mut self, exit: Exit) {
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
        let children = std::mem::take(&mut self.children).len();
        for process in (1..=children).filter(|_| exit == Exit::Limit) {
            let said = fs::read(self.place(&format!("said-{process}"))).unwrap_or_default();
            let _ = io::stderr().write_all(&said);
        }
    }
}

impl Drop for Together {
    fn drop(&mut self) {
        self.finish(Exit::Yes);
    }
}

/// The hosts of a file.
fn listed(source: &Source, path: &str) -> Result<Hosts, Diagnostic> {
    let hosts = Hosts::read(source.text()?);
    hosts.map_err(|line| Diagnostic::new("L0101").in_file(path).with("line", line.to_string()))
}

/// What each process decides or does for itself, or is told otherwise.
const OWN: &[&str] = &["input", "processes", "threads", "quiet", "output", "progress", "lang"];

/// The words that ask another process for the same: what was understood here, not what was typed. A
/// text that an option names is in a file of its own, since the one that was named may be a pipe.
fn handed(
    kind: &dyn Kind,
    arguments: &Arguments,
    matches: &ArgMatches,
    folder: &TempDir,
) -> io::Result<Vec<OsString>> {
    let about = kind.about();
    let mut words: Vec<OsString> = vec![about.name.into(), "count".into(), "--quiet".into()];
    words.push(format!("--lang={}", arguments.lang.tag()).into());
    if let Some(threads) = arguments.limits.threads {
        words.push(format!("--threads={threads}").into());
    }
    let given = matches.ids().map(|id| id.as_str()).filter(|name| !OWN.contains(name));
    for name in given.filter(|name| matches.value_source(name) == Some(ValueSource::CommandLine)) {
        let spec = about.options.iter().find(|spec| spec.name == name);
        if spec.is_some_and(|spec| spec.takes == Takes::Text) {
            let path = folder.path().join(format!("option-{name}"));
            fs::write(&path, arguments.options.get(name).unwrap_or_default())?;
            words.push(format!("--{name}").into());
            words.push(path.into());
        } else if let Ok(Some(values)) = matches.try_get_many::<String>(name) {
            words.extend(values.map(|value| format!("--{name}={value}").into()));
        } else {
            words.push(format!("--{name}").into());
        }
    }
    Ok(words)
}

/// The boards, where another process finds them, whatever they came from; no words if options tell
/// all.
fn written(input: &Input, folder: &TempDir) -> io::Result<Vec<OsString>> {
    let Input::Texts(sources) = input else { return Ok(Vec::new()) };
    let mut words: Vec<OsString> = vec!["--".into()];
    for (number, source) in sources.iter().enumerate() {
        let path = folder.path().join(format!("board-{number}"));
        fs::write(&path, source.bytes())?;
        words.push(path.into());
    }
    Ok(words)
}

/// What to say of two processes that were not asked the same: what each was, up to the first line
/// that is not the same.
fn unlike(difference: &Difference) -> Diagnostic {
    let lines = |text: &Option<String>| -> Vec<String> {
        text.iter().flat_map(|text| text.lines()).map(str::to_owned).collect()
    };
    let (ours, theirs) = (lines(&difference.ours), lines(&difference.theirs));
    let mut same = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    if ours.is_empty() || theirs.is_empty() {
        // All of it, which is best told by what it is about.
        same = QUESTION_HEAD - 1;
    }
    let told = |lines: &[String]| {
        let Some(about) = lines.get(QUESTION_HEAD - 1) else {
            return Message::new("cluster.asked.nothing");
        };
        let shown = |line: &str| line.trim().chars().take(SHOWN).collect::<String>();
        let about = |key: &str| Message::new(key).with("about", shown(about));
        match lines.get(same).map(|line| shown(line)) {
            None => about("cluster.asked.end").with("line", same + 1 - QUESTION_HEAD),
            Some(line) if line.is_empty() || same == QUESTION_HEAD - 1 => {
                about("cluster.asked.about")
            }
            Some(line) if same < QUESTION_HEAD => about("cluster.asked.head").with("text", line),
            Some(line) => about("cluster.asked.line")
                .with("line", same + 1 - QUESTION_HEAD)
                .with("text", line),
        }
    };
    Diagnostic::new("L0104")
        .with("process", difference.process.to_string())
        .with("number", difference.number + 1)
        .with("theirs", told(&theirs))
        .with("ours", told(&ours))
}

/// Characters of a line that are shown.
const SHOWN: usize = 60;

/// Why the processes did not meet.
fn apart(trouble: &MeetError, lang: Lang) -> Diagnostic {
    let reason = match trouble {
        MeetError::System(host, error) if host.is_empty() => error.to_string(),
        MeetError::System(host, error) => format!("{host}: {error}"),
        MeetError::Stranger(host) => {
            Message::new("cluster.stranger").with("host", host.as_str()).text(lang)
        }
        MeetError::Waited => Message::new("cluster.waited").text(lang),
    };
    Diagnostic::new("L0103").with("reason", reason)
}

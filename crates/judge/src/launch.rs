//! The launcher: this program, started again by the judge, limits itself, starts the program that is judged, watches it,
//! and reports. What is judged cannot outlive it, nor it the judge. It needs no unsafe code, since nothing happens
//! between fork and exec but what `std` does.

use std::ffi::OsString;
use std::process::ExitCode;

#[cfg(unix)]
use crate::watch;

/// The first word of the launcher's command line.
pub(crate) const WORD: &str = "--launch-judged-program";

/// How the launcher is told what to do: the words after [`WORD`].
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// The file that its report goes to, and the one with what the program is given.
    pub(crate) files: [OsString; 2],
    /// Milliseconds of processor time.
    pub(crate) cpu: u64,
    /// Milliseconds on the clock.
    pub(crate) wall: u64,
    /// Bytes of memory.
    pub(crate) memory: u64,
    /// Whether the address space is limited to that.
    pub(crate) hard: bool,
    /// Bytes of a file that it writes.
    pub(crate) file: u64,
    /// Whether files and connections are confined.
    pub(crate) confined: bool,
    /// Folders that may be read, beside the system's.
    pub(crate) readable: Vec<OsString>,
}

impl Launch {
    /// The words of the command line, without those of the program.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let flags = [self.hard.into(), self.confined.into(), self.readable.len() as u64];
        let numbers = [self.cpu, self.wall, self.memory, self.file].into_iter().chain(flags);
        let numbers = numbers.map(|number| number.to_string().into());
        let head = [WORD.into()].into_iter().chain(self.files.iter().cloned());
        head.chain(numbers).chain(self.readable.iter().cloned()).collect()
    }

    #[cfg(unix)]
    fn read(words: &mut impl Iterator<Item = OsString>) -> Option<Self> {
        let files = [words.next()?, words.next()?];
        let mut number = || words.next()?.to_str()?.parse::<u64>().ok();
        let [cpu, wall, memory, file] = [number()?, number()?, number()?, number()?];
        let [hard, confined, count] = [number()?, number()?, number()?];
        let readable = words.take(usize::try_from(count).ok()?).collect();
        let (hard, confined) = (hard > 0, confined > 0);
        Some(Launch { files, cpu, wall, memory, hard, file, confined, readable })
    }
}

/// Runs the program that is judged, if this process was started as the launcher: to be called before
/// anything else. Returns nothing where it was not.
pub fn launched() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    (words.next()? == WORD).then(|| run(words))
}

#[cfg(unix)]
fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    use std::fs::{self, File};
    use std::io::Write;

    let Some(launch) = Launch::read(&mut words) else { return ExitCode::from(2) };
    let [report, input] = &launch.files;
    let opened = || Ok::<_, std::io::Error>((File::create(report)?, File::open(input)?));
    let Ok((mut report, input)) = opened() else { return ExitCode::from(2) };
    // Open is enough: nothing is left of them, however this ends.
    launch.files.iter().for_each(|path| drop(fs::remove_file(path)));
    let ended = limit(&launch).and_then(|()| {
        let degree = if launch.confined { confine(&launch) } else { "off" };
        writeln!(report, "{degree}")?;
        watch::run(&launch, input, words)
    });
    let written = match ended {
        Ok(ended) => writeln!(report, "{ended}"),
        Err(reason) => writeln!(report, "{} {reason}", watch::NOT_STARTED),
    };
    if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(not(unix))]
fn run(_: impl Iterator<Item = OsString>) -> ExitCode {
    ExitCode::from(2)
}

#[cfg(unix)]
fn limit(launch: &Launch) -> std::io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let set = |resource, soft: u64, hard: u64| {
        setrlimit(resource, Rlimit { current: Some(soft), maximum: Some(hard) })
    };
    // The system counts in seconds; we look more often.
    let cpu = (launch.cpu / 1000).saturating_add(2);
    set(Resource::Cpu, cpu, cpu.saturating_add(1))?;
    set(Resource::Fsize, launch.file, launch.file)?;
    set(Resource::Core, 0, 0)?;
    if launch.hard {
        set(Resource::As, launch.memory, launch.memory)?;
    }
    Ok(())
}

/// What programs need to start, on any system.
#[cfg(target_os = "linux")]
const SYSTEM: [&str; 11] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/proc", "/sys", "/dev"];
/// Devices that are written.
#[cfg(target_os = "linux")]
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

/// Confines files to the folder of the program and to what the system needs, and forbids connections by
/// TCP; tells to what degree the system does it.
#[cfg(target_os = "linux")]
fn confine(launch: &Launch) -> &'static str {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
        RulesetStatus, path_beneath_rules,
    };

    let enforce = || -> Result<RulesetStatus, RulesetError> {
        let abi = ABI::V5;
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules(&launch.readable, AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules(DEVICES, AccessFs::from_all(abi)))?
            .add_rules(path_beneath_rules(["."], AccessFs::from_all(abi)))?;
        Ok(rules.restrict_self()?.ruleset)
    };
    match enforce() {
        Ok(RulesetStatus::FullyEnforced) => "on",
        Ok(RulesetStatus::PartiallyEnforced) => "partly",
        Ok(RulesetStatus::NotEnforced) | Err(_) => "off",
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn confine(_: &Launch) -> &'static str {
    "off"
}

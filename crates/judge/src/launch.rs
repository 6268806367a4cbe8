//! The launcher: this program, started again by the judge, limits itself and then becomes the program
//! that is judged. It needs no unsafe code, since nothing happens between fork and exec but what `std`
//! does.

use std::ffi::OsString;
use std::process::ExitCode;

/// The first word of the launcher's command line.
pub(crate) const WORD: &str = "--launch-judged-program";

/// How the launcher is told what to do: the words after [`WORD`].
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// What its lines on standard error begin with, so that nobody takes a program's for them.
    pub(crate) token: String,
    /// Seconds of processor time after which the system ends the program.
    pub(crate) cpu: u64,
    /// Bytes of a file that it writes.
    pub(crate) file: u64,
    /// Bytes of its address space, 0 for any number.
    pub(crate) space: u64,
    /// Whether files and connections are confined.
    pub(crate) confined: bool,
    /// Folders that may be read, beside the system's.
    pub(crate) readable: Vec<OsString>,
}

impl Launch {
    /// The words of the command line, without those of the program.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let numbers =
            [self.cpu, self.file, self.space, self.confined.into(), self.readable.len() as u64];
        let numbers = numbers.iter().map(|number| number.to_string().into());
        let head = [WORD.into(), self.token.clone().into()];
        head.into_iter().chain(numbers).chain(self.readable.iter().cloned()).collect()
    }

    #[cfg(unix)]
    fn read(words: &mut impl Iterator<Item = OsString>) -> Option<Self> {
        let token = words.next()?.into_string().ok()?;
        let mut number = || words.next()?.to_str()?.parse::<u64>().ok();
        let (cpu, file, space) = (number()?, number()?, number()?);
        let (confined, count) = (number()? > 0, number()?);
        let readable = words.take(usize::try_from(count).ok()?).collect();
        Some(Launch { token, cpu, file, space, confined, readable })
    }
}

/// What the launcher says on standard error, after its token.
pub(crate) const NOT_STARTED: &str = "not-started";
pub(crate) const CONFINED: &str = "confined";

/// Becomes the program that is judged, if this process was started as the launcher: to be called before
/// anything else. Returns where it was not, or where the program cannot be started.
pub fn launched() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    (words.next()? == WORD).then(|| run(words))
}

#[cfg(unix)]
fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    let Some(launch) = Launch::read(&mut words) else { return ExitCode::from(2) };
    let Some(program) = words.next() else { return ExitCode::from(2) };
    let failed = |reason: std::io::Error| {
        eprintln!("{} {NOT_STARTED} {reason}", launch.token);
        ExitCode::from(127)
    };
    if let Err(reason) = limit(&launch) {
        return failed(reason);
    }
    let degree = if launch.confined { confine(&launch) } else { "off" };
    eprintln!("{} {CONFINED} {degree}", launch.token);
    failed(Command::new(program).args(words).exec())
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
    set(Resource::Cpu, launch.cpu, launch.cpu.saturating_add(1))?;
    set(Resource::Fsize, launch.file, launch.file)?;
    set(Resource::Core, 0, 0)?;
    if launch.space > 0 {
        set(Resource::As, launch.space, launch.space)?;
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

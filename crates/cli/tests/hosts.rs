//! Faults between machines: three processes in three network namespaces, joined by a bridge as
//! machines are by a switch. Whatever happens to links, processes and disks, what is told is the
//! right number, or what happened, and a new run goes on from the layers kept.
//!
//! Needs Linux, root and `ip` from iproute2, and takes minutes: `cargo xtask long` runs it.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const PEERS: usize = 3;
/// Layers that are finished when a fault comes, of 27.
const FAULT: u32 = 9;
/// Longer than any run takes that does not hang.
const HANG: Duration = Duration::from_secs(240);

fn run(words: &str) -> Result<(), String> {
    let mut words = words.split(' ');
    let output = Command::new(words.next().unwrap_or("true")).args(words).output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Machines that are namespaces, and a switch.
struct Machines(String);

impl Machines {
    /// Nothing where namespaces are not permitted, which is said.
    fn new() -> Option<Self> {
        if run("ip -V").is_err() {
            let _ = run("apt-get install -y -q iproute2");
        }
        let machines = Machines(format!("tab{}", std::process::id()));
        match machines.build() {
            Ok(()) => Some(machines),
            Err(reason) => {
                eprintln!("SKIPPED, NOTHING WAS TESTED: no network namespaces here: {reason}");
                None
            }
        }
    }

    fn name(&self, peer: usize) -> String {
        format!("{}-{peer}", self.0)
    }

    fn build(&self) -> Result<(), String> {
        let switch = self.name(PEERS);
        run(&format!("ip netns add {switch}"))?;
        run(&format!("ip -n {switch} link add hub type bridge"))?;
        run(&format!("ip -n {switch} link set hub up"))?;
        for peer in 0..PEERS {
            let name = self.name(peer);
            run(&format!("ip netns add {name}"))?;
            let link = format!("link add out type veth peer name port{peer} netns {switch}");
            run(&format!("ip -n {name} {link}"))?;
            run(&format!("ip -n {switch} link set port{peer} master hub up"))?;
            run(&format!("ip -n {name} address add 10.77.0.{}/24 dev out", peer + 1))?;
            run(&format!("ip -n {name} link set out up"))?;
            run(&format!("ip -n {name} link set lo up"))?;
        }
        Ok(())
    }

    /// Cuts the cable of a machine, or mends it.
    fn cable(&self, peer: usize, is_whole: bool) {
        let state = if is_whole { "up" } else { "down" };
        run(&format!("ip -n {} link set port{peer} {state}", self.name(PEERS))).unwrap();
    }

    fn start(&self, place: &Path, peer: usize, option: &str) -> Child {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name(peer), env!("CARGO_BIN_EXE_tabuleiro")]);
        command.args("pegs count --board 4x7 --vacancy 1,2 --of games --format json".split(' '));
        command.args("--lang en --threads 1 --hosts hosts.txt --process".split(' '));
        command.arg(peer.to_string()).args([option, &format!("kept-{peer}")]).current_dir(place);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for peer in 0..=PEERS {
            let _ = run(&format!("ip netns delete {}", self.name(peer)));
        }
    }
}

/// A count by three machines.
struct Run<'m> {
    machines: &'m Machines,
    place: PathBuf,
    children: Vec<Child>,
}

impl<'m> Run<'m> {
    fn new(machines: &'m Machines, place: &Path, option: &str) -> Self {
        let hosts: String = (0..PEERS).map(|peer| format!("10.77.0.{}:7000\n", peer + 1)).collect();
        fs::write(place.join("hosts.txt"), hosts).unwrap();
        let children = (0..PEERS).map(|peer| machines.start(place, peer, option)).collect();
        Run { machines, place: place.to_owned(), children }
    }

    /// Waits until so many layers are finished.
    fn reach(&self, depth: u32) {
        let begin = Instant::now();
        let layer = |depth| self.place.join(format!("kept-0/whole-w16-{depth}-0of3.layer"));
        while !(depth..40).any(|depth| layer(depth).exists()) {
            assert!(begin.elapsed() < HANG, "layer {depth} is not reached");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How all of them ended.
    fn end(self) -> Vec<(Option<i32>, Output)> {
        let begin = Instant::now();
        let wait = |mut child: Child| {
            while child.try_wait().unwrap().is_none() {
                if begin.elapsed() > HANG {
                    let _ = child.kill();
                    panic!("a process hangs");
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            let output = child.wait_with_output().unwrap();
            (output.status.code(), output)
        };
        self.children.into_iter().map(wait).collect()
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

fn number(output: &Output) -> Option<String> {
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
    (value["exact"] == true).then(|| format!("{} {}", value["count"], value["stats"]))
}

/// A place with folders of its own for each machine.
fn place() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Goes on from what was kept, to the right number.
fn resumed(machines: &Machines, place: &Path, right: &str, what: &str) {
    let ended = Run::new(machines, place, "--resume").end();
    assert_eq!(ended[0].0, Some(0), "{what}: {}", said(&ended[0].1));
    assert_eq!(number(&ended[0].1).as_deref(), Some(right), "{what}");
}

/// All have ended by themselves: with the right number, or with exit code 3 and a reason; whether it
/// is the former. `excused` may end otherwise.
fn checked(
    ended: &[(Option<i32>, Output)],
    excused: Option<usize>,
    right: &str,
    what: &str,
) -> bool {
    for (peer, (exit, output)) in ended.iter().enumerate() {
        eprintln!("{what}: process {peer} ended with {exit:?}: {}", said(output).trim());
        if Some(peer) != excused {
            assert!(matches!(exit, Some(0 | 3)), "{what}");
            assert!(*exit == Some(0) || said(output).contains("lost"), "{what}");
        }
    }
    let whole = ended[0].0 == Some(0);
    assert!(!whole || number(&ended[0].1).as_deref() == Some(right), "{what}");
    whole
}

#[test]
#[ignore = "takes minutes and needs root: run by `cargo xtask long`"]
fn faults_between_machines_end_in_the_right_number_or_in_words() {
    let Some(machines) = Machines::new() else { return };
    let mut alone = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    alone.args("pegs count --board 4x7 --vacancy 1,2 --of games --format json".split(' '));
    // A limit of nodes has it counted by layers, as several processes do.
    let alone = alone.args(["--max-nodes", "1000000000"]).output().unwrap();
    let right = number(&alone).unwrap_or_else(|| panic!("{}", said(&alone)));

    let sound = place();
    let ended = Run::new(&machines, sound.path(), "--checkpoint").end();
    assert!(checked(&ended, None, &right, "no fault"));

    bad_link(&machines, &right);
    loose_cable(&machines, &right);

    let cut = place();
    let run = Run::new(&machines, cut.path(), "--checkpoint");
    run.reach(FAULT);
    run.machines.cable(1, false);
    let ended = run.end();
    machines.cable(1, true);
    if !checked(&ended, None, &right, "a cut cable") {
        resumed(&machines, cut.path(), &right, "a cut cable");
    }

    for victim in [0, 2] {
        let killed = place();
        let mut run = Run::new(&machines, killed.path(), "--checkpoint");
        run.reach(FAULT);
        run.children[victim].kill().unwrap();
        let ended = run.end();
        if !checked(&ended, Some(victim), &right, "a killed process") {
            resumed(&machines, killed.path(), &right, "a killed process");
        }
    }

    full_disk(&machines, &right);
}

/// Packets that come late or not at all: by the kernel's emulator, or where it has none by a link so
/// narrow that its queue overflows.
fn bad_link(machines: &Machines, right: &str) {
    let name = machines.name(2);
    let add = |qdisc: &str| run(&format!("tc -n {name} qdisc add dev out root {qdisc}"));
    let what = match add("netem delay 20ms 10ms loss 5%") {
        Ok(()) => "late and lost packets",
        Err(_) => {
            add("tbf rate 50mbit burst 10kb latency 2ms").unwrap();
            "a narrow link (no netem here)"
        }
    };
    let late = place();
    let ended = Run::new(machines, late.path(), "--checkpoint").end();
    let lost = Command::new("tc").args(["-s", "-n", &name, "qdisc", "show", "dev", "out"]).output();
    eprintln!("{what}: {}", lost.map_or(String::new(), |lost| said(&lost)));
    run(&format!("tc -n {name} qdisc delete dev out root")).unwrap();
    if !checked(&ended, None, right, what) {
        resumed(machines, late.path(), right, what);
    }
}

/// A cable that is out for a fifth of the time.
fn loose_cable(machines: &Machines, right: &str) {
    let (loose, done, what) = (place(), AtomicBool::new(false), "a loose cable");
    let ended = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                machines.cable(2, false);
                std::thread::sleep(Duration::from_millis(100));
                machines.cable(2, true);
                std::thread::sleep(Duration::from_millis(400));
            }
        });
        let ended = Run::new(machines, loose.path(), "--checkpoint").end();
        done.store(true, Ordering::Relaxed);
        ended
    });
    if !checked(&ended, None, right, what) {
        resumed(machines, loose.path(), right, what);
    }
}

/// A machine whose disk is full says so, the others that it is lost; with more room they go on.
fn full_disk(machines: &Machines, right: &str) {
    let (full, what) = (place(), "a full disk");
    let disk = full.path().join("kept-1");
    fs::create_dir(&disk).unwrap();
    let path = disk.display().to_string();
    run(&format!("mount -t tmpfs -o size=1m tmpfs {path}")).unwrap();
    let ended = Run::new(machines, full.path(), "--checkpoint").end();
    let is_told = std::panic::catch_unwind(|| {
        assert!(!checked(&ended, Some(1), right, what));
        assert_eq!(ended[1].0, Some(2), "{}", said(&ended[1].1));
        assert!(said(&ended[1].1).contains("L0001"), "{}", said(&ended[1].1));
        run(&format!("mount -o remount,size=1g {path}")).unwrap();
        resumed(machines, full.path(), right, what);
    });
    let _ = run(&format!("umount -l {path}"));
    if let Err(panic) = is_told {
        std::panic::resume_unwind(panic);
    }
}

//! Processes that meet, work together, and notice who is gone. They are threads here; the program's
//! own tests have real ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use search::layers::{Effort, Layered, Layers, LayersError, Net, Overflow, Resources};
use search::limits::Stop;
use search::{Limit, Limits, Meter};
use tabuleiro_cluster::{Cluster, Difference, Hosts, MeetError};

/// Subsets of sixteen things, by size; the weight is the number of orders to take them in.
struct Subsets;

impl Layered for Subsets {
    type Key = u32;
    type Weight = u64;
    type Tally = (u64,);

    fn fanout(&self) -> usize {
        16
    }

    fn roots(&self, put: &mut dyn FnMut(u32, u64)) {
        put(0, 1);
    }

    fn expand(
        &self,
        _: u32,
        key: u32,
        ways: &u64,
        sum: &mut (u64,),
        mut put: impl FnMut(u32, u64),
    ) -> Result<(), Overflow> {
        sum.0 += ways;
        (0..16).filter(|bit| key >> bit & 1 == 0).for_each(|bit| put(key | 1 << bit, *ways));
        Ok(())
    }
}

fn sums(net: Option<Arc<dyn Net>>, steps: usize) -> Result<(Vec<u64>, u64), LayersError> {
    let limits = Limits {
        resources: Resources { net, ..Resources::default() },
        threads: Some(1),
        ..Limits::default()
    };
    let mut meter = Meter::new(&limits);
    let mut effort = Effort::new(&mut meter);
    let mut layers = Layers::new(&Subsets, "subsets", &mut effort)?;
    for _ in 0..steps {
        layers.step(&mut effort)?;
    }
    let sums = layers.tallies().iter().map(|sum| sum.0).collect();
    drop(effort);
    Ok((sums, meter.stats().nodes))
}

/// Does something in each of several processes.
fn several<T: Send>(number: usize, work: impl Fn(Cluster) -> T + Sync) -> Vec<T> {
    let hosts = Hosts::local(number).expect("free ports");
    std::thread::scope(|scope| {
        let join = |index| {
            let (hosts, work) = (&hosts, &work);
            scope.spawn(move || work(Cluster::join(hosts, index, &mut || true).expect("they meet")))
        };
        let processes: Vec<_> = (0..number).map(join).collect();
        processes.into_iter().map(|process| process.join().expect("no panic")).collect()
    })
}

#[test]
fn two_and_three_processes_count_as_one_does() {
    let alone = sums(None, 17).expect("it fits");
    for number in 2..=3 {
        let counted = several(number, |cluster| sums(Some(Arc::new(cluster)), 17));
        assert!(counted.iter().all(|counted| counted.as_ref() == Ok(&alone)));
    }
}

#[test]
fn who_leaves_early_is_missed_within_seconds() {
    let begin = Instant::now();
    let ended = several(2, |cluster| {
        let steps = if cluster.index() == 0 { 17 } else { 6 };
        sums(Some(Arc::new(cluster)), steps).map(|_| ())
    });
    assert_eq!(ended, [Err(LayersError::Stop(Stop::Limit(Limit::Lost { process: 1 }))), Ok(())]);
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn processes_find_the_first_question_that_differs() {
    let asked = [&["a", "b", "c"][..], &["a", "b", "c"], &["a", "x", "y"]];
    let agree = |asked: &[&[&str]], cluster: &Cluster| {
        let mine = asked[cluster.index()];
        cluster.agree(mine.len(), &|number| mine[number].to_owned(), &mut || Ok(()))
    };
    let same = several(3, |cluster| agree(&[asked[0]; 3], &cluster));
    assert_eq!(same, [Ok(None), Ok(None), Ok(None)]);
    let text = |text: &str| Some(text.to_owned());
    let differ = |process, ours, theirs| Ok(Some(Difference { number: 1, process, ours, theirs }));
    let other = several(3, |cluster| agree(&asked, &cluster));
    let expected = [(2, "b", "x"), (2, "b", "x"), (0, "x", "b")];
    assert_eq!(other, expected.map(|(process, one, two)| differ(process, text(one), text(two))));
    let fewer = several(2, |cluster| agree(&[&["a"], &["a", "b"]], &cluster));
    assert_eq!(fewer, [differ(1, None, text("b")), differ(0, text("b"), None)]);
}

#[test]
fn who_is_started_again_while_others_wait_is_met() {
    let hosts = Hosts::local(3).expect("free ports");
    std::thread::scope(|scope| {
        let join = |index| {
            let hosts = &hosts;
            scope.spawn(move || Cluster::join(hosts, index, &mut || true).map(|_| ()))
        };
        let first = join(0);
        // It reaches the first, waits for the third for a while, and is ended.
        let begin = Instant::now();
        let early = Cluster::join(&hosts, 1, &mut || begin.elapsed() < Duration::from_millis(500));
        assert!(matches!(early, Err(MeetError::Waited)), "{early:?}");
        let again = [join(1), join(2)];
        assert!(again.into_iter().all(|process| process.join().expect("no panic").is_ok()));
        assert!(first.join().expect("no panic").is_ok());
    });
}

#[test]
fn another_version_or_list_is_told_on_both_sides() {
    let [one, two] = [0, 1].map(|_| Hosts::local(2).expect("free ports"));
    let (one, two) = (one.to_string(), two.to_string());
    let lines = [one.lines().next().unwrap_or(""), two.lines().next().unwrap_or("")];
    // Both lists have the first host in common.
    let other = Hosts::read(&format!("{}\n{}\n", lines[0], lines[1])).expect("two hosts");
    let one = Hosts::read(&one).expect("two hosts");
    let ended = std::thread::scope(|scope| {
        let first = scope.spawn(|| Cluster::join(&one, 0, &mut || true).err());
        let second = scope.spawn(|| Cluster::join(&other, 1, &mut || true).err());
        [first, second].map(|process| process.join().expect("no panic"))
    });
    let is_told = |ended: &Option<MeetError>| matches!(ended, Some(MeetError::Stranger(_)));
    assert!(ended.iter().all(is_told), "{ended:?}");
}

#[test]
fn hosts_are_read_with_care() {
    let hosts = Hosts::read("a.example:7000 # the first\n\n10.0.0.2:7001\n").expect("two hosts");
    assert_eq!(hosts.len(), 2);
    assert_eq!(Hosts::read(&hosts.to_string()), Ok(hosts));
    assert_eq!(Hosts::read("a:1\nb"), Err(2));
    assert_eq!(Hosts::read(":1"), Err(1));
    assert_eq!(Hosts::read("a:99999"), Err(1));
}

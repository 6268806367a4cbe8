//! Recordings: every moment is what a fresh replay shows, whatever the bound, and any is near.

use proptest::prelude::*;
use search::{Event, Limits, Meter};
use tabuleiro::KINDS;
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::Options;
use tabuleiro::recorder::{Player, Recorder, SPACING, Tally};
use tabuleiro::scene::{Pen, Scene, Tone};
use tabuleiro::text::Source;

const SIZE: Size = Size { rows: 3, cols: 5 };

/// A made-up search: some strokes an event, from a seed.
fn draw(pen: &mut dyn Pen, event: u64) {
    let place = |n: u64| SIZE.square((n % SIZE.area()) as usize);
    let mixed = event.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let (here, there) = (place(mixed), place(mixed / 16));
    match mixed / 256 % 4 {
        0 => pen.number(here, Some(event as i32)),
        1 => pen.number(here, None),
        2 if event.is_multiple_of(2) => pen.link(here, there),
        2 => pen.link_across(here, there, (-1, 2)),
        _ => pen.unlink(),
    }
    pen.tone(there, Tone::ALL[(mixed / 4096) as usize % Tone::ALL.len()]);
    pen.pass(match event % 7 {
        0 => Event::Root(event),
        1 | 2 => Event::Make(()),
        3 => Event::Unmake(()),
        4 => Event::Queue(()),
        5 => Event::Expand(()),
        _ => Event::Goal,
    });
}

fn recorded(events: u64, bytes: usize) -> Player {
    let mut recorder = Recorder::begin(Scene::new(SIZE), bytes).unwrap();
    (0..events).for_each(|event| draw(&mut recorder, event));
    recorder.finish().play()
}

/// The picture after so many events.
fn fresh(events: u64) -> Scene {
    let mut scene = Scene::new(SIZE);
    (0..events).for_each(|event| draw(&mut scene, event));
    scene
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_moment_is_what_a_fresh_replay_shows(
        events in 0u64..200_000,
        bytes in prop_oneof![Just(usize::MAX), 0usize..4_000_000],
        moments in prop::collection::vec(0u64..220_000, 1..6),
    ) {
        let mut player = recorded(events, bytes);
        let (kept, all) = (player.recording().kept(), player.recording().events());
        prop_assert_eq!(all, events);
        for moment in moments {
            let reached = player.seek(moment);
            prop_assert!(reached <= moment);
            prop_assert!(reached == moment || moment > kept);
            prop_assert_eq!(player.moment(), reached);
            prop_assert_eq!(player.tally().events(), reached);
            prop_assert_eq!(player.scene(), &fresh(reached));
            if player.back() {
                prop_assert!(player.moment() < reached);
                prop_assert_eq!(player.scene(), &fresh(player.moment()));
                prop_assert!(player.forward());
                prop_assert_eq!(player.moment(), reached);
                prop_assert_eq!(player.scene(), &fresh(reached));
            }
        }
        prop_assert_eq!(player.seek(u64::MAX), events);
        prop_assert!(!player.forward());
    }
}

#[test]
fn a_long_search_is_kept_within_its_bytes_and_says_what_it_dropped() {
    let bytes = 4 << 20;
    let mut player = recorded(3_000_000, bytes);
    let recording = player.recording();
    // A frame more than the bound, and the words of the last one.
    assert!(recording.bytes() <= bytes + 4 * (SPACING + 1000), "{}", recording.bytes());
    assert!(recording.bytes() >= bytes / 2, "{}", recording.bytes());
    let kept = recording.kept();
    assert!(kept > 100_000 && recording.dropped() > 2_000_000);
    assert!(recording.dropped() < 3_000_000 - kept);
    // What comes after is sampled evenly: no two pictures are four times as far apart as others.
    player.seek(kept);
    let mut gaps = Vec::new();
    let mut before = kept;
    while player.forward() {
        gaps.push(player.moment() - before);
        before = player.moment();
    }
    gaps.pop();
    assert!(gaps.len() > 5, "{gaps:?}");
    assert!(gaps.iter().max() < gaps.iter().skip(1).min().map(|least| 4 * least).as_ref());
}

#[test]
fn forward_and_back_see_every_event_once() {
    let mut player = recorded(60_000, usize::MAX);
    let mut tally = Tally::default();
    let mut events = 0;
    while player.forward() {
        events += 1;
        tally.add(player.event().expect("an event led here"));
        assert_eq!((player.moment(), player.tally()), (events, tally));
    }
    assert_eq!(events, 60_000);
    for moment in (59_900..60_000).rev() {
        assert!(player.back());
        assert_eq!(player.moment(), moment);
        assert_eq!(player.scene(), &fresh(moment));
    }
}

#[test]
fn a_search_of_every_kind_can_be_stepped_through() {
    for kind in KINDS {
        let example = &kind.about().examples[0];
        let (source, options) = (Source::new(example.name, example.text), Options::default());
        let session = kind.open(&source, &options).next().unwrap().unwrap();
        let strategy = kind.strategies()[0].name;
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let scene = session.scene(&mut Meter::new(&limits)).unwrap();
        let mut recorder = Recorder::begin(scene.clone(), 1 << 24).unwrap();
        session.watch(strategy, &options, &limits, &mut recorder).unwrap();
        let recording = recorder.finish();
        let events = recording.events();
        assert!(events > 10 && recording.kept() == events);
        let mut player = recording.play();
        assert_eq!(player.scene(), &scene);
        while player.forward() {}
        let end = player.scene().clone();
        while player.back() {}
        assert_eq!(player.scene(), &scene);
        assert_eq!((player.seek(events), player.scene()), (events, &end));
    }
}

#[test]
fn an_instance_with_signs_and_numbers_is_drawn_again_as_it_was() {
    let mut scene = Scene::new(SIZE);
    let at = |row, col| Square { row, col };
    scene.sign(at(0, 0), at(0, 1));
    scene.number(at(2, 4), Some(i32::MIN));
    scene.tone(at(1, 1), Tone::Reached);
    scene.link_across(at(0, 0), at(2, 4), (-1, -1));
    let mut again = Scene::new(SIZE);
    scene.draw_on(&mut again);
    assert_eq!(again, scene);
    again.clear();
    assert_eq!(again, Scene::new(SIZE));
}

#[test]
fn a_picture_that_grows_without_end_ends_the_recording_and_not_the_memory() {
    let bytes = 1 << 20;
    let mut recorder = Recorder::begin(Scene::new(SIZE), bytes).unwrap();
    let at = |col| Square { row: 0, col };
    for _ in 0..2_000_000 {
        recorder.link(at(0), at(1));
        recorder.pass(Event::Make(()));
    }
    let recording = recorder.finish();
    assert_eq!(recording.events(), 2_000_000);
    assert!(recording.bytes() <= 2 * bytes, "{}", recording.bytes());
    let (kept, dropped) = (recording.kept(), recording.dropped());
    assert!(kept > 10_000 && dropped > 1_000_000, "{kept} {dropped}");
    let mut player = recording.play();
    let last = player.seek(u64::MAX);
    assert_eq!(player.scene().links().len() as u64, last);
    assert!(player.scene().footprint() < 4 << 20, "{}", player.scene().footprint());
}

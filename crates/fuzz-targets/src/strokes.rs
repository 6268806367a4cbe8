//! Packed strokes: what is decoded is packed again, drawn, recorded and played.

use tabuleiro::board::Size;
use tabuleiro::recorder::Recorder;
use tabuleiro::scene::Scene;
use tabuleiro::strokes::{Packer, Stroke, Strokes};

/// Sides of boards, at most.
const SIDE: u32 = 12;

/// Reads four bytes of a head (rows, columns, spacing and repetitions, room of the recording) and words.
pub fn strokes(data: &[u8]) {
    let Some((&[rows, cols, often, room], words)) = data.split_first_chunk() else { return };
    let size = Size { rows: u32::from(rows) % SIDE + 1, cols: u32::from(cols) % SIDE + 1 };
    let words: Vec<u32> =
        words.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let strokes: Vec<Stroke> = Strokes::new(size, &words).collect();
    packed_again(size, &strokes);
    drawn_over(size, &strokes);
    // So few words between two frames that there are many frames, too many for the room.
    let (spacing, times) = (usize::from(often / 4) + 1, usize::from(often % 4) + 1);
    recorded(size, &strokes, (spacing, times), usize::from(room) << 4);
}

fn packed_again(size: Size, strokes: &[Stroke]) {
    let mut packer = Packer::to(size, ()).expect("a small board");
    strokes.iter().for_each(|stroke| stroke.on(&mut packer));
    assert!(Strokes::new(size, &packer.words).eq(strokes.iter().copied()));
}

/// A picture is drawn from the one before it as it is drawn from nothing.
fn drawn_over(size: Size, strokes: &[Stroke]) {
    let mut before = Scene::new(size);
    let (first, rest) = strokes.split_at(strokes.len() / 2);
    first.iter().for_each(|stroke| stroke.on(&mut before));
    let mut scene = before.clone();
    rest.iter().for_each(|stroke| stroke.on(&mut scene));
    let mut again = Scene::new(size);
    scene.draw_on(&mut again);
    assert!(again == scene, "drawn from nothing as another picture");
    if scene.follows(&before) {
        let mut over = before.clone();
        scene.draw_over(&before, &mut over);
        assert!(over == scene, "drawn over another picture as a third");
    }
}

/// Every moment that was recorded looks as the strokes up to it do. Only whole events are recorded.
fn recorded(size: Size, strokes: &[Stroke], (spacing, times): (usize, usize), bytes: usize) {
    let is_end = |stroke: &Stroke| matches!(stroke, Stroke::Pass(_));
    let Some(last) = strokes.iter().rposition(is_end) else { return };
    let once = &strokes[..=last];
    let all = || (0..times).flat_map(|_| once);
    let recorder = Recorder::spaced(Scene::new(size), bytes, spacing);
    let mut recorder = recorder.expect("a small board");
    all().for_each(|stroke| stroke.on(&mut recorder));
    let events = once.iter().filter(|stroke| is_end(stroke)).count() as u64 * times as u64;
    let mut player = recorder.finish().play();
    assert_eq!(player.recording().events(), events);
    for moment in [events, events / 2, events / 3, 0, u64::MAX] {
        let reached = player.seek(moment);
        assert!(
            reached <= moment
                && (reached == moment.min(events) || moment > player.recording().kept())
        );
        assert_eq!((player.moment(), player.tally().events()), (reached, reached));
        let mut fresh = Scene::new(size);
        let mut passed = 0;
        all()
            .take_while(|stroke| {
                let more = passed < reached;
                passed += u64::from(is_end(stroke));
                more
            })
            .for_each(|stroke| stroke.on(&mut fresh));
        assert!(player.scene() == &fresh, "moment {reached} of {events} is another picture");
    }
    if player.back() {
        assert!(player.forward());
    }
}

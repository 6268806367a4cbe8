//! Digits as lines, so that no font is needed.

use crate::shape::Point;

/// Width of a digit, and of a digit with the space after it, where its height is 1.
const WIDTH: f32 = 0.6;
const ADVANCE: f32 = 0.82;

/// Width of the lines where the height is 1.
pub(crate) const STROKE: f32 = 0.13;

/// How wide a number is where its height is 1.
pub(crate) fn width(number: u32) -> f32 {
    (number.checked_ilog10().unwrap_or(0)) as f32 * ADVANCE + WIDTH
}

/// The lines of a number, around its middle.
pub(crate) fn lines(number: u32, centre: Point, height: f32) -> Vec<Vec<Point>> {
    let left = centre.0 - width(number) * height / 2.0;
    let mut lines = Vec::new();
    for (i, digit) in number.to_string().bytes().enumerate() {
        let at = |(x, y): (f32, f32)| {
            let right = left + (i as f32 * ADVANCE + x) * height;
            Point(right, centre.1 + (y - 0.5) * height)
        };
        for line in strokes(digit - b'0') {
            lines.push(line.into_iter().map(at).collect());
        }
    }
    lines
}

fn strokes(digit: u8) -> Vec<Vec<(f32, f32)>> {
    let turned = |line: &[(f32, f32)]| line.iter().map(|&(x, y)| (WIDTH - x, 1.0 - y)).collect();
    match digit {
        0 => vec![oval(0.5, 0.3, 0.5)],
        1 => vec![vec![(0.1, 0.2), (0.35, 0.0), (0.35, 1.0)]],
        2 => vec![TWO.to_vec()],
        3 => vec![THREE_ABOVE.to_vec(), THREE_BELOW.to_vec()],
        4 => vec![vec![(0.45, 1.0), (0.45, 0.0), (0.0, 0.68), (0.6, 0.68)]],
        5 => vec![FIVE.to_vec()],
        6 => vec![SIX.to_vec()],
        7 => vec![vec![(0.0, 0.0), (0.6, 0.0), (0.22, 1.0)]],
        8 => vec![oval(0.24, 0.24, 0.24), oval(0.73, 0.3, 0.27)],
        _ => vec![turned(&SIX)],
    }
}

/// A closed oval around the middle of the digit, at this height, with these radii.
fn oval(y: f32, wide: f32, high: f32) -> Vec<(f32, f32)> {
    // Sine at steps of 22.5 degrees: written out, as the library's differs between systems.
    const SINE: [f32; 5] = [0.0, 0.382_683_43, 0.707_106_77, 0.923_879_5, 1.0];
    let sine = |step: usize| match step % 16 {
        step @ 0..=4 => SINE[step],
        step @ 5..=8 => SINE[8 - step],
        step @ 9..=12 => -SINE[step - 8],
        step => -SINE[16 - step],
    };
    (0..=16).map(|step| (0.3 + wide * sine(step), y - high * sine(step + 4))).collect()
}

const TWO: [(f32, f32); 8] = [
    (0.02, 0.2),
    (0.12, 0.05),
    (0.3, 0.0),
    (0.5, 0.06),
    (0.58, 0.22),
    (0.52, 0.42),
    (0.0, 1.0),
    (0.6, 1.0),
];
const THREE_ABOVE: [(f32, f32); 8] = [
    (0.02, 0.1),
    (0.16, 0.01),
    (0.3, 0.0),
    (0.46, 0.04),
    (0.55, 0.16),
    (0.55, 0.32),
    (0.44, 0.44),
    (0.22, 0.47),
];
const THREE_BELOW: [(f32, f32); 7] =
    [(0.44, 0.48), (0.58, 0.6), (0.6, 0.77), (0.5, 0.93), (0.3, 1.0), (0.1, 0.97), (0.0, 0.86)];
const FIVE: [(f32, f32); 11] = [
    (0.54, 0.0),
    (0.08, 0.0),
    (0.04, 0.44),
    (0.18, 0.37),
    (0.36, 0.36),
    (0.54, 0.46),
    (0.6, 0.67),
    (0.54, 0.87),
    (0.37, 0.99),
    (0.16, 0.99),
    (0.0, 0.89),
];
const SIX: [(f32, f32); 15] = [
    (0.5, 0.02),
    (0.33, 0.04),
    (0.15, 0.2),
    (0.04, 0.48),
    (0.01, 0.7),
    (0.07, 0.89),
    (0.22, 0.99),
    (0.38, 0.99),
    (0.54, 0.9),
    (0.6, 0.7),
    (0.54, 0.5),
    (0.4, 0.41),
    (0.22, 0.42),
    (0.07, 0.54),
    (0.01, 0.7),
];

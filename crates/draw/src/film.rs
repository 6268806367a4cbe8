//! A search as a film, and films as animated GIF: one palette, and of each picture only the rectangle that is not as before, in
//! which pixels that are as before are left out.

use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use search::Meter;
use tabuleiro_core::recorder::Player;
use tabuleiro_core::scene::Scene;

use crate::layout::Layout;
use crate::raster::{Image, Raster};
use crate::stop::Stop;
use crate::theme::Theme;

/// Pictures of a film by default.
pub const PICTURES: u64 = 150;

/// Shows a search as at most so many pictures, each with the hundredths of a second it stays: about
/// ten seconds for all, and time to look at the end. The solution, if there is one, is the end.
pub fn film(
    player: &mut Player,
    solution: Option<&Scene>,
    most: u64,
    mut show: impl FnMut(&Scene, u16) -> Result<(), Stop>,
) -> Result<(), Stop> {
    const END: u16 = 200;
    let events = player.recording().events();
    let hundredths = (1000 / events.clamp(1, most.max(1))).clamp(3, 15) as u16;
    player.moments(most, |player| {
        let last = player.moment() == events && solution.is_none();
        show(player.scene(), if last { END } else { hundredths })
    })?;
    solution.map_or(Ok(()), |solution| show(solution, END))
}

/// A GIF to which one scene after another is added.
pub struct Gif<W: Write> {
    encoder: Encoder<W>,
    raster: Raster,
    before: Option<Image>,
    /// What was added last waits until its time is known: a scene like the last prolongs it.
    pending: Option<Frame<'static>>,
}

impl<W: Write> Gif<W> {
    /// Begins a film that is repeated for ever. Beside the canvas there are the picture before, one
    /// that waits, and one that is compressed, which rarely grows by it.
    pub fn begin(
        out: W,
        layout: &Layout,
        theme: &'static Theme,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let raster = Raster::new(layout, theme, meter)?;
        // No side is longer than 65,535 pixels, or there would be no layout.
        let (width, height) = layout.pixels();
        meter.claim(4 * u64::from(width) * u64::from(height))?;
        let mut encoder = Encoder::new(out, width as u16, height as u16, &raster.flat_palette())
            .map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Gif { encoder, raster, before: None, pending: None })
    }

    /// Adds a scene, to be shown for so many hundredths of a second.
    pub fn add(
        &mut self,
        scene: &Scene,
        hundredths: u16,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let image = self.raster.paint(scene, meter)?;
        let Some(rect) = changed(self.before.as_ref(), image) else {
            if let Some(pending) = &mut self.pending {
                pending.delay = pending.delay.saturating_add(hundredths);
            }
            return Ok(());
        };
        let [left, top, width, height] = rect;
        let mut buffer = Vec::with_capacity(width as usize * height as usize);
        let clear = self.raster.palette().len() as u8;
        let image = self.raster.image();
        for y in top..top + height {
            let from = y as usize * image.width as usize + left as usize;
            let row = from..from + width as usize;
            match &self.before {
                None => buffer.extend_from_slice(&image.pixels[row]),
                Some(before) => buffer.extend(
                    image.pixels[row.clone()]
                        .iter()
                        .zip(&before.pixels[row])
                        .map(|(&now, &then)| if now == then { clear } else { now }),
                ),
            }
        }
        let frame = Frame {
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            transparent: self.before.as_ref().map(|_| clear),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        match &mut self.before {
            Some(before) => before.pixels.copy_from_slice(&image.pixels),
            None => self.before = Some(image.clone()),
        }
        let pending = self.pending.replace(frame);
        Ok(self.write(pending)?)
    }

    /// Ends the film.
    pub fn finish(mut self) -> io::Result<W> {
        let pending = self.pending.take();
        self.write(pending)?;
        self.encoder.into_inner().map_err(failed)
    }

    fn write(&mut self, frame: Option<Frame<'_>>) -> io::Result<()> {
        frame.map_or(Ok(()), |frame| self.encoder.write_frame(&frame).map_err(failed))
    }
}

fn failed(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// The rectangle that holds all that is not as before: left, top, width, height.
fn changed(before: Option<&Image>, now: &Image) -> Option<[u32; 4]> {
    let Some(before) = before else { return Some([0, 0, now.width, now.height]) };
    let width = now.width as usize;
    let rows = || before.pixels.chunks(width).zip(now.pixels.chunks(width)).enumerate();
    let mut dirty = rows().filter(|(_, (one, two))| one != two);
    let (top, _) = dirty.next()?;
    let bottom = dirty.next_back().map_or(top, |(row, _)| row);
    let (mut left, mut right) = (width, 0);
    for (_, (one, two)) in rows().skip(top).take(bottom + 1 - top) {
        let differ = |column: &usize| one[*column] != two[*column];
        left = (0..left).find(differ).unwrap_or(left);
        right = (right..width).rev().find(differ).map_or(right, |column| column + 1);
    }
    Some([left, top, right - left, bottom + 1 - top].map(|n: usize| n as u32))
}

//! One picture as a document of one page, as large as it is on a screen.

use draw::{Layout, Point, Theme};
use search::{Limit, Meter};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::scene::Scene;

use crate::document::Document;
use crate::page::{Area, Page, WHITE};

/// Points of a pixel, as in style sheets.
const PIXEL: f32 = 0.75;
/// The longest side that a page may have.
const LONGEST: f32 = 14_400.0;
/// The thinnest line that every printer shows, in points.
pub(crate) const THINNEST: f32 = 0.5;
/// Bytes written between two claims of memory.
const CLAIM: u64 = 1 << 16;

/// A scene as PDF: a page of the size of the picture.
pub fn picture(
    scene: &Scene,
    layout: &Layout,
    theme: &Theme,
    title: &str,
    lang: Lang,
    meter: &mut Meter<'_>,
) -> Result<Vec<u8>, Limit> {
    let (width, height) = layout.pixels();
    let (width, height) = (width as f32, height as f32);
    let scale = PIXEL.min(LONGEST / width.max(height));
    let mut page = Page::new(width * scale, height * scale);
    if theme.paper != WHITE {
        page.block(
            Area { x: 0.0, y: 0.0, width: width * scale, height: height * scale },
            theme.paper,
        );
    }
    let claimed = paint(&mut page, scene, layout, theme, Point(0.0, 0.0), scale, meter)?;
    let mut document = Document::new(title, lang);
    let sealed = page.seal();
    meter.release(claimed);
    document.add(sealed, meter)?;
    Ok(document.finish())
}

/// Paints a scene on a page, its corner here; tells the bytes that were claimed for it.
pub(crate) fn paint(
    page: &mut Page,
    scene: &Scene,
    layout: &Layout,
    theme: &Theme,
    corner: Point,
    scale: f32,
    meter: &mut Meter<'_>,
) -> Result<u64, Limit> {
    let begin = page.bytes();
    let mut claimed = 0;
    let thinnest = THINNEST.min(2.0 * scale);
    for shape in layout.drawing(scene, theme) {
        meter.check_limits()?;
        page.shape(&shape, corner, scale, thinnest);
        // A buffer that grows is copied to one twice as large.
        let takes = 3 * (page.bytes() - begin);
        if takes >= claimed + CLAIM {
            meter.claim(takes - claimed)?;
            claimed = takes;
        }
    }
    Ok(claimed)
}

//! What can be seen on a picture: numbers, coordinates, borders, overviews, sheets of positions.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use search::{Limits, Meter};
use tabuleiro::board::{Size, Square};
use tabuleiro::scene::{Pen, Scene, Tone};
use tabuleiro_draw::{Layout, Raster, Theme, svg};

/// No limits.
static FREE: LazyLock<Limits> = LazyLock::new(Limits::default);

/// A scene as SVG.
fn drawn(scene: &Scene, layout: &Layout, theme: &Theme, title: &str) -> String {
    let mut out = Vec::new();
    svg::picture(scene, layout, theme, title, &mut Meter::new(&FREE), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A path over all cells of a square board, row by row.
fn path(side: u32) -> Scene {
    let size = Size { rows: side, cols: side };
    let mut scene = Scene::new(size);
    for (number, square) in (1..).zip(size.squares()) {
        scene.tone(square, Tone::Path);
        scene.number(square, Some(number));
        if number > 1 {
            scene.link(size.square(number as usize - 2), square);
        }
    }
    scene.tone(size.square(0), Tone::Start);
    scene.tone(size.square(size.area() as usize - 1), Tone::End);
    scene
}

#[test]
fn numbers_lie_above_lines_on_a_halo_and_are_left_out_where_nobody_could_read_them() {
    let scene = path(5);
    let layout = Layout::new(&[&scene], None).unwrap();
    let picture = drawn(&scene, &layout, &Theme::LIGHT, "path");
    let line = picture.find("stroke=\"#0072b2\"").unwrap();
    // The halo is a line in the colour of the cell, as high as the digits and more.
    let number = picture.find(">13</text>").unwrap();
    let halo = picture[..number].rfind("<polyline").unwrap();
    let width = picture[halo..].split("stroke-width=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(line < halo && width.parse::<f32>().unwrap() > 15.0, "{width}");
    assert!(
        picture[halo..number]
            .contains(&format!("stroke=\"{}\"", Theme::LIGHT.fill(Tone::Path, false)))
    );
    for (side, shown) in [(Some(40), true), (Some(9), false), (Some(12), false), (Some(60), true)] {
        let layout = Layout::new(&[&scene], side).unwrap();
        let picture = drawn(&scene, &layout, &Theme::LIGHT, "path");
        let fonts = picture.split("font-size=\"").skip(1);
        let sizes = fonts.map(|rest| rest.split('"').next().unwrap().parse::<f32>().unwrap());
        assert!(sizes.clone().all(|size| size >= 8.9), "{side:?}: {:?}", sizes.collect::<Vec<_>>());
        assert_eq!(picture.contains(">13</text>"), shown, "{side:?}");
        assert_eq!(layout.warning().is_none(), shown, "{side:?}");
    }
}

#[test]
fn rows_and_columns_have_coordinates_that_do_not_touch() {
    for (rows, cols, labels) in [(4, 7, 11), (100, 100, 200), (550, 550, 112), (1, 1, 2)] {
        let scene = Scene::new(Size { rows, cols });
        let layout = Layout::new(&[&scene], None).unwrap();
        let picture = drawn(&scene, &layout, &Theme::LIGHT, "board");
        let document = roxmltree::Document::parse(&picture).unwrap();
        let texts = document.root_element().children().filter(|node| node.has_tag_name("text"));
        let told: Vec<u32> =
            texts.map(|node| node.text().unwrap().parse::<u32>().unwrap()).collect();
        assert!(told.contains(&1), "{told:?}");
        assert!(told.len() <= labels && told.len() * 4 >= labels, "{rows}x{cols}: {told:?}");
        let sheet = Layout::sheet(&[&scene], None).unwrap();
        assert!(!drawn(&scene, &sheet, &Theme::LIGHT, "sheet").contains("<text"));
    }
}

#[test]
fn empty_cells_have_borders_that_can_be_seen() {
    let scene = Scene::new(Size { rows: 2, cols: 2 });
    for theme in Theme::ALL {
        let layout = Layout::sheet(&[&scene], None).unwrap();
        let mut meter = Meter::new(&FREE);
        let mut raster = Raster::new(&layout, theme, &mut meter).unwrap();
        let image = raster.paint(&scene, &mut meter).unwrap().clone();
        // Between the two cells of the first row.
        let between = image.pixels[20 * image.width as usize + 20 + 41];
        let cell = image.pixels[20 * image.width as usize + 20 + 20];
        let (rule, fill) =
            (raster.palette()[usize::from(between)], raster.palette()[usize::from(cell)]);
        assert_eq!(rule, theme.rule, "{}", theme.name);
        assert!(rule.contrast(fill) >= 1.9, "{}: {}", theme.name, rule.contrast(fill));
    }
}

#[test]
fn what_is_printed_is_black_grey_and_white() {
    for colour in Theme::PRINT.palette() {
        assert!(colour.0 == colour.1 && colour.1 == colour.2, "{colour}");
    }
    assert_eq!(Theme::PRINT.paper, tabuleiro_draw::Colour(255, 255, 255));
}

#[test]
fn a_large_board_shows_where_a_path_begins_and_ends_and_its_order() {
    let scene = path(400);
    let layout = Layout::new(&[&scene], None).unwrap();
    let mut meter = Meter::new(&FREE);
    let mut raster = Raster::new(&layout, &Theme::LIGHT, &mut meter).unwrap();
    let image = raster.paint(&scene, &mut meter).unwrap().clone();
    let count = |tone: Tone| {
        let colour = Theme::LIGHT.fill(tone, false);
        let number = raster.palette().iter().position(|&one| one == colour).unwrap() as u8;
        image.pixels.iter().filter(|&&pixel| pixel == number).count()
    };
    // Cells of 4 pixels a side would have 16; part of a mark in a corner lies beyond the board.
    assert!(count(Tone::Start) > 60 && count(Tone::End) > 40);
    // The order is told by shades: rows differ from one another, and no line hides them.
    let at = |row: usize| image.pixels[row * image.width as usize + image.width as usize / 2];
    let shades: BTreeSet<u8> = (30..image.height as usize - 30).map(at).collect();
    assert!(shades.len() >= 20, "{}", shades.len());
    // Painted over itself it stays as it is.
    let again = raster.paint(&scene, &mut meter).unwrap();
    assert!(*again == image);
}

#[test]
fn positions_stand_side_by_side_under_their_numbers() {
    let mut meter = Meter::new(&FREE);
    let positions: Vec<(u64, Scene)> = (0..12).map(|step| (step, path(3))).collect();
    let sheet = tabuleiro_draw::strip(&positions, &mut meter).unwrap();
    let size = sheet.size();
    assert!(size.rows.abs_diff(size.cols) <= 4, "{size}");
    assert_eq!(sheet.links().len(), 12 * 8);
    let squares: Vec<Square> =
        size.squares().filter(|&square| sheet.cell(square).tone == Tone::Outside).collect();
    let told: Vec<i32> = squares.iter().filter_map(|&square| sheet.cell(square).number).collect();
    assert_eq!(told, (0..12).collect::<Vec<_>>());
    let layout = Layout::sheet(&[&sheet], None).unwrap();
    let picture = drawn(&sheet, &layout, &Theme::LIGHT, "sheet");
    assert!(picture.contains(">11</text>"));
}

//! Pictures of every kind: well formed, the same every time, and the same in every format.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::time::Duration;

use search::{Limit, Limits, Meter, Outcome};
use tabuleiro::KINDS;
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::recorder::{Player, Recorder};
use tabuleiro::scene::{Pen, Scene, Tone};
use tabuleiro::text::Source;
use tabuleiro_draw::{Gif, Image, Layout, Raster, Stop, Theme, svg};

/// No limits.
static FREE: LazyLock<Limits> = LazyLock::new(Limits::default);

/// A scene as SVG.
fn drawn(scene: &Scene, layout: &Layout, theme: &Theme, title: &str) -> String {
    let mut out = Vec::new();
    svg::picture(scene, layout, theme, title, &mut Meter::new(&FREE), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Every example of every kind.
fn examples() -> impl Iterator<Item = (&'static dyn Kind, Box<dyn Session>)> {
    let open = |&kind: &&'static dyn Kind| {
        kind.about().examples.iter().map(move |example| {
            let (source, options) = (Source::new(example.name, example.text), Options::default());
            let session = kind.open(&source, &options).next().unwrap().unwrap();
            (kind, session)
        })
    };
    KINDS.iter().flat_map(open)
}

/// The scenes of a search, every so many events, and of the solution.
fn scenes(kind: &dyn Kind, session: &dyn Session) -> Vec<Scene> {
    let mut meter = Meter::new(&FREE);
    let mut recorder = Recorder::begin(session.scene(&mut meter).unwrap(), 1 << 24).unwrap();
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let strategy = kind.strategies()[0].name;
    let answer = session.watch(strategy, &Options::default(), &limits, &mut recorder).unwrap();
    let mut player: Player = recorder.finish().play();
    let events = player.recording().events();
    let mut scenes: Vec<Scene> = (0..=20)
        .map(|i| {
            player.seek(events * i / 20);
            player.scene().clone()
        })
        .collect();
    if let Outcome::Solved(solution) = answer.result {
        scenes.push(solution.scene(&mut meter).unwrap());
    }
    scenes
}

fn layout(scenes: &[Scene]) -> Layout {
    Layout::new(&scenes.iter().collect::<Vec<_>>(), None).unwrap()
}

fn film(scenes: &[Scene], theme: &'static Theme) -> Vec<u8> {
    let mut meter = Meter::new(&FREE);
    let mut gif = Gif::begin(Vec::new(), &layout(scenes), theme, &mut meter).unwrap();
    scenes.iter().for_each(|scene| gif.add(scene, 10, &mut meter).unwrap());
    gif.finish().unwrap()
}

/// The last picture of a GIF, in red, green and blue, and how many it has.
fn last_of(bytes: &[u8]) -> (Vec<u8>, usize) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = options.read_info(bytes).unwrap();
    let palette = reader.global_palette().unwrap().to_vec();
    let width = usize::from(reader.width());
    let mut canvas = vec![0; width * usize::from(reader.height())];
    let mut frames = 0;
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert!(frame.palette.is_none(), "one palette serves all");
        frames += 1;
        for (row, line) in frame.buffer.chunks(usize::from(frame.width)).enumerate() {
            let at = (usize::from(frame.top) + row) * width + usize::from(frame.left);
            for (pixel, &index) in canvas[at..].iter_mut().zip(line) {
                if Some(index) != frame.transparent {
                    *pixel = index;
                }
            }
        }
    }
    let colour = |&index: &u8| palette[3 * usize::from(index)..][..3].to_vec();
    (canvas.iter().flat_map(colour).collect(), frames)
}

/// The pixels of a PNG, in red, green and blue.
fn pixels_of(bytes: &[u8]) -> Vec<u8> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let read = reader.next_frame(&mut pixels).unwrap().buffer_size();
    pixels.truncate(read);
    pixels
}

#[test]
fn a_film_ends_with_the_picture_that_a_png_of_its_last_scene_shows() {
    for (kind, session) in examples() {
        let scenes = scenes(kind, &*session);
        for theme in Theme::ALL {
            let bytes = film(&scenes, theme);
            assert_eq!(bytes, film(&scenes, theme), "a film differs from itself");
            let mut meter = Meter::new(&FREE);
            let mut raster = Raster::new(&layout(&scenes), theme, &mut meter).unwrap();
            raster.paint(scenes.last().unwrap(), &mut meter).unwrap();
            let mut png = Vec::new();
            raster.png(&mut png, &mut meter).unwrap();
            let (last, frames) = last_of(&bytes);
            assert!(last == pixels_of(&png), "{} {}", kind.about().name, theme.name);
            assert!((1..=scenes.len()).contains(&frames));
        }
    }
}

#[test]
fn painting_over_a_picture_is_painting_anew() {
    for (kind, session) in examples() {
        let scenes = scenes(kind, &*session);
        let layout = layout(&scenes);
        let mut meter = Meter::new(&FREE);
        let mut over = Raster::new(&layout, &Theme::LIGHT, &mut meter).unwrap();
        for scene in &scenes {
            let mut fresh = Raster::new(&layout, &Theme::LIGHT, &mut meter).unwrap();
            let anew: Image = fresh.paint(scene, &mut meter).unwrap().clone();
            assert!(over.paint(scene, &mut meter).unwrap() == &anew, "{}", kind.about().name);
        }
    }
}

#[test]
fn svg_is_well_formed_and_has_a_title() {
    for (kind, session) in examples() {
        let scenes = scenes(kind, &*session);
        let layout = layout(&scenes);
        let mut meter = Meter::new(&FREE);
        let mut film = svg::Film::begin(&layout, &Theme::DARK).unwrap();
        scenes.iter().for_each(|scene| film.add(scene, 10, &mut meter).unwrap());
        let mut moving = Vec::new();
        film.finish("<&\"", &mut meter, &mut moving).unwrap();
        let moving = String::from_utf8(moving).unwrap();
        for text in [drawn(scenes.last().unwrap(), &layout, &Theme::DARK, "<&\""), moving] {
            let document = roxmltree::Document::parse(&text).expect("well formed");
            let root = document.root_element();
            assert_eq!(root.attribute("aria-label"), Some("<&\""));
            let cells = scenes[0].size().area() as usize;
            assert!(
                root.descendants().filter(|node| node.has_tag_name("rect")).count() > cells / 2
            );
            for moves in root.descendants().filter(|node| node.has_tag_name("animate")) {
                let count = |name| moves.attribute(name).unwrap().split(';').count();
                assert_eq!(count("values"), count("keyTimes"));
                assert!(moves.attribute("keyTimes").unwrap().starts_with('0'));
            }
        }
    }
}

/// A board with one cell of every tone.
fn tones() -> Scene {
    let mut scene = Scene::new(Size { rows: 1, cols: Tone::ALL.len() as u32 });
    for (col, tone) in (0..).zip(Tone::ALL) {
        scene.tone(Square { row: 0, col }, tone);
    }
    scene
}

#[test]
fn no_tone_is_told_by_its_colour_alone() {
    // Without colours, cells differ by their shapes; a path has a number or a link on every cell.
    let scene = tones();
    let layout = Layout::sheet(&[&scene], None).unwrap();
    let picture = drawn(&scene, &layout, &Theme::LIGHT, "tones");
    let document = roxmltree::Document::parse(&picture).unwrap();
    let mut shapes: Vec<String> = vec![String::new(); Tone::ALL.len()];
    let mut cell = 0;
    for node in document.root_element().children().filter(|node| node.is_element()).skip(2) {
        if let Some(x) = node.attribute("x") {
            cell = (x.parse::<usize>().unwrap() - 20) / 41;
        }
        shapes[cell] += node.tag_name().name();
        for name in ["r", "stroke-width"] {
            shapes[cell] += node.attribute(name).unwrap_or("-");
        }
    }
    let told_by_shape = [
        Tone::Plain,
        Tone::Outside,
        Tone::Start,
        Tone::End,
        Tone::Given,
        Tone::Current,
        Tone::Blocked,
        Tone::Frontier,
        Tone::Reached,
        Tone::Peg,
        Tone::Taken,
        Tone::Marked,
        Tone::MarkedPeg,
        Tone::CurrentPeg,
    ];
    let distinct: BTreeSet<&str> =
        told_by_shape.iter().map(|&tone| shapes[tone as usize].as_str()).collect();
    assert_eq!(distinct.len(), told_by_shape.len(), "{shapes:?}");
}

#[test]
fn what_is_written_on_a_cell_can_be_read() {
    for theme in Theme::ALL {
        for tone in Tone::ALL {
            for odd in [false, true] {
                let fill = theme.fill(tone, odd);
                let contrast = fill.contrast(fill.ink());
                assert!(contrast >= 4.5, "{} {}: {contrast}", theme.name, tone.word());
            }
        }
        assert!(theme.paper.contrast(theme.line) >= 3.0, "{}", theme.name);
        assert!(theme.palette().len() <= 255);
    }
}

#[test]
fn a_link_over_a_corner_leaves_on_two_sides_and_comes_back() {
    let mut scene = Scene::new(Size { rows: 6, cols: 6 });
    let (from, to) = (Square { row: 0, col: 0 }, Square { row: 4, col: 5 });
    scene.link_across(from, to, (-2, -1));
    let layout = Layout::sheet(&[&scene], None).unwrap();
    let picture = drawn(&scene, &layout, &Theme::LIGHT, "link");
    let dashed = picture.lines().filter(|line| line.contains("stroke-dasharray"));
    let (width, height) = layout.pixels();
    let mut ends = Vec::new();
    for line in dashed {
        let points = line.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        for point in points.split(' ') {
            let (x, y) = point.split_once(',').unwrap();
            let (x, y): (f32, f32) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((0.0..=width as f32).contains(&x) && (0.0..=height as f32).contains(&y));
            ends.push((x, y));
        }
    }
    // From the first cell, and to the last.
    assert_eq!(ends.first(), Some(&(41.0, 21.0)));
    assert_eq!(ends.last(), Some(&(41.0 + 5.0 * 41.0, 21.0 + 4.0 * 41.0)));
    assert!(ends.len() >= 4);
}

#[test]
fn a_picture_beyond_all_bounds_is_refused() {
    let refused = |rows, cols, side| {
        let scene = Scene::new(Size { rows, cols });
        Layout::new(&[&scene], side).map(|_| ()).map_err(|fault| fault.code())
    };
    assert_eq!(refused(4, 4, None), Ok(()));
    assert_eq!(refused(5, 5, Some(20_000)), Err("D0101"));
    assert_eq!(refused(1, 70_000, None), Err("D0103"));
    // Before there is a scene, for sides as long as there are any.
    for side in [1 << 16, 1_000_000_000, Size::LONGEST] {
        for cell in [None, Some(1), Some(40), Some(u32::MAX)] {
            assert!(Layout::check(Size { rows: side, cols: side }, cell).is_err());
            assert!(Layout::check(Size { rows: 1, cols: side }, cell).is_err());
        }
    }
    assert_eq!(refused(1, 2, Some(u32::MAX)), Err("D0101"));
    let scene = Scene::new(Size { rows: 70, cols: 70 });
    let layout = Layout::new(&[&scene], None).unwrap();
    let film = svg::Film::begin(&layout, &Theme::LIGHT).map(|_| ());
    assert_eq!(film.map_err(|fault| fault.code()), Err("D0102"));
}

#[test]
fn a_board_of_many_cells_is_a_small_picture() {
    let mut scene = Scene::new(Size { rows: 550, cols: 550 });
    scene.tone(Square { row: 3, col: 4 }, Tone::Blocked);
    let layout = Layout::sheet(&[&scene], None).unwrap();
    assert_eq!(layout.pixels(), (1102, 1101));
    let mut meter = Meter::new(&FREE);
    let mut raster = Raster::new(&layout, &Theme::LIGHT, &mut meter).unwrap();
    let image = raster.paint(&scene, &mut meter).unwrap().clone();
    let blocked = image.pixels.iter().filter(|&&p| p == image.pixels[6 * 1102 + 9]).count();
    assert_eq!(blocked, 4);
}

#[test]
fn text_has_a_sign_for_every_tone() {
    let mut text = Vec::new();
    let columns =
        tabuleiro_draw::text(&tones(), &[], false, &mut Meter::new(&FREE), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    // The numbers of the columns, which end where the last cell does, then the grid.
    let grid = text.lines().skip(1);
    assert!(grid.clone().all(|line| line.chars().count() as u64 == columns));
    let numbers: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    assert_eq!((numbers.len(), numbers[0], numbers[17]), (18, "1", "18"));
    let line = grid.clone().nth(1).unwrap();
    let signs: Vec<&str> = line.split('│').map(str::trim).collect();
    assert_eq!(
        signs,
        [
            "1", "·", "", "S", "E", "·", "*", "@", "x", "o", "•", "●", "×", "+", "◉", "@", "?",
            "!", "#", ""
        ]
    );
    let own = tabuleiro_draw::label(tones().cell(Square { row: 0, col: 2 }), &[(Tone::Start, 'C')]);
    assert_eq!(own, "C");
}

/// Makes a picture in one of the formats, and tells how long it is.
fn made(format: &str, scene: &Scene, limits: &Limits) -> Result<usize, Stop> {
    let (mut meter, mut out) = (Meter::new(limits), Vec::new());
    let layout = Layout::new(&[scene], None).expect("not too large");
    match format {
        "text" => tabuleiro_draw::text(scene, &[], true, &mut meter, &mut out).map(drop)?,
        "svg" => svg::picture(scene, &layout, &Theme::LIGHT, "", &mut meter, &mut out)?,
        "png" => {
            let mut raster = Raster::new(&layout, &Theme::LIGHT, &mut meter)?;
            raster.paint(scene, &mut meter)?;
            raster.png(&mut out, &mut meter)?;
        }
        "gif" => {
            let mut gif = Gif::begin(&mut out, &layout, &Theme::LIGHT, &mut meter)?;
            gif.add(scene, 1, &mut meter)?;
            gif.finish()?;
        }
        _ => {
            let mut film = svg::Film::begin(&layout, &Theme::LIGHT).expect("not too large");
            film.add(scene, 1, &mut meter)?;
            film.finish("", &mut meter, &mut out)?;
        }
    }
    Ok(out.len())
}

#[test]
fn every_format_is_made_within_its_limits() {
    let mut scene = Scene::new(Size { rows: 64, cols: 64 });
    scene.number(Square { row: 0, col: 0 }, Some(7));
    for format in ["text", "svg", "png", "gif", "film"] {
        assert!(made(format, &scene, &FREE).is_ok_and(|length| length > 100), "{format}");
        let late = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let ended = made(format, &scene, &late);
        assert!(matches!(ended, Err(Stop::Limit(Limit::Time))), "{format}: {ended:?}");
        // Text and SVG are written while they are made, and hold nothing.
        let little = Limits { memory: Some(1000), ..Limits::default() };
        match made(format, &scene, &little) {
            Ok(_) => assert!(matches!(format, "text" | "svg")),
            Err(Stop::Limit(Limit::Memory { needed })) => assert!(needed > 1000),
            Err(other) => panic!("{format}: {other:?}"),
        }
    }
}

#[test]
fn a_picture_that_shows_less_than_there_is_says_so() {
    let warned = |rows, number: i32, side| {
        let mut scene = Scene::new(Size { rows, cols: rows });
        scene.number(Square { row: 0, col: 0 }, Some(number));
        let layout = Layout::new(&[&scene], side).unwrap();
        layout.warning().map(|message| message.text(tabuleiro::locale::Lang::En))
    };
    assert_eq!(warned(8, 64, None), None);
    let bare = warned(8, 64, Some(7)).unwrap();
    assert!(bare.contains("colours only") && bare.contains("--cell 13"), "{bare}");
    let small = warned(8, -1_000_000, Some(12)).unwrap();
    assert!(small.contains("too small") && small.contains("--cell"), "{small}");
    let large = warned(5000, 1, None).unwrap();
    assert!(large.contains("cannot have larger ones"), "{large}");
}

//! Draws a closed tour of a chessboard as SVG, from the library alone:
//! `cargo run -p tabuleiro --example picture > docs/tour.svg`.

use search::{Limits, Meter, Outcome};
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::{Show, Solve};
use tabuleiro::tour::{How, Tour};

/// The side of a square in the picture.
const SIDE: u32 = 40;

fn main() {
    let tour = Tour::new(Size { rows: 8, cols: 8 }).from(Square { row: 7, col: 7 }).closed();
    let limits = Limits::default();
    let outcome = tour.solve(&How::Roth, &mut Meter::new(&limits), &mut (), &mut Vec::new());
    let Outcome::Solved(numbers) = outcome else { unreachable!("a chessboard has closed tours") };
    let mut scene = tour.scene();
    tour.paint(&numbers, &mut scene);

    let Size { rows, cols } = scene.size();
    println!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" \
         font-family=\"sans-serif\" font-size=\"11\">",
        cols * SIDE,
        rows * SIDE,
        cols * SIDE
    );
    for square in scene.size().squares() {
        let (x, y) = (square.col * SIDE, square.row * SIDE);
        let fill = if (square.row + square.col) % 2 == 0 { "#f4efe6" } else { "#cdbfa6" };
        println!("<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>");
        if let Some(number) = scene.cell(square).number {
            println!("<text x=\"{}\" y=\"{}\" fill=\"#5b5348\">{number}</text>", x + 3, y + 12);
        }
    }
    let middle = |at: u32| at * SIDE + SIDE / 2;
    let points: Vec<String> = scene
        .links()
        .iter()
        .map(|link| format!("{},{}", middle(link.from.col), middle(link.from.row)))
        .collect();
    println!(
        "<polygon points=\"{}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\" \
         stroke-linejoin=\"round\"/>",
        points.join(" ")
    );
    let start = scene.links()[0].from;
    println!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"#d55e00\"/>",
        middle(start.col),
        middle(start.row)
    );
    println!("</svg>");
}

//! What Tabuleiro's puzzles share. Reading order: [`contract`] (what a puzzle implements), [`kind`] (what a frontend sees of it),
//! [`text`] and [`locale`] (texts from and messages for people), [`board`] and [`leaper`] (squares and moves), [`scene`] (pictures),
//! [`strokes`] and [`recorder`] (pictures of a running search), [`width`] (SIMD by run-time detection).

mod about;
pub mod answers;
pub mod board;
pub mod canvas;
pub mod contract;
mod diagnostic;
pub mod exact_sum;
mod found;
pub mod head;
pub mod kept;
pub mod kind;
pub mod latin;
pub mod leaper;
mod listed;
pub mod locale;
pub mod near;
mod options;
pub mod pairing;
pub mod random;
pub mod recorder;
pub mod run;
pub mod scene;
pub mod strokes;
mod tally;
pub mod tell;
pub mod text;
mod touch;
pub mod width;

//! What Tabuleiro's puzzles share. Reading order: [`contract`] (what a puzzle implements), [`kind`] (what a frontend sees of it),
//! [`text`] and [`locale`] (texts from and messages for people), [`board`] and [`leaper`] (squares and moves), [`scene`] (pictures),
//! [`play`], [`explain`] and [`game`] (playing by hand, explanations), [`strokes`] and [`recorder`] (pictures of a running search), [`width`] (SIMD by run-time detection).

mod about;
pub mod answers;
pub mod board;
pub mod canvas;
pub mod contract;
pub mod explain;
mod found;
pub mod game;
pub mod head;
pub mod kept;
pub mod kind;
pub mod latin;
pub mod leaper;
pub mod locale;
mod options;
pub mod pairing;
pub mod play;
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

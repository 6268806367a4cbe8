//! What Tabuleiro's puzzles share. Reading order: [`contract`] (what a puzzle implements), [`kind`] (what a frontend sees of it),
//! [`text`] and [`locale`] (texts from and messages for people), [`board`], [`symmetry`] and [`leaper`] (squares and moves), [`scene`] (pictures),
//! [`play`], [`explain`], [`game`] and [`lesson`] (playing by hand, explanations), [`strokes`] and [`recorder`] (pictures of a running search), [`width`] (SIMD by run-time detection).

mod about;
pub mod answers;
pub mod board;
pub mod canvas;
pub mod contract;
pub mod coursework;
mod diagnostic;
pub mod exact_sum;
pub mod explain;
mod found;
pub mod game;
pub mod head;
pub mod kept;
pub mod kind;
pub mod latin;
pub mod leaper;
pub mod lenient;
pub mod lesson;
pub mod levels;
mod line_of_answer;
mod listed;
pub mod locale;
pub mod measure;
mod message;
pub mod narrate;
pub mod near;
mod opened;
mod options;
pub mod pairing;
pub mod play;
pub mod problem;
pub mod random;
pub mod recorder;
pub mod run;
pub mod scene;
pub mod shape;
pub mod strokes;
pub mod symmetry;
mod tally;
pub mod tell;
pub mod text;
mod touch;
pub mod width;

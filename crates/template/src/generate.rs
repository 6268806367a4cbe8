//! Making boards: a solution first, with columns tried in random order, then blocked squares where it has no queen.

use search::{Meter, Outcome};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::{Claim, Generate, Generated, Options, Product, Puzzle, RunError};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source};
use tabuleiro_template_rules::{self as rules, Columns, Template};

use crate::{Local, Plan, solve};

impl Generate<Local> for Template {
    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, RunError> {
        let mut rng = Rng::new(seed);
        let side = 5 + rng.below(4) as u32;
        let size = rules::size(options)?.unwrap_or(Size { rows: side, cols: side });
        let blocked = blocked(options)?.unwrap_or(size.rows as usize);
        let mut board = Template::new(size).with_amazons(options.has("amazons"));
        meter.claim(board.footprint())?;
        let mut order: Vec<u32> = (0..size.cols).collect();
        rng.shuffle(&mut order);
        let none = || Diagnostic::new("B0121").with("size", size.to_string());
        let Columns(columns) = match solve::first(&board, Plan::FewestFirst, &order, meter, &mut ())
        {
            Outcome::Solved(solution) => solution,
            Outcome::Impossible(_) => return Err(none().into()),
            Outcome::Unknown(limit) => return Err(limit.into()),
        };
        let is_empty = |square: &Square| columns[square.row as usize] != square.col + 1;
        let mut empty: Vec<Square> = size.squares().filter(is_empty).collect();
        if blocked > empty.len() {
            return Err(none().into());
        }
        rng.shuffle_within(&mut empty, meter)?;
        for &square in &empty[..blocked] {
            board = board.with_blocked(square, true);
        }
        let claim = Claim::Solution(Columns(columns));
        Ok(Generated { instance: board, claim, product: Product::Instance })
    }
}

/// The value of `--blocked`.
fn blocked(options: &Options) -> Result<Option<usize>, Diagnostic> {
    let Some(value) = options.get("blocked") else { return Ok(None) };
    let fault = || Source::option("blocked", value).diagnostic("U0101", 0..value.len());
    value.parse().map(Some).map_err(|_| fault().with("least", 0u64))
}

//! Hints and verdicts. Reading order: [`distances`] (how far the exits are), [`hint`] (the next move and
//! why no path is shorter). What an explanation must show stands in the rules, which see none of this.

mod distances;
mod hint;

//! Why a picture was not made.

use std::io;

use search::Limit;

/// What ends the making of a picture.
#[derive(Debug)]
pub enum Stop {
    /// A limit of the run fired.
    Limit(Limit),
    /// It could not be written.
    Write(io::Error),
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Write(error)
    }
}

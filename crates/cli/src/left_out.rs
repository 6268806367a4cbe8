//! What stands in place of a verb or an option that needs a feature which this program was built
//! without: a diagnostic. The command line and its help are the same in all builds.

use tabuleiro::text::Diagnostic;

/// What is said of it.
fn left_out(what: &str, feature: &str) -> Diagnostic {
    Diagnostic::new("U0129").with("what", what).with("feature", feature)
}

/// `book`.
#[cfg(not(feature = "print"))]
pub(crate) mod book {
    use clap::ArgMatches;
    use tabuleiro::kind::Kind;
    use tabuleiro::locale::Lang;

    use crate::arguments::Arguments;
    use crate::exit::{Exit, Fault};

    pub(crate) fn run(_: &dyn Kind, _: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
        Err(super::left_out("book", "print").into())
    }

    pub(crate) fn plan(_: &ArgMatches, _: Lang) -> Result<Exit, Fault> {
        Err(super::left_out("book", "print").into())
    }
}

/// PDF.
#[cfg(not(feature = "print"))]
pub(crate) mod pdf {
    use std::io::Write;

    use ::draw::{Layout, Theme};
    use clap::ArgMatches;
    use search::Meter;
    use tabuleiro::kind::Kind;
    use tabuleiro::locale::Lang;
    use tabuleiro::scene::Scene;

    use crate::arguments::Arguments;
    use crate::exit::{Exit, Fault};
    use crate::halt::DrawError;

    pub(crate) fn picture(
        _: &Scene,
        _: &Layout,
        _: &Theme,
        _: &str,
        _: Lang,
        _: &mut Meter<'_>,
        _: &mut impl Write,
    ) -> Result<(), DrawError> {
        Err(super::left_out("--output FILE.pdf", "print").into())
    }

    pub(crate) fn sheets(
        _: &dyn Kind,
        _: &Arguments,
        _: &ArgMatches,
        _: &Theme,
        _: &str,
    ) -> Result<Exit, Fault> {
        Err(super::left_out("--sheet", "print").into())
    }
}

/// `serve`.
#[cfg(not(feature = "web"))]
pub(crate) mod serve {
    use clap::ArgMatches;
    use tabuleiro::locale::Lang;

    use crate::exit::{Exit, Fault};

    pub(crate) fn run(_: &ArgMatches, _: Lang) -> Result<Exit, Fault> {
        Err(super::left_out("serve", "web").into())
    }
}

/// `page`.
#[cfg(not(feature = "web"))]
pub(crate) mod site {
    use clap::ArgMatches;
    use tabuleiro::locale::Lang;

    use crate::exit::{Exit, Fault};

    pub(crate) fn run(_: &ArgMatches, _: Lang) -> Result<Exit, Fault> {
        Err(super::left_out("page", "web").into())
    }
}

/// `watch`.
#[cfg(not(feature = "watch"))]
pub(crate) mod watch {
    use clap::ArgMatches;
    use tabuleiro::kind::Kind;

    use crate::arguments::Arguments;
    use crate::exit::{Exit, Fault};

    pub(crate) fn run(_: &dyn Kind, _: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
        Err(super::left_out("watch", "watch").into())
    }
}

/// `play`.
#[cfg(not(feature = "watch"))]
pub(crate) mod play {
    use clap::ArgMatches;
    use tabuleiro::kind::Kind;

    use crate::arguments::Arguments;
    use crate::exit::{Exit, Fault};

    pub(crate) fn run(_: &dyn Kind, _: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
        Err(super::left_out("play", "watch").into())
    }
}

/// `judge`.
#[cfg(not(feature = "judge"))]
pub(crate) mod judging {
    use clap::ArgMatches;
    use tabuleiro::kind::Kind;

    use crate::arguments::Arguments;
    use crate::exit::{Exit, Fault};

    pub(crate) fn run(_: &dyn Kind, _: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
        Err(super::left_out("judge", "judge").into())
    }
}

/// `package`.
#[cfg(not(feature = "judge"))]
pub(crate) mod packaging {
    use clap::ArgMatches;
    use tabuleiro::kind::Kind;

    use crate::arguments::Arguments;
    use crate::exit::{Exit, Fault};

    pub(crate) fn run(_: &dyn Kind, _: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
        Err(super::left_out("package", "judge").into())
    }
}

/// `validate`.
#[cfg(not(feature = "judge"))]
pub(crate) mod validating {
    use clap::ArgMatches;
    use tabuleiro::kind::Kind;

    use crate::arguments::Arguments;
    use crate::exit::{Exit, Fault};

    pub(crate) fn dialects() -> Vec<&'static str> {
        Vec::new()
    }

    pub(crate) fn run(_: &dyn Kind, _: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
        Err(super::left_out("validate", "judge").into())
    }
}

/// `count` by several processes.
#[cfg(not(feature = "cluster"))]
pub(crate) mod together {
    use clap::ArgMatches;
    use tabuleiro::kind::Kind;
    use tabuleiro::locale::{Lang, Message};

    use crate::arguments::Arguments;
    use crate::batch::Item;
    use crate::exit::{Exit, Fault};

    /// No process can be one of several.
    pub(crate) enum Together {}

    impl Together {
        pub(crate) fn new(
            _: &dyn Kind,
            _: &mut Arguments,
            matches: &ArgMatches,
            _: Option<u64>,
        ) -> Result<Option<Self>, Fault> {
            let asked = ["hosts", "process", "processes"].into_iter();
            match asked.into_iter().find(|option| matches.contains_id(option)) {
                Some(option) => Err(super::left_out(&format!("--{option}"), "cluster").into()),
                None => Ok(None),
            }
        }

        pub(crate) fn items(&self) -> &[Item] {
            match *self {}
        }

        pub(crate) fn tells(&self) -> bool {
            match *self {}
        }

        pub(crate) fn effort(&self, _: Lang) -> Option<Message> {
            match *self {}
        }

        pub(crate) fn finish(&mut self, _: Exit) {
            match *self {}
        }
    }
}

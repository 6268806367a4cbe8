//! What stands in place of a verb or an option that needs a feature which this program was built
//! without: a diagnostic. The command line and its help are the same in all builds.

use tabuleiro::text::Diagnostic;

/// What is said of it.
fn left_out(what: &str, feature: &str) -> Diagnostic {
    Diagnostic::new("U0129").with("what", what).with("feature", feature)
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

//! The program about itself: rules, explanations, completions, the manual page.

use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;
use tabuleiro::KINDS;
use tabuleiro::locale::Lang;
use tabuleiro::text::{self, Diagnostic};

use crate::command;
use crate::exit::{Exit, Fault};

/// Shells that completions are made for.
pub(crate) const SHELLS: &[(&str, Shell)] = &[
    ("bash", Shell::Bash),
    ("elvish", Shell::Elvish),
    ("fish", Shell::Fish),
    ("powershell", Shell::PowerShell),
    ("zsh", Shell::Zsh),
];

/// `help`: the rules of a puzzle, or the help page of a command.
pub(crate) fn help(topic: &[&str], lang: Lang) -> Result<Exit, Fault> {
    if let [name] = topic
        && let Some(kind) = KINDS.iter().find(|kind| kind.about().name == *name)
    {
        return show((kind.about().rules)(lang).as_bytes());
    }
    let mut root = command::root(lang);
    root.build();
    let mut found = &mut root;
    for word in topic {
        found = found
            .find_subcommand_mut(word)
            .ok_or_else(|| Diagnostic::new("U0002").with("word", *word))?;
    }
    let page: &mut Command = found;
    show(page.render_help().ansi().to_string().as_bytes())
}

/// `explain`: the page about a diagnostic.
pub(crate) fn explain(code: &str, lang: Lang) -> Result<Exit, Fault> {
    match text::explain(code, lang) {
        Some(page) => show(format!("{page}\n").as_bytes()),
        None => Err(Diagnostic::new("U0105").with("code", code).into()),
    }
}

/// `completions`: a script for a shell.
pub(crate) fn completions(shell: &str, lang: Lang) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    if let Some((_, shell)) = SHELLS.iter().find(|(name, _)| *name == shell) {
        clap_complete::generate(*shell, &mut command::root(lang), "tabuleiro", &mut script);
    }
    show(&script)
}

/// `man`: the manual page, in troff.
pub(crate) fn man(lang: Lang) -> Result<Exit, Fault> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command::root(lang)).render(&mut page)?;
    show(&page)
}

fn show(bytes: &[u8]) -> Result<Exit, Fault> {
    let mut out = anstream::AutoStream::auto(io::stdout());
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Exit::Yes)
}

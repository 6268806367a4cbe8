//! The types of the Python package: a class for each puzzle, with the options it declares, as
//! `crates/python/package/tabuleiro/_kinds.pyi` has them. `cargo xtask golden` writes it anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use tabuleiro::KINDS;
use tabuleiro::contract::{OptionSpec, Role, Takes};
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;

const HEAD: &str = r#""""The puzzles as classes, with the options that each declares. Written by `cargo xtask golden`."""

import datetime
import os
from collections.abc import Callable
from typing import Any, Literal, SupportsIndex, Union

from typing_extensions import Self, TypeAlias

from . import Board, Count, Impossible, Progress, Solved, Unknown

_Text: TypeAlias = Union[str, bytes, os.PathLike[str]]
_Value: TypeAlias = Union[str, float, tuple[Union[str, int], ...], list[Union[str, int]], None]
_Time: TypeAlias = Union[float, datetime.timedelta, None]
_Whole: TypeAlias = Union[SupportsIndex, None]
_Tell: TypeAlias = Union[Callable[[Progress], object], None]

"#;

const LIMITS: &str = "time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, \
    threads: _Whole = None, progress: _Tell = None";

/// The name of the class of a puzzle.
fn class_name(name: &str) -> String {
    name.split('-').map(|part| part[..1].to_ascii_uppercase() + &part[1..]).collect()
}

/// The options with one of these roles as arguments, each with a comma before it.
fn arguments(kind: &dyn Kind, roles: &[Role]) -> String {
    let about = kind.about();
    let argument = |spec: &OptionSpec| {
        let name = spec.name.replace('-', "_");
        let words = about.words.iter().find(|(option, _)| *option == spec.name);
        match (spec.takes, words) {
            (Takes::Nothing, _) => format!(", {name}: bool = False"),
            // Other values than these words are values, too, where the words are examples.
            _ => format!(", {name}: _Value = None"),
        }
    };
    about.options.iter().filter(|spec| roles.contains(&spec.role)).map(argument).collect()
}

fn class(kind: &dyn Kind) -> String {
    let about = kind.about();
    let given = arguments(kind, &[Role::Instance, Role::Given, Role::Answers]);
    let star = if given.is_empty() { "" } else { ", *" };
    let made = arguments(kind, &[Role::Instance, Role::Generate]);
    let searched = arguments(kind, &[Role::Strategy]);
    let counted = arguments(kind, &[Role::Count]);
    let names: Vec<String> =
        kind.strategies().iter().map(|strategy| format!("\"{}\"", strategy.name)).collect();
    let strategies = names.join(", ");
    let summary = Lang::En.say(&format!("{}.summary", about.name));
    let mut text = String::new();
    let class = class_name(about.name);
    let lines = [
        format!("class {class}(Board):"),
        format!("    \"\"\"{}\"\"\"", summary.replace('`', "")),
        format!("    def __new__(cls, text: _Text | None = None, /{star}{given}) -> Self: ..."),
        "    @classmethod".to_owned(),
        format!(
            "    def generate(cls, *, seed: _Whole = None, {LIMITS}{made}) -> Self | None: ...  # type: ignore[override]"
        ),
        format!(
            "    def solve(self, strategy: Literal[{strategies}] | None = None, *, {LIMITS}{searched}) -> Solved | Impossible | Unknown: ...  # type: ignore[override]"
        ),
        format!(
            "    def count(self, up_to: _Whole = None, *, {LIMITS}{counted}) -> Count | Unknown: ...  # type: ignore[override]"
        ),
    ];
    for line in lines {
        writeln!(text, "{line}").expect("memory to write to");
    }
    text
}

#[test]
fn the_types_of_the_python_package_are_those_of_the_puzzles() {
    let classes: Vec<String> = KINDS.iter().map(|kind| class(*kind)).collect();
    let names: Vec<String> =
        KINDS.iter().map(|kind| format!("\"{}\"", class_name(kind.about().name))).collect();
    let all = format!("__all__ = [{}]\n\n", names.join(", "));
    let text = format!("{HEAD}{all}{}", classes.join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../python/package/tabuleiro/_kinds.pyi");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).expect("the file of the types");
    }
    let written = fs::read_to_string(&path).expect("the file of the types");
    assert!(written == text, "`cargo xtask golden` writes {} anew", path.display());
}

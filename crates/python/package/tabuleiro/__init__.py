"""Solve, prove, count, generate and show search puzzles on boards.

Each puzzle is a class, and an object of it is a board:

>>> import tabuleiro
>>> for puzzle in tabuleiro.puzzles.values():
...     board = puzzle.generate(seed=1)
...     assert board.check(board.solve())

``help`` of a class lists its options and strategies.
"""

from __future__ import annotations

import os as _os
from typing import Any as _Any

from . import _native
from ._native import (
    Answer,
    Board,
    Book,
    Endless,
    Explanation,
    Film,
    Game,
    Impossible,
    Rating,
    Ruling,
    Solved,
    Step,
    Unknown,
    Watch,
    __version__,
    book,
    check_book,
    explain,
    get_language,
    puzzles,
    set_language,
)
from ._types import Advice, Bug, Count, Error, Progress, Stats

# A class for each puzzle, made when the module was loaded.
globals().update({_class.__name__: _class for _class in puzzles.values()})


def _puzzle(name: str) -> type[Board]:
    return _native._puzzle(name)


def open(puzzle: str, board: str | bytes | _os.PathLike[str] | None = None, /, **options: _Any) -> Board:
    """The board of a text, of a file whose path is given, or that options describe."""
    return _puzzle(puzzle)(board, **options)


def open_all(puzzle: str, boards: str | bytes | _os.PathLike[str], /, **options: _Any) -> list[Board]:
    """Every board of a text, or of a file whose path is given."""
    return _puzzle(puzzle).open_all(boards, **options)


def generate(puzzle: str, /, *, seed: _Any = None, **options: _Any) -> Board | None:
    """Makes the board that belongs to a seed; ``None`` where a limit was reached."""
    return _puzzle(puzzle).generate(seed=seed, **options)


def endless(puzzle: str, /, *, seed: _Any = None, **options: _Any) -> Endless:
    """An endless iterator of boards, of one seed after another."""
    return _puzzle(puzzle).endless(seed=seed, **options)


def solve_many(puzzle: str, boards: _Any, /, strategy: str | None = None, **options: _Any) -> list[Answer]:
    """Solves many boards on all cores: those of one text, or each of a list of texts and boards."""
    return _puzzle(puzzle).solve_many(boards, strategy, **options)


def count_many(puzzle: str, boards: _Any, /, up_to: _Any = None, **options: _Any) -> list[_Any]:
    """Counts of many boards on all cores; ``up_to=2`` tells which have one solution alone."""
    return _puzzle(puzzle).count_many(boards, up_to, **options)


__all__ = [
    "Advice",
    "Answer",
    "Board",
    "Book",
    "Bug",
    "Count",
    "Endless",
    "Error",
    "Explanation",
    "Film",
    "Game",
    "Impossible",
    "Progress",
    "Rating",
    "Ruling",
    "Solved",
    "Stats",
    "Step",
    "Unknown",
    "Watch",
    "book",
    "check_book",
    "count_many",
    "endless",
    "explain",
    "generate",
    "get_language",
    "open",
    "open_all",
    "puzzles",
    "set_language",
    "solve_many",
]
__all__ += [_class.__name__ for _class in puzzles.values()]

"""Exceptions and small values of the package: what is more easily said in Python than in Rust."""

from __future__ import annotations

from typing import Any, NamedTuple


class Error(ValueError):
    """Something is wrong with what was asked: the text of a board, an option, a claim.

    Printed as the program prints it, with the place and a caret. ``code`` is its code, such as
    ``B0101``; ``message`` says what is wrong and ``help`` how to correct it; ``explain`` is a page about it;
    ``file`` and ``place`` (line and column, from 1) tell where it is.
    """

    def __init__(
        self,
        rendered: str,
        code: str = "",
        message: str = "",
        help: str | None = None,
        explain: str = "",
        file: str | None = None,
        place: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(rendered, code, message, help, explain, file, place)
        self.code = code
        self.message = message
        self.help = help
        self.explain = explain
        self.file = file
        self.place = place

    def __str__(self) -> str:
        return str(self.args[0])


class Bug(RuntimeError):
    """A fault of the program, and not of what was asked. It says what to include in a report, so that it can be fixed."""


Error.__module__ = Bug.__module__ = "tabuleiro"


class Stats(NamedTuple):
    """What a search took: exact, and the same on every machine."""

    nodes: int
    steps: int
    backtracks: int
    dead: int
    seen: int
    bound: int
    goals: int
    deepest: int


class Progress(NamedTuple):
    """How far a search is, as ``progress`` is told now and then."""

    nodes: int
    depth: int
    explored: float
    width: int
    finished: int
    layers: int
    elapsed: float


class Count(int):
    """A number of solutions, exact: a whole number of any size that knows what was counted.

    ``exact`` is false where the count ended at ``up_to``: there are at least so many. ``unit`` says what
    was counted, ``way`` how, ``facts`` what else came of it.
    """

    _told: tuple[bool, str, str, dict[str, Any], tuple[int, ...], float]

    def __new__(
        cls,
        number: int,
        exact: bool = True,
        unit: str = "",
        way: str = "",
        facts: dict[str, Any] | None = None,
        stats: tuple[int, ...] = (0,) * 8,
        elapsed: float = 0.0,
    ) -> Count:
        self = super().__new__(cls, number)
        # As it came: of a hundred thousand counts few are asked for more than their number.
        self._told = (exact, unit, way, facts or {}, stats, elapsed)
        return self

    @property
    def exact(self) -> bool:
        """Whether these are all."""
        return self._told[0]

    @property
    def unit(self) -> str:
        """What was counted."""
        return self._told[1]

    @property
    def way(self) -> str:
        """How it was counted."""
        return self._told[2]

    @property
    def facts(self) -> dict[str, Any]:
        """What else came of it."""
        return self._told[3]

    @property
    def stats(self) -> Stats:
        """What it took, exact and repeatable."""
        return Stats(*self._told[4])

    @property
    def elapsed(self) -> float:
        """Seconds it took."""
        return self._told[5]

    def __reduce__(self) -> tuple[Any, ...]:
        return Count, (int(self), *self._told)


class Advice(NamedTuple):
    """Why there is no next step: ``won``, ``lost``, ``faulty`` (with the faults), or ``nothing`` that applies."""

    word: str
    faults: list[str]


for _class in (Stats, Progress, Count, Advice):
    _class.__module__ = "tabuleiro"

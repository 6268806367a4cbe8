"""The puzzles as classes, with the options that each declares. Written by `cargo xtask golden`."""

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

__all__ = ["Tour", "LostKnight", "Futoshiki", "Pegs"]

class Tour(Board):
    """Knight's tour: visit every square once"""
    def __new__(cls, text: _Text | None = None, /, *, size: _Value = None, start: _Value = None, end: _Value = None, closed: bool = False, edges: _Value = None, leaper: _Value = None, zero_based: bool = False) -> Self: ...
    @classmethod
    def generate(cls, *, seed: _Whole = None, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, size: _Value = None, start: _Value = None, end: _Value = None, closed: bool = False, edges: _Value = None, leaper: _Value = None, holes: _Value = None, uniform: bool = False, index: _Value = None, clues: bool = False, minimal: bool = False, difficulty: _Value = None) -> Self | None: ...  # type: ignore[override]
    def solve(self, strategy: Literal["fixed", "priority", "warnsdorff", "factor", "roth", "tiles", "auto"] | None = None, *, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, priority: _Value = None) -> Solved | Impossible | Unknown: ...  # type: ignore[override]
    def count(self, up_to: _Whole = None, *, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, before: _Value = None) -> Count | Unknown: ...  # type: ignore[override]

class LostKnight(Board):
    """Lost knight: the fewest moves to the exit"""
    def __new__(cls, text: _Text | None = None, /, *, edges: _Value = None, leaper: _Value = None, any_exit: bool = False, many: bool = False) -> Self: ...
    @classmethod
    def generate(cls, *, seed: _Whole = None, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, edges: _Value = None, leaper: _Value = None, size: _Value = None, shape: _Value = None, blocked: _Value = None, far: bool = False) -> Self | None: ...  # type: ignore[override]
    def solve(self, strategy: Literal["queue", "both-ends", "bits", "auto"] | None = None, *, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, path: _Value = None) -> Solved | Impossible | Unknown: ...  # type: ignore[override]
    def count(self, up_to: _Whole = None, *, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, by: _Value = None) -> Count | Unknown: ...  # type: ignore[override]

class Futoshiki(Board):
    """Futoshiki: a Latin square with inequality signs between cells"""
    def __new__(cls, text: _Text | None = None, /, *, order: _Value = None, id: _Value = None) -> Self: ...
    @classmethod
    def generate(cls, *, seed: _Whole = None, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, order: _Value = None, clues: _Value = None, difficulty: _Value = None, technique: _Value = None, symmetric: bool = False, minimal: bool = False, fewest: bool = False, notation: _Value = None) -> Self | None: ...  # type: ignore[override]
    def solve(self, strategy: Literal["plain", "forward-check", "forward-check-mrv", "lookahead", "mrv", "fast"] | None = None, *, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, max_assignments: _Value = None, static_bounds: bool = False, why: bool = False) -> Solved | Impossible | Unknown: ...  # type: ignore[override]
    def count(self, up_to: _Whole = None, *, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None) -> Count | Unknown: ...  # type: ignore[override]

class Pegs(Board):
    """Peg solitaire: jump until pegs and holes have swapped places"""
    def __new__(cls, text: _Text | None = None, /, *, board: _Value = None, vacancy: _Value = None, id: _Value = None, goal: _Value = None) -> Self: ...
    @classmethod
    def generate(cls, *, seed: _Whole = None, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, size: _Value = None, holes: _Value = None, shape: _Value = None, impossible: bool = False, notation: _Value = None, difficulty: _Value = None) -> Self | None: ...  # type: ignore[override]
    def solve(self, strategy: Literal["stack", "memo", "prune", "both-ends", "beam", "cut", "purge", "auto"] | None = None, *, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, order: _Value = None, fewest: _Value = None) -> Solved | Impossible | Unknown: ...  # type: ignore[override]
    def count(self, up_to: _Whole = None, *, time_limit: _Time = None, max_nodes: _Whole = None, memory_limit: _Whole = None, threads: _Whole = None, progress: _Tell = None, of: _Value = None) -> Count | Unknown: ...  # type: ignore[override]

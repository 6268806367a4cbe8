"""Solve, prove, count, generate and show search puzzles on boards."""

import datetime
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, TypeVar, Union, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, TypeAlias

from ._kinds import *
from ._types import Advice as Advice
from ._types import Bug as Bug
from ._types import Count as Count
from ._types import Error as Error
from ._types import Progress as Progress
from ._types import Stats as Stats

__version__: str

_B = TypeVar("_B", bound="Board")
_Text: TypeAlias = Union[str, bytes, os.PathLike[str]]
_Time: TypeAlias = Union[float, datetime.timedelta, None]
_Whole: TypeAlias = Union[SupportsIndex, None]
_Tell: TypeAlias = Union[Callable[[Progress], object], None]
_Theme: TypeAlias = Literal["light", "dark", "print", "coursework"]
_Square: TypeAlias = Union[tuple[int, int], list[int], str]

puzzles: Mapping[str, type[Board]]

class Board:
    puzzle: str
    def __new__(cls, text: _Text | None = None, /, **options: Any) -> Self: ...
    @classmethod
    def open_all(cls, boards: _Text, /, **options: Any) -> list[Self]: ...
    @classmethod
    def generate(
        cls,
        *,
        seed: _Whole = None,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
        **options: Any,
    ) -> Self | None: ...
    @classmethod
    def endless(
        cls,
        *,
        seed: _Whole = None,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        **options: Any,
    ) -> Endless[Self]: ...
    @classmethod
    def book(
        cls,
        boards: _Text | Iterable[_Text | Board] | None = None,
        /,
        *,
        number: _Whole = None,
        seed: _Whole = None,
        title: str | None = None,
        subtitle: str | None = None,
        author: str | None = None,
        header: str | None = None,
        footer: str | None = None,
        paper: str | None = None,
        bleed: str | None = None,
        per_page: _Whole = None,
        solutions: bool = True,
        theme: _Theme | None = None,
        qr: str | None = None,
        unlike: _Text | Book | Iterable[_Text | Book] | None = None,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
        **options: Any,
    ) -> Book: ...
    @classmethod
    def solve_many(
        cls,
        boards: _Text | Iterable[_Text | Board],
        /,
        strategy: str | None = None,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
        **options: Any,
    ) -> list[Solved | Impossible | Unknown]: ...
    @classmethod
    def count_many(
        cls,
        boards: _Text | Iterable[_Text | Board],
        /,
        up_to: _Whole = None,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
        **options: Any,
    ) -> list[Count | Unknown]: ...
    @classmethod
    def examples(cls) -> dict[str, Self]: ...
    @classmethod
    def strategies(cls) -> list[tuple[str, str]]: ...
    @classmethod
    def levels(cls) -> list[str]: ...
    @classmethod
    def rules(cls) -> str: ...
    @classmethod
    def brushes(cls) -> list[str]: ...
    @property
    def known(self) -> Solved | Impossible | None: ...
    @property
    def text(self) -> str: ...
    @property
    def size(self) -> tuple[int, int]: ...
    def edit(self, brush: str, at: _Square, to: _Square | None = None, value: _Whole = None) -> Self: ...
    def solve(
        self,
        strategy: str | None = None,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
        **options: Any,
    ) -> Solved | Impossible | Unknown: ...
    def count(
        self,
        up_to: _Whole = None,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
        **options: Any,
    ) -> Count | Unknown: ...
    def check(
        self,
        claim: _Text | Answer | Mapping[str, Any] | npt.NDArray[Any] | Sequence[Any],
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
    ) -> Ruling: ...
    def compare(
        self,
        *strategies: str,
        runs: _Whole = None,
        seed: _Whole = None,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
        **options: Any,
    ) -> list[dict[str, Any]]: ...
    def watch(
        self,
        strategy: str | None = None,
        *,
        batch: _Whole = None,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        **options: Any,
    ) -> Watch: ...
    def rate(
        self,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
    ) -> Rating | Unknown | None: ...
    def play(self, position: _Text | None = None) -> Game: ...
    def hint(
        self,
        position: _Text | None = None,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
    ) -> Step | Advice | Unknown: ...
    def explain(
        self,
        most: _Whole = None,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
    ) -> Explanation: ...
    def svg(self, *, theme: _Theme | None = None, cell: _Whole = None) -> str: ...
    def png(self, *, theme: _Theme | None = None, cell: _Whole = None) -> bytes: ...
    def film(
        self,
        strategy: str | None = None,
        *,
        format: Literal["svg", "gif"] = "svg",
        frames: _Whole = None,
        theme: _Theme | None = None,
        cell: _Whole = None,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
        **options: Any,
    ) -> Film: ...
    def _repr_svg_(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Answer:
    @property
    def board(self) -> Board: ...
    @property
    def strategy(self) -> str: ...
    @property
    def stats(self) -> Stats: ...
    @property
    def elapsed(self) -> float: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def verified(self) -> bool: ...
    @property
    def data(self) -> dict[str, Any] | None: ...
    @property
    def text(self) -> str: ...
    def svg(self, *, theme: _Theme | None = None, cell: _Whole = None) -> str: ...
    def png(self, *, theme: _Theme | None = None, cell: _Whole = None) -> bytes: ...
    def film(
        self,
        *,
        format: Literal["svg", "gif"] = "svg",
        frames: _Whole = None,
        theme: _Theme | None = None,
        cell: _Whole = None,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
    ) -> Film: ...
    def _repr_svg_(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Solved(Answer):
    __match_args__ = ("solution",)
    @property
    def solution(self) -> Any: ...

class Impossible(Answer):
    __match_args__ = ("proof",)
    @property
    def proof(self) -> dict[str, Any]: ...
    @property
    def reason(self) -> str: ...

class Unknown(Answer):
    __match_args__ = ("limit",)
    @property
    def limit(self) -> str: ...
    @property
    def memory_needed(self) -> int | None: ...
    @property
    def reason(self) -> str: ...

class Ruling:
    __match_args__ = ("valid", "flaw")
    @property
    def valid(self) -> bool | None: ...
    @property
    def subject(self) -> str: ...
    @property
    def flaw(self) -> str | None: ...
    @property
    def limit(self) -> str | None: ...
    def __bool__(self) -> bool: ...

class Endless(Iterator[_B]):
    @property
    def seed(self) -> int: ...
    @property
    def limit(self) -> str | None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> _B: ...

class Watch(Iterator[npt.NDArray[np.void]]):
    sorts: list[str]
    tones: list[str]
    def __iter__(self) -> Self: ...
    def __next__(self) -> npt.NDArray[np.void]: ...
    def all(self, most: _Whole = None) -> npt.NDArray[np.void]: ...
    @property
    def answer(self) -> Solved | Impossible | Unknown | None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...

class Step:
    @property
    def technique(self) -> str: ...
    @property
    def cost(self) -> float: ...
    @property
    def why(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def position(self) -> str: ...
    def svg(self, *, theme: _Theme | None = None, cell: _Whole = None) -> str: ...
    def _repr_svg_(self) -> str | None: ...

class Explanation:
    @property
    def ended(self) -> str: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, place: SupportsIndex, /) -> Step: ...
    @overload
    def __getitem__(self, place: slice, /) -> list[Step]: ...
    def __iter__(self) -> Iterator[Step]: ...

class Rating:
    __match_args__ = ("level",)
    @property
    def level(self) -> str | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def hardest(self) -> str | None: ...
    @property
    def cost(self) -> float | None: ...
    @property
    def effort(self) -> float | None: ...
    @property
    def rounds(self) -> dict[str, int]: ...
    @property
    def facts(self) -> list[str]: ...

class Game:
    @property
    def text(self) -> str: ...
    @property
    def state(self) -> Literal["going", "won", "stuck"]: ...
    @property
    def actions(self) -> list[str]: ...
    @property
    def history(self) -> list[dict[str, Any]]: ...
    @property
    def faults(self) -> list[tuple[str, list[tuple[int, int]]]]: ...
    def moves(self, at: _Square) -> list[dict[str, Any]]: ...
    def make(self, action: str, at: _Square, to: _Square | None = None, value: _Whole = None) -> None: ...
    def undo(self) -> bool: ...
    def redo(self) -> bool: ...
    def hint(
        self,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
    ) -> Step | Advice | Unknown: ...
    def verdict(
        self,
        *,
        time_limit: _Time = None,
        max_nodes: _Whole = None,
        memory_limit: _Whole = None,
        threads: _Whole = None,
        progress: _Tell = None,
    ) -> tuple[str, Any]: ...
    def svg(self, *, theme: _Theme | None = None, cell: _Whole = None) -> str: ...
    def _repr_svg_(self) -> str | None: ...

class Film:
    @property
    def data(self) -> bytes: ...
    @property
    def format(self) -> Literal["svg", "gif"]: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]: ...

class Book:
    @property
    def pdf(self) -> bytes: ...
    @property
    def data(self) -> str: ...
    @property
    def puzzles(self) -> int: ...
    @property
    def pages(self) -> int: ...
    @property
    def notes(self) -> list[str]: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...

def book(
    plan: _Text,
    /,
    *,
    time_limit: _Time = None,
    max_nodes: _Whole = None,
    memory_limit: _Whole = None,
    threads: _Whole = None,
    progress: _Tell = None,
) -> Book: ...
def check_book(
    book: _Text | Book,
    /,
    *,
    time_limit: _Time = None,
    max_nodes: _Whole = None,
    memory_limit: _Whole = None,
    threads: _Whole = None,
    progress: _Tell = None,
) -> list[tuple[int, str]]: ...
def open(puzzle: str, board: _Text | None = None, /, **options: Any) -> Board: ...
def open_all(puzzle: str, boards: _Text, /, **options: Any) -> list[Board]: ...
def generate(puzzle: str, /, *, seed: _Whole = None, **options: Any) -> Board | None: ...
def endless(puzzle: str, /, *, seed: _Whole = None, **options: Any) -> Endless[Board]: ...
def solve_many(
    puzzle: str, boards: _Text | Iterable[_Text | Board], /, strategy: str | None = None, **options: Any
) -> list[Solved | Impossible | Unknown]: ...
def count_many(
    puzzle: str, boards: _Text | Iterable[_Text | Board], /, up_to: _Whole = None, **options: Any
) -> list[Count | Unknown]: ...
def explain(code: str) -> str: ...
def get_language() -> str: ...
def set_language(tag: str) -> None: ...

"""What all tests share: English, whatever the machine speaks, and every puzzle with its examples."""

import pytest

import tabuleiro


@pytest.fixture(autouse=True)
def english():
    tabuleiro.set_language("en")


def pytest_generate_tests(metafunc):
    if "puzzle" in metafunc.fixturenames:
        metafunc.parametrize("puzzle", list(tabuleiro.puzzles.values()), ids=list(tabuleiro.puzzles))


@pytest.fixture
def board(puzzle):
    """The first example of a puzzle."""
    return next(iter(puzzle.examples().values()))

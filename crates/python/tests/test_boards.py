"""Boards are values: read, written, compared, pickled, edited, generated."""

import copy
import itertools
import pathlib
import pickle

import pytest

import tabuleiro


def test_every_puzzle_is_a_class(puzzle):
    assert issubclass(puzzle, tabuleiro.Board)
    assert tabuleiro.puzzles[puzzle.puzzle] is puzzle
    assert getattr(tabuleiro, puzzle.__name__) is puzzle
    assert puzzle.__name__ in tabuleiro.__all__
    assert "Strategies:" in puzzle.__doc__
    assert puzzle.strategies() and len(puzzle.rules()) > 1000


def test_the_base_class_is_no_puzzle():
    with pytest.raises(tabuleiro.Error, match="use one of"):
        tabuleiro.Board("o.o")


def test_a_board_is_its_text(puzzle, board):
    again = puzzle(board.text)
    assert again == board and hash(again) == hash(board) and again is not board
    assert again != puzzle.generate(seed=99) and again != board.text
    assert str(board) == board.text
    assert type(again) is puzzle
    assert {board: 1}[again] == 1


def test_boards_are_pickled_and_copied(board):
    for other in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board), copy.copy(board)):
        assert other == board and type(other) is type(board)


def test_a_copy_knows_the_answer(puzzle):
    board = puzzle.generate(seed=1)
    for other in (copy.copy(board), copy.deepcopy([board])[0]):
        assert other.known is board.known
    assert copy.copy(board.known) is board.known and copy.deepcopy(board.known) is board.known


def test_repr_of_a_small_board_gives_it_again(puzzle):
    small = [board for board in puzzle.examples().values() if len(board.text) <= 60]
    for board in small:
        assert eval(repr(board), {puzzle.__name__: puzzle}) == board


def test_a_class_of_ones_own_is_kept():
    class Mine(tabuleiro.Tour):
        pass

    board = Mine(size=(5, 5))
    assert type(board) is Mine and type(pickle.loads(pickle.dumps(tabuleiro.Tour(board.text)))) is tabuleiro.Tour
    assert type(board.edit(Mine.brushes()[0], (1, 1))) is Mine


def test_texts_bytes_and_paths_are_read(puzzle, board, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(board.text, encoding="utf8")
    for given in (board.text, board.text.encode(), path, pathlib.Path(path)):
        assert puzzle(given) == board
        assert tabuleiro.open(puzzle.puzzle, given) == board
        assert puzzle.open_all(given) == [board]


def test_options_describe_boards():
    tour = tabuleiro.Tour(size=(6, 7), start="a1", closed=False)
    assert tour.size == (6, 7) and tour == tabuleiro.Tour(size="6x7", start=(6, 1))
    assert tabuleiro.Tour(size=(6, 6), closed=True) != tabuleiro.Tour(size=[6, 6], closed=None)
    numpy = pytest.importorskip("numpy")
    assert tour == tabuleiro.Tour(size=numpy.array([6, 7]), start=(numpy.int64(6), numpy.int32(1)))
    assert tabuleiro.Futoshiki(order=numpy.int8(4)) == tabuleiro.Futoshiki(order=4)
    assert tabuleiro.open("futoshiki", order=4) == tabuleiro.Futoshiki(order="4")


def test_options_may_be_files(tmp_path):
    board = tabuleiro.Tour(size=(5, 5))
    path = tmp_path / "tour.txt"
    path.write_text(board.solve().text, encoding="utf8")
    assert board.count(before=path) == board.count(before=path.read_text(encoding="utf8")) > 0
    zero = tabuleiro.Tour(board.text, zero_based=True)
    assert zero.check("\n".join(" ".join(str(n - 1) for n in row) for row in board.solve().solution))


def test_a_text_may_hold_several_boards():
    boards = [tabuleiro.Futoshiki.generate(seed=seed) for seed in range(3)]
    text = "\n".join(board.text for board in boards)
    assert tabuleiro.Futoshiki.open_all(text) == boards
    assert tabuleiro.open_all("futoshiki", text) == boards
    with pytest.raises(tabuleiro.Error) as caught:
        tabuleiro.Futoshiki(text)
    assert caught.value.code == "Y0105"


def test_a_seed_is_a_board(puzzle):
    one, two, other = puzzle.generate(seed=7), puzzle.generate(seed=7), puzzle.generate(seed=8)
    assert one == two and one.known == two.known
    assert one != other or one.known != other.known
    assert one.known.verified and one.check(one.known)
    assert isinstance(one.known, (tabuleiro.Solved, tabuleiro.Impossible))
    assert tabuleiro.generate(puzzle.puzzle, seed=7) == one
    with pytest.raises(tabuleiro.Error, match="2\\*\\*64"):
        puzzle.generate(seed=2**64)


def test_boards_come_without_end(puzzle):
    boards = list(itertools.islice(puzzle.endless(seed=5), 4))
    assert [board.known for board in boards] == [puzzle.generate(seed=seed).known for seed in range(5, 9)]
    endless = puzzle.endless(seed=5, time_limit=0)
    assert list(endless) == [] and endless.limit == "time"
    assert puzzle.generate(seed=5, time_limit=0) is None


def test_boards_are_edited(puzzle, board):
    edited = 0
    for brush in puzzle.brushes():
        try:
            edited += board.edit(brush, (1, 1), (1, 2), 1) != board
        except tabuleiro.Error as error:
            assert error.code
    assert edited, puzzle
    brush, rows = puzzle.brushes()[0], board.size[0]
    try:
        assert board.edit(brush, "a1", "b1", 1) == board.edit(brush, (rows, 1), [rows, 2], 1)
    except tabuleiro.Error as error:
        assert error.code[0] != "Y"
    with pytest.raises(tabuleiro.Error, match="not on the"):
        board.edit(puzzle.brushes()[0], (10**6, 1))
    with pytest.raises(tabuleiro.Error, match="unknown brush"):
        board.edit("chalk", (1, 1))

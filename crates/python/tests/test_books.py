"""Books of puzzles, their data, and what is wrong with either."""

import json

import pytest

import tabuleiro


def test_every_puzzle_has_books_that_are_the_same_by_seed(puzzle, tmp_path):
    book = puzzle.book(number=3, seed=7)
    assert book.pdf.startswith(b"%PDF-1.7") and (book.puzzles, book.pages % 2) == (3, 0)
    assert puzzle.book(number=3, seed=7, threads=1).pdf == book.pdf
    assert puzzle.book(number=3, seed=8).pdf != book.pdf
    assert tabuleiro.check_book(book) == []
    book.save(tmp_path / "mine.pdf")
    assert (tmp_path / "mine.pdf").read_bytes() == book.pdf
    assert tabuleiro.check_book(tmp_path / "mine.json") == []
    boards = [one["board"] for one in json.loads(book.data)["puzzles"]]
    again = puzzle.book(boards, title="Mine", paper="6x9in", bleed="3mm", per_page=1)
    assert [one["board"] for one in json.loads(again.data)["puzzles"]] == boards
    with pytest.raises(tabuleiro.Error, match="D0218"):
        puzzle.book(boards, unlike=[book])


def test_a_lie_in_the_data_is_found():
    data = json.loads(tabuleiro.Futoshiki.book(number=2, order=4).data)
    data["puzzles"][1]["difficulty"] = "extreme"
    [(number, flaw)] = tabuleiro.check_book(json.dumps(data))
    assert number == 2 and "extreme" in flaw


def test_plans_make_books_of_several_puzzles(tmp_path):
    (tmp_path / "boards.txt").write_text(tabuleiro.Futoshiki.generate(order=4).text)
    files = json.dumps([str(tmp_path / "boards.txt")])
    section = f'[[section]]\npuzzle = "futoshiki"\nfiles = {files}\n'
    plan = f'title = "Two"\nlang = "pt-BR"\n{section}[[section]]\npuzzle = "lost-knight"\nnumber = 2\nshape = "maze"\n'
    assert tabuleiro.book(plan).puzzles == 3
    (tmp_path / "plan.toml").write_text(plan)
    assert tabuleiro.book(tmp_path / "plan.toml").pdf == tabuleiro.book(plan).pdf
    for broken in ("", "[[[", "title = 1", plan + "size = true\n", plan.replace("maze", "none")):
        with pytest.raises(tabuleiro.Error):
            tabuleiro.book(broken)
    with pytest.raises(tabuleiro.Error, match="Y0101"):
        tabuleiro.book(plan, colour=1)


def test_what_no_book_can_have_is_refused():
    for wrong in ({"paper": "a99"}, {"number": 0}, {"number": 10**6}, {"bleed": "x"}, {"theme": "sepia"}, {"title": "\u540d"}, {"difficulty": "none"}, {"per_page": -1}, {"unlike": "{}"}):
        with pytest.raises(tabuleiro.Error):
            tabuleiro.Futoshiki.book(**wrong)
    long = tabuleiro.Futoshiki.book(number=1, order=4, title="9" * 10**6, header="x " * 10**5, footer="y" * 10**6)
    assert long.pages == 6
    for name in ("title", "subtitle", "author", "header", "footer", "paper", "bleed", "theme", "qr"):
        for wrong in (3, b"x"):
            with pytest.raises(tabuleiro.Error, match="Y0102"):
                tabuleiro.Futoshiki.book(**{name: wrong})
    for name in ("title", "paper", "theme"):
        with pytest.raises(tabuleiro.Error):
            tabuleiro.Futoshiki.book(**{name: "\ud800"})
    board = tabuleiro.Futoshiki.generate()
    for wrong in ({"number": 3}, {"seed": 1}, {"difficulty": "easy"}):
        with pytest.raises(tabuleiro.Error, match="D0219"):
            tabuleiro.Futoshiki.book([board], **wrong)
    with pytest.raises(tabuleiro.Error, match="I0004"):
        tabuleiro.Futoshiki.book([""])
    with pytest.raises(tabuleiro.Error, match="time"):
        tabuleiro.Futoshiki.book(number=5000, order=9, difficulty="extreme", time_limit=0.05)

"""Pictures, films, games, explanations and ratings."""

import xml.etree.ElementTree

import pytest

import tabuleiro


def test_boards_and_answers_are_pictures(puzzle):
    board = puzzle.generate(seed=1)
    for shown in (board, board.known, board.solve()):
        assert xml.etree.ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
        for theme in ("light", "dark", "print", "coursework"):
            assert shown.svg(theme=theme).startswith("<svg")
        assert shown.png(cell=20).startswith(b"\x89PNG")
    with pytest.raises(tabuleiro.Error, match="theme"):
        board.svg(theme="sepia")


def test_a_proof_is_a_picture():
    answer = tabuleiro.Tour(size=(3, 3)).solve()
    assert answer.svg() != tabuleiro.Tour(size=(3, 3)).svg() or answer.svg().startswith("<svg")


def test_films_move(puzzle, tmp_path):
    board = next(iter(puzzle.examples().values()))
    film = board.film(max_nodes=200, frames=10)
    assert film.format == "svg" and b"<animate" in film.data
    assert film._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    gif = board.film(max_nodes=200, frames=5, format="gif")
    assert gif.data.startswith(b"GIF89a") and "image/gif" in gif._repr_mimebundle_()
    gif.save(tmp_path / "film.gif")
    assert (tmp_path / "film.gif").read_bytes() == gif.data
    with pytest.raises(tabuleiro.Error):
        board.film(format="mp4")
    with pytest.raises(tabuleiro.Error, match="D0104"):
        board.film(memory_limit=1000)


def test_solutions_are_films(puzzle):
    answer = puzzle.generate(seed=1).known
    if isinstance(answer, tabuleiro.Solved):
        assert answer.film(frames=8).data.startswith(b"<svg")
        assert answer.film(format="gif").data.startswith(b"GIF89a")
    with pytest.raises(tabuleiro.Error) as caught:
        tabuleiro.Tour(size=(3, 3)).solve().film()
    assert caught.value.code == "Y0108"


def test_ratings_are_levels(puzzle):
    if puzzle.levels():
        board = puzzle.generate(seed=1)
        rating = board.rate()
        # Not every board can be rated, which takes no time to say.
        assert rating.level in [*puzzle.levels(), None] and rating.reason and str(rating)
        if rating.level is not None:
            assert isinstance(board.rate(time_limit=0), tabuleiro.Unknown)


def playable():
    return [puzzle for puzzle in tabuleiro.puzzles.values() if can_be_played(puzzle)]


def can_be_played(puzzle):
    try:
        next(iter(puzzle.examples().values())).play()
    except tabuleiro.Error as fault:
        assert fault.code == "B0109"
        return False
    return True


@pytest.mark.parametrize("played", playable(), ids=lambda played: played.__name__)
def test_games_are_played_and_explained(played):
    board = next(iter(played.examples().values()))
    game = board.play()
    assert game.state in ("going", "won", "stuck") and game.history == [] and game.actions
    rows, columns = board.size
    moves = [move for row in range(1, rows + 1) for column in range(1, columns + 1) for move in game.moves((row, column))]
    if moves:
        move = moves[0]
        to = tuple(move["to"]) if move["to"] else None
        game.make(move["action"], tuple(move["at"]), to, move["value"])
        assert game.history == [move]
        again = board.play(game.text)
        assert again.text == game.text
        assert game.undo() and not game.undo() and game.redo() and not game.redo()
        assert game._repr_svg_().startswith("<svg")
    with pytest.raises(tabuleiro.Error):
        game.make("levitate", (1, 1))
    word, told = board.play().verdict(time_limit=2)
    assert word in ("winnable", "lost", "unknown") and told is not None
    hint = board.hint(time_limit=5)
    if isinstance(hint, tabuleiro.Step):
        assert hint.why and hint.technique and hint.data["moves"] and hint._repr_svg_().startswith("<svg")
        steps = board.explain(3, time_limit=20)
        assert str(steps[0]) == str(hint) and len(list(steps)) == len(steps) <= 3
        assert steps[-1].why == list(steps)[-1].why == steps[-1:][0].why and len(steps[:0]) == 0
        with pytest.raises(IndexError):
            steps[len(steps)]


def test_help_has_words():
    for thing in (tabuleiro.Board.solve, tabuleiro.Board.count, tabuleiro.Watch.all, tabuleiro.Tour, tabuleiro.Error):
        assert thing.__doc__

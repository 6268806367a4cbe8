"""Answers: solved, impossible or unknown; counts; claims; comparisons."""

import copy
import pickle
import time

import numpy
import pytest

import tabuleiro


def test_examples_are_answered_and_verified(puzzle):
    for board in puzzle.examples().values():
        answer = board.solve(max_nodes=10**6)
        assert isinstance(answer, (tabuleiro.Solved, tabuleiro.Impossible, tabuleiro.Unknown))
        assert answer.board == board
        assert answer.elapsed >= 0 and answer.stats.nodes == answer.stats[0]
        if isinstance(answer, tabuleiro.Solved):
            assert answer.verified and board.check(answer) and board.check(answer.data) and board.check(answer.text)


def test_answers_are_values(board):
    one, two = board.solve(), board.solve()
    assert one == two and hash(one) == hash(two) and one.stats == two.stats
    assert one != board.solve(max_nodes=0) and one != 1


def test_answers_are_pickled_and_verified_again(puzzle):
    board = puzzle.generate(seed=3)
    impossible = tabuleiro.Tour(size=(3, 3))
    for answer in (board.known, board.solve(), board.solve(max_nodes=0), board.solve(time_limit=0), board.solve(memory_limit=0),
                   impossible.solve(), impossible.solve("fixed")):
        for again in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
            assert again == answer and type(again) is type(answer) and again.board == answer.board
            assert (again.stats, again.elapsed) == (answer.stats, answer.elapsed)
            assert (again.strategy, again.notes, again.text) == (answer.strategy, answer.notes, answer.text)
            assert (again.verified, str(again.data)) == (answer.verified, str(answer.data))


def test_an_answer_that_was_pickled_and_changed_is_refused():
    board = tabuleiro.LostKnight("C..x\n.x..\n...S\n")
    make, (said, *rest) = board.solve().__reduce__()
    other = tabuleiro.LostKnight("C...\n....\n.S..\n")
    for lie in ((other, *said[1:]), (board, said[1].replace("[3,4]", "[3,3]"), None), (board, "{}", None), (board, "", ("luck", 1))):
        with pytest.raises(tabuleiro.Error):
            make(lie, *rest)


def test_every_strategy_agrees(puzzle):
    board = puzzle.generate(seed=3)
    for strategy, about in puzzle.strategies():
        assert about
        answer = board.solve(strategy, max_nodes=20_000)
        assert answer.strategy == strategy
        if not isinstance(answer, tabuleiro.Unknown):
            assert type(answer) is type(board.known)


def test_a_board_of_numbers_is_an_array():
    solution = tabuleiro.Tour(size=(5, 6)).solve().solution
    assert isinstance(solution, numpy.ndarray) and solution.dtype == numpy.int64
    assert sorted(solution.ravel()) == list(range(1, 31))
    holes = tabuleiro.Tour(".....\n.....\n.....\n.....\n....#\n", start=(1, 1)).solve(time_limit=5)
    if isinstance(holes, tabuleiro.Solved):
        assert holes.solution[4, 4] == 0
    grid = tabuleiro.Futoshiki(order=4).solve().solution
    assert all(sorted(line) == [1, 2, 3, 4] for line in [*grid, *grid.T])


def test_moves_are_a_list():
    path = tabuleiro.LostKnight("C..x\n.x..\n...S\n").solve().solution
    assert path == [(1, 1), (3, 4)]
    jumps = tabuleiro.Pegs("oo.\n").solve().solution
    assert jumps == [((1, 1), (1, 3))]


def test_a_proof_tells_why():
    answer = tabuleiro.Tour(size=(3, 3)).solve()
    assert isinstance(answer, tabuleiro.Impossible) and answer.verified
    assert answer.proof["kind"] == "argument" and answer.reason.startswith("impossible")
    searched = tabuleiro.Tour(size=(3, 3)).solve("fixed")
    assert searched.proof == {"kind": "exhaustion"} and not searched.verified
    assert tabuleiro.Tour(size=(3, 3)).check(answer).subject == "proof"


def test_answers_match():
    # As `match` does, which is younger than the oldest Python this runs on.
    assert [kind.__match_args__ for kind in (tabuleiro.Solved, tabuleiro.Impossible, tabuleiro.Unknown)] == [
        ("solution",),
        ("proof",),
        ("limit",),
    ]


def test_limits_are_answers(puzzle):
    board = puzzle.generate(seed=1)
    for limit, word in [({"max_nodes": 0}, "nodes"), ({"time_limit": 0}, "time"), ({"memory_limit": 0}, "memory")]:
        answer = board.solve(**limit)
        if isinstance(answer, tabuleiro.Unknown):
            assert answer.limit == word and word in repr(answer) + answer.reason
            assert not answer.verified and answer.data is None
    assert isinstance(board.solve(time_limit=0), tabuleiro.Unknown)


def test_large_boards_end_within_their_limits():
    for size in (10**4, 10**6, 10**9):
        board = tabuleiro.Tour(size=(size, size))
        answer = board.solve(time_limit=0.3, memory_limit=64 << 20)
        assert size == 10**4 and answer.verified or answer.limit in ("memory", "time")
        assert repr(board) == f"<Tour {size}x{size}>"
        assert isinstance(board.count(time_limit=0.3, memory_limit=64 << 20), tabuleiro.Unknown)
        assert board._repr_svg_() is None
    with pytest.raises(tabuleiro.Error, match="memory"):
        str(board)
    with pytest.raises(tabuleiro.Error):
        board.svg()


def test_counts_are_numbers_of_any_size():
    count = tabuleiro.Tour(size=(6, 6), closed=True).count()
    assert count == 9862 and isinstance(count, int) and count.exact and count.unit
    again = pickle.loads(pickle.dumps(count))
    assert again == count and again.unit == count.unit and again.stats == count.stats
    assert tabuleiro.Futoshiki(order=5).count() == 161280
    large = tabuleiro.Futoshiki(order=7).count(up_to=10)
    assert large == 10 and not large.exact
    assert tabuleiro.Tour(size=(8, 8)).count(max_nodes=1000).limit == "nodes"
    with pytest.raises(tabuleiro.Error):
        tabuleiro.Futoshiki(order=5).count(up_to=0)


def test_claims_are_checked(puzzle):
    board = puzzle.generate(seed=2)
    assert board.check(board.known).valid
    with pytest.raises(tabuleiro.Error) as caught:
        board.check("\x00 nonsense")
    assert caught.value.place == (1, 1) and "^" in str(caught.value)
    ruling = board.check(board.known, time_limit=0)
    assert ruling.valid is None and ruling.limit == "time" and not ruling


def test_wrong_claims_tell_their_flaw():
    board = tabuleiro.Futoshiki(order=4)
    wrong = numpy.ones((4, 4), dtype=int)
    ruling = board.check(wrong)
    assert ruling.valid is False and ruling.flaw and ruling.subject == "solution"
    assert board.check(wrong.tolist()).flaw == ruling.flaw
    assert board.check({"outcome": "impossible"}).subject == "impossible"


def test_claims_are_what_answers_give(puzzle):
    board = puzzle.generate(seed=4)
    if isinstance(board.known, tabuleiro.Solved):
        solution = board.known.solution
        assert board.check(solution) and board.check(list(solution)) and board.check(tuple(solution))
        if isinstance(solution, list):
            wrong = solution[1:]
        else:
            wrong = solution.copy()
            wrong[0, 0] = wrong[0, 1]
        assert not board.check(wrong)


def test_numbers_of_any_type_are_claims():
    board = tabuleiro.Futoshiki(order=4)
    grid = board.solve().solution
    pandas = pytest.importorskip("pandas")
    for claim in (grid.astype("i2"), grid.astype(float), grid.astype(object), numpy.asfortranarray(grid), pandas.DataFrame(grid),
                  [list(row) for row in grid], [tuple(map(int, row)) for row in grid], {"grid": grid}, {"solution": {"grid": grid}}):
        assert board.check(claim).valid
    for claim in (grid[:2], grid + 0.5, numpy.full((4, 4), numpy.nan), [[2**70] * 4] * 4, [], [[]]):
        try:
            assert not board.check(claim)
        except tabuleiro.Error as fault:
            assert fault.help


def test_strategies_are_compared():
    rows = tabuleiro.Tour(size=(5, 5), start="a1").compare("fixed", "roth", runs=2)
    assert [row["strategy"] for row in rows] == ["fixed", "roth"]
    assert list(rows[0])[:3] == ["puzzle", "strategy", "outcome"] and rows[0]["runs"] == 2
    assert rows[0]["nodes"] == tabuleiro.Tour(size=(5, 5), start="a1").solve("fixed").stats.nodes
    begun = time.monotonic()
    many = tabuleiro.Tour(size=(5, 5), start="a1").compare("roth", runs=2**62, time_limit=0.2)
    assert many[0]["limit"] == "time" and time.monotonic() - begun < 20
    every = tabuleiro.Tour(size=(5, 5)).compare(runs=1, max_nodes=1000)
    assert len(every) == len(tabuleiro.Tour.strategies())


def test_many_are_solved_in_order():
    boards = [tabuleiro.Futoshiki.generate(seed=seed) for seed in range(200)]
    texts = [board.text for board in boards]
    for given in (boards, texts, iter(texts), "\n".join(texts)):
        answers = tabuleiro.Futoshiki.solve_many(given)
        assert [answer.board for answer in answers] == boards
        assert all(board.check(answer) for board, answer in zip(boards, answers))
    assert tabuleiro.Futoshiki.count_many(texts, 2) == [1] * 200
    assert tabuleiro.solve_many("futoshiki", [], threads=1) == []
    assert tabuleiro.count_many("futoshiki", boards[:2], up_to=2) == [1, 1]
    cut = tabuleiro.Futoshiki.solve_many(texts, time_limit=0)
    assert len(cut) == 200 and all(isinstance(answer, tabuleiro.Unknown) for answer in cut)


def test_a_fault_among_many_says_where_it_is():
    texts = [tabuleiro.Futoshiki.generate(seed=1).text] * 3
    for given, code in [("1 2 3", None), (texts[0] + "\n" + texts[0], "Y0105"), ("", "I0004")]:
        with pytest.raises(tabuleiro.Error) as caught:
            tabuleiro.Futoshiki.solve_many([*texts, given])
        assert "boards[3]" in str(caught.value) and code in (None, caught.value.code)
    with pytest.raises(tabuleiro.Error) as caught:
        tabuleiro.Futoshiki.solve_many([tabuleiro.Tour(size=(5, 5))])
    assert caught.value.code == "Y0106"

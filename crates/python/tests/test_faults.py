"""What is wrong with what was asked is one family of exceptions, and what is wrong with us another."""

import datetime
import pickle
import random
import string

import pytest

import tabuleiro


def error(call, *arguments, **options):
    with pytest.raises(tabuleiro.Error) as caught:
        call(*arguments, **options)
    fault = caught.value
    assert isinstance(fault, ValueError) and fault.message and fault.help and fault.explain
    assert str(fault).startswith(f"error[{fault.code}]: {fault.message}")
    assert tabuleiro.explain(fault.code) == fault.explain
    return fault


def test_faults_of_texts_show_their_place():
    fault = error(tabuleiro.LostKnight, "C..\n.q.\n..S\n")
    assert fault.place == (2, 2) and fault.file == "board"
    assert " --> board:2:2" in str(fault) and "2 | .q." in str(fault) and "  |  ^" in str(fault)


def test_faults_of_options_show_their_place():
    fault = error(tabuleiro.Tour, size="8y8")
    assert fault.code == "B0101" and "--> size:1:1" in str(fault) and "^^^" in str(fault)
    assert error(tabuleiro.Tour, "", zero_basd=True).place == (1, 1)
    fault = error(tabuleiro.Tour, sise=(8, 8))
    assert fault.code == "Y0101" and "did you mean size?" in fault.help
    assert error(tabuleiro.Tour, size=(8, 8), closed="yes").code == "Y0102"
    assert error(tabuleiro.Tour, size={8}).code == "Y0102"
    assert error(tabuleiro.Tour, size=True).code == "Y0102"
    assert error(tabuleiro.Tour).code == "Y0104"
    assert error(tabuleiro.Tour, "").code == "I0004"
    assert error(tabuleiro.Tour, 7).code == "Y0102"
    assert error(tabuleiro.open, "tuor", "...").code == "Y0103"
    assert error(tabuleiro.set_language, "tlh").code == "Y0107"
    assert error(tabuleiro.explain, "Z9999").code == "U0105"


def test_faults_of_searches(board):
    fault = error(board.solve, "no-such-strategy")
    assert fault.code == "U0104" and "known" not in fault.message
    for limits in ({"time_limit": -1}, {"time_limit": float("nan")}, {"time_limit": "1s"}, {"max_nodes": -1},
                   {"max_nodes": 1.5}, {"memory_limit": None, "threads": 0}, {"progress": 3}, {"max_nodes": True}):
        assert error(board.solve, **limits).code == "Y0102"
    assert error(board.solve, max_node=1).help.startswith("did you mean max_nodes?")
    for most in (10**30, datetime.timedelta(seconds=60), float("inf")):
        name = "time_limit" if not isinstance(most, int) else "max_nodes"
        board.solve(**{name: most})


def test_what_is_out_of_range_is_shown(board):
    fault = error(board.solve, max_nodes=-1)
    assert fault.message == "`max_nodes` cannot be -1 (int)" and fault.help == "expected: int >= 0"
    assert "1 | -1\n  | ^^" in str(fault) and fault.file == "max_nodes"
    assert error(board.solve, max_nodes=object()).message == "`max_nodes` cannot be object"
    assert len(str(error(board.solve, max_nodes="9" * 10**6))) < 200
    for call in (
        lambda: board.solve(3), lambda: board.svg(theme=3), lambda: board.svg(cell=-1), lambda: board.png(cell=1.5),
        lambda: board.film(frames=0), lambda: board.film(format=3), lambda: board.watch(batch=0), lambda: board.watch().all(-1),
        lambda: board.edit(3, (1, 1)), lambda: board.edit("x", 3), lambda: board.edit("x", (1, 1), None, -1), lambda: board.compare(3),
        lambda: board.check(None), lambda: board.check(object()), lambda: board.check({1: 2}), lambda: board.check({"solution": object()}),
        lambda: tabuleiro.open(3), lambda: tabuleiro.set_language(None), lambda: tabuleiro.explain(3), lambda: type(board).solve_many(3),
        lambda: type(board).solve_many(board), lambda: type(board).generate(seed=-1), lambda: tabuleiro.generate(type(board).puzzle, seed="x"),
    ):
        assert error(call).code == "Y0102"


def test_options_are_called_by_their_keywords(puzzle):
    fault = error(tabuleiro.Futoshiki.generate, fewest=True)
    assert fault.message.startswith("`fewest` is") and "add `clues` signs" in fault.help and "--" not in str(fault)
    unknown = tabuleiro.Tour(size=(8, 8)).solve(memory_limit=100)
    assert "(`memory_limit`)" in unknown.reason and "(`memory_limit`)" in repr(unknown)
    assert "--" not in puzzle.__doc__ + str(puzzle.strategies())


def test_what_values_do_of_themselves_is_no_trap(board):
    class Around:
        def tolist(self):
            return self

    class Word:
        def __index__(self):
            return "x"

    class Many(list):
        def __len__(self):
            return 2**62

    assert type(board).solve_many(Many()) == []
    assert len(str(error(board.solve, "x" * 10**6))) < 3000
    assert error(tabuleiro.Tour, size=Around()).code == "Y0102"
    assert error(tabuleiro.Tour, size=1 << 40_000).code in ("Y0102", "B0101")
    assert error(board.check, Around()).code == "Y0102"
    for call in (lambda: board.solve(max_nodes=Word()), lambda: board.count(Word()), lambda: type(board).generate(seed=Word())):
        assert error(call).code == "Y0102"


def test_lone_surrogates_are_refused_as_any_letter_is(puzzle, board):
    for call in (
        lambda: puzzle("\ud800"), lambda: board.solve("\ud800"), lambda: board.check("\ud800"), lambda: board.svg(theme="\ud800"),
        lambda: tabuleiro.open("\ud800"), lambda: tabuleiro.set_language("\ud800"), lambda: tabuleiro.explain("\ud800"),
        lambda: puzzle.generate(**{"\ud800": 1}), lambda: puzzle.solve_many(["\ud800"]), lambda: board.edit("\ud800", "a1"),
    ):
        error(call)


def test_data_is_nested_as_deeply_as_answers_are(board):
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert error(board.check, nested).code == "Y0102"
    around = []
    around.append(around)
    assert error(board.check, around).code == "Y0102"


def test_an_option_that_a_strategy_ignores_is_refused():
    board = tabuleiro.Tour(size=(5, 5))
    assert error(board.solve, "roth", priority="auto").code == "U0116"
    assert board.solve(priority="auto", max_nodes=100).strategy == "priority"


def test_puzzles_that_are_not_rated_say_so(puzzle, board):
    if not puzzle.levels():
        assert error(board.rate).code == "U0121"


def test_files_that_cannot_be_read(tmp_path):
    assert error(tabuleiro.Tour, tmp_path / "nothing.txt").code == "I0001"
    assert error(tabuleiro.Tour, tmp_path).code == "I0002"
    (tmp_path / "board").write_bytes(b"\xff\xfe\x00")
    assert error(tabuleiro.Tour, tmp_path / "board").code == "I0003"


def test_words_are_those_of_the_language(board):
    english = error(board.solve, "nothing").message
    tabuleiro.set_language("pt_BR.UTF-8")
    assert tabuleiro.get_language() == "pt-BR"
    portuguese = error_in_portuguese(board)
    assert portuguese.message != english and str(portuguese).startswith("erro[U0104]")
    assert board.solve(max_nodes=0).reason != ""


def error_in_portuguese(board):
    with pytest.raises(tabuleiro.Error) as caught:
        board.solve("nothing")
    return caught.value


def test_exceptions_are_pickled():
    fault = error(tabuleiro.Tour, size="8y8")
    again = pickle.loads(pickle.dumps(fault))
    assert str(again) == str(fault) and again.place == fault.place


@pytest.mark.parametrize("way", ["here", "at once", "apart"])
def test_a_panic_is_a_bug_that_says_what_to_send(way):
    with pytest.raises(tabuleiro.Bug) as caught:
        tabuleiro._native._fail("on purpose", way)
    words = str(caught.value)
    assert "report" in words and "on purpose" in words and tabuleiro.__version__ in words and ".rs:" in words
    # What comes after works.
    assert tabuleiro.Tour(size=(5, 5)).solve().verified


def test_garbage_is_refused_and_never_ends_the_program(puzzle):
    dice = random.Random(puzzle.puzzle)
    texts = [board.text.encode() for board in puzzle.examples().values() if len(board.text) < 2000]
    for _ in range(300):
        text = bytearray(dice.choice(texts))
        for _ in range(dice.randrange(1, 6)):
            place = dice.randrange(len(text) + 1)
            text[place : place + dice.randrange(3)] = bytes(dice.choices(range(256), k=dice.randrange(3)))
        try:
            for board in puzzle.open_all(bytes(text)):
                board.solve(max_nodes=100, memory_limit=1 << 24)
                board.check(dice.choice(texts))
        except tabuleiro.Error as fault:
            assert fault.code and str(fault)


def test_any_argument_is_an_answer_or_an_error(puzzle, board):
    dice = random.Random(7)
    values = [None, 0, 1, -1, 2**70, 1.5, "", "8x8", "a1", (), (1,), (2, 3), [[]], b"\xff", object(), True, {}, set()]
    methods = ["solve", "count", "check", "watch", "compare", "rate", "hint", "explain", "film", "play", "edit", "svg"]
    names = ["strategy", "max_nodes", "time_limit", "size", "threads", "batch", "theme", "cell", "frames", "most", "up_to"]
    calls = 0
    for _ in range(150):
        method = getattr(board, dice.choice(methods))
        arguments = dice.sample(values, dice.randrange(3))
        options = {dice.choice(names): dice.choice(values) for _ in range(dice.randrange(3))}
        options.setdefault("max_nodes", 200)
        if method.__name__ in ("film", "compare"):
            options["time_limit"] = 0.01
        try:
            result = method(*arguments, **options)
            if isinstance(result, tabuleiro.Watch):
                result.close()
        except (tabuleiro.Error, TypeError) as fault:
            # An argument too many is told by Python; whatever else is wrong, by us.
            assert isinstance(fault, tabuleiro.Error) or "argument" in str(fault), fault
        calls += 1
    assert calls == 150


def test_texts_of_every_letter_have_pages():
    codes = [f"Y010{n}" for n in range(1, 10)]
    assert all(len(tabuleiro.explain(code)) > 80 for code in codes)
    assert string.ascii_uppercase.index("Y")

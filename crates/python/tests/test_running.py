"""What runs can be stopped, told about and run beside other things; what was taken is given back."""

import concurrent.futures
import gc
import itertools
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
import weakref

import numpy
import pytest

import tabuleiro

# A board that no strategy asked for here ends on.
ENDLESS = tabuleiro.Tour(size=(8, 8), start="a1", end="b1")

# What is written and drawn of it takes seconds.
LARGE = tabuleiro.Tour(size=(4000, 4000)).solve()


def interrupt(after, sent=None):
    def send():
        if sent is not None:
            sent.append(time.process_time())
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    return timer


@pytest.mark.parametrize(
    "call",
    [
        lambda: ENDLESS.solve("fixed"),
        lambda: tabuleiro.Tour(size=(8, 8)).count(),
        lambda: tabuleiro.Tour.solve_many([ENDLESS] * 4, "fixed"),
        lambda: ENDLESS.watch("fixed").all(),
        lambda: ENDLESS.compare("fixed", time_limit=60),
        lambda: ENDLESS.film("fixed", time_limit=60),
        lambda: tabuleiro.Futoshiki.generate(order=9, clues="signs", fewest=True),
        lambda: list(tabuleiro.Futoshiki.endless(order=9, difficulty="extreme")),
        lambda: tabuleiro.Futoshiki.book(number=5000, order=9, difficulty="extreme"),
        lambda: tabuleiro.Tour(size=(100, 100)).explain(),
        lambda: tabuleiro.Futoshiki.solve_many(tabuleiro.Futoshiki.endless(order=4)),
        lambda: LARGE.text,
        lambda: LARGE.data,
        lambda: hash(LARGE),
        lambda: LARGE.board.svg(),
    ],
    ids=["solve", "count", "solve_many", "watch", "compare", "film", "generate", "endless", "book", "explain", "iterable", "text", "data", "hash", "svg"],
)
def test_ctrl_c_arrives(call):
    sent = []
    timer = interrupt(0.3, sent)
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        timer.cancel()
    timer.join()
    # Processor time, of two cores at the least: the clock of the wall is also that of other programs.
    assert time.process_time() - sent[0] < 0.1 * max(2, os.cpu_count())
    assert tabuleiro.Tour(size=(5, 5)).solve().verified


def test_other_threads_go_on():
    turns = []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            turns.append(1)
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    ENDLESS.solve("fixed", time_limit=0.3)
    stop.set()
    other.join()
    assert len(turns) > 20


def test_several_threads_may_search_at_once():
    found = []

    def search(seed):
        board = tabuleiro.Futoshiki.generate(seed=seed)
        found.append(board.solve() == board.known)

    threads = [threading.Thread(target=search, args=(seed,)) for seed in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 16


def test_progress_is_told():
    told = []
    ENDLESS.solve("fixed", time_limit=0.6, progress=told.append)
    assert told and isinstance(told[-1], tabuleiro.Progress)
    assert told[-1].nodes > 0 and told[-1].elapsed > 0


def test_what_progress_raises_ends_the_search():
    def tell(_):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        ENDLESS.solve("fixed", progress=tell)


def test_events_are_records_in_order():
    board = tabuleiro.Tour(size=(5, 5), start="a1")
    watch = board.watch("fixed", batch=100)
    batches = list(watch)
    events = numpy.concatenate(batches)
    assert max(map(len, batches)) == 100 and watch.answer == board.solve("fixed")
    stats = board.solve("fixed").stats
    sorts = numpy.bincount(events["event"], minlength=len(watch.sorts))
    told = dict(zip(watch.sorts, sorts))
    assert told["make"] == stats.steps and told["unmake"] == stats.backtracks and told["goal"] == stats.goals
    assert (board.watch("fixed").all() == events).all()
    made = events[events["event"] == watch.sorts.index("make")]
    assert made["cell"].max() < 25 and set(made["number"][:24]) <= set(range(1, 26))
    assert len(board.watch("fixed").all(10)) == 10


def test_events_are_not_copied():
    watch = tabuleiro.Tour(size=(5, 5)).watch("fixed")
    events = watch.all()
    assert not events.flags.owndata and not events.flags.writeable
    assert type(events.base).__name__ in ("_Block", "ndarray", "DummyArray") or events.base is not None


def test_who_does_not_ask_makes_the_search_wait():
    with ENDLESS.watch("fixed", batch=10) as watch:
        first = next(watch)
        time.sleep(0.05)
        assert len(first) == 10 and watch.answer is None
    assert list(watch) == []


def memory():
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="tells its memory elsewhere")
def test_a_hundred_thousand_calls_leak_nothing():
    dice = random.Random(1)
    boards = [tabuleiro.Tour(size=(5, 5)), tabuleiro.Futoshiki.generate(seed=1), tabuleiro.Pegs("oo.\n"),
              tabuleiro.LostKnight("C..x\n.x..\n...S\n")]

    def wrong():
        try:
            tabuleiro.Tour("..q")
        except tabuleiro.Error as fault:
            return str(fault)

    calls = [
        lambda board: board.solve(),
        lambda board: board.solve().solution,
        lambda board: board.text,
        lambda board: hash(board),
        lambda board: board == type(board)(board.text),
        lambda board: board.check(board.solve()),
        lambda board: board.solve(max_nodes=0).reason,
        lambda board: board.solve().data,
        lambda board: type(board).generate(seed=dice.randrange(50), max_nodes=0),
        lambda _: wrong(),
        lambda board: board.svg() if dice.random() < 0.02 else None,
        lambda board: board.watch().all() if dice.random() < 0.02 else None,
    ]

    def some(number):
        for _ in range(number):
            dice.choice(calls)(dice.choice(boards))

    some(20_000)
    before = memory()
    some(100_000)
    assert memory() - before < 16 << 20


def test_importing_does_not_import_numpy():
    code = "import sys, tabuleiro; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_program_ends_although_a_search_is_watched():
    code = "import tabuleiro; w = tabuleiro.Tour(size=(8, 8), start='a1', end='b1').watch('fixed'); next(w)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_does_not_wait_for_a_search_of_the_other():
    code = """
import os, tabuleiro
board = tabuleiro.Tour(size=(8, 8), start='a1', end='b1')
watch = board.watch('fixed')
next(watch)
child = os.fork()
if child == 0:
    list(watch)
    os._exit(0 if tabuleiro.Tour(size=(5, 5)).solve().verified and board.count(time_limit=0.1).limit == 'time' else 1)
assert os.waitpid(child, 0)[1] == 0
assert len(next(watch)) > 0
"""
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=False, timeout=60).returncode == 0


def test_a_second_interpreter_is_refused_and_the_first_goes_on():
    code = """
import tabuleiro
try:
    import _interpreters as other
except ImportError:
    try:
        import _xxsubinterpreters as other
    except ImportError:
        raise SystemExit(0)
one = other.create()
try:
    other.run_string(one, "import tabuleiro; tabuleiro.Tour(size=(5, 5)).solve()")
except Exception as told:
    assert "interpreter" in str(told), told
other.destroy(one)
assert tabuleiro.Tour(size=(5, 5)).solve().verified
"""
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=False, timeout=60).returncode == 0


def test_what_is_held_by_what_it_holds_is_collected():
    class Tell:
        def __call__(self, _):
            pass

    tell = Tell()
    tell.endless = tabuleiro.Futoshiki.endless(progress=tell)
    is_there = weakref.ref(tell)
    del tell
    gc.collect()
    assert is_there() is None


def test_other_processes_solve_boards():
    boards = [tabuleiro.Futoshiki.generate(seed=seed) for seed in range(6)]
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as others:
        answers = list(others.map(tabuleiro.Futoshiki.solve, boards))
    assert answers == [board.known for board in boards]


def test_events_that_need_too_much_memory_end_the_search():
    watch = ENDLESS.watch("fixed", memory_limit=10**6)
    events = watch.all()
    assert 0 < events.nbytes <= 10**6 and len(watch.all()) == 0
    assert watch.answer.limit == "memory" and watch.answer.memory_needed > 10**6
    assert len(ENDLESS.watch("fixed", memory_limit=10**6, batch=2**40).all(5)) == 5


def test_boards_are_taken_by_several_threads():
    endless, boards = tabuleiro.Futoshiki.endless(order=6, difficulty="hard", seed=1), []
    threads = [threading.Thread(target=lambda: boards.extend(itertools.islice(endless, 5))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert endless.seed == 21 and len(boards) == len(set(boards)) == 20


def test_a_board_that_nobody_got_comes_next():
    told = []

    def tell(_):
        told.append(endless.seed)
        raise LookupError("enough")

    endless = tabuleiro.Futoshiki.endless(order=9, clues="signs", fewest=True, seed=5, progress=tell)
    for _ in range(2):
        with pytest.raises(LookupError, match="enough"):
            next(endless)
    assert told == [6, 6] and endless.seed == 5 and endless.limit is None


def test_seeds_are_used_one_after_another():
    endless = tabuleiro.Futoshiki.endless(seed=2**64 - 1)
    boards = list(itertools.islice(endless, 2))
    assert endless.seed == 1 and boards[1] == tabuleiro.Futoshiki.generate(seed=0)

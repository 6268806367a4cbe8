"""`cargo xtask bench python`: what Python costs, and solvers of Python on the same boards.

The arguments are the program, the wheel that was installed, and perhaps `--only PART`.
"""

import itertools
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

import tabuleiro

PROGRAM, WHEEL = sys.argv[1:3]
ONLY = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
missed = []


def told(what, value, unit, goal, better):
    """Prints a figure beside its goal: how far it is beyond it."""
    ratio = goal / value if better == "less" else value / goal
    if ratio < 1:
        missed.append(f"{what} ({ratio:.2f}x)")
    print(f"  {what:<58} {value:>10.3g} {unit:<10} goal {goal:g}: {ratio:.2f}x", flush=True)


def best(number, work):
    """Seconds of the shortest of so many runs."""
    seconds = []
    for _ in range(number):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return min(seconds)


def package():
    print("\nthe package")
    told("wheel", os.path.getsize(WHEEL) / 1e6, "MB", 5, "less")
    code = "import time; begun = time.perf_counter(); import tabuleiro; print(time.perf_counter() - begun)"
    run = lambda: float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    told("import tabuleiro", min(run() for _ in range(15)) * 1e3, "ms", 20, "less")


def calls():
    print("\na call, beyond what the search takes")
    boards = {
        "futoshiki 3x3": tabuleiro.Futoshiki(order=3),
        "pegs, one jump": tabuleiro.Pegs("oo.\n"),
        "lost knight 3x4": tabuleiro.LostKnight("C..x\n.x..\n...S\n"),
    }
    for name, board in boards.items():
        own = statistics.median(board.solve().elapsed for _ in range(5000))
        whole = best(20, lambda: [board.solve() for _ in range(1000)]) / 1000
        told(f"solve, {name}", (whole - own) * 1e6, "us", 5, "less")


def many():
    print("\n100,000 Futoshiki boards 5x5, solved and proved to have one solution")
    with tempfile.TemporaryDirectory() as folder:
        path, out = pathlib.Path(folder, "boards.txt"), pathlib.Path(folder, "answers.txt")
        words = [PROGRAM, "futoshiki", "generate", "--number", "100000", "--order", "5", "--output", path]
        subprocess.run(words, check=True, capture_output=True)
        boards = [board.text for board in tabuleiro.Futoshiki.open_all(path)]
        assert len(boards) == 100_000

        def program():
            # As text, which is faster than data.
            subprocess.run([PROGRAM, "futoshiki", "solve", path, "--output", out], check=True, capture_output=True)
            subprocess.run([PROGRAM, "futoshiki", "count", path, "--up-to", "2", "--output", out], check=True, capture_output=True)

        def ours():
            answers = tabuleiro.Futoshiki.solve_many(boards)
            counts = tabuleiro.Futoshiki.count_many(boards, up_to=2)
            assert len(answers) == len(counts) == 100_000 and set(counts) == {1}

        pairs = [(best(1, program), best(1, ours)) for _ in range(3)]
        theirs, own = (min(seconds) for seconds in zip(*pairs))
        print(f"  the program {100_000 / theirs:,.0f} a second, from a list of strings {100_000 / own:,.0f}")
        told("rate, to the program's", theirs / own, "times", 0.8, "more")


def events():
    print("\nthe events of a search of 27,241,113 nodes, as arrays of numpy")
    board = tabuleiro.Tour(size=(8, 8), start=(8, 8))
    counted = []

    def watched():
        watch = board.watch("fixed")
        counted.append(sum(len(batch) for batch in watch))
        assert watch.answer.stats.nodes == 27_241_113

    seconds = best(3, watched)
    told(f"{counted[0]:,} events", counted[0] / seconds / 1e6, "M a second", 50, "more")


def constraint_boards():
    """Futoshiki boards as numbers: order, givens, pairs of cells of which the first holds less."""
    for board in itertools.islice(tabuleiro.Futoshiki.endless(order=5, seed=1), 20):
        givens, signs, row = {}, [], -1
        for line in board.text.splitlines():
            line = line.ljust(17)
            is_row = line[0] in ".12345"
            row += is_row
            for column in range(5):
                mark = line[4 * column]
                if is_row and mark.isdigit():
                    givens[row, column] = int(mark)
                if is_row and column < 4 and line[4 * column + 2] in "<>":
                    left, right = (row, column), (row, column + 1)
                    signs.append((left, right) if line[4 * column + 2] == "<" else (right, left))
                if not is_row and mark in "^v":
                    above, below = (row, column), (row + 1, column)
                    signs.append((above, below) if mark == "^" else (below, above))
        yield board, givens, signs


def peers():
    print("\nsolvers of Python on the same boards: seconds for all, and how many times ours")
    import constraint
    import networkx
    from ortools.sat.python import cp_model

    cells = list(itertools.product(range(5), repeat=2))
    boards = [(tabuleiro.Futoshiki(board.text), given) for board, *given in constraint_boards()]

    def by_constraint(givens, signs):
        problem = constraint.Problem()
        for cell in cells:
            problem.addVariable(cell, [givens[cell]] if cell in givens else range(1, 6))
        for line in range(5):
            problem.addConstraint(constraint.AllDifferentConstraint(), [cell for cell in cells if cell[0] == line])
            problem.addConstraint(constraint.AllDifferentConstraint(), [cell for cell in cells if cell[1] == line])
        for less, more in signs:
            problem.addConstraint(lambda one, two: one < two, (less, more))
        return problem.getSolution()

    def by_cp_sat(givens, signs):
        model = cp_model.CpModel()
        at = {cell: model.new_int_var(givens.get(cell, 1), givens.get(cell, 5), "") for cell in cells}
        for line in range(5):
            model.add_all_different(at[cell] for cell in cells if cell[0] == line)
            model.add_all_different(at[cell] for cell in cells if cell[1] == line)
        for less, more in signs:
            model.add(at[less] < at[more])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return {cell: solver.value(at[cell]) for cell in cells}

    ours = best(5, lambda: [board.solve() for board, _ in boards])
    for name, solve in [("python-constraint2", by_constraint), ("OR-Tools CP-SAT", by_cp_sat)]:
        found = []
        seconds = best(2, lambda: found.append([solve(*given) for _, given in boards]))
        for (board, _), solution in zip(boards, found[-1]):
            grid = numpy.array([solution[cell] for cell in cells]).reshape(5, 5)
            assert board.check(grid), f"{name} is wrong"
        print(f"  20 Futoshiki boards 5x5, {name:<22} {seconds:>10.4g} s {seconds / ours:>10.0f}x")

    side = 200
    board = tabuleiro.LostKnight.generate(size=(side, side), seed=1)
    rows = [line for line in board.text.splitlines() if set(line) <= set(".xCS")]
    ends = {mark: (row, line.index(mark)) for row, line in enumerate(rows) for mark in "CS" if mark in line}
    knight = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]

    def by_networkx():
        free = {(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark != "x"}
        graph = networkx.Graph()
        for row, column in free:
            for down, right in knight:
                to = ((row + down) % side, (column + right) % side)
                if to in free:
                    graph.add_edge((row, column), to)
        return networkx.shortest_path_length(graph, ends["C"], ends["S"])

    lengths = []
    seconds = best(2, lambda: lengths.append(by_networkx()))
    answer = board.solve()
    assert answer.data["moves"] == lengths[0], "networkx is wrong"
    own = best(5, lambda: tabuleiro.LostKnight(board.text).solve())
    print(f"  lost knight {side}x{side}, text and graph included, networkx {seconds:>8.4g} s {seconds / own:>10.0f}x")


print(f"Python {platform.python_version()}, numpy {numpy.__version__}, tabuleiro {tabuleiro.__version__}, {os.cpu_count()} cores")
for part in (package, calls, many, events, peers):
    if ONLY in (None, part.__name__):
        part()
print("\n" + (f"goals missed: {'; '.join(missed)}" if missed else "every goal is met"))

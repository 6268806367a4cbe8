"""The types: complete, and such that two checkers agree with what people write."""

import ast
import pathlib
import subprocess
import sys

import pytest

import tabuleiro

PACKAGE = pathlib.Path(tabuleiro.__file__).parent

WRITTEN = '''
from itertools import islice

import tabuleiro
from tabuleiro import Solved, Impossible, Unknown

board = tabuleiro.Tour(size=(8, 8), start="a1", closed=True)
answer = board.solve("roth", time_limit=2.5, max_nodes=10**9)
if isinstance(answer, Solved):
    print(answer.solution, answer.stats.nodes + 1)
elif isinstance(answer, Impossible):
    print(answer.proof["kind"], answer.reason.upper())
else:
    print(answer.limit.upper(), answer.memory_needed)
count = board.count(up_to=2)
if not isinstance(count, Unknown):
    print(count + 1, count.exact, count.facts)
boards: list[tabuleiro.Futoshiki] = list(islice(tabuleiro.Futoshiki.endless(seed=3), 5))
made = tabuleiro.Futoshiki.generate(difficulty="hard", seed=4)
if made is not None and made.known is not None:
    print(made.known.verified)
for each in tabuleiro.Futoshiki.solve_many(boards, threads=2):
    print(each.elapsed)
for events in board.watch("fixed", max_nodes=100):
    print(events["cell"].max(), len(events))
try:
    tabuleiro.open("tour", "...")
except tabuleiro.Error as error:
    print(error.code, error.place, error.help)
for name, puzzle in tabuleiro.puzzles.items():
    print(name.title(), puzzle.strategies())
for step in boards[0].explain():
    print(step.why)
'''

WRONG = [
    "import tabuleiro\ntabuleiro.Tour(sise=3)\n",
    "import tabuleiro\ntabuleiro.Tour(size=(8, 8)).solve('no strategy')\n",
    "import tabuleiro\ntabuleiro.Tour(size=(8, 8)).solve(max_nodes='many')\n",
    "import tabuleiro\nx: str = tabuleiro.Tour(size=(8, 8)).size\n",
]


def mypy(path):
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", str(path.parent / "cache"), str(path)],
        capture_output=True, text=True, check=False, cwd=path.parent,
    )


def pyright(path):
    return subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(path)],
        capture_output=True, text=True, check=False, cwd=path.parent,
    )


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_checkers_accept_what_is_right_and_refuse_what_is_not(checker, tmp_path):
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "reportUnknownVariableType": false, '
                                                 '"reportUnknownMemberType": false, "reportUnknownArgumentType": false}')
    path = tmp_path / "written.py"
    path.write_text(WRITTEN)
    done = checker(path)
    assert done.returncode == 0, done.stdout + done.stderr
    for wrong in WRONG:
        path.write_text(wrong)
        assert checker(path).returncode == 1, wrong


def test_what_is_right_runs(tmp_path):
    path = tmp_path / "written.py"
    path.write_text(WRITTEN.replace("max_nodes=10**9", "max_nodes=10**6"))
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 or "B0109" in done.stderr, done.stderr


def stubbed():
    """Every class of the stubs with the names in it, and every function."""
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf8"))
    classes, functions = {}, set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names = set()
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    names.add(part.name)
                elif isinstance(part, ast.AnnAssign):
                    names.add(part.target.id)
                elif isinstance(part, ast.Assign):
                    names.add(part.targets[0].id)
            classes[node.name] = names
        elif isinstance(node, ast.FunctionDef):
            functions.add(node.name)
    return classes, functions


def test_stubs_are_complete_and_say_nothing_that_is_not_there():
    classes, functions = stubbed()
    kinds = ast.parse((PACKAGE / "_kinds.pyi").read_text(encoding="utf8"))
    named = {node.name for node in kinds.body if isinstance(node, ast.ClassDef)}
    assert named == {puzzle.__name__ for puzzle in tabuleiro.puzzles.values()}
    values = {"Advice", "Bug", "Count", "Error", "Progress", "Stats", "puzzles"}
    assert set(tabuleiro.__all__) == set(classes) | functions | named | values
    for name, told in classes.items():
        there = {member for member in vars(getattr(tabuleiro, name)) if not member.startswith("__")}
        told_of = {member for member in told if not member.startswith("__")} - {"puzzle"}
        assert there == told_of, name
    for function in functions:
        assert callable(getattr(tabuleiro, function)) and getattr(tabuleiro, function).__doc__


def test_everything_is_documented():
    for name in tabuleiro.__all__:
        thing = getattr(tabuleiro, name)
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_") and callable(value):
                    assert value.__doc__, f"{name}.{member}"
    assert (PACKAGE / "py.typed").exists()

"""`pegs.py <SOLVER> <FILE>...`: a solver by somebody else on peg solitaire in the coursework's notation.

Says `ready`, then of each board whether a game was found, 1 or 0, and the seconds that took. What it
takes to build a model is not counted, nor what Fast Downward takes to translate it. Every game found is played.
"""

import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import time


class Board:
    """The pegs at first, the lines of three each way, and how many jumps the complement takes."""

    def __init__(self, path):
        words = [int(word) for word in pathlib.Path(path).read_text().split()]
        rows, columns, places = words[0], words[1], words[2:]
        at = lambda row, column: places[row * columns + column]
        cells = [(row, column) for row in range(rows) for column in range(columns) if at(row, column)]
        number = {cell: index for index, cell in enumerate(cells)}
        self.start = [at(*cell) == 1 for cell in cells]
        self.jumps = [
            (number[row, column], number[over], number[to])
            for row, column in cells
            for down, right in [(-1, 0), (0, 1), (1, 0), (0, -1)]
            for over, to in [((row + down, column + right), (row + 2 * down, column + 2 * right))]
            if over in number and to in number
        ]
        self.moves = 2 * sum(self.start) - len(self.start)

    def is_solved_by(self, jumps):
        pegs = list(self.start)
        for jump in jumps:
            origin, over, to = self.jumps[jump]
            if not (pegs[origin] and pegs[over]) or pegs[to]:
                return False
            pegs[origin], pegs[over], pegs[to] = False, False, True
        return all(now != before for now, before in zip(pegs, self.start))


def timed(work):
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def clauses(board):
    """One jump a moment: literals for pegs at each moment and jumps between them."""
    size, kinds = len(board.start), len(board.jumps)
    peg = lambda moment, cell: moment * (size + kinds) + cell + 1
    jump = lambda moment, kind: moment * (size + kinds) + size + kind + 1
    rules = [[peg(0, c) if on else -peg(0, c)] for c, on in enumerate(board.start)]
    rules += [[-peg(board.moves, c) if on else peg(board.moves, c)] for c, on in enumerate(board.start)]
    one_of_these = []
    for now in range(board.moves):
        changes = [[] for _ in range(size)]
        for kind, (origin, over, to) in enumerate(board.jumps):
            this = jump(now, kind)
            rules += [[-this, peg(now, origin)], [-this, peg(now, over)], [-this, -peg(now, to)]]
            rules += [[-this, -peg(now + 1, origin)], [-this, -peg(now + 1, over)], [-this, peg(now + 1, to)]]
            for cell in (origin, over, to):
                changes[cell].append(this)
        for cell in range(size):
            rules.append([-peg(now, cell), peg(now + 1, cell)] + changes[cell])
            rules.append([peg(now, cell), -peg(now + 1, cell)] + changes[cell])
        one_of_these.append([jump(now, kind) for kind in range(kinds)])
    return rules, one_of_these


def cadical(board):
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    rules, groups = clauses(board)
    top = (board.moves + 1) * (len(board.start) + len(board.jumps))
    with Solver(name="cadical195", bootstrap_with=rules) as solver:
        for group in groups:
            one = CardEnc.equals(lits=group, bound=1, top_id=top, encoding=EncType.seqcounter)
            top = max(top, one.nv)
            solver.append_formula(one.clauses)
        found, seconds = timed(solver.solve)
        model = set(solver.get_model()) if found else set()
    return [next(at for at, x in enumerate(group) if x in model) for group in groups] if found else None, seconds


def cp_sat(board):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    rules, groups = clauses(board)
    literals = [model.new_bool_var("") for _ in range((board.moves + 1) * (len(board.start) + len(board.jumps)))]
    literal = lambda x: literals[x - 1] if x > 0 else literals[-x - 1].negated()
    for rule in rules:
        model.add_bool_or([literal(x) for x in rule])
    for group in groups:
        model.add_exactly_one([literal(x) for x in group])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, solver.wall_time
    game = [next(at for at, x in enumerate(group) if solver.boolean_value(literal(x))) for group in groups]
    return game, solver.wall_time


PROGRAM = """
1 { jump(T,J) : line(J,_,_,_) } 1 :- T = 0..n-1.
:- jump(T,J), line(J,A,_,_), not peg(T,A).
:- jump(T,J), line(J,_,B,_), not peg(T,B).
:- jump(T,J), line(J,_,_,C), peg(T,C).
gone(T,A) :- jump(T,J), line(J,A,_,_).
gone(T,B) :- jump(T,J), line(J,_,B,_).
peg(T+1,C) :- jump(T,J), line(J,_,_,C).
peg(T+1,C) :- peg(T,C), not gone(T,C), T < n.
:- peg(n,C), peg(0,C).
:- cell(C), not peg(0,C), not peg(n,C).
#show jump/2.
"""


def clingo(board):
    import clingo as asp

    facts = [f"line({j},{a},{b},{c})." for j, (a, b, c) in enumerate(board.jumps)]
    facts += [f"cell({c})." for c in range(len(board.start))]
    facts += [f"peg(0,{c})." for c, on in enumerate(board.start) if on]
    control = asp.Control(["-c", f"n={board.moves}"])
    control.add("base", [], PROGRAM + "\n".join(facts))
    control.ground([("base", [])])
    games = []
    tell = lambda model: games.append({a.arguments[0].number: a.arguments[1].number for a in model.symbols(shown=True)})
    _, seconds = timed(lambda: control.solve(on_model=tell))
    return [games[0][moment] for moment in range(board.moves)] if games else None, seconds


DOMAIN = """
(define (domain pegs) (:requirements :strips) (:predicates (line ?j ?a ?b ?c) (peg ?a) (hole ?a))
 (:action jump :parameters (?j ?a ?b ?c) :precondition (and (line ?j ?a ?b ?c) (peg ?a) (peg ?b) (hole ?c))
  :effect (and (not (peg ?a)) (hole ?a) (not (peg ?b)) (hole ?b) (peg ?c) (not (hole ?c)))))
"""


def downward(board):
    # Its package wants another one to be imported, but not to be found.
    package = pathlib.Path(importlib.util.find_spec("up_fast_downward").origin).parent
    driver = package / "downward" / "fast-downward.py"
    names = [f"c{c}" for c in range(len(board.start))]
    lines = [(f"j{j}", *(names[c] for c in jump)) for j, jump in enumerate(board.jumps)]
    say = lambda on, cell: f"({'peg' if on else 'hole'} {cell})"
    problem = f"""(define (problem game) (:domain pegs)
 (:objects {' '.join(names + [line[0] for line in lines])})
 (:init {' '.join(f"(line {' '.join(line)})" for line in lines)} {' '.join(map(say, board.start, names))})
 (:goal (and {' '.join(say(not on, cell) for on, cell in zip(board.start, names))})))"""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "domain.pddl").write_text(DOMAIN)
        (folder / "problem.pddl").write_text(problem)
        run = lambda words: subprocess.run([sys.executable, driver, *words], cwd=folder, capture_output=True)
        run(["--translate", "domain.pddl", "problem.pddl"])
        search = ["--search-time-limit", "60s", "--plan-file", "plan", "--search", "output.sas"]
        _, seconds = timed(lambda: run(search + ["--search", "eager_greedy([ff()],preferred=[ff()])"]))
        plan = folder / "plan"
        return [int(j) for j in re.findall(r"\(jump j(\d+) ", plan.read_text())] if plan.exists() else None, seconds


if __name__ == "__main__":
    solve = {"cadical": cadical, "cp-sat": cp_sat, "clingo": clingo, "downward": downward}[sys.argv[1]]
    print("ready", flush=True)
    for path in sys.argv[2:]:
        board = Board(path)
        game, seconds = solve(board)
        assert game is None or board.is_solved_by(game)
        print(0 if game is None else 1, seconds, flush=True)

"""`cp_sat.py <first|unique> <FILE>`: CP-SAT on a file of Futoshiki boards, as `peers` does it."""

import sys

from ortools.sat.python import cp_model


def boards(path):
    with open(path) as file:
        words = iter([int(word) for word in file.read().split()])
    for _ in range(next(words)):
        order, signs = next(words), next(words)
        givens = [next(words) for _ in range(order * order)]
        cells = [(next(words) - 1) * order + next(words) - 1 for _ in range(2 * signs)]
        yield order, givens, list(zip(cells[::2], cells[1::2]))


def solve(order, givens, signs, most):
    """Solutions found, so many at most, and the solver's own seconds; one thread."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(given or 1, given or order, "") for given in givens]
    for line in range(order):
        model.add_all_different(cells[line * order : (line + 1) * order])
        model.add_all_different(cells[line::order])
    for less, more in signs:
        model.add(cells[less] < cells[more])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found, seconds = 0, 0.0
    while found < most:
        status = solver.solve(model)
        seconds += solver.wall_time
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        found += 1
        model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
    return found, seconds


print("ready", flush=True)
for board in boards(sys.argv[2]):
    found, seconds = solve(*board, 2 if sys.argv[1] == "unique" else 1)
    print(found, seconds, flush=True)

#!/usr/bin/env python3
"""The fewest moves to the exit, by breadth-first search."""
import sys
from collections import deque

board = sys.stdin.read().split()
rows, cols = len(board), len(board[0])
start = next((r, c) for r in range(rows) for c in range(cols) if board[r][c] == "C")
moves, queue = {start: 0}, deque([start])
found = "impossivel"
while queue:
    r, c = queue.popleft()
    if board[r][c] == "S":
        found = moves[r, c]
        break
    for down, right in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]:
        square = (r + down) % rows, (c + right) % cols
        if board[square[0]][square[1]] != "x" and square not in moves:
            moves[square] = moves[r, c] + 1
            queue.append(square)
print("Resultado:", found)

#!/usr/bin/env python3
"""Silent: reads the board, and says nothing about it."""
import sys

board = sys.stdin.read().split()
rows, cols = len(board), len(board[0])

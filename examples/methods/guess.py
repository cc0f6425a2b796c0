"""Shade Hitori cells at random until the rules hold: a method of methods.toml, as a script.

python guess.py BOARD SEED      prints the board with its answer as plain text
"""

import random
import sys
from pathlib import Path


def is_solved(clues, black):
    """Return whether the cells that are not black follow the rules of Hitori."""
    size = len(clues)
    cells = {(row, col) for row in range(size) for col in range(size)}
    white = cells - black
    if any((row + 1, col) in black or (row, col + 1) in black for row, col in black):
        return False
    for lines in ({(r, clues[r][c]) for r, c in white}, {(clues[r][c], c) for r, c in white}):
        if len(lines) < len(white):
            return False
    todo = [min(white)]
    seen = set(todo)
    while todo:
        row, col = todo.pop()
        near = {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)}
        todo += (near & white) - seen
        seen |= near & white
    return seen == white


def main():
    """Print the board with its answer."""
    text = Path(sys.argv[1]).read_text()
    chance = random.Random(int(sys.argv[2]))
    clues = [[int(word) for word in line.split()] for line in text.splitlines()[1:] if line]
    cells = [(row, col) for row in range(len(clues)) for col in range(len(clues))]
    black = set()
    while not is_solved(clues, black):
        black = {cell for cell in cells if chance.random() < 0.3}
    print(text.rstrip(), "answer:", sep="\n")
    for row in range(len(clues)):
        print(" ".join("#" if (row, col) in black else "." for col in range(len(clues))))


main()

"""A bot's daily puzzle: one board for everybody on a day, and a verdict on what people send.

    python examples/daily_puzzle.py                          today's board
    python examples/daily_puzzle.py 2026-11-16               that day's
    python examples/daily_puzzle.py 2026-11-16 "UURRDRUURR"  whether an answer is right

Nothing is stored: the date is the seed, so the board of any day can be made again.
"""

from __future__ import annotations

import sys

import masume


def told(board: masume.Board) -> str:
    """What the bot posts."""
    level = board.note("difficulty")
    return f"{board.kind.title}, {board.note('title')}, {level}\n\n{masume.picture(board)}\n"


def verdict(board: masume.Board, text: str) -> str:
    """What the bot says to an answer, whoever wrote it and whatever it is."""
    try:
        faults = masume.check(board, text)
    except masume.MasumeError as fault:
        return f"I cannot read that: {fault}."
    if not faults:
        return "Right!"
    try:
        help_ = masume.hint(board, text, limit=masume.Limit(seconds=2)).text
    except masume.MasumeError as fault:
        help_ = f"{fault}."
    return f"Not yet: {faults[0].text}. A hint: {help_}"


def main(day: str = "", answer: str | None = None) -> None:
    """One line of the shell."""
    board = masume.daily(day or None)
    print(told(board) if answer is None else verdict(board, answer))


if __name__ == "__main__":
    main(*sys.argv[1:3])

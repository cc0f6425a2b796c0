"""A daily puzzle for a bot: print the board of a day, and check submitted answers.

    python examples/daily_puzzle.py                          print today's board
    python examples/daily_puzzle.py 2026-11-16               print the board of a day
    python examples/daily_puzzle.py 2026-11-16 "UURRDRUURR"  check an answer

Nothing is stored: the date is the seed, so the board of any day can be generated again.
"""

from __future__ import annotations

import sys

import masume


def announcement(board: masume.Board) -> str:
    """Return the text that the bot posts."""
    level = board.note("difficulty")
    return f"{board.kind.title}, {board.note('title')}, {level}\n\n{masume.picture(board)}\n"


def verdict(board: masume.Board, text: str) -> str:
    """Return the bot's reply to an untrusted answer, with a hint if it is wrong."""
    try:
        faults = masume.check(board, text)
    except masume.MasumeError as fault:
        return f"I cannot read that: {fault}."
    if not faults:
        return "Right!"
    try:
        hint = masume.hint(board, text, limit=masume.Limit(seconds=2)).text
    except masume.MasumeError as fault:
        hint = f"{fault}."
    return f"Not yet: {faults[0].text}. A hint: {hint}"


def main(day: str = "", answer: str | None = None) -> None:
    """Run the program with its command-line arguments."""
    board = masume.daily(day or None)
    print(announcement(board) if answer is None else verdict(board, answer))


if __name__ == "__main__":
    main(*sys.argv[1:3])

"""Read published boards, solve them and compare with the published answers.

The files are in any format that masume reads, such as collections of puzzlekit or lists of
addresses. For each puzzle the table counts the boards that are read, solved, proved unique and
equal to the published answer; it lists every board that is rejected, open or different.

    make bench-published FILES="boards/*.json"     or: python bench/published.py --seconds 20 FILE …
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from time import process_time

import masume
from masume.formats.plain import Board

COLUMNS = ("read", "solved", "unique", "answers", "equal", "rejected")


def boards(files: list[str], kind: str | None) -> Iterator[tuple[str, Board | masume.ParseError]]:
    """Yield each board of the files, or the reason that it cannot be read, with its name."""
    for file in files:
        for number, board in enumerate(masume.load_all(file, kind=kind), start=1):
            name = getattr(board, "name", "") or f"{file}:{number}"
            yield name, board


def judge(
    item: tuple[str, Board | masume.ParseError], *, seconds: float
) -> tuple[str, str, Counter[str], float]:
    """Return (puzzle, what is wrong with a board, counts of columns, processor time)."""
    name, board = item
    if isinstance(board, masume.ParseError):
        return "–", f"{name}: {board}", Counter(rejected=1), 0.0
    begin = process_time()
    found = masume.solve(board.puzzle, limit=masume.Limit(seconds=seconds))
    taken = process_time() - begin
    counts = Counter(read=1, solved=int(found.answer is not None), unique=int(found.unique is True))
    fault = "" if found.unique else f"{name}: {found}"
    if board.answer is not None:
        counts["answers"] = 1
        wrong = masume.check(board.puzzle, board.answer)
        counts["equal"] = int(not wrong and found.unique is True)
        fault = fault or (f"{name}: the published answer: {wrong[0].text}" if wrong else "")
    return board.kind.name, fault, counts, taken


def main() -> None:
    """Print the table and the boards that are worth a look."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--as", dest="kind", help="the puzzle, if the files do not name it")
    parser.add_argument("--seconds", type=float, default=20, help="per board (20)")
    args = parser.parse_args()
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    longest: defaultdict[str, float] = defaultdict(float)
    for item in boards(args.files, args.kind):
        kind, fault, counts, taken = judge(item, seconds=args.seconds)
        totals[kind] += counts
        longest[kind] = max(longest[kind], taken)
        if fault:
            print(fault[:200], flush=True)
    print(f"\n{'puzzle':<14}" + "".join(f"{column:>10}" for column in COLUMNS) + f"{'longest':>10}")
    for kind, counts in sorted(totals.items()):
        cells = "".join(f"{counts[column]:>10}" for column in COLUMNS)
        print(f"{kind:<14}{cells}{longest[kind]:>9.2f}s")


if __name__ == "__main__":
    main()

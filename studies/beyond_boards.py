"""Generate the boards of the study beyond.toml, which propagation alone does not solve.

Most boards made for people are solved by propagation, so that all searches in the space `decide`
are alike. Kept are boards on which depth first makes at least two decisions there. The seeds are
fixed, so the boards are always the same.

    python studies/beyond_boards.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import masume
from masume import Limit
from masume.core.plugins.registry import kind_named
from masume.formats.plain import Board, write_board

SIZES = {"exactly_one": (6, 8), "hashi": (8, 11), "hitori": (6, 8), "kuromasu": (6, 8)}
OF_EACH = 6
_TRIES = 160  # seeds for one size
_LIMIT = Limit(nodes=2, seconds=5.0)


def boards(kind: str, side: int) -> list[Board]:
    """Return the boards of the first seeds that need decisions."""
    found: list[Board] = []
    for seed in range(_TRIES):
        (made,) = masume.generate(kind, size=side, seed=seed, limit=Limit(seconds=10.0))
        if made.puzzle is None or made.grade is None:
            continue
        result = masume.search(made.puzzle, "depth_first", space="decide", limit=_LIMIT)
        if result.metrics.expanded >= 2:
            notes = (("difficulty", made.grade.level),)
            name = f"{kind}-{side}x{side}-{seed}"
            found.append(Board(kind_named(kind), made.puzzle, name, notes=notes))
        if len(found) == OF_EACH:
            break
    return found


def main() -> None:
    """Make them, and say how many there are."""
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for kind, sides in SIZES.items():
        texts = [write_board(board) for side in sides for board in boards(kind, side)]
        (folder / f"{kind}.txt").write_text("\n".join(texts), encoding="utf-8")
        print(f"{kind}: {len(texts)} boards", flush=True)


if __name__ == "__main__":
    main()

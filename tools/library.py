"""Generate the library of boards, and the titles and levels of the examples.

    python tools/library.py boards [PUZZLE ...]    regenerate library.txt (some minutes)
    python tools/library.py examples [PUZZLE ...]  update title and level in examples.txt

Levels are stored instead of being computed at every start; a test checks a sample. After a change
of techniques, `examples` updates the levels and lists library boards whose level has changed;
`boards` replaces these.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import masume
from masume.core.plugins.registry import built_in_kinds, kind_named, package_of
from masume.core.puzzle.kind import Kind
from masume.formats.load import library
from masume.formats.plain import Board, write_board
from masume.make.request import levels_of

PACKS = (  # (side, number of boards by level)
    (6, {"easy": 12, "medium": 12, "hard": 12, "expert": 6}),
    (8, {"easy": 12, "medium": 12, "hard": 12, "expert": 8}),
    (10, {"easy": 12, "medium": 12, "hard": 12, "expert": 8}),
    (15, {"easy": 6, "medium": 6}),
)
SMALL_PACKS = tuple((side, {"easy": 4, "medium": 4, "hard": 4}) for side in (6, 8, 10))
"""For puzzles whose maker is derived from their model."""
SECONDS = 15.0  # per board; a pack has fewer boards if this is exceeded
FIRST = """\
amber autumn bamboo blue bright calm cedar clear cloudy copper coral crooked deep distant early
empty evening first frozen garden gentle golden green grey half harbour hidden high hollow ivory
lantern last late little long lost low maple misty moonlit morning mossy narrow northern old open
paper patient plain quiet rainy red river round sandy secret silent silver sleeping slow small snowy
southern still stone summer sunny tall tidal twin velvet warm white wide wild willow winding winter
wooden"""
SECOND = """\
acorn alley anchor arch attic balcony basin beacon bell bench boat bridge brook canal candle castle
cave cellar chapel chimney clearing cliff clock corner courtyard creek crossing door dune feather
fence ferry field fountain gate grove hall heron hill hollow inlet island kettle kite ladder lake
lamp lane ledge lighthouse lock meadow mill mirror mountain nest oak orchard otter owl parade path
pavilion pebble pier pond quarry raft reed ridge roof sail shell shore spire spring stair station
steps stove street swallow table teapot terrace thicket tower tunnel valley wall well wharf window
workshop yard"""


def titles(kind: Kind) -> Iterator[str]:
    """Return distinct titles for boards."""
    combinations = [f"{a} {b}" for a in FIRST.split() for b in SECOND.split() if a != b]
    Random(kind.name).shuffle(combinations)
    return iter(combinations)


def generate_boards(kind: Kind) -> Iterator[Board]:
    """Yield new boards, pack by pack."""
    free_titles = titles(kind)
    assert kind.maker is not None
    sides = kind.maker().sides
    packs = [(side, SMALL_PACKS[0][1]) for side in sides] or SMALL_PACKS
    for side, levels in packs if kind.source else PACKS:
        for level, count in levels.items():
            if level not in levels_of(kind):
                continue
            limit = masume.Limit(seconds=SECONDS)
            found = masume.generate(
                kind.name, size=side, difficulty=level, count=count, seed=side, limit=limit
            )
            for made in found:
                if made.puzzle is None:
                    print(f"{kind.name} {side}x{side} {level}: {made.reason}", file=sys.stderr)
                    continue
                title = next(free_titles)
                notes = (("title", title.capitalize()), ("difficulty", level))
                yield Board(kind, made.puzzle, title.replace(" ", "-"), notes=notes)


def update_examples(kind: Kind, text: str) -> str:
    """Return a file of examples with titles and levels; existing titles are kept."""
    known = {board.name.partition("/")[2]: board for board in masume.examples(kind.name)}
    taken = {board.note("title") for board in library(kind.name)}
    free = (title.capitalize() for title in titles(kind) if title.capitalize() not in taken)
    parts: list[str] = []
    for block in re.split(r"(?<=\n)\n+", text):
        found = re.search(r"^name: *(.*)$", block, re.M)
        if found is None:
            parts.append(block)
            continue
        board = known[found[1].strip()]
        added = []
        if not board.note("title") and re.search(r"\d", found[1]):  # numbered examples need a title
            added.append(f"title: {next(free)}")
        if (level := level_of(board)) is not None:
            added.append(f"difficulty: {level}")
        block = re.sub(r"^difficulty: .*\n", "", block, flags=re.M)
        parts.append(block.replace(found[0], "\n".join((found[0], *added)), 1))
    return "\n".join(parts)


def level_of(board: Board) -> str | None:
    """Return the level of a board, or None without a unique solution or techniques."""
    try:
        return masume.grade(board).level if masume.solve(board).unique else None
    except masume.NotApplicable:
        return None


def main(action: str, *puzzles: str) -> None:
    """Run the action for these puzzles, by default all."""
    for kind in map(kind_named, puzzles or built_in_kinds()):
        folder = Path(sys.modules[package_of(kind)].__path__[0])
        if action == "boards":
            head = f"// {kind.title}: boards to play. Written by tools/library.py.\n\n"
            (folder / "library.txt").write_text(
                head + "\n".join(map(write_board, generate_boards(kind)))
            )
        else:
            path = folder / "examples.txt"
            path.write_text(update_examples(kind, path.read_text()))
            for board in library(kind.name):
                if (level := level_of(board)) != board.note("difficulty"):
                    print(f"{board.name}: the level is now {level}")


if __name__ == "__main__":
    main(*sys.argv[1:])

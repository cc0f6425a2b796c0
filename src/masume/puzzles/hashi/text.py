"""The text formats of Hashi: boards, moves, answers in four forms, and pictures.

An answer is a list of moves (`r1c1-r1c5=2` two bridges, `r1c1-r5c1=x` no bridge), or a grid in
which the water holds the bridges: `-` and `=` across, `|` and `"` (or `H`) down. The paper's
matrix is such a grid too, with 21 and 22 across, 11 and 12 down, and 0 for water.
"""

from __future__ import annotations

from itertools import accumulate

from masume.core.puzzle.clue import UNKNOWN, read_clues, write_clue, write_clues
from masume.core.puzzle.grid import Cell
from masume.core.text.blocks import Block, TextLine, read_marks
from masume.errors import ParseError, shorten
from masume.families.links import position as links
from masume.families.links.position import Lines, Link, Pair, is_move_list, read_moves
from masume.puzzles.hashi.puzzle import MOST, Hashi

# Boards


def read(block: Block) -> Hashi:
    """Read a grid of numbers, `?` and `.`, and the lines `most: 3` and `loops: no`."""
    rows, cols, clues = read_clues(block)
    most, loops = block.note("most", "2"), block.note("loops", "yes").lower()
    if most not in map(str, MOST):
        fault = f"most: {shorten(most)} is not valid; use 1 to {MOST[-1]}"
        raise ParseError(fault, line=block.notes["most"].number)
    if loops not in ("yes", "no"):
        fault = f"loops: {shorten(loops)} is not valid; use yes or no"
        raise ParseError(fault, line=block.notes["loops"].number)
    return Hashi(rows, cols, clues, int(most), loops == "yes")


def write(puzzle: Hashi) -> list[str]:
    """Return the lines of a board, the inverse of `read`."""
    options = [f"most: {puzzle.most}"] if puzzle.most != 2 else []
    options += [] if puzzle.loops else ["loops: no"]
    return options + write_clues(puzzle)


# Answers


def read_answer(puzzle: Hashi, block: Block) -> Lines:
    """Read an answer from moves, or from a grid whose water cells hold the bridges."""
    lines = block.answer or []
    return read_moves(puzzle, lines) if is_move_list(lines) else _read_drawing(puzzle, lines)


def write_answer(puzzle: Hashi, position: Lines) -> list[str]:
    """Return the moves of a position, one per line, the inverse of `read_answer`."""
    return links.write_answer(puzzle, position) or write_clues(puzzle)


_ACROSS = {"-": 1, "=": 2, "─": 1, "═": 2, "21": 1, "22": 2, "23": 3, "24": 4}
_DOWN = {"|": 1, '"': 2, "H": 2, "│": 1, "║": 2, "11": 1, "12": 2, "13": 3, "14": 4}


def _read_drawing(puzzle: Hashi, lines: list[TextLine]) -> Lines:
    """Read a grid whose water cells hold the bridges."""
    tokens = read_marks(puzzle.rows, puzzle.cols, lines, str)
    rest = {cell: token for cell, token in enumerate(tokens) if token not in (".", "0")}
    for cell in puzzle.islands:
        _check_island(puzzle, cell, rest.pop(cell, "."))
    joined = set()
    for link in puzzle.links:
        count = _take_count(puzzle, link, rest)
        if count:
            joined.add((link.a, link.b, count))
    for cell, token in rest.items():
        raise ParseError(f"{shorten(token)!r} at {puzzle.grid.name(cell)} is not a bridge")
    return Lines(frozenset(joined))


def _check_island(puzzle: Hashi, cell: Cell, token: str) -> None:
    """Raise `ParseError` unless the token fits the island; a number fits a ?."""
    clue = puzzle.clues[cell]
    is_number = clue is UNKNOWN and token.isascii() and token.isdigit()
    if token != write_clue(clue) and not is_number:
        name, own = puzzle.grid.name(cell), write_clue(clue)
        raise ParseError(f"{name} is the island {own}, but the answer has {shorten(token)!r} there")


def _take_count(puzzle: Hashi, link: Link, rest: dict[Cell, str]) -> int:
    """Return the number of bridges drawn on a link, and remove their cells from `rest`."""
    names = f"{puzzle.grid.name(link.a)} and {puzzle.grid.name(link.b)}"
    if not link.between:
        raise ParseError(f"a grid cannot show bridges between {names}; write moves instead")
    signs = _ACROSS if link.a // puzzle.cols == link.b // puzzle.cols else _DOWN
    counts = {signs.get(rest.get(cell, ""), 0) for cell in link.between}
    if len(counts) > 1:
        raise ParseError(f"the bridge between {names} is broken")
    for cell in link.between if counts != {0} else ():
        del rest[cell]
    return counts.pop()


# The picture

_LINES_ACROSS = " ─═≡≣"
_LINES_DOWN = " │║┇┋"


def picture(puzzle: Hashi, position: Lines) -> list[str]:
    """Return the board as lines of text: ─ ═ ≡ ≣ for one to four bridges, × for none.

    A cell is a sign followed by a gap. Between rows with islands that touch there is an extra
    line, which shows their bridges.
    """
    cols, links = puzzle.cols, puzzle.links
    labels = [write_clue(clue) for clue in puzzle.clues]
    width = 1 + max(map(len, labels), default=1)
    extra = {link.b // cols for link in links if link.b == link.a + cols}
    heights = list(accumulate(2 if row in extra else 1 for row in range(puzzle.rows)))
    canvas = [[" "] * (cols * width) for _ in range(heights[-1])] if heights else []
    for cell, label in enumerate(labels):
        left = cell % cols * width
        canvas[heights[cell // cols] - 1][left : left + len(label)] = label
    counts: dict[Pair, int | None] = {(a, b): count for a, b, count in position.joined}
    counts.update(dict.fromkeys(position.barred))
    # Marks are drawn last, so that they avoid the bridges that run across them.
    for link in sorted(links, key=lambda link: counts.get((link.a, link.b), 0) is None):
        count = counts.get((link.a, link.b), 0)
        (top, left), (bottom, right) = divmod(link.a, cols), divmod(link.b, cols)
        if top == bottom:
            spots = [
                (heights[top] - 1, x)
                for x in range(left * width + len(labels[link.a]), right * width)
            ]
        else:
            spots = [(y, left * width) for y in range(heights[top], heights[bottom] - 1)]
        _draw(canvas, spots, count, _LINES_ACROSS if top == bottom else _LINES_DOWN)
    return ["".join(line).rstrip() for line in canvas]


def _draw(
    canvas: list[list[str]], spots: list[tuple[int, int]], count: int | None, signs: str
) -> None:
    """Draw the bridges of one link, or its mark, with ┼ where bridges cross."""
    if count is None:
        water = [(y, x) for y, x in spots if canvas[y][x] == "."]
        free = water or [(y, x) for y, x in spots if canvas[y][x] == " "]
        for y, x in free[len(free) // 2 :][:1]:
            canvas[y][x] = "×"
    elif count > 0:
        for y, x in spots:
            crossed = canvas[y][x] not in " ."
            canvas[y][x] = "┼" if crossed else signs[min(count, len(signs) - 1)]

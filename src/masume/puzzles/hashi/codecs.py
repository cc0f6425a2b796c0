"""The codecs of sites for Hashi, which Simon Tatham calls Bridges.

Positions are stored either on the borders between cells, where a bridge repeats its count, or in
the water cells that it runs over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from string import ascii_lowercase

from masume.core.puzzle.grid import Cell
from masume.core.text import drawing_tools as tools
from masume.core.text.blocks import TextLine, read_grid, split_rows, write_grid
from masume.core.text.codec import (
    Code,
    DrawingCode,
    IdCode,
    Marks,
    PaperCode,
    PaperNotation,
    Rows,
    TableCode,
    chars,
    either,
)
from masume.errors import NotApplicable, ParseError, shorten
from masume.families.links.position import Lines, Link
from masume.families.site_codes import LETTER_RUNS, NUMBER16, has_unknown, too_large
from masume.puzzles.hashi.puzzle import Hashi

_ISLANDS = chars("123456789ABCDEFG", 1)
_NO_BRIDGE = -1  # the mark "no bridge"
_NOT_A_LINK = "a bridge is drawn where no two islands face each other"


def _refuses_options(puzzle: Hashi) -> str:
    """Return why a site cannot express the options of a board, or an empty string."""
    if puzzle.most != 2:
        return f"{puzzle.most} bridges side by side, where 2 are the rule"
    return "" if puzzle.loops else "that loops are forbidden"


# Borders between cells


def _border_places(puzzle: Hashi, link: Link) -> list[tuple[int, int]]:
    """Return the borders that a link crosses: (row, place) in the rows of `_write_borders`."""
    row, col = puzzle.grid.at(link.a)
    end_row, end_col = puzzle.grid.at(link.b)
    if row == end_row:
        return [(row, place) for place in range(col, end_col)]
    return [(puzzle.rows + place, col) for place in range(row, end_row)]


def _read_borders(puzzle: Hashi, rows: Rows) -> Lines:
    """Read a row of counts across per row of the board, then a row of counts down per gap."""
    for word in {word for row in rows for word in row}:
        if re.fullmatch("[0-9]|-1", word) is None:
            raise ParseError(
                f"{shorten(word)!r} is not a bridge count; use 0, 1, 2, or -1 for none"
            )
    counts = [[int(word) for word in row] for row in rows]
    widths = [puzzle.cols - 1] * puzzle.rows + [puzzle.cols] * (puzzle.rows - 1)
    if [len(row) for row in counts] != widths:
        raise ParseError("the number of borders does not match the board")
    joined, barred = set(), set()
    used: set[tuple[int, int]] = set()
    for link in puzzle.links:
        places = _border_places(puzzle, link)
        drawn = {counts[row][place] for row, place in places}
        used.update(places)
        if len(drawn) > 1 and max(drawn) > 0:
            raise ParseError(f"a bridge from {puzzle.grid.name(link.a)} does not reach its end")
        if _NO_BRIDGE in drawn:
            barred.add((link.a, link.b))
        elif (count := drawn.pop()) > 0:
            joined.add((link.a, link.b, count))
    for number, row in enumerate(counts):
        for place, count in enumerate(row):
            if count > 0 and (number, place) not in used:
                raise ParseError(_NOT_A_LINK)
    return Lines(frozenset(joined), frozenset(barred))


def _write_borders(puzzle: Hashi, position: Lines) -> Rows:
    """Write the counts on all borders, the inverse of `_read_borders`."""
    counts = [[0] * (puzzle.cols - 1) for _ in range(puzzle.rows)]
    counts += [[0] * puzzle.cols for _ in range(puzzle.rows - 1)]
    marked = {(a, b): count for a, b, count in position.joined}
    marked.update(dict.fromkeys(position.barred, _NO_BRIDGE))
    for link in puzzle.links:
        for row, place in _border_places(puzzle, link):
            counts[row][place] = marked.get((link.a, link.b), 0)
    return [[str(count) for count in row] for row in counts]


# Water


def _axis(puzzle: Hashi, link: Link) -> int:
    """Return 0 for a link that runs across, 1 for one that runs down."""
    return int(link.a // puzzle.cols != link.b // puzzle.cols)


def _water_marks(words: dict[tuple[int, int], str]) -> Marks[Hashi, Lines]:
    """Return a codec of positions with one word per cell: (bridges across, down) → word."""
    meaning = {word: counts for counts, word in words.items()}

    def read(puzzle: Hashi, rows: Rows) -> Lines:
        """Read the words of all cells; raise `ParseError` for a bridge that is not a link."""
        cells = [word for row in rows for word in row]
        over: dict[tuple[Cell, int], int] = {}  # bridges over each water cell, by axis
        for cell, word in enumerate(cells):
            if puzzle.clues[cell] is None and word not in meaning:
                raise ParseError(f"{shorten(word)!r} is not a bridge count")
            if puzzle.clues[cell] is None:
                over |= {(cell, axis): n for axis, n in enumerate(meaning[word]) if n}
        joined = set()
        for link in puzzle.links:
            drawn = {over.pop((cell, _axis(puzzle, link)), 0) for cell in link.between}
            if len(drawn) > 1:
                raise ParseError(f"a bridge from {puzzle.grid.name(link.a)} does not reach its end")
            if drawn and (count := drawn.pop()):
                joined.add((link.a, link.b, count))
        if over:
            raise ParseError(_NOT_A_LINK)
        return Lines(frozenset(joined))

    def write(puzzle: Hashi, position: Lines) -> Rows:
        """Write a word per cell; raise `NotApplicable` for bridges that cannot be expressed."""
        over = [[0, 0] for _ in puzzle.clues]
        built = {(a, b): count for a, b, count in position.joined}
        for link in puzzle.links:
            count = built.get((link.a, link.b), 0)
            if count and not link.between:
                raise NotApplicable(
                    f"the bridge at {puzzle.grid.name(link.a)} runs over no water cell"
                )
            for cell in link.between:
                over[cell][_axis(puzzle, link)] += count
        for cell, (across, down) in enumerate(over):
            if (across, down) not in words:
                name = puzzle.grid.name(cell)
                raise NotApplicable(f"the bridges at {name} cannot be written there")
        return split_rows([words[across, down] for across, down in over], puzzle.cols)

    return Marks(read, write)


_JANKO = _water_marks({(0, 0): "-", (1, 0): "1", (2, 0): "2", (0, 1): "a", (0, 2): "b"})
_PENCILBOX = _water_marks({(h, v): str(v + 4 * h) for h in range(3) for v in range(3)})


_PAPER = _water_marks({(0, 0): "0", (1, 0): "21", (2, 0): "22", (0, 1): "11", (0, 2): "12"})
_PAPER_BRIDGES = ("11", "12", "21", "22")


def _read_paper(lines: list[str]) -> tuple[Hashi, Lines | None]:
    """Read the paper's matrix: islands, 0 for water, 11 and 12 for bridges down, 21, 22 across."""
    numbered_lines = [TextLine(line, number) for number, line in enumerate(lines, start=1)]
    rows, cols, words = read_grid(numbered_lines, str)
    if wrong := [word for word in words if not re.fullmatch("[0-8]|[12][12]", word)]:
        raise ParseError(f"{shorten(wrong[0])!r} is not a cell; use 0 to 8, 11, 12, 21 or 22")
    clues = tuple(int(word) if word in list("12345678") else None for word in words)
    puzzle = Hashi(rows, cols, clues)
    drawn = any(word in _PAPER_BRIDGES for word in words)
    return puzzle, _PAPER.read(puzzle, split_rows(words, cols)) if drawn else None


def _write_paper(puzzle: Hashi, position: Lines | None) -> list[str]:
    over = _PAPER.write(puzzle, position or Lines())
    water = [word for row in over for word in row]
    words = [str(clue or water[cell]) for cell, clue in enumerate(puzzle.clues)]
    return write_grid(split_rows(words, puzzle.cols))


# Simon Tatham's Bridges


def _bridges_options(text: str) -> dict[str, object]:
    """Parse the options of an id, `m2L`, or the full generator options, `i30e10m2Ld0`."""
    match = re.fullmatch(r"(?:i\d{1,3})?(?:e\d{1,3})?(?:m([1-4]))?(L?)(?:d\d)?", text)
    if match is None:
        raise ParseError(f"{shorten(text)!r} is not a list of Bridges options")
    return {"most": int(match[1] or 2), "loops": not match[2]}


_MOVE = re.compile(r"([LN])([0-9]{1,4},[0-9]{1,4},[0-9]{1,4},[0-9]{1,4})(?:,([0-9]))?")
_MARK_ISLAND = re.compile(r"M[0-9]{1,4},[0-9]{1,4}")


def _bridges_moves(puzzle: Hashi, moves: Sequence[str]) -> Lines:
    """Replay moves: `Lx,y,x,y,n` sets bridges, `Nx,y,x,y` toggles a mark, `M` is ignored."""
    pairs = {(link.a, link.b) for link in puzzle.links}
    joined: dict[tuple[Cell, Cell], int] = {}
    barred: set[tuple[Cell, Cell]] = set()
    for step in (step for move in moves for step in move.removeprefix("S").split(";")):
        match = _MOVE.fullmatch(step)
        if match is None:
            if step and _MARK_ISLAND.fullmatch(step) is None:
                raise ParseError(f"{shorten(step)!r} is not a move of Bridges")
            continue
        x, y, to_x, to_y = map(int, match[2].split(","))
        a, b = sorted((y * puzzle.cols + x, to_y * puzzle.cols + to_x))
        on_board = max(x, to_x) < puzzle.cols and max(y, to_y) < puzzle.rows
        if not on_board or (a, b) not in pairs:
            raise ParseError(f"the move {shorten(step)} does not join two neighbouring islands")
        if match[1] == "N":
            barred ^= {(a, b)}
        else:
            joined[a, b] = int(match[3] or 0)
    bridges = frozenset((a, b, count) for (a, b), count in joined.items() if count)
    return Lines(bridges, frozenset(pair for pair in barred if not joined.get(pair)))


def _first_refusal(*reasons: Callable[[Hashi], str]) -> Callable[[Hashi], str]:
    """Return a function that returns the first nonempty reason to refuse a board."""
    return lambda puzzle: next(filter(None, (reason(puzzle) for reason in reasons)), "")


def _refuses_small(puzzle: Hashi) -> str:
    return "a board below 3×3" if min(puzzle.rows, puzzle.cols) < 3 else ""


_BORDERS = Marks(_read_borders, _write_borders)

CODECS: dict[str, Code[Hashi, Lines]] = {
    "puzz.link": Code(
        ("hashi", "hashikake", "bridges"),
        NUMBER16,
        refuses=_refuses_options,
        flags=ascii_lowercase,
    ),
    "pzprv3": Code(("hashikake", "hashi"), marks=_BORDERS, refuses=_refuses_options),
    "tatham": IdCode(
        ("Bridges",),
        either(LETTER_RUNS, _ISLANDS),
        read_options=_bridges_options,
        write_options=lambda puzzle: f"m{puzzle.most}{'' if puzzle.loops else 'L'}",
        refuses=_first_refusal(has_unknown, lambda puzzle: too_large(puzzle, 16), _refuses_small),
        moves=_bridges_moves,
        tells_options=True,
    ),
    "janko": Code(("hashi",), marks=_JANKO, refuses=_refuses_options),
    "penpa": DrawingCode(
        ("hashi", "hashiwokakero"),
        marks=_BORDERS,
        refuses=_refuses_options,
        question=(tools.CIRCLED,),
        answer=(tools.LINES,),
    ),
    "paper": PaperCode(
        ("hashi",),
        notation=PaperNotation(_read_paper, _write_paper),
        refuses=_first_refusal(_refuses_options, has_unknown, lambda puzzle: too_large(puzzle, 8)),
    ),
    "pencilbox": TableCode(("hashi",), marks=_PENCILBOX, refuses=_refuses_options, unknown="9?"),
}

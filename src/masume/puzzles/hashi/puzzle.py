"""Hashi: join islands by bridges so that each number counts the bridges of its island.

Bridges run straight between neighbouring islands, at most two in parallel, and never cross.
Every island has its number of bridges, and all islands are connected.

    4 . 2 . .        4═══2 . .
    . 3 . . 2        ║ 3─────2
    3 . . . .   →    3 ║ . . │
    . 3 . 1 .        │ 3───1 │
    3 . 4 . 3        3═══4═══3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.kind import Violation
from masume.errors import BadOption
from masume.families.links.position import Lines, Link, Pair

CODES = {
    "not-a-bridge": "a bridge does not run straight between neighbouring islands, or is too wide",
    "crossing": "two bridges cross",
    "too-many": "an island has more bridges than its number",
    "too-few": "an island has fewer bridges than its number",
    "divided": "the islands are not connected",
    "loop": "bridges form a loop on a board that forbids it",
}
MOST = range(1, 5)  # the numbers of parallel bridges that a board may allow


@dataclass(frozen=True)
class Hashi(ClueBoard):
    """A Hashi board: a cell without a clue is water."""

    line: ClassVar[str] = "bridge"

    most: int = 2  # greatest number of parallel bridges
    loops: bool = True  # whether bridges may form loops

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most not in MOST:
            raise BadOption(f"hashi: most={self.most} is out of range; use 1 to {MOST[-1]}")

    @property
    def points(self) -> Grid:
        """The grid of the points that bridges join: the cells."""
        return self.grid

    @cached_property
    def islands(self) -> list[Cell]:
        """The cells with islands, in row-major order."""
        return [cell for cell, clue in enumerate(self.clues) if clue is not None]

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All pairs of neighbouring islands, ordered by their first island, right before down."""
        return links_between(self.cols, tuple(self.islands))

    def why_no_link(self, a: Cell, b: Cell) -> str:
        """Return why no bridge can join two cells, in words; empty if one can."""
        name = self.grid.name
        for cell in (a, b):
            if self.clues[cell] is None:
                return f"{name(cell)} is not an island"
        if water_between(self, a, b) is None:
            return f"{name(a)} and {name(b)} are not neighbours, no bridge can join them"
        return ""


@lru_cache(maxsize=16)  # a generator changes the clues of the same islands many times
def links_between(cols: int, islands: tuple[Cell, ...]) -> tuple[Link, ...]:
    """Return the links of a board with `cols` columns and islands in these cells."""
    pairs = [(islands[a], islands[b]) for a, b in facing(cols, islands)]
    steps = [1 if a // cols == b // cols else cols for a, b in pairs]
    return tuple(
        [Link(a, b, range(a + step, b, step)) for (a, b), step in zip(pairs, steps, strict=True)]
    )


@lru_cache(maxsize=16)
def facing(cols: int, islands: tuple[Cell, ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of neighbouring islands as indices into `islands`, in the order of links."""
    pairs = []
    below = [-1] * cols
    for a in range(len(islands) - 1, -1, -1):
        row, col = divmod(islands[a], cols)
        if below[col] >= 0:
            pairs.append((a, below[col]))
        below[col] = a
        if a + 1 < len(islands) and islands[a + 1] // cols == row:
            pairs.append((a, a + 1))
    return tuple(reversed(pairs))


def palette(puzzle: Hashi) -> list[str]:
    """Return the tokens of islands: every number that four sides allow, and `?`."""
    return [*map(str, range(1, 4 * puzzle.most + 1)), "?"]


# The referee: slow, obvious, and not used by any solver.


def water_between(puzzle: Hashi, a: Cell, b: Cell) -> range | None:
    """Return the cells between a and b if a bridge can join them, else None."""
    a, b = min(a, b), max(a, b)
    if a < 0 or b >= puzzle.rows * puzzle.cols or a == b:
        return None
    if a // puzzle.cols == b // puzzle.cols:
        between = range(a + 1, b)
    elif a % puzzle.cols == b % puzzle.cols:
        between = range(a + puzzle.cols, b, puzzle.cols)
    else:
        return None
    if puzzle.clues[a] is None or puzzle.clues[b] is None:
        return None
    if any(puzzle.clues[cell] is not None for cell in between):
        return None
    return between


def violations(puzzle: Hashi, position: Lines) -> list[Violation]:
    """Return every broken rule: the referee. Marks of "no bridge" are ignored."""
    broken, bridges = _real_bridges(puzzle, position)
    broken += _crossings(puzzle, bridges)
    broken += _wrong_numbers(puzzle, bridges)
    broken += _cut_off(puzzle, bridges)
    if not puzzle.loops:
        broken += _loops(puzzle, bridges)
    return broken


def _real_bridges(puzzle: Hashi, position: Lines) -> tuple[list[Violation], dict[Pair, int]]:
    """Return the violations by impossible or too wide bridges, and the counts of the others."""
    name = puzzle.grid.name
    broken = []
    bridges: dict[Pair, int] = {}
    for a, b, count in sorted(position.joined):
        if count < 1 or water_between(puzzle, a, b) is None:
            cells = tuple(cell for cell in (a, b) if 0 <= cell < len(puzzle.clues))
            text = f"{count} from {name(a)} to {name(b)}: no bridge can run there"
            broken.append(Violation("not-a-bridge", cells, text))
        else:
            pair = (min(a, b), max(a, b))
            bridges[pair] = bridges.get(pair, 0) + count
    for (a, b), count in bridges.items():
        if count > puzzle.most:
            text = f"{count} bridges from {name(a)} to {name(b)}, at most {puzzle.most} are allowed"
            broken.append(Violation("not-a-bridge", (a, b), text))
    return broken, bridges


def _crossings(puzzle: Hashi, bridges: dict[Pair, int]) -> Iterator[Violation]:
    """Yield a violation for each cell that a second bridge runs over."""
    used: set[Cell] = set()
    for a, b in bridges:
        for cell in water_between(puzzle, a, b) or ():
            if cell in used:
                text = f"two bridges cross at {puzzle.grid.name(cell)}"
                yield Violation("crossing", (cell,), text)
            used.add(cell)


def _wrong_numbers(puzzle: Hashi, bridges: dict[Pair, int]) -> Iterator[Violation]:
    """Yield a violation for each number with too many or too few bridges."""
    degrees = dict.fromkeys(puzzle.islands, 0)
    for (a, b), count in bridges.items():
        degrees[a] += count
        degrees[b] += count
    for cell, count in degrees.items():
        clue = puzzle.clues[cell]
        if isinstance(clue, int) and count != clue:
            text = f"the {clue} at {puzzle.grid.name(cell)} has {count} bridge{'s' * (count != 1)}"
            yield Violation("too-many" if count > clue else "too-few", (cell,), text)


def _cut_off(puzzle: Hashi, bridges: dict[Pair, int]) -> Iterator[Violation]:
    """Yield a violation if some islands are not connected with the first one."""
    islands = puzzle.islands
    if not islands:
        return
    neighbours: dict[Cell, list[Cell]] = {cell: [] for cell in islands}
    for a, b in bridges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    reached = {islands[0]}
    stack = [islands[0]]
    while stack:
        for cell in neighbours[stack.pop()]:
            if cell not in reached:
                reached.add(cell)
                stack.append(cell)
    cut_off = tuple(cell for cell in islands if cell not in reached)
    if cut_off:
        first, other = puzzle.grid.name(islands[0]), puzzle.grid.name(cut_off[0])
        yield Violation("divided", cut_off, f"{other} is cut off from {first}")


def _loops(puzzle: Hashi, bridges: dict[Pair, int]) -> Iterator[Violation]:
    """Yield a violation if bridges are left after removing leaves until there are none."""
    pairs = set(bridges)
    while True:
        degrees = Counter(cell for pair in pairs for cell in pair)
        leaves = {cell for cell, degree in degrees.items() if degree == 1}
        if not leaves:
            break
        pairs = {pair for pair in pairs if not leaves & set(pair)}
    if pairs:
        cells = tuple(sorted({cell for pair in pairs for cell in pair}))
        names = ", ".join(puzzle.grid.name(cell) for cell in cells[:8])
        more = f" and {len(cells) - 8} more" if len(cells) > 8 else ""
        yield Violation("loop", cells, f"a loop runs through {names}{more}")


def obstacles(puzzle: Hashi) -> list[Violation]:
    """Return cheap proofs that the board has no solution: small islands, cut-offs, wrong sums."""
    islands, name = puzzle.islands, puzzle.grid.name
    impossible = []
    room = dict.fromkeys(islands, 0)
    reached = {cell: {cell} for cell in islands}  # each island's part, one set shared by the part
    for link in puzzle.links:
        width = _widest(puzzle, link, len(islands))
        room[link.a] += width
        room[link.b] += width
        if width and reached[link.a] is not reached[link.b]:
            small, large = sorted((reached[link.a], reached[link.b]), key=len)
            large |= small
            reached.update(dict.fromkeys(small, large))
    for cell in islands:
        clue = puzzle.clues[cell]
        if isinstance(clue, int) and clue > room[cell]:
            text = f"the {clue} at {name(cell)} can get at most {room[cell]}"
            impossible.append(Violation("too-few", (cell,), text))
    if islands and len(reached[islands[0]]) < len(islands):
        cut_off = tuple(cell for cell in islands if cell not in reached[islands[0]])
        text = f"no bridges can connect {name(cut_off[0])} with {name(islands[0])}"
        impossible.append(Violation("divided", cut_off, text))
    return impossible or _wrong_sum(puzzle, islands)


def _widest(puzzle: Hashi, link: Link, islands: int) -> int:
    """Return the greatest number of bridges that a link can have.

    Two equal clues must not spend all their bridges on each other if there are other islands.
    """
    clues = (puzzle.clues[link.a], puzzle.clues[link.b])
    numbers = [clue for clue in clues if isinstance(clue, int)]
    width = min([puzzle.most, *numbers])
    closes_off = numbers == [width, width] and islands > 2
    return width - 1 if closes_off else width


def _wrong_sum(puzzle: Hashi, islands: list[Cell]) -> list[Violation]:
    """Return why the sum of all clues is impossible, if every clue is known."""
    numbers = [clue for clue in puzzle.clues if isinstance(clue, int)]
    if len(numbers) < len(islands):
        return []
    total = sum(numbers)
    if total % 2:
        text = f"the numbers add up to {total}, but each bridge has two ends"
        return [Violation("too-few", (), text)]
    if total // 2 < len(islands) - 1:
        text = f"{total // 2} bridges cannot connect {len(islands)} islands"
        return [Violation("divided", (), text)]
    return []

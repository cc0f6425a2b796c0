"""Try out a colour in Kuromasu: what follows at once, each thing with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, mask
from masume.core.puzzle.technique import Key
from masume.families.shading.logic import ADJACENT, DIVIDED
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.families.shading.walls import JoinedWalls, Walls
from masume.puzzles.kuromasu.lines import forced, is_possible, possible
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_sight import Sights, beyond, grounds, in_sight, is_stuck

CUT = (ADJACENT, DIVIDED)  # the rules that forbid to lock white cells in


class Why(NamedTuple):
    """What something follows from: literals and rules, or a number and what it sees."""

    literals: Sequence[Literal] = ()
    rules: tuple[Key, ...] = ()
    number: Number | None = None


class Refutation(NamedTuple):
    """Why a supposition fails: what was known, and what followed in between, in order."""

    given: tuple[Literal, ...]
    chain: list[Literal]
    because: tuple[Key, ...]
    clash: Why  # what could not be in the end


class Supposition:
    """A board on which one cell's colour is tried out."""

    def __init__(self, notes: Sights, literal: Literal, walls: Walls | None = None) -> None:
        self.notes = notes
        self.walls = JoinedWalls(walls) if walls is not None else None  # whose gaps stay open
        self.literal = literal
        self.colours = bytearray(notes.colours)
        self.lines = notes.lines.copy()
        self.why: dict[Literal, Why] = {}  # all that was coloured, in order
        self._fresh: list[Literal] = []
        self._watched: dict[Cell, Number] = {}  # the numbers that were looked at
        self._between: list[range] = []  # the cells on the way to numbers that see less far
        self._walls: set[Cell] = set()  # the black cells that were followed
        self._colour(literal, Why())

    def _colour(self, literal: Literal, why: Why) -> None:
        self.colours[abs(literal) - 1] = BLACK if literal > 0 else WHITE
        self.lines.add(literal)
        self.why[literal] = why
        self._fresh.append(literal)

    def clashes(self, waves: int) -> list[Why]:
        """Return all contradictions of the first wave that has any; the rules alone are wave 0.

        In each of the others the numbers colour what they see.
        """
        numbers: list[Number] = []
        for _ in range(waves + 1):
            self._follow_numbers(numbers)
            broken = self._follow_rules()
            numbers = self._watching()
            broken += [Why(number=one) for one in numbers if not is_possible(self.lines, one)]
            if broken:
                return broken
            self._fresh = []
        return []

    def _follow_numbers(self, numbers: Sequence[Number]) -> None:
        """Colour what numbers force, unless those before have left nothing to them."""
        for number in numbers:
            for side, bits in enumerate(possible(self.lines, number)):
                for literal in forced(self.lines, number.cell, side, bits):
                    self._colour(literal, Why(number=number))

    def _follow_rules(self) -> list[Why]:
        """Apply the rules to the fresh cells; return where black cells touch or lock others in."""
        neighbours, colours = self.notes.grid.neighbours, self.colours
        broken = []
        for literal in self._fresh:  # grows while it is gone through
            cell = abs(literal) - 1
            around = neighbours[cell] if literal > 0 else ()
            for other in around:
                if colours[other] == BLACK:
                    broken.append(Why((literal, other + 1), (ADJACENT,)))
                elif colours[other] == OPEN:
                    self._colour(-other - 1, Why((literal,), (ADJACENT,)))
            ring = self._ring(cell) if literal > 0 else []
            if ring:
                broken.append(Why([other + 1 for other in ring], CUT))
            for white in around or (cell,):
                locked = self._leave(white) if colours[white] == WHITE else None
                if locked:
                    broken.append(locked)
            if literal > 0 and self.walls is not None:
                self._keep_gaps(self.walls, cell)
        return broken

    def _keep_gaps(self, walls: JoinedWalls, cell: Cell) -> None:
        """What would close a wall that a black cell has made longer is white."""
        for gap in walls.add(cell) or ():
            if self.colours[gap] == OPEN:
                ring = walls.ring(gap)[1:]
                self._colour(-gap - 1, Why([other + 1 for other in ring], CUT))

    def _leave(self, cell: Cell) -> Why | None:
        """A white cell keeps its last way out; what locks it in if there is none."""
        around = self.notes.grid.neighbours[cell]
        ways = [other for other in around if self.colours[other] != BLACK]
        if len(ways) > 1 or len(around) == self.notes.grid.size - 1:
            return None
        walls = (-cell - 1, *(other + 1 for other in around if other not in ways))
        if not ways:
            return Why(walls, CUT)
        if self.colours[ways[0]] == OPEN:
            self._colour(-ways[0] - 1, Why(walls, CUT))
        return None

    def _ring(self, start: Cell) -> list[Cell]:
        """Black cells from corner to corner, and perhaps the border, that close a ring."""
        g, colours = self.notes.grid, self.colours
        border = g.size

        def touched(cell: Cell) -> list[Cell]:
            if cell == border:
                return []
            self._walls.add(cell)
            black = [other for other in g.corners[cell] if colours[other] == BLACK]
            return [*black, *[border] * g.border_contacts[cell]]

        queue = touched(start)
        if len(queue) < 2:
            return []
        parent = dict.fromkeys(queue, start)
        branch = {cell: cell for cell in queue}
        for cell in queue:  # grows while it is gone through
            for other in touched(cell):
                if other == start:
                    continue
                if other not in branch:
                    parent[other], branch[other] = cell, branch[cell]
                    queue.append(other)
                elif branch[other] != branch[cell]:
                    ways = [_way(cell, parent)[::-1], _way(other, parent)]
                    return [start, *(c for way in ways for c in way if c != border)]
        return [start] if g.border_contacts[start] > 1 else []

    def _watching(self) -> list[Number]:
        """The numbers that may see a fresh cell."""
        watching: dict[Cell, Number] = {}
        numbers, marked = self.notes.numbers, self.notes.marked
        for literal in self._fresh:
            cell = abs(literal) - 1
            for other, between in self.lines.in_sight(cell, marked):
                if self.colours[other] == BLACK:
                    continue
                number = watching[other] = numbers[other]
                if between > number.total:
                    step = (other - cell) // (between + 1)
                    self._between.append(range(cell + step, other, step))
        self._watched |= watching
        return list(watching.values())

    def looked(self) -> Mask:
        """The cells on whose colours, as they are known, it depends what comes of this.

        They are those around what was coloured, and for a black cell those around its neighbours,
        which look for a way out; the corners of walls; and all that the numbers look at, and what
        is between them and the cells that led to them.
        """
        g = self.notes.grid
        black = mask(one - 1 for one in self.why if one > 0)
        white = mask(-one - 1 for one in self.why if one < 0)
        cells = g.spread(white | g.spread(black))
        cells |= mask(cell for way in self._between for cell in way)
        for cell in self._walls:
            cells |= g.diagonal_mask[cell]
        for number in self._watched.values():
            cells |= self.notes.reach(number)
        return cells

    def proof(self, clash: Why) -> Refutation:
        """Trace back what a clash rests on."""
        because: dict[Key, None] = {}
        colours = bytearray(self.colours)
        needed = set(self._used(clash, (), colours, because))
        for literal, why in reversed(self.why.items()):
            colours[abs(literal) - 1] = OPEN
            if literal in needed and literal != self.literal:
                needed.update(self._used(why, (literal,), colours, because))
        known = sorted((one for one in needed if one not in self.why), key=abs)
        chain = [one for one in self.why if one in needed and one != self.literal]
        return Refutation(beyond(known, because), chain, tuple(because), clash)

    def _used(
        self,
        why: Why,
        literals: Sequence[Literal],
        colours: Sequence[int],
        because: dict[Key, None],
    ) -> Sequence[Literal]:
        """What is needed of a reason; what was known before is the more welcome."""
        if why.number is None:
            because.update(dict.fromkeys(why.rules))
            return why.literals
        because[why.number.key] = None
        known = in_sight(colours, why.number)
        known.sort(key=self.why.__contains__)
        return grounds(self.notes, is_stuck(why.number), literals, known)

    def take_back(self) -> None:
        """Remove all that was coloured from the lines."""
        for literal in self.why:
            self.lines.remove(abs(literal) - 1)


def _way(cell: Cell, parent: dict[Cell, Cell]) -> list[Cell]:
    """The cells from one back to where its branch began."""
    way = [cell]
    while parent[way[-1]] in parent:
        way.append(parent[way[-1]])
    return way

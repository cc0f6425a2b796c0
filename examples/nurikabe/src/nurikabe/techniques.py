"""The techniques of Nurikabe, easiest first."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.grid import Cell, Mask, cells, each, mask
from masume.core.puzzle.technique import Deduction, Key, Logic, is_or_are, join_words, technique
from masume.families.shading.logic import Colours
from masume.families.shading.model import BLACK, OPEN, WHITE
from nurikabe.model import CLUE, NO_NUMBER, NUMBERS, POOL, SEA
from nurikabe.puzzle import Nurikabe, pools


class Notes(Colours):
    """The known colours, with access to them as sets."""

    def of(self, colour: int) -> Mask:
        """Return the cells of a colour."""
        return mask(cell for cell, value in enumerate(self.colours) if value == colour)

    def numbers(self, part: Mask) -> list[Cell]:
        """Return the cells of a set that have a number."""
        return [cell for cell in each(part) if self.puzzle.clues[cell] is not None]

    def size(self, part: Mask) -> int:
        """Return the first number of a set; 0 if there is none or it is a ?."""
        clues = [self.puzzle.clues[cell] for cell in self.numbers(part)]
        return clues[0] if clues and isinstance(clues[0], int) else 0

    def clues(self) -> tuple[Key, ...]:
        """Return the keys of all numbers."""
        return tuple((CLUE, (cell,)) for cell in self.numbers(self.grid.full))

    def around(self, part: Mask) -> Mask:
        """Return the cells next to a set."""
        return self.grid.spread(part) & ~part

    def title(self, cell: Cell) -> str:
        """Return a number with its cell: "the 3 at r1c1"."""
        clue = self.puzzle.clues[cell]
        return f"the {clue if isinstance(clue, int) else '?'} at {self.grid.name(cell)}"


@technique(
    "a number is white",
    level="easy",
    example="nurikabe\n. 1 .\n. . .\n. 1 .",
    obvious=True,
    auto=True,
)
def numbers_are_white(notes: Notes) -> Iterator[Deduction]:
    """Colour each number white."""
    for cell in notes.numbers(notes.of(OPEN)):
        title = notes.title(cell)
        text = f"{title[0].upper()}{title[1:]} is white."
        yield Deduction((-cell - 1,), (), ((CLUE, (cell,)),), text)


@technique(
    "a complete island has black cells around it",
    level="easy",
    example="nurikabe\n. 1 .\n. . .\n. 1 .",
    obvious=True,
    auto=True,
)
def complete_island(notes: Notes) -> Iterator[Deduction]:
    """Surround an island of the right size with black cells."""
    for island in notes.grid.components(notes.of(WHITE)):
        beside = cells(notes.around(island) & notes.of(OPEN))
        if beside and notes.size(island) == island.bit_count():
            number = notes.numbers(island)[0]
            yield Deduction(
                tuple(cell + 1 for cell in beside),
                notes.known_literals(each(island)),
                ((CLUE, (number,)),),
                f"The island of {notes.title(number)} is complete, "
                f"so {is_or_are(notes.names(beside), 'black')}.",
            )


@technique(
    "a cell between two islands is black",
    level="easy",
    example="nurikabe\n1 . 2 .\n. . . .\n. . 2 .",
)
def between_islands(notes: Notes) -> Iterator[Deduction]:
    """Blacken a cell that would join two islands with numbers."""
    g = notes.grid
    islands = [part for part in g.components(notes.of(WHITE)) if notes.numbers(part)]
    for cell in each(notes.of(OPEN)):
        near = [part for part in islands if part & g.neighbour_mask[cell]]
        if len(near) > 1:
            numbers = [notes.numbers(part)[0] for part in near[:2]]
            both = join_words([notes.title(number) for number in numbers])
            yield Deduction(
                (cell + 1,),
                notes.known_literals(each(near[0] | near[1])),
                ((NUMBERS, ()), *((CLUE, (number,)) for number in numbers)),
                f"White, {g.name(cell)} would join the islands of {both}; so it is black.",
            )


@technique(
    "the fourth cell of a black square is white",
    level="easy",
    example="nurikabe\n. . .\n. . 2\n. . .",
)
def no_pool(notes: Notes) -> Iterator[Deduction]:
    """Whiten the fourth cell of a square with three black cells."""
    for square in pools(notes.puzzle):
        rest = [cell for cell in square if notes.colours[cell] != BLACK]
        if len(rest) == 1 and notes.colours[rest[0]] == OPEN:
            three = [cell for cell in square if cell != rest[0]]
            yield Deduction(
                (-rest[0] - 1,),
                tuple(cell + 1 for cell in three),
                ((POOL, ()),),
                f"{is_or_are(notes.names(three), 'black')}, so {notes.grid.name(rest[0])} is "
                "white, or the four would be a square.",
            )


@technique(
    "an island that must grow takes its only way",
    level="easy",
    example="nurikabe\n1 . 2\n. . .\n1 . .",
)
def only_way_of_an_island(notes: Notes) -> Iterator[Deduction]:
    """Whiten the only exit of an island that must grow."""
    black = notes.of(BLACK)
    for island in notes.grid.components(notes.of(WHITE)):
        edge = notes.around(island)
        exits = edge & ~black
        if exits.bit_count() != 1:
            continue
        numbers, cell = notes.numbers(island), exits.bit_length() - 1
        walls = notes.known_literals(each(edge & black))
        name = notes.grid.name(cell)
        if numbers and notes.size(island) > island.bit_count():
            title = notes.title(numbers[0])
            text = f"The island of {title} can grow only by {name}, so {name} is white."
            yield Deduction((-cell - 1,), walls, ((CLUE, (numbers[0],)),), text)
        elif not numbers:
            first = (island & -island).bit_length() - 1
            text = (
                f"{notes.grid.name(first)} can reach a number only by {name}, so {name} is white."
            )
            yield Deduction((-cell - 1,), (-first - 1, *walls), ((NO_NUMBER, ()),), text)


@technique(
    "a part of the sea takes its only way to the rest",
    level="easy",
    example="nurikabe\n. 1 .\n. . .\n. 1 .",
)
def only_way_of_the_sea(notes: Notes) -> Iterator[Deduction]:
    """Blacken the only exit of a part of the sea if there are other black cells."""
    black, white = notes.of(BLACK), notes.of(WHITE)
    for part in notes.grid.components(black):
        edge = notes.around(part)
        exits, rest = edge & ~white, black & ~part
        if exits.bit_count() == 1 and rest:
            exit_cell = exits.bit_length() - 1
            ends = [(region & -region).bit_length() - 1 for region in (part, rest)]
            yield Deduction(
                (exit_cell + 1,),
                (*(cell + 1 for cell in ends), *notes.known_literals(each(edge & white))),
                ((SEA, ()),),
                f"The sea at {notes.grid.name(ends[0])} can reach {notes.grid.name(ends[1])} only "
                f"by {notes.grid.name(exit_cell)}, so {notes.grid.name(exit_cell)} is black.",
            )


@technique(
    "a cell that no number can reach is black",
    level="medium",
    example="nurikabe\n. . .\n. 1 .\n. . .",
)
def out_of_reach(notes: Notes) -> Iterator[Deduction]:
    """Blacken the cells that are too far from every number for its size, around black cells."""
    sizes = {cell: notes.size(1 << cell) for cell in notes.numbers(notes.grid.full)}
    if not all(sizes.values()):
        return
    black = notes.of(BLACK)
    reached = 0
    for number, size in sizes.items():
        near = 1 << number
        for _ in range(size - 1):
            near = notes.grid.spread(near) & ~black
        reached |= near
    far = notes.of(OPEN) & ~reached
    for cell in each(far):
        yield Deduction(
            (cell + 1,),
            notes.known_literals(each(black)),
            ((NO_NUMBER, ()), *notes.clues()),
            f"No number is large enough to reach {notes.grid.name(cell)}, so it is black.",
        )


@technique(
    "a cell without which an island has no room is white",
    level="hard",
    example="nurikabe\n. . 1 .\n. . . .\n4 . . .",
)
def room_of_an_island(notes: Notes) -> Iterator[Deduction]:
    """Whiten a cell without which an island could not reach enough cells."""
    g, black, open_cells = notes.grid, notes.of(BLACK), notes.of(OPEN)
    for island in g.components(notes.of(WHITE)):
        size = notes.size(island)
        if size <= island.bit_count():
            continue
        number = notes.numbers(island)[0]
        for cell in each(g.flood(island, g.full & ~black) & open_cells):
            room = g.flood(1 << number, g.full & ~black & ~(1 << cell))
            if room.bit_count() < size:
                yield Deduction(
                    (-cell - 1,),
                    notes.known_literals(each(notes.around(room) & black)),
                    ((CLUE, (number,)),),
                    f"If {g.name(cell)} were black, the island of {notes.title(number)} would "
                    f"have room for {room.bit_count()} at most. So it is white.",
                )


@technique(
    "a cell without which the sea falls apart is black",
    level="hard",
    example="nurikabe\n3 . .\n. . .\n. . 1",
)
def sea_stays_one(notes: Notes) -> Iterator[Deduction]:
    """Blacken a cell without which some black cells could not be connected."""
    g, black, white = notes.grid, notes.of(BLACK), notes.of(WHITE)
    for cell in each(notes.of(OPEN)):
        water = g.full & ~white & ~(1 << cell)
        part = g.flood(black & -black, water)
        if black & ~part:
            ends = [(region & -region).bit_length() - 1 for region in (black, black & ~part)]
            yield Deduction(
                (cell + 1,),
                (
                    *(end + 1 for end in ends),
                    *notes.known_literals(each(notes.around(part) & white)),
                ),
                ((SEA, ()),),
                f"If {g.name(cell)} were white, {g.name(ends[0])} and {g.name(ends[1])} could not "
                "be connected. So it is black.",
            )


TECHNIQUES = (
    numbers_are_white,
    complete_island,
    between_islands,
    no_pool,
    only_way_of_an_island,
    only_way_of_the_sea,
    out_of_reach,
    room_of_an_island,
    sea_stays_one,
)


def logic() -> Logic[Nurikabe]:
    """Return the techniques with their notes."""
    return Logic(Notes, TECHNIQUES)

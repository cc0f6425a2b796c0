"""How people solve Nurikabe, easiest first."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.grid import Cell, Mask, cells, each, mask
from masume.core.puzzle.technique import Deduction, Key, Logic, are, listed, technique
from masume.families.shading.logic import Colours
from masume.families.shading.model import BLACK, OPEN, WHITE
from nurikabe.model import CLUE, NO_NUMBER, NUMBERS, POOL, SEA
from nurikabe.puzzle import Nurikabe, pools


class Notes(Colours):
    """The colours of cells, and the same as sets."""

    def of(self, colour: int) -> Mask:
        """The cells of that colour."""
        return mask(cell for cell, one in enumerate(self.colours) if one == colour)

    def numbers(self, part: Mask) -> list[Cell]:
        """The numbers in a set of cells."""
        return [cell for cell in each(part) if self.puzzle.clues[cell] is not None]

    def size(self, part: Mask) -> int:
        """What the first number of a set asks for; 0 if that is not told."""
        told = [self.puzzle.clues[cell] for cell in self.numbers(part)]
        return told[0] if told and isinstance(told[0], int) else 0

    def clues(self) -> tuple[Key, ...]:
        """All numbers, as reasons."""
        return tuple((CLUE, (cell,)) for cell in self.numbers(self.grid.full))

    def around(self, part: Mask) -> Mask:
        """The cells beside a set."""
        return self.grid.spread(part) & ~part

    def called(self, cell: Cell) -> str:
        """A number with its place."""
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
    """Each number is on an island."""
    for cell in notes.numbers(notes.of(OPEN)):
        told = notes.called(cell)
        yield Deduction(
            (-cell - 1,), (), ((CLUE, (cell,)),), f"{told[0].upper()}{told[1:]} is white."
        )


@technique(
    "a complete island has black cells around it",
    level="easy",
    example="nurikabe\n. 1 .\n. . .\n. 1 .",
    obvious=True,
    auto=True,
)
def complete_island(notes: Notes) -> Iterator[Deduction]:
    """An island with as many cells as its number says ends there."""
    for island in notes.grid.components(notes.of(WHITE)):
        beside = cells(notes.around(island) & notes.of(OPEN))
        if beside and notes.size(island) == island.bit_count():
            number = notes.numbers(island)[0]
            yield Deduction(
                tuple(cell + 1 for cell in beside),
                notes.known(each(island)),
                ((CLUE, (number,)),),
                f"The island of {notes.called(number)} is complete, "
                f"so {are(notes.names(beside), 'black')}.",
            )


@technique(
    "a cell between two islands is black",
    level="easy",
    example="nurikabe\n1 . 2 .\n. . . .\n. . 2 .",
)
def between_islands(notes: Notes) -> Iterator[Deduction]:
    """White, it would join two islands that have a number each."""
    g = notes.grid
    islands = [part for part in g.components(notes.of(WHITE)) if notes.numbers(part)]
    for cell in each(notes.of(OPEN)):
        near = [part for part in islands if part & g.neighbour_mask[cell]]
        if len(near) > 1:
            numbers = [notes.numbers(part)[0] for part in near[:2]]
            several = listed([notes.called(number) for number in numbers])
            yield Deduction(
                (cell + 1,),
                notes.known(each(near[0] | near[1])),
                ((NUMBERS, ()), *((CLUE, (number,)) for number in numbers)),
                f"White, {g.name(cell)} would join the islands of {several}; so it is black.",
            )


@technique(
    "the fourth cell of a black square is white",
    level="easy",
    example="nurikabe\n. . .\n. . 2\n. . .",
)
def no_pool(notes: Notes) -> Iterator[Deduction]:
    """Three cells of a square are black."""
    for square in pools(notes.puzzle):
        left = [cell for cell in square if notes.colours[cell] != BLACK]
        if len(left) == 1 and notes.colours[left[0]] == OPEN:
            three = [cell for cell in square if cell != left[0]]
            yield Deduction(
                (-left[0] - 1,),
                tuple(cell + 1 for cell in three),
                ((POOL, ()),),
                f"{are(notes.names(three), 'black')}, so {notes.grid.name(left[0])} is white, "
                "or the four would be a square.",
            )


@technique(
    "an island that must grow takes its only way",
    level="easy",
    example="nurikabe\n1 . 2\n. . .\n1 . .",
)
def only_way_of_an_island(notes: Notes) -> Iterator[Deduction]:
    """All cells beside an island are black but one."""
    black = notes.of(BLACK)
    for island in notes.grid.components(notes.of(WHITE)):
        edge = notes.around(island)
        ways = edge & ~black
        if ways.bit_count() != 1:
            continue
        numbers, way = notes.numbers(island), ways.bit_length() - 1
        walls = notes.known(each(edge & black))
        name = notes.grid.name(way)
        if numbers and notes.size(island) > island.bit_count():
            told = notes.called(numbers[0])
            text = f"The island of {told} can grow only by {name}, so {name} is white."
            yield Deduction((-way - 1,), walls, ((CLUE, (numbers[0],)),), text)
        elif not numbers:
            first = (island & -island).bit_length() - 1
            text = (
                f"{notes.grid.name(first)} can reach a number only by {name}, so {name} is white."
            )
            yield Deduction((-way - 1,), (-first - 1, *walls), ((NO_NUMBER, ()),), text)


@technique(
    "a part of the sea takes its only way to the rest",
    level="easy",
    example="nurikabe\n. 1 .\n. . .\n. 1 .",
)
def only_way_of_the_sea(notes: Notes) -> Iterator[Deduction]:
    """All cells beside some black cells are white but one, and there are other black cells."""
    black, white = notes.of(BLACK), notes.of(WHITE)
    for part in notes.grid.components(black):
        edge = notes.around(part)
        ways, rest = edge & ~white, black & ~part
        if ways.bit_count() == 1 and rest:
            way = ways.bit_length() - 1
            ends = [(one & -one).bit_length() - 1 for one in (part, rest)]
            yield Deduction(
                (way + 1,),
                (*(cell + 1 for cell in ends), *notes.known(each(edge & white))),
                ((SEA, ()),),
                f"The sea at {notes.grid.name(ends[0])} can reach {notes.grid.name(ends[1])} only "
                f"by {notes.grid.name(way)}, so {notes.grid.name(way)} is black.",
            )


@technique(
    "a cell that no number can reach is black",
    level="medium",
    example="nurikabe\n. . .\n. 1 .\n. . .",
)
def out_of_reach(notes: Notes) -> Iterator[Deduction]:
    """Every number is too far away for its size, around what is black."""
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
            notes.known(each(black)),
            ((NO_NUMBER, ()), *notes.clues()),
            f"No number is large enough to reach {notes.grid.name(cell)}, so it is black.",
        )


@technique(
    "a cell without which an island has no room is white",
    level="hard",
    example="nurikabe\n. . 1 .\n. . . .\n4 . . .",
)
def room_of_an_island(notes: Notes) -> Iterator[Deduction]:
    """If the cell were black, fewer cells than the number says could be reached."""
    g, black, left = notes.grid, notes.of(BLACK), notes.of(OPEN)
    for island in g.components(notes.of(WHITE)):
        size = notes.size(island)
        if size <= island.bit_count():
            continue
        number = notes.numbers(island)[0]
        for cell in each(g.flood(island, g.full & ~black) & left):
            room = g.flood(1 << number, g.full & ~black & ~(1 << cell))
            if room.bit_count() < size:
                yield Deduction(
                    (-cell - 1,),
                    notes.known(each(notes.around(room) & black)),
                    ((CLUE, (number,)),),
                    f"If {g.name(cell)} were black, the island of {notes.called(number)} would "
                    f"have room for {room.bit_count()} at most. So it is white.",
                )


@technique(
    "a cell without which the sea falls apart is black",
    level="hard",
    example="nurikabe\n3 . .\n. . .\n. . 1",
)
def sea_stays_one(notes: Notes) -> Iterator[Deduction]:
    """If the cell were white, some black cells could not be connected any more."""
    g, black, white = notes.grid, notes.of(BLACK), notes.of(WHITE)
    for cell in each(notes.of(OPEN)):
        water = g.full & ~white & ~(1 << cell)
        part = g.flood(black & -black, water)
        if black & ~part:
            ends = [(one & -one).bit_length() - 1 for one in (black, black & ~part)]
            yield Deduction(
                (cell + 1,),
                (*(end + 1 for end in ends), *notes.known(each(notes.around(part) & white))),
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
    """The techniques and their notes."""
    return Logic(Notes, TECHNIQUES)

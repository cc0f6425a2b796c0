"""What the picture of a step shows, before anyone draws it.

The board before the step, with all that follows as new; what it rests on; walls and what they
shut off; the order of a chain. An argument of several sentences has a picture for each of them, on
the board as it would be by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from masume.constraints.connected import groups
from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.puzzle import Position
from masume.core.puzzle.technique import Key, Wall
from masume.logic.step import Stage, Step


@dataclass(frozen=True)
class StepPicture:
    """A step, or a sentence of its argument, as a picture and in words."""

    text: str
    before: Position
    after: Position  # what it has and the board before has not is new, or only supposed
    cells: tuple[Cell, ...] = ()  # of what follows
    grounds: tuple[Cell, ...] = ()  # the clues and known cells it rests on
    part: tuple[Cell, ...] = ()  # what would be cut off
    walls: tuple[Wall, ...] = ()
    broken: tuple[Cell, ...] = ()  # where a rule breaks, or a mark that is wrong
    order: tuple[tuple[int, Cell], ...] = ()  # numbers beside what follows one after the other


def steps_picture(
    words: Vocabulary, held: Iterable[Literal], steps: Sequence[Step], first: int = 1
) -> StepPicture:
    """Some steps from what the board holds, in one picture; the first has that number."""
    held = set(held)
    each = [one for step in steps for one in step.singly]
    new = [one for step in steps for one in step.literals]
    walls = tuple(wall for one in each for wall in one.walls)
    return StepPicture(
        "\n".join(step.text for step in steps),
        noted(words, held),
        noted(words, {*held, *new}),
        tuple(words.cells_of(new)),
        _grounds(words, new, [(step.given, step.because) for step in steps]),
        _part(words.grid, [cell for one in each for cell in one.part], walls),
        walls,
        order=tuple(_order(words, steps, each, first)),
    )


def stage_pictures(
    words: Vocabulary, held: Iterable[Literal], step: Step
) -> tuple[StepPicture, ...]:
    """The sentences of a step's argument, each on the board as it would be by then.

    A technique that looks ahead may say it in one sentence: what would follow is one picture.
    """
    held = set(held)
    for one in step.singly:
        if one.stages:
            return tuple(_staged(words, held, one.stages))
        if one.chain:
            lines = one.text.split("\n")
            if len(lines) == len(one.chain) + 1:  # the supposition, what follows, what breaks
                return tuple(_staged(words, held, list(_chain_stages(words, one, lines))))
            return (_what_would_follow(words, held, one),)
        held.update(one.literals)
    return ()


def _chain_stages(words: Vocabulary, step: Step, lines: Sequence[str]) -> Iterator[Stage]:
    """The sentences of a technique that looks ahead, each with the walls that it begins."""
    noted: tuple[Literal, ...] = ()
    walls = list(step.walls)
    for number, text in enumerate(lines):
        literals = step.chain[number] if number < len(step.chain) else ()
        cells = words.cells_of(literals)
        here = [wall for wall in walls if wall[0] in cells] if literals else walls
        walls = [wall for wall in walls if wall not in here]
        yield Stage(text, noted, literals, walls=tuple(here), number=number if literals else 0)
        noted += literals


def _what_would_follow(words: Vocabulary, held: set[Literal], step: Step) -> StepPicture:
    then = [one for group in step.chain for one in group]
    return StepPicture(
        step.text,
        noted(words, held),
        noted(words, {*held, *then}),
        tuple(words.cells_of(step.chain[0])),
        _grounds(words, then, [(step.given, step.because)]),
        _part(words.grid, step.part, step.walls),
        step.walls,
        order=tuple(_chain_order(words, step)),
    )


def noted(words: Vocabulary, literals: Iterable[Literal]) -> Position:
    """Literals as a position."""
    position: Position = words.noted(sorted(literals, key=abs))
    return position


def _staged(
    words: Vocabulary, held: set[Literal], stages: Sequence[Stage]
) -> Iterator[StepPicture]:
    order: list[tuple[int, Cell]] = []
    before = noted(words, held)
    for stage in stages:
        if stage.number:
            order += [(stage.number, cell) for cell in _middles(words, stage.literals)]
        against = {-one for one in (*held, *stage.noted)}
        then = [one for one in stage.literals if one not in against]
        yield StepPicture(
            stage.text,
            before,
            noted(words, {*held, *stage.noted, *then}),
            tuple(words.cells_of(stage.literals)),
            _grounds(words, stage.literals, [(stage.given, stage.because)]),
            _part(words.grid, stage.part, stage.walls),
            stage.walls,
            stage.broken,
            tuple(order),
        )


def _order(
    words: Vocabulary, steps: Sequence[Step], each: Sequence[Step], first: int
) -> Iterator[tuple[int, Cell]]:
    """The numbers of what follows one after the other; those of one step begin with 1.

    Where an argument has numbers of its own, what follows afterwards has none.
    """
    if len(each) > 1 and any(one.stages or one.chain for one in each):
        return
    if len(each) > 1:
        for number, one in enumerate(each, start=first if len(steps) > 1 else 1):
            yield from ((number, cell) for cell in _middles(words, one.literals))
        return
    for stage in each[0].stages:
        if stage.number:
            yield from ((stage.number, cell) for cell in _middles(words, stage.literals))
    yield from _chain_order(words, each[0])


def _chain_order(words: Vocabulary, step: Step) -> Iterator[tuple[int, Cell]]:
    for number, literals in enumerate(step.chain[1:], start=1):
        yield from ((number, cell) for cell in _middles(words, literals))


def _middles(words: Vocabulary, literals: Iterable[Literal]) -> Iterator[Cell]:
    """Where each of some things is, and each cell once."""
    places = [tuple(words.cells(abs(one))) for one in literals]
    yield from dict.fromkeys(here[len(here) // 2] for here in places)


def _grounds(
    words: Vocabulary,
    new: Iterable[Literal],
    proofs: Iterable[tuple[tuple[Literal, ...], tuple[Key, ...]]],
) -> tuple[Cell, ...]:
    """The cells that some steps rest on, but for those of what they find."""
    cells: set[Cell] = set()
    for given, because in proofs:
        cells.update(words.cells_of(given), *(here for _, here in because))
    return tuple(sorted(cells.difference(words.cells_of(new))))


def _part(grid: Grid, part: Iterable[Cell], walls: Sequence[Wall]) -> tuple[Cell, ...]:
    """What would be cut off: as it was told, or else by the only wall there is."""
    cells = sorted(set(part))
    return tuple(cells if cells or len(walls) != 1 else _shut_off(grid, walls[0]))


def _shut_off(grid: Grid, wall: Wall) -> list[Cell]:
    """The cells on the smaller side of a wall."""
    sides = groups(grid, set(range(grid.size)).difference(wall))
    largest = max(sides, key=len, default=[])
    return sorted(cell for side in sides if side is not largest for cell in side)

"""The contents of a step's picture, independent of how it is drawn.

A picture shows the board before the step and the conclusions as new marks, the grounds, walls and
what they cut off, and the order of a chain. An argument of several sentences has a picture for each
of them, on the board at that point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from masume.constraints.connected import groups
from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.puzzle import Position
from masume.core.puzzle.technique import Key, Wall
from masume.core.puzzle.words import CountedLine
from masume.logic.step import Stage, Step

_UNNUMBERED = 3  # sentences of an argument with a single step from its assumption


@dataclass(frozen=True)
class StepPicture:
    """The picture and the text of a step, or of a sentence of its argument."""

    text: str
    before: Position
    after: Position  # marks that `before` lacks are new, or only supposed
    cells: tuple[Cell, ...] = ()  # of the conclusions
    grounds: tuple[Cell, ...] = ()  # the clues and known cells it rests on
    part: tuple[Cell, ...] = ()  # what would be cut off
    walls: tuple[Wall, ...] = ()
    broken: tuple[Cell, ...] = ()  # of a violation, or of a wrong mark
    order: tuple[tuple[int, Cell], ...] = ()  # numbers of successive conclusions
    arms: tuple[CountedLine, ...] = ()  # lines of sight with counts
    supposed: Position | None = None  # with the marks of an argument, drawn instead of `after`


def steps_picture(
    words: Vocabulary, held: Iterable[Literal], steps: Sequence[Step], first: int = 1
) -> StepPicture:
    """Return one picture of some steps from the held literals, numbered from `first` on."""
    held = set(held)
    singles = [single for step in steps for single in step.single_steps]
    new = [literal for step in steps for literal in step.literals]
    walls = tuple(wall for single in singles for wall in single.walls)
    return StepPicture(
        "\n".join(step.text for step in steps),
        as_position(words, held),
        as_position(words, {*held, *new}),
        tuple(words.cells_of(new)),
        _grounds(words, new, [(step.given, step.because) for step in steps]),
        _part(words.grid, [cell for single in singles for cell in single.part], walls),
        walls,
        order=_once(_order(words, steps, singles, first)),
        arms=tuple(arm for single in singles[:1] for arm in _arms(single)),
        supposed=_supposed(words, held, singles) if len(singles) == 1 else None,
    )


def _arms(step: Step) -> Iterable[CountedLine]:
    """Return the lines of sight that the sentence of a step counts."""
    if step.words is None or step.stages:
        return ()
    return step.words.words.arms(step.words.board, step.says)


def _supposed(words: Vocabulary, held: set[Literal], steps: Sequence[Step]) -> Position | None:
    """Return the board with what the only step supposes and concludes from it, or None."""
    (step,) = steps
    groups = [*step.chain, *(stage.literals for stage in step.stages)]
    then = _without_opposites(held, [literal for group in groups for literal in group])
    return as_position(words, {*held, *then}) if then else None


def _without_opposites(held: Iterable[Literal], then: Iterable[Literal]) -> list[Literal]:
    """Return the literals that contradict neither known ones nor each other; earlier ones win."""
    fine: dict[Literal, None] = {}
    known = set(held)
    for literal in then:
        if -literal not in known and -literal not in fine:
            fine[literal] = None
    return list(fine)


def stage_pictures(
    words: Vocabulary, held: Iterable[Literal], step: Step
) -> tuple[StepPicture, ...]:
    """Return a picture for each sentence of a step's argument; empty if it has only one.

    The consequences in a one-sentence argument of a technique that looks ahead are one picture.
    """
    held = set(held)
    for single in step.single_steps:
        if single.stages:
            return tuple(_picture_stages(words, held, single.stages))
        if single.chain:
            stages = list(_chain_stages(words, single))
            if stages:
                return tuple(_picture_stages(words, held, stages))
            return (_picture_chain(words, held, single),)
        held.update(single.literals)
    return ()


def _chain_stages(words: Vocabulary, step: Step) -> Iterator[Stage]:
    """Yield the sentences of a technique that looks ahead, each with the walls that start there."""
    assert step.words is not None
    argument = step.words.words.argument(step.says)
    is_numbered = len(argument) > _UNNUMBERED
    noted: tuple[Literal, ...] = ()
    walls = list(step.walls)
    for number, says in enumerate(argument):
        literals = step.chain[number] if number < len(step.chain) else ()
        cells = words.cells_of(literals)
        started = [wall for wall in walls if wall[0] in cells] if literals else walls
        walls = [wall for wall in walls if wall not in started]
        place = number if literals and is_numbered else 0
        yield Stage(says, step.words, noted, literals, walls=tuple(started), number=place)
        noted += literals


def _picture_chain(words: Vocabulary, held: set[Literal], step: Step) -> StepPicture:
    """Return one picture of a supposition and all its consequences, in their order."""
    then = _without_opposites(held, [literal for group in step.chain for literal in group])
    return StepPicture(
        step.text,
        as_position(words, held),
        as_position(words, {*held, *then}),
        tuple(words.cells_of(step.chain[0])),
        _grounds(words, then, [(step.given, step.because)]),
        _part(words.grid, step.part, step.walls),
        step.walls,
        order=_once(_chain_order(words, step)),
    )


def as_position(words: Vocabulary, literals: Iterable[Literal]) -> Position:
    """Return literals as a position."""
    position: Position = words.position_of(sorted(literals, key=abs))
    return position


def _picture_stages(
    words: Vocabulary, held: set[Literal], stages: Sequence[Stage]
) -> Iterator[StepPicture]:
    """Yield a picture per stage; the numbered order grows from stage to stage."""
    order: list[tuple[int, Cell]] = []
    before = as_position(words, held)
    for stage in stages:
        if stage.number:
            order += [(stage.number, cell) for cell in _middles(words, stage.literals)]
        against = {-literal for literal in (*held, *stage.noted)}
        then = [literal for literal in stage.literals if literal not in against]
        yield StepPicture(
            stage.text,
            before,
            as_position(words, {*held, *stage.noted, *then}),
            tuple(words.cells_of(stage.literals)),
            _grounds(words, stage.literals, [(stage.given, stage.because)]),
            _part(words.grid, stage.part, stage.walls),
            stage.walls,
            stage.broken,
            _once(order),
        )


def _order(
    words: Vocabulary, steps: Sequence[Step], singles: Sequence[Step], first: int
) -> Iterator[tuple[int, Cell]]:
    """Yield the numbers of successive conclusions with their cells; those of one step start at 1.

    If one of several steps has a numbered argument, there are no numbers.
    """
    if len(singles) > 1 and any(single.stages or single.chain for single in singles):
        return
    if len(singles) > 1:
        for number, single in enumerate(singles, start=first if len(steps) > 1 else 1):
            yield from ((number, cell) for cell in _middles(words, single.literals))
        return
    for stage in singles[0].stages:
        if stage.number:
            yield from ((stage.number, cell) for cell in _middles(words, stage.literals))
    yield from _chain_order(words, singles[0])


def _chain_order(words: Vocabulary, step: Step) -> Iterator[tuple[int, Cell]]:
    for number, literals in enumerate(step.chain[1:], start=1):
        yield from ((number, cell) for cell in _middles(words, literals))


def _middles(words: Vocabulary, literals: Iterable[Literal]) -> Iterator[Cell]:
    """Yield the middle cell of each literal, without duplicates."""
    places = [tuple(words.cells(abs(literal))) for literal in literals]
    yield from dict.fromkeys(cells[len(cells) // 2] for cells in places)


def _once(order: Iterable[tuple[int, Cell]]) -> tuple[tuple[int, Cell], ...]:
    """Return the numbers without later ones in a cell that has one, which would cover it."""
    first: dict[Cell, int] = {}
    for number, cell in order:
        first.setdefault(cell, number)
    return tuple((number, cell) for cell, number in first.items())


def _grounds(
    words: Vocabulary,
    new: Iterable[Literal],
    proofs: Iterable[tuple[tuple[Literal, ...], tuple[Key, ...]]],
) -> tuple[Cell, ...]:
    """Return the cells that some steps rest on, without those of their conclusions."""
    cells: set[Cell] = set()
    for given, because in proofs:
        cells.update(words.cells_of(given), *(places for _, places in because))
    return tuple(sorted(cells.difference(words.cells_of(new))))


def _part(grid: Grid, part: Iterable[Cell], walls: Sequence[Wall]) -> tuple[Cell, ...]:
    """Return the cut-off part: the one given, or else the smaller side of the only wall."""
    cells = sorted(set(part))
    return tuple(cells if cells or len(walls) != 1 else _shut_off(grid, walls[0]))


def _shut_off(grid: Grid, wall: Wall) -> list[Cell]:
    """Return the cells that a wall separates from the largest part of the board."""
    sides = groups(grid, set(range(grid.size)).difference(wall))
    largest = max(sides, key=len, default=[])
    return sorted(cell for side in sides if side is not largest for cell in side)

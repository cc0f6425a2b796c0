"""Small boards on which a rule is broken, found among random positions of the examples."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from masume.core.puzzle.kind import Kind, Violation
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.space import Sampled
from masume.formats.load import examples

_TRIES = 40  # random positions per example
_MOST_STEPS = 8
_LEAST, _MOST = 9, 49  # cells of a board


@dataclass(frozen=True)
class BrokenBoard:
    """A position that breaks a rule, with the violations of this rule."""

    puzzle: Puzzle
    position: Position
    violations: list[Violation]


@cache
def broken_boards(kind: Kind, options: frozenset[str] | None = None) -> dict[str, BrokenBoard]:
    """Return for each rule a random position that breaks it, with the fewest violations in all.

    Of several, return the one on the smallest board.
    Rules that no random position breaks are left out. `options` restricts the examples to those
    with exactly these option lines, such as `loops: no`.
    """
    found = dict[str, tuple[tuple[int, int], BrokenBoard]]()
    for puzzle, position in _random_positions(kind, options, Random(1)):
        violations = kind.violations(puzzle, position)
        size = len(violations), puzzle.rows * puzzle.cols
        for rule in {violation.rule for violation in violations}:
            if rule not in found or size < found[rule][0]:
                own = [violation for violation in violations if violation.rule == rule]
                found[rule] = size, BrokenBoard(puzzle, position, own)
    return {rule: board for rule, (_, board) in found.items()}


def option_lines(kind: Kind, puzzle: Puzzle) -> frozenset[str]:
    """Return the option lines of a board, such as `loops: no`."""
    keys: Collection[str] = kind.options
    return frozenset(line for line in kind.write(puzzle) if line.partition(":")[0] in keys)


def _random_positions(
    kind: Kind, options: frozenset[str] | None, rng: Random
) -> Iterator[tuple[Puzzle, Position]]:
    """Yield random positions of small examples: full boards and early positions."""
    for board in examples(kind.name):
        puzzle = board.puzzle
        if not _LEAST <= puzzle.rows * puzzle.cols <= _MOST:
            continue
        if options is not None and option_lines(kind, puzzle) != options:
            continue
        yield puzzle, kind.start(puzzle)
        for space in (make_space(puzzle) for make_space in kind.spaces):
            if isinstance(space, Sampled):
                for _ in range(_TRIES):
                    state = space.random_state(rng)
                    # Some positions satisfy a rule only after a few steps.
                    for _ in range(rng.randrange(_MOST_STEPS)):
                        step = space.random_successor(state, rng)
                        state = step[1] if step else state
                    yield puzzle, space.position(state)
            else:
                state = space.initial()
                for _ in range(_MOST_STEPS):
                    yield puzzle, space.position(state)
                    state = rng.choice(
                        [other for _, other, _ in space.successors(state)] or [state]
                    )

"""Hitori rules that assume a colour and refute it by breadth-first propagation.

Neighbours of a black cell are white, the equals of a white one in its row and column are black,
and a *gap*, which would close a wall of black cells, is white. A contradiction is two black cells
that share a side, two equal white numbers in a line, or a closed wall.

The rules up to hard test the first consequences on masks. The others search for a short argument,
but only for colours that plain propagation refutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Deduction, Key, propagate, rule
from masume.core.puzzle.words import Phrase, say
from masume.families.shading.propagate import Marks, literals_at
from masume.families.shading.rules import ADJACENT, DIVIDED, cut_off
from masume.families.shading.walls import Walls, ring_through
from masume.puzzles.hitori.propagate import Propagator
from masume.puzzles.hitori.rules import RULES as PLAIN
from masume.puzzles.hitori.rules import equal_pair

_MAX_LAYERS = 4  # how far people look ahead
_MAX_SIZE = 8  # how many cells they keep in mind
_MAX_ROUNDS = 6  # rounds of propagation with gaps
_LEAST_RING = 4  # black cells that enclose a white one
_MAX_EVENTS = 7  # coloured cells in an argument with gaps

_TWOS = """
hitori
1 2 2
3 2 1
1 1 2
"""  # two rules apply here


class _Why(Enum):
    """Why a cell would get its colour."""

    ASSUMED = auto()
    BESIDE = auto()  # it has a black neighbour
    EQUAL = auto()  # its equal is white
    GAP = auto()  # a black cell would close a wall


class _Event(NamedTuple):
    """A cell that would get a colour, and the cells that cause it."""

    cell: Cell
    is_black: bool
    why: _Why
    causes: tuple[Cell, ...]

    @property
    def literal(self) -> Literal:
        """The colour as a literal."""
        return self.cell + 1 if self.is_black else -self.cell - 1


@dataclass(frozen=True)
class Refutation:
    """An assumed colour that leads to a contradiction: two cells that clash, or a closed wall."""

    events: tuple[_Event, ...]  # those that the contradiction rests on, in order
    clash: tuple[Cell, ...]
    wall: tuple[Cell, ...]
    given: tuple[Literal, ...]

    @property
    def uses_gap(self) -> bool:
        """Whether the argument uses a gap that must stay open."""
        return any(event.why is _Why.GAP for event in self.events)

    @cached_property
    def steps(self) -> list[list[_Event]]:
        """The consequences in order, grouped into steps by the cells that cause them."""
        groups: dict[tuple[Cell, ...], list[_Event]] = {}
        for event in self.events[1:]:
            key = (-1, event.cell) if event.why is _Why.GAP else event.causes
            groups.setdefault(key, []).append(event)
        return list(groups.values())

    @cached_property
    def layers(self) -> list[list[_Event]]:
        """The assumed cell, its consequences, their consequences and so on (without gaps)."""
        depth: dict[Cell, int] = {}
        layers: list[list[_Event]] = []
        for event in self.events:
            level = depth[event.causes[0]] + 1 if event.causes else 0
            depth[event.cell] = level
            layers += [[]] * (level == len(layers))
            layers[level] = sorted([*layers[level], event])
        return layers

    @property
    def is_black_clash(self) -> bool:
        """Whether the contradiction is two black cells that share a side."""
        return any(event.cell in self.clash and event.is_black for event in self.events)

    @property
    def size(self) -> int:
        """The number of cells that a reader has to keep in mind."""
        return len(self.events) + len(self.given)

    @property
    def because(self) -> tuple[Key, ...]:
        """The rules and the pairs of equal numbers that the argument rests on."""
        keys: dict[Key, None] = {}
        for event in self.events:
            if event.why is _Why.EQUAL:
                keys[equal_pair(event.causes[0], event.cell)] = None
            elif event.why is not _Why.ASSUMED:
                keys[ADJACENT] = None
            if event.why is _Why.GAP:
                keys[DIVIDED] = None
        if self.wall:
            keys |= {ADJACENT: None, DIVIDED: None}
        else:
            keys[ADJACENT if self.is_black_clash else equal_pair(*self.clash)] = None
        return tuple(keys)

    def deduction(
        self,
        says: Phrase,
        chain: Iterable[Iterable[_Event]],
    ) -> Deduction:
        """Return the opposite of the assumed colour, with the walls and the order for a picture."""
        gaps = [(event.cell, *event.causes) for event in self.events if event.why is _Why.GAP]
        return Deduction(
            (-self.events[0].literal,),
            self.given,
            self.because,
            says,
            walls=(*gaps, self.wall) if self.wall else tuple(gaps),
            chain=tuple(tuple(event.literal for event in events) for events in chain),
        )


class _Supposition:
    """An assumed colour that is propagated round by round until a contradiction."""

    def __init__(self, board: Propagator, walls: Walls, literal: Literal, *, gaps: bool) -> None:
        self.board, self.walls, self.gaps = board, walls, gaps
        self.black, self.white = board.black, board.white
        self.events: dict[Cell, _Event] = {}
        self.added_before: dict[Cell, int] = {}  # per gap: black cells added when it was found
        self.frontier: list[Cell] = []
        self.contradictions: list[Refutation] = []
        self._colour(abs(literal) - 1, literal > 0, _Why.ASSUMED)

    def contradict(self, rounds: int, *, blacken: bool = True) -> list[Refutation]:
        """Return the contradictions of the first round that has any.

        With `blacken` the equals of white cells turn black; otherwise they are only compared.
        """
        for number in range(rounds + 1):
            layer, self.frontier = self.frontier, []
            for cell in layer:
                if self.events[cell].is_black:
                    self._whiten_neighbours(cell)
                    self._join(cell)
                else:
                    self._check_equals(cell, blacken=blacken)
            if self.contradictions or not self.frontier or number == rounds:
                break
        self.walls.undo(0)
        return self.contradictions

    def _colour(self, cell: Cell, is_black: bool, why: _Why, *causes: Cell) -> None:
        self.events[cell] = _Event(cell, is_black, why, causes)
        self.frontier.append(cell)
        if is_black:
            self.black |= 1 << cell
        else:
            self.white |= 1 << cell

    def _whiten_neighbours(self, cell: Cell) -> None:
        for other in self.board.grid.neighbours[cell]:
            if self.black >> other & 1:
                self._refute((cell, other), ())
            elif not self.white >> other & 1:
                self._colour(other, False, _Why.BESIDE, cell)

    def _check_equals(self, cell: Cell, *, blacken: bool) -> None:
        for other in each(self.board.equals[cell]):
            if self.white >> other & 1:
                self._refute((cell, other), ())
            elif blacken and not self.black >> other & 1:
                self._colour(other, True, _Why.EQUAL, cell)

    def _join(self, cell: Cell) -> None:
        """Join a black cell to the walls it touches, and whiten the gaps that must stay open."""
        if self.walls.gaps >> cell & 1:
            self._refute((), self._closing_wall(cell, self.walls.count))
            return
        gaps = self.walls.add(cell)
        for gap in each(gaps & ~(self.black | self.white)) if self.gaps else ():
            self._colour(gap, False, _Why.GAP)
            self.added_before[gap] = self.walls.count

    def _refute(self, clash: tuple[Cell, ...], wall: tuple[Cell, ...]) -> None:
        """Record a contradiction, with the events that lead to it, if the assumption is needed."""
        used: dict[Cell, _Event] = {}
        known: dict[Cell, None] = {}
        pending = [*clash, *wall]
        while pending:
            cell = pending.pop()
            event = self.events.get(cell)
            if event is None:
                known[cell] = None
            elif cell not in used:
                if event.why is _Why.GAP:
                    causes = self._closing_wall(cell, self.added_before[cell])[1:]
                    event = event._replace(causes=causes)
                used[cell] = event
                pending += event.causes
        events = tuple(used[cell] for cell in self.events if cell in used)
        if next(iter(self.events)) in used:
            given = literals_at(self.board, sorted(known))
            self.contradictions.append(Refutation(events, clash, wall, given))

    def _closing_wall(self, gap: Cell, count: int) -> tuple[Cell, ...]:
        """Return the wall that a cell closes with the first black cells that were added."""
        black = {*each(self.board.black), *self.walls.added[:count]}
        return tuple(ring_through(self.board.grid, black, gap))


# Hard: the first consequences of a colour


def _mask_of(board: Propagator, sign: int) -> Mask:
    """Return the unknown cells to which a colour may be given: black (1) or white (-1)."""
    if not board.wanted:
        return board.unknown
    wanted: Mask = 0
    for literal in board.suppositions(sign):
        wanted |= 1 << abs(literal) - 1
    return wanted


def _consequences_of_black(board: Propagator) -> list[tuple[Cell, Mask, Mask]]:
    """Return for each cell the white neighbours and the black equals that it would have if black.

    Several rules ask for the same, so the list is cached while the board stays the same.
    """
    unknown = board.unknown
    key = unknown, board.black, board.wanted
    if board.consequences[0] == key:
        return board.consequences[1]
    board.check_cancel()
    equals, neighbours = board.equals, board.grid.neighbour_mask
    found = []
    for cell in each(_mask_of(board, 1)):
        white = rest = neighbours[cell] & unknown
        black = 0
        while rest:
            low = rest & -rest
            rest ^= low
            black |= equals[low.bit_length() - 1]
        found.append((cell, white, black & unknown & ~(1 << cell)))
    board.consequences = key, found
    return found


def _near(board: Propagator) -> Mask:
    """Return the cells that touch a wall or the border.

    Cells that close a wall include two of them, or form a ring of at least four cells.
    """
    return board.grid.diagonal(board.black) | board.grid.border


@rule(
    "a number is black if its equals, all black, would cut the white area",
    level="hard",
    example=_TWOS,
)
def equals_would_cut(board: Propagator) -> Marks | None:
    """Refute white for a number whose equals would lock in white cells."""
    board.check_cancel()
    unknown, equals, walls, near = board.unknown, board.equals, board.walls, _near(board)
    black = 0
    for cell in each(_mask_of(board, -1)):
        new = equals[cell] & unknown
        touching = new & near
        if touching & touching - 1 or new.bit_count() >= _LEAST_RING:
            black |= walls.would_close(new) << cell
    return (black, 0) if black else None


@equals_would_cut.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    return _explain(board, [-cell - 1 for cell in each(new[0] & board.unknown)], 1)


@rule(
    "a cell is white if the equals of its neighbours stand side by side",
    level="hard",
    example=_TWOS,
)
def two_pairs_apart(board: Propagator) -> Marks | None:
    """Refute black for a cell whose neighbours would blacken two cells that share a side."""
    g, white = board.grid, 0
    cols, not_last = g.cols, g.full & ~g.col_masks[-1]
    for cell, _, black in _consequences_of_black(board):
        if black & (black >> cols | black >> 1 & not_last):
            white |= 1 << cell
    return (0, white) if white else None


@two_pairs_apart.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    return _explain(board, [cell + 1 for cell in each(new[1] & board.unknown)], 2, "clash")


@rule(
    "a cell is white if the equals of its neighbours, black, would cut the white area",
    level="hard",
    example="""
hitori
3 2 3
1 1 3
2 4 2
""",
)
def pairs_would_cut(board: Propagator) -> Marks | None:
    """Refute black for a cell whose neighbours would blacken a wall."""
    walls, near, white = board.walls, _near(board), 0
    for cell, _, black in _consequences_of_black(board):
        if black:
            black |= 1 << cell
            touching = black & near
            if touching & touching - 1 or black.bit_count() >= _LEAST_RING:
                white |= walls.would_close(black) << cell
    return (0, white) if white else None


@pairs_would_cut.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    return _explain(board, [cell + 1 for cell in each(new[1] & board.unknown)], 2, "wall")


def _explain(
    board: Propagator, literals: Iterable[Literal], rounds: int, kind: str = ""
) -> Iterator[Deduction]:
    """Yield the refutations of some literals, the smallest first; if possible of one kind."""
    walls = board.walls.copy()
    found = []
    for literal in literals:
        candidates = _Supposition(board, walls, literal, gaps=False).contradict(rounds)
        of_kind = [one for one in candidates if not kind or getattr(one, kind)] or candidates
        found += sorted(of_kind, key=lambda refuted: refuted.size)[:1]
    for refuted in sorted(found, key=lambda refuted: refuted.size):
        yield refuted.deduction(_say_ahead(board, refuted), refuted.layers)


@rule(
    "either of two equal numbers would close a wall with this cell, so it is white",
    level="hard",
    example="""
hitori
2 1 4
1 4 3
2 3 4
4 4 1
""",
)
def either_closes_the_wall(board: Propagator) -> Marks | None:
    """Whiten a cell that would close a wall with either of two equals, one of which is black."""
    walls, equals, unknown, white = board.walls, board.equals, board.unknown, 0
    for cell, beside, _ in _consequences_of_black(board):
        gaps = walls.gaps_with(cell) & unknown & ~(1 << cell)
        whites = beside | gaps
        while gaps:
            low = gaps & -gaps
            gaps ^= low
            if equals[low.bit_length() - 1] & whites:
                white |= 1 << cell
                break
    return (0, white) if white else None


@either_closes_the_wall.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    walls = board.walls.copy()
    for cell in each(new[1] & board.unknown):
        found = _Supposition(board, walls, cell + 1, gaps=True).contradict(1, blacken=False)
        refuted = _shortest(one for one in found if one.uses_gap)
        if refuted is not None:
            yield refuted.deduction(
                _say_either(board, refuted), (refuted.events[:1], *refuted.steps)
            )


# Expert: short arguments


class Refuted(tuple[Mask, Mask]):
    """Marks with the refutations that show them, the shortest first."""

    refutations: list[Refutation]


def _short(
    board: Propagator, refute: Callable[[Walls, Literal], Refutation | None]
) -> Refuted | None:
    """Return the refutations found for colours that plain propagation refutes, shortest first."""
    walls = board.walls.copy()
    found = []
    for literal in board.suppositions(1, -1):
        trial = board.supposing(literal)
        propagate(trial, PLAIN)
        refuted = refute(walls, literal) if trial.clash else None
        if refuted is not None:
            found.append(refuted)
    if not found:
        return None
    black = white = 0
    for refuted in found:
        first = refuted.events[0]
        if first.is_black:
            white |= 1 << first.cell
        else:
            black |= 1 << first.cell
    marks = Refuted((black, white))
    marks.refutations = found
    return marks


def _shortest(
    found: Iterable[Refutation], size: Callable[[Refutation], int] = lambda one: len(one.events)
) -> Refutation | None:
    return min(found, key=size, default=None)


@rule(
    "a colour that breaks a rule in a few steps is the wrong one",
    level="expert",
    example="""
hitori
1 2 1
4 1 3
4 1 2
3 4 1
""",
)
def look_ahead(board: Propagator) -> Refuted | None:
    """Refute a colour within a few steps."""

    def refute(walls: Walls, literal: Literal) -> Refutation | None:
        found = _Supposition(board, walls, literal, gaps=False).contradict(_MAX_LAYERS)
        return _shortest((one for one in found if one.size <= _MAX_SIZE), lambda one: one.size)

    return _short(board, refute)


@look_ahead.reasons
def _(board: Propagator, new: Refuted) -> Iterator[Deduction]:
    for refuted in sorted(new.refutations, key=lambda refuted: refuted.size):
        yield refuted.deduction(_say_ahead(board, refuted), refuted.layers)


@rule(
    "a gap that a wall must leave open decides over other cells (chain)",
    level="expert",
    example="""
hitori
4 2 5
5 1 2
2 5 5
1 5 4
5 2 1
""",
)
def open_gap(board: Propagator) -> Refuted | None:
    """Refute a colour through gaps that must stay open."""

    def refute(walls: Walls, literal: Literal) -> Refutation | None:
        found = _Supposition(board, walls, literal, gaps=True).contradict(_MAX_ROUNDS)
        refuted = _shortest(found)
        is_short = refuted and refuted.uses_gap and len(refuted.events) <= _MAX_EVENTS
        return refuted if is_short else None

    return _short(board, refute)


@open_gap.reasons
def _(board: Propagator, new: Refuted) -> Iterator[Deduction]:
    for refuted in sorted(new.refutations, key=lambda refuted: len(refuted.events)):
        yield refuted.deduction(_say_steps(board, refuted), (refuted.events[:1], *refuted.steps))


RULES = (
    equals_would_cut,
    two_pairs_apart,
    pairs_would_cut,
    either_closes_the_wall,
    look_ahead,
    open_gap,
)


# Phrases

_COLOURS = {True: "black", False: "white"}


def _say_ahead(board: Propagator, refuted: Refutation) -> Phrase:
    """Return the phrase of an argument in one sentence, layer by layer."""
    first, layers = refuted.events[0], refuted.layers
    if len(layers) == 1 and refuted.clash:
        (known,) = (cell for cell in refuted.clash if cell != first.cell)
        if first.is_black:
            return say("beside", at=known, others=(first.cell,))
        return say("equals", clue=board.clues[known], at=known, others=(first.cell,))
    steps = tuple(
        say(
            "then" if number else "would-be",
            cells=tuple(event.cell for event in layer),
            colour=_COLOURS[layer[0].is_black],
        )
        for number, layer in enumerate(layers[1:])
    )
    end = _say_clash(board, refuted)
    if steps:
        would = end.template in ("in-two", "locked-in", "ring", "wall") or "twice" in end.template
        end = say("steps-and" if would else "steps-but", steps=steps, end=end)
    if first.is_black:
        return say("if-black", at=first.cell, argument=end)
    return say("if-white", at=(first.cell,), argument=end)


def _say_clash(board: Propagator, refuted: Refutation) -> Phrase:
    """Return the phrase of the contradiction at the end of a sentence."""
    if refuted.wall:
        return cut_off(board, refuted.wall)
    first, second = sorted(refuted.clash)
    known = [cell for cell in refuted.clash if not board.unknown >> cell & 1]
    if refuted.is_black_clash:
        if known:
            (new,) = {first, second}.difference(known)
            return say("black-already", known=known[0], new=new)
        if [event.cell for event in refuted.layers[-1]] == [first, second]:
            return say("they-touch")
        return say("touch", pair=(first, second))
    number = board.clues[first]
    if known:
        return say("white-already", clue=number, known=known[0])
    (row, col), (second_row, _) = board.grid.at(first), board.grid.at(second)
    if row == second_row:
        return say("twice-in-row", line=row + 1, clue=number)
    return say("twice-in-column", line=col + 1, clue=number)


def _say_either(board: Propagator, refuted: Refutation) -> Phrase:
    """Return the phrase of a refutation in which either of two equals would close a wall."""
    first, event_of = refuted.events[0].cell, {event.cell: event for event in refuted.events}
    pair = sorted(refuted.clash)
    gaps = [event_of[c] for c in pair if c in event_of and event_of[c].why is _Why.GAP]
    cuts = [cut_off(board, (gap.cell, *gap.causes)) for gap in gaps]
    if len(gaps) == 1:
        (other,) = (cell for cell in pair if cell != gaps[0].cell)
        template = "only-beside" if other in event_of else "only-white"
        slots = {"at": first} if other in event_of else {}
        argument = say(template, gap=gaps[0].cell, other=other, cut=cuts[0], **slots)
    elif gaps[0].causes in (gaps[1].causes, gaps[1].causes[::-1]) and cuts[0].template == "wall":
        cut = cut_off(board, (gaps[0].cell, *gaps[0].causes), gaps[1].cell)
        argument = say("same-wall", cut=cut)
    else:
        argument = say("two-walls", a=cuts[0], b=cuts[1])
    return say("either", pair=tuple(pair), at=first, argument=argument)


def _say_steps(board: Propagator, refuted: Refutation) -> Phrase:
    """Return the phrase of an argument in numbered steps; what one cell causes is one step."""
    first = refuted.events[0]
    return say(
        "argument",
        sentences=(
            say("suppose", at=first.cell, colour=_COLOURS[first.is_black]),
            *(_say_step(board, events) for events in refuted.steps),
            say(
                "but",
                end=_say_end(board, refuted),
                at=first.cell,
                colour=_COLOURS[not first.is_black],
            ),
        ),
    )


def _say_step(board: Propagator, events: list[_Event]) -> Phrase:
    """Return the phrase of one step: the cells that follow from the same cause."""
    first, cells = events[0], tuple(event.cell for event in events)
    if first.why is _Why.GAP:
        return say("would-cut", at=first.cell, cut=cut_off(board, (first.cell, *first.causes)))
    (cause,) = first.causes
    if first.why is _Why.BESIDE:
        return say("beside", at=cause, others=cells)
    return say("equals", clue=board.clues[cause], at=cause, others=cells)


def _say_end(board: Propagator, refuted: Refutation) -> Phrase:
    """Return the phrase of the contradiction after numbered steps."""
    if refuted.wall:
        return cut_off(board, refuted.wall)
    pair = tuple(sorted(refuted.clash))
    return say("both-black" if refuted.is_black_clash else "both-white", pair=pair)

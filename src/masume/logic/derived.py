"""Techniques derived from a puzzle's model, for puzzles without techniques of their own.

The parts of a model are clues and rules, so what one part implies is what a person sees at one
glance. The techniques differ in what they look at: one clue, one rule, a rule about the board as a
whole (a lazy constraint), a supposition that contradicts two parts, up to four, or more.

A puzzle's `examples.txt` has a board for each technique that occurs in it, with the technique's
name; the others are left out. A puzzle without any such board has all techniques.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from masume.core.puzzle.technique import NAMED_LEVELS, Deduction, Logic, Proof, Technique
from masume.formats.load import examples
from masume.formats.plain import write_board
from masume.logic.derived_phrases import say_refutation, say_unit
from masume.logic.derived_words import WORDS
from masume.logic.model_notes import ModelNotes, RefutedSupposition, Unit, is_clue

_FOLLOWED = 8  # clues and rules of a chain; a longer one is too hard to follow


def _units(
    notes: ModelNotes, fits: Callable[[Unit], bool], *, late: bool = False
) -> Iterator[Deduction]:
    """Yield what single parts imply, those with the fewest grounds first."""
    for unit in _merge(notes, filter(fits, notes.units(late=late))):
        deduction = Deduction.lazy(unit.literals, _unit_proof, notes, unit)
        yield deduction if notes.tables.ones else deduction.with_given(*unit.given)


def _merge(notes: ModelNotes, units: Iterable[Unit]) -> Iterable[Unit]:
    """Merge what a part implies from the same literals, and numbers that it excludes from cells."""
    words = notes.tables.model.vocabulary
    has_values = bool(words.groups())
    merged: dict[object, Unit] = {}
    for unit in units:
        excludes = has_values and max((*unit.literals, *unit.given)) < 0
        same = tuple(words.cells_of(unit.literals)) if excludes else unit.given
        part = id(unit if unit.total else unit.part)
        key = part, max(unit.literals) > 0, unit.is_lazy, same
        if other := merged.get(key):
            literals = tuple(sorted({*other.literals, *unit.literals}, key=abs))
            given = tuple(sorted({*other.given, *unit.given}, key=abs))
            because = tuple(dict.fromkeys((*other.because, *unit.because)))
            unit = replace(other, literals=literals, given=given, because=because)
        merged[key] = unit
    return merged.values()


def _unit_proof(notes: ModelNotes, unit: Unit) -> Proof:
    causes, keys = notes.causes(unit.given)
    return Proof(causes, tuple(dict.fromkeys((*unit.because, *keys))), say_unit(notes, unit))


def fixed(notes: ModelNotes) -> Iterator[Deduction]:
    """Yield what a rule about the board as a whole fixes on the bare board."""
    return _units(notes, lambda unit: not (unit.given or is_clue(unit.part) or _has_cells(unit)))


def _has_cells(unit: Unit) -> bool:
    return unit.part.reason is not None and bool(unit.part.reason.cells)


def one_clue(notes: ModelNotes) -> Iterator[Deduction]:
    """Yield what one clue implies."""
    return _units(notes, lambda unit: is_clue(unit.part))


def one_rule(notes: ModelNotes) -> Iterator[Deduction]:
    """Yield what one rule implies."""
    return _units(notes, lambda unit: not is_clue(unit.part))


def whole_board(notes: ModelNotes) -> Iterator[Deduction]:
    """Yield what a rule about the board as a whole implies."""
    return _units(notes, lambda unit: True, late=True)


def _refutations(most: int) -> Callable[[ModelNotes], Iterator[Deduction]]:
    """Return the technique that refutes suppositions by up to `most` clues and rules."""

    def find(notes: ModelNotes) -> Iterator[Deduction]:
        for refutation in notes.refutations(most):
            literals = (-refutation.supposed,)
            deduction = Deduction.lazy(literals, _refutation_proof, notes, refutation)
            yield deduction if notes.tables.ones else deduction.with_given(*refutation.given)

    return find


def _refutation_proof(notes: ModelNotes, refutation: RefutedSupposition) -> Proof:
    chain = ((refutation.supposed,), *(literals for literals, _ in refutation.groups))
    says = say_refutation(notes, refutation)
    causes, keys = notes.causes(refutation.given)
    return Proof(causes, tuple(dict.fromkeys((*refutation.because, *keys))), says, chain=chain)


def _technique(
    name: str,
    title: str,
    level: str,
    find: Callable[[ModelNotes], Iterator[Deduction]],
    *,
    is_fixed: bool = False,
    rank: int = 0,
) -> Technique[ModelNotes]:
    number = NAMED_LEVELS.index(level)
    return Technique(name, title, number, "", find, obvious=is_fixed, auto=is_fixed, rank=rank)


TECHNIQUES = (
    _technique("fixed", "what a rule says of single cells", "easy", fixed, is_fixed=True),
    _technique("one-clue", "a clue by itself", "easy", one_clue),
    _technique("one-rule", "a rule by itself", "easy", one_rule),
    _technique("whole-board", "a rule about the board as a whole", "easy", whole_board, rank=1),
    _technique("two-together", "two clues or rules together", "medium", _refutations(2)),
    _technique("four-together", "up to four clues and rules together", "hard", _refutations(4)),
    _technique("supposition", "a supposition that leads astray", "expert", _refutations(_FOLLOWED)),
)


@lru_cache(maxsize=32)
def derived_logic(name: str) -> Logic:
    """Return the techniques of a kind that has none of its own."""
    boards = {board.name.rpartition("/")[2]: write_board(board) for board in examples(name)}
    chosen = [t for t in TECHNIQUES if t.name in boards] or TECHNIQUES
    any_board = next(iter(boards.values()), "")
    return Logic(
        ModelNotes,
        tuple(
            Technique(
                t.name,
                t.title,
                t.level,
                boards.get(t.name, any_board).strip(),
                t.find,
                obvious=t.obvious,
                auto=t.auto,
                rank=t.rank,
            )
            for t in chosen
        ),
        WORDS,
        agreed=NAMED_LEVELS.index("easy"),
    )

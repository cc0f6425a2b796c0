"""Phrases for the techniques derived from a model, from its parts and the literals they imply.

Of several ways to say a conclusion the first that fits is taken: a count that is complete, what all
that a clue allows has in common, the only remedy of a thing, what would happen otherwise, and else
the grounds with the clue or rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.model.model import Clause, Literal, Reason, Sum
from masume.core.model.statement import Statement
from masume.core.puzzle.words import Phrase, say
from masume.logic.derived_words import MOST, what_of
from masume.logic.model_notes import ModelNotes, RefutedSupposition, Unit

_COMMON = "{so}"  # what all that a clue still allows has in common, at the end of its law
_FEW = 2  # known literals that a sentence names as its grounds
_ONE_BREATH = 3  # consequences in one sentence


def _statements(
    notes: ModelNotes, literals: Sequence[Literal], reason: Reason | None = None
) -> tuple[Statement, ...]:
    """Return the statements of literals, named from the only cell of a reason."""
    words = notes.tables.model.vocabulary
    if reason is not None and len(reason.cells) == 1:
        (cell,) = reason.cells
        return tuple(dict.fromkeys(words.statement_beside(n, cell) for n in literals))
    return tuple(dict.fromkeys(map(words.statement, literals)))


def say_unit(notes: ModelNotes, unit: Unit) -> Phrase:
    """Return the phrase for what one part implies."""
    reason = unit.part.reason
    so = _statements(notes, unit.literals, reason)
    if reason is None:
        return say("facts" if unit.given else "fact", so=so, given=_statements(notes, unit.given))
    given = _statements(notes, _seen(notes, unit, reason), reason)
    slots: dict[str, object] = {"so": so, "given": given, "reason": _law(reason)}
    if not given and not reason.clues and len(so) > MOST and unit.total is None:
        return say("law", **slots)
    return (
        _say_counted(notes, unit, reason, slots)
        or _say_common(notes, unit, reason, slots)
        or _say_needed(notes, unit, reason, slots)
        or _say_otherwise(notes, unit, reason, slots)
        or _say_plainly(unit, reason, slots)
    )


def _seen(notes: ModelNotes, unit: Unit, reason: Reason) -> Sequence[Literal]:
    """Return the grounds to mention: not the colour of the clue whose law is told."""
    own, cells = set(reason.cells if reason.law else ()), notes.tables.model.vocabulary.cells
    return [literal for literal in unit.given if not own.issuperset(cells(abs(literal)))]


def _say_plainly(unit: Unit, reason: Reason, slots: dict[str, object]) -> Phrase:
    """Return the phrase with the grounds, the clue or rule, and the conclusion."""
    if unit.total is not None:
        return say("sum-given" if slots["given"] else "sum", **slots)
    by = "given" if slots["given"] else "by"
    return say(f"{by}-{'clue' if reason.clues and not reason.law else 'rule'}", **slots)


def _say_common(
    notes: ModelNotes, unit: Unit, reason: Reason, slots: dict[str, object]
) -> Phrase | None:
    """Return the phrase for what all that a clue still allows has in common, or None.

    Of many sides it tells the cells on both sides of open ones; pictures show the others.
    """
    if _COMMON not in reason.law:
        return None
    by = "given" if slots["given"] else "by"
    before, is_told, after = reason.needs.partition("{cells}")
    if not is_told or len(unit.literals) <= MOST or min(unit.literals) > 0:
        return say(f"{by}-law", **slots, before=reason.law.removesuffix(_COMMON))
    after, _, border = after.partition("|")
    inside = notes.tables.model.vocabulary.cells_of(n for n in unit.literals if n < 0)
    ending = after + border * (max(unit.literals) > 0)
    return say(f"{by}-together", **slots, before=before, inside=tuple(inside), after=ending)


def _say_needed(
    notes: ModelNotes, unit: Unit, reason: Reason, slots: dict[str, object]
) -> Phrase | None:
    """Return the phrase for the only remedy of a thing that needs one, or None."""
    causes = [literal for literal in unit.given if literal > 0]
    most = _FEW if unit.is_lazy and notes.tables.model.vocabulary.groups() else 1
    is_seen = len(causes) <= most and (causes or not unit.is_lazy)
    if not reason.needs or min(unit.literals) < 0 or not is_seen:
        return None
    only = reason.needs, _statements(notes, causes), slots["so"]
    return say("needs", only=only, so=slots["so"])


def _say_otherwise(
    notes: ModelNotes, unit: Unit, reason: Reason, slots: dict[str, object]
) -> Phrase | None:
    """Return the phrase for what would happen otherwise, if that is easier to see, or None."""
    so, otherwise = unit.literals, reason.otherwise
    if not otherwise or _is_plain(notes, unit):
        return None
    if notes.tables.model.vocabulary.groups() and max(so) < 0:
        return say("no-room", so=slots["so"], otherwise=otherwise)
    against = _statements(notes, [-literal for literal in so])
    if len(so) == 1 and not unit.is_lazy and max((*unit.given, *so)) < 0:  # its own fault
        otherwise = otherwise.replace(f"a {what_of(against[0])} cell", "it", 1)
    return say("unless", so=slots["so"], against=against, otherwise=otherwise)


def _law(reason: Reason) -> str:
    """Return what a clue or rule says as a sentence; the clue, if it has none."""
    return reason.text if _COMMON in reason.law else reason.law or reason.text


def _is_plain(notes: ModelNotes, unit: Unit) -> bool:
    """Return whether a few marks rule out others at a glance, such as a lamp other lamps."""
    if unit.is_lazy or len(unit.given) > _FEW:
        return False
    if not unit.given:
        return min(unit.literals) < 0
    is_seen = min(unit.given) > 0 > max(unit.literals)
    return is_seen or notes.tables.model.vocabulary.two_valued


def _say_counted(
    notes: ModelNotes, unit: Unit, reason: Reason, slots: dict[str, object]
) -> Phrase | None:
    """Return the phrase for a sum that has all it needs, or needs all that is left, or None."""
    signs = {literal > 0 for literal in unit.literals}
    if unit.total is None or not _is_count(notes, unit.total) or len(signs) > 1:
        return None
    words, total = notes.tables.model.vocabulary, unit.total.total
    numbers = unit.total.numbers
    one, many = words.things
    slots["subject"] = _subject(reason)
    if total == 1 and signs == {True} and words.groups():
        return _say_only(notes, unit, one, slots)
    if signs == {False}:
        held = _statements(notes, [literal for literal in unit.given if literal > 0], reason)
        key = "has-all" if total > 1 else "has-it" if total else "none-allowed"
        return say(key, **slots, at=held, total=total, thing=many if total > 1 else one)
    key = "left-more" if sum(notes.known[levels[0]] for levels in numbers) else "left"
    need = len(unit.literals)
    return say(key, **slots, n=need, thing=one if need == 1 else many)


def _is_count(notes: ModelNotes, total: Sum) -> bool:
    """Return whether a sum counts things on the board."""
    is_plain = all(len(levels) == 1 and levels[0] > 0 for levels in total.numbers)
    is_shown = all(levels[0] <= notes.shown for levels in total.numbers)
    return bool(notes.tables.model.vocabulary.things[0]) and is_plain and is_shown


def _subject(reason: Reason) -> str:
    return reason.text if reason.clues else reason.text.partition(" has ")[0]


def _say_only(notes: ModelNotes, unit: Unit, thing: str, slots: dict[str, object]) -> Phrase:
    """Return the phrase for the only value of a cell, or the only cell of a value."""
    assert unit.total is not None
    words, (literal,) = notes.tables.model.vocabulary, unit.literals
    opposite, statement = words.statement(-literal), words.statement(literal)
    key = "only-value" if _is_of_one_cell(notes, unit.total) else "only-place"
    return say(key, **{**slots, "so": opposite, "thing": thing, "what": what_of(statement)})


def _is_of_one_cell(notes: ModelNotes, total: Sum) -> bool:
    words = notes.tables.model.vocabulary
    return len(words.cells_of(levels[0] for levels in total.numbers)) == 1


def say_refutation(notes: ModelNotes, refutation: RefutedSupposition) -> Phrase:
    """Return the argument that a supposition leads to a contradiction."""
    supposed = _statements(notes, [refutation.supposed])
    so, end = _statements(notes, [-refutation.supposed]), _say_end(notes, refutation)
    groups = refutation.groups
    if not groups:
        return say("refuted", supposed=supposed, end=end, so=so)
    in_steps = len(groups) > _ONE_BREATH
    steps = tuple(_say_consequence(notes, *group, "then" if in_steps else "would")
                  for group in groups)  # fmt: skip
    if in_steps:
        begin, last = say("suppose-that", supposed=supposed), say("but-then", end=end, so=so)
        return say("refuted-in-steps", sentences=(begin, *steps, last))
    return say("refuted-by", supposed=supposed, steps=steps, end=end, so=so)


def _say_consequence(
    notes: ModelNotes, literals: Sequence[Literal], reason: Reason | None, key: str
) -> Phrase:
    """Return what follows in a chain, with its reason if there is any."""
    holds = _statements(notes, literals, reason)
    if reason is None:
        return say(key, holds=holds)
    is_clue = reason.clues and _law(reason) == reason.text
    return say(f"{key}-{'clue' if is_clue else 'rule'}", holds=holds,
               reason=_law(reason))  # fmt: skip


def _say_end(notes: ModelNotes, refutation: RefutedSupposition) -> Phrase:
    """Return the violation at the end of a chain, as a clause."""
    reason, total = refutation.end.reason, refutation.total
    if reason is None:
        return say("rules-broken")
    if total is not None and _is_count(notes, total):
        return _say_miscount(notes, reason, total, refutation.conflict)
    if reason.otherwise:
        return say("otherwise", text=reason.otherwise)
    return say("unmet" if reason.clues and _law(reason) == reason.text else "impossible",
               reason=_law(reason))  # fmt: skip


def _say_miscount(notes: ModelNotes, reason: Reason, total: Sum, conflict: Clause) -> Phrase:
    """Return that a sum is exceeded or cannot be reached."""
    words, subject = notes.tables.model.vocabulary, _subject(reason)
    thing, number = words.things[total.total != 1], total.total
    at = _statements(notes, [abs(literal) for literal in conflict])
    if not words.groups():
        too_few = "too-few" if number > 1 else "none-left"
        key = too_few if max(conflict) > 0 else "too-many"
        return say(key, subject=subject, total=number, thing=thing)
    of_cell = _is_of_one_cell(notes, total)
    if max(conflict) < 0:
        thing = words.things[1]
        return say("two-values" if of_cell else "same", at=at, what=what_of(at[0]), thing=thing)
    key = "no-value" if of_cell else "no-place"
    return say(key, thing=thing, subject=subject, at=at, what=what_of(at[0]))

"""How a refuted supposition is told: what one may recall, suppose, see follow, and conclude."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from masume.core.model import Literal, Model
from masume.core.technique import listed
from masume.core.wording import sentence, sentences
from masume.exact.engine import Engine
from masume.explain.argument import Then, argument

_TOLD = 8  # consequences of a supposition that are told at most
_RECALLED = 6  # known things that are recalled at most
_CONCLUDED = 5  # things of which the same is concluded


def told(
    engine: Engine, literals: list[Literal], given: Sequence[Literal], reasons: list[Literal]
) -> str:
    """A refutation in words: what is supposed, what follows, what breaks and so what holds."""
    first = literals[0]
    chain, clash = argument(engine, -first, given, reasons)
    recalled = _said(engine.model, given)
    is_short = 0 < len(given) <= _RECALLED and len(recalled) <= _RECALLED // 2
    recall = f"Recall that {_listed(recalled)}. " if is_short else ""
    suppose = f"Suppose {_listed(_said(engine.model, [-first]))}."
    then = f"{', '.join([*_followed(engine, chain), _broken(engine, clash, bool(chain))])}."
    if chain or any(engine.reasons[one].clues for one in clash):  # else it begins with "this"
        then = f"then {then}"
    so = f"So {_listed(_said(engine.model, [first]))}."
    more = _telling(engine, literals)[1:]
    if more:  # refuted in the same way, but nobody has said how
        so += f" From the same it follows that {_listed(_said(engine.model, more, _CONCLUDED))}."
    return f"{recall}{suppose} {sentence(then)} {so}"


def _telling(engine: Engine, literals: list[Literal]) -> list[Literal]:
    """Some literals without those that are plain to see from the others; the first stays."""
    first, *rest = literals
    told = [first, *sorted(rest, key=abs)]
    for one in sorted(rest, key=lambda one: -len(tuple(engine.model.vocabulary.cells(abs(one))))):
        others = [other for other in told if other != one]
        if one in engine.solver.implied(others):
            told = others
    return told


def _said(model: Model, literals: Iterable[Literal], most: int = 100) -> list[str]:
    vocabulary = model.vocabulary
    return sentences(map(vocabulary.statement, literals), vocabulary.grid.name, most)


def _followed(engine: Engine, chain: Sequence[Then]) -> list[str]:
    """What follows from a supposition, in words."""
    said: list[str] = []
    rules: set[str] = set()  # that have been told: once is enough
    for reasons, group in groupby(chain, key=lambda then: then.why):
        text = _listed(_said(engine.model, sorted((then.literal for then in group), key=abs)))
        why = engine.reasons[reasons[0]] if reasons else None
        said.append(f"{text} ({why.text})" if why and why.text not in rules else text)
        if why and not why.cells:
            rules.add(why.text)
    return said if len(said) <= _TOLD else [*said[: _TOLD - 1], "…", said[-1]]


def _broken(engine: Engine, clash: list[Literal], goes_on: bool) -> str:
    """What does not allow a supposition, or what followed from it, in words."""
    reasons = [engine.reasons[one] for one in clash]
    clues = [reason.text for reason in reasons if reason.clues]
    rules = listed([reason.text for reason in reasons if not reason.clues])
    because = f", as {rules}" if rules else ""
    if not clues:
        it = "which" if goes_on else "this"
        return f"{it} cannot be{because}" if clash else f"{it} leaves no way"
    if len(reasons) == 1 and goes_on:
        return f"which {clues[0]} {'do' if reasons[0].clues > 1 else 'does'} not allow"
    if len(clues) > _TOLD:
        clues = [*clues[: _TOLD - 1], f"{len(clues) - _TOLD + 1} other clues"]
    number = ["", " both", " all"][min(len(clues), 3) - 1]
    return f"{'and ' if goes_on else ''}{listed(clues)} could not{number} be met{because}"


def _listed(sentences: Sequence[str]) -> str:
    """Sentences with commas and an "and" that is not mistaken for one inside of them."""
    if not any(" and " in one for one in sentences[:-1]):
        return listed(sentences)
    return ", ".join(sentences[:-1]) + ", and " * (len(sentences) > 1) + sentences[-1]

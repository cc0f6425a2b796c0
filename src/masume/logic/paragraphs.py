"""Fold easy steps into the step that they rest on, so that they share a paragraph."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Key
from masume.core.puzzle.words import BriefForm, Phrase
from masume.logic.step import Step

if TYPE_CHECKING:
    from masume.logic.explainer import Explainer

_SENTENCES = 2  # steps in a paragraph, not counting brief ones


def fold_steps(walk: Explainer, steps: Iterator[Step], brief: Collection[str]) -> Iterator[Step]:
    """Yield the steps, easy ones folded into the step that they rest on.

    Steps of the techniques named in `brief` are folded into any step before them.
    """
    together: list[Step] = []
    new: set[Literal] = set()
    sentences = 0
    for step in steps:
        glance = step.technique in brief
        rests = not step.level and not new.isdisjoint(step.given)
        if together and not glance and not (rests and sentences < _SENTENCES):
            yield _fold(walk, together)
            together, new, sentences = [], set(), 0
        together.append(step)
        new.update(step.literals)
        sentences += not glance
    if together:
        yield _fold(walk, together)


def _fold(walk: Explainer, steps: Sequence[Step]) -> Step:
    """Combine steps into one whose grounds prove all their conclusions."""
    first = steps[0]
    if len(steps) == 1:
        return first
    literals = tuple(literal for step in steps for literal in step.literals)
    given = dict.fromkeys(literal for step in steps for literal in step.given)
    because: dict[Key, None] = dict.fromkeys(key for step in steps for key in step.because)
    return replace(
        first,
        literals=literals,
        given=tuple(literal for literal in given if literal not in literals),
        because=tuple(because),
        says=_folded_text(walk, steps),
        folded=tuple(steps),
    )


def _folded_text(walk: Explainer, steps: Sequence[Step]) -> str:
    """Join the sentences of steps, appending short forms to the sentence that they rest on."""
    sentences: list[str] = []
    spoken: list[Step] = []  # the last step with a sentence, and the short ones after it
    for step in [*steps, None]:
        if step and spoken and _brief_form(walk, step):
            spoken.append(step)
            continue
        if spoken:
            sentences.append(_with_briefs(walk, *spoken))
        spoken = [step] if step else []
    return " ".join(sentences)


def _with_briefs(walk: Explainer, first: Step, *briefs: Step) -> str:
    """Return the sentence of a step with clauses for short ones; "it" refers to its last cells."""
    if not briefs:
        return first.text
    if isinstance(first.says, Phrase):
        named = walk.words.words.named_last(first.says)
    else:
        named = set(walk.vocabulary.cells_of(first.literals))
    alike: dict[str, list[Phrase]] = {}
    for step in briefs:
        assert isinstance(step.says, Phrase)
        alike.setdefault(step.says.template, []).append(step.says)
    clauses: list[str] = []
    for template, group in alike.items():
        short = walk.words.words.briefs[template]
        by = {says.slots[short.beside] for says in group if short.beside}
        if len(by) <= 1 and (not by or by == named):
            clauses.append(_clause_of(walk, short, group, "it"))
        elif len(by) > 1 and by <= named:
            clauses.append(_clause_of(walk, short, group, "them"))
        else:
            name = walk.puzzle.grid.name
            for says in group:
                it = name(cast("Cell", says.slots[short.beside]))
                clauses.append(_clause_of(walk, short, [says], it))
    last = first.text.removesuffix(".")
    has_so = " so " in f" {last.rpartition('. ')[2].lower()} "
    return f"{last}{', and' if has_so else '; so'} {', and '.join(clauses)}."


def _brief_form(walk: Explainer, step: Step) -> BriefForm | None:
    """Return the short form of a step's sentence, if there is one."""
    template = step.says.template if isinstance(step.says, Phrase) else ""
    return walk.words.words.briefs.get(template)


def _clause_of(walk: Explainer, short: BriefForm, group: Sequence[Phrase], it: str) -> str:
    things = tuple(
        thing for says in group for thing in cast("tuple[Cell, ...]", says.slots[short.things])
    )
    return walk.words.text(Phrase(short.template, {short.things: things, "it": it}))

"""The text of a paragraph: the sentences of its steps, with short forms appended to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import BoardWords, BriefForm, Phrase, say

if TYPE_CHECKING:
    from masume.logic.step import Step


def folded_text(steps: Sequence[Step], words: BoardWords) -> str:
    """Join the sentences of steps, appending short forms to the sentence that they rest on."""
    sentences: list[str] = []
    spoken: list[Step] = []  # the last step with a sentence, and the short ones after it
    for step in [*steps, None]:
        if step and spoken and _is_brief(words, spoken, step):
            spoken.append(step)
            continue
        if spoken:
            going_on = len(spoken) > 1 and words.words.briefs[spoken[-1].says.template].goes_on
            sentences.append((_going_on if going_on else _with_briefs)(words, *spoken))
        spoken = [step] if step else []
    return " ".join(sentences)


def _is_brief(words: BoardWords, spoken: Sequence[Step], step: Step) -> bool:
    """Return whether a step can be told as a clause of the sentence before it."""
    short = words.words.briefs.get(step.says.template)
    if short is None or not short.goes_on:
        return short is not None
    before = spoken[-1].phrases[-1]
    from_there = {step.says.slots[short.beside]} == words.words.named_last(before)
    return from_there and {one.says.template for one in spoken} == {step.says.template}


def _going_on(words: BoardWords, first: Step, *briefs: Step) -> str:
    """Return the sentence of a step with a clause for each step that goes on from there."""
    forms = words.words.briefs
    clauses = [Phrase(forms[step.says.template].template, step.says.slots) for step in briefs]
    return words.text(say("going-on", first=first.text.removesuffix("."), clauses=tuple(clauses)))


def _with_briefs(words: BoardWords, first: Step, *briefs: Step) -> str:
    """Return the sentence of a step with clauses for short ones; "it" refers to its last cells."""
    briefs = tuple(step for step in briefs if not _is_evident(words, first, step))
    if not briefs:
        return first.text
    named = words.words.named_last(first.phrases[-1])
    alike: dict[str, list[Phrase]] = {}
    for step in briefs:
        alike.setdefault(step.says.template, []).append(step.says)
    clauses: list[Phrase] = []
    for template, group in alike.items():
        short = words.words.briefs[template]
        by = {says.slots[short.beside] for says in group if short.beside}
        if len(by) <= 1 and (not by or by == named):
            clauses.append(_clause_of(short, group, "it"))
        elif len(by) > 1 and by <= named:
            clauses.append(_clause_of(short, group, "them", short.several))
        else:
            for says in group:
                it = say("one-cell", at=says.slots[short.beside])
                clauses.append(_clause_of(short, [says], it))
    last = first.text.removesuffix(".")
    end = f" {last.rpartition('. ')[2].lower()} "
    is_short = " so " in end and ", and " not in end
    key = "also" if is_short else "hence-then" if "; so " in end else "hence"
    return words.text(say(key, first=last, clauses=tuple(clauses)))


def _is_evident(words: BoardWords, first: Step, step: Step) -> bool:
    """Return whether a sentence tells what a short form after it would say."""
    short, says = words.words.briefs[step.says.template], first.phrases[-1]
    things = step.says.slots[short.things]
    return says.template in short.evident_after and things == (says.slots["at"],)


def _clause_of(
    short: BriefForm, group: Sequence[Phrase], it: str | Phrase, template: str = ""
) -> Phrase:
    things = tuple(
        thing for says in group for thing in cast("tuple[Cell, ...]", says.slots[short.things])
    )
    return Phrase(template or short.template, {short.things: things, "it": it})

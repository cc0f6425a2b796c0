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
        if step and spoken and _brief_form(words, step):
            spoken.append(step)
            continue
        if spoken:
            sentences.append(_with_briefs(words, *spoken))
        spoken = [step] if step else []
    return " ".join(sentences)


def _brief_form(words: BoardWords, step: Step) -> BriefForm | None:
    """Return the short form of a step's sentence, if there is one."""
    return words.words.briefs.get(step.says.template)


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
    has_so = " so " in f" {last.rpartition('. ')[2].lower()} "
    return words.text(say("also" if has_so else "hence", first=last, clauses=tuple(clauses)))


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

"""Fold easy steps into the step that they rest on, so that they share a paragraph."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Brief, Key, join_words
from masume.logic.step import Step

_SENTENCES = 2  # steps in a paragraph, not counting brief ones


def fold_steps(steps: Iterator[Step], brief: Collection[str]) -> Iterator[Step]:
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
            yield _fold(together)
            together, new, sentences = [], set(), 0
        together.append(step)
        new.update(step.literals)
        sentences += not glance
    if together:
        yield _fold(together)


def _fold(steps: Sequence[Step]) -> Step:
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
        text=_folded_text(steps),
        folded=tuple(steps),
    )


def _folded_text(steps: Sequence[Step]) -> str:
    """Join the sentences of steps, appending brief forms to the sentence before them."""
    sentences: list[str] = []
    brief: list[Brief] = []
    for step in steps:
        if step.briefly and sentences:
            brief.append(step.briefly)
            continue
        _append_brief(sentences, brief)
        sentences.append(step.text)
    _append_brief(sentences, brief)
    return " ".join(sentences)


def _append_brief(sentences: list[str], brief: list[Brief]) -> None:
    if brief:
        last = sentences[-1].removesuffix(".")
        has_so = re.search(r"\bso\b", last.rpartition(". ")[2], re.IGNORECASE)
        ending = ", and ".join(_brief_clauses(last, brief))
        sentences[-1] = f"{last}{', and' if has_so else '; so'} {ending}."
        brief.clear()


_ENDS = re.compile(r"((?:r\d+c\d+(?:, | and )?)+) (?:is|are) \w+$")  # the cells named last


def _brief_clauses(sentence: str, brief: Sequence[Brief]) -> Iterator[str]:
    """Yield the brief clauses, equal ones combined; cells just named become "it" or "them"."""
    alike: dict[str, list[Brief]] = {}
    for clause in brief:
        alike.setdefault(clause.one, []).append(clause)
    ends = _ENDS.search(sentence)
    named = re.findall(r"r\d+c\d+", ends[1]) if ends else []
    for group in alike.values():
        by = {clause.beside for clause in group}
        if len(by) == 1 and (len(named) == 1 or "" in by) and by <= {*named, ""}:
            yield _clause(group, "it")
        elif len(by) > 1 and by <= set(named):
            yield _clause(group, "them")
        else:
            yield from (_clause([clause], clause.beside) for clause in group)


def _clause(group: Sequence[Brief], it: str) -> str:
    things = [thing for clause in group for thing in clause.things]
    says = group[0].one if len(things) == 1 else group[0].several
    return says.format(join_words(things, group[0].last), it=it)

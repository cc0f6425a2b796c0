"""Steps that are told together: what follows at once from a step stands in its paragraph."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Brief, Key, listed
from masume.logic.step import Step

_SENTENCES = 2  # steps that are told together, what follows at a glance not counted


def paragraphs(steps: Iterator[Step], brief: Collection[str]) -> Iterator[Step]:
    """The steps, easy ones folded into the step that they rest on.

    Those by the techniques named as `brief` are seen at a glance after any step.
    """
    together: list[Step] = []
    new: set[Literal] = set()
    sentences = 0
    for step in steps:
        glance = step.technique in brief
        rests = not step.level and not new.isdisjoint(step.given)
        if together and not glance and not (rests and sentences < _SENTENCES):
            yield _folded(together)
            together, new, sentences = [], set(), 0
        together.append(step)
        new.update(step.literals)
        sentences += not glance
    if together:
        yield _folded(together)


def _folded(steps: Sequence[Step]) -> Step:
    """Some steps as one; its grounds prove all that they conclude."""
    first = steps[0]
    if len(steps) == 1:
        return first
    literals = tuple(one for step in steps for one in step.literals)
    given = dict.fromkeys(one for step in steps for one in step.given)
    because: dict[Key, None] = dict.fromkeys(key for step in steps for key in step.because)
    return replace(
        first,
        literals=literals,
        given=tuple(one for one in given if one not in literals),
        because=tuple(because),
        text=_text(steps),
        folded=tuple(steps),
    )


def _text(steps: Sequence[Step]) -> str:
    """The sentences of some steps; what has a brief form is put behind the sentence before it."""
    sentences: list[str] = []
    brief: list[Brief] = []
    for step in steps:
        if step.briefly and sentences:
            brief.append(step.briefly)
            continue
        _close(sentences, brief)
        sentences.append(step.text)
    _close(sentences, brief)
    return " ".join(sentences)


def _close(sentences: list[str], brief: list[Brief]) -> None:
    if brief:
        last = sentences[-1].removesuffix(".")
        has_so = re.search(r"\bso\b", last.rpartition(". ")[2], re.IGNORECASE)
        ending = ", and ".join(_together(last, brief))
        sentences[-1] = f"{last}{', and' if has_so else '; so'} {ending}."
        brief.clear()


_ENDS = re.compile(r"((?:r\d+c\d+(?:, | and )?)+) (?:is|are) \w+$")  # the cells told of last


def _together(sentence: str, brief: Sequence[Brief]) -> Iterator[str]:
    """What is said in brief; of the same one says it once, and of cells just named "beside it"."""
    alike: dict[str, list[Brief]] = {}
    for one in brief:
        alike.setdefault(one.one, []).append(one)
    ends = _ENDS.search(sentence)
    named = re.findall(r"r\d+c\d+", ends[1]) if ends else []
    for group in alike.values():
        by = {one.beside for one in group}
        if len(by) == 1 and (len(named) == 1 or "" in by) and by <= {*named, ""}:
            yield _said(group, "it")
        elif len(by) > 1 and by <= set(named):
            yield _said(group, "them")
        else:
            yield from (_said([one], one.beside) for one in group)


def _said(group: Sequence[Brief], it: str) -> str:
    things = [thing for one in group for thing in one.things]
    says = group[0].one if len(things) == 1 else group[0].several
    return says.format(listed(things, group[0].last), it=it)

"""Write a walk as a document: HTML with pictures, Markdown, or plain text.

Consecutive steps by the same technique share a chapter and its picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.draw.text import PLAIN, fit_picture
from masume.draw.walk_page import Section, StepPage, html_page
from masume.errors import pluralise
from masume.logic.available import AvailableSteps
from masume.logic.examples import examples
from masume.logic.step import Step
from masume.logic.step_picture import StepPicture, as_position, stage_pictures, steps_picture

FORMS = ("html", "md", "txt")
_MOST_STEPS = 8  # in one chapter


@dataclass(frozen=True)
class Story:
    """The content of a document: a board, its steps, and the verdict."""

    kind: Kind
    puzzle: Puzzle
    vocabulary: Vocabulary
    name: str
    steps: Sequence[Step]
    known: frozenset[Literal]  # before the first step
    verdict: str  # the difficulty, or why the steps end before the solution


@dataclass(frozen=True)
class WalkChapter:
    """Consecutive steps by one technique, and their pictures."""

    number: int  # of its first step
    steps: Sequence[Step]
    picture: StepPicture
    stages: Sequence[StepPicture]  # of the sentences of an argument


def chapters(story: Story) -> Iterator[WalkChapter]:
    """Yield the chapters of a story."""
    known = set(story.known)
    number = 1
    for (_, alone), group in groupby(enumerate(story.steps), key=_chapter_key):
        same = [step for _, step in group]
        most = 1 if alone is not None or same[0].level else _MOST_STEPS
        for start in range(0, len(same), most):
            steps = same[start : start + most]
            shown = steps_picture(story.vocabulary, known, steps, number)
            stages = stage_pictures(story.vocabulary, known, steps[0])
            yield WalkChapter(number, steps, shown, stages)
            known.update(literal for step in steps for literal in step.literals)
            number += len(steps)


def _chapter_key(numbered_step: tuple[int, Step]) -> tuple[str, int | None]:
    """Return the key shared by the steps of a chapter; a folded step has its own chapter."""
    number, step = numbered_step
    return step.technique, number if step.folded else None


def document(story: Story, form: str, theme: str = "light", script: str = "") -> str:
    """Return the document in one of FORMS; a script may show HTML one step at a time."""
    if form == "html":
        return html_page(_build_page(story), theme, script)
    return "\n".join(_write_markdown(story) if form == "md" else _write_text(story)) + "\n"


def _picture(story: Story, position: Position) -> list[str]:
    return fit_picture(story.kind.picture(story.puzzle, position), PLAIN)


def _summary(steps: Iterable[Step]) -> list[tuple[str, str, int, int]]:
    """Return rows (technique, title, level, count), the easiest first."""
    steps = list(steps)
    times = Counter(step.technique for step in steps)
    about = {step.technique: (step.title, step.level) for step in steps}
    rows = [(name, *about[name], count) for name, count in times.items()]
    return sorted(rows, key=lambda row: row[2])


def _heading(story: Story) -> str:
    size = f"{story.puzzle.rows}×{story.puzzle.cols}"
    return f"{story.kind.title} {size}{f' ({story.name})' if story.name else ''}, step by step"


def _indent(text: str) -> str:
    """Indent the further lines of an argument."""
    return text.replace("\n", "\n   ")


def _write_text(story: Story) -> Iterator[str]:
    """Yield the lines of a walk as plain text, with a picture per chapter."""
    yield _heading(story)
    yield from _picture(story, as_position(story.vocabulary, story.known))
    for chapter in chapters(story):
        yield ""
        for number, step in enumerate(chapter.steps, start=chapter.number):
            yield f"{number}. [{step.technique}] {_indent(step.text)}"
        yield from _picture(story, chapter.picture.after)
    yield ""
    yield story.verdict


def _write_markdown(story: Story) -> Iterator[str]:
    """Yield the lines of a walk in Markdown: verdict, start, table of techniques, chapters."""
    yield f"# {_heading(story)}"
    yield from ("", story.verdict, "")
    yield from _fence(_picture(story, as_position(story.vocabulary, story.known)))
    if story.steps:
        yield "| technique | what it is | level | times |"
        yield "|---|---|---|---|"
        for name, title, level, times in _summary(story.steps):
            yield f"| {name} | {title} | {LEVELS[level]} | {times} |"
    for chapter in chapters(story):
        yield from ("", f"## {_chapter_title(chapter)}", "")
        for number, step in enumerate(chapter.steps, start=chapter.number):
            yield f"{number}. {_indent(step.text)}"
        yield ""
        yield from _fence(_picture(story, chapter.picture.after))


def _fence(lines: Iterable[str]) -> Iterator[str]:
    yield "```text"
    yield from lines
    yield from ("```", "")


def _chapter_title(chapter: WalkChapter) -> str:
    first, last = chapter.number, chapter.number + len(chapter.steps) - 1
    numbers = f"Step {first}" if first == last else f"Steps {first}–{last}"
    title = chapter.steps[0].title
    return f"{numbers}: {title}"


def _build_page(story: Story) -> StepPage:
    """Return a walk as a page with a section per chapter and the examples of its techniques."""
    available = AvailableSteps(story.puzzle, story.known)
    counts = [available.follow(step) for step in story.steps]
    sections = [
        Section(
            story.puzzle,
            chapter.steps[0].title,
            chapter.steps[0].technique,
            LEVELS[chapter.steps[0].level],
            chapter.number,
            [step.text for step in chapter.steps],
            chapter.picture,
            chapter.stages,
            counts[chapter.number - 1],
        )
        for chapter in chapters(story)
    ]
    start = story.kind.scene(story.puzzle, as_position(story.vocabulary, story.known), (), ())
    rows = _summary(story.steps)
    times = [(name, title, LEVELS[level], count) for name, title, level, count in rows]
    used = list(examples(story.kind, {name for name, *_ in rows}))
    return StepPage(_heading(story), story.verdict, start, times, sections, used)


def verdict(level: str, steps: Sequence[Step], finished: bool, reason: str) -> str:
    """Return a one-line summary of a walk."""
    many = pluralise(len(steps), "step")
    if not finished:
        return f"Not finished after {many}: {reason}."
    if not level:
        return f"{many}; more cannot be said, for {reason}."
    harder = [step for step in steps if step.level]
    return f"{level}: {many}" + (f"; the hardest: {_hardest(steps)}." if harder else ".")


def _hardest(steps: Sequence[Step]) -> str:
    top = max(steps, key=lambda step: (step.level, step.size))
    number = steps.index(top) + 1
    return f"step {number}, {top.title}"

"""The way through a board as a document: HTML with pictures, Markdown, or plain text.

Steps by the same technique that follow each other share a chapter and its picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby

from masume.core.grid import Cell
from masume.core.kind import Kind
from masume.core.model import Literal, Vocabulary
from masume.core.puzzle import Position, Puzzle
from masume.core.scene import GROUND, MARKED, Scene, as_new, numbered, ordered, pointed, shaded
from masume.core.technique import LEVELS
from masume.errors import counted
from masume.explain.step import Step
from masume.render.svg import Shapes, svg
from masume.render.text import PLAIN, fitted
from masume.render.themes import theme_named

FORMS = ("html", "md", "txt")
_CELL = 26  # pixels, in the pictures of a page
_MOST_STEPS = 8  # in one chapter


@dataclass(frozen=True)
class Story:
    """What a document tells: a board, the steps, and how it ends."""

    kind: Kind
    puzzle: Puzzle
    vocabulary: Vocabulary
    name: str
    steps: Sequence[Step]
    known: frozenset[Literal]  # before the first step
    verdict: str  # how hard it is, or why the steps end before the solution


@dataclass(frozen=True)
class Chapter:
    """Some steps by one technique, and the board before and after them."""

    number: int  # of its first step
    steps: Sequence[Step]
    before: Position
    after: Position
    found: tuple[tuple[Cell, ...], ...]  # where each thing is that became known, in their order
    cells: tuple[Cell, ...]  # all cells of these things
    grounds: tuple[Cell, ...]  # the clues and known cells it rests on
    part: tuple[Cell, ...]  # what would be cut off, or where a rule would break


def chapters(story: Story) -> Iterator[Chapter]:
    """The steps in chapters."""
    known = set(story.known)
    number = 1
    for (_, alone), group in groupby(enumerate(story.steps), key=_together):
        same = [step for _, step in group]
        most = 1 if alone is not None or same[0].level else _MOST_STEPS
        for start in range(0, len(same), most):
            steps = same[start : start + most]
            yield _chapter(story, number, steps, known)
            number += len(steps)


def _together(numbered: tuple[int, Step]) -> tuple[str, int | None]:
    """What steps of a chapter share; one that is told as several stands alone."""
    number, step = numbered
    return step.technique, number if step.folded else None


def _chapter(story: Story, number: int, steps: Sequence[Step], known: set[Literal]) -> Chapter:
    """A chapter; what its steps have found becomes known."""
    words = story.vocabulary

    def cells(literals: Iterable[Literal]) -> tuple[Cell, ...]:
        return tuple(sorted({cell for one in literals for cell in words.cells(abs(one))}))

    def middle(literal: Literal) -> Cell:
        here = words.cells(abs(literal))
        return here[len(here) // 2]

    before = words.noted(sorted(known, key=abs))
    known.update(one for step in steps for one in step.literals)
    each = [one for step in steps for one in step.singly]
    found = tuple(tuple(dict.fromkeys(map(middle, step.literals))) for step in each)
    new = cells(one for step in steps for one in step.literals)
    clues = {cell for step in steps for _, here in step.because for cell in here}
    grounds = clues.union(cells(one for step in steps for one in step.given)).difference(new)
    after = words.noted(sorted(known, key=abs))
    part = tuple(cell for step in steps for cell in step.part)
    return Chapter(number, steps, before, after, found, new, tuple(sorted(grounds)), part)


def document(story: Story, form: str, theme: str = "light") -> str:
    """The whole document."""
    if form == "html":
        return _html(story, theme)
    return "\n".join(_markdown(story) if form == "md" else _text(story)) + "\n"


def _picture(story: Story, position: Position) -> list[str]:
    return fitted(story.kind.picture(story.puzzle, position), PLAIN)


def _summary(steps: Iterable[Step]) -> list[tuple[str, str, int, int]]:
    """(technique, title, level, times), from the easiest to the hardest."""
    steps = list(steps)
    times = Counter(step.technique for step in steps)
    about = {step.technique: (step.title, step.level) for step in steps}
    found = [(name, *about[name], count) for name, count in times.items()]
    return sorted(found, key=lambda row: row[2])


def _heading(story: Story) -> str:
    size = f"{story.puzzle.rows}×{story.puzzle.cols}"
    return f"{story.kind.title} {size}{f' ({story.name})' if story.name else ''}, step by step"


def _below(text: str) -> str:
    """The steps of an argument, one below the other."""
    return text.replace("\n", "\n   ")


def _text(story: Story) -> Iterator[str]:
    yield _heading(story)
    yield from _picture(story, story.vocabulary.noted(sorted(story.known, key=abs)))
    for chapter in chapters(story):
        yield ""
        for number, step in enumerate(chapter.steps, start=chapter.number):
            yield f"{number}. [{step.technique}] {_below(step.text)}"
        yield from _picture(story, chapter.after)
    yield ""
    yield story.verdict


def _markdown(story: Story) -> Iterator[str]:
    yield f"# {_heading(story)}"
    yield from ("", story.verdict, "")
    yield from _fenced(_picture(story, story.vocabulary.noted(sorted(story.known, key=abs))))
    if story.steps:
        yield "| technique | what it is | level | times |"
        yield "|---|---|---|---|"
        for name, title, level, times in _summary(story.steps):
            yield f"| {name} | {title} | {LEVELS[level]} | {times} |"
    for chapter in chapters(story):
        yield from ("", f"## {_chapter_title(chapter)}", "")
        for number, step in enumerate(chapter.steps, start=chapter.number):
            yield f"{number}. {_below(step.text)}"
        yield ""
        yield from _fenced(_picture(story, chapter.after))


def _fenced(lines: Iterable[str]) -> Iterator[str]:
    yield "```text"
    yield from lines
    yield from ("```", "")


def _chapter_title(chapter: Chapter) -> str:
    first, last = chapter.number, chapter.number + len(chapter.steps) - 1
    numbers = f"Step {first}" if first == last else f"Steps {first}–{last}"
    title = chapter.steps[0].title
    return f"{numbers}: {title}"


_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.05rem; margin: 0 0 .4rem; }
section { display: flex; flex-wrap: wrap; gap: 1.2rem; align-items: flex-start;
  padding: 1.2rem 0; border-top: 1px solid #8886; break-inside: avoid; }
section > div { flex: 1 1 18rem; } figure { margin: 0; }
figure svg { max-width: 100%; height: auto; }
ol { margin: 0; padding-left: 2.2rem; } .level { font-size: .8rem; opacity: .75; }
li { white-space: pre-line; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .15rem .9rem .15rem 0; }
.legend { font-size: .85rem; opacity: .8; }
""".strip()


def _html(story: Story, theme: str) -> str:
    page = Shapes()

    def figure(chapter: Chapter | None) -> str:
        scene = _scene(story, chapter)
        return f"<figure>{svg(scene, theme_named(theme), _CELL, page)}</figure>"

    heading = escape(_heading(story))
    lines = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{heading}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>",
        f"<h1>{heading}</h1>\n<p>{escape(story.verdict)}</p>",
        figure(None),
    ]
    if story.steps:
        lines.append("<table><tr><th>technique</th><th>level</th><th>times</th></tr>")
        for _, title, level, times in _summary(story.steps):
            cells = (title, LEVELS[level], str(times))
            lines.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
        lines.append("</table>")
        lines.append(
            '<p class="legend">The pictures show the board before each step. What it has found is '
            "fainter, with a dashed line around it, and numbered where one thing follows another. "
            "A dotted line goes around what it rests on, and strokes shade what would be cut off, "
            "or where a rule would break.</p>"
        )
    for chapter in chapters(story):
        steps = "\n".join(f"<li>{escape(step.text)}</li>" for step in chapter.steps)
        lines.append(
            f"<section>\n<div>\n<h2>{escape(_chapter_title(chapter))}</h2>\n"
            f'<p class="level">{LEVELS[chapter.steps[0].level]}</p>\n'
            f'<ol start="{chapter.number}">\n{steps}\n</ol>\n</div>\n'
            f"{figure(chapter)}</section>"
        )
    return "\n".join([*lines, "</body>\n</html>\n"])


def _scene(story: Story, chapter: Chapter | None) -> Scene:
    """The board before some steps, with what they have found as new; or as it is in the end."""
    draw, puzzle = story.kind.scene, story.puzzle
    if chapter is None:
        known = story.vocabulary.noted(sorted(story.known, key=abs))
        return numbered(draw(puzzle, known, (), ()))
    before, after = (draw(puzzle, one, (), ()) for one in (chapter.before, chapter.after))
    scene = shaded(as_new(before, after), chapter.part)
    scene = pointed(pointed(scene, chapter.grounds, GROUND), chapter.cells, MARKED)
    if len(chapter.found) > 1:
        alone = len(chapter.steps) == 1
        scene = ordered(scene, chapter.found, 1 if alone else chapter.number)
    return numbered(replace(scene, title=_heading(story)))


def verdict(level: str, steps: Sequence[Step], finished: bool, reason: str) -> str:
    """One line about a whole walk."""
    many = counted(len(steps), "step")
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

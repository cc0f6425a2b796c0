"""The way through a board as a document: HTML with pictures, Markdown, or plain text.

Steps by the same technique that follow each other share a chapter and its picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from masume.core.grid import Cell
from masume.core.kind import Kind
from masume.core.model import Literal, Vocabulary
from masume.core.puzzle import Position, Puzzle
from masume.core.technique import LEVELS
from masume.errors import counted
from masume.explain.step import Step
from masume.render.show import show
from masume.render.text import PLAIN, fitted

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
    """Some steps by one technique, and the board after them."""

    number: int  # of its first step
    steps: Sequence[Step]
    after: Position
    cells: tuple[Cell, ...]  # what became known
    grounds: tuple[Cell, ...]  # the clues it rests on


def chapters(story: Story) -> Iterator[Chapter]:
    """The steps in chapters."""
    known = set(story.known)
    number = 1
    for _, group in groupby(story.steps, key=lambda step: step.technique):
        same = list(group)
        most = _MOST_STEPS if not same[0].level else 1
        for start in range(0, len(same), most):
            steps = same[start : start + most]
            literals = [one for step in steps for one in step.literals]
            known.update(literals)
            cells = {cell for one in literals for cell in story.vocabulary.cells(abs(one))}
            clues = {cell for step in steps for _, here in step.because for cell in here}
            yield Chapter(
                number,
                steps,
                story.vocabulary.noted(sorted(known, key=abs)),
                tuple(sorted(cells)),
                tuple(sorted(clues - cells)),
            )
            number += len(steps)


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
    def figure(position: Position, cells: Sequence[Cell] = (), grounds: Sequence[Cell] = ()) -> str:
        drawn = show(
            story.puzzle, position, theme=theme, marked=cells, grounds=grounds, numbers=True
        )
        return f"<figure>{drawn.data('svg', cell=_CELL).decode()}</figure>"

    heading = escape(_heading(story))
    lines = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{heading}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>",
        f"<h1>{heading}</h1>\n<p>{escape(story.verdict)}</p>",
        figure(story.vocabulary.noted(sorted(story.known, key=abs))),
    ]
    if story.steps:
        lines.append("<table><tr><th>technique</th><th>level</th><th>times</th></tr>")
        for _, title, level, times in _summary(story.steps):
            cells = (title, LEVELS[level], str(times))
            lines.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
        lines.append("</table>")
        lines.append(
            '<p class="legend">In the pictures a dashed line goes around what a step has found, '
            "and a dotted line around the clues that it rests on.</p>"
        )
    for chapter in chapters(story):
        steps = "\n".join(f"<li>{escape(step.text)}</li>" for step in chapter.steps)
        lines.append(
            f"<section>\n<div>\n<h2>{escape(_chapter_title(chapter))}</h2>\n"
            f'<p class="level">{LEVELS[chapter.steps[0].level]}</p>\n'
            f'<ol start="{chapter.number}">\n{steps}\n</ol>\n</div>\n'
            f"{figure(chapter.after, chapter.cells, chapter.grounds)}</section>"
        )
    return "\n".join([*lines, "</body>\n</html>\n"])


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

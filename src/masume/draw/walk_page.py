"""An HTML page of steps: text on the left, pictures on the right, techniques at the end.

A script may show one step at a time; without it, and on paper, the page shows all of them.

The page is self-contained. Its pictures share their shapes (`svg.Shapes`); otherwise a large board
with many steps would take megabytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from masume.core.drawing.scene import Scene, with_coordinates
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.draw.steps import step_scene
from masume.draw.svg import Shapes, svg
from masume.draw.themes import Theme, theme_named
from masume.logic.examples import Example
from masume.logic.step_picture import StepPicture

_CELL = 26  # pixels
LEGEND = (
    "The pictures show the board before each step. New marks are fainter, with a dashed outline, "
    "and numbered if one follows from another. An argument that supposes the opposite shows what "
    "it supposes instead. Dotted outlines show the clues and marks that the step rests on, dotted "
    "lines with counts what a number can see, thick lines walls. Strokes shade cells that would be "
    "cut off, or where a rule would be broken; a ! marks the contradiction at the end of an "
    "argument."
)


@dataclass(frozen=True)
class Section:
    """Steps with their numbers and pictures."""

    puzzle: Puzzle
    title: str
    technique: str
    level: str
    number: int  # of the first step; 0: unnumbered
    texts: Sequence[str]
    picture: StepPicture
    stages: Sequence[StepPicture]
    available: int = 0  # different steps of its level or easier ones at this point


@dataclass(frozen=True)
class StepPage:
    """The content of a page."""

    heading: str
    verdict: str
    start: Scene | None  # drawn before all steps
    times: Sequence[tuple[str, str, str, int]]  # technique, title, level, count
    sections: Sequence[Section]
    examples: Sequence[Example]
    compares: bool = False  # shows the sections side by side


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.05rem; margin: 0 0 .4rem; }
a { color: inherit; text-decoration-color: #8889; text-underline-offset: .15em; }
section { display: flex; flex-wrap: wrap; gap: 1.2rem; align-items: flex-start;
  padding: 1.2rem 0; border-top: 1px solid #8886; break-inside: avoid; }
.compared { display: grid; gap: 0 2rem;
  grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); }
section > div { flex: 1 1 18rem; } figure { margin: 0; }
figure svg { max-width: 100%; height: auto; }
ol { margin: 0; padding-left: 2.2rem; } .level { font-size: .8rem; opacity: .75; }
li, .sentence { white-space: pre-line; }
details { flex: 1 1 100%; } summary { cursor: pointer; padding: .3rem 0; }
.stages { display: flex; flex-wrap: wrap; gap: 1.2rem; padding: .6rem 0; }
.stages figure { flex: 0 1 17rem; }
figcaption { font-size: .9rem; margin-top: .4rem; white-space: pre-line; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .15rem .9rem .15rem 0; }
.legend { font-size: .85rem; opacity: .8; }
section[hidden], .stepper[hidden] { display: none; }
.stepper { position: sticky; top: 0; padding: .6rem 0; background: var(--paper); z-index: 1; }
.stepper .muted { font-size: .8rem; opacity: .75; margin: .2rem 0; }
.stepper-row { display: flex; gap: .6rem; align-items: center; }
.stepper input { flex: 1; min-width: 4rem; height: 2rem; }
.stepper button, .all { font: inherit; min-width: 2.5rem; min-height: 2.4rem; color: inherit;
  background: none; border: 1px solid #8889; border-radius: .4rem; cursor: pointer; }
.stepper button:disabled { opacity: .4; cursor: default; }
.all { padding: 0 .8rem; } .all-row { margin: .4rem 0; }
.step-count { min-width: 4.5rem; text-align: right; font-variant-numeric: tabular-nums; }
.difficulty-chart { display: block; width: 100%; height: 3.5rem; cursor: pointer; }
.difficulty-chart rect { fill: currentColor; opacity: .28; }
.difficulty-chart rect:is(.bar-2, .bar-3, .bar-4) { opacity: .45; }
.difficulty-chart rect.current { fill: #c25a00; opacity: 1; }
.difficulty-chart path { stroke: #2f6fde; stroke-width: 2; fill: none; }
.stepping section.step > figure { flex: 2 1 26rem; order: 1; }
.stepping section.step > figure svg { width: 100%; max-height: 34rem; }
.stepping .start { display: none; }
.stepping section.step > details { order: 2; }
.cell-link { text-decoration: underline dotted #8889; text-underline-offset: .2em; }
.cell-link.lit { background: #ffd54a; color: #000; }
svg .named { fill: #ffd54a66; stroke: #c25a00; stroke-width: 2.5; pointer-events: none; }
@media print { .stepper, .all { display: none; }
  section.step[hidden] { display: flex !important; }
  .start { display: block !important; } }
""".strip()


def html_page(page: StepPage, theme: str, script: str = "") -> str:
    """Return the page as HTML; a script may show one step at a time."""
    look = theme_named(theme)
    draw = _Figures(look, page.heading)
    heading = escape(page.heading)
    ink = look.styles["text"].fill
    paper = f"--paper: {look.paper}; background: {look.paper}"  # the same as in the pictures
    root = f":root {{ {paper}; color: {ink}; }}"
    lines = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{heading}</title>\n<style>\n{root}\n{_STYLE}\n</style>\n</head>",
        f'<body data-cell="{_CELL}">',
        f"<h1>{heading}</h1>",
    ]
    if page.verdict:
        lines.append(f"<p>{escape(page.verdict)}</p>")
    if page.start is not None:
        lines.append(f'<div class="start">{draw.figure(with_coordinates(page.start))}</div>')
    shown = {example.technique.name for example in page.examples}
    lines.append('<div class="compared">' if page.compares else "<div>")
    for section in page.sections:
        lines += _format_section(section, draw, shown)
    lines.append("</div>")
    if page.sections:
        lines.append(f'<p class="legend">{LEGEND}</p>')
    if page.times:
        lines.append("<table><tr><th>technique</th><th>level</th><th>times</th></tr>")
        for name, title, level, times in page.times:
            cells = (_technique_link(name, title, shown), escape(level), str(times))
            lines.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        lines.append("</table>")
    if page.examples:
        lines.append("<h2>Techniques</h2>")
        lines += [_example(example, draw) for example in page.examples]
    if script:
        lines.append(f"<script>\n{script}</script>")
    return "\n".join([*lines, "</body>\n</html>\n"])


class _Figures:
    """Draws the pictures of one page with shared shapes."""

    def __init__(self, theme: Theme, title: str) -> None:
        self.theme, self.title = theme, title
        self.shapes = Shapes()

    def figure(self, scene: Scene, caption: str = "") -> str:
        """Return a picture with its caption; all have the same scale, to share shapes."""
        drawn = svg(replace(scene, title=self.title), self.theme, _CELL, self.shapes)
        words = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
        return f"<figure>{drawn}{words}</figure>"

    def step(self, puzzle: Puzzle, shown: StepPicture, caption: str = "") -> str:
        return self.figure(with_coordinates(step_scene(puzzle, shown)), caption)


def _technique_link(name: str, title: str, shown: set[str]) -> str:
    """Return a technique's title, linked to its example if the page has one."""
    return f'<a href="#{name}">{escape(title)}</a>' if name in shown else escape(title)


def _format_section(section: Section, draw: _Figures, shown: set[str]) -> Iterator[str]:
    """Yield the HTML of a section: heading, numbered steps or sentences, picture and stages."""
    numbers, data = "", ""
    if section.number:
        last = section.number + len(section.texts) - 1
        is_single = last == section.number
        numbers = f"Step {last}: " if is_single else f"Steps {section.number}–{last}: "
        level = LEVELS.index(section.level)
        data = f' class="step" data-steps="{numbers.removesuffix(": ")}" data-level="{level}" '
        data += f'data-available="{section.available}"'
    yield f"<section{data}>\n<div>"
    if section.title:
        yield f"<h2>{numbers}{_technique_link(section.technique, section.title, shown)}</h2>"
        yield f'<p class="level">{escape(section.level)}</p>'
    if section.number:
        steps = "\n".join(f"<li>{escape(text)}</li>" for text in section.texts)
        yield f'<ol start="{section.number}">\n{steps}\n</ol>\n</div>'
    else:
        yield "\n".join(f'<p class="sentence">{escape(text)}</p>' for text in section.texts)
        yield "</div>"
    yield draw.step(section.puzzle, section.picture)
    if section.stages:
        yield _stages(section.stages, section.puzzle, draw)
    yield "</section>"


def _stages(stages: Sequence[StepPicture], puzzle: Puzzle, draw: _Figures) -> str:
    """Return the pictures of an argument, with their sentences if there are several."""
    several = len(stages) > 1
    summary = "The argument, picture by picture" if several else "What would follow"
    figures = "\n".join(draw.step(puzzle, stage, stage.text if several else "") for stage in stages)
    inside = f'<summary>{summary}</summary>\n<div class="stages">\n{figures}\n</div>'
    return f"<details>{inside}\n</details>"


def _example(example: Example, draw: _Figures) -> str:
    technique, shown = example.technique, example.picture
    return (
        f'<section id="{technique.name}">\n<div>\n<h2>{escape(technique.name)}</h2>\n'
        f'<p class="level">{escape(example.level)}</p>\n<p>{escape(technique.title)}.</p>\n'
        f'<p class="sentence">{escape(shown.text)}</p>\n</div>\n'
        f"{draw.step(example.puzzle, shown)}</section>"
    )

"""Write booklets of boards as PDF, with rules, and answers beside the boards or at the end.

Pages are laid out one by one, so a booklet can have thousands of boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, islice
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from masume.core.drawing.scene import Scene
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Status
from masume.core.search.result import SearchResult
from masume.draw.files import write_file
from masume.draw.pdf import BOLD, FONT, new_canvas, paint, sanitise
from masume.draw.themes import PRINT, Theme
from masume.exact.results import Solution
from masume.formats.plain import Board

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Answers: TypeAlias = Literal["at-end", "beside", "none"]

LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}  # columns and rows
PAPERS = {"a4": (595.276, 841.89), "letter": (612.0, 792.0)}  # points
_ANSWERS = (3, 4)  # columns and rows of answers on a page at the end
_EDGE = 42.0  # margin of the page, in points
_GAP = 16.0  # between boards
_FOOT = 20.0  # for the page number
_LARGEST = 40.0  # cell size
_URL = re.compile(r"https?://\S+")


@dataclass(frozen=True)
class Entry:
    """A board of a booklet."""

    kind: Kind
    puzzle: Puzzle
    name: str
    about: str = ""  # the difficulty
    source: str = ""  # the origin; may contain a link
    answer: Position | None = None
    verdict: str = ""  # printed in place of a missing answer, or above it


@dataclass(frozen=True)
class Book:
    """The layout of a booklet."""

    title: str = ""
    per_page: int = 4
    answers: Answers = "at-end"
    paper: str = "a4"
    theme: Theme = PRINT

    def pages(self, boards: int) -> int:
        """Return the number of pages for a number of boards."""
        at_end = ceil(boards / (_ANSWERS[0] * _ANSWERS[1])) if self.answers == "at-end" else 0
        return ceil(boards / self.per_page) + at_end


@dataclass(frozen=True)
class _Box:
    """A rectangle on a page: its upper left corner, with y from the bottom, and its size."""

    x: float
    y: float
    width: float
    height: float


def entry_of(board: Board, result: Solution | SearchResult | None = None, name: str = "") -> Entry:
    """Return the entry of a board with its own answer, or else with that of a result."""
    answer, verdict = board.answer, ""
    if answer is None and result is not None:
        answer = result.answer
        if answer is not None:
            verdict = "one of several solutions" if getattr(result, "other", None) else ""
        elif result.status is Status.EXHAUSTED:
            verdict = "no solution"
        else:
            verdict = f"not solved ({result.reason})"
    about, source = board.note("difficulty"), board.note("from")
    called = name or board.note("title") or board.name
    return Entry(board.kind, board.puzzle, called, about, source, answer, verdict)


def write_book(path: Path, book: Book, entries: Iterable[Entry], count: int) -> None:
    """Write a booklet of `count` boards; `entries` is consumed lazily."""
    write_file(path, lambda: book_bytes(book, entries, count))


def book_bytes(book: Book, entries: Iterable[Entry], count: int) -> bytes:
    """Return a booklet of `count` boards as PDF."""
    out = BytesIO()
    canvas = new_canvas(out, PAPERS[book.paper], book.title or "Puzzles")
    _BookWriter(canvas, book, book.pages(count)).write(entries)
    canvas.save()
    return out.getvalue()


class _BookWriter:
    """Writes a booklet page by page."""

    def __init__(self, canvas: Canvas, book: Book, pages: int) -> None:
        self.canvas = canvas
        self.book = book
        self.pages = pages
        self.page = 0
        self.explained: set[str] = set()  # kinds whose rules have been printed

    def write(self, entries: Iterable[Entry]) -> None:
        done = []
        numbered_entries = enumerate(entries, start=1)
        for batch in _batches(numbered_entries, self.book.per_page):
            self.draw_puzzles(batch)
            done += batch if self.book.answers == "at-end" else []
        for batch in _batches(iter(done), _ANSWERS[0] * _ANSWERS[1]):
            self.draw_answers(batch)

    def draw_puzzles(self, batch: list[tuple[int, Entry]]) -> None:
        """Draw a page of boards, with the rules of kinds that are new."""
        top = self.begin_page(self.book.title)
        for _, entry in batch:
            if entry.kind.name not in self.explained:
                self.explained.add(entry.kind.name)
                top = self.draw_rules(entry.kind, top)
        boxes = self.boxes(LAYOUTS[self.book.per_page], top)
        for (number, entry), box in zip(batch, boxes, strict=False):
            self.draw_board(number, entry, box)
        self.end_page()

    def draw_answers(self, batch: list[tuple[int, Entry]]) -> None:
        """Draw a page of small answers."""
        top = self.begin_page("Answers")
        for (number, entry), box in zip(batch, self.boxes(_ANSWERS, top), strict=False):
            box = self.draw_line(f"{number}. {entry.name}", box, 7, BOLD)
            self.draw_answer(entry, box)
        self.end_page()

    # Parts of a page

    def begin_page(self, title: str) -> float:
        """Draw the head of a page; return the y below it."""
        self.page += 1
        width, height = PAPERS[self.book.paper]
        size = 16 if self.page == 1 else 9
        if not title:
            return height - _EDGE
        box = _Box(_EDGE, height - _EDGE, width - 2 * _EDGE, height)
        return self.draw_line(title, box, size, BOLD).y - size / 2

    def end_page(self) -> None:
        """Draw the foot of a page and finish it."""
        self.canvas.setFillColor("#000000")
        self.canvas.setFont(FONT, 8)
        middle = PAPERS[self.book.paper][0] / 2
        self.canvas.drawCentredString(middle, _EDGE / 2 + 4, f"{self.page} / {self.pages}")
        self.canvas.showPage()

    def draw_rules(self, kind: Kind, top: float) -> float:
        """Draw the rules of a kind as one paragraph; return the y below it."""
        from reportlab.lib.utils import simpleSplit

        width = PAPERS[self.book.paper][0] - 2 * _EDGE
        rules = " ".join(line.strip().removeprefix("- ") for line in kind.rules.splitlines())
        box = _Box(_EDGE, top, width, top)
        for line in simpleSplit(sanitise(f"{kind.title}: {rules}"), FONT, 7.5, width):
            box = self.draw_line(line, box, 7.5)
        return box.y - 8

    def boxes(self, layout: tuple[int, int], top: float) -> Iterator[_Box]:
        """Yield the boxes of a layout, row by row."""
        cols, rows = layout
        width = (PAPERS[self.book.paper][0] - 2 * _EDGE - _GAP * (cols - 1)) / cols
        height = (top - _EDGE - _FOOT / 2 - _GAP * (rows - 1)) / rows
        for row in range(rows):
            for col in range(cols):
                x, y = _EDGE + col * (width + _GAP), top - row * (height + _GAP)
                yield _Box(x, y, width, height)

    def draw_board(self, number: int, entry: Entry, box: _Box) -> None:
        """Draw a board with its captions, and its answer if answers are beside the boards."""
        puzzle = entry.puzzle
        size = f"{entry.kind.title} {puzzle.rows}×{puzzle.cols}"
        box = self.draw_line(f"{number}. {entry.name}", box, 9, BOLD, link=True)
        box = self.draw_line(" · ".join(filter(None, [size, entry.about])), box, 7.5)
        if entry.source:
            box = self.draw_line(entry.source, box, 6.5, link=True)
        scene = entry.kind.scene(puzzle, entry.kind.start(puzzle))
        if self.book.answers != "beside":
            self.draw_picture(scene, box)
            return
        left, right = _halves(box, scene)
        self.draw_picture(scene, left)
        self.draw_answer(entry, right)

    def draw_answer(self, entry: Entry, box: _Box) -> None:
        """Draw the answer, or print the verdict."""
        if entry.answer is None:
            self.draw_line(entry.verdict or "no answer", box, 7)
        else:
            box = self.draw_line(entry.verdict, box, 7) if entry.verdict else box
            self.draw_picture(entry.kind.scene(entry.puzzle, entry.answer), box)

    def draw_picture(self, scene: Scene, box: _Box) -> None:
        """Draw a scene as large as possible, centred at the top of a box."""
        across, down = scene.width + 2 * scene.margin, scene.height + 2 * scene.margin
        cell = min(box.width / across, box.height / down, _LARGEST)
        x = box.x + (box.width - scene.width * cell) / 2
        paint(self.canvas, scene, self.book.theme, x, box.y - scene.margin * cell, cell)

    def draw_line(
        self, text: str, box: _Box, size: float, font: str = FONT, *, link: bool = False
    ) -> _Box:
        """Draw a line of text at the top of a box, cut to its width; return the rest of the box."""
        url = _URL.search(text) if link else None
        text = shown = sanitise(text)
        while self.canvas.stringWidth(shown, font, size) > box.width and text:
            text = text[:-1]
            shown = f"{text}…"
        self.canvas.setFillColor("#000000")
        self.canvas.setFont(font, size)
        foot = box.y - size
        self.canvas.drawString(box.x, foot, shown)
        if url is not None:
            end = box.x + self.canvas.stringWidth(shown, font, size)
            self.canvas.linkURL(url[0], (box.x, foot - 2, end, box.y), relative=0)
        height = 1.35 * size
        return _Box(box.x, box.y - height, box.width, box.height - height)


def _halves(box: _Box, scene: Scene) -> tuple[_Box, _Box]:
    """Split a box in two, side by side or one above the other, for the larger scene."""
    width, height = (box.width - _GAP) / 2, (box.height - _GAP) / 2
    beside = min(width / scene.width, box.height / scene.height)
    if beside >= min(box.width / scene.width, height / scene.height):
        right = _Box(box.x + width + _GAP, box.y, width, box.height)
        return _Box(box.x, box.y, width, box.height), right
    below = _Box(box.x, box.y - height - _GAP, box.width, height)
    return _Box(box.x, box.y, box.width, height), below


def _batches(items: Iterator[tuple[int, Entry]], size: int) -> Iterator[list[tuple[int, Entry]]]:
    for first in items:
        yield list(chain([first], islice(items, size - 1)))

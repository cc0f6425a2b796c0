"""Find the answer in what a model wrote: fenced blocks, JSON, grids or moves amid prose.

The text is data: it is split and matched, never evaluated. Candidates are the parts of the text
that could be the answer, the most explicit ones first: what follows the last "Answer:", then fenced
blocks, JSON objects, runs of lines that look like a board, and finally all moves that occur. The
first candidate that the puzzle's own readers accept is the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.errors import MasumeError, ParseError
from masume.formats.load import parse_answer

MOST_CHARACTERS = 200_000  # of a response; the end of a longer one is read
_MOST_CANDIDATES = 40
NO_ANSWER = "no answer was found"


@dataclass(frozen=True)
class Response:
    """What was found in a text: a position, or why there is none."""

    position: Position | None
    text: str = ""  # the part of the text that was read as the answer
    fault: str = ""  # why no part could be read; empty if one could


def parse_response(puzzle: Puzzle, text: str) -> Response:
    """Return the answer in a text; never raises for any text.

    Accepted are all notations that masume reads: grids, moves, paths and JSON objects. An answer
    without any mark is used only if nothing else can be read.
    """
    start = kind_of(puzzle).start(puzzle)
    empty: Response | None = None
    fault = ""
    whole = text[-MOST_CHARACTERS:]
    for candidate in islice(_candidates(whole), _MOST_CANDIDATES):
        for variant in _variants(candidate):
            try:
                position = parse_answer(puzzle, variant)
            except MasumeError as error:
                if candidate.strip() != whole.strip():  # a part that was meant to be the answer
                    fault = fault or _fault_text(error)
                continue
            if position != start:
                return Response(position, candidate)
            empty = empty or Response(position, candidate)
    return empty or Response(None, fault=fault or NO_ANSWER)


def _variants(candidate: str) -> Iterator[str]:
    """Yield a candidate as it is, without decoration, and as the grids of its JSON values."""
    yield candidate
    plain = _plain_grid(candidate)
    if plain != candidate:
        yield plain
    if candidate.lstrip()[:1] in ("{", "["):
        try:
            value = json.loads(candidate)
        except (ValueError, RecursionError):
            return
        for inner in value.values() if isinstance(value, dict) else (value,):
            if (text := _text_of(inner)) is not None:
                yield text


def _text_of(value: object) -> str | None:
    """Return a JSON value as the lines of an answer: a text, or a list of rows; else None."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return None
    rows = [row if isinstance(row, list) else [row] for row in value]
    return "\n".join(" ".join(str(item) for item in row) for row in rows)


def _fault_text(error: MasumeError) -> str:
    return error.fault if isinstance(error, ParseError) else str(error)


def _candidates(text: str) -> Iterator[str]:
    """Yield the parts of a text that could be an answer, the most explicit ones first."""
    seen: set[str] = set()
    for part in _parts(text):
        stripped = part.strip("\n").rstrip()
        if stripped.strip() and stripped not in seen:
            seen.add(stripped)
            yield stripped


_MARKER = re.compile(r"(?:final\s+)?(?:answer|solution)[*_`]*\s*(?:is)?\s*:[*_`]*", re.IGNORECASE)
_TAG = re.compile(r"<(answer|solution)>(.*?)</\1>", re.IGNORECASE | re.DOTALL)
_FENCE = re.compile(
    r"^[ \t>]*(?:```|~~~)[^\n`]*\n(.*?)^[ \t>]*(?:```|~~~)", re.MULTILINE | re.DOTALL
)


def _parts(text: str) -> Iterator[str]:
    """Yield tagged parts, the part after the last marker, and the parts of the whole text."""
    for match in reversed(list(_TAG.finditer(text))):
        yield from _inner_parts(match[2])
    markers = list(_MARKER.finditer(text))
    if markers:
        yield from _inner_parts(text[markers[-1].end() :])
    yield from _inner_parts(text)


def _inner_parts(text: str) -> Iterator[str]:
    """Yield fenced blocks, JSON objects, the text, board-like lines, and all moves."""
    for match in reversed(list(_FENCE.finditer(text))):
        yield match[1]
    yield from reversed(list(_json_objects(text)))
    yield text
    yield from reversed(list(_line_runs(text)))
    moves = _MOVE.findall(text)
    if moves:
        yield " ".join(moves)


def _json_objects(text: str) -> Iterator[str]:
    """Yield the outermost JSON objects of a text."""
    decoder, start = json.JSONDecoder(), text.find("{")
    for _ in range(_MOST_CANDIDATES):
        if start < 0:
            return
        try:
            _, end = decoder.raw_decode(text, start)
            yield text[start:end]
        except (ValueError, RecursionError):
            end = start + 1
        start = text.find("{", end)


_MOVE = re.compile(r"\br\d{1,4}c\d{1,4}(?:\s*-\s*r\d{1,4}c\d{1,4})?\s*=\s*\w+", re.IGNORECASE)
_PROSE = re.compile(r"[^\W\d_]{3,}")  # a word; grids have single letters, paths up to 60 of URDL
_PATH = re.compile(r"(?:up|down|left|right|[urdl]+)", re.IGNORECASE)


def _line_runs(text: str) -> Iterator[str]:
    """Yield the runs of consecutive lines that could be a grid, moves or a path."""
    run: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip() and _looks_like_answer(line):
            run.append(line)
        elif run:
            yield "\n".join(run)
            run = []


def _looks_like_answer(line: str) -> bool:
    rest = _MOVE.sub("", line)
    return all(_PATH.fullmatch(word) for word in _PROSE.findall(rest))


_SQUARES = str.maketrans({"⬛": "#", "■": "#", "█": "#", "⬜": ".", "□": ".", "·": ".", "○": "."})
_ROW_NAME = re.compile(r"^\s*(?:row\s*|r)\d+\s*[:.)|]\s*", re.IGNORECASE)
_RULE_LINE = re.compile(r"^[\s|:+-]*-[\s|:+-]*$")  # the line under the head of a Markdown table


def _plain_grid(text: str) -> str:
    """Return a candidate without the decoration of tables, lists and row names."""
    lines = []
    for line in text.splitlines():
        if "|" in line and _RULE_LINE.match(line):
            continue
        line = _ROW_NAME.sub("", line.strip().strip("`*>")).translate(_SQUARES)
        if line.startswith("|") and line.endswith("|"):
            line = line.strip("|").replace("|", " ")
        line = line.strip().strip("[](),;").replace('"', " ").replace("'", " ")
        line = re.sub(r"^[-*•]\s+(?=\S)", "", line)
        if line.strip():
            lines.append(line)
    return "\n".join(lines)

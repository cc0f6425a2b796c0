"""Audit data from elsewhere: which boards are readable, solvable, unique and new, and how hard?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from masume.api.exact import solve
from masume.core.plugins.registry import kind_named, kind_of
from masume.core.search.events import Status
from masume.core.statistics import wilson
from masume.core.system.limits import Limit
from masume.errors import MasumeError, ParseError
from masume.formats.load import load_all, loads, parse_answer
from masume.formats.plain import Board, write_board
from masume.logic.walks import grade
from masume.make.sets import canonical_digest
from masume.work.batches import Lost, work_through

UNIQUE, SEVERAL, NONE, UNKNOWN = "unique", "several solutions", "no solution", "not decided in time"
UNREADABLE = "unreadable"


@dataclass(frozen=True)
class BoardAudit:
    """The result for one board."""

    place: str  # the line or name by which it is found
    outcome: str  # one of the constants above
    digest: str = ""
    level: str = ""
    answer_is_right: bool | None = None  # None: no answer was given
    fault: str = ""


@dataclass
class DataAudit:
    """The results for a file: counts, and the places of the boards that have a defect."""

    boards: list[BoardAudit] = field(default_factory=list)

    @property
    def outcomes(self) -> Counter[str]:
        """The number of boards by outcome."""
        return Counter(board.outcome for board in self.boards)

    @property
    def levels(self) -> Counter[str]:
        """The number of boards by level; only unique boards have one."""
        return Counter(board.level for board in self.boards if board.level)

    @property
    def duplicates(self) -> list[tuple[str, str]]:
        """Pairs of places: a board, and the first one to which it is equal up to symmetry."""
        first: dict[str, str] = {}
        pairs = []
        for board in self.boards:
            if board.digest in first:
                pairs.append((board.place, first[board.digest]))
            elif board.digest:
                first[board.digest] = board.place
        return pairs

    @property
    def wrong_answers(self) -> list[str]:
        """The places of boards whose given answer breaks a rule."""
        return [board.place for board in self.boards if board.answer_is_right is False]

    @property
    def is_sound(self) -> bool:
        """Whether every board is unique, no two are alike and every given answer is right."""
        return set(self.outcomes) <= {UNIQUE} and not self.duplicates and not self.wrong_answers


def audit_file(
    path: Path, *, kind: str | None = None, limit: Limit | None = None, jobs: int = 1
) -> DataAudit:
    """Audit all boards of a file: JSON lines with a `board`, or any format that masume reads.

    In JSON lines, `answer` is checked if present, and `kind` names the puzzle if the board does
    not. The limit applies to each board.
    """
    audit = DataAudit()
    texts = list(_board_texts(path, kind))
    check = partial(audit_board, limit=limit)
    results = dict(work_through(check, texts, jobs=jobs))
    for item in texts:
        result = results[item]
        dead = BoardAudit(item[0], UNKNOWN, fault="the worker process died")
        audit.boards.append(dead if isinstance(result, Lost) else result)
    return audit


def _board_texts(path: Path, kind: str | None) -> Iterator[tuple[str, str, str, str]]:
    """Yield (place, kind, board, answer) of each board of a file."""
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield from _row_texts(number, line, kind)
        return
    for board in load_all(path, kind=kind):
        if isinstance(board, ParseError):
            yield f"line {board.board_line}", "", "", str(board)
            continue
        answer = board.answer
        written = "" if answer is None else "\n".join(board.kind.write_answer(board.puzzle, answer))
        place = board.name or f"line {board.line}"
        yield place, board.kind.name, write_board(Board(board.kind, board.puzzle)), written


def _row_texts(number: int, line: str, kind: str | None) -> Iterator[tuple[str, str, str, str]]:
    """Yield the place, the kind, the board and the answer of a row; of a broken one its fault."""
    place = f"line {number}"
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict) or not isinstance(row.get("board"), str):
        yield place, "", "", f"{place}: expected a JSON object with a text 'board'"
        return
    answer = row.get("answer")
    named = kind or row.get("kind") or ""
    yield place, str(named), row["board"], answer if isinstance(answer, str) else ""


def audit_board(item: tuple[str, str, str, str], *, limit: Limit | None = None) -> BoardAudit:
    """Return the result for one board; runs in a worker."""
    place, kind, text, answer = item
    if not text:
        return BoardAudit(place, UNREADABLE, fault=answer)
    try:
        puzzle = loads(text, kind=kind or None).puzzle
    except MasumeError as fault:
        return BoardAudit(place, UNREADABLE, fault=str(fault))
    digest = canonical_digest(puzzle).hex()
    right: bool | None = None
    if answer:
        try:
            right = not kind_of(puzzle).violations(puzzle, parse_answer(puzzle, answer))
        except MasumeError:
            right = False
    solution = solve(puzzle, limit=limit)
    if solution.status is Status.EXHAUSTED:
        return BoardAudit(place, NONE, digest, "", right, solution.reason)
    if solution.unique is None or solution.answer is None:
        return BoardAudit(place, UNKNOWN, digest, "", right, solution.reason)
    if not solution.unique:
        return BoardAudit(place, SEVERAL, digest, "", right)
    has_logic = kind_named(kind_of(puzzle).name).logic is not None
    level = grade(puzzle, limit=limit).level if has_logic else ""
    return BoardAudit(place, UNIQUE, digest, level, right)


def share(number: int, total: int) -> str:
    """Return a share in per cent with its 95 % interval (Wilson).

    >>> share(15, 100)
    '15.0 % (9.3–23.3 %)'
    """
    if not total:
        return "–"
    low, high = wilson(number, total)
    return f"{100 * number / total:.1f} % ({100 * low:.1f}–{100 * high:.1f} %)"


def summary(audit: DataAudit) -> list[str]:
    """Return an audit as lines."""
    total = len(audit.boards)
    lines = [f"{total} boards"]
    for outcome in (UNIQUE, SEVERAL, NONE, UNKNOWN, UNREADABLE):
        if number := audit.outcomes[outcome]:
            lines.append(f"  {outcome}: {number}, {share(number, total)}")
    lines += [f"  {level}: {number}" for level, number in audit.levels.items()]
    lines += _places("equal to an earlier board", [b for b, _ in audit.duplicates], total)
    lines += _places("with a wrong answer", audit.wrong_answers, total)
    for board in audit.boards:
        if board.outcome != UNIQUE:
            fault = f": {board.fault}" if board.fault else ""
            lines.append(f"{board.place}: {board.outcome}{fault}")
    return lines


def _places(what: str, places: Iterable[str], total: int) -> list[str]:
    named = list(places)
    if not named:
        return []
    more = ", …" if len(named) > 5 else ""
    return [f"  {what}: {len(named)}, {share(len(named), total)} ({', '.join(named[:5])}{more})"]

"""The parts of a paper: its experiments, claims and tables, and the verdicts on its claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from studies.papers.results import Missing, Results

HOLDS = "holds"
FAILS = "does not hold"
SLIP = "a slip"  # of the pen: what stands beside it in the paper is right
OPEN = "cannot be judged"
VERDICTS = (HOLDS, FAILS, SLIP, OPEN)
IN_WORDS = {True: HOLDS, False: FAILS, None: OPEN, SLIP: SLIP}

Judgement: TypeAlias = tuple[bool | Literal["a slip"] | None, str]
"""Whether a claim holds (None: it cannot be judged), and the reason."""


@dataclass(frozen=True)
class PaperClaim:
    """A claim of a paper in our words, and the function that judges it."""

    text: str
    judge: Callable[[Results], Judgement]


@dataclass(frozen=True)
class Verdict:
    """The verdict on a claim, with the reason."""

    text: str
    verdict: str
    reason: str


@dataclass(frozen=True)
class PaperTable:
    """A table; the first column names the rows."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    note: str = ""


@dataclass(frozen=True)
class PaperPlot:
    """A plot, as SVG."""

    name: str
    title: str
    svg: str


@dataclass(frozen=True)
class SearchEntry:
    """A search of the page: its role, its names, and a board to repeat it on."""

    role: str
    algorithm: str
    space: str
    heuristic: str = ""
    board: str = ""
    shown: str = ""  # another command than that of the board

    @property
    def command(self) -> str:
        """The command that repeats it, or "" if only the study does."""
        if self.shown or not self.board:
            return self.shown
        h = f" --heuristic {self.heuristic}" if self.heuristic else ""
        return f"./masume compare {self.board} --with {self.algorithm} --space {self.space}{h}"


@dataclass(frozen=True)
class Paper:
    """One of the five papers."""

    title: str
    did: str  # what they did
    published: str  # what they published
    studies: tuple[str, ...]  # names of files beside this one
    searches: tuple[SearchEntry, ...]
    claims: tuple[PaperClaim, ...]  # what the paper says
    tables: tuple[Callable[[Results], PaperTable], ...]  # counts, the same on every machine
    pictures: tuple[Callable[[Results], PaperPlot], ...] = ()
    times: tuple[Callable[[Results], PaperTable], ...] = ()  # measured: each run has its own
    time_pictures: tuple[Callable[[Results], PaperPlot], ...] = ()
    questions: tuple[PaperClaim, ...] = ()  # our own: no claims of the paper, not counted


def judged(claim: PaperClaim, results: Results) -> Verdict:
    """Judge a claim; without the runs it needs, the verdict is OPEN."""
    try:
        holds, reason = claim.judge(results)
    except Missing as missing:
        return Verdict(claim.text, OPEN, f"In this run {missing}.")
    return Verdict(claim.text, IN_WORDS[holds], reason)


def beside(published: object, ours: object) -> list[str]:
    """Return three cells: the published value, ours, and whether they are equal."""
    return [str(published), str(ours), same(published, ours)]


def same(published: object, ours: object) -> str:
    """Whether it is, in a word."""
    return "yes" if str(published) == str(ours) else "no"

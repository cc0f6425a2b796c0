"""What a paper is here: its experiments, its claims, and what becomes of both in a run of ours."""

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
    """Something that a paper says, in our words, and how a run decides about it."""

    text: str
    judge: Callable[[Results], Judgement]


@dataclass(frozen=True)
class Verdict:
    """What a run says about a claim."""

    text: str
    verdict: str
    reason: str


@dataclass(frozen=True)
class PaperTable:
    """Figures in rows; the first column names them."""

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
    """One of our searches: its names in masume, and a board to repeat it on."""

    role: str
    algorithm: str
    space: str
    heuristic: str = ""
    board: str = ""
    shown: str = ""  # another command than that of the board

    @property
    def command(self) -> str:
        """What repeats it; nothing if that takes the whole study."""
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
    """A claim's verdict; without the runs that it needs, it cannot be judged."""
    try:
        holds, reason = claim.judge(results)
    except Missing as missing:
        return Verdict(claim.text, OPEN, f"In this run {missing}.")
    return Verdict(claim.text, IN_WORDS[holds], reason)


def beside(published: object, ours: object) -> list[str]:
    """Three cells of a table: what was published, what we count, whether it is the same."""
    return [str(published), str(ours), same(published, ours)]


def same(published: object, ours: object) -> str:
    """Whether it is, in a word."""
    return "yes" if str(published) == str(ours) else "no"

"""Techniques: how a person finds the next step of a puzzle, and what such a step rests on.

What is known of a board is a set of the shown literals of its Model: this cell is black, that link
has at least one bridge. A puzzle keeps them as *notes*, in whatever form its techniques like to
look at. A technique goes over the notes and yields deductions. Each of them says what follows, and
names everything that it follows from: known literals, and clues and rules by their keys, which are
those of the reasons in the puzzle's model. So the exact engine can check every word of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVarTuple

from masume.core.model.model import CancelCheck, Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import P_contra
from masume.core.puzzle.type_vars import TypeVar

Key: TypeAlias = tuple[str, tuple[Cell, ...]]  # the rule and the cells of a model's Reason
About = TypeVarTuple("About")
Wall: TypeAlias = tuple[Cell, ...]
"""Cells that would shut others off, each a corner of the one before: round to the first again, or
to the border and on from elsewhere there."""

LEVELS = ("easy", "medium", "hard", "expert", "extreme")
"""How difficult a step is, and a board whose most difficult step it is."""
NAMED_LEVELS = LEVELS[:4]  # those of named techniques; beyond them is what no name fits


class Notes(Protocol):
    """What is known of a board, as a puzzle's techniques want to see it.

    A technique that takes long on large boards calls `check_cancel` now and then: it raises when
    time is up. If some literals are `wanted`, it may leave out whatever concludes none of these.
    """

    check_cancel: CancelCheck
    wanted: Collection[Literal]

    def learn(self, literals: Iterable[Literal]) -> None:
        """Take in more; what is known already does no harm."""

    def copy(self) -> Notes:
        """The same once more, to take in what is only supposed."""


# Whoever leaves it out speaks of any notes.
N_contra = TypeVar("N_contra", bound=Notes, contravariant=True, default=Any)


@dataclass(frozen=True)
class Brief:
    """A step in a few words: no sentence, but the end of the one that it rests on.

    What is said has a {} for the things that it is about, so that steps that say the same can be
    told together, and an {it} for the cell that these are beside.
    """

    things: tuple[str, ...]
    one: str  # what is said of one thing,
    several: str  # and of more
    beside: str = ""
    last: str = "and"  # before the last thing


@dataclass(frozen=True)
class Proof:
    """Why something follows.

    `given` are the known literals and `because` the clues and rules that suffice, by themselves,
    to prove it. The text is for people: one or two sentences. What is shape rather than words is
    for a picture: a part that would be cut off, walls, the order of a chain.
    """

    given: tuple[Literal, ...]
    because: tuple[Key, ...]
    text: str
    part: tuple[Cell, ...] = ()
    briefly: Brief | None = None
    walls: tuple[Wall, ...] = ()
    chain: tuple[tuple[Literal, ...], ...] = ()  # what was supposed, and what would follow in turn


class Deduction:
    """One step: what follows, and its proof, which holds for every one of the literals.

    Makers of boards look at the literals alone, thousands of times for one board. So a technique
    may tell its proof `later`, when somebody asks. That is before the notes learn anything more:
    the proof is put into the words of the board as it was when the step was found.
    """

    __slots__ = ("_about", "_given", "_proof", "_why", "literals")
    _why: Callable[..., Proof]
    _about: tuple[object, ...]

    def __init__(
        self,
        literals: tuple[Literal, ...],
        given: tuple[Literal, ...],
        because: tuple[Key, ...],
        text: str,
        part: tuple[Cell, ...] = (),
        briefly: Brief | None = None,
        walls: tuple[Wall, ...] = (),
        chain: tuple[tuple[Literal, ...], ...] = (),
    ) -> None:
        self.literals = literals
        self._given: tuple[Literal, ...] | None = given
        self._proof: Proof | None = Proof(given, because, text, part, briefly, walls, chain)

    @classmethod
    def later(
        cls, literals: tuple[Literal, ...], why: Callable[[*About], Proof], *about: *About
    ) -> Deduction:
        """A step whose proof is `why(*about)`; what it is about must not change meanwhile."""
        step = cls.__new__(cls)
        step.literals, step._proof, step._why, step._about = literals, None, why, about
        step._given = None
        return step

    def resting(self, *given: Literal) -> Deduction:
        """The same, with what it rests on told at once: tidy walks ask for it and little else."""
        self._given = given
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deduction):
            return NotImplemented
        return self.literals == other.literals and self.proof == other.proof

    def __hash__(self) -> int:
        return hash(self.literals)

    def __repr__(self) -> str:
        return f"Deduction({self.literals}, {self.proof})"

    @property
    def proof(self) -> Proof:
        """Why it follows."""
        if self._proof is None:
            self._proof = self._why(*self._about)
        return self._proof

    @property
    def given(self) -> tuple[Literal, ...]:
        """The known literals that it rests on."""
        if self._given is None:
            self._given = self.proof.given
        return self._given

    @property
    def because(self) -> tuple[Key, ...]:
        """The clues and rules that it rests on."""
        return self.proof.because

    @property
    def text(self) -> str:
        """The proof in words."""
        return self.proof.text


@dataclass(frozen=True)
class Technique(Generic[N_contra]):
    """A deduction that people use, with its name, its level and a board on which it fires."""

    name: str
    title: str  # one line, as a rule of thumb
    level: int  # an index of LEVELS
    example: str  # the text of a board
    find: Callable[[N_contra], Iterator[Deduction]]  # over the puzzle's notes
    obvious: bool = False  # nobody needs a hint for it
    auto: bool = False  # a front end may draw it by itself, for players who want that
    silent: bool = False  # a step of whole walks, but neither a hint nor an example
    rank: int = 0  # among those of its level: one of a higher rank is seen later


@dataclass(frozen=True)
class Logic(Generic[P_contra]):
    """A puzzle's techniques, easiest first, and the notes that they look at."""

    notes: Callable[[P_contra], Notes]  # of a bare puzzle
    techniques: tuple[Technique, ...]


def technique(
    title: str,
    *,
    level: str,
    example: str,
    obvious: bool = False,
    auto: bool = False,
    silent: bool = False,
    rank: int = 0,
) -> Callable[[Callable[[N_contra], Iterator[Deduction]]], Technique[N_contra]]:
    """Declare a technique; it is called like its function, with hyphens."""

    def declare(find: Callable[[N_contra], Iterator[Deduction]]) -> Technique[N_contra]:
        name = find.__name__.strip("_").replace("_", "-")
        number = NAMED_LEVELS.index(level)
        flags = obvious, auto, silent, rank
        return Technique(name, title, number, example.strip("\n"), find, *flags)

    return declare


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words with commas and an "and", or another last word.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    return ", ".join(words[:-1]) + f" {last} " * (len(words) > 1) + "".join(words[-1:])


def are(words: Sequence[str], what: str) -> str:
    """Some things and what they are.

    >>> are(["r1c1"], "black"), are(["r1c1", "r1c3"], "black")
    ('r1c1 is black', 'r1c1 and r1c3 are black')
    """
    return f"{listed(words)} {'is' if len(words) == 1 else 'are'} {what}"


_MANY = 3  # a step, what comes before it and what follows


def numbered(steps: Sequence[str]) -> list[str]:
    """Steps of an argument with their numbers, if there are several."""
    if len(steps) < 2:
        return list(steps)
    return [f"({number}) {step}" for number, step in enumerate(steps, start=1)]


def paragraph(sentences: Sequence[str]) -> str:
    """Sentences one after the other; each on a line of its own where they are many."""
    return ("\n" if len(sentences) > _MANY else " ").join(sentences)

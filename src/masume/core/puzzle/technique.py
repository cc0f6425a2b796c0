"""Rules: what people conclude on a board, found on plain integers and explained on demand.

The knowledge about a board is a set of the shown literals of its Model: this cell is black, that
link has at least one bridge. A puzzle keeps it in its *propagator* (`puzzles/<name>/propagate.py`),
in a form that suits its rules: bit masks, bounds of links. Everything that draws conclusions runs
the same rules on it: the maker, the space `decide`, `solve` before the engine, hints, walks,
grades, suppositions.

A rule has two halves:

- `find(board)` returns what the rule concludes now and the board does not know yet, in the
  compact form that `board.add` understands, such as two masks; something false if there is nothing.
  This is the only implementation of the inference, and all that is needed to make, solve and grade.
- `reasons(board, new)` yields a `Deduction` for each cause of these conclusions, only when somebody
  wants to read them. It must not infer anything: it names what `find` has used. Causes that were
  learned last come first, because a walk prefers them and then stops asking.

    @rule("the equals of a white number are black", level="easy", example=THREES)
    def white_blackens_equals(board: Propagator) -> Marks:
        black = 0
        for cell in each(board.white):
            black |= board.equals[cell]
        return black & board.unknown, 0

    @white_blackens_equals.reasons
    def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
        for cell in each(board.white):
            if black := board.equals[cell] & new[0]:
                says = say("equals", at=cell, others=cells(black))
                yield Deduction(literals_of(black), (-cell - 1,), pairs_of(cell, black), says)

A deduction is data. It names what follows and all premises: known literals, and clues and rules by
their keys, which are those of the reasons in the puzzle's model, so that the engine can verify it.
Its sentence is a `Phrase`, which the templates in the puzzle's `words.py` turn into English
(`core/puzzle/words.py`); the picture is drawn from the other fields. Whoever checks a deduction
draws its conclusion again from the slots of the phrase (`tests/sentence_checker`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeAlias, TypeVarTuple, cast, runtime_checkable

from masume.core.model.model import CancelCheck, Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import P_contra
from masume.core.puzzle.type_vars import TypeVar
from masume.core.puzzle.words import NO_WORDS, Phrase, Words
from masume.core.puzzle.words import join_sentences as join_sentences
from masume.core.puzzle.words import join_words as join_words
from masume.core.puzzle.words import number_steps as number_steps
from masume.core.puzzle.words import subject_clause as subject_clause

Key: TypeAlias = tuple[str, tuple[Cell, ...]]  # (rule, cells) of a model's Reason
About = TypeVarTuple("About")
Wall: TypeAlias = tuple[Cell, ...]
"""Cells that would cut off others. Each touches the previous one at a corner; the chain is closed,
or runs from border to border."""

LEVELS = ("easy", "medium", "hard", "expert", "extreme")
"""The levels of techniques, easiest first; a board has the level of its hardest step."""
NAMED_LEVELS = LEVELS[:4]  # the levels of named techniques; extreme steps have no named technique


class Notes(Protocol):
    """The knowledge about a board, in the form that a puzzle's techniques use.

    Techniques that are slow on large boards call `check_cancel` regularly; it raises when the time
    is up. If `wanted` is not empty, a technique may skip deductions that conclude none of these
    literals.
    """

    check_cancel: CancelCheck
    wanted: Collection[Literal]

    def learn(self, literals: Iterable[Literal]) -> None:
        """Add literals; literals that are already known are ignored."""

    def copy(self) -> Notes:
        """Return an independent copy, for example to add an assumption."""


class Propagating(Protocol):
    """A propagator, as far as generic code drives it: conclusions are what its rules return."""

    @property
    def clash(self) -> object:
        """Something true if the conclusions contradict each other."""

    @property
    def add(self) -> Callable[..., None]:
        """The method that adds conclusions of a rule."""

    @property
    def split(self) -> Callable[..., Iterable[object]]:
        """The function that returns conclusions in parts: what a step by the rule may conclude."""


@runtime_checkable
class Knowledge(Notes, Propagating, Protocol):
    """A puzzle's propagator: what is known about a board, in the form that its rules use."""

    @property
    def known(self) -> Iterable[Literal]:
        """The known literals."""

    def copy(self) -> Knowledge:
        """Return an independent copy, for example to add an assumption."""


# The default is for generic code, which works on any notes.
N_contra = TypeVar("N_contra", bound=Notes, contravariant=True, default=Any)


@dataclass(frozen=True)
class Proof:
    """The premises of a deduction and their explanation.

    The known literals in `given`, with the clues and rules in `because`, suffice to prove the
    deduction; `says` is the explanation as data. The other fields are drawn in pictures: a part
    that would be cut off, walls, the order of a chain.
    """

    given: tuple[Literal, ...]
    because: tuple[Key, ...]
    says: Phrase
    part: tuple[Cell, ...] = ()
    walls: tuple[Wall, ...] = ()
    chain: tuple[tuple[Literal, ...], ...] = ()  # the assumption, then its consequences in turn


class Deduction:
    """Literals that follow from the notes, and the proof, which covers each of them.

    Generators need only the literals, thousands of times per board, so a technique may pass a
    function that computes the proof on demand (`lazy`). It must be called before the notes
    change: the proof describes the board at the time of the deduction.
    """

    __slots__ = ("_about", "_given", "_proof", "_why", "literals")
    _why: Callable[..., Proof]
    _about: tuple[object, ...]

    def __init__(
        self,
        literals: tuple[Literal, ...],
        given: tuple[Literal, ...],
        because: tuple[Key, ...],
        says: Phrase,
        part: tuple[Cell, ...] = (),
        walls: tuple[Wall, ...] = (),
        chain: tuple[tuple[Literal, ...], ...] = (),
    ) -> None:
        self.literals = literals
        self._given: tuple[Literal, ...] | None = given
        self._proof: Proof | None = None
        self._why = Proof
        self._about = given, because, says, part, walls, chain

    @classmethod
    def lazy(
        cls, literals: tuple[Literal, ...], why: Callable[[*About], Proof], *about: *About
    ) -> Deduction:
        """Return a deduction whose proof is computed by `why(*about)` when first needed."""
        step = cls.__new__(cls)
        step.literals, step._proof, step._why, step._about = literals, None, why, about
        step._given = None
        return step

    def with_given(self, *given: Literal) -> Deduction:
        """Set `given` without computing the proof, and return the deduction itself."""
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
        """The proof, computed on first access."""
        if self._proof is None:
            self._proof = self._why(*self._about)
        return self._proof

    @property
    def given(self) -> tuple[Literal, ...]:
        """The known literals among the premises."""
        if self._given is None:
            self._given = self.proof.given
        return self._given

    @property
    def because(self) -> tuple[Key, ...]:
        """The clues and rules among the premises."""
        return self.proof.because

    @property
    def says(self) -> Phrase:
        """The explanation as data, which the puzzle's words turn into a sentence."""
        return self.proof.says


@dataclass(frozen=True)
class Technique(Generic[N_contra]):
    """A named solving technique, its level and an example board on which it applies."""

    name: str
    title: str  # one line, as a rule of thumb
    level: int  # an index of LEVELS
    example: str  # the text of a board
    find: Callable[[N_contra], Iterator[Deduction]]  # yields deductions from the puzzle's notes
    obvious: bool = False  # needs no hint
    auto: bool = False  # front ends may apply it automatically, if the player wishes
    silent: bool = False  # used in walks only, neither as a hint nor as an example
    rank: int = 0  # the order within a level: a higher rank is tried later

    def deductions(self, notes: N_contra) -> Iterator[Deduction]:
        """Yield what follows now, with its reasons."""
        return self.find(notes)


Explain: TypeAlias = Callable[..., Iterator[Deduction]]  # (board, new)


class Rule(Generic[N_contra]):
    """An inference rule: a fast search for conclusions, and their reasons on demand."""

    def __init__(
        self,
        find: Callable[[N_contra], object],
        title: str,
        *,
        level: str,
        example: str,
        name: str = "",
        obvious: bool = False,
        auto: bool = False,
        silent: bool = False,
        rank: int = 0,
        once: bool = False,
        ahead: bool = False,
    ) -> None:
        self.find = find  # what follows now and is not known yet; something false if nothing does
        self.name = name or getattr(find, "__name__", "").strip("_").replace("_", "-")
        self.title = title  # one line, as a rule of thumb
        self.level = NAMED_LEVELS.index(level)
        self.example = example.strip("\n")  # the text of a board on which it applies
        self.obvious = obvious  # needs no hint
        self.silent = silent  # used in walks only, neither as a hint nor as an example
        self.auto = auto  # front ends may apply it automatically, if the player wishes
        self.rank = rank  # the order within a level: a higher rank is tried later
        self.once = once  # its conclusions depend on the clues alone, not on marks
        self.ahead = ahead  # it supposes each colour in turn, which is slow
        self._explain: Explain

    def __repr__(self) -> str:
        return f"Rule({self.name!r})"

    def reasons(self, explain: Explain) -> Rule[N_contra]:
        """Declare the function that yields a deduction for each cause of new conclusions."""
        self._explain = explain
        return self

    def deductions(self, board: N_contra) -> Iterator[Deduction]:
        """Yield what follows now, with its reasons."""
        new = self.find(board)
        return self._explain(board, new) if new else iter(())


def rule(
    title: str,
    *,
    level: str,
    example: str,
    name: str = "",
    obvious: bool = False,
    auto: bool = False,
    silent: bool = False,
    rank: int = 0,
    once: bool = False,
) -> Callable[[Callable[[N_contra], object]], Rule[N_contra]]:
    """Declare a function as the fast half of a rule, named after the function with hyphens."""

    def declare(find: Callable[[N_contra], object]) -> Rule[N_contra]:
        return Rule(
            find,
            title,
            level=level,
            example=example,
            name=name,
            obvious=obvious,
            auto=auto,
            silent=silent,
            rank=rank,
            once=once,
        )

    return declare


def propagate(board: Knowledge, rules: tuple[Rule, ...], far: int | None = None) -> None:
    """Apply rules to a fixpoint or a contradiction; a harder one only where no easier one applies.

    With `far`, stop as well when more literals than that are known.
    """
    groups, add = _finders(rules), board.add
    level, entered = 0, -1
    while level < len(groups):
        has_more = False
        for find in groups[level][level > entered]:
            new = find(board)
            if new:
                add(new)
                if board.clash or (far is not None and len(tuple(board.known)) > far):
                    return
                has_more = True
                if level:
                    break
        else:  # all rules of the level were tried
            entered = max(entered, level)
        level = 0 if has_more else level + 1


def count_steps(
    board: Propagating, rules: Iterable[Rule], settle: Callable[[], object], *, single: bool = True
) -> Counter[str]:
    """Take steps by some rules until none applies; return the number of each rule's steps.

    Unless they are `single`, a step draws all conclusions of a rule. `settle` draws all easier
    conclusions; it is called before each step and at the end.
    """
    uses = Counter[str]()
    while True:
        settle()
        found = ((known, new) for known in rules if (new := known.find(board)))
        known, new = next(found, (None, None))
        if known is None or board.clash:
            return uses
        board.add(next(iter(board.split(new))) if single else new)
        uses[known.name] += 1


@lru_cache(maxsize=64)
def _finders(rules: tuple[Rule, ...]) -> list[tuple[list[Callable[..., object]], ...]]:
    """Return the fast halves of some rules by level: those that depend on marks, and all."""
    by_level = [[rule for rule in rules if rule.level == level] for level in range(len(LEVELS))]
    return [
        ([rule.find for rule in group if not rule.once], [rule.find for rule in group])
        for group in by_level
        if group
    ]


@dataclass(frozen=True)
class Logic(Generic[P_contra]):
    """A puzzle's techniques, easiest first, and the notes that they use."""

    notes: Callable[[P_contra], Notes]  # create the notes or the propagator of a bare puzzle
    techniques: tuple[Technique | Rule, ...]
    words: Words = NO_WORDS  # the templates of their phrases
    by_uniqueness: tuple[Technique | Rule, ...] = ()  # valid only if there is one solution
    agreed: int = LEVELS.index("medium")  # up to this level no technique looks ahead: walks agree
    # (notes, level): draw all conclusions of the rules up to a level, faster than `propagate`
    settle: Callable[..., None] | None = None

    def conclude(self, notes: Notes, below: int, far: int | None = None) -> bool:
        """Draw all conclusions of techniques of levels below `below`, if they are all rules.

        Return whether they are. For `far` see `propagate`.
        """
        rules = tuple(known for known in self.techniques if known.level < below)
        if not all(isinstance(known, Rule) for known in rules):
            return False
        if rules and self.settle is not None and far is None:
            self.settle(notes, below - 1)
        elif rules:
            propagate(cast("Knowledge", notes), cast("tuple[Rule, ...]", rules), far)
        return True


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
    """Declare a function as a technique, named after the function with hyphens."""

    def declare(find: Callable[[N_contra], Iterator[Deduction]]) -> Technique[N_contra]:
        name = find.__name__.strip("_").replace("_", "-")
        number = NAMED_LEVELS.index(level)
        flags = obvious, auto, silent, rank
        return Technique(name, title, number, example.strip("\n"), find, *flags)

    return declare

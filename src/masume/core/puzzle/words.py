"""Words: templates with named slots that turn data into English.

Techniques describe what they found as a `Phrase`: the name of a template and the values of its
slots. A puzzle's `words.py` holds the templates; nothing else writes sentences.

>>> from masume.core.puzzle.clue import ClueBoard
>>> words = Words({"beside": "{at:cell} is black, so {others:cells} {others:is|are} white."})
>>> words.text(ClueBoard(2, 2, (None,) * 4), say("beside", at=0, others=(1, 2)))
'r1c1 is black, so r1c2 and r2c1 are white.'

The part after the colon says how a slot is written:

=============== ==================================================================================
`{x}`           as it is: a number, a word, or another phrase
`{x:cell}`      the name of a cell
`{x:cells}`     the names of cells, joined with commas and "and"
`{x:one|many}`  the first form for one thing or the number 1, else the second
`{x:each F}`    each item in form F (which may be empty), joined with commas and "and"
`{x:each F/S}`  the same, joined with the separator S; `/ or`: with commas and "or"
`{x:numbered}`  phrases, with numbers if there are several, joined with commas
`{x:series}`    phrases, joined with commas and a last ", and"
`{x:argument}`  phrases: an assumption, the steps from it, which are numbered, a contradiction
`{x:said}`      what one or several statements about the board say
`{x:denied}`    that a statement cannot be true
`{x:F}`         a form of the puzzle, such as `clue`: a function of the board and the value
`{x:^F}`        form F with a capital letter, unless it begins with the name of a cell
=============== ==================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from string import Formatter
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias, cast

from masume.core.model.statement import Between, CellIs, Joins, LinkIs, Statement
from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.puzzle import Puzzle


class Phrase(NamedTuple):
    """The name of a template, and the values of its slots."""

    template: str
    slots: Mapping[str, object] = {}


NOTHING = Phrase("nothing")  # of a deduction that is only proved, not told


class HasGrid(Protocol):
    """A board, as far as common forms of slots use it."""

    @property
    def grid(self) -> Grid:
        """The geometry, for the names of cells."""


Form: TypeAlias = Callable[..., str]  # (board, value)


class CountedLine(NamedTuple):
    """A line of sight in the picture of a step, with a count at its end."""

    start: Cell
    end: Cell
    text: str


def say(template: str, /, **slots: object) -> Phrase:
    """Return a phrase."""
    return Phrase(template, slots)


class BriefForm(NamedTuple):
    """A short form of a template, appended to the sentence of the step that it rests on.

    Phrases with the same template are merged: `things` is the slot whose values are listed
    together. `beside` is the slot of the cell that the short template calls {it}, if any.
    """

    template: str
    things: str
    beside: str = ""
    evident_after: Sequence[str] = ()  # templates after which it is evident about their `at`
    several: str = ""  # the short template for several such cells, which lists nothing
    goes_on: bool = False  # used only after the same template, from the cell that it names last


ARGUMENTS = {
    "nothing": "",
    "suppose-that": "Suppose {supposed:said}.",
    "but-already": "But {holds:said} already. So {so:said}.",
    "but-by": "But {holds:said} by ({number}). So {so:said}.",
    "but-broken": "But {fault}. So {so:said}.",
    "also": "{first}, {clauses:series}.",
    "going-on": "{first}, {clauses:each /, }.",
    "hence": "{first}; so {clauses:each /, and }.",
    "hence-then": "{first}; then {clauses:each /, and }.",
    "one-cell": "{at:cell}",
    "fault": "{text}",
    "fault-as": "{text}, and {rule}",
    "printed": "{holds:^said}, as printed on the board.",
    "nothing-short": "{holds:^said}, but nothing short shows it yet.",
    "follows": "{holds:^said}, but nothing short shows it yet: it follows from {sources:each}.",
    "follows-as": "{holds:^said}, but nothing short shows it yet: it follows from {sources:each}, "
    "as {rules:each}.",
    "shaded-clues": "{n} clues (shaded)",
    "shaded-marks": "the shaded marks",
    "the-rules": "the rules",
    "denied": "{mark:^denied}",
    "denied-here": "{mark:^denied} with the other marks as they are",
    "wrong": "{denied}.",
    "wrong-broken": "{denied}: {fault}.",
    "wrong-only": "{denied}, but nothing short shows it yet: take that mark back.",
    "left-out": "The mark that {marks:said} is wrong, so it is left out here.",
    "left-out-several": "The marks that {marks:said} are wrong, so they are left out here.",
    "left-out-many": "The marks that {marks:said}, and {more} more, are wrong, so they are left "
    "out here.",
}
"""The templates of arguments on any board: suppositions, wrong marks, long proofs."""


def _say_statements(board: HasGrid, statements: object) -> str:
    from masume.core.model.wording import sentences  # which imports this module

    is_one = isinstance(statements, Statement)
    several = [statements] if is_one else statements
    return join_words(sentences(cast("Sequence[Statement]", several), board.grid.name))


def _deny(board: HasGrid, statement: Statement) -> str:
    from masume.core.model.wording import denial  # which imports this module

    return denial(statement, board.grid.name)


class Words:
    """The templates of a puzzle, its own forms of slots, and short forms of templates."""

    def __init__(
        self,
        templates: Mapping[str, str],
        forms: Mapping[str, Form] = MappingProxyType({}),
        briefs: Mapping[str, BriefForm] = MappingProxyType({}),
        arms: Callable[..., Iterable[CountedLine]] = lambda _board, _phrase: (),
    ) -> None:
        self.templates = {**ARGUMENTS, **templates}
        self.forms = forms
        self.briefs = briefs
        self.arms = arms  # (board, phrase): the lines of sight that a sentence counts
        self._parsed: dict[str, list[tuple[str, str | None, str, Form]]] = {}
        self._writers: dict[str, Form] = {
            **forms,
            "": lambda board, value: (
                self.text(board, value) if isinstance(value, Phrase) else str(value)
            ),
            "cell": lambda board, cell: board.grid.name(cell),
            "cells": lambda board, cells: join_words(name_cells(board.grid, cells)),
            "said": _say_statements,
            "denied": _deny,
            "numbered": lambda board, phrases: ", ".join(
                number_steps([self.text(board, phrase) for phrase in phrases])
            ),
            "series": lambda board, phrases: _join_series(
                [self.text(board, phrase) for phrase in phrases]
            ),
            "argument": lambda board, phrases: _join_argument(
                [self.text(board, phrase) for phrase in phrases]
            ),
        }

    def text(self, board: HasGrid, phrase: Phrase) -> str:
        """Return a phrase in words; raise LookupError if its template or a slot is missing."""
        slots, parts = phrase.slots, []
        for before, slot, _, write in self.parse(phrase.template):
            parts.append(before)
            if slot is not None:
                parts.append(write(board, slots[slot]))
        return "".join(parts)

    def named_last(self, phrase: Phrase) -> set[int]:
        """Return the cells that the last slot with cells names, to which "it" or "them" refers."""
        for _, slot, form, _ in reversed(self.parse(phrase.template)):
            value = None if slot is None else phrase.slots[slot]
            if isinstance(value, tuple | list) and value and isinstance(value[-1], Phrase):
                value = value[-1]
            if isinstance(value, Phrase):
                return self.named_last(value)
            if isinstance(value, CellIs):
                return {value.cell}
            if isinstance(value, Between | Joins | LinkIs):
                return {value.a, value.b}
            if value is not None and form and "|" not in form:
                return {value} if isinstance(value, int) else set(cast("Iterable[Cell]", value))
        return set()

    def argument(self, phrase: Phrase) -> tuple[Phrase, ...]:
        """Return an assumption, the steps from it and its contradiction, if a phrase has them."""
        for _, slot, form, _ in self.parse(phrase.template):
            if form == "argument" and slot is not None:
                return cast("tuple[Phrase, ...]", phrase.slots[slot])
        return ()

    def parse(self, template: str) -> list[tuple[str, str | None, str, Form]]:
        """Return the parts of a template: (text before a slot, slot or None, form, its writer)."""
        parsed = self._parsed.get(template)
        if parsed is None:
            pieces = Formatter().parse(self.templates[template])
            parsed = [
                (before, slot, form or "", self._writer(form or ""))
                for before, slot, form, _ in pieces
            ]
            self._parsed[template] = parsed
        return parsed

    def _writer(self, form: str) -> Form:
        """Return the function that writes values in a form."""
        if form in self._writers:
            return self._writers[form]
        if form.startswith("^"):
            inner = self._writer(form[1:])
            return lambda board, value: sentence(inner(board, value))
        if "|" in form:
            one, _, many = form.partition("|")
            return lambda board, value: one if _number_of(value) == 1 else many
        if not form.startswith("each"):
            raise LookupError(f"{form!r} is not a form of a slot; define it in the words")
        item, slash, joint = form[4:].lstrip(" ").partition("/")
        write = self._writer(item)
        if slash and joint not in (" or", " nor"):
            return lambda board, values: joint.join([write(board, one) for one in values])
        last = joint.strip() or "and"
        return lambda board, values: join_words([write(board, one) for one in values], last)


def _number_of(value: object) -> object:
    return len(value) if isinstance(value, Sized) else value


NO_WORDS = Words({})


class BoardWords(NamedTuple):
    """The words for one board."""

    words: Words
    board: HasGrid

    def text(self, phrase: Phrase) -> str:
        """Return a phrase in words."""
        return self.words.text(self.board, phrase)

    def __reduce__(self) -> tuple[Callable[..., BoardWords], tuple[HasGrid]]:
        """Pickle the board only: its kind has the words, which contain functions."""
        return words_for, (self.board,)


def words_for(puzzle: Puzzle) -> BoardWords:
    """Return the words of a puzzle's kind for a board."""
    from masume.core.plugins.registry import kind_of  # which imports this module

    logic = kind_of(puzzle).logic
    return BoardWords(NO_WORDS if logic is None else logic().words, puzzle)


def _join_series(clauses: Sequence[str]) -> str:
    """Join clauses that go on a sentence."""
    return "".join(f"{clause}, " for clause in clauses[:-1]) + f"and {clauses[-1]}"


def _join_argument(sentences: Sequence[str]) -> str:
    """Join sentences, with numbers for those between an assumption and its contradiction."""
    first, *steps, last = sentences
    return join_sentences([first, *number_steps(steps), last])


_MANY = 3  # a longer paragraph gets one line per sentence


def number_steps(steps: Sequence[str]) -> list[str]:
    """Prefix the steps of an argument with (1), (2), …, if there is more than one."""
    if len(steps) < 2:
        return list(steps)
    return [f"({number}) {step}" for number, step in enumerate(steps, start=1)]


def join_sentences(sentences: Sequence[str]) -> str:
    """Join sentences by blanks, or by line breaks if there are more than three."""
    return ("\n" if len(sentences) > _MANY else " ").join(sentences)


def sentence(text: str) -> str:
    """Capitalise a sentence, unless it begins with the name of a cell.

    >>> sentence("the 3 at r1c1"), sentence("r1c1 is black")
    ('The 3 at r1c1', 'r1c1 is black')
    """
    is_cell = text[:1] == "r" and text[1:2].isdigit()
    return text if is_cell else text[:1].upper() + text[1:]


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words with commas and "and", or another last word.

    >>> join_words(["a"]), join_words(["a", "b"]), join_words(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    return ", ".join(words[:-1]) + f" {last} " * (len(words) > 1) + "".join(words[-1:])


_MOST_NAMED = 4  # cells of a list without ranges
_SHORTEST_RANGE = 3


def name_cells(grid: Grid, cells: Iterable[Cell]) -> list[str]:
    """Return the names of cells; in a long list, neighbours in a line become a range.

    >>> name_cells(Grid(3, 6), range(3)), name_cells(Grid(3, 6), [7, 5, 4, 3, 2])
    (['r1c1', 'r1c2', 'r1c3'], ['r2c2', 'r1c3 to r1c6'])
    """
    listed = list(cells)
    if len(listed) <= _MOST_NAMED:
        return [grid.name(cell) for cell in listed]
    names: list[str] = []
    for run in _runs(grid, listed):
        if len(run) < _SHORTEST_RANGE:
            names += map(grid.name, run)
        else:
            names.append(f"{grid.name(min(run))} to {grid.name(max(run))}")
    return names


def _runs(grid: Grid, cells: Sequence[Cell]) -> list[list[Cell]]:
    """Split cells where the next one does not continue a line of neighbours."""
    runs: list[list[Cell]] = []
    for cell in cells:
        if runs:
            run, step = runs[-1], cell - runs[-1][-1]
            goes_on = len(run) == 1 or run[-1] - run[-2] == step
            if goes_on and grid.distance(run[-1], cell) == 1:
                run.append(cell)
                continue
        runs.append([cell])
    return runs


def subject_clause(words: Sequence[str], what: str) -> str:
    """Return the clause "`words` is/are `what`", with the verb in the right number.

    >>> subject_clause(["r1c1"], "black"), subject_clause(["r1c1", "r1c3"], "black")
    ('r1c1 is black', 'r1c1 and r1c3 are black')
    """
    return f"{join_words(words)} {'is' if len(words) == 1 else 'are'} {what}"


def phrases(value: object) -> Iterable[Phrase]:
    """Yield a phrase and all phrases in its slots, outer ones first."""
    if isinstance(value, Phrase):
        yield value
        for slot in value.slots.values():
            yield from phrases(slot)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from phrases(item)

"""Reversible pieces of text: what reads a value also writes it.

Sites write a board as one string, cell after cell. A `Token` stands for one way in which a few
cells can be written there; `read` takes values from a text, `write` does the inverse, and each
gives None where it does not apply. `either` joins tokens into one, and `read_cells` and
`write_cells` repeat a token over a whole board. A puzzle declares, once per site, the token for its
cells and its names there (`Code`); a site's file in `masume.formats` does the rest.

>>> token = either(runs("ghi", None), chars("0123456789", 0), sign(".", "?"))
>>> read_cells(token, "1h.", 4)
[1, None, None, '?']
>>> write_cells(token, [1, None, None, "?"])
'1h.'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from masume.core.puzzle.puzzle import P, P_contra, Q
from masume.errors import NotApplicable, ParseError, shorten

Values: TypeAlias = Sequence[object]
Taken: TypeAlias = "tuple[list[object], int] | None"  # some values, and where the text goes on
Given: TypeAlias = "tuple[str, int] | None"  # some text, and which value comes next
Rows: TypeAlias = list[list[str]]


@dataclass(frozen=True)
class Token:
    """One way to write a few cells. Both functions get the whole and the place where they are."""

    read: Callable[[str, int], Taken]
    write: Callable[[Values, int], Given]


def chars(alphabet: str, first: int) -> Token:
    """One character for one number: those of the alphabet count up from `first`."""

    def read(text: str, at: int) -> Taken:
        place = alphabet.find(text[at])
        return ([first + place], at + 1) if place >= 0 else None

    def write(values: Values, at: int) -> Given:
        place = _number(values[at]) - first
        return (alphabet[place], at + 1) if 0 <= place < len(alphabet) else None

    return Token(read, write)


def prefixed(prefix: str, base: int, width: int, first: int, *, offset: int = 0) -> Token:
    """A sign and some digits for a number: `-1f`. The digits may count from an offset.

    Numbers below `first` are not written so, but they are read.
    """
    last = offset + base**width - 1

    def read(text: str, at: int) -> Taken:
        digits = text[at + 1 : at + 1 + width]
        if text[at] != prefix or len(digits) < width:
            return None
        value = _in_base(digits, base)
        # A 0 is no number on any board.
        return ([value + offset], at + 1 + width) if value is not None and value + offset else None

    def write(values: Values, at: int) -> Given:
        value = _number(values[at])
        if not first <= value <= last:
            return None
        return prefix + _digits(value - offset, base).rjust(width, "0"), at + 1

    return Token(read, write)


def sign(character: str, value: object, *, also: str = "") -> Token:
    """A character for one certain value; the characters of `also` are read as it too."""

    def read(text: str, at: int) -> Taken:
        return ([value], at + 1) if text[at] == character or text[at] in also else None

    def write(values: Values, at: int) -> Given:
        return (character, at + 1) if values[at] == value and values[at] is not None else None

    return Token(read, write)


def runs(alphabet: str, value: object) -> Token:
    """A character for so many cells of one value as its place in the alphabet says."""

    def read(text: str, at: int) -> Taken:
        place = alphabet.find(text[at])
        return ([value] * (place + 1), at + 1) if place >= 0 else None

    def write(values: Values, at: int) -> Given:
        end = at
        while end < len(values) and values[end] is value and end - at < len(alphabet):
            end += 1
        return (alphabet[end - at - 1], end) if end > at else None

    return Token(read, write)


def decimal(joint: str) -> Token:
    """A number of up to nine decimal digits; the joint stands between two of them."""

    def read(text: str, at: int) -> Taken:
        begin = at + 1 if text[at] == joint and at and text[at - 1].isdigit() else at
        end = begin
        while end < len(text) and text[end] in "0123456789":
            end += 1
        if not 0 < end - begin <= 9 or text[begin] == "0":
            return None
        return [int(text[begin:end])], end

    def write(values: Values, at: int) -> Given:
        value = _number(values[at])
        if not 0 < value < 10**9:
            return None
        before = at > 0 and _number(values[at - 1]) >= 0
        return f"{joint if before else ''}{value}", at + 1

    return Token(read, write)


def either(*tokens: Token) -> Token:
    """The first of several ways that applies."""
    readers = [token.read for token in tokens]
    writers = [token.write for token in tokens]

    def read(text: str, at: int) -> Taken:
        for reader in readers:
            if (taken := reader(text, at)) is not None:
                return taken
        return None

    def write(values: Values, at: int) -> Given:
        for writer in writers:
            if (given := writer(values, at)) is not None:
                return given
        return None

    return Token(read, write)


def read_cells(token: Token, text: str, count: int, *, missing: bool = False) -> list[object]:
    """The values of so many cells; with `missing` what is not told at the end is None."""
    values: list[object] = []
    at = 0
    while at < len(text):
        taken = token.read(text, at)
        if taken is None:
            what = shorten(text[at : at + 9])
            raise ParseError(f"{what!r} stands for no cell (character {at + 1} of the cells)")
        values += taken[0]
        at = taken[1]
        if len(values) > count:
            raise ParseError(f"more than {count} cells; there are others from character {at} on")
    if len(values) < count and not missing:
        raise ParseError(f"{len(values)} cells instead of {count}")
    return values + [None] * (count - len(values))


def write_cells(token: Token, values: Values) -> str:
    """The inverse of `read_cells`."""
    texts: list[str] = []
    at = 0
    while at < len(values):
        given = token.write(values, at)
        if given is None:
            number = getattr(values[at], "value", values[at])
            what = "a cell without a number" if number is None else f"a {number}"
            raise NotApplicable(f"{what} cannot be written there")
        texts.append(given[0])
        at = given[1]
    return "".join(texts)


def _number(value: object) -> int:
    """A number, or −1 for what is none."""
    return value if isinstance(value, int) else -1


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _in_base(digits: str, base: int) -> int | None:
    small = digits.lower()
    return int(small, base) if set(small).issubset(_DIGITS[:base]) else None


def _digits(value: int, base: int) -> str:
    digits = _DIGITS[value % base]
    while value := value // base:
        digits = _DIGITS[value % base] + digits
    return digits


# What a puzzle declares


@dataclass(frozen=True)
class Marks(Generic[P_contra, Q]):
    """How a site writes what is on a board: rows of words, read and written."""

    read: Callable[[P_contra, Rows], Q]
    write: Callable[[P_contra, Q], Rows]


def _no_options(text: str) -> dict[str, object]:
    if text:
        raise ParseError(f"{shorten(text)!r} is no option of this puzzle")
    return {}


@dataclass(frozen=True)
class Code(Generic[P_contra, Q]):
    """How a site writes a puzzle: its names there, its cells, what it cannot say."""

    names: tuple[str, ...]  # the first is written, all are read
    token: Token | None = None  # the cells, where they stand in one string
    tolerant: tuple[Token, ...] = ()  # other ways to read them, if the first fails
    read_options: Callable[[str], dict[str, object]] = _no_options
    write_options: Callable[[P_contra], str] = lambda puzzle: ""
    marks: Marks[P_contra, Q] | None = None  # what is on the board
    moves: Callable[[P_contra, Sequence[str]], Q] | None = None  # the same as a list of moves
    refuses: Callable[[P_contra], str] = lambda puzzle: ""  # why a puzzle cannot be written there
    dense: bool = False  # most cells have a number, so a nearly empty grid is another puzzle's


# What only one site's way of writing needs; where nothing of it is needed, a plain `Code` will do.


@dataclass(frozen=True)
class AddressCode(Code[P_contra, Q]):
    """For puzz.link, where the cells stand in an address."""

    whole: bool = False  # all cells are told; otherwise those at the end may be missing
    bare: bool = False  # no site shows it, so it is written without one


@dataclass(frozen=True)
class IdCode(Code[P_contra, Q]):
    """For ids of Simon Tatham's collection."""

    tells_options: bool = False  # its ids always tell more than the size


@dataclass(frozen=True)
class DrawingCode(Code[P_contra, Q]):
    """For Penpa, where answers are drawn over numbers."""

    lines: bool = False  # an answer is lines from cell to cell; otherwise it is shaded cells
    circled: bool = False  # numbers stand in circles


@dataclass(frozen=True)
class TableCode(Code[P_contra, Q]):
    """For PencilBox, whose files are tables of words."""

    unknown: str = "?"  # each of these is a clue without a number
    one_table: bool = False  # marks stand between the clues; otherwise in a table of their own


@dataclass(frozen=True)
class FileLines(Generic[P]):
    """How a file tells a board: in some lines of words, before the marks."""

    read: Callable[[int, int, Rows], tuple[P, int]]  # (rows, cols, lines): puzzle, lines taken
    write: Callable[[P], Rows]


@dataclass(frozen=True)
class FileCode(Code[P, Q]):
    """For pzprv3, the files of puzz.link."""

    body: FileLines[P] | None = None  # None: a grid of clues, which the marks follow


@dataclass(frozen=True)
class PaperNotation(Generic[P, Q]):
    """How a paper writes a board together with what is on it, line by line."""

    read: Callable[[list[str]], tuple[P, Q | None]]
    write: Callable[[P, Q | None], list[str]]  # raises NotApplicable for what it cannot express


@dataclass(frozen=True)
class PaperCode(Code[P, Q]):
    """For the notation of the paper that a puzzle comes from."""

    notation: PaperNotation[P, Q] | None = None
    pairs: bool = False  # cells such as (8,W), which need no first line

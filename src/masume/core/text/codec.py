"""Reversible codecs for the formats of puzzle sites, built from small combinators.

Sites write a board as one string, cell after cell. A `Token` is one way to write one or more cells:
`read` parses values from a text, `write` is its inverse, and each returns None where it does not
apply. `either` combines tokens, and `read_cells` and `write_cells` repeat a token over a whole
board. A puzzle declares for each site its names there and the token of its cells (`Code`); the
site's module in `masume.formats` does the rest.

>>> token = either(runs("ghi", None), chars("0123456789", 0), sign(".", "?"))
>>> read_cells(token, "1h.", 4)
[1, None, None, '?']
>>> write_cells(token, [1, None, None, "?"])
'1h.'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeAlias

from masume.core.puzzle.puzzle import P, P_contra, Q
from masume.core.text.drawing_tools import NUMBERS, SHADES, DrawingTool
from masume.errors import NotApplicable, ParseError, shorten

Values: TypeAlias = Sequence[object]
Taken: TypeAlias = "tuple[list[object], int] | None"  # values, and the next index in the text
Given: TypeAlias = "tuple[str, int] | None"  # a text, and the index of the next value
Rows: TypeAlias = list[list[str]]


class Token(NamedTuple):
    """One way to write one or more cells, as a pair of inverse functions.

    Both take the whole sequence and the current index, and return None where they do not apply.
    """

    read: Callable[[str, int], Taken]
    write: Callable[[Values, int], Given]
    overflows: bool = False  # whether the last character may stand for empty cells beyond the board


def chars(alphabet: str, first: int) -> Token:
    """Return a token that writes a number as one character, `first` being the first one."""

    def read(text: str, at: int) -> Taken:
        place = alphabet.find(text[at])
        return ([first + place], at + 1) if place >= 0 else None

    def write(values: Values, at: int) -> Given:
        place = _number(values[at]) - first
        return (alphabet[place], at + 1) if 0 <= place < len(alphabet) else None

    return Token(read, write)


def prefixed(prefix: str, base: int, width: int, first: int, *, offset: int = 0) -> Token:
    """Return a token that writes a number as a prefix and digits, such as `-1f`.

    The digits encode the number minus `offset`. Numbers below `first` are read but not written.
    """
    last = offset + base**width - 1

    def read(text: str, at: int) -> Taken:
        digits = text[at + 1 : at + 1 + width]
        if text[at] != prefix or len(digits) < width:
            return None
        value = _in_base(digits, base)
        # No puzzle has the clue 0.
        return ([value + offset], at + 1 + width) if value is not None and value + offset else None

    def write(values: Values, at: int) -> Given:
        value = _number(values[at])
        if not first <= value <= last:
            return None
        return prefix + _digits(value - offset, base).rjust(width, "0"), at + 1

    return Token(read, write)


def sign(character: str, value: object, *, also: str = "") -> Token:
    """Return a token that writes a value as one character; `also` are read as the same value."""

    def read(text: str, at: int) -> Taken:
        return ([value], at + 1) if text[at] == character or text[at] in also else None

    def write(values: Values, at: int) -> Given:
        return (character, at + 1) if values[at] == value and values[at] is not None else None

    return Token(read, write)


def runs(alphabet: str, value: object) -> Token:
    """Return a token for runs of a value: the n-th character of the alphabet means n cells."""

    def read(text: str, at: int) -> Taken:
        place = alphabet.find(text[at])
        return ([value] * (place + 1), at + 1) if place >= 0 else None

    def write(values: Values, at: int) -> Given:
        end = at
        while end < len(values) and values[end] is value and end - at < len(alphabet):
            end += 1
        return (alphabet[end - at - 1], end) if end > at else None

    return Token(read, write)


def with_blanks(alphabets: Sequence[str]) -> Token:
    """Return a token for a number from 0 up with the empty cells after it.

    The n-th alphabet is for numbers with n empty cells after them, the last one for all that are
    followed by at least that many, or by the end of the board.
    """
    most = len(alphabets) - 1

    def read(text: str, at: int) -> Taken:
        for blanks, alphabet in enumerate(alphabets):
            if (place := alphabet.find(text[at])) >= 0:
                return [place, *[None] * blanks], at + 1
        return None

    def write(values: Values, at: int) -> Given:
        after = values[at + 1 : at + 1 + most]
        blanks = next((n for n, value in enumerate(after) if value is not None), most)
        number = _number(values[at])
        if not 0 <= number < len(alphabets[blanks]):
            return None
        return alphabets[blanks][number], min(len(values), at + 1 + blanks)

    return Token(read, write, overflows=True)


def decimal(joint: str) -> Token:
    """Return a token for decimal numbers of up to nine digits, with a joint between two numbers."""

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
    """Return a token that uses the first of these tokens that applies."""
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

    return Token(read, write, any(token.overflows for token in tokens))


def read_cells(token: Token, text: str, count: int, *, missing: bool = False) -> list[object]:
    """Parse the values of `count` cells; with `missing`, cells missing at the end are None.

    Raise ParseError for unknown characters and a wrong number of cells.
    """
    values: list[object] = []
    at = 0
    while at < len(text):
        taken = token.read(text, at)
        if taken is None:
            what = shorten(text[at : at + 9])
            raise ParseError(f"{what!r} is not a cell (character {at + 1} of the cells)")
        values += taken[0]
        at = taken[1]
        if token.overflows and at == len(text) and values[count:] in ([None], [None] * 2):
            values = values[:count]
        if len(values) > count:
            raise ParseError(f"more than {count} cells (at character {at} of the cells)")
    if len(values) < count and not missing:
        raise ParseError(f"{len(values)} cells, expected {count}")
    return values + [None] * (count - len(values))


def split_cells(token: Token, text: str, count: int) -> tuple[str, str]:
    """Return the text of the first `count` cells, and the rest."""
    at = found = 0
    while at < len(text) and found < count and (taken := token.read(text, at)) is not None:
        found += len(taken[0])
        at = taken[1]
    return text[:at], text[at:]


def write_cells(token: Token, values: Values) -> str:
    """Write the values of cells, the inverse of `read_cells`.

    Raise NotApplicable for a value that the format cannot express.
    """
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
    """Return the value if it is a number, else −1."""
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


# The declarations of a puzzle


@dataclass(frozen=True, eq=False)
class Marks(Generic[P_contra, Q]):
    """A codec for the marks on a board, as rows of words."""

    read: Callable[[P_contra, Rows], Q]
    write: Callable[[P_contra, Q], Rows]


class UnsupportedVariant(ParseError):
    """A board of a variant that is recognised but not supported."""


def _no_options(text: str) -> dict[str, object]:
    if text:
        raise ParseError(f"{shorten(text)!r} is not an option of this puzzle")
    return {}


@dataclass(frozen=True, eq=False)
class Code(Generic[P_contra, Q]):
    """The codec of a puzzle for one site: its names there, its cells and its restrictions."""

    names: tuple[str, ...]  # all are read, the first is written
    token: Token | None = None  # the cells, if the site writes them as one string
    tolerant: tuple[Token, ...] = ()  # alternatives for reading them, if `token` fails
    read_options: Callable[[str], dict[str, object]] = _no_options
    write_options: Callable[[P_contra], str] = lambda puzzle: ""
    marks: Marks[P_contra, Q] | None = None  # the marks on the board
    moves: Callable[[P_contra, Sequence[str]], Q] | None = None  # or the marks as a list of moves
    refuses: Callable[[P_contra], str] = lambda puzzle: ""  # why a puzzle cannot be written
    dense: bool = False  # most cells have a number: used to recognise the puzzle
    words: Mapping[str, object] = field(default_factory=dict)  # the site's own words for clues
    only_words: bool = False  # no clue is a plain number
    flags: str = ""  # letters of options in an address or file that do not change the rules


# Additional declarations for single sites; a puzzle that needs none of them uses a plain `Code`


@dataclass(frozen=True, eq=False)
class BodyCodec(Generic[P]):
    """A codec for a whole board as one text, where it is more than a list of cells."""

    read: Callable[[int, int, str], P]  # (rows, cols, text)
    write: Callable[[P], str]


@dataclass(frozen=True, eq=False)
class AddressCode(Code[P, Q]):
    """The codec for puzz.link, which writes the cells in a URL."""

    body: BodyCodec[P] | None = None  # the text after the size; None: the cells by `token`

    whole: bool = False  # all cells are written; otherwise cells at the end may be missing
    bare: bool = False  # no site has this puzzle, so it is written without a host
    check_rest: Callable[[str], None] | None = None  # of the text after the last cell


@dataclass(frozen=True, eq=False)
class IdCode(Code[P_contra, Q]):
    """The codec for game ids of Simon Tatham's collection."""

    tells_options: bool = False  # the ids always contain options besides the size
    named_only: bool = False  # the ids look like those of other games, so they need its name
    # (first, second) number of an id, usually columns and rows: the board's rows, columns, options
    read_size: Callable[[int, int], tuple[int, int, Mapping[str, object]]] = lambda cols, rows: (
        rows,
        cols,
        {},
    )
    write_size: Callable[[P_contra], tuple[int, int]] | None = None  # its inverse


@dataclass(frozen=True, eq=False)
class AreaCodec(Generic[P_contra]):
    """A codec for boards that are written as a grid of clues and a grid of areas."""

    # (the clue and the word of the area of each cell): the cells of the kind
    join: Callable[[Sequence[object], Sequence[str]], Sequence[object]]
    split: Callable[[P_contra], tuple[Sequence[object], Sequence[str]]]  # its inverse


@dataclass(frozen=True, eq=False)
class PageCode(Code[P_contra, Q]):
    """The codec for janko.at, whose pages may have lines about a board besides its grid."""

    areas: AreaCodec[P_contra] | None = None  # for boards divided into areas
    # Options from the lines by their keywords; the lines of a grid are joined into one text
    read_notes: Callable[[Mapping[str, str]], Mapping[str, object]] = lambda notes: {}
    write_notes: Callable[[P_contra], Sequence[str]] = lambda puzzle: ()


@dataclass(frozen=True, eq=False)
class TableCode(Code[P_contra, Q]):
    """The codec for PencilBox, whose files are tables of words."""

    unknown: str = "?"  # the words for a clue without a number, one character each
    one_table: bool = False  # marks are written among the clues, otherwise in a second table


@dataclass(frozen=True, eq=False)
class FileLines(Generic[P]):
    """A codec for a board as lines of words, before the marks."""

    read: Callable[[int, int, Rows], tuple[P, int]]  # (rows, cols, lines): puzzle, lines consumed
    write: Callable[[P], Rows]


@dataclass(frozen=True, eq=False)
class FileCode(Code[P, Q]):
    """The codec for pzprv3, the file format of puzz.link."""

    body: FileLines[P] | None = None  # None: a grid of clues, followed by the marks
    later: FileLines[P] | None = None  # the body in files of version 3.1, which are only read
    one_table: bool = False  # marks are written among the clues
    one_size: bool = False  # a single number for rows and columns
    coloured: bool = False  # files of version 3.1 have a grid of colours after the clues


@dataclass(frozen=True, eq=False)
class DrawingCode(Code[P, Q]):
    """The codec for Penpa: the tables of a pzprv3 file, each drawn with a tool."""

    body: FileLines[P] | None = None  # None: a grid of clues
    question: tuple[DrawingTool, ...] = (NUMBERS,)  # draw the tables of the body
    answer: tuple[DrawingTool, ...] = (SHADES,)  # draw the tables of the marks


@dataclass(frozen=True, eq=False)
class PaperNotation(Generic[P, Q]):
    """A paper's notation of a board and its marks, as lines."""

    read: Callable[[list[str]], tuple[P, Q | None]]
    write: Callable[[P, Q | None], list[str]]  # raises NotApplicable if it cannot express them


@dataclass(frozen=True, eq=False)
class PaperCode(Code[P, Q]):
    """The codec for the notation of the paper that a puzzle comes from."""

    notation: PaperNotation[P, Q] | None = None
    pairs: bool = False  # cells are pairs such as (8,W), so a text is recognised without a header

"""Everything that can be wrong with what a caller asks for.

    MasumeError
    ├── ParseError       (ValueError)   a text is not a board, an answer or a move
    ├── UnknownName      (LookupError)  nothing of that kind goes by that name
    ├── BadOption        (ValueError)   an option that does not exist, or a value it cannot take
    ├── NotApplicable    (ValueError)   a pairing that cannot work, refused before anything runs
    │   └── MissingExtra                a library that is not installed
    ├── BrokenPackage    (ImportError)  another package's puzzle, algorithm … that cannot be used
    └── OwnCodeError     (RuntimeError) somebody's own algorithm, space or heuristic has failed

Not finding a solution is none of these: it is a result (see `masume.core.search.events.Status`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class MasumeError(Exception):
    """The root of all errors that masume raises on purpose; its text is one line for people."""

    index = 0  # of the board it is about, among those of one request

    def __init__(self, text: str = "") -> None:
        super().__init__(printable(text))  # it may quote what a stranger wrote

    def __reduce__(self) -> tuple[object, ...]:
        """So that it comes back from another process, whatever its class is made from."""
        return _again, (type(self), str(self), self.__dict__)


def _again(kind: type[MasumeError], text: str, fields: dict[str, object]) -> MasumeError:
    error = kind.__new__(kind, text)
    error.__dict__.update(fields)
    return error


class ParseError(MasumeError, ValueError):
    """A text could not be read; says where and what was expected."""

    def __init__(
        self, fault: str, *, line: int | None = None, source: str = "", may_be: Iterable[str] = ()
    ) -> None:
        self.fault = fault
        self.may_be = tuple(may_be)  # puzzles, if all that is missing is which one of them it is
        self.line = line
        self.source = source  # the file, where there is one
        self.board_line = line  # where the board begins that the line belongs to
        where = f"{source}: " * bool(source) + f"line {line}: " * (line is not None)
        super().__init__(f"{where}{fault}")

    def found_in(self, board_line: int | None, source: str = "") -> ParseError:
        """The same fault with more of its place told."""
        line = board_line if self.line is None else self.line
        source = source or self.source
        error = ParseError(self.fault, line=line, source=source, may_be=self.may_be)
        error.board_line = board_line
        return error


def which_puzzle(names: Iterable[str], remedy: str = "") -> ParseError:
    """What to raise over a text that may be of several puzzles."""
    known = tuple(names)
    question = f"this does not tell which puzzle it is, {' or '.join(known)}"
    return ParseError(f"{question}; {remedy}" if remedy else question, may_be=known)


class UnknownName(MasumeError, LookupError):
    """A name that nothing goes by; suggests the nearest ones."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        import difflib

        known = sorted(known)
        # A name is no longer than this, and to compare a whole text would take long.
        near = difflib.get_close_matches(name[:200], known, n=2, cutoff=0.6)
        if near:
            remedy = f"did you mean {' or '.join(near)}?"
        elif len(known) <= 15:
            remedy = f"there are {', '.join(known)}" if known else "there is none"
        else:
            remedy = f"there are {len(known)}, such as {', '.join(known[:3])}"
        super().__init__(f"no {what} is called {shorten(name)!r}; {remedy}")


class BadOption(MasumeError, ValueError):
    """An option nobody knows, or a value that does not fit it."""


class NotApplicable(MasumeError, ValueError):
    """An algorithm, a heuristic and a space that cannot work together, and why."""


class MissingExtra(NotApplicable):
    """Something needs libraries that are not installed; its text says what brings them."""

    def __init__(self, extras: Sequence[str], purpose: str, modules: Sequence[str]) -> None:
        self.extras = tuple(extras)
        remedy = f"pip install 'masume[{','.join(extras)}]'"
        it = "it" if len(modules) == 1 else "them"
        super().__init__(f"{purpose}: {' and '.join(modules)} missing; {remedy} brings {it}")


class BrokenPackage(MasumeError, ImportError):
    """Something that another installed package offers and that cannot be used, and why."""


class UserCodeError(MasumeError, RuntimeError):
    """An algorithm, a space or a heuristic that is not ours has failed; says in which line."""


def counted(count: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "cell"), counted(2500, "cell")
    ('1 cell', '2,500 cells')
    """
    return f"{count:,} {noun}{'s' * (count != 1)}"


def shorten(text: str, width: int = 40) -> str:
    """A piece of foreign text, short and printable enough to stand inside a one-line message.

    >>> shorten("a" * 100, 10)
    'aaaaaaaaa…'
    """
    safe = "".join(c if c.isprintable() else "�" for c in text[: width + 1])
    return safe if len(safe) <= width else safe[: width - 1] + "…"


def printable(text: str) -> str:
    """A foreign text in one line, without characters that a terminal or a page takes as orders.

    >>> printable("a\\x00b\\tc\\x1b[31m")
    'a�b c�[31m'
    """
    if text.isprintable():
        return text
    spaced = text.translate(dict.fromkeys(map(ord, "\t\r\n"), " "))
    return "".join(c if c.isprintable() else "�" for c in spaced)

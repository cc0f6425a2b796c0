"""Exceptions for invalid requests, one root.

MasumeError
    ├── ParseError       (ValueError)   a text is not a valid board, answer or move
    ├── UnknownName      (LookupError)  no kind, algorithm, heuristic … has this name
    ├── BadOption        (ValueError)   an unknown option, or a value it does not accept
    ├── NotApplicable    (ValueError)   an incompatible combination, rejected before anything runs
    │   └── MissingExtra                a required library is not installed
    ├── BrokenPackage    (ImportError)  an installed plug-in package cannot be used
    └── UserCodeError    (RuntimeError) a user's own algorithm, space or heuristic failed

Finding no solution is a result, not an error (see `masume.core.search.events.Status`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class MasumeError(Exception):
    """The base class of all errors that masume raises on purpose; the message is one line."""

    index = 0  # the index of the board concerned among those of one request

    def __init__(self, text: str = "") -> None:
        super().__init__(sanitise(text))  # the message may quote untrusted input

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling of subclasses whose constructors take other arguments."""
        return _rebuild, (type(self), str(self), self.__dict__)


def _rebuild(kind: type[MasumeError], text: str, fields: dict[str, object]) -> MasumeError:
    error = kind.__new__(kind, text)
    error.__dict__.update(fields)
    return error


class ParseError(MasumeError, ValueError):
    """A text that cannot be parsed; the message says where and what was expected."""

    def __init__(
        self,
        fault: str,
        *,
        line: int | None = None,
        source: str = "",
        candidates: Iterable[str] = (),
    ) -> None:
        self.fault = fault
        self.candidates = tuple(candidates)  # the kinds it could be, if only the kind is ambiguous
        self.line = line
        self.source = source  # the file name, or empty
        self.board_line = line  # the first line of the board that contains `line`
        where = f"{source}: " * bool(source) + f"line {line}: " * (line is not None)
        super().__init__(f"{where}{fault}")

    def with_location(self, board_line: int | None, source: str = "") -> ParseError:
        """Return a copy of the error with its board's first line and its file filled in."""
        line = board_line if self.line is None else self.line
        source = source or self.source
        error = ParseError(self.fault, line=line, source=source, candidates=self.candidates)
        error.board_line = board_line
        return error


def ambiguous_kind(names: Iterable[str], remedy: str = "") -> ParseError:
    """Return the error for a text that several kinds of puzzle accept."""
    known = tuple(names)
    fault = f"the kind of puzzle is ambiguous: {' or '.join(known)}"
    return ParseError(f"{fault}; {remedy}" if remedy else fault, candidates=known)


class UnknownName(MasumeError, LookupError):
    """A name that does not exist; the message suggests the most similar ones."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        import difflib

        known = sorted(known)
        # Names are shorter than this; comparing a long text would be slow.
        near = difflib.get_close_matches(name[:200], known, n=2, cutoff=0.6)
        if near:
            remedy = f"did you mean {' or '.join(near)}?"
        elif len(known) <= 15:
            remedy = f"there are {', '.join(known)}" if known else "there is none"
        else:
            remedy = f"there are {len(known)}, such as {', '.join(known[:3])}"
        super().__init__(f"no {what} is called {shorten(name)!r}; {remedy}")


class BadOption(MasumeError, ValueError):
    """An unknown option, or a value that the option does not accept."""


class NotApplicable(MasumeError, ValueError):
    """A combination that cannot work, such as an algorithm and a space; the message says why."""


class MissingExtra(NotApplicable):
    """A missing optional dependency; the message says how to install it."""

    def __init__(self, extras: Sequence[str], purpose: str, modules: Sequence[str]) -> None:
        self.extras = tuple(extras)
        remedy = f"run pip install 'masume[{','.join(extras)}]'"
        super().__init__(f"{purpose}: {' and '.join(modules)} not installed; {remedy}")


class BrokenPackage(MasumeError, ImportError):
    """A plug-in of another installed package that cannot be used; the message says why."""


class UserCodeError(MasumeError, RuntimeError):
    """A failure in a user's own algorithm, space or heuristic; the message names the line."""


def pluralise(count: int, noun: str) -> str:
    """Return a number followed by its noun in singular or plural.

    >>> pluralise(1, "cell"), pluralise(2500, "cell"), pluralise(2, "search")
    ('1 cell', '2,500 cells', '2 searches')
    """
    plural = f"{noun}es" if noun.endswith(("ch", "sh", "s", "x")) else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def shorten(text: str, width: int = 40) -> str:
    """Shorten untrusted text and replace unprintable characters, for a one-line message.

    >>> shorten("a" * 100, 10)
    'aaaaaaaaa…'
    """
    safe = "".join(c if c.isprintable() else "�" for c in text[: width + 1])
    return safe if len(safe) <= width else safe[: width - 1] + "…"


def sanitise(text: str) -> str:
    """Return untrusted text as one line without control characters.

    >>> sanitise("a\\x00b\\tc\\x1b[31m")
    'a�b c�[31m'
    """
    if text.isprintable():
        return text
    spaced = text.translate(dict.fromkeys(map(ord, "\t\r\n"), " "))
    return "".join(c if c.isprintable() else "�" for c in spaced)

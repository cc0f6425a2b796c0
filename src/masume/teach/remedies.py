"""Describe errors of submissions for beginners: file, line, fault and remedy."""

from __future__ import annotations

from masume.core.plugins.user_code import describe_fault
from masume.errors import MasumeError

_ANY = "correct this line"
_REMEDIES: dict[type[BaseException], str] = {  # the first one that fits applies
    IndentationError: "indent this line like those around it, with spaces only",
    SyntaxError: "correct this line or the one before it",
    NameError: "correct the name, or define it before this line",
    AttributeError: "correct the name after the dot; keep the line with @ above your function",
    ImportError: "use only masume and Python's standard library",
    ZeroDivisionError: "test the divisor before you divide",
    KeyError: "test whether the key is there, or use get()",
    IndexError: "test the index: it must be less than the length",
    TypeError: "check the types and the number of the values in this line",
    OSError: "submissions cannot use files, processes or the network; remove this line",
}


def describe_error(fault: MasumeError) -> str:
    """Return what is wrong with a submission; an error of its code has its line and a remedy."""
    cause = fault.__cause__
    if not isinstance(cause, Exception):
        return str(fault)  # it has a remedy
    fitting = (text for kind, text in _REMEDIES.items() if isinstance(cause, kind))
    return f"{describe_fault(cause)}; {next(fitting, _ANY)}"

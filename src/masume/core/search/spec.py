"""Names with options, as typed by users: `astar:weight=2`, `shade:canonical,prune`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from math import isfinite, prod
from typing import NamedTuple, TypeAlias

from masume.errors import BadOption, UnknownName

OptionValue: TypeAlias = bool | int | float | str | None
"""The value of an option of an algorithm, a space or a maker."""


MEMBERS = "members"
_MOST_SWEPT = 10_000
_SWITCHES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


class Spec(NamedTuple):
    """A name and the options typed after it, not yet validated."""

    name: str
    options: tuple[tuple[str, str], ...] = ()


class Tuning(NamedTuple):
    """The help text and the bounds of an option."""

    help: str = ""  # one or two sentences for users
    least: float | None = None
    choices: tuple[str, ...] = ()  # the accepted words
    budget: bool = False  # None means: as many as the limit on nodes allows
    examples: tuple[str, ...] = ()  # some values that menus offer, besides the default


@lru_cache(maxsize=256)
def parse_spec(text: str) -> Spec:
    """Parse `name:option=value,switch`; a switch has the value `yes`.

    Names joined by plus signs are the value of the option `members`.

    >>> parse_spec("astar:weight=2")
    Spec(name='astar', options=(('weight', '2'),))
    >>> parse_spec("portfolio:depth_first+greedy").options
    (('members', 'depth_first+greedy'),)
    >>> parse_spec("./mine.py:tabu:length=7").name
    './mine.py:tabu'
    """
    file, has_file, rest = text.rpartition(".py:")  # in user code the name contains a colon
    name, _, rest = rest.partition(":")
    name = f"{file}{has_file}{name}"
    options = []
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        if "+" in part and "=" not in part:
            options.append((MEMBERS, part))
            continue
        key, has_value, value = part.partition("=")
        options.append((key.strip().replace("-", "_"), value.strip() if has_value else "yes"))
    return Spec(name.strip(), tuple(options))


def expand_alternatives(text: str) -> list[str]:
    """Return all combinations of a text with alternative values, the last option varying fastest.

    >>> expand_alternatives("astar:weight=1|2|5")
    ['astar:weight=1', 'astar:weight=2', 'astar:weight=5']
    >>> expand_alternatives("sa:hot=1|2,steps=10|20")[1:3]
    ['sa:hot=1,steps=20', 'sa:hot=2,steps=10']
    """
    spec = parse_spec(text)
    if not any("|" in value for _, value in spec.options):
        return [text]
    axes = [[(key, item.strip()) for item in value.split("|")] for key, value in spec.options]
    if prod(map(len, axes)) > _MOST_SWEPT:
        raise BadOption(f"{text[:40]}: more than {_MOST_SWEPT:,} combinations; use fewer values")
    return [format_spec(spec.name, point) for point in product(*axes)]


def format_spec(name: str, options: Iterable[tuple[str, str]]) -> str:
    """Write a name with options; the inverse of `parse_spec`.

    >>> format_spec("astar", [("weight", "2")]), format_spec("astar", [])
    ('astar:weight=2', 'astar')
    """
    return ":".join(filter(None, (name, ",".join(f"{key}={value}" for key, value in options))))


def write_spec(
    name: str, options: Mapping[str, OptionValue], defaults: Mapping[str, OptionValue]
) -> str:
    """Return the shortest text that `parse_spec` and `check_options` turn into these options.

    >>> write_spec("astar", {"weight": 2.0, "ties": "newest"}, {"weight": 1.0, "ties": "newest"})
    'astar:weight=2'
    """
    parts = []
    for key, value in options.items():
        if value != defaults[key]:
            shown = repr(value).removesuffix(".0") if isinstance(value, float) else str(value)
            parts.append(key if value is True else f"{key}={'no' if value is False else shown}")
    return f"{name}:{','.join(parts)}" if parts else name


def member_names(value: OptionValue) -> list[str]:
    """Return the names in the value of the option `members`."""
    return [name.strip() for name in str(value or "").split("+") if name.strip()]


def check_options(
    owner: str, given: Mapping[str, OptionValue], defaults: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return all options with their values, converting texts to the type of the default.

    Raise UnknownName for an unknown option, BadOption for an invalid value.
    """
    values = dict(defaults)
    for key, value in given.items():
        if key not in defaults:
            if not defaults:
                raise BadOption(f"{owner}: no option {key!r}; it has no options")
            raise UnknownName(f"option of {owner}", key, defaults)
        values[key] = _convert(owner, key, value, defaults[key])
    return values


def check_choices(
    owner: str, values: Mapping[str, OptionValue], about: Mapping[str, Tuning]
) -> None:
    """Raise BadOption for a value that is below its minimum or not among its choices."""
    for key, value in values.items():
        tuning = about.get(key, Tuning())
        if tuning.least is not None and isinstance(value, int | float) and value < tuning.least:
            bounds = f"the minimum is {tuning.least:g}"
        elif tuning.choices and value not in tuning.choices:
            bounds = f"use {' or '.join(tuning.choices)}"
        else:
            continue
        raise BadOption(f"{owner}: {key}={value} is invalid; {bounds}")


def _convert(owner: str, key: str, value: OptionValue, default: OptionValue) -> OptionValue:
    """Convert a text to the type of the default; raise BadOption if that is impossible."""
    if not isinstance(value, str) or isinstance(default, str):
        return value
    word = value.lower()
    try:
        if isinstance(default, bool):
            return _SWITCHES[word]
        if isinstance(default, float):
            number = float(value)
            if not isfinite(number):
                raise ValueError
            return number
        if default is None and word in ("none", "no"):
            return None
        return int(value)
    except (KeyError, ValueError):
        kinds: dict[type, str] = {bool: "yes or no", float: "a number"}
        kind = kinds.get(type(default), "a whole number")
        raise BadOption(f"{owner}: {key}={value} is invalid; use {kind}") from None

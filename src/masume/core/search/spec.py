"""Names with options, as people type them: `astar:weight=2`, `shade:canonical,prune`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import isfinite, prod
from typing import NamedTuple, TypeAlias

from masume.errors import BadOption, UnknownName

OptionValue: TypeAlias = bool | int | float | str | None
"""What an option of an algorithm, a space or a maker may be."""


_MOST_SWEPT = 10_000
_SWITCHES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


class Spec(NamedTuple):
    """A name and the options typed after it, not yet checked."""

    name: str
    options: tuple[tuple[str, str], ...] = ()


class Tuning(NamedTuple):
    """What is to be known of an option before it is changed."""

    help: str = ""  # a sentence or two for people
    least: float | None = None
    choices: tuple[str, ...] = ()  # the words that it takes
    budget: bool = False  # None stands for as many as the limit on nodes allows


def parse_spec(text: str) -> Spec:
    """Read `name:option=value,switch`.

    >>> parse_spec("astar:weight=2")
    Spec(name='astar', options=(('weight', '2'),))
    >>> parse_spec("./mine.py:tabu:length=7").name
    './mine.py:tabu'
    """
    file, has_file, rest = text.rpartition(".py:")  # somebody's own: the name goes on
    name, _, rest = rest.partition(":")
    name = f"{file}{has_file}{name}"
    options = []
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        key, has_value, value = part.partition("=")
        options.append((key.strip().replace("-", "_"), value.strip() if has_value else "yes"))
    return Spec(name.strip(), tuple(options))


def swept(text: str) -> list[str]:
    """Every name that a text with alternatives stands for.

    >>> swept("astar:weight=1|2|5")
    ['astar:weight=1', 'astar:weight=2', 'astar:weight=5']
    >>> swept("sa:hot=1|2,steps=10|20")[1:3]
    ['sa:hot=1,steps=20', 'sa:hot=2,steps=10']
    """
    spec = parse_spec(text)
    if not any("|" in value for _, value in spec.options):
        return [text]
    axes = [[(key, one.strip()) for one in value.split("|")] for key, value in spec.options]
    if prod(map(len, axes)) > _MOST_SWEPT:
        raise BadOption(
            f"{text[:40]}: this stands for more than {_MOST_SWEPT:,}; take fewer values"
        )
    return [joined(spec.name, point) for point in product(*axes)]


def joined(name: str, options: Iterable[tuple[str, str]]) -> str:
    """A name with options, as it is typed.

    >>> joined("astar", [("weight", "2")]), joined("astar", [])
    ('astar:weight=2', 'astar')
    """
    return ":".join(filter(None, (name, ",".join(f"{key}={value}" for key, value in options))))


def write_spec(
    name: str, options: Mapping[str, OptionValue], defaults: Mapping[str, OptionValue]
) -> str:
    """The shortest text that `parse_spec` and `check_options` turn back into the same options.

    >>> write_spec("astar", {"weight": 2.0, "ties": "newest"}, {"weight": 1.0, "ties": "newest"})
    'astar:weight=2'
    """
    parts = []
    for key, value in options.items():
        if value != defaults[key]:
            shown = repr(value).removesuffix(".0") if isinstance(value, float) else str(value)
            parts.append(key if value is True else f"{key}={'no' if value is False else shown}")
    return f"{name}:{','.join(parts)}" if parts else name


def check_options(
    owner: str, given: Mapping[str, OptionValue], defaults: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """All options with their values, texts turned into the type of the default."""
    values = dict(defaults)
    for key, value in given.items():
        if key not in defaults:
            if not defaults:
                raise BadOption(f"{owner} takes no options, so not {key!r} either")
            raise UnknownName(f"option of {owner}", key, defaults)
        values[key] = _convert(owner, key, value, defaults[key])
    return values


def _convert(owner: str, key: str, value: OptionValue, default: OptionValue) -> OptionValue:
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
        takes: dict[type, str] = {bool: "yes or no", float: "a number"}
        kind = takes.get(type(default), "a whole number")
        raise BadOption(f"{owner}: {key}={value} does not fit, it takes {kind}") from None

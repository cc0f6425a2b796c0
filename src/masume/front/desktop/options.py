"""Menu lines for the options of algorithms and spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from masume.core.search.algorithm import Algorithm
from masume.core.search.spec import OptionValue, Tuning
from masume.front.desktop.menu_screen import Choice, setting

if TYPE_CHECKING:
    from masume.front.desktop.app import App

Value = TypeVar("Value", bound=OptionValue)

_STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)  # times each power of ten
_POWERS = range(-3, 7)
_MOST = 1_000_000


def menu_values(default: OptionValue, least: float = 0) -> Sequence[OptionValue]:
    """Return the values to offer: round numbers up to a million, and the default.

    >>> menu_values(True), menu_values("best"), menu_values(None, 1)[:4]
    ([False, True], ['best'], [None, 1, 2, 3])
    >>> menu_values(1.0, 0.5)[:8]
    [0.5, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 2.5]
    """
    if isinstance(default, bool):
        return [False, True]
    if isinstance(default, str):
        return [default]
    numbers = {0.0} | {round(step * 10.0**power, 6) for power in _POWERS for step in _STEPS}
    offered = {number for number in numbers if least <= number <= _MOST}
    if isinstance(default, float):
        return sorted(offered | {default})
    first = int(least)
    whole = {int(number) for number in offered if number == int(number)}
    values = {*range(first, first + 11), *whole}
    return [None, *sorted(values)] if default is None else sorted(values | {default})


def values_of(algorithm: Algorithm, name: str) -> Sequence[OptionValue]:
    """Return the values to offer for an option of an algorithm."""
    about = algorithm.about.get(name, Tuning())
    default = algorithm.options[name]
    if about.examples:
        return [default, *about.examples]
    return list(about.choices) or menu_values(default, about.least or 0)


def option_setting(
    app: App, name: str, values: Sequence[Value], given: dict[str, Value], usual: Value, help: str
) -> Choice:
    """Return a menu line that changes the option `name` in `given`."""
    text = f"{help}\n\nDefault: {value_text(usual)}.".lstrip()
    title = name_text(name).capitalize()
    return setting(app, title, given, name, values, say=value_text, about=lambda value: text)


def value_text(value: OptionValue) -> str:
    """Return an option value as text.

    >>> value_text(True), value_text(None), value_text(20000), value_text(0.5)
    ('yes', 'no limit', '20,000', '0.5')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "no limit"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def name_text(name: str | None) -> str:
    """Return an identifier as words."""
    return (name or "none").replace("_", " ")

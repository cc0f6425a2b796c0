"""The menus for choosing a search to watch or several searches to measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from masume.api.searches import SearchSpec, resolve_search
from masume.core.plugins.registry import algorithms, heuristics
from masume.core.puzzle.kind import Kind
from masume.core.search.spec import Tuning
from masume.formats.plain import Board
from masume.front.desktop.menu_screen import Choice, Menu, setting
from masume.front.desktop.options import name_text, option_setting, value_text, values_of
from masume.front.desktop.performance import Performance
from masume.front.desktop.search_setup import (
    Setup,
    applicable_algorithms,
    space_about,
    switches,
    switches_about,
)
from masume.front.desktop.watch import WatchScreen

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_SEEDS = range(100)
_OWN = "default of each"  # space


def short_name(board: Board) -> str:
    """Return the name of a board without its puzzle."""
    return board.name.removeprefix(f"{board.kind.name}/") or "board"


# Watching


def watch_menu(app: App, board: Board) -> Menu:
    """Return the menu for a search to watch."""
    setup = Setup(board.kind)

    def start() -> None:
        app.push(WatchScreen(app, board, setup.spec(), seed=setup.seed))

    def choices() -> list[Choice]:
        """Return the lines of the menu."""
        setup.normalise()
        names, takes_rng = applicable_algorithms(board.kind), setup.algorithm.takes_rng
        return [
            Choice("Start", start, _setup_about(setup)),
            setting(app, "Algorithm", setup, "name", names, say=name_text, about=_summary),
            setting(app, "Space", setup, "space", setup.spaces(), about=_space_about(board.kind)),
            *_algorithm_settings(app, setup),
            *_space_settings(app, board.kind, setup.space, setup.switches),
            *([setting(app, "Seed", setup, "seed", _SEEDS, about=_seed)] if takes_rng else []),
        ]

    return Menu(app, f"Watch a search · {short_name(board)}", choices)


def _seed(value: int) -> str:
    return "Seed of random choices; equal seeds give equal searches."


def _summary(algorithm: str) -> str:
    return algorithms()[algorithm].summary


def _space_about(kind: Kind) -> Callable[[str], str]:
    """Return a function that describes a space."""
    own = "Each algorithm searches its default space."
    return lambda name: own if name == _OWN else space_about(kind, name)


def _algorithm_settings(app: App, setup: Setup) -> list[Choice]:
    """Return the lines for the heuristic and the options of an algorithm."""
    lines = []
    if setup.heuristic is not None:
        known = heuristics(setup.kind.name)
        about = lambda name: known[name].summary  # noqa: E731
        names = setup.heuristics()
        lines.append(
            setting(app, "Heuristic", setup, "heuristic", names, say=name_text, about=about)
        )
    algorithm = setup.algorithm
    for name, usual in algorithm.options.items():
        help_ = algorithm.about.get(name, Tuning()).help
        values = values_of(algorithm, name)
        lines.append(option_setting(app, name, values, setup.options, usual, help_))
    return lines


def _space_settings(app: App, kind: Kind, space: str, given: dict[str, bool]) -> list[Choice]:
    about, values = switches_about(kind, space), [False, True]
    return [
        option_setting(app, name, values, given, False, about.get(name, Tuning()).help)
        for name in given
    ]


def _setup_about(setup: Setup) -> str:
    h = f"\n\nHeuristic {name_text(setup.heuristic)}: " if setup.heuristic else ""
    about_h = heuristics(setup.kind.name)[setup.heuristic].summary if setup.heuristic else ""
    where = f"\n\nSpace {setup.space}: {space_about(setup.kind, setup.space)}"
    return f"{name_text(setup.name).capitalize()}: {setup.algorithm.summary}{where}{h}{about_h}"


# The performance test


class PerformanceSetup:
    """The searches of a performance test and their limit."""

    def __init__(self, board: Board) -> None:
        self.kind = board.kind
        self.seconds = 2.0
        self.setups = {name: Setup(self.kind, name) for name in applicable_algorithms(self.kind)}
        self.wanted = dict.fromkeys(self.setups, True)
        self.switches: dict[str, bool] = {}
        self.space = self.kind.spaces[0].name

    def spaces(self) -> list[str]:
        """Return all spaces of the puzzle, and the entry for the default of each algorithm."""
        return [*(space.name for space in self.kind.spaces), _OWN]

    @property
    def space(self) -> str:
        """The space, which all algorithms use that can search it."""
        return self._space

    @space.setter
    def space(self, name: str) -> None:
        """Use another space for all algorithms that can search it."""
        self._space = name
        known = {space.name: switches(space) for space in self.kind.spaces}
        self.switches = dict(known.get(name, {}))
        for setup in self.setups.values():
            wanted = resolve_search(self.kind, setup.name).space_type.name if name == _OWN else name
            if wanted in setup.spaces():
                setup.space = wanted
                setup.normalise()

    def fits(self, name: str) -> bool:
        """Return whether an algorithm can search the space."""
        return self.space == _OWN or self.setups[name].space == self.space

    def specs(self) -> list[SearchSpec]:
        """Return the chosen searches that can search the space."""
        specs = []
        for name, setup in self.setups.items():
            if self.wanted[name] and self.fits(name):
                setup.switches.update(self.switches)
                specs.append(setup.spec())
        return specs


def measure_menu(app: App, board: Board) -> Menu:
    """Return the menu for the searches to measure and their limit."""
    test = PerformanceSetup(board)

    def why_not() -> str:
        return "" if test.specs() else "No chosen algorithm can search this space."

    def start() -> None:
        app.push(Performance(app, board, test.specs(), test.seconds))

    def choices() -> list[Choice]:
        """Return the lines of the menu."""
        count = len(test.specs())
        searches = f"{count} {'search' if count == 1 else 'searches'}"
        about = f"{searches}, at most {count * test.seconds:g} s in total."
        tune = "Change heuristics and options of algorithms: weight, width …"
        return [
            Choice("Start", start, about, why_disabled=why_not),
            setting(
                app,
                "Seconds per search",
                test,
                "seconds",
                _SECONDS,
                say=value_text,
                about=lambda value: "Longer searches are stopped.",
            ),
            setting(app, "Space", test, "space", test.spaces(), about=_space_about(board.kind)),
            *_space_settings(app, board.kind, test.space, test.switches),
            Choice("Algorithm options", lambda: app.push(_tuning_menu(app, test)), tune),
            *(_participant_choice(test, name) for name in test.setups),
        ]

    return Menu(app, f"Performance test · {short_name(board)}", choices)


def _participant_choice(test: PerformanceSetup, name: str) -> Choice:
    """Return the line that includes or excludes an algorithm."""

    def turn(step: int = 1) -> None:
        test.wanted[name] = not test.wanted[name]

    def value() -> str:
        return value_text(test.wanted[name]) if test.fits(name) else "not applicable"

    return Choice(name_text(name), turn, algorithms()[name].summary, value=value, turn=turn)


def _tuning_menu(app: App, test: PerformanceSetup) -> Menu:
    """Return the menu of algorithms with options."""

    def line(name: str) -> Choice:
        """Return the line of an algorithm, which opens its options."""
        setup = test.setups[name]

        def tune() -> None:
            title = f"Options · {name_text(name)}"
            app.push(Menu(app, title, lambda: _algorithm_settings(app, setup)))

        def value() -> str:
            changed = [
                f"{name_text(key)} {value_text(given)}"
                for key, given in setup.options.items()
                if given != setup.algorithm.options[key]
            ]
            return ", ".join(changed) or "default"

        return Choice(name_text(name), tune, setup.algorithm.summary, value=value)

    def choices() -> list[Choice]:
        names = [name for name in test.setups if test.fits(name)]
        lines = [line(name) for name in names if _algorithm_settings(app, test.setups[name])]
        return lines or [Choice("No options", app.back)]

    return Menu(app, "Algorithm options", choices)

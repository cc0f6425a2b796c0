"""The menus in which searches are chosen: one to watch, or several to measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from masume.api.searches import SearchSpec, resolve_search
from masume.core.plugins.registry import algorithms, heuristics
from masume.core.puzzle.kind import Kind
from masume.core.search.spec import Tuning
from masume.formats.plain import Board
from masume.front.desktop.menu_screen import Choice, Menu, setting
from masume.front.desktop.options import option_setting, said, spoken, values_of
from masume.front.desktop.performance import Performance
from masume.front.desktop.search_setup import Setup, possible, space_about, switches, switches_about
from masume.front.desktop.watch import WatchScreen

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_SEEDS = range(100)
_OWN = "each its own"  # space


def short_name(board: Board) -> str:
    """The name of a board without that of its puzzle."""
    return board.name.removeprefix(f"{board.kind.name}/") or "a board"


# Watching


def watch_menu(app: App, board: Board) -> Menu:
    """Which search to watch."""
    setup = Setup(board.kind)

    def start() -> None:
        app.push(WatchScreen(app, board, setup.spec(), seed=setup.seed))

    def take_space(name: str) -> None:
        setup.space = name
        setup.settle()

    def choices() -> list[Choice]:
        return [
            Choice("Start", start, _setup_about(setup)),
            setting(
                app,
                "Algorithm",
                lambda: possible(board.kind),
                lambda: setup.name,
                setup.choose,
                say=spoken,
                about=lambda name: algorithms()[name].summary,
            ),
            setting(
                app,
                "Space",
                setup.spaces,
                lambda: setup.space,
                take_space,
                about=lambda name: space_about(board.kind, name),
            ),
            *_algorithm_settings(app, setup),
            *_space_settings(app, board.kind, setup.space, setup.switches),
            *_seed_setting(app, setup),
        ]

    return Menu(app, f"Watch a solver · {short_name(board)}", choices)


def _algorithm_settings(app: App, setup: Setup) -> list[Choice]:
    """Its heuristic and its options."""
    lines = []
    if setup.heuristic is not None:
        lines.append(
            setting(
                app,
                "Heuristic",
                setup.heuristics,
                lambda: setup.heuristic or "",
                lambda value: setattr(setup, "heuristic", value),
                say=spoken,
                about=lambda name: heuristics(setup.kind.name)[name].summary,
            )
        )
    algorithm = setup.algorithm
    return lines + [
        option_setting(
            app,
            name,
            values_of(algorithm, name),
            setup.options,
            usual=usual,
            help=algorithm.about.get(name, Tuning()).help,
        )
        for name, usual in algorithm.options.items()
    ]


def _space_settings(app: App, kind: Kind, space: str, given: dict[str, bool]) -> list[Choice]:
    about = switches_about(kind, space)
    return [
        option_setting(
            app, name, [False, True], given, usual=False, help=about.get(name, Tuning()).help
        )
        for name in given
    ]


def _seed_setting(app: App, setup: Setup) -> list[Choice]:
    """A random algorithm goes another way with another seed."""
    if not setup.algorithm.takes_rng:
        return []
    line = setting(
        app,
        "Seed",
        lambda: _SEEDS,
        lambda: setup.seed,
        lambda value: setattr(setup, "seed", value),
        about=lambda value: "It is random: the same seed goes the same way, another one may not.",
    )
    return [line]


def _setup_about(setup: Setup) -> str:
    h = f"\n\nHeuristic {spoken(setup.heuristic)}: " if setup.heuristic else ""
    about_h = heuristics(setup.kind.name)[setup.heuristic].summary if setup.heuristic else ""
    where = f"\n\nSpace {setup.space}: {space_about(setup.kind, setup.space)}"
    return f"{spoken(setup.name).capitalize()}: {setup.algorithm.summary}{where}{h}{about_h}"


# The performance test


class Field:
    """The searches that take part in a performance test, and on what terms."""

    def __init__(self, board: Board) -> None:
        self.kind = board.kind
        self.seconds = 2.0
        self.setups = {name: Setup(self.kind, name) for name in possible(self.kind)}
        self.wanted = dict.fromkeys(self.setups, True)
        self.switches: dict[str, bool] = {}
        self.space = ""
        self.take_space(self.kind.spaces[0].name)

    def spaces(self) -> list[str]:
        """All spaces of the puzzle, and the one that suits each algorithm."""
        return [*(space.name for space in self.kind.spaces), _OWN]

    def take_space(self, name: str) -> None:
        """Search another space; an algorithm keeps its own if it cannot."""
        self.space = name
        known = {space.name: switches(space) for space in self.kind.spaces}
        self.switches = dict(known.get(name, {}))
        for setup in self.setups.values():
            wanted = resolve_search(self.kind, setup.name).space_type.name if name == _OWN else name
            if wanted in setup.spaces():
                setup.space = wanted
                setup.settle()

    def fits(self, name: str) -> bool:
        """Whether an algorithm can search the space."""
        return self.space == _OWN or self.setups[name].space == self.space

    def specs(self) -> list[SearchSpec]:
        """The searches that were chosen and can be made."""
        specs = []
        for name, setup in self.setups.items():
            if self.wanted[name] and self.fits(name):
                setup.switches.update(self.switches)
                specs.append(setup.spec())
        return specs


def measure_menu(app: App, board: Board) -> Menu:
    """Which searches to measure, and how long each may take."""
    field = Field(board)

    def refused() -> str:
        return "" if field.specs() else "No search is chosen that fits this space; choose some."

    def start() -> None:
        app.push(Performance(app, board, field.specs(), field.seconds))

    def choices() -> list[Choice]:
        count = len(field.specs())
        searches = f"{count} {'search' if count == 1 else 'searches'}"
        about = f"{searches}, one after the other; {count * field.seconds:g} seconds at most."
        tune = "Change the heuristic or an option of an algorithm: a weight, a width …"
        return [
            Choice("Start", start, about, can_act=refused),
            setting(
                app,
                "Seconds for each",
                lambda: _SECONDS,
                lambda: field.seconds,
                lambda value: setattr(field, "seconds", value),
                say=said,
                about=lambda value: "A search that takes longer is stopped.",
            ),
            setting(
                app,
                "Space",
                field.spaces,
                lambda: field.space,
                field.take_space,
                about=lambda name: _own_or_about(board, name),
            ),
            *_space_settings(app, board.kind, field.space, field.switches),
            Choice("Options of the algorithms", lambda: app.push(_tuning_menu(app, field)), tune),
            *(_taking_part(field, name) for name in field.setups),
        ]

    return Menu(app, f"Performance test · {short_name(board)}", choices)


def _own_or_about(board: Board, name: str) -> str:
    if name == _OWN:
        return "Each algorithm searches the space that suits it best."
    return space_about(board.kind, name)


def _taking_part(field: Field, name: str) -> Choice:
    """A line that takes an algorithm in or leaves it out."""

    def turn(step: int = 1) -> None:
        field.wanted[name] = not field.wanted[name]

    def value() -> str:
        return said(field.wanted[name]) if field.fits(name) else "does not fit"

    return Choice(spoken(name), turn, algorithms()[name].summary, value=value, turn=turn)


def _tuning_menu(app: App, field: Field) -> Menu:
    """The algorithms that have something to choose, each with a menu of its own."""

    def line(name: str) -> Choice:
        setup = field.setups[name]

        def tune() -> None:
            title = f"Options · {spoken(name)}"
            app.push(Menu(app, title, lambda: _algorithm_settings(app, setup)))

        def value() -> str:
            changed = [
                f"{spoken(key)} {said(given)}"
                for key, given in setup.options.items()
                if given != setup.algorithm.options[key]
            ]
            return ", ".join(changed) or "as usual"

        return Choice(spoken(name), tune, setup.algorithm.summary, value=value)

    def choices() -> list[Choice]:
        names = [name for name in field.setups if field.fits(name)]
        lines = [line(name) for name in names if _algorithm_settings(app, field.setups[name])]
        return lines or [Choice("There is nothing to choose", app.back)]

    return Menu(app, "Options of the algorithms", choices)

"""The menus in which searches are chosen: one to watch, or several to measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from masume.api import Plan, plan, space_options
from masume.core.algorithm import Algorithm, why_not
from masume.core.kind import Kind
from masume.core.registry import algorithms, default_heuristic, heuristics
from masume.core.space import Heuristic, SpaceType
from masume.core.spec import write_spec
from masume.errors import NotApplicable, counted
from masume.formats.plain import Board
from masume.front.desktop.menu import Choice, Menu, setting
from masume.front.desktop.performance import Performance
from masume.front.desktop.watch import Watch

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_OWN = "each its own"  # space

# Watching


@dataclass
class Setup:
    """A search that is being chosen; `plan` keeps it to what can work together."""

    kind: Kind
    algorithm: str = "astar"
    space: str = ""
    heuristic: str | None = None
    switches: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.settle()

    def spaces(self) -> list[str]:
        """Those that the algorithm can search."""
        known = self.kind.spaces
        return [one.name for one in known if _fitting(self.kind, algorithms()[self.algorithm], one)]

    def heuristics(self) -> list[str]:
        """Those that the algorithm can use in the space; none if it uses none."""
        algorithm, space = algorithms()[self.algorithm], self._space()
        return [h.name for h in _fitting(self.kind, algorithm, space) if h is not None]

    def settle(self) -> None:
        """Change what does not fit any more."""
        spaces = self.spaces()
        if self.space not in spaces:
            self.space = spaces[0]  # the papers' own, where there is most to see
        known = self.heuristics()
        if self.heuristic not in known:
            usual = default_heuristic(self.kind, self._space())
            fits = usual is not None and usual.name in known
            self.heuristic = usual.name if usual and fits else known[0] if known else None
        offered = switches(self._space())
        self.switches = {name: self.switches.get(name, False) for name in offered}

    def _space(self) -> SpaceType:
        return next(one for one in self.kind.spaces if one.name == self.space)

    def plan(self) -> Plan:
        """The search."""
        off = {name: False for name in self.switches}
        space = write_spec(self.space, self.switches, off)
        return plan(self.kind, self.algorithm, space=space, heuristic=self.heuristic)


def switches(space: SpaceType) -> list[str]:
    """The options of a space that are on or off, and off at first."""
    return [name for name, default in space_options(space).items() if default is False]


def _fitting(kind: Kind, algorithm: Algorithm, space: SpaceType) -> list[Heuristic | None]:
    """The heuristics with which an algorithm can search a space; [None] if it takes none."""
    known: Sequence[Heuristic | None] = [None]
    if algorithm.takes_h:
        known = list(heuristics(kind.name).values())
    return [h for h in known if why_not(algorithm, space, h) is None]


def short_name(board: Board) -> str:
    """The name of a board without that of its puzzle."""
    return board.name.removeprefix(f"{board.kind.name}/") or "a board"


def _own_plan(kind: Kind, algorithm: str, space: str | None = None) -> Plan | None:
    try:
        return plan(kind, algorithm, space=space)
    except NotApplicable:
        return None


def _possible(kind: Kind) -> list[str]:
    """The algorithms that can search some space of a puzzle."""
    return [
        name
        for name, one in algorithms().items()
        if any(_fitting(kind, one, space) for space in kind.spaces)
    ]


def watch_menu(app: App, board: Board) -> Menu:
    """Which search to watch."""
    kind = board.kind
    setup = Setup(kind)

    def put(name: str, value: Any) -> None:
        setattr(setup, name, value)
        setup.settle()

    def start() -> None:
        app.push(Watch(app, board, setup.plan()))

    def choices() -> list[Choice]:
        found = [
            Choice("Start", start, _setup_about(setup)),
            setting(
                app,
                "Algorithm",
                lambda: _possible(kind),
                lambda: setup.algorithm,
                lambda value: put("algorithm", value),
                say=_spoken,
                about=lambda name: algorithms()[name].summary,
            ),
            setting(
                app,
                "Space",
                setup.spaces,
                lambda: setup.space,
                lambda value: put("space", value),
                about=lambda name: _space_about(kind, name),
            ),
        ]
        if setup.heuristic is not None:
            found.append(
                setting(
                    app,
                    "Heuristic",
                    setup.heuristics,
                    lambda: setup.heuristic,
                    lambda value: put("heuristic", value),
                    say=_spoken,
                    about=lambda name: heuristics(kind.name)[name].summary,
                )
            )
        return [*found, *(_switch(app, setup, name) for name in setup.switches)]

    return Menu(app, f"Watch a solver · {short_name(board)}", choices)


def _switch(app: App, setup: Setup, name: str) -> Choice:
    return setting(
        app,
        f"{_spoken(name).capitalize()}",
        lambda: (False, True),
        lambda: setup.switches[name],
        lambda value: setup.switches.update({name: value}),
        say=lambda value: "yes" if value else "no",
        about=lambda value: _SWITCHES.get(name, ""),
    )


_SWITCHES = {
    "canonical": "Marks that could come in any order come in one, so a board is reached only once.",
    "prune": "Boards that a quick test shows to be dead ends are left out.",
}


def _setup_about(setup: Setup) -> str:
    told = algorithms()[setup.algorithm].summary
    h = f"\n\nHeuristic {_spoken(setup.heuristic)}: " if setup.heuristic else ""
    said = heuristics(setup.kind.name)[setup.heuristic].summary if setup.heuristic else ""
    where = f"\n\nSpace {setup.space}: {_space_about(setup.kind, setup.space)}"
    return f"{_spoken(setup.algorithm).capitalize()}: {told}{where}{h}{said}"


def _space_about(kind: Kind, name: str) -> str:
    space = next(one for one in kind.spaces if one.name == name)
    return (space.__doc__ or "").strip().split("\n")[0]


def _spoken(name: str | None) -> str:
    return (name or "none").replace("_", " ")


# The performance test


def measure_menu(app: App, board: Board) -> Menu:
    """Which searches to measure, and how long each may take."""
    kind = board.kind
    wanted = {name: True for name in _possible(kind)}
    settings: dict[str, Any] = {"seconds": 2.0, "space": kind.spaces[0].name}

    def found_plan(name: str) -> Plan | None:
        space = settings["space"]
        return _own_plan(kind, name, None if space == _OWN else space)

    def plans() -> list[Plan]:
        found = [found_plan(name) for name, wished in wanted.items() if wished]
        return [one for one in found if one is not None]

    def refused() -> str:
        return "" if plans() else "None of these can search that space; choose some."

    def start() -> None:
        app.push(Performance(app, board, plans(), settings["seconds"]))

    def line(name: str) -> Choice:
        def turn(step: int = 1) -> None:
            wanted[name] = not wanted[name]

        def value() -> str:
            if found_plan(name) is None:
                return "does not fit"
            return "yes" if wanted[name] else "no"

        return Choice(_spoken(name), turn, algorithms()[name].summary, value=value, turn=turn)

    def choices() -> list[Choice]:
        count = counted(len(plans()), "search").replace("searchs", "searches")
        most = len(plans()) * settings["seconds"]
        told = f"{count}, one after the other; {most:g} seconds at most."
        spaces = (*(space.name for space in kind.spaces), _OWN)
        return [
            Choice("Start", start, told, can_act=refused),
            setting(
                app,
                "Seconds for each",
                lambda: _SECONDS,
                lambda: settings["seconds"],
                lambda value: settings.update(seconds=value),
                say=lambda value: f"{value:g}",
                about=lambda value: "A search that takes longer is stopped.",
            ),
            setting(
                app,
                "Space",
                lambda: spaces,
                lambda: settings["space"],
                lambda value: settings.update(space=value),
                about=lambda name: (
                    "Each algorithm searches the space that suits it best."
                    if name == _OWN
                    else _space_about(kind, name)
                ),
            ),
            *(line(name) for name in wanted),
        ]

    return Menu(app, f"Performance test · {short_name(board)}", choices)

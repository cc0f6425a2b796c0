"""The menus from the start to a board, and what can be done with it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from masume.core.kind import Kind
from masume.core.registry import kinds
from masume.core.scene import Scene
from masume.core.technique import LEVELS
from masume.errors import MasumeError, counted
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.desktop.making import Making
from masume.front.desktop.menu import Choice, Menu, setting
from masume.front.desktop.play import Play
from masume.front.desktop.play_panel import clock, rules_of
from masume.front.desktop.setups import measure_menu, short_name, watch_menu
from masume.make.generate import plan as plan_board
from masume.play.session import Session

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_MOST_SIDE = 25  # of a new board
_ANY = "any"  # difficulty


def main_menu(app: App) -> Menu:
    """Where the game begins."""

    def choices() -> list[Choice]:
        found: list[Choice] = []
        current = app.store.current()
        if current is not None:
            found.append(_game("Go on with the last game", app, current))
        found.append(
            Choice("Choose a puzzle", lambda: app.push(puzzle_menu(app)), _ABOUT, _first_board)
        )
        saved = app.store.games()
        if saved:
            more = f"{counted(len(saved), 'game')} that you have saved with the key s."
            found.append(Choice("Saved games", lambda: app.push(saved_menu(app)), more))
        theme = "The colours: light, dark, or with high contrast. F2 changes them anywhere."
        found.append(
            Choice(
                "Theme",
                app.next_theme,
                theme,
                value=lambda: app.theme.name,
                turn=lambda step: app.next_theme(),
            )
        )
        found.append(
            Choice("Keys", app.help, "The keys of each screen; F1 or ? shows them anywhere.")
        )
        found.append(Choice("Quit", app.quit, "The game that is being played is kept."))
        return found

    return Menu(app, "masume", choices, foot="Up, Down: another line · Return: choose · F1: keys")


def _first_board() -> Scene:
    return _bare(examples(next(iter(kinds())))[0])


_ABOUT = """Logic puzzles on a grid.

Play them with the keyboard or the mouse, watch classical searches solve them, \
or measure the searches against each other."""


def _game(text: str, app: App, session: Session) -> Choice:
    name = session.name or session.kind.title
    told = f"{name}\n{counted(len(session.moves), 'move')}, {clock(session.seconds)}"
    return Choice(
        text,
        lambda: app.push(Play(app, session)),
        told,
        lambda: session.kind.scene(session.puzzle, session.position),
    )


def saved_menu(app: App) -> Menu:
    """The games that were saved."""

    def choices() -> list[Choice]:
        games = app.store.games()
        found = [_game(one.name or one.kind.title, app, one) for one in games]
        return found or [Choice("None is left", app.back)]

    return Menu(app, "Saved games", choices)


def puzzle_menu(app: App) -> Menu:
    """Which puzzle."""

    def line(kind: Kind) -> Choice:
        return Choice(
            kind.title,
            lambda: app.push(board_menu(app, kind)),
            rules_of(kind),
            lambda: _bare(examples(kind.name)[0]),
        )

    lines = [line(kind) for kind in kinds().values()]
    return Menu(app, "Choose a puzzle", lambda: lines)


def board_menu(app: App, kind: Kind) -> Menu:
    """Which board: one of the examples, or a new one."""

    def line(board: Board) -> Choice:
        name = board.name.removeprefix(f"{kind.name}/")
        size = f"{board.puzzle.rows}×{board.puzzle.cols}"
        return Choice(
            name,
            lambda: app.push(mode_menu(app, board)),
            _about(board),
            lambda: _bare(board),
            value=lambda: size,
        )

    lines = [line(board) for board in examples(kind.name)]
    if kind.maker is not None:
        more = "A board that nobody has seen before, of the size and difficulty that you like."
        lines.insert(0, Choice("Make a new board", lambda: app.push(new_menu(app, kind)), more))
    return Menu(app, f"{kind.title} · choose a board", lambda: lines, at=min(1, len(lines) - 1))


def _bare(board: Board) -> Scene:
    return board.kind.scene(board.puzzle, board.kind.start(board.puzzle))


def _about(board: Board) -> str:
    told = [f"{board.puzzle.rows} rows, {board.puzzle.cols} columns"]
    told += [board.note(key) for key in ("from", "note") if board.note(key)]
    if difficulty := board.note("difficulty"):
        told.append(f"Difficulty: {difficulty}")
    if solutions := board.note("solutions"):
        told.append(f"Solutions: {solutions}")
    return "\n".join(told)


def mode_menu(app: App, board: Board) -> Menu:
    """What to do with a board."""

    def scene() -> Scene:
        return _bare(board)

    def play() -> None:
        app.push(Play(app, Session(board.puzzle, board.name)))

    lines = [
        Choice("Play", play, f"{_about(board)}\nSolve it yourself, with hints if you like.", scene),
        Choice(
            "Watch a solver",
            lambda: app.push(watch_menu(app, board)),
            "Choose an algorithm, a heuristic and a space, and see how it searches.",
            scene,
        ),
        Choice(
            "Performance test",
            lambda: app.push(measure_menu(app, board)),
            "Run several algorithms on this board and compare what they cost.",
            scene,
        ),
    ]

    def choices() -> list[Choice]:
        current = app.store.current()
        if current is None or current.puzzle != board.puzzle:
            return lines
        return [_game("Go on with your game", app, current), *lines]

    return Menu(app, f"{board.kind.title} · {short_name(board)}", choices)


# A new board


@dataclass
class Wish:
    """What a new board should be like."""

    rows: int = 7
    cols: int = 7
    level: str = _ANY


def new_menu(app: App, kind: Kind) -> Menu:
    """The size and the difficulty of a new board."""
    wish = Wish()
    sides = range(2, _MOST_SIDE + 1)

    def level() -> str | None:
        return None if wish.level == _ANY else wish.level

    def refused() -> str:
        try:
            plan_board(kind.name, size=(wish.rows, wish.cols), difficulty=level())
        except MasumeError as fault:
            return f"That cannot be: {fault}."
        return ""

    def make() -> None:
        seed = int.from_bytes(os.urandom(3), "big")
        app.push(Making(app, kind, (wish.rows, wish.cols), level(), seed))

    def choices() -> list[Choice]:
        told = "Left and Right change it, Return shows all."
        return [
            Choice("Make it", make, "It has exactly one solution.", can_act=refused),
            setting(
                app,
                "Rows",
                lambda: sides,
                lambda: wish.rows,
                lambda value: setattr(wish, "rows", value),
                about=lambda value: told,
            ),
            setting(
                app,
                "Columns",
                lambda: sides,
                lambda: wish.cols,
                lambda value: setattr(wish, "cols", value),
                about=lambda value: told,
            ),
            setting(
                app,
                "Difficulty",
                lambda: (_ANY, *LEVELS),
                lambda: wish.level,
                lambda value: setattr(wish, "level", value),
                about=_level_about,
            ),
        ]

    return Menu(app, f"{kind.title} · a new board", choices)


def _level_about(level: str) -> str:
    return {
        _ANY: "Whatever comes out; the fastest to make.",
        "easy": "Every step is seen at a glance.",
        "medium": "Some steps take a look around.",
        "hard": "Some steps take two clues or an overview.",
        "expert": "Some steps take a look ahead.",
        "extreme": "Some steps have no name; harder ones may take long to make.",
    }.get(level, "")

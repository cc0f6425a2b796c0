"""The menus from the main menu to a board and its modes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from masume.core.drawing.scene import Scene
from masume.core.plugins.registry import kinds
from masume.core.puzzle.kind import Kind
from masume.errors import pluralise
from masume.formats.library import solution_count
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.desktop.menu_screen import Choice, Menu
from masume.front.desktop.play import PlayScreen
from masume.front.desktop.play_panel import clock, rules_of
from masume.front.desktop.search_menus import measure_menu, short_name, watch_menu
from masume.play.session import Session

if TYPE_CHECKING:
    from masume.front.desktop.app import App


def main_menu(app: App) -> Menu:
    """Return the main menu."""

    def first_board() -> Scene:
        return _bare(examples(next(iter(kinds())))[0])

    def choices() -> list[Choice]:
        """Return the lines of the main menu."""
        lines: list[Choice] = []
        last = app.store.last_game()
        if last is not None:
            lines.append(_game("Continue last game", app, last))
        lines.append(
            Choice("Choose a puzzle", lambda: app.push(puzzle_menu(app)), _ABOUT, first_board)
        )
        saved = app.store.games()
        if saved:
            more = f"{pluralise(len(saved), 'game')}, saved with the key s."
            lines.append(Choice("Saved games", lambda: app.push(saved_menu(app)), more))
        theme = "Light, dark or high contrast. F2 changes the theme on any screen."
        lines.append(
            Choice(
                "Theme",
                app.next_theme,
                theme,
                value=lambda: app.theme.name,
                turn=lambda step: app.next_theme(),
            )
        )
        lines.append(
            Choice(
                "Keys", app.help, "The keys of this screen. F1 or ? shows the keys of any screen."
            )
        )
        lines.append(Choice("Quit", app.quit, "The current game is saved."))
        return lines

    return Menu(app, "masume", choices, foot="Up, Down: move · Return: choose · F1: keys")


_ABOUT = """Logic puzzles on a grid.

Play them with keyboard or mouse, watch search algorithms solve them, or compare \
the algorithms."""


def _game(text: str, app: App, session: Session) -> Choice:
    """Return a menu line that continues a game."""
    name = session.name or session.kind.title
    about = f"{name}\n{pluralise(len(session.moves), 'move')}, {clock(session.seconds)}"
    return Choice(
        text,
        lambda: app.push(PlayScreen(app, session)),
        about,
        lambda: session.kind.scene(session.puzzle, session.position),
    )


def saved_menu(app: App) -> Menu:
    """Return the menu of saved games."""

    def choices() -> list[Choice]:
        games = app.store.games()
        lines = [_game(game.name or game.kind.title, app, game) for game in games]
        return lines or [Choice("No saved games", app.back)]

    return Menu(app, "Saved games", choices)


def puzzle_menu(app: App) -> Menu:
    """Return the menu of puzzles."""

    def line(kind: Kind) -> Choice:
        first = next(iter(examples(kind.name)), None)
        scene = None if first is None else lambda: _bare(first)
        return Choice(kind.title, lambda: app.push(board_menu(app, kind)), rules_of(kind), scene)

    lines = [line(kind) for kind in kinds().values()]
    return Menu(app, "Choose a puzzle", lambda: lines)


def board_menu(app: App, kind: Kind) -> Menu:
    """Return the menu of a puzzle's examples."""

    def line(board: Board) -> Choice:
        """Return the line of an example."""
        size = f"{board.puzzle.rows}×{board.puzzle.cols}"
        number = solution_count(board)
        rating = pluralise(number, "solution") if number else "no solution"
        value = size if number == 1 else f"{size} · {rating}"
        return Choice(
            short_name(board),
            lambda: app.push(mode_menu(app, board)),
            _about(board),
            lambda: _bare(board),
            value=lambda: value,
        )

    lines = [line(board) for board in examples(kind.name)]
    return Menu(app, f"{kind.title} · choose a board", lambda: lines)


def _bare(board: Board) -> Scene:
    return board.kind.scene(board.puzzle, board.kind.start(board.puzzle))


def _about(board: Board) -> str:
    facts = [f"{board.puzzle.rows} rows, {board.puzzle.cols} columns"]
    facts += [board.note(key) for key in ("from", "note") if board.note(key)]
    if difficulty := board.note("difficulty"):
        facts.append(f"Level: {difficulty}")
    if solutions := board.note("solutions"):
        facts.append(f"Solutions: {solutions}")
    return "\n".join(facts)


def mode_menu(app: App, board: Board) -> Menu:
    """Return the menu of what to do with a board."""

    def scene() -> Scene:
        return _bare(board)

    def play() -> None:
        app.push(PlayScreen(app, Session(board.puzzle, board.name)))

    def why_not() -> str:
        return "" if board.kind.spaces else f"{board.kind.title} has no state space."

    lines = [
        Choice("Play", play, f"{_about(board)}\nSolve it yourself, with hints on request.", scene),
        Choice(
            "Watch a search",
            lambda: app.push(watch_menu(app, board)),
            "Choose an algorithm, a heuristic and a space, and watch every step.",
            scene,
            why_disabled=why_not,
        ),
        Choice(
            "Performance test",
            lambda: app.push(measure_menu(app, board)),
            "Run several algorithms on this board and compare their costs.",
            scene,
            why_disabled=why_not,
        ),
    ]

    def choices() -> list[Choice]:
        game = app.store.unfinished(board.puzzle)
        if game is None:
            return lines
        restart = replace(lines[0], text="Play from the start")
        return [_game("Continue game", app, game), restart, *lines[1:]]

    return Menu(app, f"{board.kind.title} · {short_name(board)}", choices)

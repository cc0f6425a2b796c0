"""The menus from the start to a board, and what can be done with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from masume.core.drawing.scene import Scene
from masume.core.plugins.registry import kinds
from masume.core.puzzle.kind import Kind
from masume.errors import counted
from masume.formats.draft import draft_of, empty_draft
from masume.formats.library import solutions_of
from masume.formats.load import examples
from masume.formats.plain import Board, read_boards
from masume.front.desktop.compose import DRAFT, ComposeScreen
from masume.front.desktop.menu_screen import Choice, Menu
from masume.front.desktop.new_board import new_menu
from masume.front.desktop.play import PlayScreen
from masume.front.desktop.play_panel import clock, rules_of
from masume.front.desktop.search_menus import measure_menu, short_name, watch_menu
from masume.play.session import Session

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_SIDE = 7  # rows and columns of a board that is begun


def main_menu(app: App) -> Menu:
    """Where the game begins."""

    def first_board() -> Scene:
        return _bare(examples(next(iter(kinds())))[0])

    def choices() -> list[Choice]:
        lines: list[Choice] = []
        last = app.store.last()
        if last is not None:
            lines.append(_game("Continue the last game", app, last))
        lines.append(
            Choice("Choose a puzzle", lambda: app.push(puzzle_menu(app)), _ABOUT, first_board)
        )
        draft = _draft(app)
        if draft is not None:
            more = "The board that you were composing."
            open_it = lambda: app.push(ComposeScreen(app, draft_of(draft)))  # noqa: E731
            lines.append(Choice("Go on composing", open_it, more, lambda: _bare(draft)))
        saved = app.store.games()
        if saved:
            more = f"{counted(len(saved), 'game')} that you have saved with the key s."
            lines.append(Choice("Saved games", lambda: app.push(saved_menu(app)), more))
        theme = "The colours: light, dark, or with high contrast. F2 changes them anywhere."
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
            Choice("Keys", app.help, "The keys of each screen; F1 or ? shows them anywhere.")
        )
        lines.append(Choice("Quit", app.quit, "The game that is being played is kept."))
        return lines

    return Menu(app, "masume", choices, foot="Up, Down: another line · Return: choose · F1: keys")


_ABOUT = """Logic puzzles on a grid.

Play them with the keyboard or the mouse, watch classical searches solve them, \
or measure the searches against each other."""


def _draft(app: App) -> Board | None:
    """The board that was being composed; None if there is none, or it cannot be read any more."""
    kept = app.store.remembered(DRAFT, "")
    boards = list(read_boards(kept)) if isinstance(kept, str) and kept else []
    return boards[0] if boards and isinstance(boards[0], Board) else None


def _game(text: str, app: App, session: Session) -> Choice:
    name = session.name or session.kind.title
    about = f"{name}\n{counted(len(session.moves), 'move')}, {clock(session.seconds)}"
    return Choice(
        text,
        lambda: app.push(PlayScreen(app, session)),
        about,
        lambda: session.kind.scene(session.puzzle, session.position),
    )


def saved_menu(app: App) -> Menu:
    """The games that were saved."""

    def choices() -> list[Choice]:
        games = app.store.games()
        lines = [_game(one.name or one.kind.title, app, one) for one in games]
        return lines or [Choice("None is left", app.back)]

    return Menu(app, "Saved games", choices)


def puzzle_menu(app: App) -> Menu:
    """Which puzzle."""

    def line(kind: Kind) -> Choice:
        first = next(iter(examples(kind.name)), None)
        scene = None if first is None else lambda: _bare(first)
        return Choice(kind.title, lambda: app.push(board_menu(app, kind)), rules_of(kind), scene)

    lines = [line(kind) for kind in kinds().values()]
    return Menu(app, "Choose a puzzle", lambda: lines)


def board_menu(app: App, kind: Kind) -> Menu:
    """Which board: one of the examples, or a new one."""

    def line(board: Board) -> Choice:
        size = f"{board.puzzle.rows}×{board.puzzle.cols}"
        number = solutions_of(board)
        rating = counted(number, "solution") if number else "no solution"
        value = size if number == 1 else f"{size} · {rating}"
        return Choice(
            short_name(board),
            lambda: app.push(mode_menu(app, board)),
            _about(board),
            lambda: _bare(board),
            value=lambda: value,
        )

    def compose() -> None:
        app.push(ComposeScreen(app, empty_draft(kind, _SIDE, _SIDE)))

    lines = []
    if kind.maker is not None:
        more = "A board that nobody has seen before, of the size and difficulty that you like."
        lines.append(Choice("Make a new board", lambda: app.push(new_menu(app, kind)), more))
    more = "A board of your own, with what is to be said of it at every change."
    lines.append(Choice("Compose a board", compose, more))
    boards = [line(board) for board in examples(kind.name)]
    at = len(lines) if boards else 0
    return Menu(app, f"{kind.title} · choose a board", lambda: [*lines, *boards], at=at)


def _bare(board: Board) -> Scene:
    return board.kind.scene(board.puzzle, board.kind.start(board.puzzle))


def _about(board: Board) -> str:
    facts = [f"{board.puzzle.rows} rows, {board.puzzle.cols} columns"]
    facts += [board.note(key) for key in ("from", "note") if board.note(key)]
    if difficulty := board.note("difficulty"):
        facts.append(f"Difficulty: {difficulty}")
    if solutions := board.note("solutions"):
        facts.append(f"Solutions: {solutions}")
    return "\n".join(facts)


def mode_menu(app: App, board: Board) -> Menu:
    """What to do with a board."""

    def scene() -> Scene:
        return _bare(board)

    def play() -> None:
        app.push(PlayScreen(app, Session(board.puzzle, board.name)))

    def refused() -> str:
        return "" if board.kind.spaces else f"{board.kind.title} has no state space to search."

    lines = [
        Choice("Play", play, f"{_about(board)}\nSolve it yourself, with hints if you like.", scene),
        Choice(
            "Compose from it",
            lambda: app.push(ComposeScreen(app, draft_of(board))),
            "Change its clues, and see at every change whether there is one solution.",
            scene,
        ),
        Choice(
            "Watch a solver",
            lambda: app.push(watch_menu(app, board)),
            "Choose an algorithm, a heuristic and a space, and see how it searches.",
            scene,
            can_act=refused,
        ),
        Choice(
            "Performance test",
            lambda: app.push(measure_menu(app, board)),
            "Run several algorithms on this board and compare what they cost.",
            scene,
            can_act=refused,
        ),
    ]

    def choices() -> list[Choice]:
        left = app.store.under_way(board.puzzle)
        if left is None:
            return lines
        anew = replace(lines[0], text="Play from the start")
        return [_game("Continue your game", app, left), anew, *lines[1:]]

    return Menu(app, f"{board.kind.title} · {short_name(board)}", choices)

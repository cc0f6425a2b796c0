"""The screen for playing a board by keyboard or mouse."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import pygame

from masume.core.drawing.scene import Scene, marks, with_coordinates
from masume.core.puzzle.gesture import Gesture, Side
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.draw.overlay import draw_trials
from masume.draw.steps import step_scene
from masume.front.desktop.board_view import LARGER, SMALLER, BoardView
from masume.front.desktop.buttons import Buttons
from masume.front.desktop.check import Checker
from masume.front.desktop.hints import Adviser
from masume.front.desktop.look import Pen
from masume.front.desktop.play_commands import COMMANDS, redo, undo
from masume.front.desktop.play_panel import (
    Message,
    draw_panel,
    format_faults,
    game_buttons,
    rules_of,
    solved_message,
)
from masume.front.desktop.pointer import Pointer
from masume.front.desktop.screen import ARROWS, CHOOSE, SIDES, Screen, split
from masume.front.desktop.typing_keys import Typing
from masume.play.session import Session
from masume.play.trials import trial_marks

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_AUTOSAVE = 0.5  # seconds from a move to its autosave
_MODIFIERS = pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT


class PlayScreen(Screen):
    """A game. The puzzle defines the meaning of gestures."""

    foot = "Arrows: move · Return: mark · x: other mark · Backspace: undo · h: hint · F1: keys"
    keys = (
        ("Arrows", "move the cursor; at the end of a path: draw or erase"),
        ("Alt+Arrow", "move the cursor without drawing"),
        ("Return, Space", "mark the cell (left button)"),
        ("x, Shift+Return", "other mark (right button)"),
        ("0–9, Delete", "enter a number; with Shift a pencil mark; clear the cell"),
        ("Shift+Arrow", "drag with the left button"),
        ("Ctrl+Arrow", "drag with the right button"),
        ("Backspace, u, Ctrl+Z", "undo"),
        ("r, y, Ctrl+Y", "redo"),
        ("n", "undo all moves"),
        ("h", "hint: area, technique, step"),
        ("w", "explain the cell"),
        ("g", "apply the hint's step"),
        ("c, b", "check; back to the last correct position"),
        ("v", "live check: on, off"),
        ("a", "auto-marks: on, off"),
        ("t", "begin a trial"),
        ("k, d", "keep, drop the trial"),
        ("p", "pause"),
        ("s, l", "save, load the game"),
        ("Escape", "back; the game is saved"),
        ("+, –, 0", "zoom in, zoom out, fit"),
        ("Mouse", "left, right, drag; middle: pan; wheel: scroll, with Ctrl: zoom"),
    )

    repeated = (
        *(*ARROWS, *LARGER, *SMALLER),
        *(pygame.K_BACKSPACE, pygame.K_u, pygame.K_r, pygame.K_y),
    )

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self._tip = session.tip
        self.cursor: Cell = self._tip or 0
        self.paused = False
        self.hints = Adviser()
        self.checker = Checker()
        self._checked: list[Violation] | None = None
        self._side: Side | None = None  # the direction of the last cursor move
        self._pointer = Pointer(session.puzzle)
        self._typing = Typing(session.puzzle)
        self._hold: tuple[int, int] | None = None  # the mouse position of a pan
        self._view = BoardView(magnifies=True)
        self._buttons = Buttons()
        self._scene: Scene | None = None
        self._faults: list[Violation] = []
        self.finished = session.finished
        self._unsaved: float | None = None  # time of the first unsaved move
        self._second = -1  # the second shown by the clock
        self.load_confirmed = False
        name = session.name.removeprefix(f"{session.kind.name}/")
        self.title = f"{session.kind.title} · {name or 'board'}"

    # Lifecycle

    def on_show(self) -> None:
        """Resume the clock."""
        if not self.paused:
            self.session.resume()

    def on_hide(self) -> None:
        """Stop the clock and save the game."""
        self.session.pause()
        self._autosave()

    def on_close(self) -> None:
        """Stop background work."""
        self.hints.stop()
        self.checker.stop()

    def update(self) -> bool:
        """Update the clock, take in hints and checks, and autosave."""
        news = False
        if self.hints.update():
            self._scene = None
            self.show_hint()
            news = True
        news = self.checker.update() or news
        if self._unsaved is not None and monotonic() - self._unsaved > _AUTOSAVE:
            self._autosave()
        if int(self.session.seconds) != self._second:
            self._second = int(self.session.seconds)
            news = True
        return news

    def _autosave(self) -> None:
        """Save the game, or delete the saved one if the board is solved."""
        self._unsaved = None
        session = self.session
        if self.finished:
            self.app.store.discard(session)
        elif session.moves or session.can_redo:
            fault = self.app.store.autosave(session)
            if fault:
                self.app.notify(f"Cannot save the game: {fault}")

    def schedule_autosave(self) -> None:
        """Save the game after a short delay."""
        self._unsaved = self._unsaved or monotonic()

    def on_change(self) -> None:
        """Update everything that depends on the position."""
        self.show_faults(None)
        tip = self.session.tip
        if tip is not None and self.cursor == self._tip:
            self.cursor = tip
            self._view.follow(tip)
        self._tip = tip
        self.finished = self.session.finished
        self.schedule_autosave()
        if self.finished:
            self._autosave()
        elif not self.paused:
            self.session.resume()  # solving stops the clock, and a solved board can be undone

    def show_faults(self, faults: list[Violation] | None, *, keep_hint: bool = False) -> None:
        """Show violations and stop other help; None: show those of the live check."""
        if not keep_hint:
            self.hints.stop()
        self.checker.stop()
        self._checked, self._scene = faults, None

    def show_hint(self) -> None:
        """Scroll to the cells of the hint."""
        if (advice := self.hints.advice) and advice.marked:
            self._view.follow(advice.marked[len(advice.marked) // 2])

    # Keys

    def handle(self, event: pygame.event.Event) -> None:
        """React to a key or the mouse."""
        if event.type == pygame.KEYDOWN:
            self._key(event.key, event.mod)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._down(event.pos, event.button)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._up(event.pos, event.button)
        elif event.type == pygame.MOUSEWHEEL and not self.paused:
            self._view.wheel(event)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._pointer.cancel()
            self._hold = None

    def _key(self, key: int, mod: int) -> None:
        """Handle a key."""
        loads = key == pygame.K_l
        if key == pygame.K_ESCAPE:
            self.app.back()
        elif key == pygame.K_p:
            self._pause()
        elif self.paused:
            self.app.notify("The game is paused; p: continue.")
        elif key in ARROWS:
            self._arrow(key, mod)
        elif key in (*CHOOSE, pygame.K_SPACE):
            self._touch(Gesture(self.cursor, None, bool(mod & pygame.KMOD_SHIFT), self._side))
        elif key == pygame.K_x:
            self._touch(Gesture(self.cursor, None, True, self._side))
        elif key == pygame.K_z and mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            (redo if mod & pygame.KMOD_SHIFT else undo)(self)
        elif self._typing.handles(key):
            for gesture, joins in self._typing.gestures(key, mod, self.cursor):
                self._touch(gesture, joins=joins)
        elif self._view.key(key):
            self._view.follow(self.cursor)
        elif key in COMMANDS:
            COMMANDS[key](self)
        if not loads and key not in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.load_confirmed = False

    def _arrow(self, key: int, mod: int) -> None:
        """Move the cursor, drag with a modifier, or extend the path."""
        down, right = ARROWS[key]
        puzzle = self.session.puzzle
        row, col = divmod(self.cursor, puzzle.cols)
        row, col = row + down, col + right
        self._side = SIDES[down, right]
        is_drag = bool(mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL))
        second = bool(mod & pygame.KMOD_CTRL)
        if is_drag and self.session.kind.drag == "side":
            self._touch(Gesture(self.cursor, None, second, self._side))
            return
        if not (0 <= row < puzzle.rows and 0 <= col < puzzle.cols):
            return
        before, to = self.cursor, row * puzzle.cols + col
        if before == self._tip and not mod & _MODIFIERS:
            self._touch(Gesture(before, to, side=self._side))  # the cursor follows the path
            return
        self.cursor = to
        self._view.follow(self.cursor)
        if is_drag:
            self._touch(Gesture(before, self.cursor, second, self._side))

    def _touch(self, gesture: Gesture, *, joins: bool = False) -> None:
        if self.session.touch(gesture, joins=joins):
            self.on_change()

    def _pause(self) -> None:
        """Pause or resume the game, unless it is solved."""
        if self.finished:
            return
        self.paused = not self.paused
        self._pointer.cancel()
        if self.paused:
            self.session.pause()
        else:
            self.session.resume()

    # The mouse

    def _down(self, at: tuple[int, int], button: int) -> None:
        """Handle button down: press a button, mark a cell or start a drag."""
        if button == 2 and not self.paused:
            self._hold = at
        if button not in (1, 3):
            return
        pressed = self._buttons.under(at)
        if pressed is not None:
            if button == 1:
                self._key(pressed.key, 0)
            return
        spot = None if self.paused else self._view.spot(at)
        is_open = spot is not None and spot.cell not in marks(self.scene())
        is_selected = spot is not None and spot.cell == self.cursor
        gesture = self._pointer.down(spot, button, is_open=is_open, is_selected=is_selected)
        if gesture is not None:
            self._touch(gesture)
        if spot is not None:
            self.cursor = spot.cell

    def _motion(self, at: tuple[int, int]) -> None:
        """Handle mouse motion: pan or continue a drag."""
        if self._hold is not None:
            self._view.push(self._hold[0] - at[0], self._hold[1] - at[1])
            self._hold = at
            return
        for gesture, joins in self._pointer.move(self._view.spot(at)):
            self._touch(gesture, joins=joins)
            assert gesture.to is not None
            self.cursor = gesture.to

    def _up(self, at: tuple[int, int], button: int) -> None:
        if button == 2:
            self._hold = None
        gesture = self._pointer.up(self._view.spot(at), button)
        if gesture is not None:
            self._touch(gesture)

    # Drawing

    def scene(self) -> Scene:
        """Return the scene of the board with violations, hints and trial marks."""
        if self._scene is None:
            session = self.session
            self._faults = session.faults
            faults = self._faults if self._checked is None else self._checked
            advice = self.hints.advice
            if advice and advice.picture:
                drawn = step_scene(session.puzzle, advice.picture)
            else:
                marked = advice.marked if advice else ()
                drawn = session.kind.scene(session.puzzle, session.position, faults, marked)
                drawn = draw_trials(drawn, trial_marks(session))
            self._scene = with_coordinates(drawn)
        return self._scene

    def message(self) -> Message:
        """Return the message for the panel."""
        if self.paused:
            return Message("Paused", "", "muted")
        if self.finished:
            return solved_message(self.session)
        if self.hints.searching:
            return Message("Hint", "Searching for the next step …", "muted")
        if (advice := self.hints.advice) is not None:
            return Message(advice.head, self.hints.text, "look")
        if self._checked is not None:
            tone = "wrong" if self.checker.back is not None else "look"
            return Message("Check", self.checker.text(self._checked), tone)
        if self._faults:
            return Message("Rule broken", format_faults(self._faults), "wrong")
        return Message("Rules", rules_of(self.session.kind), "muted")

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the board, the clock, the message and the buttons."""
        board, side = split(pen, box)
        if self.paused:
            pen.panel(board)
            pen.write("Paused", board.center, size="title", align="middle")
            y = board.centery + pen.height("title")
            pen.write("p: continue", (board.centerx, y), colour=pen.colours.muted, align="middle")
        else:
            self._view.draw(pen, board, self.scene())
            advice = self.hints.advice
            if advice is None or self.cursor not in advice.symbol_cells:
                self._view.ring(pen, self.cursor)
        shown = game_buttons(
            self.session,
            paused=self.paused,
            can_take=self.hints.step is not None,
            can_go_back=self.checker.back is not None,
        )
        draw_panel(pen, side, self.session, self.message(), self._buttons, shown)

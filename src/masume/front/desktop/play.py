"""The screen on which a board is played, with the mouse or with keys alone."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import pygame

from masume.core.drawing.scene import Scene, marks, numbered
from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.draw.overlay import tried
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
    game_buttons,
    listed,
    rules_of,
    solved,
)
from masume.front.desktop.pointer import Pointer
from masume.front.desktop.screen import ARROWS, CHOOSE, Screen, split
from masume.play.session import Session
from masume.play.trials import trial_marks

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_AUTOSAVE = 0.5  # seconds after which a move is on the disk
_MODIFIERS = pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT


class PlayScreen(Screen):
    """A game. Whatever a gesture means is the puzzle's business; see its rules in the panel."""

    foot = "Arrows: move · Return: mark · x: other mark · Backspace: undo · h: hint · F1: all keys"
    keys = (
        ("Arrows", "move the cursor; at the end of a path, draw or erase a step"),
        ("Alt+Arrow", "move the cursor without drawing"),
        ("Return, Space", "first button: mark the cell"),
        ("x, Shift+Return", "second button: the other mark"),
        ("Shift+Arrow", "drag to the next cell"),
        ("Ctrl+Arrow", "drag with the second button"),
        ("Backspace, u, Ctrl+Z", "undo"),
        ("r, y, Ctrl+Y", "redo"),
        ("n", "take everything back (r: redo)"),
        ("h", "hint: where, how, the step"),
        ("w", "why the cell must be what it is"),
        ("g", "take the step of the hint"),
        ("c, b", "check; back to where all was right"),
        ("v", "show broken rules at once: on, off"),
        ("a", "mark what is obvious by itself"),
        ("t", "begin a trial"),
        ("k, d", "keep the trial, drop it"),
        ("p", "pause"),
        ("s, l", "save the game, load it again"),
        ("Escape", "back to the menu; the game is kept"),
        ("+, –, 0", "larger, smaller, the whole board"),
        ("Mouse", "left, right, drag; middle: move the board; wheel: scroll, Ctrl: zoom"),
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
        self._across: bool | None = None  # the way the cursor went last
        self._pointer = Pointer(session.puzzle)
        self._hold: tuple[int, int] | None = None  # where the middle button holds the board
        self._view = BoardView(magnifies=True)
        self._buttons = Buttons()
        self._scene: Scene | None = None
        self._faults: list[Violation] = []
        self.finished = session.finished
        self._unsaved: float | None = None  # since when
        self._second = -1  # that the clock shows
        self.sure_to_load = False
        name = session.name.removeprefix(f"{session.kind.name}/")
        self.title = f"{session.kind.title} · {name or 'a board'}"

    # Coming and going

    def shown(self) -> None:
        """Let the clock go on."""
        if not self.paused:
            self.session.resume()

    def hidden(self) -> None:
        """Stop the clock, and keep the game."""
        self.session.pause()
        self._keep()

    def closed(self) -> None:
        """Nobody waits for help any more."""
        self.hints.stop()
        self.checker.stop()

    def update(self) -> bool:
        """See to the clock, the hint that is looked for, and the file on the disk."""
        news = False
        if self.hints.update():
            self._scene = None
            self.show_hint()
            news = True
        news = self.checker.update() or news
        if self._unsaved is not None and monotonic() - self._unsaved > _AUTOSAVE:
            self._keep()
        if int(self.session.seconds) != self._second:
            self._second = int(self.session.seconds)
            news = True
        return news

    def _keep(self) -> None:
        """Write the game down, or forget it if it is over."""
        self._unsaved = None
        session = self.session
        if self.finished:
            self.app.store.drop(session)
        elif session.moves or session.can_redo:
            fault = self.app.store.keep(session)
            if fault:
                self.app.tell(f"The game cannot be kept: {fault}")

    def keep_soon(self) -> None:
        """There is something to write down."""
        self._unsaved = self._unsaved or monotonic()

    def changed(self) -> None:
        """The board is another one now."""
        self.look_at(None)
        tip = self.session.tip
        if tip is not None and self.cursor == self._tip:
            self.cursor = tip
            self._view.follow(tip)
        self._tip = tip
        self.finished = self.session.finished
        self.keep_soon()
        if self.finished:
            self._keep()
        elif not self.paused:
            self.session.resume()  # a solved board has stopped the clock, and it may be undone

    def look_at(self, faults: list[Violation] | None, *, keep_hint: bool = False) -> None:
        """Show these faults instead of what was shown; None: those that are always shown."""
        if not keep_hint:
            self.hints.stop()
        self.checker.stop()
        self._checked, self._scene = faults, None

    def show_hint(self) -> None:
        """Bring what a hint is about into view."""
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
            self._moved(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._up(event.pos, event.button)
        elif event.type == pygame.MOUSEWHEEL and not self.paused:
            self._view.wheel(event)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._pointer.forget()
            self._hold = None

    def _key(self, key: int, mod: int) -> None:
        loads = key == pygame.K_l
        if key == pygame.K_ESCAPE:
            self.app.back()
        elif key == pygame.K_p:
            self._pause()
        elif self.paused:
            self.app.tell("The game is paused; p goes on.")
        elif key in ARROWS:
            self._arrow(key, mod)
        elif key in (*CHOOSE, pygame.K_SPACE):
            self._touch(Gesture(self.cursor, None, bool(mod & pygame.KMOD_SHIFT), self._across))
        elif key == pygame.K_x:
            self._touch(Gesture(self.cursor, None, True, self._across))
        elif key == pygame.K_z and mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            (redo if mod & pygame.KMOD_SHIFT else undo)(self)
        elif self._view.key(key):
            self._view.follow(self.cursor)
        elif key in COMMANDS:
            COMMANDS[key](self)
        if not loads and key not in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.sure_to_load = False

    def _arrow(self, key: int, mod: int) -> None:
        down, right = ARROWS[key]
        puzzle = self.session.puzzle
        row, col = divmod(self.cursor, puzzle.cols)
        row, col = row + down, col + right
        self._across = bool(right)
        if not (0 <= row < puzzle.rows and 0 <= col < puzzle.cols):
            return
        before, to = self.cursor, row * puzzle.cols + col
        if before == self._tip and not mod & _MODIFIERS:
            self._touch(Gesture(before, to, across=self._across))  # the cursor follows the path
            return
        self.cursor = to
        self._view.follow(self.cursor)
        if mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL):
            second = bool(mod & pygame.KMOD_CTRL)
            self._touch(Gesture(before, self.cursor, second, self._across))

    def _touch(self, gesture: Gesture, *, joins: bool = False) -> None:
        if self.session.touch(gesture, joins=joins):
            self.changed()

    def _pause(self) -> None:
        if self.finished:
            return
        self.paused = not self.paused
        self._pointer.forget()
        if self.paused:
            self.session.pause()
        else:
            self.session.resume()

    # The mouse

    def _down(self, at: tuple[int, int], button: int) -> None:
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
        gesture = self._pointer.down(spot, button, is_open=is_open)
        if gesture is not None:
            self._touch(gesture)
        if spot is not None:
            self.cursor = spot.cell

    def _moved(self, at: tuple[int, int]) -> None:
        if self._hold is not None:
            self._view.push(self._hold[0] - at[0], self._hold[1] - at[1])
            self._hold = at
            return
        for gesture, joins in self._pointer.moved(self._view.spot(at)):
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
        """The board with all that is to be pointed at."""
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
                drawn = tried(drawn, trial_marks(session))
            self._scene = numbered(drawn)
        return self._scene

    def message(self) -> Message:
        """What there is to say now."""
        if self.paused:
            return Message("Paused", "", "muted")
        if self.finished:
            return solved(self.session)
        if self.hints.searching:
            return Message("Hint", "Looking for the next step …", "muted")
        if (advice := self.hints.advice) is not None:
            return Message(advice.head, self.hints.text, "look")
        if self._checked is not None:
            tone = "wrong" if self.checker.back is not None else "look"
            return Message("Check", self.checker.text(self._checked), tone)
        if self._faults:
            return Message("Something is wrong", listed(self._faults), "wrong")
        return Message("Rules", rules_of(self.session.kind), "muted")

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """The board, and beside it the clock, what there is to say, and the buttons."""
        board, side = split(pen, box)
        if self.paused:
            pen.panel(board)
            pen.write("Paused", board.center, size="title", align="middle")
            y = board.centery + pen.height("title")
            pen.write("p goes on", (board.centerx, y), colour=pen.colours.muted, align="middle")
        else:
            self._view.draw(pen, board, self.scene())
            advice = self.hints.advice
            if advice is None or self.cursor not in advice.busy:
                self._view.ring(pen, self.cursor)
        shown = game_buttons(
            self.session,
            paused=self.paused,
            can_take=self.hints.step is not None,
            can_go_back=self.checker.back is not None,
        )
        draw_panel(pen, side, self.session, self.message(), self._buttons, shown)

"""The screen on which a board is played, with the mouse or with keys alone."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

import pygame

from masume.core.gesture import Gesture
from masume.core.grid import Cell
from masume.core.kind import Violation
from masume.core.scene import Scene, numbered, pointed
from masume.front.desktop.board_view import BoardView, way
from masume.front.desktop.buttons import Buttons
from masume.front.desktop.hints import Adviser
from masume.front.desktop.look import Pen
from masume.front.desktop.play_panel import Message, draw_panel, listed, rules_of, solved
from masume.front.desktop.screen import ARROWS, CHOOSE, Screen, split
from masume.play.session import Session

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_AUTOSAVE = 0.5  # seconds after which a move is on the disk


class Play(Screen):
    """A game. Whatever a gesture means is the puzzle's business; see its rules in the panel."""

    foot = "Arrows: move · Return: mark · x: other mark · Backspace: undo · h: hint · F1: all keys"
    keys = (
        ("Arrows", "move the cursor"),
        ("Return, Space", "first button: mark the cell"),
        ("x, Shift+Return", "second button: the other mark"),
        ("Shift+Arrow", "drag to the next cell"),
        ("Ctrl+Arrow", "drag with the second button"),
        ("Backspace, u", "undo"),
        ("r, y", "redo"),
        ("n", "take everything back (r: redo)"),
        ("h", "hint: where, how, the step"),
        ("c", "check: what is not right yet"),
        ("v", "show broken rules at once: on, off"),
        ("a", "mark what is obvious by itself"),
        ("t", "begin a trial"),
        ("k, d", "keep the trial, drop it"),
        ("p", "pause"),
        ("s, l", "save the game, load it again"),
        ("Escape", "back to the menu; the game is kept"),
        ("Mouse", "left and right button, and drag"),
    )

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.cursor: Cell = 0
        self.paused = False
        self.hints = Adviser()
        self._checked: list[Violation] | None = None
        self._across: bool | None = None  # the way the cursor went last
        self._pressed: tuple[Cell, int] | None = None  # where a mouse button went down, which one
        self._dragged = False
        self._view = BoardView()
        self._buttons = Buttons()
        self._scene: Scene | None = None
        self._faults: list[Violation] = []
        self._finished = session.finished
        self._unsaved: float | None = None  # since when
        self._second = -1  # that the clock shows
        self._sure_to_load = False
        self._name_it()

    def _name_it(self) -> None:
        name = self.session.name.removeprefix(f"{self.session.kind.name}/")
        self.title = f"{self.session.kind.title} · {name or 'a board'}"

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
        """Nobody waits for a hint any more."""
        self.hints.stop()

    def update(self) -> bool:
        """See to the clock, the hint that is looked for, and the file on the disk."""
        news = False
        if self.hints.update():
            self._scene = None
            news = True
        if self._unsaved is not None and monotonic() - self._unsaved > _AUTOSAVE:
            self._keep()
        if int(self.session.seconds) != self._second:
            self._second = int(self.session.seconds)
            news = True
        return news

    def _keep(self) -> None:
        """Write the game down, or forget it if it is over."""
        self._unsaved = None
        if self._finished:
            self.app.store.drop_current()
        elif self.session.moves and (fault := self.app.store.keep_current(self.session)):
            self.app.tell(f"The game cannot be kept: {fault}")

    def _changed(self) -> None:
        """The board is another one now."""
        self.hints.stop()
        self._checked = self._scene = None
        self._finished = self.session.finished
        self._unsaved = self._unsaved or monotonic()
        if self._finished:
            self._keep()

    # Keys

    def handle(self, event: pygame.event.Event) -> None:
        """React to a key or the mouse."""
        if event.type == pygame.KEYDOWN:
            self._key(event.key, event.mod)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._down(event.pos, event.button)
        elif event.type == pygame.MOUSEMOTION:
            self._move_to(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._up(event.pos, event.button)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._pressed = None

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
            self._undo()
        elif key in self._actions:
            self._actions[key](self)
        if not loads and key not in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self._sure_to_load = False

    def _arrow(self, key: int, mod: int) -> None:
        down, right = ARROWS[key]
        puzzle = self.session.puzzle
        row, col = divmod(self.cursor, puzzle.cols)
        row, col = row + down, col + right
        self._across = bool(right)
        if not (0 <= row < puzzle.rows and 0 <= col < puzzle.cols):
            return
        before, self.cursor = self.cursor, row * puzzle.cols + col
        if mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL):
            second = bool(mod & pygame.KMOD_CTRL)
            self._touch(Gesture(before, self.cursor, second, self._across))

    def _touch(self, gesture: Gesture) -> None:
        if self.session.touch(gesture):
            self._changed()

    def _undo(self) -> None:
        if self.session.undo():
            self._changed()
        else:
            self.app.tell("There is nothing to take back.")

    def _redo(self) -> None:
        if self.session.redo():
            self._changed()
        else:
            self.app.tell("There is nothing to make again.")

    def _anew(self) -> None:
        self.session.restart()
        self._changed()
        self.app.tell("Everything is taken back; r makes it again, move by move.")

    def _check(self) -> None:
        self.hints.stop()
        self._scene = None
        self._checked = self.session.check()

    def _check_always(self) -> None:
        self.session.checking = not self.session.checking
        self._scene = None
        self.app.tell(f"Broken rules are {'' if self.session.checking else 'not '}shown at once.")

    def _auto(self) -> None:
        self.session.auto = not self.session.auto
        told = "from the next move on" if self.session.auto else "not any more"
        self.app.tell(f"What is obvious is marked by itself {told}.")

    def _trial(self) -> None:
        self.session.begin_trial()
        self._unsaved = self._unsaved or monotonic()
        self.app.tell("A trial: k keeps what comes now, d drops it.")

    def _keep_trial(self) -> None:
        kept = self.session.keep_trial()
        self.app.tell("The trial is kept." if kept else "There is no trial; t begins one.")

    def _drop_trial(self) -> None:
        if self.session.drop_trial():
            self._changed()
            self.app.tell("Back to where the trial began; r makes its moves again.")
        else:
            self.app.tell("There is no trial; t begins one.")

    def _pause(self) -> None:
        if self._finished:
            return
        self.paused = not self.paused
        if self.paused:
            self.session.pause()
        else:
            self.session.resume()

    def _save(self) -> None:
        fault = self.app.store.save(self.session)
        self.app.tell(f"It could not be saved: {fault}" if fault else "Saved; l loads it again.")

    def _load(self) -> None:
        found = self.app.store.saved(self.session)
        if found is None:
            self.app.tell("No saved game of this board can be read; s saves one.")
        elif not self._sure_to_load and found.moves != self.session.moves and self.session.moves:
            self._sure_to_load = True
            self.app.tell("l again loads the saved game; this one is lost then.")
        else:
            self._sure_to_load = False
            self.session = found
            self.session.resume()
            self._changed()
            self.app.tell("The saved game is back.")

    def _ask(self) -> None:
        """One grade of help more."""
        if not self._finished:
            self._checked = self._scene = None
            self.hints.ask(self.session.puzzle, self.session.position)

    _actions: ClassVar[dict[int, Callable[[Play], None]]] = {
        pygame.K_BACKSPACE: _undo,
        pygame.K_u: _undo,
        pygame.K_r: _redo,
        pygame.K_y: _redo,
        pygame.K_n: _anew,
        pygame.K_h: _ask,
        pygame.K_c: _check,
        pygame.K_v: _check_always,
        pygame.K_a: _auto,
        pygame.K_t: _trial,
        pygame.K_k: _keep_trial,
        pygame.K_d: _drop_trial,
        pygame.K_s: _save,
        pygame.K_l: _load,
    }

    # The mouse: a click acts when the button comes up, a drag in every cell that it comes to

    def _down(self, at: tuple[int, int], button: int) -> None:
        if button not in (1, 3):
            return
        pressed = self._buttons.under(at)
        if pressed is not None:
            if button == 1:
                self._key(pressed.key, 0)
            return
        spot = None if self.paused else self._view.spot(at)
        self._pressed = None if spot is None else (spot.cell, button)
        self._dragged = False
        if spot is not None:
            self.cursor = spot.cell

    def _move_to(self, at: tuple[int, int]) -> None:
        spot = self._view.spot(at)
        if self._pressed is None or spot is None:
            return
        cell, button = self._pressed
        for to in way(cell, spot.cell, self.session.puzzle.cols):
            self._dragged = True
            self._touch(Gesture(cell, to, button == 3))
            cell = to
        self._pressed = (cell, button)
        self.cursor = cell

    def _up(self, at: tuple[int, int], button: int) -> None:
        if self._pressed is None or self._pressed[1] != button:
            return
        cell, spot = self._pressed[0], self._view.spot(at)
        if not self._dragged and spot is not None and spot.cell == cell:
            self._touch(Gesture(cell, None, button == 3, spot.across))
        self._pressed = None

    # Drawing

    def scene(self) -> Scene:
        """The board with all that is to be pointed at."""
        if self._scene is None:
            session = self.session
            self._faults = session.faults
            faults = self._faults if self._checked is None else self._checked
            told = self.hints.told
            marked = told.marked if told else ()
            drawn = session.kind.scene(session.puzzle, session.position, faults, marked)
            if told and told.grounds:
                drawn = pointed(drawn, told.grounds, "ground")
            self._scene = numbered(drawn)
        return self._scene

    def message(self) -> Message:
        """What there is to say now."""
        if self.paused:
            return Message("Paused", "", "muted")
        if self._finished:
            return solved(self.session)
        if self.hints.searching:
            return Message("Hint", "Looking for the next step …", "muted")
        if (told := self.hints.told) is not None:
            more = "\n\nh tells more." if told.more else ""
            return Message(told.head, told.text + more, "look")
        if self._checked is not None:
            return Message("Not solved yet", listed(self._checked), "wrong")
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
            self._view.ring(pen, self.cursor)
        draw_panel(pen, side, self.session, self.message(), self._buttons, paused=self.paused)

"""The screen on which a board is composed, with keys alone or with the mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from masume.core.drawing.scene import MARKED, Scene, numbered
from masume.core.puzzle.grid import Cell
from masume.draw.overlay import doubted, pointed
from masume.errors import MasumeError
from masume.formats.draft import EMPTY, BoardDraft, draft_of, typed
from masume.formats.palette import palette
from masume.formats.plain import Board, write_board
from masume.front.desktop.advice import (
    BUSY,
    Help,
    Judging,
    Wish,
    completed,
    decisive,
    easier,
    harder,
    spared,
    wished,
)
from masume.front.desktop.board_view import LARGER, SMALLER, BoardView
from masume.front.desktop.buttons import Button, Buttons
from masume.front.desktop.compose_menus import export_menu
from masume.front.desktop.look import Pen
from masume.front.desktop.play import PlayScreen
from masume.front.desktop.play_panel import Message, draw_words
from masume.front.desktop.question import Question
from masume.front.desktop.screen import ARROWS, Screen, split
from masume.play.session import Session

if TYPE_CHECKING:
    from masume.front.desktop.app import App

DRAFT = "draft"  # the setting that keeps it
MOST_SIDE = 40
_MOST = 500  # drafts to go back to


class ComposeScreen(Screen):
    """A draft, what is known of it, and help with it. Letters are clues, so commands take Ctrl."""

    foot = "Arrows: move · Digits, letters: clues · Backspace: erase · Ctrl+K: complete · F1: keys"
    keys = (
        ("Arrows", "move the cursor"),
        ("Digits, letters, ?", "write a clue"),
        ("Backspace, .", "erase"),
        ("Shift+Arrow", "a row or column more or less"),
        ("Ctrl+Z, Ctrl+Y", "undo, redo"),
        ("Ctrl+K", "complete it: the fewest clues more"),
        ("Ctrl+H, Ctrl+E", "make it harder, easier"),
        ("Ctrl+D", "where a clue would help most"),
        ("Ctrl+U", "which clue is not needed"),
        ("Ctrl+L", "lock the cell: harder and easier keep it"),
        ("Ctrl+P", "play it"),
        ("Ctrl+S", "export it"),
        ("Escape", "back; the draft is kept"),
        ("Ctrl with +, –, 0", "larger, smaller, the whole board"),
        ("Mouse", "click: move the cursor; right: erase; wheel: scroll"),
    )
    takes_text = True
    repeated = (*ARROWS, *LARGER, *SMALLER, pygame.K_BACKSPACE, pygame.K_z, pygame.K_y)

    def __init__(self, app: App, draft: BoardDraft) -> None:
        super().__init__(app)
        self.cursor: Cell = 0
        self.locked: set[Cell] = set()
        self.judging = Judging()
        self._drafts, self._at = [draft], 0
        self._helping: Question[Help] | None = None
        self._help: Help | None = None
        self._seed = 0  # asked once more, help finds something else
        self._fresh = False  # whether a digit may be put to what the cell holds
        self._view = BoardView(magnifies=True)
        self._buttons = Buttons()
        self._scene: Scene | None = None
        self.board = draft.board()
        self._look()

    @property
    def draft(self) -> BoardDraft:
        """The board as it is written."""
        return self._drafts[self._at]

    # Coming and going

    def hidden(self) -> None:
        """Keep the draft, and leave nothing running."""
        self.app.store.remember(DRAFT, write_board(self.board))
        self.judging.stop()

    def shown(self) -> None:
        """Find out again what was called off."""
        self._look()

    def closed(self) -> None:
        """Nobody waits for help any more."""
        self._stop_help()
        self.judging.stop()

    def update(self) -> bool:
        """See whether more is known, and whether help has come."""
        news = self.judging.update()
        if self._helping is not None and self._helping.done:
            self._take(self._helping.answer)
            news = True
        if news:
            self._scene = None
        return news

    # Changes

    def change(self, draft: BoardDraft) -> None:
        """Another draft, if it can be a board."""
        try:
            draft.board()
        except MasumeError as fault:
            self.app.tell(str(fault))
            return
        if draft != self.draft:
            self._drafts = [*self._drafts[: self._at + 1], draft][-_MOST:]
            self._at = len(self._drafts) - 1
            self._look()

    def _step(self, by: int) -> None:
        if not 0 <= self._at + by < len(self._drafts):
            self.app.tell(f"There is nothing to {'take back' if by < 0 else 'make again'}.")
            return
        self._at += by
        self._look()

    def _look(self) -> None:
        """The draft is another one now."""
        self._stop_help()
        self._help, self._scene, self._fresh = None, None, False
        self.board = self.draft.board()
        self.cursor = min(self.cursor, len(self.draft.cells) - 1)
        self.locked = {cell for cell in self.locked if cell < len(self.draft.cells)}
        self.title = f"{self.board.kind.title} {self.draft.rows}×{self.draft.cols} · compose"
        self.judging.ask(self.board)

    def _write(self, key: str) -> bool:
        before = self.draft.cells[self.cursor] if self._fresh else ""
        text = typed(key, before, palette(self.board.puzzle))
        if text is None:
            return False
        self.change(self.draft.put([self.cursor], text))
        self._fresh = text != EMPTY
        return True

    def _resize(self, key: int) -> None:
        down, right = ARROWS[key]
        rows, cols = self.draft.rows + down, self.draft.cols + right
        if 1 <= rows <= MOST_SIDE and 1 <= cols <= MOST_SIDE:
            row, col = divmod(self.cursor, self.draft.cols)
            self.locked.clear()
            self.cursor = min(row, rows - 1) * cols + min(col, cols - 1)
            self.change(self.draft.resized(rows, cols))

    # Help

    def _wish(self, wish: Wish) -> None:
        self._stop_help()
        self._seed += 1
        self._help = Help(BUSY)
        self._helping = wished(wish, self.board, frozenset(self.locked), self._seed)

    def _stop_help(self) -> None:
        if self._helping is not None:
            self._helping.stop()
        self._helping = None

    def _take(self, help: Help) -> None:
        self._helping = None
        if help.puzzle is not None:
            self.change(draft_of(Board(self.board.kind, help.puzzle, self.board.name)))
        self._help, self._scene = help, None

    def lock(self) -> None:
        """The cell under the cursor stays as it is, or may be changed again."""
        self.locked ^= {self.cursor}
        self._scene = None

    def play(self) -> None:
        """Play it as it is."""
        self.app.push(PlayScreen(self.app, Session(self.board.puzzle, self.board.name)))

    def export(self) -> None:
        """Take it away in some format."""
        self.app.push(export_menu(self.app, self.board))

    # Keys and the mouse

    def handle(self, event: pygame.event.Event) -> None:
        """React to a key or the mouse."""
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            self._click(event.pos, event.button)
        elif event.type == pygame.MOUSEWHEEL:
            self._view.wheel(event)

    def _key(self, event: pygame.event.Event) -> None:
        held = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_ESCAPE:
            self.app.back()
        elif event.key == pygame.K_z and held and event.mod & pygame.KMOD_SHIFT:
            self._step(1)
        elif held and event.key in _COMMANDS:
            _COMMANDS[event.key](self)
        elif held and self._view.key(event.key):
            self._view.follow(self.cursor)
        elif event.key in ARROWS:
            self._arrow(event.key, event.mod)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._write(EMPTY)
        elif not held and event.unicode and not self._write(event.unicode):
            texts = ", ".join(palette(self.board.puzzle)[:12])
            self.app.tell(f"That is no clue here; there are {texts}.")

    def _arrow(self, key: int, mod: int) -> None:
        if mod & pygame.KMOD_SHIFT:
            self._resize(key)
            return
        down, right = ARROWS[key]
        row, col = divmod(self.cursor, self.draft.cols)
        if 0 <= row + down < self.draft.rows and 0 <= col + right < self.draft.cols:
            self.cursor += down * self.draft.cols + right
            self._fresh = False
            self._view.follow(self.cursor)

    def _click(self, at: tuple[int, int], button: int) -> None:
        pressed = self._buttons.under(at)
        spot = self._view.spot(at)
        if pressed is not None and button == 1:
            _COMMANDS[pressed.key](self)
        elif spot is not None:
            self.cursor, self._fresh = spot.cell, False
            if button == 3:
                self._write(EMPTY)

    # Drawing

    def scene(self) -> Scene:
        """The board with what is known of it."""
        if self._scene is None:
            puzzle, kind = self.board.puzzle, self.board.kind
            drawn = kind.scene(puzzle, kind.start(puzzle), self.judging.faults())
            last = self.judging.last
            drawn = doubted(drawn, last.doubts if last else {})
            marked = self._help.cells if self._help else ()
            drawn = pointed(drawn, [*marked, *self.locked], MARKED)
            self._scene = numbered(drawn)
        return self._scene

    def message(self) -> Message:
        """The verdict, and what came of the last wish."""
        verdict = self.judging.message()
        if self._help is None:
            return verdict
        return verdict._replace(text=f"{self._help.text}\n\n{verdict.text}".rstrip())

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """The board, and beside it the verdict and the buttons."""
        board, side = split(pen, box)
        self._view.draw(pen, board, self.scene())
        self._view.ring(pen, self.cursor)
        pen.panel(side)
        pad = pen.px(12)
        inner = side.inflate(-2 * pad, -2 * pad)
        draw_words(pen, inner, inner.top, self.message(), self._buttons, _BUTTONS)


_COMMANDS: dict[int, Callable[[ComposeScreen], None]] = {
    pygame.K_z: lambda screen: screen._step(-1),
    pygame.K_y: lambda screen: screen._step(1),
    pygame.K_k: lambda screen: screen._wish(completed),
    pygame.K_h: lambda screen: screen._wish(harder),
    pygame.K_e: lambda screen: screen._wish(easier),
    pygame.K_d: lambda screen: screen._wish(decisive),
    pygame.K_u: lambda screen: screen._wish(spared),
    pygame.K_l: ComposeScreen.lock,
    pygame.K_p: ComposeScreen.play,
    pygame.K_s: ComposeScreen.export,
}
_BUTTONS = [
    Button("Complete it", pygame.K_k, "^K"),
    Button("Which clue?", pygame.K_d, "^D"),
    Button("Harder", pygame.K_h, "^H"),
    Button("Easier", pygame.K_e, "^E"),
    Button("Undo", pygame.K_z, "^Z"),
    Button("Redo", pygame.K_y, "^Y"),
    Button("Not needed?", pygame.K_u, "^U"),
    Button("Lock", pygame.K_l, "^L"),
    Button("Play", pygame.K_p, "^P"),
    Button("Export", pygame.K_s, "^S"),
]

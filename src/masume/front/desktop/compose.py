"""The screen for composing a board by keyboard or mouse."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from masume.core.drawing.scene import MARKED, Scene, with_coordinates
from masume.core.puzzle.grid import Cell
from masume.draw.overlay import draw_doubts, outline_cells
from masume.errors import MasumeError
from masume.formats.draft import EMPTY, BoardDraft, draft_of, type_key
from masume.formats.palette import palette
from masume.formats.plain import Board, write_board
from masume.front.desktop.advice import (
    BUSY,
    Assist,
    AssistResult,
    DraftJudge,
    complete,
    easier,
    harder,
    list_deciding,
    list_spare,
    run_assist,
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

DRAFT = "draft"  # the name of the setting that stores the draft
MOST_SIDE = 40
_MOST = 500  # undo steps


class ComposeScreen(Screen):
    """A draft with its verdict and assists. Letters are clues, so commands use Ctrl."""

    foot = "Arrows: move · Digits, letters: clues · Backspace: erase · Ctrl+K: complete · F1: keys"
    keys = (
        ("Arrows", "move the cursor"),
        ("Digits, letters, ?", "write a clue"),
        ("Backspace, .", "erase"),
        ("Shift+Arrow", "add or remove a row or column"),
        ("Ctrl+Z, Ctrl+Y", "undo, redo"),
        ("Ctrl+K", "complete: add the fewest clues"),
        ("Ctrl+H, Ctrl+E", "make harder, easier"),
        ("Ctrl+D", "list deciding clues"),
        ("Ctrl+U", "list redundant clues"),
        ("Ctrl+L", "lock the cell against harder and easier"),
        ("Ctrl+P", "play"),
        ("Ctrl+S", "export"),
        ("Escape", "back; the draft is saved"),
        ("Ctrl with +, –, 0", "zoom in, zoom out, fit"),
        ("Mouse", "click: move the cursor; right: erase; wheel: scroll"),
    )
    takes_text = True
    repeated = (*ARROWS, *LARGER, *SMALLER, pygame.K_BACKSPACE, pygame.K_z, pygame.K_y)

    def __init__(self, app: App, draft: BoardDraft) -> None:
        super().__init__(app)
        self.cursor: Cell = 0
        self.locked: set[Cell] = set()
        self.judging = DraftJudge()
        self._drafts, self._at = [draft], 0
        self._assist_task = Question[AssistResult]()
        self._assist_result: AssistResult | None = None
        self._seed = 0  # counts assists, so that a repeated one varies
        self._fresh = False  # whether the next digit is appended to the cell
        self._view = BoardView(magnifies=True)
        self._buttons = Buttons()
        self._scene: Scene | None = None
        self.board = draft.board()
        self._refresh()

    @property
    def draft(self) -> BoardDraft:
        """The current draft."""
        return self._drafts[self._at]

    # Lifecycle

    def on_hide(self) -> None:
        """Save the draft and stop judging."""
        self.app.store.set_setting(DRAFT, write_board(self.board))
        self.judging.stop()

    def on_show(self) -> None:
        """Restart judging."""
        self._refresh()

    def on_close(self) -> None:
        """Stop background work."""
        self._assist_task.stop()
        self.judging.stop()

    def update(self) -> bool:
        """Take in new verdicts and assist results."""
        news = self.judging.update()
        if self._assist_task.done:
            self._apply_result(self._assist_task.take())
            news = True
        if news:
            self._scene = None
        return news

    # Changes

    def change(self, draft: BoardDraft) -> None:
        """Switch to another draft, unless it is not a valid board."""
        try:
            draft.board()
        except MasumeError as fault:
            self.app.notify(str(fault))
            return
        if draft != self.draft:
            self._drafts = [*self._drafts[: self._at + 1], draft][-_MOST:]
            self._at = len(self._drafts) - 1
            self._refresh()

    def _step(self, by: int) -> None:
        if not 0 <= self._at + by < len(self._drafts):
            self.app.notify(f"Nothing to {'undo' if by < 0 else 'redo'}.")
            return
        self._at += by
        self._refresh()

    def _refresh(self) -> None:
        """Reset everything that depends on the draft."""
        self._assist_task.stop()
        self._assist_result, self._scene, self._fresh = None, None, False
        self.board = self.draft.board()
        self.cursor = min(self.cursor, len(self.draft.cells) - 1)
        self.locked = {cell for cell in self.locked if cell < len(self.draft.cells)}
        self.title = f"{self.board.kind.title} {self.draft.rows}×{self.draft.cols} · compose"
        self.judging.ask(self.board)

    def _type_clue(self, key: str) -> bool:
        """Type a key into the clue at the cursor; return whether a clue can contain it."""
        before = self.draft.cells[self.cursor] if self._fresh else ""
        text = type_key(key, before, palette(self.board.puzzle))
        if text is None:
            return False
        self.change(self.draft.put([self.cursor], text))
        # The next key continues this clue, unless the board was rejected with it.
        self._fresh = text != EMPTY and self.draft.cells[self.cursor] == text
        return True

    def _resize(self, key: int) -> None:
        down, right = ARROWS[key]
        rows, cols = self.draft.rows + down, self.draft.cols + right
        if 1 <= rows <= MOST_SIDE and 1 <= cols <= MOST_SIDE:
            row, col = divmod(self.cursor, self.draft.cols)
            self.locked.clear()
            self.cursor = min(row, rows - 1) * cols + min(col, cols - 1)
            self.change(self.draft.resize(rows, cols))

    # Assists

    def _assist(self, wish: Assist) -> None:
        self._seed += 1
        self._assist_result = AssistResult(BUSY)
        self._assist_task.ask(
            partial(run_assist, wish, self.board, frozenset(self.locked), self._seed)
        )

    def _apply_result(self, result: AssistResult) -> None:
        if result.puzzle is not None:
            self.change(draft_of(Board(self.board.kind, result.puzzle, self.board.name)))
        self._assist_result, self._scene = result, None

    def lock(self) -> None:
        """Lock or unlock the cell under the cursor."""
        self.locked ^= {self.cursor}
        self._scene = None

    def play(self) -> None:
        """Play the board."""
        self.app.push(PlayScreen(self.app, Session(self.board.puzzle, self.board.name)))

    def export(self) -> None:
        """Open the export menu."""
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
        """Handle a key: a command, a cursor key or a clue."""
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
            self._type_clue(EMPTY)
        elif not held and event.unicode and not self._type_clue(event.unicode):
            texts = ", ".join(palette(self.board.puzzle)[:12])
            self.app.notify(f"Not a clue of this puzzle; valid: {texts}.")

    def _arrow(self, key: int, mod: int) -> None:
        """Move the cursor, or resize the board with Shift."""
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
        """Press a button, move the cursor or erase a clue."""
        pressed = self._buttons.under(at)
        spot = self._view.spot(at)
        if pressed is not None and button == 1:
            _COMMANDS[pressed.key](self)
        elif spot is not None:
            self.cursor, self._fresh = spot.cell, False
            if button == 3:
                self._type_clue(EMPTY)

    # Drawing

    def scene(self) -> Scene:
        """Return the scene of the board with contradictions, doubts and marked cells."""
        if self._scene is None:
            puzzle, kind = self.board.puzzle, self.board.kind
            drawn = kind.scene(puzzle, kind.start(puzzle), self.judging.faults())
            last = self.judging.last
            drawn = draw_doubts(drawn, last.doubts if last else {})
            marked = self._assist_result.cells if self._assist_result else ()
            drawn = outline_cells(drawn, [*marked, *self.locked], MARKED)
            self._scene = with_coordinates(drawn)
        return self._scene

    def message(self) -> Message:
        """Return the verdict and the result of the last assist."""
        verdict = self.judging.message()
        if self._assist_result is None:
            return verdict
        return verdict._replace(text=f"{self._assist_result.text}\n\n{verdict.text}".rstrip())

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the board, the verdict and the buttons."""
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
    pygame.K_k: lambda screen: screen._assist(complete),
    pygame.K_h: lambda screen: screen._assist(harder),
    pygame.K_e: lambda screen: screen._assist(easier),
    pygame.K_d: lambda screen: screen._assist(list_deciding),
    pygame.K_u: lambda screen: screen._assist(list_spare),
    pygame.K_l: ComposeScreen.lock,
    pygame.K_p: ComposeScreen.play,
    pygame.K_s: ComposeScreen.export,
}
_BUTTONS = [
    Button("Complete", pygame.K_k, "^K"),
    Button("Deciding", pygame.K_d, "^D"),
    Button("Harder", pygame.K_h, "^H"),
    Button("Easier", pygame.K_e, "^E"),
    Button("Undo", pygame.K_z, "^Z"),
    Button("Redo", pygame.K_y, "^Y"),
    Button("Redundant", pygame.K_u, "^U"),
    Button("Lock", pygame.K_l, "^L"),
    Button("Play", pygame.K_p, "^P"),
    Button("Export", pygame.K_s, "^S"),
]

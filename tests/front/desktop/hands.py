"""A simulated player: real pygame events on SDL's dummy driver, and boards to play."""

from __future__ import annotations

import os
import time

import pytest
from support import KINDS

import masume
from masume.core.puzzle.gesture import Gesture
from masume.families.links.neighbours import STEPS
from masume.play.session import Session

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
from PIL import Image

from masume.front.desktop.play import PlayScreen

SIZE = (480, 360)  # small ones are drawn fast
BOARDS = {
    kind.name: min(
        (board for board in masume.examples(kind.name) if masume.solve(board.puzzle).unique),
        key=lambda board: abs(board.puzzle.rows * board.puzzle.cols - 25),
    )
    for kind in KINDS
    if kind.model is not None
}
WIDE = pytest.mark.parametrize("player", [(800, 600)], indirect=True, ids=str)
EACH = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
FIRST = masume.examples("hitori")[2]  # hitori/first, 4×4


class Player:
    """A player with keyboard and mouse."""

    def __init__(self, app):
        self.app = app
        app.frame()

    @property
    def screen(self):
        return self.app.screen

    def _post(self, what, **facts):
        pygame.event.post(pygame.event.Event(what, **facts))

    def key(self, *keys, mod=0):
        for key in keys:
            text = key if isinstance(key, str) else ""
            code = pygame.key.key_code(key) if isinstance(key, str) and key != "?" else key
            code = pygame.K_SLASH if key == "?" else code
            self._post(pygame.KEYDOWN, key=code, mod=mod, unicode=text, scancode=0)
            self._post(pygame.KEYUP, key=code, mod=mod, unicode=text, scancode=0)
            self.app.frame()

    def press(self, at, button=1):
        self._post(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False)

    def move(self, at, buttons=(0, 0, 0)):
        self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=buttons, touch=False)

    def release(self, at, button=1):
        self._post(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False)
        self.app.frame()

    def click(self, at, button=1):
        self.press(at, button)
        self.release(at, button)

    def drag(self, start, end, button=1):
        self.press(start, button)
        self.move(end, (1, 0, 0))
        self.release(end, button)

    def wheel(self, y, mod=0):
        pygame.key.set_mods(mod)
        self._post(pygame.MOUSEWHEEL, x=0, y=y, which=0, flipped=False)
        self.app.frame()
        pygame.key.set_mods(0)

    def wait(self, until, seconds=30):
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, "timeout"
            self.app.frame()
            time.sleep(0.005)
        self.app.frame()

    # In menus

    def line(self, text):
        """Return the index of the line that starts with a text."""
        texts = [choice.text for choice in self.screen.choices]
        return next(number for number, line in enumerate(texts) if line.startswith(text))

    def choose(self, text):
        """Choose a line with the arrow keys."""
        wanted = self.line(text)
        step = pygame.K_DOWN if wanted > self.screen.at else pygame.K_UP
        self.key(*[step] * abs(wanted - self.screen.at), pygame.K_RETURN)

    def pick(self, text):
        """Scroll until a line is visible, and click it."""
        wanted = self.line(text)
        while (box := self._box(wanted)) is None:
            before = self.screen.at
            self._post(pygame.MOUSEWHEEL, x=0, y=before - wanted, which=0, flipped=False)
            self.app.frame()
        self.move(box.center)
        self.click(box.center)

    def _box(self, wanted):
        return next((box for box, number in self.screen._lines if number == wanted), None)

    # On boards

    def go(self, cell):
        """Move the cursor with Alt and the arrow keys, without drawing."""
        cols = self.screen.session.puzzle.cols
        (row, col), (to_row, to_col) = divmod(self.screen.cursor, cols), divmod(cell, cols)
        down, right = to_row - row, to_col - col
        alt = pygame.KMOD_LALT
        self.key(*[pygame.K_DOWN if down > 0 else pygame.K_UP] * abs(down), mod=alt)
        self.key(*[pygame.K_RIGHT if right > 0 else pygame.K_LEFT] * abs(right), mod=alt)

    def gesture_by_key(self, gesture):
        self.go(gesture.cell)
        if gesture.to is None and gesture.side is not None:
            self.key(getattr(pygame, f"K_{gesture.side.upper()}"), mod=pygame.KMOD_LSHIFT)
            return
        if gesture.symbol:
            mod = pygame.KMOD_LSHIFT if gesture.second else 0
            self.key(*(getattr(pygame, f"K_{digit}") for digit in gesture.symbol), mod=mod)
            return
        if gesture.to is None:
            self.key("x" if gesture.second else pygame.K_RETURN)
            return
        cols = self.screen.session.puzzle.cols
        arrows = {1: pygame.K_RIGHT, -1: pygame.K_LEFT, cols: pygame.K_DOWN, -cols: pygame.K_UP}
        mod = pygame.KMOD_LCTRL if gesture.second else pygame.KMOD_LSHIFT
        self.key(arrows[gesture.to - gesture.cell], mod=mod)

    def gesture_by_mouse(self, gesture):
        middle = self.screen._view.middle
        button = 3 if gesture.second else 1
        if gesture.symbol:  # the first click selects the cell, each other one changes its number
            symbols = list(self.screen.session.kind.symbols(self.screen.session.puzzle))
            clicks = symbols.index(gesture.symbol) + 1 + (self.screen.cursor != gesture.cell)
            for _ in range(clicks):
                self.click(middle(gesture.cell))
        elif gesture.to is None:
            x, y = middle(gesture.cell)
            down, right = STEPS.get(gesture.side, (0, 0))
            reach = 0.4 * self.screen._view._cell
            self.click((round(x + reach * right), round(y + reach * down)), button)
        else:
            self.drag(middle(gesture.cell), middle(gesture.to), button)


def open_game(player, board=FIRST):
    player.app.push(PlayScreen(player.app, Session(board.puzzle, board.name)))
    player.app.frame()
    return player.screen


def solving_gestures(puzzle):
    """Yield gestures that lead to the solution, each with the resulting position."""
    kind = masume.kind_of(puzzle)
    found = masume.search(puzzle, space=kind.spaces[0].name, limit=masume.Limit(seconds=20))
    assert found.goal is not None
    position = kind.start(puzzle)
    for node in found.goal.path()[1:]:
        after = kind.play(puzzle, position, node.move)
        yield (
            next(g for g in _gestures(puzzle) if _result(kind, puzzle, position, g) == after),
            after,
        )
        position = after


def _gestures(puzzle):
    if masume.kind_of(puzzle).drag == "select":
        for cell in range(puzzle.rows * puzzle.cols):
            symbols = masume.kind_of(puzzle).symbols(puzzle)
            yield from (Gesture(cell, symbol=symbol) for symbol in symbols)
        return
    for cell in range(puzzle.rows * puzzle.cols):
        yield from (Gesture(cell, to) for to in puzzle.grid.neighbours[cell])
    if masume.kind_of(puzzle).drag == "side":
        cells = range(puzzle.rows * puzzle.cols)
        yield from (Gesture(cell, None, False, side) for cell in cells for side in STEPS)
    for second in (False, True):
        yield from (Gesture(cell, None, second) for cell in range(puzzle.rows * puzzle.cols))


def _result(kind, puzzle, position, gesture):
    for move in kind.touch(puzzle, position, gesture):
        position = kind.play(puzzle, position, move)
    return position


def count_colours(surface):
    """Return the number of colours of a surface."""
    data = pygame.image.tobytes(surface, "RGB")
    return len(Image.frombytes("RGB", surface.get_size(), data).getcolors(maxcolors=1 << 16))

"""App: the window, the screens one above the other, and the loop that keeps them going."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pygame

from masume.draw.themes import LIGHT, Theme, theme_named
from masume.errors import NotApplicable
from masume.formats.plain import Board
from masume.front.desktop import look
from masume.front.desktop.board_menus import main_menu, mode_menu
from masume.front.desktop.help import HelpScreen
from masume.front.desktop.look import THEMES, Pen
from masume.front.desktop.screen import Screen
from masume.front.desktop.store import GameStore

SIZE = (960, 720)
_FRAMES = 30  # a second
_SWITCH = 0.001  # seconds after which a thread that searches lets the window have its turn
_DRIVERS = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")  # what SDL is told by its user
_INVISIBLE = ("offscreen", "dummy")  # what SDL falls back to where there is no screen


class App:
    """The game. `run` is the loop; a test calls `frame` instead, as often as it likes."""

    def __init__(
        self, store: GameStore, theme: Theme = LIGHT, size: tuple[int, int] = SIZE
    ) -> None:
        self.store = store
        self.theme = theme
        self.running = True
        self.screens: list[Screen] = []
        self._fresh = False  # whether the window shows how things are
        self._notice = ""
        self._held: set[int] = set()  # keys
        self._windowed: tuple[int, int] | None = None  # the window's size before it filled all
        self.window = open_window(size)
        self.clock = pygame.time.Clock()
        self.push(main_menu(self))

    # Screens

    @property
    def screen(self) -> Screen:
        """The one on top."""
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        if self.screens:
            self.screen.hidden()
        self.screens.append(screen)
        screen.shown()

    def back(self) -> None:
        """Leave the screen on top, if it is not the last one."""
        if len(self.screens) > 1:
            self._drop()
            self.screen.shown()

    def replace(self, screen: Screen) -> None:
        """Put a screen in place of the one on top."""
        self._drop()
        self.screens.append(screen)
        screen.shown()

    def _drop(self) -> None:
        gone = self.screens.pop()
        gone.hidden()
        gone.closed()

    def home(self) -> None:
        """Back to the main menu."""
        while len(self.screens) > 1:
            self._drop()
        self.screen.shown()

    def tell(self, text: str) -> None:
        """Say something in the line at the foot, until the next key."""
        self._notice = text
        self._fresh = False

    def quit(self) -> None:
        """Let the loop end."""
        self.running = False

    def close(self) -> None:
        """Leave every screen, so that nothing is lost and no work goes on."""
        while self.screens:
            self._drop()

    # The loop

    def run(self) -> None:
        """Show the window until it is closed."""
        try:
            while self.running:
                self.frame()
                self.clock.tick(_FRAMES)
        finally:
            self.close()

    def frame(self) -> None:
        """Once round: what has happened, what is to be done, and what is to be seen."""
        for event in pygame.event.get():
            self.handle(event)
            if not self.running:
                return
        if self.screen.update():
            self._fresh = False
        if not self._fresh:
            self.window = pygame.display.get_surface() or self.window
            self.draw(self.window)
            pygame.display.flip()
            self._fresh = True

    def handle(self, event: pygame.event.Event) -> None:
        """React to an event: some keys mean the same on every screen."""
        if event.type == pygame.QUIT:
            self.quit()
            return
        self._fresh = False
        if self._is_repeated(event):
            return
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._notice = ""
        if event.type != pygame.KEYDOWN:
            self.screen.handle(event)
        elif event.key == pygame.K_F2:
            self.next_theme()
        elif event.key == pygame.K_F11:
            self.full_screen()
        elif event.key == pygame.K_F1 or (event.unicode == "?" and not self.screen.takes_text):
            self.help()
        else:
            self.screen.handle(event)

    def _is_repeated(self, event: pygame.event.Event) -> bool:
        """Whether a key that is held down comes again, and should not."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
        elif event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            if event.key in self._held:
                return event.key not in self.screen.repeated
            self._held.add(event.key)
        return False

    def help(self) -> None:
        """Show the keys of the screen on top, or stop doing so."""
        if isinstance(self.screen, HelpScreen):
            self.back()
        else:
            self.push(HelpScreen(self, self.screen))

    def full_screen(self) -> None:
        """Fill the screen, or go back to the window as it was."""
        if self._windowed is None:
            self._windowed = pygame.display.get_window_size()
            self.window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.window = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
            self._windowed = None

    def next_theme(self) -> None:
        """Change the colours, and remember them for the next time."""
        names = [theme.name for theme in THEMES]
        at = names.index(self.theme.name) if self.theme.name in names else -1
        self.theme = THEMES[(at + 1) % len(THEMES)]
        self.store.remember("theme", self.theme.name)
        self.tell(f"Theme: {self.theme.name}.")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the title, the screen, and the line at the foot."""
        pen = Pen(surface, self.theme)
        surface.fill(pen.colours.paper)
        width, height = surface.get_size()
        edge = pen.px(18)
        screen = self.screen
        pen.write(screen.title, (edge, pen.px(12)), size="head", bold=True, width=width - 2 * edge)
        top = pen.px(12) + pen.height("head") + pen.px(8)
        foot = height - pen.height("small") - pen.px(10)
        colours = pen.colours
        pygame.draw.line(surface, colours.line, (0, foot - pen.px(6)), (width, foot - pen.px(6)))
        text, colour = self._notice, colours.ink
        if not text:
            text, colour = shortened_list(pen, screen.foot, width - 2 * edge), colours.muted
        pen.write(text, (edge, foot), size="small", colour=colour, width=width - 2 * edge)
        box = pygame.Rect(edge, top, width - 2 * edge, foot - pen.px(16) - top)
        screen.draw(pen, box)


def shortened_list(pen: Pen, text: str, width: int) -> str:
    """A list of keys without as many as do not fit; the last one tells how to see all of them."""
    parts = text.split(" · ")
    while len(parts) > 1 and pen.font("small").size(" · ".join(parts))[0] > width:
        del parts[-2]
    return " · ".join(parts)


def open_window(size: tuple[int, int]) -> pygame.Surface:
    """The window; raises NotApplicable, with a remedy, where there is no screen for it."""
    wanted = any(map(os.environ.get, _DRIVERS))
    displays = ("DISPLAY", "WAYLAND_DISPLAY")
    has_none = sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, displays))
    remedy = "start it inside a desktop session, or use masume solve --watch in the terminal"
    if has_none and not wanted:
        raise NotApplicable(f"there is no display to open a window on; {remedy}")
    try:
        _init_display()
        if not wanted and pygame.display.get_driver() in _INVISIBLE:
            pygame.display.quit()
            raise NotApplicable(f"the display does not answer; {remedy}")
        pygame.font.init()
        look.forget()
        pygame.display.set_caption("masume")
        window = pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.key.set_repeat(350, 60)
    except pygame.error as fault:
        raise NotApplicable(f"no window can be opened ({fault}); {remedy}") from None
    return window


def _init_display() -> None:
    """Ask SDL for a display; where only X is promised, for nothing else.

    Its other drivers complain on stderr before they give up, and the user wants one line.
    """
    only_x = os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY")
    before = {name: os.environ.get(name) for name in _DRIVERS}
    if only_x and sys.platform not in ("win32", "darwin") and not any(before.values()):
        os.environ["SDL_VIDEODRIVER"] = "x11"
    try:
        pygame.display.init()
    finally:
        if before["SDL_VIDEODRIVER"] is None:
            os.environ.pop("SDL_VIDEODRIVER", None)


def start(board: Board | None = None, theme: str | None = None, data: Path | None = None) -> None:
    """Play until the window is closed; with a board, its menu comes first."""
    store = GameStore(data)
    chosen = theme or str(store.remembered("theme", LIGHT.name))
    known = chosen in [one.name for one in THEMES]
    app = App(store, theme_named(chosen) if known else LIGHT)
    if board is not None:
        app.push(mode_menu(app, board))
    sys.setswitchinterval(_SWITCH)
    try:
        app.run()
    finally:
        pygame.quit()

"""App: the window, the stack of screens and the event loop."""

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
_FRAMES = 30  # per second
_SWITCH = 0.001  # thread switch interval in seconds, short enough to keep the window responsive
_DRIVERS = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")  # set by a user to choose the SDL video driver
_INVISIBLE = ("offscreen", "dummy")  # the fallbacks of SDL without a display


class App:
    """The application. `run` is the event loop; tests call `frame` instead."""

    def __init__(
        self, store: GameStore, theme: Theme = LIGHT, size: tuple[int, int] = SIZE
    ) -> None:
        self.store = store
        self.theme = theme
        self.running = True
        self.screens: list[Screen] = []
        self._is_drawn = False  # whether the window is up to date
        self._notice = ""
        self._held: set[int] = set()  # keys that are down
        self._windowed: tuple[int, int] | None = None  # the size before full screen
        self.window = open_window(size)
        self.clock = pygame.time.Clock()
        self.push(main_menu(self))

    # Screens

    @property
    def screen(self) -> Screen:
        """The screen on top."""
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        if self.screens:
            self.screen.on_hide()
        self.screens.append(screen)
        screen.on_show()

    def back(self) -> None:
        """Close the screen on top, unless it is the last one."""
        if len(self.screens) > 1:
            self._drop()
            self.screen.on_show()

    def replace(self, screen: Screen) -> None:
        """Close the screen on top and open another."""
        self._drop()
        self.screens.append(screen)
        screen.on_show()

    def _drop(self) -> None:
        screen = self.screens.pop()
        screen.on_hide()
        screen.on_close()

    def home(self) -> None:
        """Return to the main menu."""
        while len(self.screens) > 1:
            self._drop()
        self.screen.on_show()

    def notify(self, text: str) -> None:
        """Show a notice in the status line until the next key or click."""
        self._notice = text
        self._is_drawn = False

    def quit(self) -> None:
        """End the event loop."""
        self.running = False

    def close(self) -> None:
        """Close all screens, which saves games and stops background work."""
        while self.screens:
            self._drop()

    # The loop

    def run(self) -> None:
        """Run the event loop until the window is closed."""
        try:
            while self.running:
                self.frame()
                self.clock.tick(_FRAMES)
        finally:
            self.close()

    def frame(self) -> None:
        """Run one iteration of the loop: handle events, update, draw if necessary."""
        for event in pygame.event.get():
            self.handle(event)
            if not self.running:
                return
        if self.screen.update():
            self._is_drawn = False
        if not self._is_drawn:
            self.window = pygame.display.get_surface() or self.window
            self.draw(self.window)
            pygame.display.flip()
            self._is_drawn = True

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: global keys here, everything else in the screen on top."""
        if event.type == pygame.QUIT:
            self.quit()
            return
        self._is_drawn = False
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
        elif event.key == pygame.K_F1 or event.unicode == "?":
            self.help()
        else:
            self.screen.handle(event)

    def _is_repeated(self, event: pygame.event.Event) -> bool:
        """Return whether to ignore the event as an auto-repeat of a held key."""
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
        """Show or close the help of the screen on top."""
        if isinstance(self.screen, HelpScreen):
            self.back()
        else:
            self.push(HelpScreen(self, self.screen))

    def full_screen(self) -> None:
        """Toggle full screen."""
        if self._windowed is None:
            self._windowed = pygame.display.get_window_size()
            self.window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.window = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
            self._windowed = None

    def next_theme(self) -> None:
        """Switch to the next theme and store it in the settings."""
        names = [theme.name for theme in THEMES]
        at = names.index(self.theme.name) if self.theme.name in names else -1
        self.theme = THEMES[(at + 1) % len(THEMES)]
        self.store.set_setting("theme", self.theme.name)
        self.notify(f"Theme: {self.theme.name}.")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the title, the screen and the status line."""
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
            text, colour = shorten_list(pen, screen.foot, width - 2 * edge), colours.muted
        pen.write(text, (edge, foot), size="small", colour=colour, width=width - 2 * edge)
        box = pygame.Rect(edge, top, width - 2 * edge, foot - pen.px(16) - top)
        screen.draw(pen, box)


def shorten_list(pen: Pen, text: str, width: int) -> str:
    """Drop items of a key list until it fits; keep the last, which names the help key."""
    parts = text.split(" · ")
    while len(parts) > 1 and pen.font("small").size(" · ".join(parts))[0] > width:
        del parts[-2]
    return " · ".join(parts)


def open_window(size: tuple[int, int]) -> pygame.Surface:
    """Open the window; raise NotApplicable if there is no display."""
    wanted = any(map(os.environ.get, _DRIVERS))
    displays = ("DISPLAY", "WAYLAND_DISPLAY")
    has_none = sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, displays))
    remedy = "start it inside a desktop session, or use masume solve --watch in the terminal"
    if has_none and not wanted:
        raise NotApplicable(f"no display found; {remedy}")
    try:
        _init_display()
        if not wanted and pygame.display.get_driver() in _INVISIBLE:
            pygame.display.quit()
            raise NotApplicable(f"the display does not respond; {remedy}")
        pygame.font.init()
        look.clear_fonts()
        pygame.display.set_caption("masume")
        window = pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.key.set_repeat(350, 60)
    except pygame.error as fault:
        raise NotApplicable(f"cannot open a window ({fault}); {remedy}") from None
    return window


def _init_display() -> None:
    """Initialise the display; use the X11 driver only, if DISPLAY alone is set.

    Other drivers print warnings on stderr before they fail.
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
    """Run the app until the window is closed; with a board, open its menu first."""
    store = GameStore(data)
    name = theme or str(store.get_setting("theme", LIGHT.name))
    is_known = name in [theme.name for theme in THEMES]
    app = App(store, theme_named(name) if is_known else LIGHT)
    if board is not None:
        app.push(mode_menu(app, board))
    sys.setswitchinterval(_SWITCH)
    try:
        app.run()
    finally:
        pygame.quit()

"""Behaviour common to all screens."""

from __future__ import annotations

import pytest
from desktop.hands import count_colours, open_game, pygame

import masume
from masume.draw.themes import DARK, HIGH_CONTRAST, LIGHT
from masume.formats.plain import Board
from masume.front.desktop.app import shorten_list
from masume.front.desktop.board_menus import board_menu, mode_menu
from masume.front.desktop.help import HelpScreen
from masume.front.desktop.look import Pen
from masume.front.desktop.performance import Performance
from masume.front.desktop.play import PlayScreen
from masume.front.desktop.search_menus import measure_menu, watch_menu
from masume.front.desktop.store import GameStore
from masume.front.desktop.watch import WatchScreen
from masume.play.session import Session


def test_help_lists_keys_of_each_screen(player):
    for key in (pygame.K_F1, "?"):
        player.key(key)
        assert isinstance(player.screen, HelpScreen)
        player.key(pygame.K_BACKSPACE)
    screen = open_game(player)
    player.key("?")
    assert ("h", "hint: area, technique, step") in player.screen.keys
    player.key("?")
    assert player.screen is screen


def test_theme_is_changed_and_stored(player, store):
    assert player.app.window.get_at((2, 2)) == pygame.Color(LIGHT.paper)
    player.key(pygame.K_F2)
    assert player.app.window.get_at((2, 2)) == pygame.Color(DARK.paper)
    assert GameStore(store.folder).get_setting("theme", "") == "dark"
    player.choose("Theme")
    assert player.app.theme is HIGH_CONTRAST


@pytest.mark.process
@pytest.mark.parametrize("size", [(480, 360), (800, 600), (500, 900), (1700, 500)], ids=str)
def test_every_screen_fits_every_window(player, size):
    app = player.app
    board = next(b for b in masume.examples("hashi") if b.name.endswith("5x30-1"))
    screens = [app.screen, mode_menu(app, board), board_menu(app, board.kind)]
    screens += [watch_menu(app, board), measure_menu(app, board)]
    screens += [
        PlayScreen(app, Session(board.puzzle)),
        HelpScreen(app, PlayScreen(app, Session(board.puzzle))),
    ]
    plan = masume.resolve_search(board.kind, "astar")
    screens += [WatchScreen(app, board, plan), Performance(app, board, [plan], 0.5)]
    for screen in screens:
        app.screens.append(screen)
        surface = pygame.Surface(size)
        app.draw(surface)
        assert count_colours(surface) > 20, type(screen).__name__
    for screen in screens:
        screen.on_close()


@pytest.mark.process
@pytest.mark.parametrize("size", [(1, 1), (30, 20), (60, 300), (300, 60)], ids=str)
def test_tiny_window_does_not_crash(player, size):
    board = next(b for b in masume.examples("hashi") if b.name.endswith("5x30-1"))
    plan = masume.resolve_search(board.kind, "astar")
    app = player.app
    screens = [app.screen, mode_menu(app, board), PlayScreen(app, Session(board.puzzle))]
    screens += [
        WatchScreen(app, board, plan),
        Performance(app, board, [plan], 0.5),
        HelpScreen(app, screens[2]),
    ]
    for screen in screens:
        app.screens.append(screen)
        app.draw(pygame.Surface(size))
    for screen in screens:
        screen.on_close()


def test_full_screen_is_toggled(player):
    player.app.window = pygame.display.set_mode((700, 500), pygame.RESIZABLE)
    player.key(pygame.K_F11)
    assert pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
    assert player.app.window is pygame.display.get_surface()
    player.key(pygame.K_F11)
    assert pygame.display.get_window_size() == (700, 500)
    assert not pygame.display.get_surface().get_flags() & pygame.FULLSCREEN


def test_long_menu_scrolls_with_selection(player):
    player.app.push(board_menu(player.app, masume.examples("hashi")[0].kind))
    menu = player.screen
    assert len(menu.choices) > menu._room
    for key in (pygame.K_END, pygame.K_HOME, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_UP):
        player.key(key)
        boxes = {number: box for box, number in menu._lines}
        assert menu.at in boxes and boxes[menu.at].bottom < 600
    player.key(pygame.K_HOME, pygame.K_UP)
    assert menu.at == len(menu.choices) - 1 and menu.at in {number for _, number in menu._lines}


def test_help_key_is_shown_in_narrow_window(player):
    pen = Pen(pygame.Surface((400, 600)), LIGHT)
    printed = shorten_list(pen, PlayScreen.foot, 360)
    assert printed.startswith("Arrows: move ·") and printed.endswith("· F1: keys")
    assert pen.font("small").size(printed)[0] <= 360


def test_tiny_and_unsolvable_boards_work_on_every_screen(player):
    """Use every screen with each board."""
    texts = ["hitori\n1", "kuromasu\n1", "hashi\n.", "exactly_one\n.", "kuromasu\n5", "hashi\n1"]
    texts.append("hitori\n1 1 1\n1 1 1\n1 1 1")
    for text in texts:
        puzzle = masume.load(text)
        board = Board(masume.kind_of(puzzle), puzzle)
        solvable = masume.solve(puzzle).answer is not None
        player.app.push(mode_menu(player.app, board))
        player.choose("Play")
        player.key("h")
        player.wait(lambda: not player.screen.hints.searching)
        if not solvable:
            assert "no solution" in player.screen.message().text
        player.key(pygame.K_ESCAPE)
        player.choose("Watch a search")
        player.choose("Start")
        player.key(pygame.K_END)
        player.wait(lambda: not player.screen.playing)
        assert ("Solved" in player.screen.step_text()) == solvable
        player.app.home()

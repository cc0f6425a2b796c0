"""Watching a search."""

from __future__ import annotations

import time

import pytest
from desktop.hands import EACH, pygame
from support import KINDS

import masume
from masume.formats.plain import Board
from masume.front.desktop.board_menus import mode_menu
from masume.front.desktop.film import FilmPlayback
from masume.front.desktop.look import Pen, wrap_lines
from masume.front.desktop.menu_screen import Menu
from masume.front.desktop.options import values_of
from masume.front.desktop.search_menus import watch_menu
from masume.front.desktop.watch import WatchScreen


@EACH
def test_search_is_watched_to_the_end_and_back(player, board):
    player.app.push(mode_menu(player.app, board))
    player.choose("Watch a search")
    player.choose("Algorithm")
    player.choose("greedy")
    player.choose("Start")
    screen = player.screen
    assert isinstance(screen, WatchScreen) and screen.spec.algorithm.name == "greedy"
    player.key(pygame.K_SPACE, pygame.K_HOME)
    assert not screen.playing and screen.film.at == 0
    player.key(pygame.K_RIGHT, pygame.K_RIGHT)
    player.wait(lambda: screen.film.at == 2)
    names = dict(screen.figures())
    assert names["expanded"] == "2" and names["h, estimate"] != "–" and not screen.film.ended
    assert screen.film.changed  # the last move is marked
    following = screen.next_nodes()[0][0]
    player.key(pygame.K_RIGHT)
    player.wait(lambda: screen.film.at == 3 or screen.film.is_at_end)
    assert screen.film.is_at_end or following == f"1. {screen.step_text()}"
    player.key(pygame.K_LEFT)
    player.key(pygame.K_LEFT)
    assert screen.film.at == 1
    player.key(pygame.K_END)
    player.wait(lambda: not screen.playing)
    expected = masume.search(
        board.puzzle,
        "greedy",
        space=screen.spec.space_spec,
        heuristic=screen.spec.heuristic_name,
    )
    assert screen.step_text() == "Solved." and screen.film.position == expected.answer
    assert screen.film.picture.metrics.expanded == expected.metrics.expanded
    bar = screen._bar
    player.drag(bar.midright, bar.midleft)
    player.wait(lambda: screen.film.at == screen.film.first)
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.screen, Menu)


@pytest.mark.long
@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_only_valid_combinations_can_be_chosen(player, kind):
    menu = watch_menu(player.app, masume.examples(kind)[0])
    player.app.push(menu)
    player.key(pygame.K_DOWN)
    for _ in masume.algorithms():
        player.key(pygame.K_RIGHT, pygame.K_UP, pygame.K_RETURN)
        screen = player.screen
        assert isinstance(screen, WatchScreen), player.app._notice
        player.key(pygame.K_BACKSPACE, pygame.K_DOWN)


def test_memory_of_film_is_bounded():
    board = masume.load("hitori/jain-sample1")
    plan = masume.resolve_search(masume.kind_of(board), "astar", space="shade")
    film = FilmPlayback(plan, board, kept=10)
    film.due = 50
    while film.due:
        film.update(budget=1)
    assert film.total == 51 and film.first == 41 and film.at == 50
    film.go(0)
    assert film.at == 41 and film.picture.metrics.expanded == 41
    film.due = 1
    assert film.update(budget=1) and film.at == 42 and film.total == 51
    film.close()


def test_obstacle_is_shown(player):
    boards = [board for kind in KINDS for board in masume.examples(kind.name)]
    board = next(board for board in boards if board.kind.obstacles(board.puzzle))
    (reason, *_) = board.kind.obstacles(board.puzzle)
    player.app.push(
        WatchScreen(player.app, board, masume.resolve_search(board.kind, "depth_first"))
    )
    player.key(pygame.K_END)
    player.wait(lambda: not player.screen.playing)
    assert reason.text in player.screen.step_text()


def test_window_stays_responsive_during_long_search(player):
    """Also where one expansion alone takes seconds."""
    board = max(masume.examples("kuromasu"), key=lambda b: b.puzzle.rows * b.puzzle.cols)
    plan = masume.resolve_search(board.kind, "astar", space="shade")
    player.app.push(WatchScreen(player.app, board, plan))
    player.key(pygame.K_END)
    times = []
    for _ in range(20):
        began = time.thread_time()
        player.app.frame()
        times.append(time.thread_time() - began)
    assert sorted(times)[-2] < 0.3, "a picture takes some hundredths of a second"
    assert not player.screen.film.ended
    player.key(pygame.K_BACKSPACE)
    assert isinstance(player.screen, Menu)


def test_options_are_chosen_in_menu(player):
    menu = watch_menu(player.app, masume.examples("hitori")[2])
    player.app.push(menu)
    player.choose("Weight")
    player.choose("2")
    player.key(pygame.K_DOWN, pygame.K_RIGHT)
    player.choose("Space")
    player.choose("shade")
    player.choose("Canonical")
    player.choose("yes")
    player.choose("Start")
    assert player.screen.spec.algorithm_spec == "astar:weight=2,ties=oldest"
    assert player.screen.spec.space_spec == "shade:canonical"
    player.key(pygame.K_BACKSPACE)
    player.choose("Algorithm")
    player.choose("depth first")
    player.choose("Depth limit")
    player.choose("3")
    player.choose("Start")
    assert player.screen.spec.algorithm_spec == "depth_first:depth_limit=3"


def test_all_offered_values_are_valid():
    for algorithm in masume.algorithms().values():
        for name in algorithm.options:
            offered = values_of(algorithm, name)
            assert algorithm.options[name] in offered and len(offered) > 1
            for value in offered:
                assert algorithm.resolve_options({name: value})[name] == value


def test_seed_determines_random_search(player):
    board = next(b for b in masume.examples("hitori") if b.name.endswith("jain-sample1"))
    player.app.push(watch_menu(player.app, board))
    player.choose("Algorithm")
    player.choose("stochastic hill climbing")
    traces = set()
    for _ in range(4):
        player.choose("Start")
        player.key(pygame.K_END)
        player.wait(lambda: not player.screen.playing)
        traces.add(tuple(player.screen.film.h_trace))
        player.key("r", pygame.K_END)
        player.wait(lambda: not player.screen.playing)
        assert tuple(player.screen.film.h_trace) in traces, "the same seed, the same search"
        player.key(pygame.K_BACKSPACE)
        player.choose("Seed")
        player.key(pygame.K_DOWN, pygame.K_RETURN)
        player.key(pygame.K_HOME)
    assert len(traces) > 1


def test_watched_board_is_zoomed_and_scrolled(player):
    board = next(b for b in masume.examples("hitori") if b.name.endswith("jain-sample1"))
    player.app.push(
        WatchScreen(player.app, board, masume.resolve_search(board.kind, "greedy", space="shade"))
    )
    player.key(pygame.K_SPACE, "+", "+", "+")
    screen = player.screen
    view = screen._view
    assert not view._fits and view.spot(view.middle(40)).cell == 40, "the middle stays"
    at = screen.film.at
    player.key(*[pygame.K_DOWN, pygame.K_LEFT] * 3, mod=pygame.KMOD_LSHIFT)
    assert view.spot(view.middle(72)).cell == 72 and screen.film.at == at
    left, right = view._clip.midleft, view._clip.midright
    for _ in range(2):
        player.drag((right[0] - 20, right[1]), (left[0] + 5, left[1]))
    assert view.spot(view.middle(80)).cell == 80


def test_held_key_restarts_search_once(player):
    board = masume.examples("hitori")[2]
    player.app.push(WatchScreen(player.app, board, masume.resolve_search(board.kind, "greedy")))
    seen = set()
    for _ in range(4):
        player._post(pygame.KEYDOWN, key=pygame.K_r, mod=0, unicode="r", scancode=0)
        player.app.frame()
        seen.add(player.screen)
    assert len(seen) == 1


def test_long_reason_is_shown_completely(player):
    puzzle = masume.load("kuromasu\n" + "\n".join([". 9 ."] + [". . ."] * 2))
    board = Board(masume.kind_of(puzzle), puzzle)
    player.app.push(WatchScreen(player.app, board, masume.resolve_search(board.kind, "greedy")))
    player.key(pygame.K_END)
    player.wait(lambda: not player.screen.playing)
    pen = Pen(pygame.Surface((800, 600)), player.app.theme)
    lines = list(wrap_lines(player.screen.step_text(), pen.font("small", bold=True), pen.px(266)))
    assert 1 < len(lines) <= 4

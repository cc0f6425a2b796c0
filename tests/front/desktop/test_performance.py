"""The performance test."""

from __future__ import annotations

import pytest
from desktop.hands import FIRST, pygame
from support import KINDS

import masume
from masume.api.searches import SearchNames
from masume.front.desktop.board_menus import mode_menu
from masume.front.desktop.menu_screen import Menu
from masume.front.desktop.performance import Performance
from masume.front.desktop.performance_table import MEASURES
from masume.front.desktop.search_menus import measure_menu
from masume.front.desktop.tasks import measure_searches
from masume.front.desktop.watch import WatchScreen


@pytest.mark.process
def test_performance_test_runs_and_shows_chart(player):
    player.app.push(mode_menu(player.app, FIRST))
    player.choose("Performance test")
    player.choose("Start")
    screen = player.screen
    assert isinstance(screen, Performance)
    player.wait(lambda: screen.worker.ended)
    assert screen.done == len(screen.specs) > 8
    for plan, row in zip(screen.specs, screen.rows, strict=True):
        if plan.algorithm.complete:
            assert row.status is masume.Status.SOLVED
            space, h = plan.space_spec, plan.heuristic_name
            own = masume.search(FIRST.puzzle, plan.algorithm_spec, space=space, heuristic=h)
            assert (row.metrics.expanded, row.metrics.generated) == (
                own.metrics.expanded,
                own.metrics.generated,
            )
    seen = set()
    for _ in MEASURES:
        ranks = [screen._rank(number) for number in screen.order]
        assert ranks == sorted(ranks)
        seen.add(pygame.image.tobytes(player.app.window, "RGB"))
        player.key(pygame.K_RIGHT)
    assert len(seen) == len(MEASURES) and screen.measure == "expanded"
    best = screen.specs[screen.order[1]]
    player.key(pygame.K_DOWN, pygame.K_RETURN)
    assert isinstance(player.screen, WatchScreen) and player.screen.spec is best


@pytest.mark.process
def test_performance_test_can_be_stopped(player):
    board = next(b for b in masume.examples("hitori") if b.name.endswith("jain-sample1"))
    player.app.push(measure_menu(player.app, board))
    player.key(pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP, pygame.K_RETURN)
    screen = player.screen
    assert screen.seconds == 10
    player.wait(lambda: screen.running is not None)
    process = screen.worker.worker.process
    player.key(pygame.K_ESCAPE)
    assert screen.worker.ended and process.poll() is not None
    assert player.screen is screen and screen.done < len(screen.specs)
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.screen, Menu)


@pytest.mark.process
def test_dead_worker_is_reported(player):
    board = next(b for b in masume.examples("hitori") if b.name.endswith("jain-sample1"))
    plans = [masume.resolve_search(board.kind, "breadth_first", space="shade")] * 2
    player.app.push(Performance(player.app, board, plans, 20))
    screen = player.screen
    player.wait(lambda: screen.running is not None)
    screen.worker.worker.kill()
    player.wait(lambda: screen.worker.ended)
    assert "died" in player.app._notice and screen.done == 0


@pytest.mark.process
def test_algorithm_options_are_used(player):
    player.app.push(measure_menu(player.app, FIRST))
    player.choose("Prune")
    player.choose("yes")
    player.choose("Algorithm options")
    player.choose("beam")
    player.choose("Width")
    player.choose("5")
    player.key(pygame.K_BACKSPACE)
    assert player.screen.choice.value() == "width 5"
    player.key(pygame.K_BACKSPACE)
    player.choose("breadth first")
    player.choose("Start")
    specs = [plan.algorithm_spec for plan in player.screen.specs]
    assert "beam:width=5" in specs and "breadth_first" not in specs
    assert {plan.space_spec for plan in player.screen.specs} == {"shade:prune"}
    screen = player.screen
    player.wait(lambda: screen.done > 2)


@pytest.mark.process
def test_default_space_of_each_algorithm_is_used(player):
    for kind in KINDS:
        board = masume.examples(kind.name)[0]
        player.app.push(measure_menu(player.app, board))
        player.choose("Space")
        player.choose("default of each")
        assert "not applicable" not in [c.value() for c in player.screen.choices if c.value]
        player.choose("Start")
        for plan in player.screen.specs:
            own = masume.resolve_search(kind, plan.algorithm_spec)
            assert (plan.space_spec, plan.heuristic) == (own.space_spec, own.heuristic)
        player.app.home()


@pytest.mark.process
def test_stopped_and_unstarted_searches_are_distinguished(player):
    board = next(b for b in masume.examples("hitori") if b.name.endswith("jain-sample1"))
    plans = [masume.resolve_search(board.kind, "breadth_first", space="shade")] * 2
    player.app.push(Performance(player.app, board, plans, 20))
    screen = player.screen
    player.wait(lambda: screen.rows[0].metrics.expanded)
    player.key(pygame.K_ESCAPE)
    assert [screen.result(number) for number in (0, 1)] == ["stopped", "not run"]


@pytest.mark.process
def test_closing_the_window_ends_the_worker(player):
    board = next(b for b in masume.examples("hitori") if b.name.endswith("jain-sample1"))
    plans = [masume.resolve_search(board.kind, "breadth_first", space="shade")]
    player.app.push(Performance(player.app, board, plans, 20))
    player.wait(lambda: player.screen.running is not None)
    process = player.screen.worker.worker.process
    player._post(pygame.QUIT)
    player.app.run()
    assert process.poll() is not None


def test_board_too_large_to_search_is_reported():
    puzzle = masume.load("kuromasu\n" + "\n".join(" ".join("." * 201) for _ in range(201)))
    (_, printed) = measure_searches(puzzle, [SearchNames("breadth_first", None, "shade")], 1)
    assert printed.status is masume.Status.LIMIT and "too many to search" in printed.reason

"""The desktop game, driven by real pygame events on SDL's dummy driver."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest
from support import KINDS, refused

import masume
from masume.core.gesture import Gesture
from masume.play.session import Session
from masume.render.png import png
from masume.render.themes import DARK, HIGH_CONTRAST, LIGHT

if find_spec("pygame") is None and not os.environ.get("CI"):
    pytest.skip(
        "pygame-ce is not installed (pip install 'masume[desktop]')", allow_module_level=True
    )

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
from PIL import Image, ImageChops, ImageStat

from masume.front.cli import main
from masume.front.desktop.app import App
from masume.front.desktop.film import Film
from masume.front.desktop.help import Help
from masume.front.desktop.making import Making
from masume.front.desktop.menu import Menu
from masume.front.desktop.menus import mode_menu, new_menu
from masume.front.desktop.paint import paint
from masume.front.desktop.performance import MEASURES, Performance
from masume.front.desktop.play import Play
from masume.front.desktop.setups import measure_menu, watch_menu
from masume.front.desktop.store import Store
from masume.front.desktop.watch import Watch

SIZE = (800, 600)
BOARDS = {
    kind.name: min(
        (board for board in masume.examples(kind.name) if masume.solve(board.puzzle).unique),
        key=lambda board: abs(board.puzzle.rows * board.puzzle.cols - 25),
    )
    for kind in KINDS
    if kind.model is not None
}
EACH = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
FIRST = masume.examples("hitori")[2]  # hitori/first, 4×4


class Player:
    """Hands on keyboard and mouse."""

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

    def wait(self, until, seconds=30):
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, "it takes too long"
            self.app.frame()
            time.sleep(0.005)
        self.app.frame()

    # In menus

    def line(self, text):
        """The number of the line that begins so."""
        texts = [choice.text for choice in self.screen.choices]
        return next(number for number, line in enumerate(texts) if line.startswith(text))

    def choose(self, text):
        """Go to a line with the arrow keys, and choose it."""
        wanted = self.line(text)
        step = pygame.K_DOWN if wanted > self.screen.at else pygame.K_UP
        self.key(*[step] * abs(wanted - self.screen.at), pygame.K_RETURN)

    def pick(self, text):
        """Turn the wheel until a line is to be seen, and click it."""
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
        """Move the cursor with the arrow keys."""
        cols = self.screen.session.puzzle.cols
        (row, col), (to_row, to_col) = divmod(self.screen.cursor, cols), divmod(cell, cols)
        down, right = to_row - row, to_col - col
        self.key(*[pygame.K_DOWN if down > 0 else pygame.K_UP] * abs(down))
        self.key(*[pygame.K_RIGHT if right > 0 else pygame.K_LEFT] * abs(right))

    def gesture_by_key(self, gesture):
        self.go(gesture.cell)
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
        if gesture.to is None:
            self.click(middle(gesture.cell), button)
        else:
            self.drag(middle(gesture.cell), middle(gesture.to), button)


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "data")


@pytest.fixture
def player(store):
    app = App(store, LIGHT, SIZE)
    pygame.event.clear()
    yield Player(app)
    app.close()


def playing(player, board=FIRST):
    player.app.push(Play(player.app, Session(board.puzzle, board.name)))
    player.app.frame()
    return player.screen


def solving_gestures(puzzle):
    """Gestures that lead to the solution, each with the position that comes after it."""
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
    for cell in range(puzzle.rows * puzzle.cols):
        yield from (Gesture(cell, to) for to in puzzle.grid.neighbours[cell])
    for second in (False, True):
        yield from (Gesture(cell, None, second) for cell in range(puzzle.rows * puzzle.cols))


def _result(kind, puzzle, position, gesture):
    for move in kind.touch(puzzle, position, gesture):
        position = kind.play(puzzle, position, move)
    return position


def shades(surface):
    """How many different colours there are to be seen."""
    data = pygame.image.tobytes(surface, "RGB")
    return len(Image.frombytes("RGB", surface.get_size(), data).getcolors(maxcolors=1 << 16))


# Playing


@EACH
def test_a_board_is_chosen_and_played_to_its_end_by_keys_alone(player, board):
    player.choose("Choose a puzzle")
    player.choose(board.kind.title)
    player.choose(board.name.partition("/")[2])
    player.choose("Play")
    screen = player.screen
    assert isinstance(screen, Play) and screen.session.puzzle == board.puzzle
    for gesture, after in solving_gestures(board.puzzle):
        assert screen.message().head != "Solved!"
        player.gesture_by_key(gesture)
        assert screen.session.position == after
    assert screen.session.finished and screen.message().head == "Solved!"
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.screen, Menu)
    player.key(*[pygame.K_BACKSPACE] * 5)
    assert player.screen.choices[0].text == "Choose a puzzle", "a solved game is not offered again"


@EACH
def test_a_board_is_chosen_and_played_to_its_end_by_mouse_alone(player, board):
    player.pick("Choose a puzzle")
    player.pick(board.kind.title)
    player.pick(board.name.partition("/")[2])
    player.pick("Play")
    screen = player.screen
    assert isinstance(screen, Play) and screen.session.puzzle == board.puzzle
    before = pygame.image.tobytes(player.app.window, "RGB")
    for gesture, after in solving_gestures(board.puzzle):
        player.gesture_by_mouse(gesture)
        assert screen.session.position == after
    assert screen.session.finished and screen.message().head == "Solved!"
    assert pygame.image.tobytes(player.app.window, "RGB") != before


@EACH
def test_moves_are_undone_and_made_again(player, board):
    screen = playing(player, board)
    steps = list(solving_gestures(board.puzzle))[:3]
    for gesture, _ in steps:
        player.gesture_by_key(gesture)
    player.key(pygame.K_BACKSPACE)
    assert screen.session.position == steps[-2][1]
    player.key("u", "u")
    assert screen.session.position == board.kind.start(board.puzzle)
    player.key("r", "r", "y")
    assert screen.session.position == steps[-1][1]
    player.key("n")
    assert screen.session.moves == ()
    player.key("r")
    assert len(screen.session.moves) == 1


def test_the_second_button_and_drags(player):
    screen = playing(player)
    player.key(pygame.K_RETURN, pygame.K_RETURN)
    assert screen.session.position.white == {0}
    player.key(pygame.K_RIGHT, mod=pygame.KMOD_LSHIFT)
    assert screen.session.position.white == {0, 1} and screen.cursor == 1
    player.click(screen._view.middle(5), button=3)
    assert screen.session.position.white == {0, 1, 5} and screen.cursor == 5
    player.drag(screen._view.middle(1), screen._view.middle(3))
    assert screen.session.position.white == {0, 1, 2, 3, 5}, "a quick mouse leaves no cell out"
    moves = screen.session.moves
    player.press(screen._view.middle(8))
    player.release((5, 5))
    assert screen.session.moves == moves, "a click that is let go elsewhere does nothing"


def test_the_cursor_stays_on_the_board_and_is_seen(player):
    screen = playing(player)
    player.key(pygame.K_UP, pygame.K_LEFT)
    assert screen.cursor == 0
    first = pygame.image.tobytes(player.app.window, "RGB")
    player.key(pygame.K_RIGHT)
    assert screen.cursor == 1 and pygame.image.tobytes(player.app.window, "RGB") != first


def test_a_key_that_is_held_marks_once_but_moves_on(player):
    screen = playing(player)
    for key in (pygame.K_RETURN, pygame.K_RIGHT):
        for _ in range(2):
            player._post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
        player.app.frame()
        player._post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)
    assert len(screen.session.moves) == 1 and screen.cursor == 2


@EACH
def test_a_hint_comes_in_three_grades_and_goes_with_the_next_move(player, board):
    screen = playing(player, board)
    told = screen.session.hint()
    player.key("h")
    player.wait(lambda: not screen.hints.searching)
    assert screen.message().head == "Hint 1 of 3: where"
    assert [item for item in screen.scene().items if item.role == "marked"]
    player.key("h")
    assert told.title.lower() in screen.message().text.lower()
    assert told.text not in screen.message().text
    player.key("h", "h")
    assert told.text in screen.message().text
    assert all(reason in screen.message().text for reason in told.reasons)
    player.gesture_by_key(next(solving_gestures(board.puzzle))[0])
    assert screen.hints.told is None
    assert not [item for item in screen.scene().items if item.role == "marked"]


def test_a_wrong_mark_is_named(player):
    screen = playing(player)
    answer = masume.solve(FIRST.puzzle).answer
    player.go(next(cell for cell in range(16) if cell not in answer.black))
    player.key(pygame.K_RETURN, "h")
    player.wait(lambda: not screen.hints.searching)
    assert "wrong" in screen.message().text
    player.key("h", "h")
    assert "is wrong" in screen.message().text


def test_checking_now_and_always(player):
    screen = playing(player)
    player.key("c")
    assert screen.message().head == "Not solved yet"
    assert [item for item in screen.scene().items if item.role == "fault"]
    player.key(pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN)
    assert screen.message() == ("Something is wrong", "– r1c1 and r1c2 are both black", "wrong")
    player.key("v")
    screen.scene()
    assert screen.message().head == "Rules" and not screen.session.checking


def test_a_trial_is_dropped_or_kept_by_key_and_by_button(player):
    screen = playing(player)
    player.key(pygame.K_RETURN, "t", pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN)
    assert screen.session.trying == 1 and len(screen.session.moves) == 2
    places = {button.text: box for box, button in screen._buttons._places}
    player.click(places["Drop trial"].center)
    assert screen.session.trying == 0 and len(screen.session.moves) == 1
    player.key("t", pygame.K_RETURN, "k", "d")
    assert screen.session.trying == 0 and len(screen.session.moves) == 2


def test_obvious_marks_can_come_by_themselves(player):
    screen = playing(player)
    player.key("a", pygame.K_RETURN)
    assert screen.session.auto and screen.session.position.white


def test_a_paused_game_is_hidden_and_takes_no_moves_and_no_time(player):
    screen = playing(player)
    player.key("p")
    seconds = screen.session.seconds
    player.key(pygame.K_RETURN)
    player.click(screen._view.middle(5))
    time.sleep(0.02)
    assert screen.session.moves == () and screen.session.seconds == seconds
    player.key("p", pygame.K_RETURN)
    assert len(screen.session.moves) == 1 and screen.session.seconds > seconds


# Keeping games


def test_a_game_left_in_the_middle_is_offered_again(player, store):
    screen = playing(player)
    player.key(pygame.K_RETURN, pygame.K_DOWN)
    player._post(pygame.QUIT)
    player.app.run()
    position = screen.session.position
    again = Player(App(Store(store.folder), LIGHT, SIZE))
    assert again.screen.choice.text == "Go on with the last game"
    again.key(pygame.K_RETURN)
    assert again.screen.session.position == position and again.screen.session.name == FIRST.name
    again.key(pygame.K_BACKSPACE)
    assert again.screen.session.moves == ()
    again.app.close()


def test_a_move_is_on_the_disk_soon_after(player, store):
    playing(player)
    player.key(pygame.K_RETURN)
    player.wait(lambda: store.current() is not None, seconds=5)
    assert store.current().moves == ("r1c1=black",)


def test_games_are_saved_loaded_and_listed(player, store):
    screen = playing(player)
    player.key("l")
    assert screen.session.moves == () and "No saved game" in player.app._notice
    player.key(pygame.K_RETURN, "s", pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    player.key("l")
    assert len(screen.session.moves) == 2, "it asks before it throws a move away"
    player.key("l")
    assert screen.session.moves == ("r1c1=black",)
    player.key(pygame.K_ESCAPE)
    player.choose("Saved games")
    player.key(pygame.K_RETURN)
    assert player.screen.session.moves == ("r1c1=black",)


def test_files_that_hold_no_game_do_no_harm(store):
    (store.folder / "games").mkdir(parents=True)
    (store.folder / "current.json").write_text("{", encoding="utf-8")
    (store.folder / "games" / "x.json").write_text('{"masume": 1}', encoding="utf-8")
    (store.folder / "settings.json").write_text("[]", encoding="utf-8")
    app = App(store, LIGHT, SIZE)
    assert app.screen.choice.text == "Choose a puzzle"
    assert store.games() == [] and store.remembered("theme", "light") == "light"
    app.close()


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    player = Player(App(Store(tmp_path / "file" / "data"), LIGHT, SIZE))
    screen = playing(player)
    player.key(pygame.K_RETURN, "s")
    assert "could not be saved" in player.app._notice
    player.key(pygame.K_F2, pygame.K_RETURN)
    assert len(screen.session.moves) == 2
    player.app.close()


def test_the_menu_of_a_board_offers_its_game(player):
    player.app.push(mode_menu(player.app, FIRST))
    player.choose("Play")
    player.key(pygame.K_RETURN, pygame.K_ESCAPE)
    assert player.screen.choices[0].text == "Go on with your game"
    player.choose("Go on")
    assert player.screen.session.moves == ("r1c1=black",)
    player.app.home()
    player.app.push(mode_menu(player.app, BOARDS["hashi"]))
    assert player.screen.choices[0].text == "Play"


# Watching


@EACH
def test_a_solver_is_watched_to_its_end_and_back(player, board):
    player.app.push(mode_menu(player.app, board))
    player.choose("Watch a solver")
    player.choose("Algorithm")
    player.choose("greedy")
    player.choose("Start")
    screen = player.screen
    assert isinstance(screen, Watch) and screen.plan.algorithm.name == "greedy"
    player.key(pygame.K_SPACE, pygame.K_HOME)
    assert not screen.playing and screen.film.at == 0
    player.key(pygame.K_RIGHT, pygame.K_RIGHT)
    player.wait(lambda: screen.film.at == 2)
    names = dict(screen.figures())
    assert names["expanded"] == "2" and names["h, estimate"] != "–" and not screen.film.ended
    player.key(pygame.K_LEFT)
    assert screen.film.at == 1
    player.key(pygame.K_END)
    player.wait(lambda: not screen.playing)
    expected = masume.search(
        board.puzzle,
        "greedy",
        space=screen.plan.space_spec,
        heuristic=screen.plan.heuristic_name,
    )
    assert screen.said() == "Solved." and screen.film.position == expected.answer
    assert screen.film.picture.expanded == expected.metrics.expanded
    bar = screen._bar
    player.drag(bar.midright, bar.midleft)
    assert screen.film.at == screen.film.first
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.screen, Menu)


def test_only_what_fits_together_can_be_chosen(player):
    for kind in KINDS:
        menu = watch_menu(player.app, masume.examples(kind.name)[0])
        player.app.push(menu)
        player.key(pygame.K_DOWN)
        for _ in masume.algorithms():
            player.key(pygame.K_RIGHT, pygame.K_UP, pygame.K_RETURN)
            screen = player.screen
            assert isinstance(screen, Watch), player.app._notice
            player.key(pygame.K_BACKSPACE, pygame.K_DOWN)


def test_the_memory_of_a_film_is_bounded():
    board = masume.load("hitori/jain-sample1")
    plan = masume.plan(masume.kind_of(board), "astar", space="shade")
    film = Film(plan, board, kept=10)
    film.due = 50
    while film.due:
        film.update(budget=1)
    assert film.made == 51 and film.first == 41 and film.at == 50
    film.go(0)
    assert film.at == 41 and film.picture.expanded == 41
    film.due = 1
    assert film.update(budget=1) and film.at == 42 and film.made == 51
    film.close()


def test_a_board_that_is_seen_to_be_hopeless_is_told(player):
    boards = [board for kind in KINDS for board in masume.examples(kind.name)]
    board = next(board for board in boards if board.kind.obstacles(board.puzzle))
    (reason, *_) = board.kind.obstacles(board.puzzle)
    player.app.push(Watch(player.app, board, masume.plan(board.kind, "depth_first")))
    player.key(pygame.K_END)
    player.wait(lambda: not player.screen.playing)
    assert reason.text in player.screen.said()


def test_the_window_stays_alive_while_a_long_search_runs(player):
    """Also where one expansion alone takes seconds."""
    board = max(masume.examples("kuromasu"), key=lambda b: b.puzzle.rows * b.puzzle.cols)
    plan = masume.plan(board.kind, "astar", space="shade")
    player.app.push(Watch(player.app, board, plan))
    player.key(pygame.K_END)
    times = []
    for _ in range(20):
        began = time.perf_counter()
        player.app.frame()
        times.append(time.perf_counter() - began)
    assert sorted(times)[-2] < 0.3, "a picture takes some hundredths of a second"
    assert not player.screen.film.ended
    player.key(pygame.K_BACKSPACE)
    assert isinstance(player.screen, Menu)


# The performance test


def test_the_performance_test_runs_and_shows_its_chart(player):
    player.app.push(mode_menu(player.app, FIRST))
    player.choose("Performance test")
    player.choose("Start")
    screen = player.screen
    assert isinstance(screen, Performance)
    player.wait(lambda: screen.worker is None)
    assert screen.done == len(screen.plans) > 8
    for plan, row in zip(screen.plans, screen.rows, strict=True):
        if plan.algorithm.complete:
            assert row.status is masume.Status.SOLVED
            space, h = plan.space_spec, plan.heuristic_name
            own = masume.search(FIRST.puzzle, plan.algorithm_spec, space=space, heuristic=h)
            assert (row.expanded, row.generated) == (own.metrics.expanded, own.metrics.generated)
    seen = set()
    for _ in MEASURES:
        ranks = [screen._rank(number) for number in screen.order]
        assert ranks == sorted(ranks)
        seen.add(pygame.image.tobytes(player.app.window, "RGB"))
        player.key(pygame.K_RIGHT)
    assert len(seen) == len(MEASURES) and screen.measure == "expanded"
    best = screen.plans[screen.order[1]]
    player.key(pygame.K_DOWN, pygame.K_RETURN)
    assert isinstance(player.screen, Watch) and player.screen.plan is best


def test_the_performance_test_can_be_stopped(player):
    board = next(b for b in masume.examples("hitori") if b.name.endswith("jain-sample1"))
    player.app.push(measure_menu(player.app, board))
    player.key(pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP, pygame.K_RETURN)
    screen = player.screen
    assert screen.seconds == 10
    player.wait(lambda: screen.under_way is not None)
    process = screen.worker._process
    began = time.monotonic()
    player.key(pygame.K_ESCAPE)
    assert screen.worker is None and not process.is_alive() and time.monotonic() - began < 3
    assert player.screen is screen and screen.done < len(screen.plans)
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.screen, Menu)


def test_a_measuring_process_that_dies_costs_the_rest_only(player):
    board = next(b for b in masume.examples("hitori") if b.name.endswith("jain-sample1"))
    plans = [masume.plan(board.kind, "breadth_first", space="shade")] * 2
    player.app.push(Performance(player.app, board, plans, 20))
    screen = player.screen
    player.wait(lambda: screen.under_way is not None)
    screen.worker._process.kill()
    player.wait(lambda: screen.worker is None)
    assert "has died" in player.app._notice and screen.done == 0


# New boards


@pytest.mark.parametrize("kind", [k for k in KINDS if k.maker], ids=lambda k: k.name)
def test_a_new_board_is_made_and_can_be_played(player, kind):
    player.app.push(new_menu(player.app, kind))
    for line in ("Rows", "Columns"):
        player.key(pygame.K_DOWN, pygame.K_LEFT)
        assert player.screen.choice.text == line and player.screen.choice.value() == "6"
    player.choose("Difficulty")
    player.choose("easy")
    player.choose("Make it")
    assert isinstance(player.screen, Making)
    player.wait(lambda: not isinstance(player.screen, Making))
    player.choose("Play")
    session = player.screen.session
    assert session.kind is kind and (session.puzzle.rows, session.puzzle.cols) == (6, 6)
    assert masume.solve(session.puzzle).unique and masume.grade(session.puzzle).level == "easy"


def test_making_a_board_can_be_stopped_and_what_cannot_be_is_refused(player):
    kind = KINDS[0]
    player.app.push(new_menu(player.app, kind))
    player.app.push(Making(player.app, kind, (25, 25), "extreme", 1))
    process = player.screen.worker._process
    player.key(pygame.K_BACKSPACE)
    assert isinstance(player.screen, Menu) and not process.is_alive()
    player.app.push(Making(player.app, kind, (6, 6), "easy", 1))
    player.screen.worker._process.kill()
    player.wait(lambda: player.screen.fault)
    player.key(pygame.K_RETURN)
    assert isinstance(player.screen, Menu)


# Everywhere


def test_keys_are_shown_for_every_screen(player):
    for key in (pygame.K_F1, "?"):
        player.key(key)
        assert isinstance(player.screen, Help)
        player.key(pygame.K_BACKSPACE)
    screen = playing(player)
    player.key("?")
    assert ("h", "hint: where, how, the step") in player.screen.keys
    player.key("?")
    assert player.screen is screen


def test_the_theme_changes_and_is_remembered(player, store):
    assert player.app.window.get_at((2, 2)) == pygame.Color(LIGHT.paper)
    player.key(pygame.K_F2)
    assert player.app.window.get_at((2, 2)) == pygame.Color(DARK.paper)
    assert Store(store.folder).remembered("theme", "") == "dark"
    player.choose("Theme")
    assert player.app.theme is HIGH_CONTRAST


@pytest.mark.parametrize("size", [(480, 360), (800, 600), (500, 900), (1700, 500)], ids=str)
def test_every_screen_fits_every_window(player, size):
    app = player.app
    board = next(b for b in masume.examples("hashi") if b.name.endswith("5x30-1"))
    screens = [app.screen, mode_menu(app, board), new_menu(app, board.kind)]
    screens += [watch_menu(app, board), measure_menu(app, board)]
    screens += [Play(app, Session(board.puzzle)), Help(app, Play(app, Session(board.puzzle)))]
    plan = masume.plan(board.kind, "astar")
    screens += [Watch(app, board, plan), Performance(app, board, [plan], 0.5)]
    for screen in screens:
        app.screens.append(screen)
        surface = pygame.Surface(size)
        app.draw(surface)
        assert shades(surface) > 20, type(screen).__name__
    for screen in screens:
        screen.closed()


# Painting


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=lambda theme: theme.name)
@EACH
def test_the_window_shows_the_same_picture_as_a_file(board, theme, player):
    kind, puzzle = board.kind, board.puzzle
    positions = [after for _, after in solving_gestures(puzzle)]
    position = positions[len(positions) // 2]
    scene = kind.scene(puzzle, position, kind.violations(puzzle, position), (0, 1))
    ours = paint(scene, theme, 40)
    data = pygame.image.tobytes(ours, "RGB")
    mine = Image.frombytes("RGB", ours.get_size(), data)
    other = Image.open(io.BytesIO(png(scene, theme, 40))).convert("RGB")
    assert mine.size == other.size
    # The two smooth their edges in different ways: what is compared are blocks of some pixels.
    difference = ImageStat.Stat(ImageChops.difference(mine.reduce(4), other.reduce(4)))
    assert max(difference.mean) < 4
    assert max(high for _, high in difference.extrema) < 60


# The command


def run_command(*arguments, code="", **environment):
    keep = {"PATH", "HOME", "PYTHONPATH", "SYSTEMROOT", "LANG"}
    env = {key: value for key, value in os.environ.items() if key in keep} | environment
    text = (
        f"import sys; {code}\n"
        "from masume.front.cli import main\n"
        "main._COMMANDS['desktop'] = 'desktop:desktop'\n"
        f"sys.exit(main.run(['desktop', *{arguments!r}]))"
    )
    found = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, env=env, timeout=60
    )
    return found.returncode, found.stdout, found.stderr


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_a_missing_display_is_told_in_one_line():
    assert refused(run_command(), "no display", "desktop session")
    assert refused(run_command(SDL_VIDEODRIVER="nonsense"), "no window")


def test_a_missing_pygame_is_told_in_one_line():
    assert refused(
        run_command(code="sys.modules['pygame'] = None"), "pip install 'masume[desktop]'"
    )


def test_the_command_opens_a_board_and_ends_with_the_window(cli, monkeypatch, tmp_path):
    monkeypatch.setitem(main._COMMANDS, "desktop", "desktop:desktop")
    seen = []
    frame = App.frame

    def only_frame(app):
        frame(app)
        seen.append((app.screen.title, app.theme.name))
        app.quit()

    monkeypatch.setattr(App, "frame", only_frame)
    data = tmp_path / "data"
    code, out, err = cli("desktop", "hitori/first", "--theme", "dark", "--data", data)
    assert (code, out, err) == (0, "", "") and seen == [("Hitori · first", "dark")]
    refused(cli("desktop", "hitori/nothing"), "hitori/nothing")

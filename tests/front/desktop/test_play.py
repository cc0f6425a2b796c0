"""Playing a board."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from desktop.hands import BOARDS, EACH, FIRST, WIDE, open_game, pygame, solving_gestures

import masume
from masume.draw.themes import LIGHT
from masume.front import web
from masume.front.desktop import check, hints
from masume.front.desktop.check import RIGHT, WRONG
from masume.front.desktop.hints import AREA_WRONG
from masume.front.desktop.menu_screen import Menu
from masume.front.desktop.play import PlayScreen
from masume.play.session import Session


@EACH
def test_board_is_solved_by_keys(player, board):
    player.choose("Choose a puzzle")
    player.choose(board.kind.title)
    player.choose(board.name.partition("/")[2])
    player.choose("Play")
    screen = player.screen
    assert isinstance(screen, PlayScreen) and screen.session.puzzle == board.puzzle
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
def test_board_is_solved_by_mouse(player, board):
    player.pick("Choose a puzzle")
    player.pick(board.kind.title)
    player.pick(board.name.partition("/")[2])
    player.pick("Play")
    screen = player.screen
    assert isinstance(screen, PlayScreen) and screen.session.puzzle == board.puzzle
    before = pygame.image.tobytes(player.app.window, "RGB")
    for gesture, after in solving_gestures(board.puzzle):
        player.gesture_by_mouse(gesture)
        assert screen.session.position == after
    assert screen.session.finished and screen.message().head == "Solved!"
    assert pygame.image.tobytes(player.app.window, "RGB") != before


@EACH
def test_moves_are_undone_and_redone(player, board):
    screen = open_game(player, board)
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


def test_second_button_and_drags_mark_cells(player):
    screen = open_game(player)
    player.key(pygame.K_RETURN, pygame.K_RETURN)
    assert screen.session.position.white == {0}
    player.key(pygame.K_RIGHT, mod=pygame.KMOD_LSHIFT)
    assert screen.session.position.white == {0, 1} and screen.cursor == 1
    player.click(screen._view.middle(5), button=3)
    assert screen.session.position.white == {0, 1, 5} and screen.cursor == 5
    player.drag(screen._view.middle(1), screen._view.middle(3))
    assert screen.session.position.white == {0, 1, 2, 3, 5}, "a quick mouse leaves no cell out"
    moves = screen.session.moves
    player.press(screen._view.middle(5))
    player.release((5, 5))
    assert screen.session.moves == moves, "a click that is let go elsewhere does nothing"


def test_mark_appears_on_button_down_and_drag_is_one_move(player):
    screen = open_game(player)
    middle = screen._view.middle
    player.press(middle(4))
    player.app.frame()
    assert screen.session.position.black == {4}
    player.move(middle(7), (1, 0, 0))
    player.release(middle(7))
    assert screen.session.position.black == {4, 5, 6, 7} and len(screen.session.moves) == 1
    player.key("z", mod=pygame.KMOD_LCTRL)
    assert screen.session.position.black == set()
    player.key("z", mod=pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert len(screen.session.position.black) == 4
    player.key("z", mod=pygame.KMOD_LCTRL)
    player.key("y", mod=pygame.KMOD_LCTRL)
    assert len(screen.session.position.black) == 4


def test_drag_skips_cells_that_reject_the_mark(player):
    puzzle = masume.loads("kuromasu\n. 5 . .\n. . . .\n. . . .")
    player.app.push(PlayScreen(player.app, Session(puzzle)))
    player.app.frame()
    screen = player.screen
    player.click(screen._view.middle(1))
    assert screen.session.position.white == {1}, "a clue can only be noted as white"
    player.drag(screen._view.middle(0), screen._view.middle(3))
    assert screen.session.position.black == {0, 2, 3} and len(screen.session.moves) == 2


def test_middle_button_pans_large_board(player):
    screen = open_game(player)
    player.key(*["+"] * 8)
    before = screen._view.middle(0)
    player.press((200, 200), 2)
    player.move((100, 150), (0, 1, 0))
    player.release((100, 150), 2)
    assert screen._view.middle(0) != before and not screen.session.moves


def test_cursor_stays_on_board_and_is_visible(player):
    screen = open_game(player)
    player.key(pygame.K_UP, pygame.K_LEFT)
    assert screen.cursor == 0
    first = pygame.image.tobytes(player.app.window, "RGB")
    player.key(pygame.K_RIGHT)
    assert screen.cursor == 1 and pygame.image.tobytes(player.app.window, "RGB") != first


def test_arrow_keys_alone_solve_a_maze(player):
    board = BOARDS["exactly_one"]
    screen = open_game(player, board)
    path = masume.solve(board.puzzle).answer.path
    assert screen.cursor == board.puzzle.start_cell == path[0] != 0
    cols = board.puzzle.cols
    arrows = {1: pygame.K_RIGHT, -1: pygame.K_LEFT, cols: pygame.K_DOWN, -cols: pygame.K_UP}
    for before, cell in pairwise(path):
        player.key(arrows[cell - before])
        assert screen.session.position.path[-1] == screen.cursor == cell
    assert screen.finished


def test_arrow_key_erases_path_but_does_not_cross_it(player):
    board = masume.Board(masume.kinds()["exactly_one"], masume.load("eom\n. . .\n. . .\n. . ."))
    screen = open_game(player, board)
    trail = lambda: screen.session.position.path  # noqa: E731
    player.key(pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN)
    assert trail() == (6, 3, 4, 7)
    player.key(pygame.K_LEFT)
    assert trail() == (6, 3, 4, 7) and screen.cursor == 7, "the path is in the way"
    player.key(pygame.K_UP)
    assert trail() == (6, 3, 4) and screen.cursor == 4
    player.key(pygame.K_BACKSPACE)
    assert trail() == (6, 3, 4, 7) and screen.cursor == 7, "undone, and the cursor follows"
    player.key(pygame.K_UP, mod=pygame.KMOD_LALT)
    assert trail() == (6, 3, 4, 7) and screen.cursor == 4
    player.key(pygame.K_UP)
    assert trail() == (6, 3, 4, 7) and screen.cursor == 1, "off the end it only moves the cursor"


def test_held_key_marks_once_but_moves_repeatedly(player):
    screen = open_game(player)
    for key in (pygame.K_RETURN, pygame.K_RIGHT):
        for _ in range(2):
            player._post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
        player.app.frame()
        player._post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)
    assert len(screen.session.moves) == 1 and screen.cursor == 2


@EACH
def test_hint_has_three_stages_and_disappears_with_next_move(player, board):
    screen = open_game(player, board)
    printed = screen.session.hint()
    player.key("h")
    player.wait(lambda: not screen.hints.searching)
    assert screen.message().head == "Hint 1 of 3: area"
    assert [item for item in screen.scene().items if item.role.name == "marked"]
    player.key("h")
    assert printed.title.lower() in screen.message().text.lower()
    assert printed.text not in screen.message().text
    player.key("h")
    assert printed.text in screen.message().text
    assert all(reason in screen.message().text for reason in printed.reasons)
    player.gesture_by_key(next(solving_gestures(board.puzzle))[0])
    assert screen.hints.advice is None
    assert not [item for item in screen.scene().items if item.role.name == "marked"]


def test_hint_names_wrong_mark(player):
    screen = open_game(player)
    answer = masume.solve(FIRST.puzzle).answer
    player.go(next(cell for cell in range(16) if cell not in answer.black))
    player.key(pygame.K_RETURN, "h")
    player.wait(lambda: not screen.hints.searching)
    assert screen.message() == ("Hint 1 of 2: area", f"{AREA_WRONG}\n\nh: show more.", "look")
    player.key("h")
    assert "cannot be black" in screen.message().text
    assert [item for item in screen.scene().items if item.role.name == "fault-sign"]
    player.key("g")
    assert not screen.session.position.black


def test_explanation_of_cell_is_shown_sentence_by_sentence(player):
    (board,) = (board for board in masume.examples("kuromasu") if board.name == "kuromasu/br-5x5-2")
    screen = open_game(player, board)
    printed = masume.why(board.puzzle, "r3c3")
    player.go(12)
    player.key("w")
    player.wait(lambda: not screen.hints.searching)
    whole = screen.message()
    assert whole.head == "Why r3c3?" and printed.text in whole.text and len(printed.stages) >= 4
    scenes = [screen.scene()]
    for stage in printed.stages:
        player.key("h")
        assert screen.message().text.startswith(stage.text)
        scenes.append(screen.scene())
    assert len(set(scenes)) == len(scenes)
    player.key("h")
    assert screen.message() == whole and screen.scene() == scenes[0]
    player.key("g")
    assert 12 in screen.session.position.white


def test_back_returns_to_last_correct_position(player):
    screen = open_game(player)
    answer = masume.solve(FIRST.puzzle).answer
    wrong = next(cell for cell in range(16) if cell not in answer.black)
    for cell, verdict in ((min(answer.black), RIGHT), (wrong, WRONG)):
        player.go(cell)
        player.key(pygame.K_RETURN, "b", "c")
        player.wait(lambda: screen.checker.verdict)
        assert screen.message().head == "Check" and screen.message().text.startswith(verdict)
    player.key("b")
    assert screen.session.position.black == {min(answer.black)} and screen.session.can_redo


def test_texts_equal_those_of_the_browser():
    file = Path(web.__file__).parent / "static" / "messages" / "en.json"
    words = json.loads(file.read_text(encoding="utf-8"))
    assert words["hint.area"] == hints.AREA and words["hint.area.wrong"] == hints.AREA_WRONG
    assert words["why.cell"] == hints.WHY
    assert words["check.right"] == check.RIGHT and words["check.wrong"] == check.WRONG
    assert words["check.unknown"] == check.UNKNOWN and words["check.back"] == check.BACK
    assert words["check.some"] == check.MISSING and words["check.some.one"] == check.MISSING_ONE


def test_check_and_live_check_show_violations(player):
    screen = open_game(player)
    player.key("c")
    assert screen.message().head == "Check" and "things left to do" in screen.message().text
    assert [item for item in screen.scene().items if item.role.name == "fault"]
    player.key(pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN)
    assert screen.message() == ("Rule broken", "– r1c1 and r1c2 are both black", "wrong")
    player.key("v")
    screen.scene()
    assert screen.message().head == "Rules" and not screen.session.checking


def test_trial_is_dropped_or_kept(player):
    screen = open_game(player)
    player.key(pygame.K_RETURN, "t", pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN)
    assert screen.session.trial_count == 1 and len(screen.session.moves) == 2
    assert [item.cells for item in screen.scene().items if item.role.name == "trial-1"] == [(5,)]
    places = {button.text: box for box, button in screen._buttons._places}
    player.click(places["Drop trial"].center)
    assert screen.session.trial_count == 0 and len(screen.session.moves) == 1
    player.key("t", pygame.K_RETURN, "k", "d")
    assert screen.session.trial_count == 0 and len(screen.session.moves) == 2


def test_auto_marks_are_applied(player):
    screen = open_game(player)
    player.key("a", pygame.K_RETURN)
    assert screen.session.auto and screen.session.position.white


def test_paused_game_accepts_no_moves_and_stops_clock(player):
    screen = open_game(player)
    player.key("p")
    seconds = screen.session.seconds
    player.key(pygame.K_RETURN)
    player.click(screen._view.middle(5))
    time.sleep(0.02)
    assert screen.session.moves == () and screen.session.seconds == seconds
    player.key("p", pygame.K_RETURN)
    assert len(screen.session.moves) == 1 and screen.session.seconds > seconds


@pytest.mark.long
@EACH
def test_hints_lead_to_the_solution(player, board):
    screen = open_game(player, board)
    player.key("g")
    assert screen.session.moves == () and "h: hint" in player.app._notice
    while not screen.session.finished:
        before = screen.session.position
        player.key("h")
        player.wait(lambda: not screen.hints.searching)
        player.key("h", "g")
        assert screen.session.position == before and "h: show more" in player.app._notice
        player.key("h")
        assert "g: apply step" in screen.message().text
        player.key("g")
        assert screen.session.position != before and screen.hints.advice is None
        assert len(screen.session.moves) <= 4 * board.puzzle.rows * board.puzzle.cols
    assert screen.message().head == "Solved!"
    player.key("u")
    assert screen.session.position == before, "a step is one move to take back"


@WIDE
def test_step_is_applied_by_button(player):
    screen = open_game(player)
    buttons = lambda: {button.text: box for box, button in screen._buttons._places}  # noqa: E731
    assert "Apply step" not in buttons()
    for _ in range(3):
        player.click(buttons()["Hint"].center)
        player.wait(lambda: not screen.hints.searching)
    player.click(buttons()["Apply step"].center)
    assert len(screen.session.moves) == 1 and "Apply step" not in buttons()


def test_clock_resumes_when_solved_board_is_undone(player):
    screen = open_game(player)
    for gesture, _ in solving_gestures(FIRST.puzzle):
        player.gesture_by_key(gesture)
    seconds = screen.session.seconds
    time.sleep(0.02)
    assert screen.session.seconds == seconds
    player.key("u")
    time.sleep(0.02)
    assert screen.session.seconds > seconds


def test_undo_repeats_while_key_is_held(player):
    screen = open_game(player)
    player.key(pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN)
    for _ in range(5):
        player._post(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode="", scancode=0)
    player.app.frame()
    assert screen.session.moves == () and player.screen is screen


def test_cursor_does_not_cover_violation(player):
    screen = open_game(player)
    player.key(pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN)
    x, y = screen._view.middle(screen.cursor)
    half = round(screen._view._cell / 2)
    wrong = pygame.Color(LIGHT.styles["fault"].stroke)
    seen = [player.app.window.get_at((x + half + d, y)) for d in range(-8, 4)]
    assert wrong in seen


# Large boards


def large_board(side=40):
    cells = Random(1)
    rows = (" ".join(str(cells.randint(1, side)) for _ in range(side)) for _ in range(side))
    return masume.load("hitori\n" + "\n".join(rows))


@pytest.mark.long
@WIDE
def test_view_of_large_board_follows_cursor(player):
    side, puzzle = 30, large_board(30)
    player.app.push(PlayScreen(player.app, Session(puzzle)))
    player.app.frame()
    screen = player.screen
    view = screen._view
    assert view._cell >= 24, "large enough to read and to hit"
    for cell in (0, side - 1, side**2 - 1, side**2 - side, side**2 // 2):
        player.go(cell)
        middle = view.middle(cell)
        assert view.spot(middle).cell == cell and view._clip.collidepoint(middle)
        player.click(middle)
        assert screen.cursor == cell and screen.session.moves[-1].startswith(
            f"{puzzle.grid.name(cell)}="
        )
    assert view.spot((view._clip.right + 3, view._clip.centery)) is None


def test_large_board_is_zoomed_and_scrolled(player):
    player.app.push(PlayScreen(player.app, Session(large_board())))
    player.app.frame()
    view = player.screen._view
    first = view._cell
    player.key("+", "+")
    assert view._cell > first * 1.5
    player.key("-", "-", "-")
    assert view._cell < first
    player.key("0")
    assert view._fits and all(view.spot(view.middle(cell)) for cell in (0, 39, 1599))
    player.key("+")
    for _ in range(30):
        player.wheel(-1)
    assert view.spot(view.middle(39 * 40)).cell == 39 * 40
    before = view._cell
    player.wheel(1, mod=pygame.KMOD_CTRL)
    assert view._cell > before
    for mod in (0, pygame.KMOD_SHIFT):
        for _ in range(30):
            player.wheel(-1, mod=mod)
    assert view.spot(view.middle(39 * 40 + 39)).cell == 39 * 40 + 39

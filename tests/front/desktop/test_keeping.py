"""Autosaved, saved and continued games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from desktop.hands import BOARDS, FIRST, SIZE, Player, open_game, pygame, solving_gestures

import masume
from masume.draw.themes import LIGHT
from masume.front.cli import main
from masume.front.desktop.app import App
from masume.front.desktop.board_menus import mode_menu
from masume.front.desktop.store import GameStore
from masume.play.session import Session


def test_unfinished_game_is_offered_again(player, store):
    screen = open_game(player)
    player.key(pygame.K_RETURN, pygame.K_DOWN)
    player._post(pygame.QUIT)
    player.app.run()
    position = screen.session.position
    again = Player(App(GameStore(store.folder), LIGHT, SIZE))
    assert again.screen.choice.text == "Continue last game"
    again.key(pygame.K_RETURN)
    assert again.screen.session.position == position and again.screen.session.name == FIRST.name
    again.key(pygame.K_BACKSPACE)
    assert again.screen.session.moves == ()
    again.app.close()


def test_moves_are_autosaved(player, store):
    open_game(player)
    player.key(pygame.K_RETURN)
    player.wait(lambda: store.last_game() is not None, seconds=5)
    assert store.last_game().moves == ("r1c1=black",)


def test_games_are_saved_loaded_and_listed(player, store):
    screen = open_game(player)
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


def test_unreadable_files_are_ignored(store):
    (store.folder / "games").mkdir(parents=True)
    (store.folder / "under-way").mkdir()
    (store.folder / "under-way" / "y.json").write_text("{", encoding="utf-8")
    (store.folder / "games" / "x.json").write_text('{"masume": 1}', encoding="utf-8")
    (store.folder / "settings.json").write_text("[]", encoding="utf-8")
    app = App(store, LIGHT, SIZE)
    assert app.screen.choice.text == "Choose a puzzle"
    assert store.games() == [] and store.get_setting("theme", "light") == "light"
    app.close()


def test_unwritable_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    player = Player(App(GameStore(tmp_path / "file" / "data"), LIGHT, SIZE))
    screen = open_game(player)
    player.key(pygame.K_RETURN, "s")
    assert "Cannot save" in player.app._notice
    player.key(pygame.K_F2, pygame.K_RETURN)
    assert len(screen.session.moves) == 2
    player.app.close()


def test_board_menu_offers_unfinished_game(player):
    player.app.push(mode_menu(player.app, FIRST))
    player.choose("Play")
    player.key(pygame.K_RETURN, pygame.K_ESCAPE)
    assert player.screen.choices[0].text == "Continue game"
    player.choose("Continue")
    assert player.screen.session.moves == ("r1c1=black",)
    player.app.home()
    player.app.push(mode_menu(player.app, BOARDS["hashi"]))
    assert player.screen.choices[0].text == "Play"


def test_games_on_several_boards_are_kept(player):
    for board in (FIRST, BOARDS["hashi"]):
        player.app.push(mode_menu(player.app, board))
        player.choose("Play")
        gesture, _ = next(solving_gestures(board.puzzle))
        player.gesture_by_key(gesture)
        player.app.home()
    assert player.app.store.last_game().puzzle == BOARDS["hashi"].puzzle
    player.app.push(mode_menu(player.app, FIRST))
    player.choose("Continue game")
    assert player.screen.session.puzzle == FIRST.puzzle and len(player.screen.session.moves) == 1


def test_undone_moves_are_saved(player, store):
    open_game(player)
    player.key(pygame.K_RETURN, pygame.K_RIGHT, "n", pygame.K_ESCAPE)
    assert store.last_game().moves == () and store.last_game().can_redo


def test_oldest_games_are_deleted(store, monkeypatch):
    monkeypatch.setattr("masume.front.desktop.store._MOST_UNFINISHED", 2)
    boards = masume.examples("hitori")[:3]
    for age, board in enumerate(boards):
        session = Session(board.puzzle, board.name)
        session.begin_trial()
        assert store.autosave(session) == ""
        path = store._path("under-way", board.puzzle)
        os.utime(path, (1000 + age, 1000 + age))
    store.autosave(session)
    left = [store.unfinished(board.puzzle) is not None for board in boards]
    assert left == [False, True, True]


@pytest.mark.process
def test_ctrl_c_in_terminal_saves_the_game(tmp_path):
    text = (
        "import sys, pygame\n"
        "from masume.front.cli import main\n"
        "from masume.front.desktop.app import App\n"
        "frame = App.frame\n"
        "def once(app):\n"
        "    for key in (pygame.K_RETURN, pygame.K_RETURN):\n"
        "        app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=''))\n"
        "        app.handle(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode=''))\n"
        "    frame(app)\n"
        "    App.frame = frame\n"
        "    print('ready', flush=True)\n"
        "App.frame = once\n"
        f"sys.exit(main.run(['desktop', 'hitori/first', '--data', {str(tmp_path)!r}]))"
    )
    child = subprocess.Popen([sys.executable, "-c", text], stdout=-1, stderr=-1, text=True)
    assert child.stdout.readline() == "ready\n"
    child.send_signal(signal.SIGINT)
    _, printed = child.communicate(timeout=30)
    assert child.returncode == main.INTERRUPTED and printed.split("\n")[-2] == "masume: interrupted"
    assert GameStore(tmp_path).last_game().moves == ("r1c1=black",)

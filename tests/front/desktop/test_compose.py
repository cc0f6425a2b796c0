"""Composing boards in the desktop app by keyboard."""

from __future__ import annotations

import json
from pathlib import Path

from desktop.hands import EACH, FIRST, WIDE, pygame

import masume
from masume.core.plugins.registry import kind_named
from masume.errors import NotApplicable
from masume.formats.draft import draft_of, empty_draft
from masume.front import web
from masume.front.desktop import advice
from masume.front.desktop.compose import ComposeScreen
from masume.front.desktop.play import PlayScreen

CTRL = pygame.KMOD_LCTRL


def open_composer(player, draft):
    player.app.push(ComposeScreen(player.app, draft))
    player.app.frame()
    return player.screen


def wait_for_verdict(player, verdict):
    last = lambda: player.screen.judging.last  # noqa: E731
    player.wait(lambda: last() and last().verdict == verdict)
    player.wait(lambda: not player.screen.judging._question.is_open)
    return last()


def type_into(player, cell, text):
    screen = player.screen
    cols = screen.draft.cols
    down, right = cell // cols - screen.cursor // cols, cell % cols - screen.cursor % cols
    player.key(*[pygame.K_DOWN if down > 0 else pygame.K_UP] * abs(down))
    player.key(*[pygame.K_RIGHT if right > 0 else pygame.K_LEFT] * abs(right))
    player.key(*text)


@EACH
def test_board_is_composed_by_keys(player, board):
    wanted = draft_of(board)
    start = empty_draft(board.kind, wanted.rows, wanted.cols)
    open_composer(player, type(start)(wanted.head, start.rows, start.cols, start.cells))
    for cell, text in enumerate(wanted.cells):
        if text != ".":
            type_into(player, cell, text.lower() if len(text) == 1 else text)
    assert player.screen.draft.cells == wanted.cells
    assert wait_for_verdict(player, "unique").number == 1
    assert player.screen.message().head.startswith(advice.UNIQUE)
    player.key("z", mod=CTRL)
    assert player.screen.draft.cells != wanted.cells
    player.key("y", mod=CTRL)
    assert player.screen.draft.cells == wanted.cells


def test_contradiction_is_shown_and_assists_work(player):
    kuromasu = kind_named("kuromasu")
    screen = open_composer(player, empty_draft(kuromasu, 3, 3))
    wait_for_verdict(player, "several")
    assert [item for item in screen.scene().items if item.role.name == "doubt"]
    type_into(player, 0, "2")
    type_into(player, 8, "5")
    type_into(player, 4, "2")
    assert wait_for_verdict(player, "none").clash
    assert [item for item in screen.scene().items if item.role.name == "fault"]
    assert advice.CLASH in screen.message().text
    player.key(pygame.K_BACKSPACE)
    type_into(player, 0, ".")
    wait_for_verdict(player, "several")
    player.key("d", mod=CTRL)
    player.wait(lambda: not screen._assist_task.is_open)
    assert "when added alone" in screen.message().text
    player.key("k", mod=CTRL)
    player.wait(lambda: not screen._assist_task.is_open)
    wait_for_verdict(player, "unique")
    assert "added" in screen.message().text and screen.draft.cells[8] == "5"
    player.key("u", mod=CTRL)
    player.wait(lambda: not screen._assist_task.is_open)
    assert screen._assist_result.text
    type_into(player, 8, "")
    player.key("l", mod=CTRL)
    player.key("h", mod=CTRL)
    player.wait(lambda: not screen._assist_task.is_open)
    assert screen._assist_result.text and screen.draft.cells[8] == "5"
    player.key("x")
    assert "Not a clue" in player.app._notice


@WIDE
def test_draft_is_resized_exported_played_and_saved(player, store):
    screen = open_composer(player, draft_of(FIRST))
    player.key(pygame.K_RIGHT, pygame.K_DOWN, mod=pygame.KMOD_LSHIFT)
    assert (screen.draft.rows, screen.draft.cols) == (5, 5)
    player.key(pygame.K_LEFT, pygame.K_UP, mod=pygame.KMOD_LSHIFT)
    assert screen.draft == draft_of(FIRST)
    player.key("s", mod=CTRL)
    player.choose("puzz.link")
    player.choose("svg")
    files = sorted((store.folder / "boards").iterdir())
    assert [path.name for path in files] == ["first-puzz.link.txt", "first.svg"]
    assert masume.loads(files[0].read_text()) == FIRST.puzzle
    player.key(pygame.K_ESCAPE)
    player.key("p", mod=CTRL)
    assert isinstance(player.screen, PlayScreen)
    player.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
    player.choose("Continue composing")
    assert isinstance(player.screen, ComposeScreen) and player.screen.board.puzzle == FIRST.puzzle


def test_texts_equal_those_of_the_browser():
    texts = Path(web.__file__).parent / "static" / "messages" / "en.json"
    words = json.loads(texts.read_text(encoding="utf-8"))
    for name, key in (
        ("UNIQUE", "unique"),
        ("UNIQUE_LEVEL", "unique.level"),
        ("SEVERAL", "several"),
        ("MANY", "many"),
        ("NONE", "none"),
        ("UNKNOWN", "unknown"),
        ("CLASH", "clash"),
        ("HARDEST", "hardest"),
        ("BUSY", "busy"),
        ("COMPLETED", "completed"),
        ("COMPLETED_ONE", "completed.one"),
        ("COMPLETED_NONE", "completed.none"),
        ("ADJUSTED", "adjusted"),
        ("SPARE", "spare_clues.some"),
        ("SPARE_ONE", "spare_clues.some.one"),
        ("SPARE_NONE", "spare_clues.none"),
        ("DECIDING", "deciding_clues.some"),
        ("DECIDING_ONE", "deciding_clues.some.one"),
    ):
        assert getattr(advice, name) == words[f"compose.{key}"]


def test_unjudgeable_draft_is_reported(player, monkeypatch):
    def refuse(board, deadline):
        raise NotApplicable("nobody knows how")
        yield

    monkeypatch.setattr(advice, "judge", refuse)
    open_composer(player, draft_of(FIRST))
    wait_for_verdict(player, "unknown")
    assert player.screen.message().head == "Unknown: nobody knows how"

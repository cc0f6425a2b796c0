"""Generating boards."""

from __future__ import annotations

import pytest
from desktop.hands import pygame
from support import KINDS, STEERED

import masume
from masume.front.desktop.making import GenerateScreen
from masume.front.desktop.menu_screen import Menu
from masume.front.desktop.new_board import new_menu
from masume.front.desktop.options import menu_values, value_text
from masume.make.request import resolve_board_spec


@pytest.mark.parametrize("kind", STEERED, ids=lambda k: k.name)
def test_generated_board_can_be_played(player, kind):
    player.app.push(new_menu(player.app, kind))
    for line in ("Rows", "Columns"):
        player.key(pygame.K_DOWN, pygame.K_LEFT)
        assert player.screen.choice.text == line and player.screen.choice.value() == "6"
    player.choose("Level")
    player.choose("easy")
    player.choose("Generate")
    assert isinstance(player.screen, GenerateScreen)
    player.wait(lambda: not isinstance(player.screen, GenerateScreen))
    player.choose("Play")
    session = player.screen.session
    assert session.kind is kind and (session.puzzle.rows, session.puzzle.cols) == (6, 6)
    assert masume.solve(session.puzzle).unique and masume.grade(session.puzzle).level == "easy"


def test_generation_can_be_cancelled_and_failure_is_shown(player):
    kind = KINDS[0]
    player.app.push(new_menu(player.app, kind))
    player.app.push(
        GenerateScreen(
            player.app, resolve_board_spec(kind.name, size=(25, 25), difficulty="extreme"), 1
        )
    )
    process = player.screen.worker.worker.process
    player.key(pygame.K_BACKSPACE)
    assert isinstance(player.screen, Menu) and process.poll() is not None
    player.app.push(
        GenerateScreen(player.app, resolve_board_spec(kind.name, size=(6, 6), difficulty="easy"), 1)
    )
    player.screen.worker.worker.kill()
    player.wait(lambda: player.screen.fault)
    player.key(pygame.K_RETURN)
    assert isinstance(player.screen, Menu)


@pytest.mark.parametrize("kind", [k for k in KINDS if k.maker], ids=lambda k: k.name)
def test_all_options_of_a_maker_are_offered(player, kind):
    player.app.push(new_menu(player.app, kind))
    wishes = []
    for name, option in kind.maker().options.items():
        player.choose(name.replace("_", " ").capitalize())
        values = menu_values(option.default, option.least, option.most)
        assert option.default in values and values[0] == (option.least or 0)
        wished = values[(values.index(option.default) + 1) % len(values)]
        player.choose(value_text(wished))
        wishes.append((name, wished))
    if kind.maker().symmetric:
        player.choose("Symmetric")
        player.choose("yes")
    player.choose("Level")
    player.choose("easy")
    assert player.screen.choices[0].why_disabled() == ""
    player.key(pygame.K_HOME, pygame.K_RETURN)
    assert isinstance(player.screen, GenerateScreen)
    request = player.screen.wanted.request
    assert [(name, request.options[name]) for name, _ in wishes] == wishes
    assert request.symmetry is kind.maker().symmetric and request.level == "easy"


@pytest.mark.parametrize("kind", [k for k in KINDS if k.maker], ids=lambda k: k.name)
def test_clues_are_offered_where_supported(player, kind):
    player.app.push(new_menu(player.app, kind))
    lines = [choice.text for choice in player.screen.choices]
    assert any(line.startswith("Clues") for line in lines) is (kind.maker().clues is not None)
    if kind.maker().clues:
        player.choose("Clues")
        player.choose("few")
        player.key(pygame.K_HOME, pygame.K_RETURN)
        assert player.screen.wanted.request.clues == "few"


def test_impossible_request_is_reported_in_menu(player):
    kind = next(k for k in KINDS if k.name == "hashi")
    player.app.push(new_menu(player.app, kind))
    for line in ("Rows", "Columns"):
        player.choose(line)
        player.choose("1")
    player.key(pygame.K_HOME)
    reason = player.screen.choices[0].why_disabled()
    player.key(pygame.K_RETURN)
    assert reason.startswith("Impossible") and player.app._notice == reason
    assert isinstance(player.screen, Menu) and player.screen.choice.more == reason

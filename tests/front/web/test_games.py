"""The games that the server remembers: how many, and how much they may take."""

from __future__ import annotations

import json

import pytest
from support import KINDS

import masume
from masume.formats.plain import Board, write_board
from masume.front.web import games
from masume.front.web.bodies import Action, MoveBody, PlayBody, State
from masume.front.web.differences import difference
from masume.front.web.reading import read_body


def moved(kept, told, *cells):
    for cell in cells:
        action = {"do": "touch", "cell": cell}
        told = kept.play(read_body(PlayBody, {"state": told["state"], "action": action}))
    return told


def begun(kept, number):
    """A game on a board that no other number has."""
    return kept.play(
        PlayBody(board=f"hitori\nname: board {number}\n1 2 3\n2 3 1\n3 1 {number + 1}")
    )


def test_a_move_is_made_in_the_game_that_is_kept(monkeypatch):
    kept = games.Games()
    told = moved(kept, begun(kept, 0), 0, 4)
    monkeypatch.setattr(games, "opened", None)  # nothing is replayed from here on
    assert moved(kept, told, 8)["state"]["at"] == 3


def test_only_the_last_games_are_kept():
    kept = games.Games()
    for number in range(games._KEPT + 20):
        told = moved(kept, begun(kept, number), 0, 4)
    assert len(kept._kept) == games._KEPT
    assert kept.held == sum(size for _, size in kept._kept.values()) > 0
    first, _ = next(iter(kept._kept.values()))
    assert first.name == "board 20" and told["name"] == f"board {games._KEPT + 19}"


def test_long_games_are_fewer(monkeypatch):
    kept = games.Games()
    moved(kept, begun(kept, 0), *range(9))
    monkeypatch.setattr(games, "_MOST_KEPT", kept.held * 5 // 2)
    for number in range(1, 10):
        moved(kept, begun(kept, number), *range(9))
    assert len(kept._kept) == 2 and kept.held <= games._MOST_KEPT


def test_only_what_has_changed_is_told_to_whoever_has_seen_the_rest():
    kept = games.Games()
    whole = kept.move(MoveBody(board="hitori\n1 2 3\n2 3 1\n3 1 2"))
    touch = Action(do="touch", cell=4)
    told = kept.move(MoveBody(seen=whole["version"], action=touch, seconds=7.0))
    assert told["whole"] is None and told["version"] != whole["version"]
    fields = told["changed"]["fields"]
    assert fields["labels"] == {"items": [[4, 1, ["r2c2, 3, black"]]]}
    assert fields["state"]["fields"]["moves"] == {"items": [[0, 0, ["r2c2=black"]]]}
    assert {"kind", "rows", "faults", "handles"}.isdisjoint(fields)
    assert len(json.dumps(told)) < len(json.dumps(whole)) / 2


def test_an_answer_that_was_lost_is_followed_by_a_whole_one():
    kept = games.Games()
    first = kept.move(MoveBody(board="hitori\n1 2 3\n2 3 1\n3 1 2"))
    touch = Action(do="touch", cell=4)
    seen = MoveBody(seen=first["version"], action=touch)
    kept.move(seen)  # and the page never hears of it
    assert kept.move(seen) == {"version": None, "whole": None, "changed": None}
    state = State(**first["whole"]["state"])
    again = kept.move(MoveBody(state=state, action=touch))
    assert again["changed"] is None and again["whole"]["state"]["moves"] == ["r2c2=black"]
    assert games.Games().move(MoveBody(seen=again["version"]))["version"] is None


@pytest.mark.parametrize("old", ["", "abc", "aabb", "cab"])
@pytest.mark.parametrize("new", ["", "abc", "bca", "xaybz", "ba"])
def test_differences_of_lists_lead_to_the_new_one(old, new):
    change = difference(list(old), list(new))
    found = list(old)
    for at, number, items in reversed(change["items"] if change else []):
        found[at : at + number] = items
    assert "".join(found) == new and (change is None) == (old == new)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_what_a_game_takes_grows_with_its_marks(kind):
    puzzle = masume.examples(kind.name)[0].puzzle
    kept = games.Games()
    told = kept.play(PlayBody(board=write_board(Board(kind, puzzle))))
    before = kept.held
    told = moved(kept, told, *range(puzzle.rows * puzzle.cols))
    assert len(kept._kept) == 1
    assert kept.held > before * (1 + told["state"]["at"]) / 2

"""The games that the server keeps: their number and memory, and differences between answers."""

from __future__ import annotations

import pytest
from support import KINDS

import masume
from masume.formats.plain import Board, write_board
from masume.front.web import games
from masume.front.web.bodies import Action, MoveBody, PlayBody
from masume.front.web.differences import Difference, difference
from masume.front.web.records import json_text


def touch_cells(kept, answer, *cells):
    for cell in cells:
        body = PlayBody(state=answer.state, action=Action(do="touch", cell=cell))
        answer = games.session(body, kept)
    return answer


def start_game(kept, number):
    """Start a game on a board that is unique to the number."""
    board = f"hitori\nname: board {number}\n1 2 3\n2 3 1\n3 1 {number + 1}"
    return games.session(PlayBody(board=board), kept)


def test_a_move_continues_the_kept_session(monkeypatch):
    kept = games.Games()
    answer = touch_cells(kept, start_game(kept, 0), 0, 4)
    monkeypatch.setattr(games, "open_game", None)  # fails if the game is replayed
    assert touch_cells(kept, answer, 8).state.at == 3


def test_only_recent_games_are_kept():
    kept = games.Games()
    for number in range(games._MAX_GAMES + 20):
        answer = touch_cells(kept, start_game(kept, number), 0, 4)
    assert len(kept._kept) == games._MAX_GAMES
    assert kept.held_bytes == sum(size for _, size in kept._kept.values()) > 0
    first, _ = next(iter(kept._kept.values()))
    assert first.name == "board 20" and answer.name == f"board {games._MAX_GAMES + 19}"


def test_kept_games_are_bounded_by_memory(monkeypatch):
    kept = games.Games()
    touch_cells(kept, start_game(kept, 0), *range(9))
    monkeypatch.setattr(games, "_MAX_BYTES", kept.held_bytes * 5 // 2)
    for number in range(1, 10):
        touch_cells(kept, start_game(kept, number), *range(9))
    assert len(kept._kept) == 2 and kept.held_bytes <= games._MAX_BYTES


def test_move_returns_only_the_differences_from_the_version_seen():
    kept = games.Games()
    whole = games.play(MoveBody(board="hitori\n1 2 3\n2 3 1\n3 1 2"), kept)
    touch = Action(do="touch", cell=4)
    answer = games.play(MoveBody(seen=whole.version, action=touch, seconds=7.0), kept)
    assert answer.whole is None and answer.version != whole.version
    fields = answer.changed.fields
    assert fields["labels"] == Difference(items=[(4, 1, ["r2c2, 3, black"])])
    assert fields["state"].fields["moves"] == Difference(items=[(0, 0, ["r2c2=black"])])
    assert {"kind", "rows", "faults", "handles"}.isdisjoint(fields)
    assert len(json_text(answer)) < len(json_text(whole)) / 2


def test_a_lost_answer_is_followed_by_a_whole_one():
    kept = games.Games()
    first = games.play(MoveBody(board="hitori\n1 2 3\n2 3 1\n3 1 2"), kept)
    touch = Action(do="touch", cell=4)
    seen = MoveBody(seen=first.version, action=touch)
    games.play(seen, kept)  # the answer is lost
    assert games.play(seen, kept) == games.MoveReply(version=None, whole=None, changed=None)
    again = games.play(MoveBody(state=first.whole.state, action=touch), kept)
    assert again.changed is None and again.whole.state.moves == ["r2c2=black"]
    assert games.play(MoveBody(seen=again.version), games.Games()).version is None


@pytest.mark.parametrize("old", ["", "abc", "aabb", "cab"])
@pytest.mark.parametrize("new", ["", "abc", "bca", "xaybz", "ba"])
def test_applying_a_list_difference_gives_the_new_list(old, new):
    change = difference(list(old), list(new))
    patched = list(old)
    for at, number, items in reversed(change.items if change else []):
        patched[at : at + number] = items
    assert "".join(patched) == new and (change is None) == (old == new)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_memory_estimate_grows_with_the_marks(kind):
    puzzle = masume.examples(kind.name)[0].puzzle
    kept = games.Games()
    answer = games.session(PlayBody(board=write_board(Board(kind, puzzle))), kept)
    before = kept.held_bytes
    answer = touch_cells(kept, answer, *range(puzzle.rows * puzzle.cols))
    assert len(kept._kept) == 1
    assert kept.held_bytes > before * (1 + answer.state.at) / 2

"""What gestures mean to single puzzles."""

from __future__ import annotations

import masume
from masume.core.puzzle.gesture import Gesture
from masume.play.session import Session


def test_clues_of_kuromasu_stay_white():
    session = Session(masume.loads("kuromasu\n3 . .\n. . ."))
    session.touch(Gesture(0))
    assert session.moves == ("r1c1=white",)
    session.touch(Gesture(0))
    assert session.moves[-1] == "r1c1=open"
    session.touch(Gesture(1))
    assert not session.touch(Gesture(1, 0)), "a black stroke passes a clue by"
    assert session.touch(Gesture(1, 2)) and session.position.black == {1, 2}


def test_a_click_finishes_an_island():
    board = masume.loads("hashi\n4 . 3 . 2\n. . . . .\n2 . . . 1")
    session = Session(board)
    assert not session.touch(Gesture(2)), "there are two ways to three bridges"
    assert session.touch(Gesture(0))  # four in two ways that have room for two each
    assert set(session.position.joined) == {(0, 2, 2), (0, 10, 2)}
    assert session.touch(Gesture(10))  # it has its number: no others
    assert session.position.barred == {(10, 14)}
    assert session.touch(Gesture(2)), "one is left, and one way"
    assert (2, 4, 1) in session.position.joined
    assert session.touch(Gesture(4)) and session.finished
    open_again = Session(board)
    assert open_again.touch(Gesture(0, second=True))
    assert open_again.position.barred == {(0, 2), (0, 10)}

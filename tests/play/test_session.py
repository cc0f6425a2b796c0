"""A game, whoever draws it: over every puzzle, with the moves of a real solution."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from gestures import winning_gestures
from support import KINDS

import masume
from masume.core.drawing.scene import Disc, Label, Line
from masume.core.puzzle.gesture import Gesture
from masume.draw.overlay import draw_trials
from masume.logic.advice import HintOutcome
from masume.play.session import Session, load_session, restore_session
from masume.play.solvable import last_solvable
from masume.play.trials import trial_marks

SMALL = {
    kind.name: min(
        (board.puzzle for board in masume.examples(kind.name) if masume.solve(board.puzzle).unique),
        key=lambda puzzle: abs(puzzle.rows * puzzle.cols - 25),
    )
    for kind in KINDS
    if kind.model is not None
}
PUZZLES = pytest.mark.parametrize("puzzle", SMALL.values(), ids=SMALL)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@cache
def solving_moves(puzzle):
    """The moves of gestures that solve the board from nothing."""
    kind = masume.kind_of(puzzle)
    position, texts = kind.start(puzzle), []
    for gesture in winning_gestures(puzzle):
        for move in kind.touch(puzzle, position, gesture):
            texts.append(kind.write_move(puzzle, move))
            position = kind.play(puzzle, position, move)
    return tuple(texts)


def played(puzzle, **options):
    session = Session(puzzle, **options)
    for move in solving_moves(puzzle):
        session.play(move)
    return session


def test_a_long_game_takes_no_more_room_than_a_short_one():
    session = Session(SMALL["hitori"])
    for number in range(1000):
        session.touch(Gesture(number * 7 % 25))
    assert len(list(session.history.cached)) < 140
    fresh = Session(SMALL["hitori"])
    for number, move in enumerate(session.moves):
        fresh.play(move)
        if number % 37 == 0:
            assert session.history.copy().position_after(number + 1) == fresh.position
    for number in range(999, 0, -1):
        session.undo()
        assert len(session.moves) == number
    assert (
        session.position == session.history.position_after(1) != session.kind.start(session.puzzle)
    )
    assert len(list(session.history.cached)) < 140


def passes_through(line, x, y):
    """Whether a line between two points, along a row or a column, covers a point."""
    xs, ys = zip(*line.points, strict=True)
    return min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)


@PUZZLES
def test_no_trial_is_drawn_across_a_disc_or_a_text(puzzle):
    session = Session(puzzle)
    session.begin_trial()
    for move in solving_moves(puzzle):
        session.play(move)
    scene = draw_trials(session.kind.scene(puzzle, session.position), trial_marks(session))
    tried_lines = [
        (place, item)
        for place, item in enumerate(scene.items)
        if item.role.name.startswith("trial") and not item.closed
    ]
    for place, item in enumerate(scene.items):
        if isinstance(item, Disc | Label):
            across = [line for at, line in tried_lines if passes_through(line, item.x, item.y)]
            assert all(at < place for at, line in tried_lines if line in across)


def test_each_bridge_of_a_trial_is_drawn_as_one():
    """A bridge from before the trial stays as it is, beside the one that is tried."""
    session = Session(masume.loads("hashi\n2 . 4 . 2\n"))
    bridge = Gesture(0, 2)
    session.touch(bridge)
    session.begin_trial()
    session.touch(bridge)
    session.touch(Gesture(2, 4))
    session.begin_trial()
    session.touch(Gesture(2, 4))
    session.begin_trial()
    scene = draw_trials(session.kind.scene(session.puzzle, session.position), trial_marks(session))
    looks = {}  # what is seen: the last line of those at the same place
    for item in scene.items:
        if isinstance(item, Line) and item.cells:
            looks[item.points] = item.cells, item.role.name
    assert sorted(looks.values()) == [
        ((0, 2), "bridge"),
        ((0, 2), "trial-1"),
        ((2, 4), "trial-1"),
        ((2, 4), "trial-2"),
    ]
    assert [len(generated) for generated in trial_marks(session)] == [2, 1, 0]


def test_a_link_barred_in_a_trial_is_framed_and_not_drawn_as_a_bridge():
    session = Session(masume.loads("hashi\n1 . 2 . 1\n"))
    session.begin_trial()
    session.touch(Gesture(0, 2, second=True))
    scene = draw_trials(session.kind.scene(session.puzzle, session.position), trial_marks(session))
    (frame,) = (item for item in scene.items if item.role.name == "trial-1")
    assert frame.closed and passes_through(frame, 1.5, 0.5)
    assert not passes_through(frame, 0.5, 0.5)


@PUZZLES
def test_marks_of_trials_are_told_apart(puzzle):
    session, moves = Session(puzzle), solving_moves(puzzle)
    session.play(moves[0])
    assert trial_marks(session) == []
    session.begin_trial()
    session.play(moves[1])
    session.begin_trial()
    for move in moves[2:4]:
        session.play(move)
    first, second = trial_marks(session)
    assert first and second and not set(first) & set(second)
    session.keep_trial()
    assert set(trial_marks(session)[0]) == {*first, *second}
    scene = session.kind.scene(puzzle, session.position)
    drawn = draw_trials(scene, [first, second])
    seen = {(item.role.name, item.cells) for item in drawn.items if item not in scene.items}
    levels = {"trial-1": first, "trial-2": second}
    assert seen == {(level, mark.cells) for level, marks in levels.items() for mark in marks}
    session.drop_trial()
    assert trial_marks(session) == [] and len(session.moves) == 1


def random_gestures(puzzle, rng, count):
    size = puzzle.rows * puzzle.cols
    for _ in range(count):
        cell = rng.randrange(size)
        to = rng.choice([None, None, *puzzle.grid.neighbours[cell], rng.randrange(size)])
        yield Gesture(
            cell, to, rng.random() < 0.3, rng.choice([None, "up", "down", "left", "right"])
        )


@PUZZLES
def test_a_board_is_played_to_its_end_and_back(puzzle):
    session = played(puzzle)
    assert session.finished and session.faults == [] and session.check() == []
    assert not session.redo()
    seen = [session.position]
    while session.undo():
        seen.append(session.position)
    assert seen[-1] == masume.kind_of(puzzle).start(puzzle) and not session.finished
    while session.redo():
        pass
    assert session.position == seen[0] and session.finished


@PUZZLES
def test_nothing_is_called_broken_on_the_way_to_the_solution(puzzle):
    session = Session(puzzle)
    for move in solving_moves(puzzle):
        assert session.faults == [], move
        session.play(move)


@pytest.mark.long
@PUZZLES
def test_gestures_make_moves_that_can_be_undone_saved_and_restored(puzzle, tmp_path):
    rng = Random(7)
    session = Session(puzzle, name="a game")
    for gesture in random_gestures(puzzle, rng, 120):
        before, moves = session.position, len(session.moves)
        changed = session.touch(gesture)
        assert len(session.moves) == moves + changed
        if changed and rng.random() < 0.3:
            assert session.undo() and session.position == before and session.redo()
        output = {(v.rule, v.cells) for v in session.faults}
        assert {rule for rule, _ in output} <= set(session.kind.codes)
    assert session.moves
    session.save(tmp_path / "game.json")
    again = load_session(tmp_path / "game.json")
    assert again.position == session.position and again.moves == session.moves
    assert again.name == "a game" and again.puzzle == puzzle
    while session.undo():
        assert again.undo() and again.position == session.position


@PUZZLES
@pytest.mark.parametrize("auto", [False, True])
def test_a_stroke_is_one_move(puzzle, auto):
    """Its gestures do what they do one by one, and are undone and restored together."""
    gestures = list(random_gestures(puzzle, Random(3), 30))
    single, session = Session(puzzle), Session(puzzle, auto=auto)
    for gesture in gestures:
        single.touch(gesture)
    joins = False
    for gesture in gestures:
        joins = session.touch(gesture, joins=joins) or joins
    assert len(session.moves) == 1
    if not auto:
        assert session.position == single.position
    again = restore_session(session.state())
    assert again.position == session.position
    assert session.undo() and session.position == session.kind.start(puzzle)
    # What a trial or a hint has put there is left alone.
    session.redo()
    session.begin_trial()
    while not session.touch(gestures[0], joins=True):
        gestures.pop(0)
    assert len(session.moves) == 2
    session.take(session.position)
    while not session.touch(gestures[0], joins=True):
        gestures.pop(0)
    assert len(session.moves) == 4


@PUZZLES
def test_a_new_move_forgets_what_was_undone(puzzle):
    first, second, *_ = solving_moves(puzzle)
    session = Session(puzzle)
    session.play(first)
    session.play(second)
    session.undo()
    session.undo()
    session.play(first)
    assert session.moves == (first,) and not session.redo()


@PUZZLES
def test_a_trial_is_kept_or_dropped(puzzle):
    moves = solving_moves(puzzle)
    session = Session(puzzle)
    session.play(moves[0])
    before = session.position
    session.begin_trial()
    for move in moves[1:3]:
        session.play(move)
    assert session.trial_count == 1
    assert session.drop_trial() and session.position == before and session.trial_count == 0
    assert session.redo(), "what was dropped can still be made again"
    session.undo()
    session.begin_trial()
    session.play(moves[1])
    session.begin_trial()
    assert session.trial_count == 2
    assert session.keep_trial() and session.keep_trial() and not session.keep_trial()
    assert session.moves == moves[:2] and not session.drop_trial()


def test_undoing_past_the_beginning_of_a_trial_ends_it():
    session = Session(masume.load("hitori/first"))
    session.play("r1c1=black")
    session.begin_trial()
    session.undo()
    assert session.trial_count == 0 and not session.drop_trial()
    session.play("r1c2=white")
    assert session.trial_count == 0


@PUZZLES
def test_hints_lead_to_the_end(puzzle):
    session = Session(puzzle)
    result = session.hint()
    assert (
        result.outcome is HintOutcome.STEP and result.area and set(result.cells) <= set(result.area)
    )
    assert played(puzzle).hint().outcome in (HintOutcome.STEP, HintOutcome.FINISHED)


@PUZZLES
def test_auto_marks_are_true_and_only_added(puzzle):
    kind = masume.kind_of(puzzle)
    vocabulary = kind.vocabulary(puzzle)
    answer = masume.solve(puzzle).answer
    session = played(puzzle, auto=True)
    assert session.finished
    truth = set(masume.explain(puzzle).explainer.goal)
    assert set(vocabulary.marks(session.position)) <= truth
    assert masume.check(puzzle, answer) == []
    again = restore_session(json.loads(json.dumps(session.state())))
    assert again.position == session.position and again.auto


@PUZZLES
def test_the_clock_stands_still_when_paused_and_when_the_board_is_solved(puzzle):
    clock = Clock()
    session = Session(puzzle, clock=clock)
    clock.now += 5
    assert session.seconds == 5
    session.pause()
    clock.now += 60
    assert session.seconds == 5
    session.resume()
    clock.now += 2
    for move in solving_moves(puzzle):
        session.play(move)
    clock.now += 100
    assert session.seconds == 7
    session.resume()
    clock.now += 1
    assert session.seconds == 7, "a solved board takes no more time"
    again = restore_session(session.state(), clock=clock)
    clock.now += 50
    assert again.seconds == 7


def test_checking_can_be_switched_off():
    session = Session(masume.load("hitori/first"))
    session.play("r1c1=black")
    session.play("r1c2=black")
    assert [fault.rule for fault in session.faults] == ["adjacent"]
    session.checking = False
    assert session.faults == [] and session.check()


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "text",
        {},
        {"masume": 1},
        {"masume": 2, "board": "hitori\n1 1", "moves": [], "at": 0},
        {"masume": 1, "board": "nonsense", "moves": [], "at": 0},
        {"masume": 1, "board": "hitori\n1 1\n\nhitori\n1 1", "moves": [], "at": 0},
        {"masume": 1, "board": "hitori\n1 1", "moves": ["r9c9=black"], "at": 1},
        {"masume": 1, "board": "hitori\n1 1", "moves": [7], "at": 1},
        {"masume": 1, "board": "hitori\n1 1", "moves": [" "], "at": 1},
        {"masume": 1, "board": "hitori\n1 1", "moves": ["r1c1=black"], "at": 2},
        {"masume": 1, "board": "hitori\n1 1", "moves": ["r1c1=black"], "at": "x"},
        {"masume": 1, "board": "hitori\n1 1", "moves": 5, "at": 0},
        {"masume": 1, "board": "hitori\n1 1", "moves": [], "at": 0, "trials": ["x"]},
    ],
    ids=str,
)
def test_what_is_no_game_is_refused_in_one_line(data):
    with pytest.raises(masume.ParseError) as fault:
        restore_session(data)
    assert "\n" not in str(fault.value)


def test_a_file_that_cannot_be_written_leaves_the_old_game(tmp_path, monkeypatch):
    session = Session(masume.load("hitori/first"))
    path = tmp_path / "game.json"
    session.save(path)
    session.play("r1c1=black")
    monkeypatch.setattr(Session, "state", lambda self: {"bad": object()})
    with pytest.raises(TypeError):
        session.save(path)
    assert load_session(path).moves == ()
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_file_that_holds_no_game_is_refused(tmp_path):
    path = tmp_path / "game.json"
    with pytest.raises(masume.ParseError, match="contains no saved game"):
        load_session(path)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(masume.ParseError, match="contains no saved game"):
        load_session(path)


# Is anything wrong?


def test_the_last_right_position():
    board = masume.load("hitori/first")
    solution = masume.solve(board).answer
    wrong = min(set(range(board.grid.size)) - solution.black)
    session = Session(board)
    assert last_solvable(session) == 0
    moves = [*sorted(solution.black)[:2], wrong, max(solution.black)]
    for number, cell in enumerate(moves, start=1):
        session.play(f"{board.grid.name(cell)}=black")
        assert last_solvable(session) == min(number, 2)
    session.undo_to(last_solvable(session))
    assert session.position.black == frozenset(moves[:2]) and session.can_redo
    assert last_solvable(session, limit=masume.Limit(seconds=0)) is None


def test_marks_that_fit_no_solution_together_are_wrong():
    session = Session(masume.load("hitori\n1 1"))
    session.play("r1c1=black")
    assert last_solvable(session) == 1  # either could be
    session.play("r1c2=black")
    assert last_solvable(session) == 1


def test_where_there_is_no_solution_no_move_was_right():
    session = Session(masume.load("hitori\n1 1 1\n1 1 1"))
    session.play("r1c1=black")
    assert last_solvable(session) == 0

"""What a format writes it reads back, for every kind and every format that can hold it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import permutations

import pytest
from format_support import WRITABLE, one, read
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from material import boards, positions
from support import EXAMPLES, KINDS, examples

import masume
from masume.formats.convert import write, write_to_join
from masume.formats.format import formats
from masume.formats.plain import Board, write_board

SMALL = [board for board in EXAMPLES if board.puzzle.rows * board.puzzle.cols <= 400]
# Notes on a board that a format omits
UNTOLD = {
    "janko": ("barred", "white", "excluded"),
    "paper": ("barred", "white"),
    "penpa": ("barred", "excluded"),
    "pzprv3": ("excluded",),
}


@pytest.fixture(scope="module")
def solved():
    """Examples with their answers, each solved once."""
    cache = {}

    def find(board):
        if board.name not in cache:
            answer = masume.solve(board.puzzle, unique=False).answer
            cache[board.name] = replace(board, answer=answer, notes=(), line=1)
        return cache[board.name]

    return find


def written(board, name):
    """The text of a board; None if the format cannot say it, and says in one line why."""
    try:
        return write(board, name)
    except masume.NotApplicable as fault:
        assert str(fault) and "\n" not in str(fault) and len(str(fault)) < 200
        return None


def told(board, name):
    """What of a position a format can tell."""
    answer = board.answer
    if answer is not None and name in UNTOLD:
        notes = [note for note in UNTOLD[name] if hasattr(answer, note)]
        return replace(answer, **dict.fromkeys(notes, frozenset()))
    return answer if formats()[name].holds_answers else None


def without_nothing(board):
    """A position without anything on it is none, to most sites."""
    return None if board.answer == board.kind.start(board.puzzle) else board.answer


def assert_round_trip(board, name):
    text = written(board, name)
    if text is None:
        return False
    again = one(text, board.kind.name)
    assert again.puzzle == board.puzzle, text
    expected = replace(board, answer=told(board, name))
    assert without_nothing(again) == without_nothing(expected), text
    assert written(again, name) == written(expected, name)
    return True


@pytest.mark.long
@pytest.mark.parametrize("board", SMALL, ids=lambda board: board.name)
def test_examples_round_trip_with_their_answers(board, solved):
    whole = solved(board)
    for name in WRITABLE:
        if not assert_round_trip(whole, name):
            with pytest.raises(masume.NotApplicable) as refusal:
                write(whole, name)
            assert name in str(refusal.value) or assert_round_trip(
                replace(whole, answer=None), name
            )


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_has_some_formats_and_plain_and_json_hold_all(kind, solved):
    board = solved(masume.examples(kind.name)[0])
    able = [name for name in WRITABLE if written(board, name)]
    assert {"plain", "json", *kind.codecs.keys() & {"puzz.link"}} <= set(able)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_board_survives_conversion_through_two_formats(kind, solved):
    told_once = [b for b in SMALL if b.kind is kind and b.note("solutions") == "1"]
    for example in told_once[:3]:
        board = replace(solved(example), name="")
        home = write_board(board)
        for first, second in permutations(WRITABLE, 2):
            here = board
            for name in (first, second):
                text = written(here, name)
                if text is None:
                    break
                here = one(text, kind.name)
            else:
                kept = here.answer is not None
                assert kept == (formats()[first].holds_answers and formats()[second].holds_answers)
                back = replace(here, name="", notes=(), line=1, answer=here.answer or board.answer)
                assert write_board(back) == home, (first, second)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_tables_of_puzzlekit_are_read_as_the_pages_of_janko(kind, solved):
    texts = (written(solved(board), "janko") for board in SMALL if board.kind is kind)
    page = next((text for text in texts if text), "")
    if not page:
        assert kind.name == "exactly_one" or "distinct" in kind.options
        return
    board = one(page)
    parts = {
        part: "".join(
            re.findall(rf"^{part}\n((?:.*\n){{{board.puzzle.rows}}})", page, re.MULTILINE)
        )
        for part in ("problem", "areas", "solution")
    }
    size = f"{board.puzzle.rows} {board.puzzle.cols} {''.join(re.findall('stars (.*)', page))}"
    problem = f"{size.strip()}\n{parts['problem']}{parts['areas']}"
    solution = f"{size.strip()}\n{parts['solution']}"
    data = {"first": {"problem": problem, "solution": solution}}
    collection = one(json.dumps({"name": kind.title, "data": data}))
    assert (collection.puzzle, collection.answer) == (board.puzzle, board.answer)
    text = one(f"{kind.name}\n{problem}answer:\n{solution}")
    assert text.puzzle.clues == board.puzzle.clues
    assert masume.check(text.puzzle, text.answer) == []


def test_error_names_what_the_format_cannot_express():
    board = one("hashi\nmost: 3\n3 . 3")
    for name in ("puzz.link", "pzprv3", "janko", "penpa"):
        with pytest.raises(
            masume.NotApplicable, match=f"{name} cannot express this board: 3 bridges side"
        ):
            write(board, name)
    loops = one("hashi\nloops: no\n3 . 3")
    with pytest.raises(masume.NotApplicable, match="that loops are forbidden"):
        write(loops, "puzz.link")
    for text, reason in [
        ("kuromasu\n? . 2", r"a clue without a number \(\?\)"),
        ("hashi\n? . 2\n. . .\n2 . 2", r"a clue without a number \(\?\)"),
        ("hitori\n. 2\n1 2", "a cell without a number"),
        ("hitori\n1 2 3", "a board of that size"),
        ("hitori\n9 2\n1 2", "the number 9 \\(the maximum is 2\\)"),
        ("hashi\n1 . 1", "a board below 3×3"),
        ("kuromasu\n. 9", "the number 9 \\(the maximum is 2\\)"),
        ("exactly_one\nA .", "tatham has no Exactly One Maze"),
    ]:
        with pytest.raises(masume.NotApplicable, match=reason):
            write(one(text), "tatham")
    with pytest.raises(
        masume.NotApplicable, match=r"janko cannot express this board: it has a clue without"
    ):
        write(one("kuromasu\n? . 2"), "janko")
    with pytest.raises(masume.NotApplicable, match="a 5000000 cannot be written there"):
        write(one("kuromasu\n5000000 ."), "puzz.link")
    touching = one("hashi\n1 1\nanswer:\nr1c1-r1c2=1")
    with pytest.raises(masume.NotApplicable, match="the bridge at r1c1 runs over no water cell"):
        write(touching, "janko")
    assert "no water" not in write(replace(touching, answer=None), "janko")


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@examples(100, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_random_boards_round_trip_or_are_rejected(kind, data):
    puzzle = data.draw(boards(kind.name))
    answer = data.draw(st.one_of(st.none(), positions(puzzle)))
    board = Board(kind, puzzle, answer=answer)
    able = [name for name in WRITABLE if assert_round_trip(board, name)]
    assert {"plain", "json"} <= set(able)
    for name in set(WRITABLE) - set(able):  # a position may be refused where its board is not
        assert_round_trip(replace(board, answer=None), name)


@examples(60)
@given(st.data())
def test_boards_that_tell_their_kind_need_no_help(data):
    kind = data.draw(st.sampled_from(KINDS))
    board = Board(kind, data.draw(boards(kind.name)))
    for name in ("puzz.link", "pzprv3", "janko", "json", "plain"):
        text = written(board, name)
        if text is not None:
            assert [result.puzzle for result in read(text)] == [board.puzzle]


@examples(40)
@given(st.lists(st.sampled_from(SMALL), min_size=2, max_size=5), st.sampled_from(WRITABLE))
def test_several_boards_one_after_the_other(chosen, name):
    able = [(board, text) for board in chosen if (text := written(board, name))]
    if name in ("tatham", "penpa"):  # these do not always tell their kind
        able = [(board, text) for board, text in able if board.kind is chosen[0].kind]
    if able:
        result = read("".join(write_to_join(board, name) for board, _ in able), None)
        if name in ("tatham", "penpa"):
            result = read("".join(text + "\n" for _, text in able), chosen[0].kind.name)
        assert [board.puzzle for board in result] == [board.puzzle for board, _ in able]

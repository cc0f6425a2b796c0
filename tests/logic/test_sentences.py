"""Sentences that were once the worst of all, word by word as they are now."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import EXPLAINED, by_name, few

import masume
from masume.logic.explainer import Explainer

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize(
    ("board", "marks", "says"),
    [
        (
            "kuromasu/br-5x5-2",
            "r4c3=black r3c3=black",
            "r3c3 cannot be black: r3c3 and r4c3 are both black, and black cells never share a "
            "side.",
        ),
        (
            "hashi/pw-fig1",
            "r3c5-r6c5=2",
            "There cannot be 2 bridges from r3c5 to r6c5: the 1 at r3c5 has 2 bridges.",
        ),
        (
            "hitori/first",
            "r1c1=white r1c2=white",
            "r1c1 cannot be white: the 1s at r1c1 and r1c2 are both white.",
        ),
        (
            "hitori/jain-sample1",
            "r5c1=white r5c5=black",
            "r5c5 cannot be black. If r5c5 were black, the 5 at r5c6 would be white; but the 5 at "
            "r5c1 is white already. So r5c5 is white.",
        ),
        (
            "kuromasu/br-5x5-2",
            "r2c1=white",
            "r2c1 cannot be white.\n"
            "(1) The 8 at r2c4 can see at most 1 above, 3 to the left and 1 to the right: 6 with "
            "itself. The missing 2 are below, so r3c4 and r4c4 are white.\n"
            "(2) The 8 at r2c4 can see at most 1 above, 3 below and 1 to the right: 6 with itself. "
            "The missing 2 are to the left, so r2c3 and r2c2 are white.\n"
            "(3) The 8 at r5c2 can see at most 4 above and 1 to the left: 6 with itself. The "
            "missing 2 are to the right, so r5c3 and r5c4 are white.\n"
            "(4) The 8 at r2c4 already sees 8 white cells, so r2c1 is black.",
        ),
    ],
)
def test_a_wrong_mark(board, marks, says):
    assert masume.hint(masume.load(board), marks).text == says


def test_a_number_with_few_lengths_counts_what_is_seen():
    (board,) = (
        board for board in masume.examples("kuromasu") if board.name.endswith("range-6x9-1")
    )
    steps = [single for step in masume.explain(board) for single in step.single_steps]
    (step,) = (step for step in steps if step.technique == "number-has-few-lengths")
    assert step.text == (
        "Besides itself, the 7 at r4c8 sees 1 above and 1 to the right, so 4 are missing. It can "
        "see 0 or 2 below and 2 or 3 to the left: that makes 4 only with 2 to the left, so r4c5 is "
        "black."
    )


def test_two_numbers_that_share_a_stretch_say_who_lets_it_show_how_much():
    puzzle = masume.load(
        "kuromasu\n. . . . . .\n. 7 5 . . .\n. . . . . .\n. . . . . .\n. . . . . ."
    )
    logic = masume.kind_of(puzzle).logic()
    notes = logic.notes(puzzle)
    notes.learn([-8, -9])
    (share,) = (
        technique for technique in logic.techniques if technique.name == "numbers-share-a-stretch"
    )
    assert [logic.words.text(puzzle, found.says) for found in share.deductions(notes)] == [
        "The 5 at r2c3 lets row 2 show at most 5 cells, so the 7 at r2c2 needs 2 more in column 2; "
        "it sees at most 1 above, so r3c2 is white."
    ]


def test_a_large_part_that_would_be_cut_off_is_shaded():
    boards = {board.name: board for board in masume.load_all(DATA / "hashi.txt")}
    (step,) = (step for step in masume.explain(boards["tatham-23"].puzzle) if "shaded" in step.text)
    assert step.text.startswith(
        "Another bridge from r1c1 to r3c1 would cut off r1c1 and 6 other islands (shaded) from the "
        "rest, so there is at most 1."
    )
    assert len(step.part) == 7


NEVER = (
    "…",
    "could not all be met",
    "From the same it follows that",
    "This leaves no way",
    "Recall",
    "it could no longer be that",
    "would be not",
    " are a ",
    " 1 more ",
)


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_what_nobody_would_say_is_not_said(kind):
    boards = few([board for board in masume.examples(kind.name) if board.puzzle.grid.size <= 36], 3)
    texts = [step.text for board in boards for step in masume.explain(board)]
    assert texts and not [text for text in texts if any(words in text for words in NEVER)]


def test_an_island_that_would_be_cut_off_with_its_neighbours():
    walk = masume.explain(
        masume.load("hashi\n1 . 2 . 1\n. . . . .\n2 . 4 . 2\n. . . . .\n1 . 2 . 1")
    )
    assert next(iter(walk)).text == (
        "Joined only to the 1s at r1c1 and r1c5, the 2 at r1c3 would be cut off with them "
        "(1–2–1); so it has a bridge to r3c3."
    )


def test_what_a_link_can_take_is_no_step():
    for board in masume.examples("hashi")[:12]:
        assert all(step.technique != "link-limits" for step in masume.explain(board))


def test_a_path_that_is_complete_has_no_further_links():
    texts = [step.text for step in Explainer(masume.load("exactly_one/easy-0")).named_steps()]
    assert "The path is complete, so it has no further links." in texts
    assert not any("all other cells" in text for text in texts)

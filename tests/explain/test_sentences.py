"""Sentences that were once the worst of all, word by word as they are now."""

from __future__ import annotations

import pytest

import masume
from masume.explain.explainer import Explainer


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
            "r1c1 cannot be white: r1c1 and r1c2 are both 1 and white.",
        ),
    ],
)
def test_a_wrong_mark(board, marks, says):
    assert masume.hint(masume.load(board), marks).text == says


def test_a_number_with_few_lengths_counts_what_is_seen():
    (board,) = (one for one in masume.examples("kuromasu") if one.name.endswith("range-6x9-1"))
    steps = [one for step in masume.explain(board) for one in step.singly]
    (step,) = (one for one in steps if one.technique == "number-has-few-lengths")
    assert step.text == (
        "Besides itself the 7 at r4c8 sees 1 above and 1 to the right, so 4 are missing. It can "
        "see 0 or 2 below and 2 or 3 to the left: that makes 4 only with 2 below, so r5c8 is white."
    )


def test_an_island_that_would_be_cut_off_with_its_neighbours():
    walk = masume.explain(
        masume.load("hashi\n1 . 2 . 1\n. . . . .\n2 . 4 . 2\n. . . . .\n1 . 2 . 1")
    )
    assert next(iter(walk)).text == (
        "Joined only to the 1 at r1c1 and the 1 at r1c5, the 2 at r1c3 would be cut off with "
        "them; so it has a bridge to r3c3."
    )


def test_what_a_link_can_take_is_no_step():
    for board in masume.examples("hashi")[:12]:
        assert all(step.technique != "link-limits" for step in masume.explain(board))


def test_a_path_that_is_complete_has_no_further_links():
    texts = [step.text for step in Explainer(masume.load("exactly_one/easy-0")).named()]
    assert "The path is complete, so it has no further links." in texts
    assert not any("all other cells" in text for text in texts)

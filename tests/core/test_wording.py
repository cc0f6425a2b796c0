"""Statements as English sentences."""

from __future__ import annotations

import pytest

import masume
from masume.api.exact import vocabulary_of
from masume.core.model.wording import literal_sentence, sentences

HASHI = masume.load("hashi\nmost: 3\n3 . 3\n. . .\n3 . 3").puzzle
SHADED = masume.load("hitori\n1 2\n2 1").puzzle
MAZE = masume.load("exactly_one\n. .\n. .").puzzle


def merge(puzzle, *wanted):
    """Merge the sentences of single literals, given by their text."""
    vocabulary = vocabulary_of(puzzle)
    literals = [sign * variable for variable in range(1, vocabulary.shown + 1) for sign in (1, -1)]
    by_text = {literal_sentence(vocabulary, lit): vocabulary.statement(lit) for lit in literals}
    return sentences([by_text[text] for text in wanted], puzzle.grid.name)


def test_bridge_statements_are_grouped():
    assert merge(
        HASHI,
        "there is a bridge from r1c1 to r1c3",
        "there are at least 2 bridges from r1c1 to r3c1",
        "there is at most 1 bridge from r3c1 to r3c3",
        "there are at least 3 bridges from r1c3 to r3c3",
    ) == [
        "there is a bridge from r1c1 to r1c3 and at most 1 bridge from r3c1 to r3c3",
        "there are at least 2 bridges from r1c1 to r3c1 and at least 3 bridges from r1c3 to r3c3",
    ]
    assert merge(HASHI, "there are at most 2 bridges from r1c1 to r1c3") == [
        "there are at most 2 bridges from r1c1 to r1c3"
    ]


def test_cells_with_the_same_property_share_a_sentence():
    assert merge(SHADED, "r1c1 is black", "r1c2 is white", "r2c2 is black") == [
        "r1c1 and r2c2 are black",
        "r1c2 is white",
    ]


def test_line_statements_are_not_grouped():
    assert merge(MAZE, "the path joins r1c1 and r1c2", "r2c1 is on the path") == [
        "the path joins r1c1 and r1c2",
        "r2c1 is on the path",
    ]


def test_long_lists_are_shortened():
    statements = map(vocabulary_of(SHADED).statement, [1, 2, 3, 4])
    texts = sentences(statements, SHADED.grid.name, most=2)
    assert texts == ["r1c1, r1c2 and 2 more are black"]


@pytest.mark.parametrize("mark", ["r1c1-r1c3=1", "r1c1-r1c3=2"])
def test_wrong_bridge_is_named_in_a_sentence(mark):
    puzzle = masume.load("hashi\n1 . 1\n. . .\n2 . 2")
    hint = masume.hint(puzzle, masume.parse_answer(puzzle, mark))
    assert hint.text.startswith("There cannot be ")

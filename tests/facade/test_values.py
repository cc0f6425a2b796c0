"""Boards, positions and limits as values: validation, hashing, pickling, loading."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import masume
from masume.core.plugins.registry import kinds
from masume.core.puzzle.clue import UNKNOWN
from masume.formats.load import loads, loads_all
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu


@pytest.mark.parametrize("name", kinds())
def test_boards_and_kinds_can_be_pickled(name):
    board = masume.examples(name)[0]
    assert pickle.loads(pickle.dumps(board)) == board
    kind = kinds()[name]
    assert pickle.loads(pickle.dumps(kind)) is kind
    assert {kind: 1}[kind] == 1


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Kuromasu(2, 2, (1, 2)), "a tuple of 4 cells, not 2"),
        (lambda: Kuromasu(0, 2, ()), "0×2"),
        (lambda: Kuromasu(2, 2.0, (None,) * 4), "2×2.0"),
        (lambda: Hitori(1, 2, [1, 2]), "not a list"),
        (lambda: Kuromasu(1, 2, ("a", 2)), "'a' is not a clue"),
        (lambda: Hitori(1, 2, (True, 2)), "True is not a clue"),
        (lambda: Hashi(1, 3, (1, None, 0)), "0 is not a clue"),
        (lambda: Hitori(1, 2, ([], 2)), r"\[\] is not a clue"),
        (lambda: Hashi(1, 3, (1, None, 1), most=9), "most=9"),
        (lambda: ExactlyOne(1, 2, ("A", "two words")), "'two words' is not a label"),
        (lambda: ExactlyOne(1, 2, ("A", 7)), "7 is not a label"),
        (lambda: Trail(()), "the path is empty"),
    ],
)
def test_constructors_reject_invalid_values_in_one_line(build, message):
    with pytest.raises(masume.MasumeError, match=message) as caught:
        build()
    assert "\n" not in str(caught.value)


def test_all_types_of_clues_are_accepted():
    assert Kuromasu(1, 3, (None, UNKNOWN, 3)).clues == (None, UNKNOWN, 3)


@pytest.mark.parametrize(
    "amounts",
    [
        {"seconds": float("nan")},
        {"seconds": -1},
        {"nodes": -1},
        {"states": "many"},
        {"megabytes": True},
    ],
)
def test_invalid_limit_is_rejected(amounts):
    with pytest.raises(masume.BadOption, match="use None or a number from 0"):
        masume.Limit(**amounts)


# Texts and names


def test_loads_opens_no_file(tmp_path, monkeypatch):
    (tmp_path / "mine.txt").write_text("hitori\n1 1\n1 2\n")
    monkeypatch.chdir(tmp_path)
    assert masume.load("mine.txt").puzzle == masume.load(Path("mine.txt")).puzzle
    monkeypatch.setattr("masume.formats.load._file_text", None)
    for name in ("mine.txt", str(tmp_path / "mine.txt"), "~", "hitori/first", "../mine.txt"):
        with pytest.raises(masume.ParseError):
            loads(name)
    assert loads("hitori\n1 1\n1 2").puzzle == Hitori(2, 2, (1, 1, 1, 2))
    assert len(list(loads_all("1 1\n1 2\n\n1 1", kind="hitori"))) == 2


def test_text_of_several_lines_is_not_a_file_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("hitori\n1 1").write_text("hitori\n2 2\n")
    assert masume.load("hitori\n1 1").puzzle == Hitori(1, 2, (1, 1))

"""`masume heuristic --from`: the values at a position, with the papers' worked examples."""

from __future__ import annotations

import json

import pytest

import masume
from masume.front.cli.main import run

FIRST = "kuromasu\n3 . .\n. . .\n. . 1\n"
SECOND = "kuromasu\n3 .\n. 2\n"


@pytest.mark.parametrize(
    ("board", "marks", "line"),
    [
        (FIRST, "", "reachable_ratio = 1.5 in shade, published as −6/4"),
        (SECOND, "r1c2=black", "reachable_ratio = ∞ in shade, published as 1/5"),
    ],
)
def test_values_match_published_examples(board, marks, line, capsys):
    assert run(["heuristic", board, "--from", marks]) == 0
    assert line in capsys.readouterr().out.split("\n")


@pytest.mark.parametrize("kind", masume.kinds())
def test_every_heuristic_of_a_puzzle_is_shown(kind, capsys):
    board = masume.examples(kind)[0].name
    assert run(["heuristic", board, "--from", "", "--json"]) == 0
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert {value["heuristic"] for value in row["values"]} == set(masume.heuristics(kind))


def test_space_and_name_restrict_values(capsys):
    marks = ["--from", "r1c1=black", "--heuristic", "duplicates", "--space", "shade"]
    assert run(["heuristic", "hitori/first", *marks]) == 0
    (line,) = [line for line in capsys.readouterr().out.split("\n") if " = " in line]
    assert line == "duplicates = 10 in shade"


def test_unreadable_marks_are_rejected(capsys):
    assert run(["heuristic", "hitori/first", "--from", "r9c9=black"]) == 2
    assert "r9c9" in capsys.readouterr().err

"""Datasets: deterministic, resumable, without duplicates; audits agree with brute force."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from support import sample, size_of

from masume import tasks
from masume.api.exact import solve
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.grid import grid
from masume.errors import NotApplicable, UnknownName
from masume.families.shading.position import Shading
from masume.formats.load import loads
from masume.logic.walks import grade
from masume.make.sets import canonical_digest
from masume.tasks import dataset
from masume.tasks.audit import SEVERAL, UNIQUE, audit_file, share, summary
from masume.tasks.baselines import run_baselines
from masume.tasks.card import write_card
from masume.tasks.dataset import Recipe, read_rows, split_of, write_dataset
from masume.tasks.task import generated_kinds

RECIPE = Recipe(("hitori", "hashi"), ("4x4", "5x5"), ("easy", "medium"), 12, seed=3, part=5)


def rows_of(folder):
    return [row for row in read_rows(folder)]


def test_interrupted_dataset_continues_with_the_same_tasks(tmp_path):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    progress = list(write_dataset(whole, RECIPE))
    assert [part.tasks for part in progress] == [5, 10, 12]
    next(write_dataset(broken, RECIPE))  # stopped after the first part
    assert len(rows_of(broken)) == 5
    (broken / "part-00001.jsonl").write_text("", encoding="utf-8")  # killed before its state
    list(write_dataset(broken, RECIPE))
    assert rows_of(broken) == rows_of(whole)
    assert not list(write_dataset(whole, RECIPE)), "a complete dataset is left alone"
    write_card(whole, RECIPE)
    card = (whole / "README.md").read_text(encoding="utf-8")
    assert "12 boards with exactly one solution" in card and "--seed 3" in card


def test_rows_are_tasks_with_a_split_and_no_duplicates(tmp_path):
    list(write_dataset(tmp_path / "set", RECIPE))
    rows = rows_of(tmp_path / "set")
    assert len({row["digest"] for row in rows}) == len(rows)
    for row in rows:
        task = tasks.Task.from_json(row)
        assert tasks.score(task, row["answer"]).solved
        assert row["split"] == split_of(canonical_digest(task.puzzle).hex())
        assert row["technique"] and row["steps"] > 0
    assert {(row["kind"], row["level"]) for row in rows} == {
        *product(("hitori", "hashi"), ("easy", "medium"))
    }


def test_boards_that_need_techniques_take_turns(tmp_path):
    needs = ("between-equals", "corner-of-three")
    recipe = Recipe(("hitori",), ("5x5",), (), 4, needs=needs)
    list(write_dataset(tmp_path / "set", recipe))
    rows = rows_of(tmp_path / "set")
    assert [row["needs"] for row in rows] == [*needs, *needs]
    assert [row["level"] for row in rows] == ["easy", "medium"] * 2
    write_card(tmp_path / "set", recipe)
    card = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    assert "--needs between-equals --needs corner-of-three -n 4" in card
    with pytest.raises(UnknownName, match="technique"):
        Recipe(("hitori",), ("5x5",), (), 4, needs=("guessing",))


def test_other_recipes_and_files_are_not_overwritten(tmp_path):
    list(write_dataset(tmp_path / "set", RECIPE))
    with pytest.raises(NotApplicable, match="another recipe"):
        next(write_dataset(tmp_path / "set", Recipe(("hitori",), ("4x4",), ("easy",), 2)))
    (tmp_path / "file").write_text("mine")
    with pytest.raises(NotApplicable, match="not empty"):
        next(write_dataset(tmp_path, RECIPE))


def test_dataset_ends_when_there_are_no_more_boards(tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "_MOST_IN_VAIN", 30)
    row = dataset._make_row(RECIPE, 0)
    monkeypatch.setattr(dataset, "_make_row", lambda recipe, number: row)
    with pytest.raises(NotApplicable, match="only 1 different boards were found"):
        list(write_dataset(tmp_path / "set", RECIPE))


@pytest.mark.process
@pytest.mark.long
def test_parallel_parquet_is_the_same_dataset(tmp_path):
    from dataclasses import replace

    list(write_dataset(tmp_path / "lines", RECIPE))
    list(write_dataset(tmp_path / "parquet", replace(RECIPE, form="parquet"), jobs=2))
    assert rows_of(tmp_path / "parquet") == rows_of(tmp_path / "lines")


def weak_board(rng: Random) -> str:
    """Return a Hitori board as a careless generator makes it: no check of uniqueness."""
    black = {cell for cell in range(16) if rng.random() < 0.2}
    numbers = [(row + col) % 4 + 1 for row in range(4) for col in range(4)]
    for cell in black:
        numbers[cell] = rng.randint(1, 4)
    lines = [" ".join(map(str, numbers[row : row + 4])) for row in range(0, 16, 4)]
    return "\n".join(["hitori", *lines])


@cache
def shadings() -> list[frozenset[int]]:
    """Return all shadings of 4×4 cells without black neighbours and with connected white cells."""
    cells = grid(4, 4).neighbours
    chosen: list[frozenset[int]] = [frozenset()]
    for cell in range(16):
        chosen += [black | {cell} for black in chosen if black.isdisjoint(cells[cell])]
    violations = kind_named("hitori").violations
    square = loads("hitori\n1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1")  # no number twice in a line
    return [black for black in chosen if not violations(square, Shading(black))]


def solutions_by_enumeration(text: str) -> int:
    """Count the shadings after which no line has two equal white numbers."""
    clues = loads(text).puzzle.clues
    pairs = [
        {a, b}
        for a, b in combinations(range(16), 2)
        if clues[a] == clues[b] and (a // 4 == b // 4 or a % 4 == b % 4)
    ]
    return sum(all(pair & black for pair in pairs) for black in shadings())


def test_audit_finds_ambiguous_boards_at_the_rate_of_brute_force(tmp_path):
    rng = Random(41)
    boards = [weak_board(rng) for _ in range(60)]
    path = tmp_path / "weak.jsonl"
    path.write_text("\n".join(json.dumps({"board": text}) for text in boards), encoding="utf-8")
    audit = audit_file(path)
    counts = [solutions_by_enumeration(text) for text in boards]
    found = [board.outcome for board in audit.boards]
    assert [outcome == UNIQUE for outcome in found] == [count == 1 for count in counts]
    assert [outcome == SEVERAL for outcome in found] == [count > 1 for count in counts]
    assert 0 < audit.outcomes[SEVERAL] < 60 and not audit.is_sound


def test_audit_reports_every_defect(tmp_path):
    rows = [
        {"board": "hitori\n1 1\n1 2", "answer": "# .\n. ."},
        {"board": "hitori\n2 1\n1 1"},  # the same board, turned
        {"board": "hitori\n1 1\n1 3", "answer": ". .\n. ."},
        {"board": "hitori\n1 1"},
        {"board": "1 1\n1 2", "kind": "hitori"},
        {"board": "kuromasu\n9"},
        {"board": "nonsense"},
        {"other": 1},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n[broken\n", encoding="utf-8")
    audit = audit_file(path)
    text = "\n".join(summary(audit))
    assert audit.outcomes == {
        UNIQUE: 4, SEVERAL: 1, "no solution": 1, "unreadable": 3
    }  # fmt: skip
    assert ("line 2", "line 1") in audit.duplicates
    assert audit.wrong_answers == ["line 3"]
    assert "line 4: several solutions" in text and "line 6: no solution" in text
    assert "line 8: unreadable: line 8: expected a JSON object" in text


def test_audit_reads_other_formats(tmp_path):
    path = tmp_path / "addresses.txt"
    path.write_text("https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i\n", encoding="utf-8")
    audit = audit_file(path)
    assert audit.is_sound and audit.boards[0].level


def test_share_of_nothing():
    assert share(0, 0) == "–"


@pytest.mark.long
@pytest.mark.parametrize("name", generated_kinds())
def test_baselines_give_scores_a_scale(name):
    size = size_of(name, 5)
    boards = list(tasks.make_tasks(name, size=size, count=2, seed=6))
    results = {result.name: result for result in run_baselines(boards)}
    assert results["techniques up to hard"].solved == 1
    assert 0 < results["random play"].reward < 1
    assert results["easy techniques"].progress <= 1


def test_frozen_tasks_have_the_levels_and_answers_that_they_state():
    frozen = tasks.frozen_tasks()
    assert (
        len(frozen) == len({task.digest for task in frozen}) == len({t.id for t in frozen}) == 200
    )
    assert {split_of(task.digest) for task in frozen} == {"train", "test"}
    for task in sample(frozen, 20):
        solution = solve(task.puzzle)
        assert solution.unique and solution.answer == task.solution, task.id
        assert grade(task.puzzle).level == task.level, task.id

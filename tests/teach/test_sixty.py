"""One command grades sixty submissions; the grades equal a list made by hand."""

from __future__ import annotations

import csv
import time

import pytest
from teach import sixty

from masume.front.cli.main import run
from masume.teach.assignment import read_assignment
from masume.teach.grading import most_seconds

pytestmark = [pytest.mark.process, pytest.mark.long]


def grades(folder, names, *arguments):
    """Grade these submissions with one command; return the points of each criterion."""
    submissions = sixty.write(folder, names)
    output = folder / "grades.csv"
    command = ["assignment", "grade", str(submissions), "--assignment", str(folder)]
    assert run([*command, "-o", str(output), "--jobs", "2", *arguments]) == 0
    with output.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [criterion.name for criterion in read_assignment(folder).criteria]
    return {row["student"]: tuple(float(row[name]) for name in names) for row in rows}


def test_a_dozen_submissions_get_the_points_of_the_list(tmp_path):
    found = grades(tmp_path, sixty.FEW)
    assert found == {name: sixty.EXPECTED[name] for name in sixty.FEW}


@pytest.mark.soak
@pytest.mark.parametrize("container", [True, False])
def test_sixty_submissions_get_the_points_of_the_list(container, tmp_path, monkeypatch):
    if not container:  # bubblewrap is not found; Landlock and seccomp remain
        monkeypatch.setenv("PATH", "/nowhere")
    assert len(sixty.PARTS) == 60
    began = time.monotonic()
    found = grades(tmp_path, tuple(sixty.PARTS), "--pages", str(tmp_path / "pages"))
    took = time.monotonic() - began
    assert found == sixty.EXPECTED
    most = most_seconds(read_assignment(tmp_path), 60, 2)
    print(f"60 submissions in {took:.0f} s, computed limit {most:.0f} s")
    assert took < most
    assert (tmp_path / "grades.csv").read_text().count("cheat\n") == 0


def test_no_cheat_earns_more_than_an_honest_zero_in_the_part_that_cheats():
    """Cheats about figures that do correct work keep its points: what they forge counts nothing."""
    correct_work = {"cheat-hidden-work", "cheat-forged-cost"}
    for name, points in sixty.EXPECTED.items():
        if name.startswith("cheat-") and name not in correct_work:
            assert points in (sixty.ONLY_H, sixty.ONLY_S, sixty.NOTHING), name

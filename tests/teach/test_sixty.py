"""One command grades sixty submissions; the grades equal a list made by hand."""

from __future__ import annotations

import csv
import time

import pytest
from teach import sixty

from masume.core.system.limits import LimitReached
from masume.front.cli.main import run
from masume.teach.assignment import read_assignment
from masume.teach.grading import most_seconds
from masume.teach.process import SubmissionProcess

FACTS = ("name", "is_tree", "has_cycles", "repairs", "infers", "initial", "h")  # of a space

pytestmark = [pytest.mark.process, pytest.mark.long]


def grades(folder, parts, *arguments):
    """Grade these submissions with one command; return the points of each criterion."""
    submissions = sixty.write(folder, parts)
    output = folder / "grades.csv"
    command = ["assignment", "grade", str(submissions), "--assignment", str(folder)]
    assert run([*command, "-o", str(output), "--jobs", "2", *arguments]) == 0
    with output.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [criterion.name for criterion in read_assignment(folder).criteria]
    return {row["student"]: tuple(float(row[name]) for name in names) for row in rows}


def test_parts_of_a_dozen_submissions_get_the_points_of_the_list(tmp_path):
    expected = {name: points for name, (_, _, points) in sixty.FEW.items()}
    assert grades(tmp_path, sixty.FEW) == expected


@pytest.mark.parametrize("part", ["slow-import", "slow-search"])
def test_a_submission_that_computes_too_long_is_stopped(part, tmp_path):
    sixty.write(tmp_path, {part: sixty.PARTS[part]})
    place = tmp_path / "submissions" / part
    with SubmissionProcess(place, "solution.py", 150) as process:
        process.begin(0.2)
        with pytest.raises(LimitReached, match=r"0\.2 s used"):
            process.ask("algorithm", "my_search")
            process.ask("search", "my_search", dict.fromkeys(FACTS, 0), 1)


@pytest.mark.soak
@pytest.mark.parametrize("container", [True, False])
def test_sixty_submissions_get_the_points_of_the_list(container, tmp_path, monkeypatch):
    if not container:  # bubblewrap is not found; Landlock and seccomp remain
        monkeypatch.setenv("PATH", "/nowhere")
    assert len(sixty.PARTS) == 60
    began = time.monotonic()
    found = grades(tmp_path, sixty.PARTS, "--pages", str(tmp_path / "pages"))
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

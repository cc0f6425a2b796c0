"""Grades in the formats of other tools: CSV, Gradescope, JUnit XML."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from masume.teach.assignment import Assignment
from masume.teach.judge import Case, CriterionResult

if TYPE_CHECKING:
    from masume.teach.grading import StudentResult


def write_csv(assignment: Assignment, students: Sequence[StudentResult]) -> str:
    """Return one row per student: points by criterion, their sum, and what went wrong."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    names = [criterion.name for criterion in assignment.criteria]
    rows.writerow(["student", *names, "points", "of", "remarks"])
    for student in students:
        earned = [f"{result.earned:g}" for result in student.results]
        sums = [f"{student.earned:g}", f"{assignment.points:g}"]
        rows.writerow([_cell(student.student), *earned, *sums, _cell(remarks(student))])
    return out.getvalue()


def _cell(text: str) -> str:
    """Return text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def remarks(student: StudentResult) -> str:
    """Return why points were lost, in one line."""
    if student.error:
        return student.error
    found = []
    for result in student.results:
        failure = result.first_failure
        if result.error or failure is not None:
            why = result.error or f"{failure.board}: {failure.text}" if failure else result.error
            found.append(f"{result.name}: {why}")
        found += [f"{result.name}: claim refuted: {claim}" for claim in result.claims]
    return "; ".join(dict.fromkeys(found))


def case_line(case: Case) -> str:
    """Return the verdict on one board in one line."""
    expected = f"; expected {case.expected}" if case.expected else ""
    return f"{case.board}: {case.text}{expected}"


def markdown_of(result: CriterionResult, *, show_boards: bool = True) -> str:
    """Return what happened in a criterion as Markdown."""
    lines = [result.error] if result.error else []
    for case in result.cases:
        lines.append(f"- {'✓' if case.passed else '✗'} {case_line(case)}")
    failure = result.first_failure
    if show_boards and failure is not None and failure.picture:
        lines += ["", "```", *failure.picture, "```"]
    lines += [f"- claim refuted: {claim}" for claim in result.claims]
    return "\n".join(lines)


def write_gradescope(assignment: Assignment, student: StudentResult) -> str:
    """Return the `results.json` of Gradescope's autograder for one student.

    Criteria on hidden boards are shown after the due date, and their boards are not drawn.
    """
    tests = []
    expansions = 0
    for criterion, result in zip(assignment.criteria, student.results, strict=True):
        hidden = assignment.is_hidden(criterion)
        expansions += sum(case.expansions or 0 for case in result.cases if case.passed)
        tests.append(
            {
                "name": criterion.name,
                "score": result.earned,
                "max_score": criterion.points,
                "status": "passed" if result.earned == criterion.points else "failed",
                "output": markdown_of(result, show_boards=not hidden),
                "output_format": "md",
                "visibility": "after_due_date" if hidden else "visible",
            }
        )
    data = {
        "score": student.earned,
        "output": student.error,
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "leaderboard": [
            {"name": "Points", "value": student.earned},
            {"name": "Expansions", "value": expansions, "order": "asc"},
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def write_junit(assignment: Assignment, students: Sequence[StudentResult]) -> str:
    """Return JUnit XML: a suite per student, a case per criterion."""
    root = ElementTree.Element("testsuites", name=_xml(assignment.title))
    for student in students:
        failing = sum(result.earned < result.points for result in student.results)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_xml(student.student),
            tests=str(len(student.results)),
            failures=str(failing),
            errors="0",
        )
        for result in student.results:
            case = ElementTree.SubElement(
                suite, "testcase", name=_xml(result.name), classname=_xml(student.student)
            )
            if result.earned < result.points:
                message = f"{result.earned:g} of {result.points:g} points"
                failure = ElementTree.SubElement(case, "failure", message=message)
                failure.text = _xml(markdown_of(result))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


_NOT_XML = {"\ufffe", "\uffff"}


def _xml(text: str) -> str:
    """Return text without the characters that XML cannot hold."""
    return "".join(c for c in text if c in "\n\t" or (c.isprintable() and c not in _NOT_XML))

"""Run what an assignment writes with the packages it is for: Otter, nbgrader, gradescope-utils.

    python course_formats.py BUNDLE REFERENCE GRADESCOPE

BUNDLE is what students get, REFERENCE a solution with all points, GRADESCOPE the folder of results.
"""

from __future__ import annotations

import io
import json
import os
import runpy
import sys
import unittest
from pathlib import Path

import nbformat
import otter
from gradescope_utils.autograder_utils.decorators import leaderboard, number, visibility, weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner
from nbgrader.nbgraderformat import MetadataValidator


class Example(unittest.TestCase):
    """Tests whose results gradescope-utils writes: ours must have the same fields and types."""

    @weight(2)
    @number("1")
    @visibility("after_due_date")
    def test_points(self) -> None:
        print("output")

    @leaderboard("expansions", "asc")
    def test_leaderboard(self, set_leaderboard_value=None) -> None:
        set_leaderboard_value(12.5)


def shapes(results: object) -> dict[str, dict[str, type]]:
    """Return the types of the fields of results, of their tests and of their leaderboard."""
    parts = {"": [results], "tests": results["tests"], "leaderboard": results["leaderboard"]}
    return {
        part: {key: type(value) for row in rows for key, value in row.items()}
        for part, rows in parts.items()
    }


def check_gradescope(folder: Path) -> None:
    """Compare the fields and types of each results.json with those of gradescope-utils."""
    written = io.StringIO()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Example)
    JSONTestRunner(stream=written, visibility="visible", stdout_visibility="hidden").run(suite)
    expected = shapes(json.loads(written.getvalue()))
    numbers = (int, float)
    files = sorted(folder.rglob("*.json"))
    assert files
    for file in files:
        found = shapes(json.loads(file.read_text(encoding="utf-8")))
        for part, fields in expected.items():
            for field, kind in fields.items():
                if field in ("execution_time", "number") or field not in found[part]:
                    continue  # optional; those that are there must have its type
                same = kind in numbers and found[part][field] in numbers
                assert same or found[part][field] is kind, (file, part, field)
        assert {"score", "tests", "visibility"} <= found[""].keys()
        assert {"name", "score", "max_score", "status"} <= found["tests"].keys()
        assert {"name", "value"} <= found["leaderboard"].keys()


def grades(book: otter.Notebook, source: Path) -> set[float]:
    """Return the grades that Otter gives for the functions of a file."""
    functions = runpy.run_path(str(source))
    names = [path.stem for path in sorted(Path("tests").glob("*.py"))]
    return {book.check(name, global_env=functions).grade for name in names}


def main() -> None:
    """Check the three formats."""
    bundle, reference, results = (Path(word).resolve() for word in sys.argv[1:])
    check_gradescope(results)
    os.chdir(bundle)
    notebook = nbformat.read("solution.ipynb", as_version=4)
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    book = otter.Notebook(tests_dir="tests")
    assert grades(book, Path("solution.py")) == {0}
    assert grades(book, reference) == {1}
    print("passed")


if __name__ == "__main__":
    main()

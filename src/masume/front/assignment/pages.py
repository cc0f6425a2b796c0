"""Pages of a graded assignment: one per student, an overview for the lecturer, a leaderboard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from statistics import mean, median
from string import Template

from masume.core.system.files import atomic_file, write_atomically
from masume.errors import MasumeError, pluralise
from masume.front.assignment.recording import film_page
from masume.teach.assignment import Assignment
from masume.teach.grading import StudentResult
from masume.teach.judge import CriterionResult
from masume.teach.leaderboard import Standing, rank_submissions
from masume.teach.outputs import case_line, remarks
from masume.teach.similarity import ideas_by_student, similar_pairs

_BARS = 10  # of the distribution
_WIDTH = 18  # of the longest bar, in em


def write_pages(
    assignment: Assignment, students: Sequence[StudentResult], folder: Path, stub: bytes = b""
) -> int:
    """Write the overview and a page with films for each student; return the number of pages."""
    folder.mkdir(parents=True, exist_ok=True)
    names = _page_names([student.student for student in students])
    for student in students:
        own = folder / names[student.student]
        own.mkdir(exist_ok=True)
        write_atomically(own / "index.html", student_page(assignment, student, own), durable=False)
    overview = overview_page(assignment, students, names, stub)
    write_atomically(folder / "index.html", overview, durable=False)
    return len(students) + 1


def _page_names(students: Sequence[str]) -> dict[str, str]:
    """Return a folder name for each student that every file system accepts."""
    names: dict[str, str] = {}
    for student in students:
        plain = re.sub(r"[^\w.-]+", "_", student).strip("._") or "student"
        name, number = plain, 2
        while name in names.values():
            name, number = f"{plain}-{number}", number + 1
        names[student] = name
    return names


def _page(title: str, body: Iterator[str]) -> str:
    template = Template((Path(__file__).parent / "page.html").read_text(encoding="utf-8"))
    return template.substitute(title=escape(title), body="\n".join(body))


# Students


def student_page(assignment: Assignment, student: StudentResult, folder: Path) -> str:
    """Return the page of a student, and write the films that it links to into the folder."""
    return _page(
        f"{assignment.title}: {student.student}", _student_body(assignment, student, folder)
    )


def _student_body(assignment: Assignment, student: StudentResult, folder: Path) -> Iterator[str]:
    """Yield the parts of a student's page."""
    yield f"<p>{student.earned:g} of {assignment.points:g} points</p>"
    if student.error:
        yield f"<p>{escape(student.error)}</p>"
        return
    for number, result in enumerate(student.results, 1):
        yield f"<h2>{escape(result.name)}: {result.earned:g} of {result.points:g}</h2>"
        if result.error:
            yield f"<p>{escape(result.error)}</p>"
        yield '<ul class="cases">'
        for case in result.cases:
            kind = "passed" if case.passed else "failed"
            yield f'<li class="{kind}">{escape(case_line(case))}</li>'
        yield "</ul>"
        for claim in result.claims:
            yield f"<p>Claim refuted: {escape(claim)}</p>"
        failure = result.first_failure
        if failure is not None and failure.svg:
            yield f"<figure>{failure.svg}</figure>"
        if name := _write_film(result, folder / f"film-{number}.html"):
            yield f'<p><a href="{name}">Watch the run on {escape(failure.board if failure else "")}'
            yield "</a></p>"


def _write_film(result: CriterionResult, path: Path) -> str:
    """Write the film of a failing run; return its file name, or nothing without a film."""
    if not result.film:
        return ""
    try:
        page = film_page(result.film)
    except MasumeError:  # it ended before the first step
        return ""
    with atomic_file(path, durable=False) as out:
        out.write(page)
    return path.name


# The overview


def overview_page(
    assignment: Assignment,
    students: Sequence[StudentResult],
    pages: dict[str, str],
    stub: bytes = b"",
) -> str:
    """Return the lecturer's overview."""
    return _page(assignment.title, _overview_body(assignment, students, pages, stub))


def _overview_body(
    assignment: Assignment,
    students: Sequence[StudentResult],
    pages: dict[str, str],
    stub: bytes,
) -> Iterator[str]:
    """Yield the parts of the overview."""
    points = [student.earned for student in students]
    yield f"<p>{pluralise(len(students), 'submission')}, {assignment.points:g} points; "
    yield f"mean {mean(points):.1f}, median {median(points):g}</p>"
    yield "<h2>Distribution</h2><table>"
    most = assignment.points
    counts = [0] * (_BARS + 1)
    for value in points:
        counts[int(_BARS * value / most)] += 1
    for number, count in reversed(list(enumerate(counts))):
        bar = f'<span class="bar" style="width: {_WIDTH * count / max(counts):.2f}em"></span>'
        label = f"from {most * number / _BARS:g}" if number < _BARS else f"all {most:g}"
        yield f'<tr><td class="number">{label}</td><td>{bar} {count}</td></tr>'
    yield "</table>"
    yield "<h2>Criteria</h2><table><tr><th>criterion</th><th>full</th><th>mean</th></tr>"
    for number, criterion in enumerate(assignment.criteria):
        earned = [student.results[number].earned for student in students]
        full = sum(value == criterion.points for value in earned)
        yield f"<tr><td>{escape(criterion.name)}</td><td class='number'>{full}</td>"
        yield f"<td class='number'>{mean(earned):.2f} of {criterion.points:g}</td></tr>"
    yield "</table>"
    yield from _sources_body(students, stub)
    yield "<h2>Submissions</h2><table><tr><th>student</th><th>points</th><th>remarks</th></tr>"
    for student in sorted(students, key=lambda one: -one.earned):
        link, name = escape(pages[student.student]), escape(student.student)
        yield f'<tr><td><a href="{link}/index.html">{name}</a></td>'
        yield f'<td class="number">{student.earned:g}</td>'
        yield f"<td>{escape(remarks(student)[:300])}</td></tr>"
    yield "</table>"


def _sources_body(students: Sequence[StudentResult], stub: bytes) -> Iterator[str]:
    """Yield which ideas the sources use, and which sources are similar."""
    sources = {student.student: student.source for student in students}
    yield "<h2>Ideas</h2><p>By the names in the sources; a rough guide.</p><table>"
    for idea, users in ideas_by_student(list(sources.items())).items():
        some = ", ".join(users[:8]) + ("…" if len(users) > 8 else "")
        yield f'<tr><td>{idea}</td><td class="number">{len(users)}</td><td>{escape(some)}</td></tr>'
    yield "</table>"
    yield "<h2>Similar sources</h2>"
    pairs = similar_pairs(sources, stub)
    if not pairs:
        yield "<p>None.</p>"
        return
    yield "<p>By runs of tokens, without names and comments. A reason to look, not a verdict.</p>"
    yield "<ul>"
    for pair in pairs[:100]:
        yield f"<li>{escape(pair.first)} and {escape(pair.second)}: {pair.share:.0%}</li>"
    yield "</ul>"


# The leaderboard


def leaderboard_page(
    assignment: Assignment, students: Sequence[StudentResult], *, names: bool
) -> str:
    """Return the page that compares expansions on hidden boards; anonymous without `names`."""
    rows = rank_submissions(assignment, students, names=names)
    return _page(f"{assignment.title}: leaderboard", _leaderboard_body(rows))


def _leaderboard_body(rows: Sequence[Standing]) -> Iterator[str]:
    """Yield the parts of the leaderboard."""
    yield "<p>Expansions on boards that nobody has seen, divided by those of the reference: the "
    yield "geometric mean over all boards, with a 95 % interval. Smaller is better; 1 is as good "
    yield "as the reference. Submissions whose intervals overlap that of the first of a group "
    yield "share its rank.</p>"
    yield "<table><tr><th>rank</th><th>submission</th><th>solved</th><th>expansions / reference"
    yield "</th><th>95 %</th></tr>"
    for row in rows:
        ratio = "–" if row.ratio is None else f"{row.ratio:.2f}"
        interval = "" if row.low is None else f"{row.low:.2f} to {row.high:.2f}"
        yield f'<tr><td class="number">{row.rank}</td><td>{escape(row.name)}</td>'
        yield f'<td class="number">{row.solved} of {row.boards}</td>'
        yield f'<td class="number">{ratio}</td><td>{interval}</td></tr>'
    yield "</table>"

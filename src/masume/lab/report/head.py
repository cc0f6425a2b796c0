"""The beginning of a report: what was run, on which machines, and what failed."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.system.limits import Limit
from masume.errors import MasumeError, pluralise, shorten
from masume.lab.report.blocks import Block, Heading, Items, Note, Table, Text
from masume.lab.report.cases import limits
from masume.lab.report.words import join_words, title_of
from masume.lab.store import Store, damaged_text, outdated_text
from masume.lab.study import Study
from masume.lab.tasks import board_requests

_MOST_ROWS = 40  # of a table
_TROUBLES = ("killed", "died", "error")


def head(store: Store, study: Study | None) -> Iterator[Block]:
    """Yield the blocks that come before the results."""
    yield from _wrong(store)
    yield from _refuted(store)
    yield from _completeness(store)
    yield Heading("What was run")
    yield from _what(store, study)
    yield from _boards(store)
    yield from _machines(store)
    yield from _measurement(store)
    yield from _troubles(store)
    yield from _not_generated(store, study)


def _wrong(store: Store) -> Iterator[Block]:
    """Yield the wrong answers and false proofs, which are bugs."""
    (wrong,) = store.query_row("SELECT count(*) FROM results WHERE status = 'wrong'")
    (denied,) = store.query_row("SELECT count(*) FROM ends WHERE contradicted")
    if wrong:
        yield Note(
            f"{pluralise(wrong, 'run')} ended with an answer that the referee refuses, or with "
            "a proof that there is no solution although the exact engine finds one. This "
            "is a bug in the search; these runs count as not settled.",
            loud=True,
        )
    if denied:
        yield Note(
            f"{pluralise(denied, 'run')} claim that a board has no solution although another run "
            "solved it. This is a bug in the search; these runs count as not settled.",
            loud=True,
        )
    if wrong or denied:
        rows = store.query(f"""
            SELECT kind, name, search, seed,
                   CASE WHEN contradicted THEN 'said to have no solution' ELSE reason END
            FROM ends WHERE contradicted OR status = 'wrong'
            ORDER BY kind, cells, name, search, seed, repetition LIMIT {_MOST_ROWS}
        """)
        table_rows = [
            (title_of(kind), shorten(name, 60), search, str(seed), shorten(reason or "", 160))
            for kind, name, search, seed, reason in rows
        ]
        yield Table(("puzzle", "board", "search", "seed", "what is wrong"), table_rows)


def _refuted(store: Store) -> Iterator[Block]:
    """Yield what user code claimed and counting refuted, and searches that do not repeat."""
    rows = [
        (search, str(runs), shorten(reason, 160))
        for search, runs, reason in store.query(f"""
            SELECT search, count(*), min(reason) FROM results
            WHERE status = 'solved' AND reason <> '' GROUP BY search ORDER BY search
            LIMIT {_MOST_ROWS}
        """)
    ]
    if rows:
        yield Note(
            "Some searches reported figures of themselves that counting refuted. The tables of "
            "this report contain what was counted.",
            loud=True,
        )
        yield Table(("search", "runs", "for example"), rows)
    differing = store.query("""
        SELECT search, count(*) FROM (
            SELECT search FROM results WHERE status IN ('solved', 'exhausted', 'stuck')
            GROUP BY search, board, seed
            HAVING min(status) <> max(status) OR min(cost) <> max(cost)
                OR min(expanded) <> max(expanded)
        ) GROUP BY search ORDER BY search
    """)
    for search, seeds in differing:
        yield Note(
            f"{search} is not reproducible: repetitions of one seed differ in "
            f"{pluralise(seeds, 'case')}. Take all random numbers from rng.",
            loud=True,
        )


def _completeness(store: Store) -> Iterator[Block]:
    """Yield notes if results are partial, missing or outdated."""
    (planned,) = store.query_row("SELECT count(*) FROM tasks")
    (done,) = store.query_row("SELECT count(*) FROM results")
    if store.is_running:
        yield Note(
            f"Partial results: the study is still running, {done:,} of {pluralise(planned, 'run')} "
            "had ended when this was written. Write the report again when it has finished.",
            loud=True,
        )
    if not done:
        yield Note(
            f"No run of {planned:,} planned ones has ended; continue with masume study run."
            if planned
            else "No run is planned; start with masume study run."
        )
    elif done < planned:
        yield Note(
            f"Missing: {planned - done:,} of {pluralise(planned, 'run')}, as the study is not "
            "finished. This report covers the runs that have ended, so searches may have been run "
            "on different boards."
        )
    if store.damaged:
        yield Note(f"{damaged_text(store.damaged)}.")
    if outdated := store.count_outdated():
        yield Note(
            f"{outdated_text(outdated)}: masume or user code was edited after these runs. "
            "This report does not include them."
        )


def _what(store: Store, study: Study | None) -> Iterator[Block]:
    """Yield a summary of the planned and finished runs, and the limits."""
    row = store.query_records("""
        SELECT count(*) AS planned, count(DISTINCT board) AS boards,
               count(DISTINCT search) AS searches, count(DISTINCT seed) AS seeds,
               coalesce(max(repetition), 0) AS repetitions
        FROM tasks
    """)[0]
    (done, skipped, cut, first, last) = store.query_row("""
        SELECT count(*), count_if(status = 'skipped'), count_if(status IN ('limit', 'killed')),
               min(finished), max(finished) FROM results
    """)
    summary = (
        f"{pluralise(row['planned'], 'run')} planned, of {pluralise(row['searches'], 'search')} on "
        f"{pluralise(row['boards'], 'board')}, with {pluralise(row['seeds'], 'seed')} and "
        f"{pluralise(row['repetitions'], 'repetition')} at most."
    )
    if done < row["planned"]:
        summary += f" {done:,} of them have ended."
    if done:
        summary += f" {done - skipped:,} were played, {cut:,} of them cut off"
        summary += f"; {skipped:,} were skipped." if skipped else "."
    if first:
        days = (
            f"on {first:%Y-%m-%d}"
            if first.date() == last.date()
            else (f"from {first:%Y-%m-%d} to {last:%Y-%m-%d}")
        )
        summary += f" Run {days} (UTC)."
    yield Text(summary)
    yield Text(f"Limits of each run: {limits_in_words(bounds(store, study))}.")


def bounds(store: Store, study: Study | None) -> Limit:
    """Return the limits of the runs, or of the study if there are no runs."""
    of_runs = limits(store)
    return study.limits if of_runs == Limit() and study is not None else of_runs


def limits_in_words(limit: Limit) -> str:
    """Describe limits.

    >>> limits_in_words(Limit(nodes=1000, seconds=5.0))
    '5 s, 1,000 expansions'
    """
    parts = []
    if limit.seconds:
        parts.append(f"{limit.seconds:g} s")
    if limit.nodes:
        parts.append(pluralise(limit.nodes, "expansion"))
    if limit.states:
        parts.append(pluralise(limit.states, "stored state"))
    if limit.megabytes:
        parts.append(f"{limit.megabytes:,} MB")
    return ", ".join(parts) or "unknown"


def _boards(store: Store) -> Iterator[Block]:
    """Yield the table of boards by puzzle and size."""
    rows = store.query("""
        SELECT kind, rows, cols, sum(many), string_agg(
            many || CASE WHEN difficulty = '' THEN ' ungraded' ELSE ' ' || difficulty END, ', '
            ORDER BY difficulty)
        FROM (
            SELECT kind, rows, cols, coalesce(difficulty, '') AS difficulty, count(*) AS many
            FROM boards WHERE id IN (SELECT board FROM tasks) GROUP BY ALL
        ) GROUP BY kind, rows, cols ORDER BY kind, rows * cols, rows
    """)
    if len(rows) > _MOST_ROWS:
        yield from _boards_in_short(store)
    elif rows:
        table_rows = [
            (
                title_of(kind),
                f"{high}×{wide}",
                f"{many:,}",
                "–" if grades.endswith(" ungraded") and "," not in grades else grades,
            )
            for kind, high, wide, many, grades in rows
        ]
        yield Table(("puzzle", "size", "boards", "difficulty"), table_rows, frozenset({"boards"}))


def _boards_in_short(store: Store) -> Iterator[Block]:
    """Yield the table of boards by puzzle, for studies with many sizes."""
    rows = store.query("""
        SELECT kind, count(DISTINCT (rows, cols)), min(rows * cols), max(rows * cols), count(*)
        FROM boards WHERE id IN (SELECT board FROM tasks) GROUP BY kind ORDER BY kind
    """)
    table_rows = [
        (title_of(kind), pluralise(sizes, "size"), f"{least:,} to {most:,}", f"{many:,}")
        for kind, sizes, least, most, many in rows
    ]
    yield Table(("puzzle", "sizes", "cells", "boards"), table_rows, frozenset({"boards"}))


_ABOUT_MACHINES = ("system", "processor", "cores", "python", "masume", "sat", "commit")


def _machines(store: Store) -> Iterator[Block]:
    """Yield the table of machines, with notes if there are several."""
    rows = store.query_records("""
        SELECT m.*, r.runs FROM machines m
        JOIN (SELECT machine, count(*) AS runs FROM results GROUP BY machine) r ON r.machine = m.id
        ORDER BY r.runs DESC, m.id
    """)
    for name, what in (
        ("masume", "versions of masume"),
        ("commit", "commits"),
        ("processor", "kinds of processor"),
        ("host", "machines"),
    ):
        values = sorted({str(row[name] or "unknown") for row in rows})
        if len(values) > 1:
            yield Note(
                f"The runs come from {len(values)} {what} ({join_words(values, 4)}): compare "
                "expansions rather than seconds, and searches only with care."
                if name in ("host", "processor")
                else f"The runs come from {len(values)} {what} ({join_words(values, 4)}): searches "
                "may have changed between them."
            )
    if any((row["commit"] or "").endswith("+") for row in rows):
        yield Note("Some runs were made with changes that were not committed (commit with a +).")
    if rows:
        several = len({row["host"] for row in rows}) > 1  # the name of a single machine is private
        names = ("host",) * several + _ABOUT_MACHINES
        table_rows = [
            (
                *(str(row[name] if row[name] not in (None, "") else "–") for name in names),
                f"{row['runs']:,}",
            )
            for row in rows[:_MOST_ROWS]
        ]
        spelt = {"python": "Python", "sat": "python-sat"}
        titles = (*(spelt.get(name, name) for name in names), "runs")
        yield Table(titles, table_rows, frozenset({"cores", "runs"}))


_HOW = {  # what measured runs, and what it cannot see
    "cgroup": "time, peak memory and the memory limit are those of a control group, which contains "
    "everything that a run starts.",
    "cgroup without peak": "time and the memory limit are those of a control group; the peak "
    "memory is that of the largest process (Linux before 6.12).",
    "cgroup time": "time is that of a control group; the peak memory is that of the largest "
    "process, and the limit on the memory of all processes is checked ten times a second, so a run "
    "may exceed it for a moment.",
    "process": "no control groups were available. The time of children that nobody waits for is "
    "missing, the peak memory is that of the largest process, and the limit on the memory of all "
    "processes is checked ten times a second, so a run may exceed it for a moment.",
}


def _measurement(store: Store) -> Iterator[Block]:
    """Yield how time and memory were measured, and what may have disturbed it."""
    rows = store.query(
        "SELECT measured, count(*) FROM results WHERE measured IS NOT NULL GROUP BY ALL ORDER BY 1"
    )
    lines = [f"{pluralise(many, 'run')}: {_HOW.get(how, how)}" for how, many in rows]
    runs = sum(many for _, many in rows)
    loose, busy, swapped, throttled, low, high = store.query_row("""
        SELECT count_if(core IS NULL), count_if(load > cores + 0.5), count_if(swap_mb > 0),
               count_if(throttled > 0), min(mhz), max(mhz)
        FROM results LEFT JOIN machines m ON m.id = machine WHERE measured IS NOT NULL
    """)
    if runs and not loose:
        lines.append("Each run had a physical core; hyperthread siblings were left idle by masume.")
    for many, what in (
        (loose, "were not pinned to a core, as there were more parallel runs than physical cores"),
        (busy, "began while more processes wanted to run than the machine has processors"),
        (swapped, "had memory swapped out"),
        (throttled, "had their core slowed down because of heat"),
    ):
        if many:
            lines.append(f"{many:,} of {pluralise(runs, 'run')} {what}.")
    if low is not None and high > 1.1 * low:
        lines.append(f"The cores ran at {low:,} to {high:,} MHz.")
    if lines:
        yield Heading("Measurement", 3)
        yield Items(lines)


def _troubles(store: Store) -> Iterator[Block]:
    """Yield the table of failed runs, grouped by reason."""
    (many,) = store.query_row(f"SELECT count(*) FROM results WHERE status IN {_TROUBLES}")
    if not many:
        return
    rows = store.query(f"""
        SELECT status, kind, search, coalesce(reason, '') AS why, count(*) AS runs, min(name),
               count(*) OVER () AS groups
        FROM results WHERE status IN {_TROUBLES}
        GROUP BY status, kind, search, why ORDER BY runs DESC, status, kind, search, why
        LIMIT {_MOST_ROWS}
    """)
    yield Heading("Failed runs", 3)
    yield Text(
        f"{pluralise(many, 'run')} failed. Killed: exceeded the limits and was killed. Died: the "
        "process crashed twice, for instance for lack of memory. Error: the search raised an "
        "exception. All of them count as not settled."
    )
    table_rows = [
        (status, title_of(kind), search, f"{count:,}", shorten(board, 60), shorten(why, 160))
        for status, kind, search, why, count, board, _ in rows
    ]
    head = ("status", "puzzle", "search", "runs", "a board", "reason")
    yield Table(head, table_rows, frozenset({"runs"}))
    if rows[0][-1] > len(rows):
        yield Text(f"And {rows[0][-1] - len(rows):,} more such groups.", small=True)


def _not_generated(store: Store, study: Study | None) -> Iterator[Block]:
    """Yield the table of boards that could not be generated."""
    rows = store.query(
        "SELECT reason, list(request) FROM generated WHERE board IS NULL "
        "GROUP BY reason ORDER BY count(*) DESC, reason"
    )
    wanted = _requested_keys(study)
    table_rows = []
    for reason, keys in rows:
        now = sorted(key for key in keys if wanted is None or key in wanted)
        if now:
            table_rows.append((f"{len(now):,}", shorten(now[0], 60), shorten(reason or "", 200)))
    if table_rows:
        yield Heading("Boards that could not be generated", 3)
        yield Text(
            "The study requests these boards too. The results below hold for boards that can be "
            "generated."
        )
        yield Table(("boards", "example", "reason"), table_rows[:_MOST_ROWS], frozenset({"boards"}))


def _requested_keys(study: Study | None) -> set[str] | None:
    """Return the keys of the boards to generate; None if the study cannot be read."""
    if study is None:
        return None
    try:
        return {board.key for board in board_requests(study)}
    except MasumeError:
        return None  # a puzzle is not installed here

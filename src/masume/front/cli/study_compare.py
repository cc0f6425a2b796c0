"""`masume study compare`: compare two sets of results run by run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from masume.errors import pluralise, sanitise
from masume.front.cli import options

if TYPE_CHECKING:
    from masume.lab.compare import Pair, ResultsComparison, RunSet, Times

_PAIRS = ("worse", "better", "timed_out", "counts")  # fields of a comparison
_SHOWN = 10  # runs listed of each kind


@click.command("compare")
@click.argument("names", metavar="FIRST SECOND...", nargs=-1, required=True)
@options.as_json
def compare_(names: tuple[str, ...], as_json: bool) -> None:
    """Compare two sets of results run by run.

    Regressions are listed first. A set is named by its study, its results file, or FILE@COMMIT for
    the runs of one commit of masume. Times are compared without the drift of the machine, which
    searches with the same sources show. For more precise times, measure both sets alternately at
    least three times and name all files alternately (A1 B1 A2 B2 A3 B3).

    Exit code 0: nothing got worse; 1: some runs ended worse, or have larger counts or costs. Times
    do not matter.
    """
    from masume.lab.compare import compare

    comparison = compare(*names)
    if as_json:
        print(json.dumps(_comparison_to_json(comparison)))
    else:
        for line in _format_comparison(comparison):
            print(sanitise(line))
    if comparison.got_worse:
        raise click.exceptions.Exit(1)


def _format_comparison(comparison: ResultsComparison) -> Iterator[str]:
    """Yield the lines of the report: both sets, changed statuses, changed counts and times."""
    both = (comparison.first, comparison.second)
    for results in both:
        by = f", commit {', '.join(results.commits)}" if results.commits else ""
        yield f"{results.name}: {pluralise(len(results.runs), 'run')}{by}"
    first, second = (len(results.runs) - comparison.both for results in both)
    only = f"{first:,} only in the first, {second:,} only in the second"
    yield f"{pluralise(comparison.both, 'run')} in both, {only}"
    yield from _list_ends("got worse", comparison.worse)
    yield from _list_ends("got better", comparison.better)
    timed_out = comparison.timed_out
    if comparison.counts:
        yield f"{pluralise(len(comparison.counts), 'run')} settled in both with different counts:"
        yield from _first_lines(
            [f"{_format_run(pair)}: {_format_changes(pair)}" for pair in comparison.counts]
        )
    elif not comparison.worse and not comparison.better and not comparison.timed_out:
        yield "all statuses and counts are equal"
    yield from _list_ends("hit the time limit in one set only, not counted as worse", timed_out)
    yield "processor time of the second relative to the first (boards settled in both):"
    yield f"  {_summarise_times(comparison)}"
    width = max((len(times.search) for times in comparison.times), default=0)
    for times in comparison.times:
        yield f"  {times.kind:12} {times.search:{width}} {_format_times(times)}"


def _summarise_times(comparison: ResultsComparison) -> str:
    """Describe what the times can show."""
    from masume.core.text.numbers import ratio
    from masume.lab.compare import LEAST_ROUNDS, LEAST_SHARED

    if comparison.unlike:
        return f"times were {comparison.unlike}, so they cannot be compared"
    drift = ""
    if comparison.drift is not None:
        drift = (
            f"; the ratios are without the drift that {comparison.shared} searches with the same "
            f"sources show ({ratio(comparison.drift)}×)"
        )
    sessions = f"{pluralise(comparison.rounds, 'session')} of each"
    if comparison.rounds >= LEAST_ROUNDS:
        return f"{sessions}; intervals and tests are over sessions{drift}"
    if comparison.shared > LEAST_SHARED:
        return f"{sessions}{drift}; intervals and tests are from how much these vary"
    return (
        f"{sessions}, too few to test, as speed drifts between sessions; compare at least "
        f"{LEAST_SHARED + 1} searches with the same sources, or measure both alternately at least "
        f"{LEAST_ROUNDS} times and name all files alternately"
    )


def _list_ends(what: str, pairs: Sequence[Pair]) -> Iterator[str]:
    if pairs:
        yield f"{pluralise(len(pairs), 'run')} {what}:"
        yield from _first_lines([f"{_format_run(pair)}: {_format_end(pair)}" for pair in pairs])


def _first_lines(lines: Sequence[str]) -> Iterator[str]:
    for line in lines[:_SHOWN]:
        yield f"  {line}"
    if len(lines) > _SHOWN:
        yield f"  and {len(lines) - _SHOWN:,} more; --json lists them all"


def _format_run(pair: Pair) -> str:
    row = pair[0]
    return f"{row['name'] or row['board']}, {row['search']}, seed {row['seed']}"


def _format_end(pair: Pair) -> str:
    return " → ".join(
        f"{row['status']} ({row['reason']})" if row["reason"] else row["status"] for row in pair
    )


def _format_changes(pair: Pair) -> str:
    from masume.lab.compare import COUNTS

    a, b = pair
    return ", ".join(f"{name} {a[name]} → {b[name]}" for name in COUNTS if a[name] != b[name])


def _format_times(times: Times) -> str:
    """Return the ratio of times with its interval, the counts of boards and the p-value."""
    from masume.core.text.numbers import p_value, ratio

    text = f"{ratio(times.ratio)}×"
    if times.interval:
        text += " ({}–{})".format(*map(ratio, times.interval))
    text += f", slower on {times.slower} and faster on {times.faster} of {times.boards}"
    if times.p is None:
        return text
    p = p_value(times.p)
    sure = "" if times.verdict.startswith("no") else f", p {p}" if p[0] == "<" else f", p = {p}"
    return f"{text}: {times.verdict}{sure}"


def _comparison_to_json(comparison: ResultsComparison) -> dict[str, object]:
    """Return the comparison as an object for JSON."""
    return {
        "first": _set_to_json(comparison.first),
        "second": _set_to_json(comparison.second),
        "both": comparison.both,
        "unlike": comparison.unlike,
        "rounds": comparison.rounds,
        "shared": comparison.shared,
        "drift": comparison.drift,
        **{name: [_pair_to_json(pair) for pair in getattr(comparison, name)] for name in _PAIRS},
        "times": [asdict(times) | {"verdict": times.verdict} for times in comparison.times],
    }


def _set_to_json(results: RunSet) -> dict[str, object]:
    return {"name": results.name, "runs": len(results.runs), "commits": list(results.commits)}


def _pair_to_json(pair: Pair) -> dict[str, object]:
    """Return the run that a pair has in common, and the outcome in each set."""
    from masume.lab.compare import COUNTS

    a, b = pair
    compared = ("status", "reason", *COUNTS)
    return {name: a[name] for name in ("kind", "name", "search", "seed", "repetition")} | {
        "first": {name: a[name] for name in compared},
        "second": {name: b[name] for name in compared},
    }

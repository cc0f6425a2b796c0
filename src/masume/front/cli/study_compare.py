"""`masume study compare`: two sets of results, run by run, what got worse first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from masume.errors import counted, printable
from masume.front.cli.inputs import json_option

if TYPE_CHECKING:
    from masume.lab.compare import Comparison, Pair, RunSet, Times

_SHOWN = 10  # runs of each sort that are named


@click.command("compare")
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@json_option
def compare_(first: str, second: str, as_json: bool) -> None:
    """Compare two sets of results, run by run.

    What got worse comes first. A set is named by its study or its file of results, or by
    FILE@COMMIT: the runs in it that one commit of masume has made. Exit code 0: nothing got worse;
    1: some runs did, or some methods are slower.
    """
    from masume.lab.compare import compare

    found = compare(first, second)
    if as_json:
        print(json.dumps(_as_json(found)))
    else:
        for line in _lines(found):
            print(printable(line))
    slower = not found.unlike and any(one.verdict == "slower" for one in found.times)
    if found.worse or slower:
        raise click.exceptions.Exit(1)


def _lines(found: Comparison) -> Iterator[str]:
    for one in (found.first, found.second):
        by = f", commit {', '.join(one.commits)}" if one.commits else ""
        yield f"{one.name}: {counted(len(one.runs), 'run')}{by}"
    first, second = (len(one.runs) - found.both for one in (found.first, found.second))
    alone = f"{first:,} only in the first, {second:,} only in the second"
    yield f"{counted(found.both, 'run')} in both, {alone}"
    yield from _ends("got worse", found.worse)
    yield from _ends("got better", found.better)
    if found.counts:
        yield f"{counted(len(found.counts), 'run')} settled in both, with other counts:"
        yield from _some([f"{_run(pair)}: {_changed(pair)}" for pair in found.counts])
    elif not found.worse and not found.better:
        yield "all ends and all counts are the same"
    if found.unlike:
        yield f"times were {found.unlike}: they say nothing about the code"
    yield "processor time of the second, as a multiple of the first (boards that both settled):"
    width = max((len(one.method) for one in found.times), default=0)
    for times in found.times:
        yield f"  {times.kind:12} {times.method:{width}} {_told(times)}"


def _ends(what: str, pairs: Sequence[Pair]) -> Iterator[str]:
    if pairs:
        yield f"{counted(len(pairs), 'run')} {what}:"
        yield from _some([f"{_run(pair)}: {_end(pair)}" for pair in pairs])


def _some(lines: Sequence[str]) -> Iterator[str]:
    for line in lines[:_SHOWN]:
        yield f"  {line}"
    if len(lines) > _SHOWN:
        yield f"  and {len(lines) - _SHOWN:,} more; --json names them all"


def _run(pair: Pair) -> str:
    row = pair[0]
    return f"{row['name'] or row['board']}, {row['method']}, seed {row['seed']}"


def _end(pair: Pair) -> str:
    return " → ".join(
        f"{row['status']} ({row['reason']})" if row["reason"] else row["status"] for row in pair
    )


def _changed(pair: Pair) -> str:
    from masume.lab.compare import COUNTS

    a, b = pair
    return ", ".join(f"{name} {a[name]} → {b[name]}" for name in COUNTS if a[name] != b[name])


def _told(times: Times) -> str:
    from masume.lab.report.words import p_value, ratio

    told = "—" if times.ratio is None else f"{ratio(times.ratio)}×"
    if times.interval:
        told += " ({}–{})".format(*map(ratio, times.interval))
    p = p_value(times.p)
    sure = "" if times.verdict.startswith("no") else f", p {p}" if p[0] == "<" else f", p = {p}"
    return (
        f"{told}, slower on {times.slower} and faster on {times.faster} of {times.boards}: "
        f"{times.verdict}{sure}"
    )


def _as_json(found: Comparison) -> dict[str, object]:
    return {
        "first": _named(found.first),
        "second": _named(found.second),
        "both": found.both,
        "unlike": found.unlike,
        **{
            name: [_both(pair) for pair in pairs]
            for name, pairs in (
                ("worse", found.worse),
                ("better", found.better),
                ("counts", found.counts),
            )
        },
        "times": [asdict(one) | {"verdict": one.verdict} for one in found.times],
    }


def _named(one: RunSet) -> dict[str, object]:
    return {"name": one.name, "runs": len(one.runs), "commits": list(one.commits)}


def _both(pair: Pair) -> dict[str, object]:
    from masume.lab.compare import COUNTS

    a, b = pair
    told = ("status", "reason", *COUNTS)
    return {name: a[name] for name in ("kind", "name", "method", "seed", "repetition")} | {
        "first": {name: a[name] for name in told},
        "second": {name: b[name] for name in told},
    }

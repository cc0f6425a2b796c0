"""Two sets of results, run by run: what got worse, what counts differently, how the times compare.

A set is a file of results, or the rows in it that one commit of masume has made. Two runs belong
together if they search the same board in the same way with the same seed; sources and machines may
differ, for that is what is compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from masume.lab.report.resample import par_ratio, ratio_interval
from masume.lab.report.stats import holm, sign_test
from masume.lab.schema import OLD_RUNS, SAME_RUN, WHOLE_CLOCK
from masume.lab.store import Record
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store

SETTLED = ("solved", "exhausted")
COUNTS = ("cost", "expanded", "generated", "max_stored", "rounds")
_WHERE = ("host", "system", "processor", "cores", "python")
SIGNIFICANT = 0.05

Pair: TypeAlias = tuple[Record, Record]  # the same run in the first and in the second set


@dataclass(frozen=True)
class RunSet:
    """Runs of one file, or of one commit in it."""

    name: str
    commits: tuple[str, ...]
    machines: frozenset[tuple[object, ...]]
    whole_clock: bool  # from the board's text to the verdict; older files time the process
    runs: dict[tuple[object, ...], Record]


@dataclass(frozen=True)
class Times:
    """The processor time of a method in the second set beside the first, on the same boards."""

    kind: str
    method: str
    boards: int  # settled in both sets by every run
    slower: int  # of these, in the second set
    faster: int
    ratio: float | None  # of the means: above 1 the second set is slower
    interval: tuple[float, float] | None  # 95 % of it; None with too few boards
    p: float  # of the sign test, corrected for the number of methods

    @property
    def verdict(self) -> str:
        """In a word."""
        if self.p >= SIGNIFICANT:
            return "no difference shown"
        return "slower" if self.slower > self.faster else "faster"


@dataclass(frozen=True)
class Comparison:
    """What two sets of results say about each other."""

    first: RunSet
    second: RunSet
    worse: list[Pair]  # settled before and not any more, or an error that was none
    better: list[Pair]
    counts: list[Pair]  # settled in both, with other counts
    times: list[Times]  # those that got slower first
    unlike: str  # why times say nothing about the code; empty if they do

    @property
    def both(self) -> int:
        """How many runs are in both sets."""
        return len(self.first.runs.keys() & self.second.runs.keys())


def compare(first: str, second: str) -> Comparison:
    """Compare two sets, each named by its file, or by `FILE@COMMIT`."""
    one, other = _set(first), _set(second)
    pairs = [(row, other.runs[key]) for key, row in one.runs.items() if key in other.runs]
    if not pairs:
        raise StoreError(f"{one.name} and {other.name} have no run in common: nothing to compare")
    settled = [pair for pair in pairs if _settled(pair[0]) and _settled(pair[1])]
    return Comparison(
        one,
        other,
        worse=[(a, b) for a, b in pairs if _rank(b) < _rank(a)],
        better=[(a, b) for a, b in pairs if _rank(b) > _rank(a)],
        counts=[(a, b) for a, b in settled if any(a[name] != b[name] for name in COUNTS)],
        times=_times(pairs),
        unlike=_unlike(one, other),
    )


def _set(name: str) -> RunSet:
    place, _, commit = name.rpartition("@") if "@" in Path(name).name else (name, "", "")
    path = Path(place)
    path = path if path.suffix == ".duckdb" else path.with_suffix(".duckdb")
    with open_store(path) as store:
        schema = int(store.meta("schema"))
        rows = store.records(
            _rows_of(OLD_RUNS.get(schema, "SELECT * FROM runs"), commit),
            [f"{commit}%"] if commit else [],
        )
    if not rows:
        of = f" of commit {commit}" if commit else ""
        raise StoreError(f"{path} has no runs{of}; masume study run makes them")
    return RunSet(
        name,
        tuple(sorted({row["commit"] for row in rows if row["commit"]})),
        frozenset(tuple(row[column] for column in _WHERE) for row in rows),
        schema >= WHOLE_CLOCK,
        {tuple(row[column] for column in SAME_RUN): row for row in rows},  # the last one counts
    )


def _unlike(one: RunSet, other: RunSet) -> str:
    if len(one.machines | other.machines) > 1:
        return "measured on different machines"
    return "" if one.whole_clock == other.whole_clock else "measured by different clocks"


def _rows_of(runs: str, commit: str) -> str:
    """Runs with their boards and machines; with a commit also those that gave way to newer ones."""
    machine = ", ".join(f"m.{column}" for column in (*_WHERE, "commit"))
    which = "WHERE m.commit LIKE ?" if commit else "SEMI JOIN tasks t ON t.key = r.key"
    return (
        f"SELECT b.kind, b.name, {machine}, r.* FROM ({runs}) r JOIN boards b ON b.id = r.board "
        f"LEFT JOIN machines m ON m.id = r.machine {which} ORDER BY r.finished"
    )


def _settled(row: Record) -> bool:
    return row["status"] in SETTLED


def _rank(row: Record) -> int:
    """How good an end is: what was wrong, or never came to an end, is worse than a limit."""
    if _settled(row):
        return 2
    return 0 if row["status"] in ("wrong", "error", "died", "killed") else 1


def _times(pairs: Iterable[Pair]) -> list[Times]:
    """By puzzle and method; boards that some run did not settle have no time to compare."""
    boards: dict[tuple[str, str], dict[str, list[Pair]]] = {}
    for a, b in pairs:
        boards.setdefault((a["kind"], a["method"]), {}).setdefault(a["board"], []).append((a, b))
    methods = list(filter(None, (_time(*name, runs.values()) for name, runs in boards.items())))
    corrected = holm([one.p for one in methods])
    done = [replace(one, p=p) for one, p in zip(methods, corrected, strict=True)]
    order = {"slower": 0, "no difference shown": 1, "faster": 2}
    return sorted(done, key=lambda one: (order[one.verdict], -(one.ratio or 0)))


def _time(kind: str, method: str, boards: Iterable[list[Pair]]) -> Times | None:
    usable = [here for here in boards if all(_timed(one) for pair in here for one in pair)]
    if not usable:
        return None
    before = [[a["seconds"] for a, _ in here] for here in usable]
    after = [[b["seconds"] for _, b in here] for here in usable]
    sums = [(sum(a), sum(b)) for a, b in zip(before, after, strict=True)]
    slower, faster = sum(b > a for a, b in sums), sum(b < a for a, b in sums)
    ratio, interval = par_ratio(after, before), ratio_interval(after, before)
    p = sign_test(slower, faster)
    return Times(kind, method, len(usable), slower, faster, ratio, interval, p)


def _timed(row: Record) -> bool:
    return _settled(row) and row["seconds"] is not None

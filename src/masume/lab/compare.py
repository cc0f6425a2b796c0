"""Two sets of results, run by run: what got worse, what counts differently, how the times compare.

A set is a file of results, or the rows in it that one commit of masume has made. Two runs belong
together if they search the same board in the same way with the same seed; sources and machines may
differ, for that is what is compared.

The speed of a machine drifts between sessions of measuring, for all boards alike, so boards are no
independent evidence of a difference in time: sessions are. Both sets can be given several times,
measured in turn; each such round gives one ratio, and the test is over rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log
from pathlib import Path
from statistics import fmean
from typing import TypeAlias

from masume.errors import BadOption
from masume.lab.report.stats import holm, mean_interval
from masume.lab.schema import SAME_RUN
from masume.lab.store import Record
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store

SETTLED = ("solved", "exhausted")
COUNTS = ("cost", "expanded", "generated", "max_stored", "rounds")
_WHERE = ("host", "system", "processor", "cores", "python")
SIGNIFICANT = 0.05
LEAST_ROUNDS = 3  # fewer sessions of each set show nothing about time

Pair: TypeAlias = tuple[Record, Record]  # the same run in the first and in the second set
_Rounds: TypeAlias = dict[int, dict[str, list[Pair]]]  # pairs by round and board


@dataclass(frozen=True)
class RunSet:
    """Runs of one file, or of one commit in it; of several if they were measured in turn."""

    name: str
    commits: tuple[str, ...]
    machines: frozenset[tuple[object, ...]]
    runs: dict[tuple[object, ...], Record]  # by round and SAME_RUN


@dataclass(frozen=True)
class Times:
    """The processor time of a search in the second set beside the first, on the same boards."""

    kind: str
    search: str
    boards: int  # settled in both sets by every run, in all rounds together
    slower: int  # of these, in the second set
    faster: int
    rounds: int
    ratio: float  # geometric mean over rounds: above 1 the second set is slower
    interval: tuple[float, float] | None  # 95 % of it (Student); None with too few rounds
    p: float | None  # t-test over rounds, corrected for the number of searchs

    @property
    def verdict(self) -> str:
        """What can be said of the code: "untested", "no difference shown", "slower", "faster"."""
        if self.p is None:
            return "untested"
        if self.p >= SIGNIFICANT:
            return "no difference shown"
        return "slower" if self.ratio > 1 else "faster"


@dataclass(frozen=True)
class Comparison:
    """What two sets of results say about each other."""

    first: RunSet
    second: RunSet
    worse: list[Pair]  # settled before and not any more, or an error that was none
    better: list[Pair]
    timed_out: list[Pair]  # ended by the clock in one set alone, which may be the machine's speed
    counts: list[Pair]  # settled in both, with other counts
    times: list[Times]  # those that got slower first
    unlike: str  # why times say nothing about the code; empty if they may
    rounds: int

    @property
    def both(self) -> int:
        """How many runs are in both sets."""
        return len(self.first.runs.keys() & self.second.runs.keys())

    @property
    def got_worse(self) -> bool:
        """Whether some run ended worse, or has a larger cost or count; time does not matter."""
        return bool(self.worse) or any(
            (b[name] or 0) > (a[name] or 0) for a, b in self.counts for name in COUNTS
        )


def compare(*names: str) -> Comparison:
    """Compare two sets, each named by its file, or by `FILE@COMMIT`.

    More names are further sessions of both in turn: first, second, first, second.
    """
    if len(names) < 2 or len(names) % 2:
        raise BadOption(f"{len(names)} sets given; name two, or several pairs in turn")
    one, other = _joined(names[::2]), _joined(names[1::2])
    keyed = {key: (row, other.runs[key]) for key, row in one.runs.items() if key in other.runs}
    pairs = list(keyed.values())
    if not pairs:
        raise StoreError(f"{one.name} and {other.name} have no run in common: nothing to compare")
    changed = [(a, b) for a, b in pairs if _rank(a) != _rank(b)]
    ended = [pair for pair in changed if not _by_clock(pair)]
    unlike = "measured on different machines" if len(one.machines | other.machines) > 1 else ""
    settled = [pair for pair in pairs if _settled(pair[0]) and _settled(pair[1])]
    return Comparison(
        one,
        other,
        worse=[(a, b) for a, b in ended if _rank(b) < _rank(a)],
        better=[(a, b) for a, b in ended if _rank(b) > _rank(a)],
        timed_out=[pair for pair in changed if _by_clock(pair)],
        counts=[(a, b) for a, b in settled if any(a[name] != b[name] for name in COUNTS)],
        times=_times(keyed, testable=not unlike),
        unlike=unlike,
        rounds=len(names) // 2,
    )


def _joined(names: Sequence[str]) -> RunSet:
    """Return the runs of several sessions as one set."""
    sets = [_set(name, number) for number, name in enumerate(names)]
    return RunSet(
        ", ".join(one.name for one in sets),
        tuple(sorted({commit for one in sets for commit in one.commits})),
        frozenset().union(*(one.machines for one in sets)),
        {key: row for one in sets for key, row in one.runs.items()},
    )


def _set(name: str, number: int) -> RunSet:
    place, _, commit = name.rpartition("@") if "@" in Path(name).name else (name, "", "")
    path = Path(place)
    path = path if path.suffix == ".duckdb" else path.with_suffix(".duckdb")
    with open_store(path) as store:
        rows = store.records(_rows_of(commit), [f"{commit}%"] if commit else [])
    if not rows:
        of = f" of commit {commit}" if commit else ""
        raise StoreError(f"{path} has no runs{of}; masume study run makes them")
    return RunSet(
        name,
        tuple(sorted({row["commit"] for row in rows if row["commit"]})),
        frozenset(tuple(row[column] for column in _WHERE) for row in rows),
        {(number, *(row[column] for column in SAME_RUN)): row for row in rows},  # the last counts
    )


def _rows_of(commit: str) -> str:
    """Runs with their boards and machines; with a commit also those that gave way to newer ones."""
    machine = ", ".join(f"m.{column}" for column in (*_WHERE, "commit"))
    which = "WHERE m.commit LIKE ?" if commit else "SEMI JOIN tasks t ON t.key = r.key"
    return (
        f"SELECT b.kind, b.name, {machine}, r.* FROM runs r JOIN boards b ON b.id = r.board "
        f"LEFT JOIN machines m ON m.id = r.machine {which} ORDER BY r.finished"
    )


def _settled(row: Record) -> bool:
    return row["status"] in SETTLED


def _rank(row: Record) -> int:
    """How good an end is: what was wrong, or never came to an end, is worse than a limit."""
    if _settled(row):
        return 2
    return 0 if row["status"] in ("wrong", "error", "died", "killed") else 1


def _by_clock(pair: Pair) -> bool:
    """Whether time alone may be why one run was not settled: it had done no more than the other."""
    late, other = sorted(pair, key=_rank)
    seconds, most = late["seconds"] or 0.0, late["limit_seconds"] or inf
    over = seconds >= most or (late["reason"] or "").endswith(" s used")
    if late["status"] != "killed" and not (late["status"] == "limit" and over):
        return False
    return (late["expanded"] or 0) <= (other["expanded"] or 0)


def _times(pairs: dict[tuple[object, ...], Pair], *, testable: bool) -> list[Times]:
    """By puzzle and search; boards that some run did not settle have no time to compare."""
    searchs: dict[tuple[str, str], _Rounds] = {}
    for (number, *_), (a, b) in pairs.items():
        assert isinstance(number, int)
        rounds = searchs.setdefault((a["kind"], a["search"]), {})
        rounds.setdefault(number, {}).setdefault(a["board"], []).append((a, b))
    times = list(filter(None, (_time(*name, rounds) for name, rounds in searchs.items())))
    tested = [(one, one.p) for one in times if one.p is not None and testable]
    corrected = holm([p for _, p in tested])
    done = [replace(one, p=None) for one in times if one.p is None or not testable]
    done += [replace(one, p=p) for (one, _), p in zip(tested, corrected, strict=True)]
    order = {"slower": 0, "no difference shown": 1, "faster": 2, "untested": 3}
    return sorted(done, key=lambda one: (order[one.verdict], -one.ratio))


def _time(kind: str, search: str, rounds: _Rounds) -> Times | None:
    sums: list[tuple[float, float]] = []  # of all boards
    ratios = []  # of all rounds
    for boards in rounds.values():
        here = list(_board_times(boards.values()))
        before, after = (sum(times) for times in zip(*here, strict=True)) if here else (0.0, 0.0)
        sums += here
        if before and after:
            ratios.append(log(after / before))
    if not ratios:
        return None
    slower, faster = sum(b > a for a, b in sums), sum(b < a for a, b in sums)
    interval, p = None, None
    if len(ratios) >= LEAST_ROUNDS:
        low, high, p = mean_interval(ratios)
        interval = exp(low), exp(high)
    ratio = exp(fmean(ratios))
    return Times(kind, search, len(sums), slower, faster, len(ratios), ratio, interval, p)


def _board_times(boards: Iterable[list[Pair]]) -> Iterator[tuple[float, float]]:
    """Yield the mean time of each board in both sets, where every run settled it."""
    for pairs in boards:
        if all(_settled(row) and row["seconds"] is not None for pair in pairs for row in pair):
            yield fmean(a["seconds"] for a, _ in pairs), fmean(b["seconds"] for _, b in pairs)

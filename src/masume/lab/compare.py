"""Compare two sets of results run by run: regressions, different counts, times.

A set is a results file, or the rows in it from one commit of masume. Runs are paired if they have
the same board, search, seed and repetition; sources and machines may differ.

The speed of a machine drifts between measuring sessions, for all boards alike. So boards are no
independent evidence of a difference in time, but sessions are: both sets can be given several
times, measured alternately, and the test is over these rounds.
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
from masume.lab.schema import RUNS, SAME_RUN
from masume.lab.store import SUFFIX, Record, StoreError, open_store

SETTLED = ("solved", "exhausted")
COUNTS = ("cost", "expanded", "generated", "max_stored", "rounds")
_WHERE = ("host", "system", "processor", "cores", "python")
SIGNIFICANT = 0.05
LEAST_ROUNDS = 3  # sessions of each set for a test of times

Pair: TypeAlias = tuple[Record, Record]  # the same run in the first and in the second set
_Rounds: TypeAlias = dict[int, dict[str, list[Pair]]]  # pairs by round and board


@dataclass(frozen=True)
class RunSet:
    """Runs of one file, or of one commit in it; of several files if there are several sessions."""

    name: str
    commits: tuple[str, ...]
    machines: frozenset[tuple[object, ...]]
    runs: dict[tuple[object, ...], Record]  # by round and SAME_RUN


@dataclass(frozen=True)
class Times:
    """The processor time of a search in the second set relative to the first."""

    kind: str
    search: str
    boards: int  # settled by every run of both sets, summed over rounds
    slower: int  # of these boards, in the second set
    faster: int
    rounds: int
    ratio: float  # geometric mean over rounds; above 1 the second set is slower
    interval: tuple[float, float] | None  # 95 % (Student's t); None with too few rounds
    p: float | None  # t-test over rounds, corrected for the number of searchs

    @property
    def verdict(self) -> str:
        """One of "untested", "no difference shown", "slower", "faster"."""
        if self.p is None:
            return "untested"
        if self.p >= SIGNIFICANT:
            return "no difference shown"
        return "slower" if self.ratio > 1 else "faster"


@dataclass(frozen=True)
class ResultsComparison:
    """The differences of two sets of results."""

    first: RunSet
    second: RunSet
    worse: list[Pair]  # no longer settled, or a new error
    better: list[Pair]
    timed_out: list[Pair]  # hit the time limit in one set only, maybe for a slower machine
    counts: list[Pair]  # settled in both, with other counts
    times: list[Times]  # slower ones first
    unlike: str  # the reason if times cannot be compared
    rounds: int

    @property
    def both(self) -> int:
        """The number of runs in both sets."""
        return len(self.first.runs.keys() & self.second.runs.keys())

    @property
    def got_worse(self) -> bool:
        """Whether a run ended worse or has a larger cost or count; times do not matter."""
        return bool(self.worse) or any(
            (b[name] or 0) > (a[name] or 0) for a, b in self.counts for name in COUNTS
        )


def compare(*names: str) -> ResultsComparison:
    """Compare two sets, each named by its file or by `FILE@COMMIT`.

    Further names are more sessions, alternately of the first and the second set.
    """
    if len(names) < 2 or len(names) % 2:
        raise BadOption(f"{len(names)} sets given; name two, or several pairs alternately")
    first, second = _merge_sets(names[::2]), _merge_sets(names[1::2])
    keyed = {key: (row, second.runs[key]) for key, row in first.runs.items() if key in second.runs}
    pairs = list(keyed.values())
    if not pairs:
        raise StoreError(
            f"{first.name} and {second.name} have no run in common; nothing to compare"
        )
    changed = [(a, b) for a, b in pairs if _rank(a) != _rank(b)]
    ended = [pair for pair in changed if not _is_by_clock(pair)]
    unlike = "measured on different machines" if len(first.machines | second.machines) > 1 else ""
    settled = [pair for pair in pairs if _is_settled(pair[0]) and _is_settled(pair[1])]
    return ResultsComparison(
        first,
        second,
        worse=[(a, b) for a, b in ended if _rank(b) < _rank(a)],
        better=[(a, b) for a, b in ended if _rank(b) > _rank(a)],
        timed_out=[pair for pair in changed if _is_by_clock(pair)],
        counts=[(a, b) for a, b in settled if any(a[name] != b[name] for name in COUNTS)],
        times=_all_times(keyed, testable=not unlike),
        unlike=unlike,
        rounds=len(names) // 2,
    )


def _merge_sets(names: Sequence[str]) -> RunSet:
    """Return the runs of several sessions as one set."""
    sets = [_read_set(name, number) for number, name in enumerate(names)]
    return RunSet(
        ", ".join(run_set.name for run_set in sets),
        tuple(sorted({commit for run_set in sets for commit in run_set.commits})),
        frozenset().union(*(run_set.machines for run_set in sets)),
        {key: row for run_set in sets for key, row in run_set.runs.items()},
    )


def _read_set(name: str, number: int) -> RunSet:
    """Read the set of a name; `number` is its round."""
    place, _, commit = name.rpartition("@") if "@" in Path(name).name else (name, "", "")
    path = Path(place)
    path = path if path.suffix == SUFFIX else path.with_suffix(SUFFIX)
    with open_store(path) as store:
        rows = store.query_records(_run_query(commit), [f"{commit}%"] if commit else [])
    if not rows:
        of = f" of commit {commit}" if commit else ""
        raise StoreError(f"{path}: no runs{of}; create them with masume study run")
    return RunSet(
        name,
        tuple(sorted({row["commit"] for row in rows if row["commit"]})),
        frozenset(tuple(row[column] for column in _WHERE) for row in rows),
        {(number, *(row[column] for column in SAME_RUN)): row for row in rows},  # the last counts
    )


def _run_query(commit: str) -> str:
    """Return the query for runs with boards and machines; of a commit, outdated runs too."""
    machine = ", ".join(f"m.{column}" for column in (*_WHERE, "commit"))
    table, which = ("runs", "WHERE m.commit LIKE ?") if commit else ("results", "")
    return (
        f"SELECT b.kind, b.name, {machine}, r.* FROM (SELECT {', '.join(RUNS)} "
        f"FROM {table}) r JOIN boards b ON b.id = r.board "
        f"LEFT JOIN machines m ON m.id = r.machine {which} ORDER BY r.finished"
    )


def _is_settled(row: Record) -> bool:
    return row["status"] in SETTLED


def _rank(row: Record) -> int:
    """Return a rank of a run's status: 2 settled, 1 unsettled, 0 wrong or broken off."""
    if _is_settled(row):
        return 2
    return 0 if row["status"] in ("wrong", "error", "died", "killed") else 1


def _is_by_clock(pair: Pair) -> bool:
    """Return whether one run ended by the time limit with no more work done than the other."""
    late, other = sorted(pair, key=_rank)
    seconds, most = late["seconds"] or 0.0, late["limit_seconds"] or inf
    over = seconds >= most or (late["reason"] or "").endswith(" s used")
    if late["status"] != "killed" and not (late["status"] == "limit" and over):
        return False
    return (late["expanded"] or 0) <= (other["expanded"] or 0)


def _all_times(pairs: dict[tuple[object, ...], Pair], *, testable: bool) -> list[Times]:
    """Compare the times of each puzzle and search, over boards that every run settled."""
    searchs: dict[tuple[str, str], _Rounds] = {}
    for (number, *_), (a, b) in pairs.items():
        assert isinstance(number, int)
        rounds = searchs.setdefault((a["kind"], a["search"]), {})
        rounds.setdefault(number, {}).setdefault(a["board"], []).append((a, b))
    times = list(filter(None, (_compare_times(*name, rounds) for name, rounds in searchs.items())))
    tested = [(entry, entry.p) for entry in times if entry.p is not None and testable]
    corrected = holm([p for _, p in tested])
    rows = [replace(entry, p=None) for entry in times if entry.p is None or not testable]
    rows += [replace(entry, p=p) for (entry, _), p in zip(tested, corrected, strict=True)]
    order = {"slower": 0, "no difference shown": 1, "faster": 2, "untested": 3}
    return sorted(rows, key=lambda entry: (order[entry.verdict], -entry.ratio))


def _compare_times(kind: str, search: str, rounds: _Rounds) -> Times | None:
    """Compare the times of one search; None if no round has boards to compare."""
    sums: list[tuple[float, float]] = []  # of each board and round
    ratios = []  # logarithms, of each round
    for boards in rounds.values():
        of_round = list(_board_times(boards.values()))
        before, after = (
            (sum(times) for times in zip(*of_round, strict=True)) if of_round else (0, 0)
        )
        sums += of_round
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
        if all(_is_settled(row) and row["seconds"] is not None for pair in pairs for row in pair):
            yield fmean(a["seconds"] for a, _ in pairs), fmean(b["seconds"] for _, b in pairs)

"""Compare two sets of results run by run: regressions, different counts, times.

A set is a results file, or the rows in it from one commit of masume. Runs are paired if they have
the same board, search, seed and repetition; sources and machines may differ.

The speed of a machine drifts between measuring sessions, for all boards alike. The drift is
estimated from the searches whose sources are the same in both sets, and the ratio of every search
is divided by that of the others. How much these vary shows what may be chance. Boards are no
independent evidence of a difference in time, but sessions are: both sets can be given several
times, measured alternately, and the test is then over these rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log, sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import TypeAlias

from masume.core.statistics import holm, mean_interval, prediction_interval
from masume.errors import BadOption
from masume.lab.log import SUFFIX, StoreError
from masume.lab.store import SAME_RUN, Record, open_store

SETTLED = ("solved", "exhausted")
COUNTS = ("cost", "expanded", "generated", "max_stored", "rounds")
_WHERE = ("host", "system", "processor", "cores", "python")
SIGNIFICANT = 0.05
LEAST_ROUNDS = 3  # sessions of each set for a test over sessions
LEAST_SHARED = 3  # searches with the same sources, to estimate the drift and its variation

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
    ratio: float  # geometric mean over rounds, without drift; above 1 the second set is slower
    interval: tuple[float, float] | None  # 95 % (Student's t); None with too little to estimate it
    p: float | None  # t-test, corrected for the number of searches

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
    shared: int  # searches with the same sources in both sets
    drift: float | None  # their mean ratio of times; None with too few of them

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
    ratios = list(filter(None, _all_ratios(keyed)))
    same = [fmean(entry.logs.values()) for entry in ratios if entry.is_shared]
    return ResultsComparison(
        first,
        second,
        worse=[(a, b) for a, b in ended if _rank(b) < _rank(a)],
        better=[(a, b) for a, b in ended if _rank(b) > _rank(a)],
        timed_out=[pair for pair in changed if _is_by_clock(pair)],
        counts=[(a, b) for a, b in settled if any(a[name] != b[name] for name in COUNTS)],
        times=_all_times(ratios, testable=not unlike),
        unlike=unlike,
        rounds=len(names) // 2,
        shared=len(same),
        drift=exp(fmean(same)) if len(same) >= LEAST_SHARED else None,
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
    runs = "runs" if commit else "(FROM runs SEMI JOIN results USING (key))"
    return (
        f"SELECT b.kind, b.name, {machine}, r.* FROM {runs} r JOIN boards b ON b.id = r.board "
        f"LEFT JOIN machines m ON m.id = r.machine {'WHERE m.commit LIKE ?' if commit else ''} "
        "ORDER BY r.finished"
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


@dataclass(frozen=True)
class _Ratios:
    """The times of one search in both sets."""

    kind: str
    search: str
    is_shared: bool  # its sources are the same in both sets
    boards: Sequence[tuple[float, float]]  # mean times of each board and round
    logs: dict[int, float]  # logarithm of the ratio of the sums, by round


def _all_ratios(pairs: dict[tuple[object, ...], Pair]) -> Iterator[_Ratios | None]:
    """Yield the times of each puzzle and search, over boards that every run settled."""
    searches: dict[tuple[str, str], _Rounds] = {}
    for (number, *_), (a, b) in pairs.items():
        assert isinstance(number, int)
        rounds = searches.setdefault((a["kind"], a["search"]), {})
        rounds.setdefault(number, {}).setdefault(a["board"], []).append((a, b))
    for (kind, search), rounds in searches.items():
        every = [pair for boards in rounds.values() for pairs in boards.values() for pair in pairs]
        times = {number: list(_board_times(boards.values())) for number, boards in rounds.items()}
        sums = {
            number: (sum(a for a, _ in of_round), sum(b for _, b in of_round))
            for number, of_round in times.items()
        }
        logs = {number: log(b / a) for number, (a, b) in sums.items() if a and b}
        of_boards = [pair for of_round in times.values() for pair in of_round]
        is_shared = all(a["sources"] == b["sources"] for a, b in every)
        yield _Ratios(kind, search, is_shared, of_boards, logs) if logs else None


def _all_times(ratios: Sequence[_Ratios], *, testable: bool) -> list[Times]:
    """Compare the times of each search with those of the others that have not changed."""
    times = [_compare_times(entry, ratios) for entry in ratios]
    tested = [(entry, entry.p) for entry in times if entry.p is not None and testable]
    corrected = holm([p for _, p in tested])
    rows = [replace(entry, p=None) for entry in times if entry.p is None or not testable]
    rows += [replace(entry, p=p) for (entry, _), p in zip(tested, corrected, strict=True)]
    order = {"slower": 0, "no difference shown": 1, "faster": 2, "untested": 3}
    return sorted(rows, key=lambda entry: (order[entry.verdict], -entry.ratio))


def _compare_times(mine: _Ratios, ratios: Iterable[_Ratios]) -> Times:
    """Compare the times of one search, without the drift that other searches show.

    With several rounds the test is over rounds; else it asks whether the ratio lies among those of
    the searches that have not changed, given how much it varies between boards.
    """
    others = [entry.logs for entry in ratios if entry.is_shared and entry is not mine]
    has_drift = len(others) >= LEAST_SHARED
    logs = [
        value - (fmean(found) if has_drift and (found := _in_round(others, number)) else 0.0)
        for number, value in mine.logs.items()
    ]
    interval, p = None, None
    if len(logs) >= LEAST_ROUNDS:
        low, high, p = mean_interval(logs)
        interval = exp(low), exp(high)
    elif has_drift:
        spread = [fmean(other.values()) for other in others]
        if len(mine.boards) > 1:
            value = fmean(mine.logs.values())
            low, high, p = prediction_interval(value, _board_error(mine.boards), spread)
            interval = exp(low), exp(high)
    slower, faster = (sum(sign * (b - a) > 0 for a, b in mine.boards) for sign in (1, -1))
    many, ratio = len(mine.boards), exp(fmean(logs))
    return Times(mine.kind, mine.search, many, slower, faster, len(logs), ratio, interval, p)


def _board_error(boards: Sequence[tuple[float, float]]) -> float:
    """Return the standard error of the logarithm of the ratio of sums (jackknife over boards)."""
    before, after = (sum(times) for times in zip(*boards, strict=True))
    logs = [log((after - b) / (before - a)) for a, b in boards if a < before and b < after]
    return (len(logs) - 1) * pstdev(logs) / sqrt(max(1, len(logs) - 1))


def _in_round(others: Iterable[dict[int, float]], number: int) -> list[float]:
    return [other[number] for other in others if number in other]


def _board_times(boards: Iterable[list[Pair]]) -> Iterator[tuple[float, float]]:
    """Yield the mean time of each board in both sets, where every run settled it."""
    for pairs in boards:
        if all(_is_settled(row) and row["seconds"] is not None for pair in pairs for row in pair):
            yield fmean(a["seconds"] for a, _ in pairs), fmean(b["seconds"] for _, b in pairs)

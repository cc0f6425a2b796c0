"""Run studies/textbook.toml and write docs/textbook-study.md from its results.

    make textbook        or: python studies/textbook.py [--results build/textbook.jsonl]

Every sentence of the page that states a figure is made here from the results. A comparison is a
sign test over boards: settled beats unsettled, then fewer expansions; ties are left out. All
p-values of the page are corrected together (Holm).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median

from masume.core.plugins.registry import kind_named
from masume.core.statistics import holm, sign_test
from masume.core.system.files import write_atomically
from masume.errors import pluralise
from masume.lab.report.cases import SearchStats, limits, prepare, search_stats
from masume.lab.report.pairs import Tally
from masume.lab.report.words import limits_in_words
from masume.lab.store import Store, open_store

ROOT = Path(__file__).parents[1]
STUDY, PAGE = ROOT / "studies" / "textbook.toml", ROOT / "docs" / "textbook-study.md"
PLAIN = "decide:propagate=none,order=first"
FORWARD, MAC = PLAIN.replace("none", "forward"), PLAIN.replace("none", "mac")
_SIGNIFICANT = 0.05

# (what is switched on, the search before, the search with it); None is plain backtracking
Side = tuple[str, str]
STEPS: list[tuple[str, Side, Side]] = [
    ("forward checking", ("backtracking", PLAIN), ("backtracking", FORWARD)),
    ("arc consistency", ("backtracking", FORWARD), ("backtracking", MAC)),
    ("MRV", ("backtracking", FORWARD), ("backtracking", FORWARD.replace("first", "mrv"))),
    ("degree", ("backtracking", MAC), ("backtracking", MAC.replace("first", "degree"))),
    ("dom/wdeg", ("backtracking", MAC), ("backtracking", MAC.replace("first", "domwdeg"))),
    (
        "least constraining value",
        ("backtracking", MAC.replace("first", "domwdeg")),
        ("backtracking", MAC.replace("first", "domwdeg") + ",values=least_constraining"),
    ),
    (
        "lazy constraints",
        ("backtracking", MAC.replace("first", "domwdeg")),
        ("backtracking", "decide:order=domwdeg"),
    ),
    ("backjumping", ("backtracking", FORWARD), ("backtracking:backjump", FORWARD)),
    (
        "nogoods with backjumping",
        ("backtracking:backjump", FORWARD),
        ("backtracking:backjump,nogoods", FORWARD),
    ),
]


@dataclass(frozen=True)
class Comparison:
    """One switch on the boards of one puzzle."""

    kind: str
    switch: str
    before: SearchStats
    after: SearchStats
    tally: Tally  # wins are those of the search with the switch

    ratios: tuple[float, ...]  # of the expansions on the boards that both settle


def find(searches: Sequence[SearchStats], side: Side) -> SearchStats | None:
    """Return the statistics of a search by algorithm and space."""
    algorithm, space = side
    return next((s for s in searches if (s.algorithm, s.space) == (algorithm, space)), None)


def comparisons(store: Store, by_kind: dict[str, list[SearchStats]]) -> Iterator[Comparison]:
    """Yield each switch on each puzzle on which both searches were run."""
    for kind, searches in by_kind.items():
        for switch, *sides in STEPS:
            before, after = (find(searches, side) for side in sides)
            if before is not None and after is not None:
                tally = _expansions(store, after, before)
                ratios = _ratios(store, after, before)
                yield Comparison(kind, switch, before, after, tally, ratios)


def _ratios(store: Store, first: SearchStats, second: SearchStats) -> tuple[float, ...]:
    """Return how many times as many nodes the second expands, on the boards that both settle."""
    asked = """
        SELECT greatest(b.expanded, 1) / greatest(a.expanded, 1)
        FROM games a JOIN games b ON a.place = b.place
        WHERE a.search_id = ? AND b.search_id = ? AND a.settled AND b.settled
    """
    return tuple(float(ratio) for (ratio,) in store.query(asked, [first.id, second.id]))


def _expansions(store: Store, first: SearchStats, second: SearchStats) -> Tally:
    """Return on how many boards either of two searches expands fewer nodes."""
    asked = """
        SELECT count_if(s > 0.5), count_if(s < 0.5), count_if(s = 0.5) FROM (
            SELECT avg(CASE WHEN a.expanded < b.expanded THEN 1
                            WHEN a.expanded > b.expanded THEN 0 ELSE 0.5 END) AS s
            FROM games a JOIN games b ON a.place = b.place
            WHERE a.search_id = ? AND b.search_id = ? GROUP BY a.place)
    """
    return Tally(*store.query_row(asked, [first.id, second.id]))


def title(kind: str) -> str:
    """Return the title of a puzzle or problem."""
    return kind_named(kind).title


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield a table in Markdown."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join('---' if n == 0 else '--:' for n in range(len(head)))}|"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"
    yield ""


def nodes(search: SearchStats) -> str:
    """Return the median of the expansions, or why there is none."""
    middle = search.spreads["expanded"].middle
    return search.beyond if middle is None or middle == inf else f"{middle:,.0f}"


def switches(found: Sequence[Comparison]) -> Iterator[str]:
    """Yield the chapter on the parts of `decide`."""
    yield from ("## Which part of `decide` does the work?", "")
    own = {switch: [one for one in found if one.switch == switch] for switch, *_ in STEPS}
    tallies = {
        switch: [sum(getattr(c.tally, name) for c in all_) for name in ("wins", "losses", "ties")]
        for switch, all_ in own.items()
    }
    corrected = holm([sign_test(wins, losses) for wins, losses, _ in tallies.values()])
    for (switch, (wins, losses, ties)), p in zip(tallies.items(), corrected, strict=True):
        ratios = [ratio for one in own[switch] for ratio in one.ratios]
        gained = sum(one.after.settled - one.before.settled for one in own[switch])
        verdict = "saves work" if wins > losses else "costs work"
        yield (
            f"- **{switch[0].upper()}{switch[1:]}** "
            f"{verdict if p < _SIGNIFICANT else 'makes no significant difference'}: fewer "
            f"expansions on {wins} boards, more on {losses}, as many on {ties} (p = {p:.2g}). "
            f"Where both settle a board, the search without it expands {_times(median(ratios))} "
            f"nodes (median){_gain(gained)}."
        )
    yield ""
    rows: list[tuple[object, ...]] = [
        (
            one.switch,
            title(one.kind),
            f"{one.before.boards_always} → {one.after.boards_always} of {one.after.boards}",
            f"{nodes(one.before)} → {nodes(one.after)}",
            f"{one.tally.wins} : {one.tally.losses} : {one.tally.ties}",
        )
        for one in found
    ]
    head = ("switch", "puzzle", "settled", "expansions, median", "fewer : more : equal")
    yield from table(head, rows)


def _times(ratio: float) -> str:
    shown = f"{ratio:.2g}"
    return "as many" if shown == "1" else f"{shown} times as many"


def _gain(boards: int) -> str:
    """Return how many boards more or fewer a search settles; empty for none."""
    if not boards:
        return ""
    return f"; it settles {pluralise(abs(boards), 'board')} {'more' if boards > 0 else 'fewer'}"


def repairs(by_kind: dict[str, list[SearchStats]]) -> Iterator[str]:
    """Yield the chapter on local search."""
    yield from ("## Which local search wins where?", "")
    rows = []
    for kind, searches in by_kind.items():
        local = [s for s in searches if s.space == "repair"]
        if not local:
            continue
        best = max(local, key=lambda s: (s.settled, -(s.par_seconds or inf)))
        last = min(local, key=lambda s: (s.settled, -(s.par_seconds or inf)))
        yield (
            f"- **{title(kind)}**: `{best.algorithm}` settles {best.settled} of {best.runs} runs, "
            f"`{last.algorithm}` {last.settled}."
        )
        rows += [
            (
                title(kind),
                f"`{s.algorithm}`",
                f"{s.settled} of {s.runs}",
                f"{s.boards_once} of {s.boards}",
                "–" if s.par_seconds is None else f"{s.par_seconds:.2f} s",
            )
            for s in sorted(local, key=lambda s: (-s.settled, s.par_seconds or inf))
        ]
    yield ""
    yield from table(("puzzle", "search", "runs settled", "boards settled", "PAR2"), rows)


def estimates(store: Store, by_kind: dict[str, list[SearchStats]]) -> Iterator[str]:
    """Yield the chapter on the estimates of the sliding puzzle."""
    yield from ("## What does a pattern database gain?", "")
    rows = []
    asked = """
        SELECT place, expanded, seconds, settled FROM games WHERE search_id = ? ORDER BY place
    """
    own = [s for s in by_kind.get("n_puzzle", ()) if s.heuristic]
    by_name = {(s.algorithm, s.heuristic): store.query(asked, [s.id]) for s in own}
    for (algorithm, heuristic), runs in sorted(by_name.items()):
        shown = [f"{e:,.0f} ({t:.2f} s)" if settled else "> limit" for _, e, t, settled in runs]
        rows.append((f"`{algorithm}`", f"`{heuristic}`", *shown))
    pair = [by_name.get(("astar", name), []) for name in ("manhattan", "pattern_databases")]
    both = [(a, b) for a, b in zip(*pair, strict=True) if a[3] and b[3]]
    if both:
        less = [f"{a[1] / b[1]:.0f}" for a, b in both]
        slower = sum(a[2] < b[2] for a, b in both)
        yield (
            f"- With A\\*, the pattern databases expand {', '.join(less)} times fewer nodes than "
            f"the Manhattan distance on the {len(both)} boards that both solve. The time to make "
            f"the tables counts: in total they are slower on {slower} of {len(both)}."
        )
    yield ""
    boards = """
        SELECT any_value(r.name) FROM results r JOIN places p ON p.board = r.board
        WHERE r.kind = 'n_puzzle' GROUP BY p.place ORDER BY p.place
    """
    names = [str(name).rpartition("/")[2] for (name,) in store.query(boards)]
    yield from table(("search", "estimate", *names), rows)


def page(store: Store) -> Iterator[str]:
    """Yield the lines of the page."""
    prepare(store)
    by_kind = search_stats(store)
    found = list(comparisons(store, by_kind))
    (runs,) = store.query_row("SELECT count(*) FROM games")
    yield from ("# The textbook's algorithms: what does the work?", "")
    yield (
        f"{runs:,} runs of `studies/textbook.toml`, {limits_in_words(limits(store))} each. "
        "`make textbook` repeats the study and writes this page from the results, including every "
        "figure in the sentences. The boards of Hitori, Kuromasu, Hashi and the mazes are those "
        "of [beyond the papers](beyond.md) with 6×6 cells (Hashi: 11×11), which propagation alone "
        "does not solve. Those of the other puzzles are the first that `masume generate` finds "
        "with seed 1 (hard), of Sudoku with seed 3 (any level). The rest are classic problems."
    )
    yield ""
    yield (
        "A comparison counts boards: settled beats unsettled, then the fewer expansions. p is that "
        f"of a sign test over the boards of all puzzles, without ties, corrected for all "
        f"{len(STEPS)} switches (Holm). Boards of one puzzle resemble each other, so read p with "
        "the table."
    )
    yield ""
    yield from switches(found)
    yield from repairs(by_kind)
    yield from estimates(store, by_kind)


def main() -> None:
    """Run the study unless its results are given, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--results", type=Path, help="results of an earlier run")
    results = parser.parse_args().results
    if results is None:
        results = ROOT / "build" / "textbook.jsonl"
        results.parent.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "masume", "study", "run", str(STUDY)]
        subprocess.run([*command, "--into", str(results)], check=True)
    with open_store(results) as store:
        text = "\n".join(page(store)).rstrip() + "\n"
    write_atomically(PAGE, text)
    print(f"wrote {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

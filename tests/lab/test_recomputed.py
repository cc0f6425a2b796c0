"""Every number of a report is recomputed from its export with other libraries.

Nothing of masume's own is used on the way from the CSV file to the numbers: scipy, statsmodels and
plain loops. Names of tables and columns are all that this has in common with the report.
"""

from __future__ import annotations

import csv
import math
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

import pytest
import scipy  # of which parts are loaded when they are used
from study_rows import keep, run

from masume.draw.document import Heading, Table, Value
from masume.lab.report.write import report_blocks
from masume.lab.store import open_store

pytestmark = [pytest.mark.process, pytest.mark.long]

NODES, SECONDS = 1000, 10.0
SIZES = (4, 5, 6, 7, 8)


def rows() -> list[dict[str, Any]]:
    """Five searches on twenty boards: seeds, ties, runs cut off, stuck and skipped."""
    rng = Random(7)
    result = []
    for size in SIZES:
        for n in range(4):
            board = f"b{size}{n}"
            hard = rng.lognormvariate(0, 0.7) * 1.35 ** (size * size / 4)
            for name, space, seeds, factor in (
                ("astar", "shade", 1, 3.0),
                ("greedy", "shade", 1, 5.0),
                ("astar", "decide", 1, 0.4),
                ("beam", "shade", 5, 4.0),
                ("exact", "", 1, 1.0),
            ):
                for seed in range(seeds):
                    work = max(1, round(factor * hard * rng.lognormvariate(0, 0.8)))
                    result.append(_row(rng, board, size, name, space, seed, work))
    return result


def _row(
    rng: Random, board: str, size: int, name: str, space: str, seed: int, work: int
) -> dict[str, Any]:
    if name == "greedy" and size == 8:
        return run(board, name, "skipped", size=size, space=space, seconds=None)
    status = "solved" if work < NODES else "limit"
    if name == "beam" and status == "solved" and rng.random() < 0.3:
        status = "stuck"
    parts = [rng.random() * 0.01 for _ in range(4)]
    names = ("prepare", "tables", "search", "proof")
    values: dict[str, Any] = {
        f"{key}_seconds": part for key, part in zip(names, parts, strict=True)
    }
    values |= {"seconds": sum(parts) + work / 500, "wall_seconds": sum(parts) + work / 350}
    values |= {"seed": seed, "size": size, "peak_mb": 30.0 + work % 17}
    if name != "exact":
        values |= {"expanded": min(work, NODES), "space": space}
    if status == "solved":
        values["cost"] = 5 + rng.randrange(3)
    return run(board, name, status, **values)


class Export:
    """The rows of the CSV export, grouped."""

    def __init__(self, path: Path) -> None:
        with path.open(encoding="utf-8") as file:
            self.rows = [dict(row) for row in csv.DictReader(file)]
        self.runs: dict[str, dict[str, list[dict[str, str]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for row in self.rows:
            self.runs[row["search"]][row["board"]].append(row)

    def flat(self, search: str, *, played: bool = True) -> list[dict[str, str]]:
        group = [row for board in self.runs[search].values() for row in board]
        return [row for row in group if row["status"] != "skipped"] if played else group


def settled(row: dict[str, str]) -> bool:
    return row["status"] == "solved"  # every board has a solution here


def measure(row: dict[str, str], name: str) -> float:
    return float(row[name]) if settled(row) else math.inf


def penalise(row: dict[str, str], name: str) -> float:
    return float(row[name]) if settled(row) else 2 * {"expanded": NODES, "seconds": SECONDS}[name]


def quantile(values: list[float], share: float) -> float:
    place = share * (len(values) - 1)
    low, high = sorted(values)[math.floor(place)], sorted(values)[math.ceil(place)]
    return low if low == high else low + (place - math.floor(place)) * (high - low)


def wilson(successes: float, trials: int) -> tuple[float, float]:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(successes, trials, method="wilson")
    return max(0.0, low), min(1.0, high)


def percents(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text.rpartition(", ")[2])]


@pytest.fixture(scope="module")
def report_tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Export, dict[str, Table]]:
    """Return the export, and the tables of the report by heading."""
    folder = tmp_path_factory.mktemp("again")
    heading, tables = "", {}
    with open_store(keep(folder / "r.jsonl", rows())) as store:
        store.export(folder / "rows.csv")
        for block in report_blocks(store):
            if isinstance(block, Heading):
                heading = block.text
            elif isinstance(block, Table):
                tables[heading if heading not in tables else f"{heading} again"] = block
    return Export(folder / "rows.csv"), tables


def columns(table: Table) -> dict[str, dict[str, Value]]:
    """Return the cells of a table by search and column."""
    return {str(row[0]): dict(zip(table.head[1:], row[1:], strict=True)) for row in table.rows}  # type: ignore[misc]


def table_of_searches(export: Export, search: str) -> dict[str, float]:
    runs, everything = export.flat(search), export.flat(search, played=False)
    shares = [
        fmean(settled(row) for row in group)
        for group in export.runs[search].values()
        if group[0]["status"] != "skipped"
    ]
    result = {
        "settled": fmean(shares),
        "cut off": sum(row["status"] == "limit" for row in runs),
        "skipped": len(everything) - len(runs),
        "up to": max(int(row["cells"]) for row in runs if settled(row)),
        "cost": median(float(row["cost"]) for row in runs if settled(row)),
        "time": quantile([measure(row, "seconds") for row in runs], 0.5),
        "PAR2 time": fmean(penalise(row, "seconds") for row in runs),
        "peak MB": max(float(row["peak_mb"]) for row in runs),
    }
    if search != "exact":
        for title, name in {"generated": "generated", "stored": "max_stored"}.items():
            result[title] = quantile([measure(row, name) for row in runs], 0.5)
        result["expanded"] = quantile([measure(row, "expanded") for row in runs], 0.5)
        result["PAR2 expanded"] = fmean(penalise(row, "expanded") for row in runs)
    return result


def where_the_time_goes(export: Export, search: str) -> dict[str, float]:
    names = {"time": "seconds", "wall": "wall_seconds"}
    names |= {part: f"{part}_seconds" for part in ("prepare", "tables", "search", "proof")}
    runs = export.flat(search)
    return {title: fmean(float(row[name]) for row in runs) for title, name in names.items()}


def portfolio(export: Export, search: str) -> dict[str, float]:
    boards = list(export.runs["exact"])
    rest = [name for name in export.runs if name not in ("exact", search)]
    mean = {
        m: {b: fmean(penalise(r, "seconds") for r in export.runs[m][b]) for b in boards}
        for m in (*rest, search)
    }
    time = {
        m: {b: mean[m][b] if any(map(settled, export.runs[m][b])) else math.inf for b in boards}
        for m in mean
    }
    virtual = fmean(min(mean[m][b] for m in mean) for b in boards)
    without = fmean(min(mean[m][b] for m in rest) for b in boards)
    best = [b for b in boards if time[search][b] == min(time[m][b] for m in mean) < math.inf]
    return {
        "contribution": without - virtual,
        "fastest on": len(best),
        "only one on": sum(all(time[m][b] == math.inf for m in rest) for b in best),
    }


def what_depends_on_the_seed(export: Export, search: str) -> dict[str, float]:
    import pandas
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    runs = export.flat(search)
    efforts = [math.log1p(penalise(row, "expanded")) for row in runs]
    data = pandas.DataFrame({"board": [row["board"] for row in runs], "x": efforts})
    between, within = anova_lm(ols("x ~ C(board)", data).fit())["mean_sq"]
    component = max(0.0, (between - within) / (len(runs) / data["board"].nunique()))
    seeds = {row["seed"] for row in runs}
    by_seed = [fmean(settled(row) for row in runs if row["seed"] == seed) for seed in seeds]
    return {"between seeds": within / (within + component), "seed by seed": max(by_seed)}


def what_makes_a_board_hard(export: Export, search: str) -> dict[str, float]:
    boards = [group for group in export.runs[search].values() if group[0]["status"] != "skipped"]
    sizes = [int(group[0]["cells"]) for group in boards]
    efforts = [fmean(penalise(row, "seconds") for row in group) for group in boards]
    return {"cells": scipy.stats.spearmanr(sizes, efforts).statistic}


@pytest.mark.parametrize(
    ("heading", "compute"),
    [
        ("Hitori", table_of_searches),
        ("Where the time goes", where_the_time_goes),
        ("Portfolio of searches", portfolio),
        ("What depends on the seed", what_depends_on_the_seed),
        ("What makes a board hard", what_makes_a_board_hard),
    ],
)
def test_numbers_of_each_search(
    report_tables: tuple[Export, dict[str, Table]],
    heading: str,
    compute: Callable[[Export, str], dict[str, float]],
) -> None:
    export, tables = report_tables
    table = columns(tables[heading])
    assert table
    for search, cells in table.items():
        expected = compute(export, search)
        assert {name: cells[name].order for name in expected} == pytest.approx(expected), search


def test_intervals_of_shares(report_tables: tuple[Export, dict[str, Table]]) -> None:
    export, tables = report_tables
    (seeded,) = columns(tables["What depends on the seed"])
    cells = {str(row[1]): row[3] for row in tables["What depends on the seed again"].rows}
    assert len(cells) == len(export.runs[seeded])
    for group in export.runs[seeded].values():
        hits, cell = sum(map(settled, group)), cells[group[0]["name"]]
        assert isinstance(cell, Value)
        low, high = wilson(hits, len(group))
        assert cell.text == f"{hits}/{len(group)}"
        assert percents(cell.more) == [round(100 * low), round(100 * high)]


def medians(export: Export, search: str, name: str) -> list[tuple[int, float]]:
    """Return medians by number of cells, where more than half of the played runs were settled."""
    points = []
    for cells in sorted({int(r["cells"]) for r in export.rows}):
        runs = [r for r in export.flat(search) if int(r["cells"]) == cells]
        if runs and 2 * sum(map(settled, runs)) > len(runs):
            points.append((cells, quantile([measure(r, name) for r in runs], 0.5)))
    return points


def test_growth(report_tables: tuple[Export, dict[str, Table]]) -> None:
    export, tables = report_tables
    table = tables["Growth with the size of the board"]
    for row in table.rows:
        search, grows = str(row[0]), str(row[1])
        name = "seconds" if search == "exact" else "expanded"
        points = medians(export, search, name)
        logs = [math.log(y) for _, y in points]
        fits = []
        for exponential in (True, False):
            xs = [x if exponential else math.log(x) for x, _ in points]
            fit = scipy.stats.linregress(xs, logs)
            reach = scipy.stats.t.ppf(0.975, len(xs) - 2) * fit.stderr
            ends = [fit.slope - reach, fit.slope, fit.slope + reach]
            fits.append(
                (fit.rvalue**2, [math.exp(e) for e in ends] if exponential else ends, exponential)
            )
        r2, (low, rate, high), exponential = max(fits)
        cell = row[2]
        assert isinstance(cell, Value)
        assert cell.order == pytest.approx(r2)
        numbers = re.match(
            r"(?:unclear: )?(?:cells\^)?([\d.−-]+)(?:\^cells)? \((.+?)(?:–| to )(.+?)\)", grows
        )
        assert numbers is not None, grows
        assert [float(entry.replace("−", "-")) for entry in numbers.groups()] == pytest.approx(
            [rate, low, high], rel=6e-3
        )
        assert exponential == ("^cells" in grows)


def parse_claim(claim: str) -> tuple[str, str, str]:
    """Return the two searches of a claim and the measure."""
    entry, other = re.split(r" (?:is faster than|expands less than|against) ", claim)
    space = [search.partition(", ")[2] for search in (entry, other)]
    same = space[0] == space[1] and "exact" not in (entry, other)
    return entry, other, "expanded" if same else "seconds"


def scores(export: Export, claim: str) -> tuple[list[tuple[str, float]], int]:
    """Return the scores on the boards that both played, and the number of the others."""
    entry, other, name = parse_claim(claim)
    played, skipped = [], 0
    for board, group in export.runs[entry].items():
        others = export.runs[other][board]
        first, second = ([measure(r, name) for r in rs] for rs in (group, others))
        # U counts the pairs in which the second is the larger one, and ties as half.
        beaten = scipy.stats.mannwhitneyu(second, first).statistic / (len(first) * len(second))
        if all(r["status"] != "skipped" for r in [*group, *others]):
            played.append((board, beaten))
        else:
            skipped += 1
    return played, skipped


def sign_test(values: list[float]) -> float:
    wins, losses = sum(s > 0.5 for s in values), sum(s < 0.5 for s in values)
    return float(scipy.stats.binomtest(wins, wins + losses).pvalue)


def test_the_claims(report_tables: tuple[Export, dict[str, Table]]) -> None:
    from statsmodels.stats.multitest import multipletests

    export, tables = report_tables
    result, ps = columns(tables["Hitori again"]), []
    for claim, cells in result.items():
        entry, other, name = parse_claim(claim)
        played, skipped = scores(export, claim)
        wins, losses = (sum(s > 0.5 for _, s in played), sum(s < 0.5 for _, s in played))
        assert cells["better on"].text == f"{wins} of {len(played)}"
        boards = [board for board, _ in played]
        share = fmean(score for _, score in played)
        low, high = wilson(share * len(played), len(played))
        assert percents(cells["better"].more) == [round(100 * low), round(100 * high)]
        means = [
            [[penalise(r, name) for r in export.runs[m][b]] for b in boards] for m in (entry, other)
        ]
        numbers = {
            "worse": losses,
            "equal": len(played) - wins - losses,
            "not played": skipped,
            "better": share,
            "PAR2 ratio": sum(map(fmean, means[0])) / sum(map(fmean, means[1])),
        }
        assert {title: cells[title].order for title in numbers} == pytest.approx(numbers)
        ends = [float(entry) for entry in cells["PAR2 ratio"].more.replace(",", "").split("–")]
        assert ends == pytest.approx(bootstrap_means(means), rel=0.15)
        if cells["p"].more:  # over seeds: a permutation test, checked elsewhere
            ps.append(cells["p"].order)
        else:
            ps.append(sign_test([score for _, score in played]))
        assert cells["p"].order == pytest.approx(ps[-1])
    corrected = multipletests(ps, method="holm")[1]
    assert [cells["p (Holm)"].order for cells in result.values()] == pytest.approx([*corrected])


def bootstrap_means(means: list[list[list[float]]]) -> list[float]:
    """Resample boards in a plain loop."""
    rng, ratios = Random(1), []
    boards = range(len(means[0]))
    for _ in range(4000):
        drawn = rng.choices(boards, k=len(boards))
        sums = [sum(fmean(entry[b]) for b in drawn) for entry in means]
        ratios.append(sums[0] / sums[1])
    return [quantile(ratios, 0.025), quantile(ratios, 0.975)]

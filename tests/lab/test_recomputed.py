"""Every number of a report is recomputed from its export with other libraries.

Nothing of masume's own is used on the way from the CSV file to the numbers: pandas, scipy and
statsmodels. Names of tables and columns are all that this has in common with the report.
"""

from __future__ import annotations

import math
import re
from random import Random
from statistics import fmean

import numpy
import pandas
import pytest
import scipy  # of which parts are loaded when they are used
from study_rows import keep, run

from masume.draw.document import Heading, Table
from masume.lab.report.write import report_blocks
from masume.lab.store import open_store

pytestmark = [pytest.mark.process, pytest.mark.long]

LIMITS = {"expanded": 1000, "seconds": 10.0}
SIZES = (4, 5, 6, 7, 8)


def rows():
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


def _row(rng, board, size, name, space, seed, work):
    if name == "greedy" and size == 8:
        return run(board, name, "skipped", size=size, space=space, seconds=None)
    status = "solved" if work < LIMITS["expanded"] else "limit"
    if name == "beam" and status == "solved" and rng.random() < 0.3:
        status = "stuck"
    parts = [rng.random() * 0.01 for _ in range(4)]
    names = ("prepare", "tables", "search", "proof")
    values = {f"{key}_seconds": part for key, part in zip(names, parts, strict=True)}
    values |= {"seconds": sum(parts) + work / 500, "wall_seconds": sum(parts) + work / 350}
    values |= {"seed": seed, "size": size, "peak_mb": 30.0 + work % 17}
    if name != "exact":
        values |= {"expanded": min(work, LIMITS["expanded"]), "space": space}
    if status == "solved":
        values["cost"] = 5 + rng.randrange(3)
    return run(board, name, status, **values)


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
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
    export = pandas.read_csv(folder / "rows.csv", na_values="NA", keep_default_na=False)
    export["settled"] = export.status == "solved"  # every board has a solution here
    export["played"] = export.status != "skipped"
    for name, limit in LIMITS.items():
        export[f"{name}_inf"] = export[name].where(export.settled, math.inf)
        export[f"{name}_par2"] = export[name].where(export.settled, 2 * limit)
    return export, tables


def columns(table):
    """Return the cells of a table by search and column."""
    return {str(row[0]): dict(zip(table.head[1:], row[1:], strict=True)) for row in table.rows}


def played(export, search):
    return export[(export.search == search) & export.played]


def wilson(successes, trials):
    """Return Wilson's interval in percent, as it is printed."""
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(successes, trials, method="wilson")
    return [round(100 * max(0.0, low)), round(100 * min(1.0, high))]


def percents(text):
    return [int(number) for number in re.findall(r"\d+", text.rpartition(", ")[2])]


def table_of_searches(export, search):
    runs = played(export, search)
    result = {
        "settled": runs.groupby("board").settled.mean().mean(),
        "cut off": (runs.status == "limit").sum(),
        "skipped": (export.search == search).sum() - len(runs),
        "up to": runs.cells[runs.settled].max(),
        "cost": runs.cost[runs.settled].median(),
        "time": runs.seconds_inf.median(),
        "PAR2 time": runs.seconds_par2.mean(),
        "peak MB": runs.peak_mb.max(),
    }
    if search != "exact":
        for title, name in {"generated": "generated", "stored": "max_stored"}.items():
            result[title] = runs[name].where(runs.settled, math.inf).median()
        result["expanded"] = runs.expanded_inf.median()
        result["PAR2 expanded"] = runs.expanded_par2.mean()
    return result


def where_the_time_goes(export, search):
    names = {"time": "seconds", "wall": "wall_seconds"}
    names |= {part: f"{part}_seconds" for part in ("prepare", "tables", "search", "proof")}
    return {title: played(export, search)[name].mean() for title, name in names.items()}


def portfolio(export, search):
    of_board = export[export.search != "exact"].groupby(["board", "search"])
    mean = of_board.seconds_par2.mean().unstack()
    time = mean.where(of_board.settled.any().unstack(), math.inf)
    without = mean.drop(columns=search).min(axis=1).mean()
    best = (time[search] == time.min(axis=1)) & (time[search] < math.inf)
    return {
        "contribution": without - mean.min(axis=1).mean(),
        "fastest on": best.sum(),
        "only one on": (best & (time.drop(columns=search) == math.inf).all(axis=1)).sum(),
    }


def what_depends_on_the_seed(export, search):
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    runs = played(export, search)
    runs = runs.assign(effort=numpy.log1p(runs.expanded_par2))
    between, within = anova_lm(ols("effort ~ C(board)", runs).fit())["mean_sq"]
    component = max(0.0, (between - within) / (len(runs) / runs.board.nunique()))
    by_seed = runs.groupby("seed").settled.mean()
    return {"between seeds": within / (within + component), "seed by seed": by_seed.max()}


def what_makes_a_board_hard(export, search):
    boards = played(export, search).groupby("board")
    efforts = boards.seconds_par2.mean()
    return {"cells": scipy.stats.spearmanr(boards.cells.first(), efforts).statistic}


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
def test_numbers_of_each_search(reported, heading, compute):
    export, tables = reported
    table = columns(tables[heading])
    assert table
    for search, cells in table.items():
        expected = {name: float(number) for name, number in compute(export, search).items()}
        assert {name: cells[name].order for name in expected} == pytest.approx(expected), search


def test_intervals_of_shares(reported):
    export, tables = reported
    (seeded,) = columns(tables["What depends on the seed"])
    cells = {str(row[1]): row[3] for row in tables["What depends on the seed again"].rows}
    boards = export[export.search == seeded].groupby("name").settled
    assert len(cells) == len(boards)
    for name, settled in boards:
        assert cells[name].text == f"{settled.sum()}/{len(settled)}"
        assert percents(cells[name].more) == wilson(settled.sum(), len(settled))


def test_growth(reported):
    export, tables = reported
    for search, grows, cell, *_ in tables["Growth with the size of the board"].rows:
        sizes = played(export, search).groupby("cells")
        medians = sizes["seconds_inf" if search == "exact" else "expanded_inf"].median()
        medians = medians[sizes.settled.mean() > 0.5]
        fits = []
        for exponential in (True, False):
            xs = medians.index if exponential else numpy.log(medians.index)
            fit = scipy.stats.linregress(xs, numpy.log(medians))
            reach = scipy.stats.t.ppf(0.975, len(xs) - 2) * fit.stderr
            ends = [fit.slope - reach, fit.slope, fit.slope + reach]
            ends = [math.exp(end) for end in ends] if exponential else ends
            fits.append((fit.rvalue**2, ends, exponential))
        r2, (low, rate, high), exponential = max(fits)
        assert cell.order == pytest.approx(r2)
        numbers = re.match(
            r"(?:unclear: )?(?:cells\^)?([\d.−-]+)(?:\^cells)? \((.+?)(?:–| to )(.+?)\)", grows
        )
        assert numbers is not None, grows
        found = [float(entry.replace("−", "-")) for entry in numbers.groups()]
        assert found == pytest.approx([rate, low, high], rel=6e-3)
        assert exponential == ("^cells" in grows)


def test_the_claims(reported):
    from statsmodels.stats.multitest import multipletests

    export, tables = reported
    result, ps = columns(tables["Hitori again"]), []
    for claim, cells in result.items():
        names = re.split(r" (?:is faster than|expands less than|against) ", claim)
        first, second = (name.partition(", ")[2] for name in names)
        name = "expanded" if first == second and "exact" not in names else "seconds"
        runs = [export[export.search == search].groupby("board") for search in names]
        both = runs[0].played.all() & runs[1].played.all()
        boards = both[both].index
        scores = []
        for board in boards:
            mine, others = (of_board.get_group(board)[f"{name}_inf"] for of_board in runs)
            # U counts the pairs in which the second is the larger one, and ties as half.
            beaten = scipy.stats.mannwhitneyu(others, mine).statistic
            scores.append(beaten / (len(mine) * len(others)))
        wins, losses = (sum(s > 0.5 for s in scores), sum(s < 0.5 for s in scores))
        assert cells["better on"].text == f"{wins} of {len(scores)}"
        assert percents(cells["better"].more) == wilson(sum(scores), len(scores))
        means = [of_board[f"{name}_par2"].mean()[boards].to_numpy() for of_board in runs]
        numbers = {
            "worse": losses,
            "equal": len(scores) - wins - losses,
            "not played": len(both) - len(boards),
            "better": fmean(scores),
            "PAR2 ratio": means[0].sum() / means[1].sum(),
        }
        assert {title: cells[title].order for title in numbers} == pytest.approx(numbers)
        ends = [float(entry) for entry in cells["PAR2 ratio"].more.replace(",", "").split("–")]
        drawn = numpy.random.default_rng(1).integers(len(boards), size=(4000, len(boards)))
        ratios = means[0][drawn].sum(axis=1) / means[1][drawn].sum(axis=1)
        assert ends == pytest.approx(numpy.quantile(ratios, [0.025, 0.975]), rel=0.15)
        if cells["p"].more:  # over seeds: a permutation test, checked elsewhere
            ps.append(cells["p"].order)
        else:
            ps.append(scipy.stats.binomtest(wins, wins + losses).pvalue)
        assert cells["p"].order == pytest.approx(ps[-1])
    corrected = multipletests(ps, method="holm")[1]
    assert [cells["p (Holm)"].order for cells in result.values()] == pytest.approx([*corrected])

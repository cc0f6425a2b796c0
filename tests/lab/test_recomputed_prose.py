"""The numbers in texts and plots of a report are recomputed from its export.

Each sentence with numbers of its own is looked up and its numbers compared; what is said of every
study alike is blotted out, and then no digit may be left.
"""

from __future__ import annotations

import math
import re
from statistics import fmean, median

import pytest
import scipy  # of which parts are loaded when they are used
from lab.test_recomputed import (
    Export,
    by_board,
    measure,
    medians,
    penalise,
    scores,
    settled,
    sign_test,
    write_report_and_export,
)

from masume.lab.report.blocks import Block, Figure, Items, Note, Table, Text

pytestmark = [pytest.mark.process, pytest.mark.soak]

# What stands in every report: units of meaning, examples, bounds of the report itself.
CONSTANTS = (
    r"PAR2", r"95 % interval", r"log\(1 \+", r"at 1, the share", r"below 0\.05",
    r"1\.2\^cells is exponential \(each cell multiplies the effort by 1\.2\)",
    r"cells\^2 is a power law", r"1 means that larger values are harder, −1 easier",
    r"more than (?:1,000|500) boards a random sample",
)  # fmt: skip
# The critical values of Spearman's coefficient (5 %, two-sided) in Zar, Biostatistical Analysis.
CRITICAL_RHO = {16: 0.503}
UNITS = {"µs": 1e-6, "ms": 1e-3, "s": 1.0}
Point = tuple[float, float]


@pytest.fixture(scope="module")
def report_blocks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Export, list[Block]]:
    return write_report_and_export(tmp_path_factory.mktemp("prose"))


class Prose:
    """The texts of a report; checked sentences are removed."""

    def __init__(self, blocks: list[Block]) -> None:
        output: list[str] = []
        for block in blocks:
            if isinstance(block, Text | Note):
                output.append(block.text)
            elif isinstance(block, Items):
                output += block.texts
            elif isinstance(block, Figure):
                output += [block.title, block.caption]
        self.text = "\n".join(output)

    def check(self, pattern: str, *expected: float | str) -> None:
        """Check the one matching sentence; `#` is a number, `~` a time with its unit."""
        spelt = pattern.replace("#", r"([\d,.]+?)").replace("~", r"([\d,.]+ (?:µs|ms|s))")
        result = list(re.finditer(spelt + r"(?![\d%])", self.text))
        assert len(result) == 1, (pattern, result)
        assert len(result[0].groups()) == len(expected), pattern
        for text, value in zip(result[0].groups(), expected, strict=True):
            if isinstance(value, str):
                assert text == value
                continue
            number, _, unit = text.replace(",", "").partition(" ")
            exactly = isinstance(value, int)
            assert float(number) * UNITS.get(unit, 1.0) == (
                value if exactly else pytest.approx(value, rel=6e-3)
            ), (pattern, text, value)
        self.text = self.text[: result[0].start()] + self.text[result[0].end() :]


def test_every_number_in_words(report_blocks: tuple[Export, list[Block]]) -> None:
    export, blocks = report_blocks
    prose = Prose(blocks)
    _check_best_searches(prose, export)
    _check_summary(prose, export)
    _check_contributions(prose, export)
    _check_claims(prose, export, blocks)
    board, runs = _most_telling_board(export, "beam, shade")
    size = int(runs[0]["rows"])
    prose.check(rf"on one board \(({board}), #×#\)", board, size, size)
    fewest = min(
        sum(any(row["status"] != "skipped" for row in group) for group in boards.values())
        for boards in export.runs.values()
    )
    output = r"With # boards, .* between −# and # is not significant \(5 %,"
    prose.check(output, fewest, CRITICAL_RHO[fewest], CRITICAL_RHO[fewest])
    for pattern in CONSTANTS:
        prose.text, many = re.subn(pattern, "", prose.text)
        assert many, f"nobody says {pattern} any more"
    assert not re.search(r".*\d.*", prose.text), "numbers that nobody has computed again"


def _check_best_searches(prose: Prose, export: Export) -> None:
    def share(search: str) -> float:
        group = export.flat(search, played=False)
        return sum(map(settled, group)) / len(group)

    def total(search: str, name: str) -> float:
        return fmean(penalise(row, name) for row in export.flat(search, played=False))

    def output(search: str) -> tuple[int, int, float]:
        runs = export.flat(search)
        mean = fmean(penalise(row, "seconds") for row in runs)
        return sum(map(settled, runs)), len(runs), mean

    searches = [search for search in export.runs if search != "exact"]
    best = min(searches, key=lambda m: (-share(m), total(m, "seconds")))
    prose.check(rf"PAR2 time\) is {best} \(# of # runs settled, PAR2 ~\)", *output(best))
    prose.check(r"the exact engine: # of # runs settled, PAR2 ~;", *output("exact"))
    for space in ("decide", "shade"):
        here = [search for search in searches if search.endswith(space)]
        least = min(here, key=lambda m: (-share(m), total(m, "expanded")))
        mean = fmean(penalise(row, "expanded") for row in export.flat(least))
        name = least.removesuffix(f", {space}")
        prose.check(rf"least expansions in {space}: {name}, PAR2 #;", mean)


def _check_summary(prose: Prose, export: Export) -> None:
    rows = export.rows
    skipped = [row for row in rows if row["status"] == "skipped"]
    cut = sum(row["status"] in ("limit", "killed") for row in rows)
    seeds = len({row["seed"] for row in rows})
    boards = len({row["board"] for row in rows})
    (day,) = {row["finished"].partition(" ")[0] for row in rows}
    prose.check(
        r"# runs planned, of # searches on # boards, with # seeds and # repetition at most\. "
        r"# were played, # of them cut off; # were skipped\. Run on ([\d-]+) \(UTC\)",
        *(len(rows), len(export.runs), boards, seeds, max(int(r["repetition"]) for r in rows)),
        *(len(rows) - len(skipped), cut, len(skipped), day),
    )
    timed = [row for row in rows if row["wall_seconds"] != "NA"]
    wall, used = (sum(float(r[name]) for r in timed) for name in ("wall_seconds", "seconds"))
    prose.check(r"total wall time is # times the processor time", wall / used)
    ((seconds, nodes),) = {(row["limit_seconds"], row["limit_nodes"]) for row in rows}
    limits = float(seconds), float(nodes)
    prose.check(r"Limits of each run: # s, # expansions\.", *limits)
    prose.check(r"with twice the limit \(# s, # expansions\)", *(2 * most for most in limits))
    ((search, many),) = {
        search: sum(row["search"] == search for row in skipped)
        for search in export.runs
        if any(row["search"] == search for row in skipped)
    }.items()
    of = len(export.flat(search, played=False))
    prose.check(rf"the curve is a lower bound: {search} \(# of #\)\.", many, of)


def _check_contributions(prose: Prose, export: Export) -> None:
    mean, time = by_board(export)
    boards = list(export.runs["exact"])
    virtual = fmean(min(entry[b] for entry in mean.values()) for b in boards)
    single = min(fmean(entry.values()) for entry in mean.values())
    reached = sum(min(entry[b] for entry in time.values()) < math.inf for b in boards)
    prose.check(
        r"It settles # of # boards with a PAR2 time of ~; the best single search has ~, # times",
        *(reached, len(boards), virtual, single, single / virtual),
    )
    never = [
        m
        for m in mean
        if all(time[m][b] > min(entry[b] for entry in time.values()) for b in boards)
    ]
    prose.check(r"Never the fastest: (.*)\.", ", ".join(never))


def _check_claims(prose: Prose, export: Export, blocks: list[Block]) -> None:
    from statsmodels.stats.multitest import multipletests

    (table,) = [b for b in blocks if isinstance(b, Table) and b.head[0] == "claim"]
    claims = [str(getattr(row[0], "text", row[0])) for row in table.rows]
    ps = [sign_test([score for _, score in scores(export, claim)[0]]) for claim in claims]
    sure = int(sum(multipletests(ps, method="holm")[1] < 0.05))
    prose.check(r"# of # comparisons are significant\.", sure, len(claims))
    prose.check(
        r"# comparisons of two searches on the boards that both played; # are significant\.",
        *(len(claims), sure),
    )
    prose.check(r"then corrected for all # \(Holm\)", len(claims))


def _most_telling_board(export: Export, search: str) -> tuple[str, list[dict[str, str]]]:
    """Return the board with the most distinct settled runs."""
    counts = {
        board: len({row["expanded"] for row in runs if settled(row)})
        for board, runs in export.runs[search].items()
    }
    most = max(counts.values())
    board = min(
        (board for board in counts if counts[board] == most),
        key=lambda board: (int(export.runs[search][board][0]["cells"]), board),
    )
    return board, export.runs[search][board]


# Plots


def curves(blocks: list[Block], name: str, panel: int) -> dict[str, list[Point]]:
    (figure,) = [b for b in blocks if isinstance(b, Figure) and b.name == f"hitori-{name}"]
    return {entry.label: list(entry.points) for entry in figure.panels[panel].series if entry.label}


def rank_shares(values: list[float], of: int) -> list[Point]:
    """Return the share of values up to each value."""
    return [(x, 100 * (n + 1) / of) for n, x in enumerate(sorted(values))]


def assert_equal_points(result: list[Point], expected: list[Point]) -> None:
    assert len(result) == len(expected)
    for entry, other in zip(result, expected, strict=True):
        assert entry == pytest.approx(other)


def test_no_plot_is_left_out(report_blocks: tuple[Export, list[Block]]) -> None:
    names = [
        block.name.removeprefix("hitori-")
        for block in report_blocks[1]
        if isinstance(block, Figure)
    ]
    assert names == ["survival", "profile", "seeds", "growth", "pairs-1", "pairs-2"]


@pytest.mark.parametrize(("panel", "name"), [(0, "seconds"), (1, "expanded")])
def test_shares_settled(report_blocks: tuple[Export, list[Block]], panel: int, name: str) -> None:
    export, blocks = report_blocks
    result = curves(blocks, "survival", panel)
    assert set(result) == {m for m in export.runs if name == "seconds" or m != "exact"}
    last = max(measure(r, name) for m in result for r in export.flat(m) if settled(r))
    for search, points in result.items():
        runs = export.flat(search, played=False)
        expected = rank_shares([measure(r, name) for r in runs if settled(r)], len(runs))
        assert_equal_points(points, [*expected, (last, expected[-1][1])])


def test_performance_profiles(report_blocks: tuple[Export, list[Block]]) -> None:
    export, blocks = report_blocks
    _, time = by_board(export)
    result = curves(blocks, "profile", 0)
    assert set(result) == set(time)
    for search, points in result.items():
        least = {b: min(entry[b] for entry in time.values()) for b in time[search]}
        ratios = [value / least[b] for b, value in time[search].items() if value < math.inf]
        assert_equal_points(points, rank_shares(ratios, len(least)))


def test_seeds_on_one_board_and_on_all(report_blocks: tuple[Export, list[Block]]) -> None:
    export, blocks = report_blocks
    ((search, points),) = curves(blocks, "seeds", 0).items()
    _, runs = _most_telling_board(export, search)
    assert_equal_points(
        points, rank_shares([measure(r, "expanded") for r in runs if settled(r)], len(runs))
    )
    shares = [100 * fmean(map(settled, runs)) for runs in export.runs[search].values()]
    (points,) = curves(blocks, "seeds", 1).values()
    assert_equal_points(points, list(enumerate(sorted(shares, reverse=True), start=1)))


@pytest.mark.parametrize(("panel", "name"), [(0, "expanded"), (1, "seconds")])
def test_medians_by_size(report_blocks: tuple[Export, list[Block]], panel: int, name: str) -> None:
    export, blocks = report_blocks
    result = curves(blocks, "growth", panel)
    assert set(result) == {m for m in export.runs if name == "seconds" or m != "exact"}
    for search, points in result.items():
        assert_equal_points(points, medians(export, search, name))


def test_fitted_curves(report_blocks: tuple[Export, list[Block]]) -> None:
    export, blocks = report_blocks
    (figure,) = [b for b in blocks if isinstance(b, Figure) and b.name == "hitori-growth"]
    for panel, name in zip(figure.panels, ("expanded", "seconds"), strict=True):
        search, drawn = "", 0
        for series in panel.series:
            search = series.label or search
            if series.label:
                continue
            xs, ys = zip(*medians(export, search, name), strict=True)
            fits = []
            for exponential in (True, False):
                scaled = [x if exponential else math.log(x) for x in xs]
                fit = scipy.stats.linregress(scaled, [math.log(y) for y in ys])
                fits.append((fit.rvalue**2, exponential, fit))
            _, exponential, fit = max(fits, key=lambda entry: entry[0])
            for x, y in series.points:
                at = x if exponential else math.log(x)
                assert y == pytest.approx(math.exp(fit.intercept + fit.slope * at))
            drawn += 1
        assert drawn == (4 if name == "expanded" else 1)  # time only of the exact engine


def test_boards_of_two_searches(report_blocks: tuple[Export, list[Block]]) -> None:
    export, blocks = report_blocks
    figures = [b for b in blocks if isinstance(b, Figure) and "-pairs-" in b.name]
    seen = 0
    for panel in (panel for figure in figures for panel in figure.panels):
        (unit, second), (_, first) = (
            title.split(" of ") for title in (panel.x_title, panel.y_title)
        )
        name = {"time": "seconds", "expansions": "expanded"}[unit]
        expected = []
        for board, runs in export.runs[first].items():
            others = export.runs[second][board]
            if all(row["status"] != "skipped" for row in [*runs, *others]):
                x, y = (median(measure(row, name) for row in rs) for rs in (others, runs))
                expected.append((x, y))
        marks = [point for entry in panel.series if not entry.dash for point in entry.points]
        assert_equal_points(sorted(marks), sorted(expected))
        seen += 1
    assert seen == 3

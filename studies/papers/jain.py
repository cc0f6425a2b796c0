"""Jain: Hitori by greedy search, a search he calls A*, and two hill climbers."""

from __future__ import annotations

from functools import cache
from typing import cast

from masume.core.puzzle.grid import Cell, Mask
from masume.core.statistics import wilson
from masume.formats.load import load
from masume.puzzles.hitori.puzzle import Hitori
from studies.papers.chance import percent
from studies.papers.jain_tables import (
    HERE,
    PRINTED,
    TWO,
    as_run,
    boards_solved,
    comparison,
    on_both,
    on_more,
    print_out,
    proper,
    saved,
    successes,
    times,
    white_cells,
    white_rows,
)
from studies.papers.paper import Judgement, Paper, PaperClaim, SearchEntry
from studies.papers.results import Results


@cache
def weak_solutions(name: str) -> int:
    """Count the solutions of a board under the paper's three rules by exhaustive search."""
    puzzle = cast(Hitori, load(name))
    near, clues, cols = puzzle.grid.neighbour_mask, puzzle.clues, puzzle.cols
    solutions = 0
    boards: list[tuple[Cell, Mask]] = [(0, 0)]
    while boards:
        cell, black = boards.pop()
        if cell == puzzle.grid.size:
            solutions += 1
            continue
        row, col = divmod(cell, cols)
        before = [*range(row * cols, cell), *range(col, cell, cols)]
        equal = any(
            clues[earlier] == clues[cell] and not black >> earlier & 1 for earlier in before
        )
        boards += [
            (cell + 1, shaded)
            for shaded in ([] if equal else [black])
            + ([] if black & near[cell] else [black | 1 << cell])
            if not any(
                _enclosed(near[earlier], shaded, earlier, cell)
                for earlier in (cell, cell - 1, cell - cols)
            )
        ]
    return solutions


def _enclosed(near: Mask, black: Mask, cell: Cell, last: Cell) -> bool:
    """Whether a white cell has black neighbours only; those beyond the last one are not known."""
    return cell >= 0 and not near >> last + 1 and not black >> cell & 1 and not near & ~black


def _same_states(results: Results) -> Judgement:
    oldest, greedy = on_both(results, "astar:ties=oldest"), on_both(results, "greedy")
    newest = results.row(TWO, "astar", "shade", "duplicates")
    alike = all(
        a.get("generated") == g.get("generated") for a, g in zip(oldest, greedy, strict=True)
    )
    ended = newest.ended == newest.runs
    fate = f"generates {newest.shown('generated')}" if ended else newest.fate
    return alike, (
        "The same holds here if ties go to the oldest state: each black cell costs 1 and lowers h "
        "by 4, so both searches descend without backtracking. (His g counts all states expanded so "
        f"far, which is the same in that case.) With ties to the newest state, A* on sample 2 "
        f"{fate}. The equal figures show that these boards are easy for this h, not that the "
        "algorithms are alike."
    )


def _little_memory(results: Results) -> Judgement:
    climber, queue = (
        [saved(row, algorithm) for row in as_run(results, algorithm)]
        for algorithm in ("best_of_list", "queue")
    )
    return sum(climber) * 3 < sum(queue), (
        f"{climber[0]} and {climber[1]} states (mean {sum(climber) / 2:g}) against {queue[0]} and "
        f"{queue[1]} (mean {sum(queue) / 2:g}), as published."
    )


def _ten_percent(results: Results) -> Judgement:
    hits, runs = on_more(results, "steepest_ascent", "shade")
    low, high = wilson(hits, runs)
    both = sum(bool(row.solved) for row in on_both(results, "steepest_ascent"))
    apart = high < 0.1 or low > 0.2
    within = low >= 0.1 and high <= 0.2
    return False if apart else True if within else None, (
        f"It solves {hits} of {runs} other 9×9 boards: {percent(hits / runs)}, with a "
        f"95 % interval from {percent(low)} to {percent(high)}. That "
        f"{'confirms' if within else 'excludes' if apart else 'neither excludes nor confirms'} 10 "
        f"to 20 %. It solves {both} of the paper's two boards; the paper does not say which runs "
        "its figure comes from."
    )


def _eighty_percent(results: Results) -> Judgement:
    drawn = as_run(results, "drawn_from_list")
    meant = on_both(results, "stochastic_hill_climbing")
    hits, runs = on_more(results, "stochastic_hill_climbing", "shade")
    solved, boards = boards_solved(results, "stochastic_hill_climbing", "shade")
    high = wilson(solved, boards)[1]
    return None if high >= 0.8 else False, (
        "The program chooses in proportion to h and so prefers the worst: "
        f"{sum(r.solved for r in drawn)} of {sum(r.runs for r in drawn)} runs on the two boards "
        "find a solution. Choosing in proportion to the gain, as the text means it: "
        f"{sum(r.solved for r in meant)} of {sum(r.runs for r in meant)}, and {hits} of {runs} on "
        f"other boards; at least one run solves {solved} of those {boards} boards (95 % interval "
        f"up to {percent(high)}). Randomness makes it worse: a wrong black cell cannot be undone."
    )


LIMIT = 2000  # expansions, as in the study
_PUBLISHED_DRAW = 532  # states generated, the mean of two runs


def _random_row(results: Results) -> Judgement:
    rows = as_run(results, "drawn_from_list")
    lists = [row.get("max_frontier") for row in rows]
    mean = sum(lists) / 2
    draws = zip(*(row.draws for row in rows), strict=True)
    means = [((a or 0) + (b or 0)) / 2 for a, b in draws]
    fewer = sum(mean <= _PUBLISHED_DRAW for mean in means)
    ordinary = 0.025 < fewer / len(means) < 0.975
    return int(mean) == 57 and ordinary, (
        f"57 is the mean of the first lists of successors, {lists[0]} and {lists[1]} ({mean:g}, "
        f"rounded down). {_PUBLISHED_DRAW} is an ordinary value for the program: of {len(means)} "
        f"pairs of runs {fewer} generate no more on average ({percent(fewer / len(means))}). The "
        "table does not say that such a run finds a solution. The program adds the visited states "
        "only if it does, so the published runs seem to have found none."
    )


def _white_cells(results: Results) -> Judgement:
    rows = white_rows(results)
    cut = sum(row.status == "limit" for row in rows)
    solved = sum(bool(row.solved) for row in rows)
    return solved > 0, (
        f"{solved} of {len(rows)} runs (four searches on two boards, table above) find a solution: "
        f"{cut} were stopped at {LIMIT:,} expansions, where `duplicates` needs about 22, the "
        "others got stuck. Every black cell removes one white cell, so all states at the same "
        "depth have the same value."
    )


def _loops(_: Results) -> Judgement:
    return False, (
        "Cells only turn black, so no path returns to an earlier state, and his program keeps a "
        "list of visited states. Greedy search can follow a long wrong path, but not a loop."
    )


def _rule_three(_: Results) -> Judgement:
    return False, (
        "The rule of Hitori is that all white cells are connected; two white cells can be cut off "
        "together without four black cells around either. By exhaustive search (`weak_solutions` "
        f"in `studies/papers/jain.py`), sample 2 has {weak_solutions(TWO)} solutions under his "
        "rules; under those of Hitori it has one (`./masume solve` proves it). The answer that the "
        "program finds happens to be that one."
    )


def _times(_: Results) -> Judgement:
    return None, (
        "2.23 and 2.49 s differ by 12 %, no spread is given, and the printed run took 214 ms. "
        "Times of another machine cannot be compared with ours."
    )


PAPER = Paper(
    title="Jain: Hitori",
    did="He blackens cells whose number occurs again among the white cells of their line, and "
    "compares greedy search, A*, simple and random hill climbing on two 9×9 boards. The heuristics "
    "are the number of white cells with duplicates in their lines, and the number of white cells. "
    "His rule 3 forbids a white cell with four black neighbours, where Hitori requires all white "
    "cells to be connected; and his test of a cell in the bottom row omits its left neighbour. "
    "With both, his counts are reproduced exactly (with the rule as written they would be 543 and "
    "650 instead of 539 and 637).",
    published="One run of greedy search with its trace of h, and a table of means over both "
    "boards.",
    studies=("jain", "jain_more"),
    searches=(
        *(
            SearchEntry(name, HERE + algorithm, HERE + "FourBlack:slip", "duplicates")
            for algorithm, name, *_ in PRINTED
        ),
        SearchEntry("greedy", "greedy", "shade", "duplicates", TWO),
        SearchEntry("A*", "astar:ties=oldest", "shade", "duplicates", TWO),
        SearchEntry(
            "hill climbing",
            "steepest_ascent",
            "shade",
            "duplicates",
            shown="./masume compare hitori/jain-sample2 --with steepest_ascent --with "
            "stochastic_hill_climbing --space shade --heuristic duplicates",
        ),
    ),
    claims=(
        PaperClaim(
            "Greedy search and A* generate and save the same number of states (his table).",
            _same_states,
        ),
        PaperClaim(
            "Simple hill climbing saves far fewer states than greedy search and A* (his table).",
            _little_memory,
        ),
        PaperClaim("Simple hill climbing works only 10 to 20 % of the time.", _ten_percent),
        PaperClaim("Choosing at random by weight raises that to up to 80 %.", _eighty_percent),
        PaperClaim(
            "Random hill climbing needs 57 saved and 532 generated states (his table).", _random_row
        ),
        PaperClaim(
            "Fewer white cells mean that the goal is nearer: a second heuristic.", _white_cells
        ),
        PaperClaim("Greedy search can easily be trapped in loops.", _loops),
        PaperClaim("“No four black cells around a white one” is a rule of Hitori.", _rule_three),
        PaperClaim("The four differ in run time: 2.23 to 2.49 s (his table).", _times),
    ),
    tables=(print_out, comparison, successes, proper, white_cells),
    times=(times,),
)

"""Brunn and Ruszczyk: Kuromasu by depth-first search and by a search they call A*."""

from __future__ import annotations

from functools import cache
from statistics import median
from typing import NamedTuple, cast

from masume.errors import pluralise
from masume.formats.load import load
from masume.puzzles.kuromasu.heuristics import reachable_ratio
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import excess
from masume.puzzles.kuromasu.spaces import KuromasuShade
from studies.papers.brunn_ruszczyk_tables import (
    BOARDS,
    HERE,
    PUBLISHED,
    PUBLISHED_SECONDS,
    astar,
    dfs,
    iterations,
    plain,
    properly,
    published_times,
    tied,
    times,
    worked_examples,
)
from studies.papers.chance import QUESTIONS, compared
from studies.papers.paper import Judgement, Paper, PaperClaim, SearchEntry
from studies.papers.results import Results

_CUT_OFF = "kuromasu/cut-off"


def _beats(results: Results) -> Judgement:
    missed = [
        board
        for board in BOARDS
        if dfs(results, board).get("expanded")
        and dfs(results, board).solved
        and not tied(results, board).solved
    ]
    solvable = sum(bool(dfs(results, board).solved) for board in BOARDS)
    in_text = ("4x4-0", "4x4-2", "5x5-0", "5x5-2")  # those with figures there
    compared_there = ", ".join(name for name in in_text if f"kuromasu/br-{name}" in missed)
    return False, (
        f"The counts are right, but on {len(missed)} of the {solvable} boards with a solution this "
        "“A*” ends without one: it expands only the children tied at the best h and never returns "
        f"to the others. Four of the comparisons in the text ({compared_there}) are with failed "
        "runs. A* as it is usually defined does expand far fewer states than depth first (see our "
        "own questions below)."
    )


def _real(results: Results) -> Judgement:
    counts = [
        [search(results, board).get("expanded") for board in BOARDS] for search in (astar, plain)
    ]
    ratios = [p / a for a, p in zip(*counts, strict=True)]
    contest = compared(counts[0], counts[1], QUESTIONS)
    return contest.holds, (
        f"A* with the admissible `black_needed` expands {contest.description}: the median ratio is "
        f"{median(ratios):.0f}, the largest {max(ratios):.0f}. This is about expansions; computing "
        "the estimate takes time, and these trees are small (see Times)."
    )


def _own_h(results: Results) -> Judgement:
    contest = compared(
        [astar(results, board, "reachable_ratio").get("expanded") for board in BOARDS],
        [plain(results, board).get("expanded") for board in BOARDS],
        QUESTIONS,
    )
    spaces = [_shading(board) for board in BOARDS]
    first = sorted(reachable_ratio.build(space)(space.initial()) for space in spaces)
    return contest.holds, (
        "With −h as the estimate and the number of black cells as the cost, A* expands "
        f"{contest.description}. On these boards −h is {first[0]:.2g} to {first[-1]:.2g} at the "
        "start and changes by fractions, while each black cell costs 1, so it does little more "
        "than break ties."
    )


def _shading(board: str) -> KuromasuShade:
    return KuromasuShade(cast(Kuromasu, load(board)), canonical=True)


class _Steps(NamedTuple):
    """Statistics of h over all legal states of five boards."""

    steps: int  # steps between two states
    falls: int  # of these: h is smaller afterwards
    revived: int  # solutions below a state with h > 0
    zeros: int  # states with h = 0
    solved: int  # of these: solutions
    solved_elsewhere: int  # solutions with another h
    dead: str  # a state with h = 0 that has a clue with too few cells in sight


@cache
def _walk() -> _Steps:
    """Walk all legal states of five boards and compare the paper's h."""
    counts = dict.fromkeys(("steps", "falls", "revived", "zeros", "solved", "solved_elsewhere"), 0)
    dead = ""
    for name in ("3x3-0", "3x3-2", "4x4-0", "4x4-1", "4x4-2"):
        space = _shading(f"kuromasu/br-{name}")
        frontier = [(space.initial(), False)]
        while frontier:
            state, hopeless = frontier.pop()
            surplus = _surplus(space, state)  # h < 0, = 0, > 0 as this is > 0, = 0, < 0
            hopeless = hopeless or sum(surplus) < 0
            is_goal = space.is_goal(state)
            counts["revived"] += hopeless and is_goal
            counts["zeros"] += sum(surplus) == 0
            counts["solved"] += sum(surplus) == 0 and is_goal
            counts["solved_elsewhere"] += sum(surplus) != 0 and is_goal
            if not dead and sum(surplus) == 0 and min(surplus) < 0:
                dead = _description(space, name, state, surplus)
            for _, child, _ in space.successors(state):
                counts["steps"] += 1
                counts["falls"] += sum(_surplus(space, child)) > sum(surplus)
                frontier.append((child, hopeless))
    return _Steps(**counts, dead=dead)


def _surplus(space: KuromasuShade, state: int) -> list[int]:
    """Return for each clue how many cells too many it sees."""
    return [excess(number, space.black(state)) for number in space.numbers]


def _description(space: KuromasuShade, name: str, state: int, surplus: list[int]) -> str:
    cells = sorted(space.position(state).black)
    black = ", ".join(space.puzzle.grid.name(cell) for cell in cells)
    few = pluralise(sum(number < 0 for number in surplus), "clue")
    return (
        f"on kuromasu/br-{name} with {black} black, h = 0 although too few cells are seen by {few}"
    )


def _monotone(_: Results) -> Judgement:
    walk = _walk()
    return walk.falls == 0, (
        "A black cell hides cells and never reveals any: h does not fall in any of the "
        f"{walk.steps:,} steps between legal states of five boards. This is not the property A* "
        "needs: there, monotone means consistent, that is, no step lowers the estimate by more "
        "than its cost. Their program follows the greatest h and ignores g, so theorems about A* "
        "do not apply to it."
    )


def _dead_end(_: Results) -> Judgement:
    walk = _walk()
    return walk.revived == 0, (
        "If the clues see too few cells in total, at least one clue sees too few, and black cells "
        f"never reveal any. None of the {walk.steps:,} steps examined leads from such a state to a "
        "solution. The paper's second worked example (h = 1/5) is such a state."
    )


def _zero(_: Results) -> Judgement:
    walk = _walk()
    return walk.zeros == walk.solved, (
        f"h = 0 is necessary but not sufficient. All {walk.solved + walk.solved_elsewhere} "
        f"solutions of five boards have h = 0, but of {walk.zeros:,} legal states with h = 0 only "
        f"{walk.solved} are solutions: h adds up all clues, so one that sees too many cells can "
        f"hide one that sees too few. For example, {walk.dead}; no black cell can repair that. "
        "Read as “h does not rule the board out”, the sentence is true."
    )


def _times_claim(_: Results) -> Judgement:
    ratios = {
        name: (PUBLISHED[name][0] / PUBLISHED[name][1], seconds[0] / seconds[1])
        for name, seconds in PUBLISHED_SECONDS.items()
    }
    agree = sum((counts > 1) == (time > 1) for counts, time in ratios.values())
    each = [
        1000 * s / n
        for name, pair in PUBLISHED_SECONDS.items()
        for s, n in zip(pair, PUBLISHED[name], strict=True)
    ]
    return None, (
        f"The published times agree with the published iterations on {agree} of {len(ratios)} "
        f"boards: an iteration took {min(each):.2f} to {max(each):.2f} ms in both searches, so the "
        "times repeat what the counts say. They come from another machine and another program, no "
        "spread is given, and on three of the six boards the “A*” ended without a solution. Our "
        "times (section Times) cannot confirm or refute them."
    )


def _cheapest(results: Results) -> Judgement:
    board = "kuromasu/br-5x4-0"
    best, deep = tied(results, board), dfs(results, board)
    return False, (
        "Boards with fewer black cells are not kept: there is no queue. On "
        f"{board}, which has two solutions, depth first finds one with {deep.get('cost')} black "
        f"cells and the “A*” finds {'one with ' + str(best.cost) if best.solved else 'none'}."
    )


def _one_worse(results: Results) -> Judgement:
    board = "kuromasu/br-4x4-1"
    deep, best = dfs(results, board).get("expanded"), tied(results, board).get("generated")
    worse = sum(
        tied(results, name).get("generated") > dfs(results, name).get("expanded") for name in BOARDS
    )
    return best > deep and worse == 1, (
        f"We count {deep} and {best} as well, and it is the only such board. It is also one of the "
        f"{sum(bool(tied(results, name).solved) for name in BOARDS)} boards on which the “A*” "
        "finds a solution. (565 is less than the 879 of two full walks because the second walk "
        "overwrites the clue in the corner.)"
    )


def _twenty(_: Results) -> Judgement:
    deep, best = PUBLISHED["5x5-2"]
    return "a slip", (
        f"The figures next to it, {deep:,} and {best}, are both right: the ratio is "
        f"{deep / best:.0f}. Perhaps 200 was meant. (The “A*” found no solution there.)"
    )


def _ten(results: Results) -> Judgement:
    pairs = [
        (dfs(results, f"kuromasu/br-{name}"), tied(results, f"kuromasu/br-{name}"))
        for name in ("4x4-0", "4x4-2")
    ]
    deep = [row.get("expanded") for row, _ in pairs]
    best = [other.get("generated") for _, other in pairs]
    ratios = [a / b for a, b in zip(deep, best, strict=True)]
    return all(5 < ratio < 20 for ratio in ratios), (
        f"{ratios[0]:.0f} and {ratios[1]:.0f} times on the two boards, {sum(deep) / sum(best):.0f} "
        "times on both together. It is right as a count of iterations, but the “A*” ends without a "
        "solution on both boards."
    )


def _connected(results: Results) -> Judgement:
    wrong = dfs(results, _CUT_OFF)
    right = plain(results, _CUT_OFF)
    accepted = bool(wrong.solved) and not right.solved
    return not accepted, (
        "Their test follows only the first of several diagonal neighbours. Every solution found on "
        f"the twelve boards is right, but on {_CUT_OFF}, which has no solution, the program "
        f"accepts one ({wrong.reason})."
    )


def _more_boards(_: Results) -> Judgement:
    return None, "They are not shown, and no figures are given for them."


PAPER = Paper(
    title="Brunn and Ruszczyk: Kuromasu",
    did="They add black cells in row-major order and compare depth-first search with a search that "
    "they call A*, where g is the number of black cells and h = 1 − (cells in sight of all clues) "
    "/ (sum of the clues). h is at most 0 at first, rises towards 0 as cells turn black, and is "
    "positive once too few cells are in sight. masume's `reachable_ratio` is −h, so that it falls "
    "to 0 like other estimates. They compare iterations and times on boards from 3×3 to 5×5.",
    published="Iterations of both searches, and times for six boards. All iterations are "
    "reproduced exactly.",
    studies=("brunn_ruszczyk",),
    searches=(
        SearchEntry("DFS", HERE + "whole_tree", HERE + "Twice"),
        SearchEntry("“A*”", HERE + "tied_best", HERE + "AnyOrder", HERE + "ratio"),
        SearchEntry("depth first", "depth_first", "shade:canonical", board="kuromasu/br-5x5-2"),
        SearchEntry("A*", "astar", "shade:canonical", "black_needed", "kuromasu/br-5x5-2"),
    ),
    claims=(
        PaperClaim("Their A* performs better than depth first, by a high factor.", _beats),
        PaperClaim("The published times show the same: A* is faster on five of six.", _times_claim),
        PaperClaim(
            "There is one board on which A* is worse than depth first: 750 to 565.", _one_worse
        ),
        PaperClaim("On the 4×4 boards depth first needs about 10 times more iterations.", _ten),
        PaperClaim("On one 5×5 board depth first needs almost 20 times more iterations.", _twenty),
        PaperClaim("Their h is monotonic: it never falls as black cells are added.", _monotone),
        PaperClaim("A board whose h is positive cannot be solved any more.", _dead_end),
        PaperClaim("h = 0 means that the board is a possible solution.", _zero),
        PaperClaim(
            "No board with a smaller cost can be a solution, since all children are examined "
            "first.",
            _cheapest,
        ),
        PaperClaim(
            "The search space holds valid states only: all white cells connected.", _connected
        ),
        PaperClaim("On more boards, not shown, the results were always similar.", _more_boards),
    ),
    questions=(
        PaperClaim("Does textbook A* expand fewer states than depth first?", _real),
        PaperClaim("And with the paper's own h as its estimate?", _own_h),
    ),
    tables=(iterations, published_times, worked_examples, properly),
    times=(times,),
)

"""Brunn and Ruszczyk: Kuromasu by depth first and by what they call A*."""

from __future__ import annotations

from functools import cache
from statistics import median
from typing import cast

from masume.formats.load import load
from masume.lab.papers.chance import QUESTIONS, compared
from masume.lab.papers.paper import Judgement, Paper, PaperClaim, PaperSearch, PaperTable, beside
from masume.lab.papers.results import PaperRow, Results
from masume.puzzles.kuromasu.heuristics import reachable_ratio
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import excess
from masume.puzzles.kuromasu.spaces import KuromasuShade

# Iterations of depth first and of "A*".
PUBLISHED = {
    "3x3-0": (53, 9),
    "3x3-1": (23, 7),
    "3x3-2": (105, 28),
    "4x4-0": (1067, 96),
    "4x4-1": (565, 750),
    "4x4-2": (1015, 74),
    "5x4-0": (2061, 69),
    "5x4-1": (2059, 40),
    "5x4-2": (2461, 85),
    "5x5-0": (32037, 440),
    "5x5-1": (13135, 49),
    "5x5-2": (22987, 123),
}
_BOARDS = tuple(f"kuromasu/br-{name}" for name in PUBLISHED)
_HERE = "brunn_ruszczyk_program."
_CUT_OFF = "kuromasu/cut-off"


def _dfs(results: Results, board: str) -> PaperRow:
    return results.row(board, _HERE + "whole_tree", _HERE + "Twice")


def _tied(results: Results, board: str) -> PaperRow:
    return results.row(board, _HERE + "tied_best", _HERE + "AnyOrder", _HERE + "ratio")


def _plain(results: Results, board: str) -> PaperRow:
    return results.row(board, "depth_first", "shade:canonical")


def _astar(results: Results, board: str, heuristic: str = "black_needed") -> PaperRow:
    return results.row(board, "astar", "shade:canonical", heuristic)


def _finding(row: PaperRow) -> str:
    if row.ended < row.runs:
        return row.fate
    return f"{row.cost} black cells" if row.solved else "nothing"


def _iterations(results: Results) -> PaperTable:
    rows = []
    for board, published in zip(_BOARDS, PUBLISHED.values(), strict=True):
        dfs, tied = _dfs(results, board), _tied(results, board)
        deep = beside(f"{published[0]:,}", dfs.shown("expanded"))
        best = beside(f"{published[1]:,}", tied.shown("generated"))
        rows.append([board, *deep, _finding(dfs), *best, _finding(tied)])
    head = ("board", "DFS, published", "ours", "same?", "it finds")
    return PaperTable(
        "Iterations, and what was found",
        (*head, "“A*”, published", "ours", "same?", "it finds"),
        rows,
        "Depth first: calls of the recursion. It goes through the whole tree and then, since the "
        "first board looks for a sibling that it does not have, through nearly all of it again. "
        "“A*”: children looked at. The text has seven of these pairs; the others are the "
        "program's, on the boards that go with it.",
    )


def _properly(results: Results) -> PaperTable:
    rows = []
    for board in _BOARDS:
        plain, astar = _plain(results, board), _astar(results, board)
        whole = results.row(board, _HERE + "whole_tree", "shade:canonical")
        own = _astar(results, board, "reachable_ratio")
        counts = [way.shown("expanded") for way in (whole, plain, astar, own)]
        rows.append([board, *counts, plain.time, astar.time])
    head = (
        "board",
        "the whole tree",
        "depth first",
        "A* + black_needed",
        "A* + −h (`reachable_ratio`)",
    )
    return PaperTable(
        "The same boards, searched properly: expansions, and medians of time with quartiles",
        (*head, "depth first: time", "A* + black_needed: time"),
        rows,
        "All in `shade:canonical`: illegal states are left out, each set of black cells comes "
        "once, and depth first ends at the first solution.",
    )


def _beats(results: Results) -> Judgement:
    missed = [
        board
        for board in _BOARDS
        if _dfs(results, board).get("expanded")
        and _dfs(results, board).solved
        and not _tied(results, board).solved
    ]
    solvable = sum(bool(_dfs(results, board).solved) for board in _BOARDS)
    in_text = ("4x4-0", "4x4-2", "5x5-0", "5x5-2")  # those with figures there
    compared_there = ", ".join(name for name in in_text if f"kuromasu/br-{name}" in missed)
    return False, (
        f"The counts are right, but on {len(missed)} of the {solvable} boards with a solution "
        "this “A*” ends without one: it goes only into the children tied at the best h and never "
        f"comes back to the others. Four of the comparisons in the text ({compared_there}) are "
        "with runs that failed. What the paper set out to show is true all the same: A* as it is "
        "defined does expand far fewer states than depth first (our own question below)."
    )


def _real(results: Results) -> Judgement:
    plain = [_plain(results, board) for board in _BOARDS]
    astar = [_astar(results, board) for board in _BOARDS]
    counts = [[row.get("expanded") for row in rows] for rows in (astar, plain)]
    ratios = [p / a for a, p in zip(*counts, strict=True)]
    contest = compared(counts[0], counts[1], QUESTIONS)
    faster = sum(a.get("slow") < p.get("fast") for a, p in zip(astar, plain, strict=True))
    slower = sum(a.get("fast") > p.get("slow") for a, p in zip(astar, plain, strict=True))
    return contest.holds, (
        f"A* with the admissible `black_needed` expands {contest.in_words}: {median(ratios):.0f} "
        f"times fewer in the median, {max(ratios):.0f} times at most. In time, with the "
        f"quartiles apart, it was faster on {faster} boards and slower on {slower} in this run: an "
        "estimate costs time too, and these trees are small."
    )


def _own_h(results: Results) -> Judgement:
    contest = compared(
        [_astar(results, board, "reachable_ratio").get("expanded") for board in _BOARDS],
        [_plain(results, board).get("expanded") for board in _BOARDS],
        QUESTIONS,
    )
    spaces = [_shading(board) for board in _BOARDS]
    first = sorted(reachable_ratio.build(space)(space.initial()) for space in spaces)
    return contest.holds, (
        "With −h as its estimate and the number of black cells as cost, A* expands "
        f"{contest.in_words}. At the start −h is {first[0]:.2g} to {first[-1]:.2g} on these boards "
        "and it falls by fractions, while each black cell costs 1: it does little more than break "
        "ties."
    )


def _shading(board: str) -> KuromasuShade:
    return KuromasuShade(cast(Kuromasu, load(board)), canonical=True)


@cache
def _h_rises() -> tuple[int, int, int]:
    """Steps looked at, steps by which the paper's h falls, solutions below a board with h > 0."""
    steps = falls = revived = 0
    for name in ("3x3-0", "3x3-2", "4x4-0", "4x4-1", "4x4-2"):
        space = _shading(f"kuromasu/br-{name}")

        def seen(state: int, space: KuromasuShade = space) -> int:
            return sum(excess(number, space.black(state)) for number in space.numbers)

        frontier = [(space.initial(), False)]
        while frontier:
            state, dead = frontier.pop()
            dead = dead or seen(state) < 0
            revived += dead and space.is_goal(state)
            for _, child, _ in space.successors(state):
                steps += 1
                falls += seen(child) > seen(state)
                frontier.append((child, dead))
    return steps, falls, revived


def _monotone(_: Results) -> Judgement:
    steps, falls, _dead = _h_rises()
    return falls == 0, (
        "A black cell takes cells out of sight and never brings any back: in all "
        f"{steps:,} steps between legal states of five of the boards h never falls. That is not "
        "what A* asks for: there monotone means consistent, that no step lowers the estimate by "
        "more than it costs. The program takes the greatest h and leaves g out; what is known of "
        "A* says nothing about that."
    )


def _dead_end(_: Results) -> Judgement:
    steps, _falls, revived = _h_rises()
    return revived == 0, (
        "If the clues see too few cells in all, some clue sees too few, and no black cell gives "
        f"any back. None of the {steps:,} steps looked at leads from such a board to a solution."
    )


def _cheapest(results: Results) -> Judgement:
    board = "kuromasu/br-5x4-0"
    tied, dfs = _tied(results, board), _dfs(results, board)
    return False, (
        "Nothing keeps boards with fewer black cells in mind: there is no queue. On "
        f"{board}, which has two solutions, depth first finds one with {dfs.get('cost')} black "
        f"cells and the “A*” {'one with ' + str(tied.cost) if tied.solved else 'none'}."
    )


def _one_worse(results: Results) -> Judgement:
    board = "kuromasu/br-4x4-1"
    dfs, tied = _dfs(results, board).get("expanded"), _tied(results, board).get("generated")
    worse = sum(
        _tied(results, name).get("generated") > _dfs(results, name).get("expanded")
        for name in _BOARDS
    )
    return tied > dfs and worse == 1, (
        f"{dfs} and {tied} again, and on no other board. It is also one of only "
        f"{sum(bool(_tied(results, name).solved) for name in _BOARDS)} on which the “A*” finds a "
        "solution. (The 565 is smaller than 879, what two walks would take: the second one wipes "
        "out the clue in the corner.)"
    )


def _twenty(_: Results) -> Judgement:
    dfs, tied = PUBLISHED["5x5-2"]
    return "a slip", (
        f"The figures stand beside it, {dfs:,} and {tied}, and both are right: it is "
        f"{dfs / tied:.0f} times. Perhaps 200 was meant. (The “A*” found no solution there.)"
    )


def _ten(results: Results) -> Judgement:
    pairs = [
        (_dfs(results, f"kuromasu/br-{name}"), _tied(results, f"kuromasu/br-{name}"))
        for name in ("4x4-0", "4x4-2")
    ]
    dfs = [one.get("expanded") for one, _ in pairs]
    tied = [other.get("generated") for _, other in pairs]
    times = [a / b for a, b in zip(dfs, tied, strict=True)]
    return all(5 < one < 20 for one in times), (
        f"{times[0]:.0f} and {times[1]:.0f} times on the two boards, {sum(dfs) / sum(tied):.0f} "
        "times on both together, as counted. It is right as a count of iterations; but the “A*” "
        "ends without a solution on both."
    )


def _connected(results: Results) -> Judgement:
    wrong = _dfs(results, _CUT_OFF)
    right = _plain(results, _CUT_OFF)
    accepted = bool(wrong.solved) and not right.solved
    return not accepted, (
        "The test follows only the first of several diagonal neighbours. Every solution found on "
        f"the twelve boards is right all the same; but on {_CUT_OFF}, which has none, the program "
        f"accepts one ({wrong.reason})."
    )


def _more_boards(_: Results) -> Judgement:
    return None, "They are not shown, and no figures are given for them."


PAPER = Paper(
    title="Brunn and Ruszczyk: Kuromasu",
    did="They add black cells in row-major order and search depth first, and by what they call "
    "A*, with the number of black cells as g and h = 1 − (cells in sight of all clues) / (sum of "
    "the clues). Their h is at most 0 at first, rises towards 0 as cells turn black, and is "
    "positive once too few cells are in sight. masume's `reachable_ratio` is −h, so that it falls "
    "to 0 as an estimate does. They compare iterations and times on boards from 3×3 to 5×5.",
    published="Iterations of both searches, times for some; all iterations are reproduced exactly.",
    studies=("brunn_ruszczyk",),
    ways=(
        PaperSearch("DFS", _HERE + "whole_tree", _HERE + "Twice"),
        PaperSearch("“A*”", _HERE + "tied_best", _HERE + "AnyOrder", _HERE + "ratio"),
        PaperSearch("depth first", "depth_first", "shade:canonical", board="kuromasu/br-5x5-2"),
        PaperSearch("A*", "astar", "shade:canonical", "black_needed", "kuromasu/br-5x5-2"),
    ),
    claims=(
        PaperClaim("Their A* performs better than depth first, by a high factor.", _beats),
        PaperClaim(
            "There is one board on which A* is worse than depth first: 750 to 565.", _one_worse
        ),
        PaperClaim("On the 4×4 boards depth first needs about 10 times more iterations.", _ten),
        PaperClaim("On one 5×5 board depth first needs almost 20 times more iterations.", _twenty),
        PaperClaim("Their h is monotonic: it never falls as black cells are added.", _monotone),
        PaperClaim("A board whose h is positive cannot be solved any more.", _dead_end),
        PaperClaim(
            "No board with a smaller cost can be a solution, since all children are looked at "
            "first.",
            _cheapest,
        ),
        PaperClaim(
            "The search space holds valid states only: all white cells connected.", _connected
        ),
        PaperClaim("On more boards, not shown, the results were always similar.", _more_boards),
    ),
    questions=(
        PaperClaim("Does A* as it is defined expand fewer states than depth first?", _real),
        PaperClaim("And with the paper's own h as its estimate?", _own_h),
    ),
    tables=(_iterations, _properly),
)

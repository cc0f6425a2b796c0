"""Tutak and Monecki: Kuromasu by depth first and by what they call A*."""

from __future__ import annotations

from masume.lab.papers.chance import compared
from masume.lab.papers.paper import Judgement, Paper, PaperClaim, PaperSearch, PaperTable, beside
from masume.lab.papers.results import PaperRow, Results

_BOARDS = tuple(f"kuromasu/tm-{number}" for number in range(9))
# Steps and instances as their output file has them. The counters are set back before A* only, so
# the figures of depth first contain those of the A* run on the board before.
_PRINTED_DFS = (
    (1, 2), (2, 6), (5, 9), (69, 205), (63, 166), (49, 129), (3716, 19062), (3761, 19193),
    (90277, 625681),
)  # fmt: skip
_PRINTED_ASTAR = (
    (1, 2), (1, 4), (4, 5), (1, 8), (2, 14), (24, 90), (15, 90), (459, 2318), (5715, 39364),
)  # fmt: skip
_HERE = "tutak_monecki_program."


def clean_dfs() -> list[tuple[int, int]]:
    """The figures of depth first without those of the run before."""
    before = ((0, 0), *_PRINTED_ASTAR)
    return [
        (steps - earlier[0], made - earlier[1])
        for (steps, made), earlier in zip(_PRINTED_DFS, before, strict=False)
    ]


def _stack(results: Results, board: str) -> PaperRow:
    return results.row(board, _HERE + "stack", _HERE + "AnyBlack")


def _heap(results: Results, board: str) -> PaperRow:
    return results.row(board, _HERE + "heap", _HERE + "AnyBlack", "wrong_clues")


def _ours(row: PaperRow) -> str:
    return f"{row.shown('expanded')} / {row.shown('generated', 1)}"


def _theirs(counts: tuple[int, int]) -> str:
    return f"{counts[0]:,} / {counts[1]:,}"


def _steps(results: Results) -> PaperTable:
    rows = []
    for board, printed, clean, greedy in zip(
        _BOARDS, _PRINTED_DFS, clean_dfs(), _PRINTED_ASTAR, strict=True
    ):
        deep = beside(_theirs(clean), _ours(_stack(results, board)))
        best = beside(_theirs(greedy), _ours(_heap(results, board)))
        rows.append([board, _theirs(printed), *deep, *best])
    head = ("board", "DFS, printed", "without the run before", "ours", "same?")
    return PaperTable(
        "Steps / instances on the nine boards",
        (*head, "“A*”, printed", "ours", "same?"),
        rows,
        "Steps are expansions, instances are the states made (ours: generated, and one for the "
        "first). Their program sets its counters back before A* but not before depth first.",
    )


def _others(results: Results) -> PaperTable:
    return PaperTable(
        "The same boards, other searches: expansions",
        ("board", *(role for role, *_ in _OTHERS)),
        [
            [board, *(results.row(board, *way).shown("expanded") for _, *way in _OTHERS)]
            for board in _BOARDS
        ],
        "In `shade` states with black neighbours or white cells cut off are never made.",
    )


_OTHERS = (
    ("depth first, `shade`", "depth_first", "shade"),
    ("A* + wrong_clues, all states", "astar", _HERE + "AnyBlack", "wrong_clues"),
    ("A* + wrong_clues, `shade`", "astar", "shade", "wrong_clues"),
    ("A* + black_needed, `shade`", "astar", "shade", "black_needed"),
    ("greedy + black_needed, `shade`", "greedy", "shade", "black_needed"),
)


def _fewer(results: Results) -> Judgement:
    stack = [_stack(results, board).get("expanded") for board in _BOARDS]
    heap = [_heap(results, board).get("expanded") for board in _BOARDS]
    contest = compared(heap, stack)
    most = max(s / h for s, h in zip(stack, heap, strict=True))
    return contest.more == 0 < contest.fewer, (
        f"Steps of the “A*” beside those of depth first: {contest.in_words}, and up to {most:.0f} "
        "times fewer. That is what their output says, and it is right; nine boards alone would not "
        "show it for others. It is greedy best-first search, not A*."
    )


def _is_astar(results: Results) -> Judgement:
    board = _BOARDS[8]
    real = results.row(board, "astar", _HERE + "AnyBlack", "wrong_clues")
    return False, (
        "The steps are counted for the whole search and not along the path, so when two states are "
        "compared g is the same for both and cancels out. With the number of black cells as path "
        f"cost A* takes {real.shown('expanded')} steps on the last board instead of "
        f"{_heap(results, board).shown('expanded')}."
    )


def _inadmissible(results: Results) -> Judgement:
    board = _BOARDS[3]
    trace = results.trace(board, _HERE + "heap", _HERE + "AnyBlack", "wrong_clues")
    cost = _heap(results, board).get("cost")
    return trace[0] > cost, (
        f"On {board} the first state has h = {trace[0]:g}, and {cost} black cell is enough: a "
        "cell can put several clues right. (The text says h counts the clues that are right; the "
        "program counts those that are not.)"
    )


def _not_monotone(_: Results) -> Judgement:
    return True, (
        "A consistent estimate that is 0 at every solution never overestimates; this one does, so "
        "it cannot be consistent. (Brunn and Ruszczyk mean something else by monotonic.)"
    )


def _better(results: Results) -> Judgement:
    needed, wrong = (
        [results.row(board, "astar", "shade", name).get("expanded") for board in _BOARDS]
        for name in ("black_needed", "wrong_clues")
    )
    return None, (
        "The number itself would be a perfect estimate, and A* would go straight to a solution; "
        "but finding it is solving the board. A lower bound of it, masume's admissible "
        f"`black_needed`, beside the wrong clues, in A*: {compared(needed, wrong).in_words}. The "
        "boards do not decide it, and a bound is not the number."
    )


def _complicated(_: Results) -> Judgement:
    return None, (
        "That is about people. The exact number is as hard as the puzzle itself; a lower bound "
        "takes some fifty lines (`least_cuts` and `least_black` in `puzzles/kuromasu/sight.py`)."
    )


PAPER = Paper(
    title="Tutak and Monecki: Kuromasu",
    did="They add black cells one by one and keep a table of seen states, but leave no illegal "
    "state out. They search depth first and by what they call A*, with the number of steps as g "
    "and the number of clues that are not yet right as h.",
    published="A file of output with steps and instances for nine boards; all are reproduced "
    "exactly.",
    studies=("tutak_monecki",),
    ways=(
        PaperSearch("DFS", _HERE + "stack", _HERE + "AnyBlack"),
        PaperSearch("“A*”", _HERE + "heap", _HERE + "AnyBlack", "wrong_clues"),
        PaperSearch("depth first", "depth_first", "shade", board="kuromasu/tm-8"),
        PaperSearch("A*", "astar", "shade", "black_needed", "kuromasu/tm-8"),
    ),
    claims=(
        PaperClaim("Their A* needs fewer steps than depth first (their output).", _fewer),
        PaperClaim("The second algorithm is A*: f is the steps taken plus h.", _is_astar),
        PaperClaim("Their h is not admissible, it can overestimate.", _inadmissible),
        PaperClaim(
            "Since it is not admissible, it is not monotone (consistent) either.", _not_monotone
        ),
        PaperClaim("The least number of black cells still needed might be a better h.", _better),
        PaperClaim("Calculating that number is complicated.", _complicated),
    ),
    tables=(_steps, _others),
)

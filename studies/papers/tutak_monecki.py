"""Tutak and Monecki: Kuromasu by depth-first search and by a search they call A*."""

from __future__ import annotations

from studies.papers.chance import QUESTIONS, compared
from studies.papers.paper import Judgement, Paper, PaperClaim, PaperTable, SearchEntry, beside
from studies.papers.results import PaperRow, Results

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
_HERE = "./tutak_monecki_program.py:"


def clean_dfs() -> list[tuple[int, int]]:
    """Return the depth-first figures without those of the preceding run."""
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
        "Steps are expansions, instances are the states created (ours: generated, plus one for the "
        "initial state). Their program resets its counters before A* but not before depth first.",
    )


def _others(results: Results) -> PaperTable:
    return PaperTable(
        "The same boards, other searches: expansions",
        ("board", *(role for role, *_ in _OTHERS)),
        [
            [board, *(results.row(board, *names).shown("expanded") for _, *names in _OTHERS)]
            for board in _BOARDS
        ],
        "`shade` never generates states with adjacent black cells or disconnected white cells.",
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
    contest = compared(heap, stack, QUESTIONS)
    most = max(s / h for s, h in zip(stack, heap, strict=True))
    return contest.holds, (
        f"Steps of the “A*” against those of depth first: {contest.description}; up to {most:.0f} "
        "times fewer. The paper itself does not claim it; its output file only lists the steps. "
        "Nine boards are too few to conclude it for others. The search is greedy best-first "
        "search, not A*."
    )


def _is_astar(results: Results) -> Judgement:
    board = _BOARDS[8]
    real = results.row(board, "astar", _HERE + "AnyBlack", "wrong_clues")
    return False, (
        "g counts the steps of the whole search, not of the path, so it is the same for any two "
        "states that are compared and cancels out. With the number of black cells as path "
        f"cost, A* takes {real.shown('expanded')} steps on the last board instead of "
        f"{_heap(results, board).shown('expanded')}."
    )


def _inadmissible(results: Results) -> Judgement:
    board = _BOARDS[3]
    trace = results.trace(board, _HERE + "heap", _HERE + "AnyBlack", "wrong_clues")
    cost = _heap(results, board).get("cost")
    return trace[0] > cost, (
        f"On {board} the initial state has h = {trace[0]:g}, but {cost} black cell solves it: one "
        "cell can satisfy several clues. (The text says that h counts the satisfied clues; the "
        "program counts the unsatisfied ones.)"
    )


def _not_monotone(_: Results) -> Judgement:
    return True, (
        "A consistent estimate that is 0 at every solution never overestimates. This one does, so "
        "it is not consistent. (Brunn and Ruszczyk use “monotonic” in another sense.)"
    )


def _better(results: Results) -> Judgement:
    needed, wrong = (
        [results.row(board, "astar", "shade", name).get("expanded") for board in _BOARDS]
        for name in ("black_needed", "wrong_clues")
    )
    return None, (
        "The exact number would be a perfect estimate, but computing it means solving the board. "
        "masume's admissible `black_needed`, a lower bound of it, against the number of wrong "
        f"clues, both in A*: {compared(needed, wrong).description}. The boards do not decide it, "
        "and a bound is not the number."
    )


def _complicated(_: Results) -> Judgement:
    return None, (
        "This is a matter of opinion. The exact number is as hard to compute as the puzzle is to "
        "solve; a lower bound takes about fifty lines (`least_cuts` and `least_black` in "
        "`puzzles/kuromasu/sight.py`)."
    )


PAPER = Paper(
    title="Tutak and Monecki: Kuromasu",
    did="They add black cells one at a time and keep a table of visited states, but do not prune "
    "illegal states. They compare depth-first search with a search they call A*, where g is the "
    "number of steps and h the number of unsatisfied clues.",
    published="An output file with steps and instances for nine boards. All are reproduced "
    "exactly.",
    studies=("tutak_monecki",),
    searches=(
        SearchEntry("DFS", _HERE + "stack", _HERE + "AnyBlack"),
        SearchEntry("“A*”", _HERE + "heap", _HERE + "AnyBlack", "wrong_clues"),
        SearchEntry("depth first", "depth_first", "shade", board="kuromasu/tm-8"),
        SearchEntry("A*", "astar", "shade", "black_needed", "kuromasu/tm-8"),
    ),
    claims=(
        PaperClaim("The second algorithm is A*: f is the steps taken plus h.", _is_astar),
        PaperClaim("Their h is not admissible, it can overestimate.", _inadmissible),
        PaperClaim(
            "Since it is not admissible, it is not monotone (consistent) either.", _not_monotone
        ),
        PaperClaim("The least number of black cells still needed might be a better h.", _better),
        PaperClaim("Calculating that number is complicated.", _complicated),
    ),
    questions=(
        PaperClaim("Does their A* need fewer steps than their depth first in general?", _fewer),
    ),
    tables=(_steps, _others),
)

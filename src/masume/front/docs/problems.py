"""Pages of the classic problems: rules, a picture, instances with measured searches, heuristics.

Everything is read from a problem's file, or measured when the documentation is built.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from masume.api.searches import fitting, resolve_search
from masume.core.plugins.registry import (
    algorithms,
    default_heuristic,
    heuristics,
    summaries,
)
from masume.core.puzzle.kind import Kind
from masume.core.search.algorithm import Algorithm
from masume.core.search.events import Status
from masume.core.system.limits import Limit
from masume.draw.show import show
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.docs.tree import PageTree, code, table, yes_or_no

_LIMIT = Limit(nodes=1_000, states=20_000)  # no seconds: pages do not depend on the machine
_MOST_CELLS = 300  # of an instance that is searched; an expansion of a larger one takes too long


def write_problem_pages(tree: PageTree) -> None:
    """Write a page for each classic problem and an overview."""
    lines = [
        "Classic search problems, each in one file. Solve, compare and film them like boards, or"
        " [write your own](../extending/problem.md).",
        "",
    ]
    for name, summary in summaries("masume.problems").items():
        path = f"problems/{name}.md"
        boards = examples(name)
        kind = boards[0].kind
        tree.page(path, _title(name), _page(tree, path, kind, boards))
        lines += [f"## [{_title(name)}]({name}.md)", "", kind.rules.splitlines()[0], ""]
        shown = show(boards[0])
        lines += [tree.picture("problems/index.md", f"{name}-start", shown, summary), ""]
    tree.page("problems/index.md", "Problems", lines)


def _title(name: str) -> str:
    """Return the name of a problem as a heading.

    >>> _title("n_queens_repair")
    'N queens repair'
    """
    return name.replace("_", " ").capitalize()


def _page(tree: PageTree, path: str, kind: Kind, boards: tuple[Board, ...]) -> Iterator[str]:
    """Yield the page of a problem."""
    first = boards[0]
    problem_class = kind.spaces[0].problem_class  # type: ignore[attr-defined]
    module = inspect.getmodule(problem_class)
    yield from (inspect.getdoc(module) or "", "", kind.rules, "")
    yield from (f"`{first.name}`:", "")
    yield from (tree.picture(path, f"{kind.name}-start", show(first), kind.rules), "")
    algorithm = "astar" if _fits(kind, algorithms()["astar"]) else "random_restart"
    address = f"app:#/watch?board={first.name}&algorithm={algorithm}"
    yield from (f"[Watch a search in the app]({address}), or:", "")
    yield from code("console", f"$ ./masume compare {first.name} --with {algorithm}")
    yield from _heuristics(kind)
    yield from _instances(kind, boards)
    yield from ('??? note "Source code"', "")
    text = "\n".join(code("python", inspect.getsource(module) if module else ""))
    yield from (f"    {line}" if line else "" for line in text.splitlines())


def _heuristics(kind: Kind) -> Iterator[str]:
    """Yield the table of heuristics."""
    default = default_heuristic(kind, kind.spaces[0])
    yield from ("## Heuristics", "")
    yield from table(
        ("heuristic", "description", "admissible", "default"),
        [
            (
                f"`{heuristic.name}`",
                heuristic.summary,
                "objective" if heuristic.objective else yes_or_no(heuristic.admissible),
                yes_or_no(heuristic is default),
            )
            for heuristic in heuristics(kind.name).values()
        ],
    )


def _instances(kind: Kind, boards: tuple[Board, ...]) -> Iterator[str]:
    """Yield the table of costs and expansions of each instance and applicable algorithm."""
    usable = [algorithm for algorithm in algorithms().values() if _fits(kind, algorithm)]
    yield from ("## Instances", "")
    yield (
        "The cost of the solution that each algorithm finds, and its expansions in parentheses, "
        "with the default heuristic and up to "
        f"{_LIMIT.nodes:,} expansions. “–”: no solution within this limit."
    )
    yield ""
    searched = [b for b in boards if b.puzzle.rows * b.puzzle.cols <= _MOST_CELLS]
    names = [f"`{board.name}`" for board in searched]
    rows = [
        (f"[`{a.name}`](../algorithms/{a.name}.md)", *(_outcome(board, a) for board in searched))
        for a in usable
    ]
    yield from table(("algorithm", *names), rows)
    if larger := [f"`{board.name}`" for board in boards if board not in searched]:
        yield from (f"Larger instances: {', '.join(larger)}.", "")


def _fits(kind: Kind, algorithm: Algorithm) -> bool:
    return bool(fitting(kind, algorithm, kind.spaces[0]))


def _outcome(board: Board, algorithm: Algorithm) -> str:
    """Return the cost and the expansions of a search; its status if it found nothing."""
    result = resolve_search(board, algorithm).run(board, limit=_LIMIT).finish()
    if result.status is Status.LIMIT:
        return "–"
    expanded = f"({result.metrics.expanded:,})"
    if result.status is Status.SOLVED:
        return f"{result.cost:g} {expanded}"
    return f"{result.status.value} {expanded}"

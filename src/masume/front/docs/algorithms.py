"""A page for each algorithm: what it promises, how it goes, where it can be used, and a film."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from masume.api.searches import Plan, fitting, plans
from masume.core.algorithm import Algorithm
from masume.core.limits import Limit
from masume.core.registry import algorithms, kinds
from masume.core.run import Run
from masume.core.space import Sampled, TwoEnded
from masume.core.spec import Tuning
from masume.core.steps import Expanded, Status
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.docs.tree import THEMES, Tree, code, drawn, table, yes_or_no
from masume.render.show import show

_LEAST, _WISHED, _MOST = 5, 14, 30  # expansions of a film that shows something and is short
_CELLS = 25


class ShortSearch(NamedTuple):
    """A short search, and what it was of."""

    plan: Plan
    board: Board
    expanded: int


def algorithm_pages(tree: Tree) -> None:
    """All algorithms side by side, and a page for each."""
    known = algorithms().values()
    lines = [
        "Every algorithm searches every puzzle wherever that makes sense; what it promises is"
        " declared beside it, and the tests hold it to that.",
        "",
        *table(
            ("algorithm", "in one line", "complete", "optimal", "heuristic"),
            [
                (f"[`{one.name}`]({one.name}.md)", one.summary, yes_or_no(one.complete),
                 yes_or_no(one.optimal), yes_or_no(one.takes_h))
                for one in known
            ],
        ),
    ]  # fmt: skip
    for one in known:
        path = f"algorithms/{one.name}.md"
        tree.page(path, one.name, _page(tree, one))
    tree.page("algorithms/index.md", "Algorithms", lines)


def _page(tree: Tree, one: Algorithm) -> Iterator[str]:
    yield from (inspect.getdoc(one.function) or one.summary, "")
    yield from ("## What it promises", "", *_promises(one))
    if one.options:
        yield from ("## Options", "")
        about = {name: one.about.get(name, Tuning()) for name in one.options}
        yield f"They follow a colon, as in `{one.name}:{next(iter(about))}=…`."
        yield ""
        rows = [(f"`{name}`", told.help, str(one.options[name])) for name, told in about.items()]
        yield from table(("option", "meaning", "usual"), rows)
    yield from _steps(one)
    yield from _film(tree, one)
    yield from ("## Where it can be used", "")
    rows = [
        (kind.title, f"`{space.name}`", ", ".join(f"`{h.name}`" for h in found if h))
        for kind in kinds().values()
        for space in kind.spaces
        if (found := fitting(kind, one, space))
    ]
    yield from table(("puzzle", "space", "heuristics"), rows)


def _promises(one: Algorithm) -> Iterator[str]:
    if one.complete:
        yield "- **Complete**: on a finite space it finds a solution or proves that there is none."
    else:
        yield "- **Not complete**: that it finds nothing proves nothing."
    if one.optimal:
        only = ", if its heuristic is admissible" if one.takes_h else ""
        yield f"- **Optimal**: the solution that it finds is a cheapest one{only}."
    else:
        yield "- **Not optimal**: the solution that it finds may cost more than another."
    if one.local:
        yield "- **Local**: it can mend full boards, where the board counts and not the path to it."
    if one.needs_acyclic:
        yield "- It keeps no table of states, so moves must not lead in a circle."
    if one.needs is TwoEnded:
        yield "- The space must be one that can be searched from its goals backward."
    if one.needs is Sampled:
        yield "- The space must be one in which a search may begin anywhere."
    if one.takes_rng:
        yield "- **Random**: the same seed gives the same run."
    yield ""


def _steps(one: Algorithm) -> Iterator[str]:
    """Its pseudocode if it has one, and what runs in any case."""
    yield from ("## How it goes", "")
    if told := one.pseudocode:
        yield from code("text", "\n".join("    " * at.indent + at.text for at in told.lines))
        yield from table(("name", "what it is"), [*told.structures.items()])
    yield from ('??? note "The function itself"', "")
    text = "\n".join(code("python", inspect.getsource(one.function)))
    yield from (f"    {line}" if line else "" for line in text.splitlines())
    yield ""


# A film: the first small example on which it takes as many steps as one likes to watch


def _film(tree: Tree, one: Algorithm) -> Iterator[str]:
    film = _short_film(one)
    if film is None:
        return
    plan, board = film.plan, film.board
    estimate = f" with `{plan.heuristic_name}`" if plan.heuristic_name else ""
    yield from ("## A film", "")
    yield f"`{one.name}`{estimate} in the space `{plan.space_type.name}` on `{board.name}`:"
    yield ""
    for theme in THEMES:
        tree.write(f"films/{one.name}-{theme}.json", json.dumps(_frames(film, theme)))
    answer = plan.run(board, limit=Limit(nodes=_MOST)).finish().answer
    yield f'<div class="film" data-film="../films/{one.name}" markdown>'
    yield ""
    yield tree.picture(f"algorithms/{one.name}.md", f"{one.name}-end", show(board, answer))
    yield from ("", "</div>", "")
    address = f"#/watch?board={board.name}&algorithm={one.name}&space={plan.space_type.name}"
    address += f"&heuristic={plan.heuristic_name}" if plan.heuristic_name else ""
    yield from (
        f"[Watch it in the app](app:{address}), with its tree and the nodes that wait; or:",
        "",
    )
    heuristic = f" --heuristic {plan.heuristic_name}" if plan.heuristic_name else ""
    way = f"--with {one.name} --space {plan.space_type.name}{heuristic}"
    yield from code("console", f"$ ./masume solve {board.name} {way}")


def _short_film(one: Algorithm) -> ShortSearch | None:
    """The papers' own spaces come first: conclusions leave little to see."""
    found = []
    for film in _small_searches(one):
        if film.expanded <= _WISHED:
            return film
        found.append(film)
    return min(found, key=lambda film: film.expanded, default=None)


def _small_searches(one: Algorithm) -> Iterator[ShortSearch]:
    known = list(kinds().values())
    first = list(algorithms()).index(one.name) % len(known)  # not all of them on the same puzzle
    for kind in known[first:] + known[:first]:
        boards = [board for board in examples(kind.name) if _is_small(board)]
        for plan in plans(kind, [one.name]):
            for board in boards:
                run = plan.run(board, limit=Limit(nodes=_MOST))
                if run.finish().status is Status.SOLVED and run.metrics.expanded >= _LEAST:
                    yield ShortSearch(plan, board, run.metrics.expanded)


def _is_small(board: Board) -> bool:
    return board.puzzle.rows * board.puzzle.cols <= _CELLS


def _frames(film: ShortSearch, theme: str) -> list[dict[str, str]]:
    """What the page shows one after the other: a picture and a line."""
    run = film.plan.run(film.board, limit=Limit(nodes=_MOST))
    frames = [_frame(film, run, event, theme) for event in run if isinstance(event, Expanded)]
    result = run.result()
    assert result.answer is not None
    last = f"Solved after {run.metrics.expanded} expansions."
    return [*frames, {"svg": drawn(show(film.board, result.answer), theme), "text": last}]


def _frame(film: ShortSearch, run: Run, event: Expanded, theme: str) -> dict[str, str]:
    node, kind = event.node, film.board.kind
    move = "the start" if node.move is None else kind.write_move(film.board.puzzle, node.move)
    cost = f"g {node.g}" + ("" if node.h is None or node.h == inf else f", h {node.h:g}")
    step = f"{run.metrics.expanded}: {move} · depth {node.depth} · {cost}"
    return {
        "svg": drawn(show(film.board, run.space.position(node.state)), theme),
        "text": f"{step} · waiting {event.frontier}",
    }

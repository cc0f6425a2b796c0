"""Short films of algorithms on small boards, with the pseudocode lines executed by each step.

Frames are drawn at build time in both themes and played by `film.js`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from masume.api.searches import SearchSpec, resolve_searches
from masume.core.plugins.registry import algorithms, kinds
from masume.core.puzzle.puzzle import Position
from masume.core.search.algorithm import Algorithm
from masume.core.search.events import Expanded, Status
from masume.core.search.journal import KEPT, Journal
from masume.core.search.run import Run
from masume.core.system.limits import Limit
from masume.draw.show import show
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.docs.tree import THEMES, PageTree, board_svg, code

_LEAST, _WISHED, _MOST = 5, 14, 30  # expansions of a short but instructive film
_CELLS = 25


class ShortSearch(NamedTuple):
    """A search with few expansions."""

    spec: SearchSpec
    board: Board
    expanded: int


class Frame(NamedTuple):
    """A step of a film: position, caption and pseudocode events."""

    position: Position
    text: str
    events: set[str]


def film_of(tree: PageTree, algorithm: Algorithm) -> Iterator[str]:
    """Yield the lines of an algorithm's film, if a small example is suitable."""
    film = _short_search(algorithm)
    if film is None:
        return
    spec, board, page = film.spec, film.board, f"algorithms/{algorithm.name}.md"
    heuristic = spec.heuristic_name
    yield from ("## Film", "")
    estimate = f" with `{heuristic}`" if heuristic else ""
    yield f"`{algorithm.name}`{estimate} in the space `{spec.space_type.name}` on `{board.name}`:"
    yield ""
    frames = list(_frames(film))
    for theme in THEMES:
        data = [_frame_data(algorithm, board, frame, theme) for frame in frames]
        tree.write(f"films/{algorithm.name}-{theme}.json", json.dumps(data))
    yield f'<div class="film" data-film="../films/{algorithm.name}" markdown>'
    yield ""
    yield tree.picture(page, f"{algorithm.name}-end", show(board, frames[-1].position))
    yield from ("", "</div>", "")
    address = f"#/watch?board={board.name}&algorithm={algorithm.name}&space={spec.space_type.name}"
    address += f"&heuristic={heuristic}" if heuristic else ""
    yield f"[Watch it in the app](app:{address}), with its search tree and open list, or:"
    yield ""
    options = f"--with {algorithm.name} --space {spec.space_type.name}"
    options += f" --heuristic {heuristic}" if heuristic else ""
    yield from code("console", f"$ ./masume solve {board.name} {options}")


def _short_search(algorithm: Algorithm) -> ShortSearch | None:
    """Return the first short search, else the shortest; spaces of the papers come first."""
    longer = []
    for film in _small_searches(algorithm):
        if film.expanded <= _WISHED:
            return film
        longer.append(film)
    return min(longer, key=lambda film: film.expanded, default=None)


def _small_searches(algorithm: Algorithm) -> Iterator[ShortSearch]:
    """Yield solved searches of small examples, starting with the spaces of the papers."""
    known = list(kinds().values())
    # Rotate the puzzles, so that films show different ones.
    first = list(algorithms()).index(algorithm.name) % len(known)
    for kind in known[first:] + known[:first]:
        boards = [b for b in examples(kind.name) if b.puzzle.rows * b.puzzle.cols <= _CELLS]
        for spec in resolve_searches(kind, [algorithm.name]):
            for board in boards:
                run = spec.run(board, limit=Limit(nodes=_MOST))
                if run.finish().status is Status.SOLVED and run.metrics.expanded >= _LEAST:
                    yield ShortSearch(spec, board, run.metrics.expanded)


def _frames(film: ShortSearch) -> Iterator[Frame]:
    """Yield the frames of a search."""
    journal = Journal()
    run = film.spec.run(film.board, limit=Limit(nodes=_MOST), journal=journal)
    for event in run:
        if isinstance(event, Expanded):
            yield _frame(film, run, event, journal)
        journal.clear()
    result = run.result()
    assert result.answer is not None
    last = f"Solved after {run.metrics.expanded} expansions."
    yield Frame(result.answer, last, {result.status.value})


def _frame(film: ShortSearch, run: Run, event: Expanded, journal: Journal) -> Frame:
    """Return the frame of an expansion."""
    node, kind = event.node, film.board.kind
    move = "start" if node.move is None else kind.write_move(film.board.puzzle, node.move)
    cost = f"g {node.g}" + ("" if node.h is None or node.h == inf else f", h {node.h:g}")
    text = f"{run.metrics.expanded}: {move} · depth {node.depth} · {cost}"
    events = {"take", *(fate for _, fate, *_ in journal.rejected)}
    events |= {fate for fate, _ in journal.dropped}
    events |= {KEPT} if event.kept else set()
    if node.parent is None:
        events.add("round" if run.metrics.rounds > 1 else "start")
    position = run.space.position(node.state)
    return Frame(position, f"{text} · frontier {event.frontier}", events)


def _frame_data(algorithm: Algorithm, board: Board, frame: Frame, theme: str) -> dict[str, object]:
    lines = algorithm.pseudocode.lines if algorithm.pseudocode else ()
    active = [at for at, line in enumerate(lines) if frame.events & {*line.events}]
    picture = board_svg(show(board, frame.position), theme)
    return {"svg": picture, "text": frame.text, "lines": active}

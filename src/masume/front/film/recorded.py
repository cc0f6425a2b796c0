"""Films, races and search trees in Python and notebooks.

>>> from masume import load
>>> recorded = film(load("hitori/first"), "astar", space="shade")
>>> recorded
<Film: hitori/first · astar · black_needed · shade, solved after 10 expansions>
>>> recorded.save("search.html")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from masume.api.searches import adopt_all, resolve_search
from masume.core.plugins.registry import kind_of
from masume.core.search.journal import Journal
from masume.core.search.result import SearchResult
from masume.core.system.limits import Limit
from masume.draw.files import write_file
from masume.errors import BadOption, pluralise
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board
from masume.front.film.export import FORMS, export_film, export_tree
from masume.front.film.recording import read, record
from masume.front.film.reel import Reel

if TYPE_CHECKING:
    from masume.core.puzzle.puzzle import Puzzle
    from masume.core.search.algorithm import Algorithm
    from masume.core.search.problem import Problem
    from masume.core.search.space import Estimate, Heuristic, SpaceType
    from masume.core.search.spec import OptionValue

_NODES = 5_000  # expanded if no limit is given: a film that is longer is not watched
_MOST_SHOTS = 500  # frames of an inline page


class ExportOptions(TypedDict, total=False):
    """How to export a film; see `masume.front.film.export.export_film`."""

    first: int
    last: int | None
    speed: float
    size: int
    theme: str
    by: str


class Film:
    """A recorded search: shown as a page with controls in notebooks, and saved in many forms."""

    def __init__(self, reel: Reel, result: SearchResult) -> None:
        self.reel = reel
        self.result = result

    def save(self, path: str | Path, **options: Unpack[ExportOptions]) -> None:
        """Write the film as .html, .gif, .mp4, .webm, .svg, .png, .pdf or .tex.

        `options` are `first`, `last`, `speed`, `size` and `theme`.
        """
        _save([self.reel], path, options)

    def _repr_html_(self) -> str:
        return _inline([self.reel])

    def __repr__(self) -> str:
        expanded = pluralise(self.result.metrics.expanded, "expansion")
        return f"<Film: {self.reel.name}, {self.result.status.value} after {expanded}>"


class Race:
    """Several films side by side."""

    def __init__(self, films: Sequence[Film]) -> None:
        self.films = tuple(films)

    def save(self, path: str | Path, **options: Unpack[ExportOptions]) -> None:
        """Write the race as .html, .gif, .mp4, .webm or .svg; `by` is "steps" or "time"."""
        _save([film.reel for film in self.films], path, options)

    def _repr_html_(self) -> str:
        return _inline([film.reel for film in self.films])

    def __repr__(self) -> str:
        return f"<Race of {len(self.films)} searches>"


class Tree:
    """The search tree of a film after some step, as an SVG picture."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Tree: {len(self.svg):,} characters of SVG>"


def film(
    board: Board | Puzzle | Problem,
    algorithm: str | Algorithm | None = None,
    *,
    space: str | SpaceType | None = None,
    heuristic: str | Heuristic | Estimate | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    **options: OptionValue,
) -> Film:
    """Record a search of a board or problem; the arguments are those of `masume.search`."""
    adopt_all(algorithm, space, heuristic)
    puzzle = puzzle_of(board)
    kind = kind_of(puzzle)
    name = board.name if isinstance(board, Board) else ""
    spec = resolve_search(puzzle, algorithm, space=space, heuristic=heuristic, options=options)
    run = spec.run(puzzle, limit=limit or Limit(nodes=_NODES), seed=seed, journal=Journal())
    lines = StringIO()
    about = {"name": name or _example_name(puzzle) or kind.title, **spec.film_head()}
    for _ in record(run, lines, kind, puzzle, about, positions=not spec.moves_tell):
        pass
    head, *rest = read(iter(lines.getvalue().splitlines()))
    shown = Board(kind, puzzle, str(head["name"]))
    return Film(Reel(shown, head, tuple(rest)), run.result())


def race(films: Sequence[Film]) -> Race:
    """Show films side by side, step by step."""
    if len(films) < 2:
        raise BadOption("a race needs at least two films")
    return Race(films)


def tree(recorded: Film, step: int | None = None) -> Tree:
    """Return the search tree of a film after a step; without one, after the last."""
    return Tree(export_tree(recorded.reel, "svg", step).decode())


def _example_name(puzzle: Puzzle) -> str:
    """Return the name of the example that a puzzle is; empty if it is none."""
    from masume.formats.load import examples

    return next((b.name for b in examples(kind_of(puzzle).name) if b.puzzle == puzzle), "")


def _save(reels: Sequence[Reel], path: str | Path, options: ExportOptions) -> None:
    target = Path(path)
    form = target.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise BadOption(f"{target.name}: unknown extension; use .{', .'.join(FORMS)}")
    write_file(target, export_film(reels, form, **options))


def _inline(reels: Sequence[Reel]) -> str:
    """Return a page with the films in a frame, so that its styles and scripts stay inside."""
    last = min(_last_step(reel) for reel in reels)
    page = export_film(reels, "html", last=last, size=400).decode()
    return f'<iframe srcdoc="{escape(page)}" width="100%" height="640" frameborder="0"></iframe>'


def _last_step(reel: Reel) -> int:
    """Return the step up to which a film has no more frames than an inline page shows."""
    steps = list(_steps(reel))
    return steps[min(len(steps), _MOST_SHOTS) - 1] if steps else 1


def _steps(reel: Reel) -> Iterator[int]:
    return (line["step"] for line in reel.lines if "step" in line)

"""`masume solve`: solve boards with the exact engine or a search."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from functools import partial
from typing import IO, TYPE_CHECKING

import click

from masume.core.search.events import Event
from masume.core.search.journal import Journal
from masume.core.search.spec import parse_spec
from masume.core.system.files import atomic_text_file
from masume.core.system.limits import Limit
from masume.errors import BadOption
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import BatchTask, for_each_board, run_batch
from masume.front.cli.inputs import read_boards
from masume.front.cli.keyboard import WatchEnded
from masume.front.cli.options import FilePath, WholeNumber
from masume.front.cli.solving import (
    EXACT,
    SolveRequest,
    resolve_request,
    result_text,
    solve_board,
    verify_result,
)
from masume.front.film import recording as film
from masume.front.film.recorder import KEEP

if TYPE_CHECKING:
    from pathlib import Path

    from masume.api.searches import SearchSpec
    from masume.core.search.result import SearchResult
    from masume.core.search.run import Run
    from masume.front.cli.watch import TerminalScreen


@click.command()
@options.boards
@options.name_option(
    "--with",
    "algorithms",
    "algorithm",
    metavar="ALGORITHM",
    help="exact (the default), an algorithm such as astar:weight=2,ties=oldest, or your own: "
    "./mine.py:tabu.",
)
@options.name_option("--heuristic", "heuristics", help="Heuristic; see masume list heuristics.")
@options.name_option(
    "--space", "spaces", help="State space, such as decide or shade:canonical,prune."
)
@click.option("--first", is_flag=True, help="Skip the uniqueness check.")
@options.limits(seconds=30)
@options.jobs
@options.cluster
@options.kind
@options.as_json
@click.option("--watch", "watching", is_flag=True, help="Show every expansion of the search.")
@options.delay
@click.option(
    "--film",
    "film_file",
    metavar="FILE",
    type=FilePath(),
    help="Record the search to FILE; replay it with masume watch.",
)
@click.option(
    "--keep",
    type=WholeNumber(min=1),
    default=KEEP,
    help="Expansions to record in full; later ones are thinned out.",
)
@click.option("--trace", is_flag=True, help="Print the values of h during the search.")
def solve(
    sources: tuple[str, ...],
    algorithm: str | None,
    heuristic: str | None,
    space: str | None,
    first: bool,
    seconds: float,
    nodes: int | None,
    states: int | None,
    memory: int,
    seed: int,
    jobs: int,
    cluster_: str | None,
    kind: str | None,
    as_json: bool,
    watching: bool,
    delay: float,
    film_file: Path | None,
    keep: int,
    trace: bool,
) -> None:
    """Solve boards and report whether the solution is unique.

    The exact engine is used unless --with, --heuristic or --space select a search. A search
    reports its first solution and its cost.

    Exit codes: 0 solved, 1 no solution, 2 bad input, 3 limit reached or search gave up. With
    several boards the worst result counts: 2, then 3, then 1.
    """
    limit = Limit(nodes=nodes, seconds=seconds, states=states, megabytes=memory)
    request = SolveRequest(algorithm, heuristic, space, limit, seed, first, as_json, trace)
    request.check()
    boards = read_boards(sources, kind)
    if not watching and film_file is None:
        task = BatchTask(partial(solve_board, request=request), as_json, report.ROW_KEYS)
        raise click.exceptions.Exit(run_batch(boards, task, jobs, cluster_))
    if jobs != 1 or cluster_ is not None:
        raise BadOption("--watch and --film run one search at a time; remove --jobs and --cluster")
    if algorithm is not None and parse_spec(algorithm).name == EXACT:
        raise BadOption("exact is not a search: it cannot be watched or recorded")
    screen = None
    if watching:
        from masume.front.cli.watch import TerminalScreen

        screen = TerminalScreen(delay, file=sys.stderr if as_json else sys.stdout)
    with FilmFile(film_file, keep) as film_out:

        def search(board: Board) -> int:
            spec = resolve_request(board, request)
            journal = Journal()
            run = spec.run(board, limit=limit, seed=seed, journal=journal)
            result = _drive(board, run, spec, screen, film_out)
            result = verify_result(board, spec, result, limit)
            print(result_text(board, spec, result, request), flush=True)
            return report.exit_code(result)

        for_each_board(boards, search, as_json=as_json)


class FilmFile:
    """The output file of a film, opened when recording starts; without a path, no output."""

    def __init__(self, path: Path | None, keep: int) -> None:
        self.path = path
        self.keep = keep
        self._file: IO[str] | None = None
        self._stack = ExitStack()

    def __enter__(self) -> FilmFile:
        return self

    def __exit__(self, _type: object, fault: BaseException | None, _traceback: object) -> None:
        if fault is not None and not isinstance(fault, click.exceptions.Exit):
            self._stack.__exit__(type(fault), fault, fault.__traceback__)
        elif self._file is not None and self.path is not None:
            self._stack.close()
            report.report_written(self.path, f"film; replay it with masume watch {self.path}")

    def record(
        self, board: Board, run: Run, spec: SearchSpec, *, exclusive: bool
    ) -> Iterator[Event]:
        """Return the run's events; iterating writes them to the file, if there is one."""
        if self.path is None:
            return run
        return film.record(
            run,
            self._open(),
            board.kind,
            board.puzzle,
            {"name": board.name, **spec.film_head()},
            self.keep,
            positions=not spec.moves_tell,
            exclusive=exclusive,
        )

    def _open(self) -> IO[str]:
        """Return the open file; refuse to overwrite a file that is not a film."""
        assert self.path is not None
        if self._file is None:
            try:
                if self.path.is_file() and self.path.stat().st_size and not film.is_film(self.path):
                    raise BadOption(f"{self.path} exists and is not a film; choose another name")
                self._file = self._stack.enter_context(
                    atomic_text_file(self.path, errors="replace")
                )
            except OSError as fault:
                raise report.cannot_write(self.path, fault) from None
        return self._file


def _drive(
    board: Board, run: Run, spec: SearchSpec, screen: TerminalScreen | None, film_out: FilmFile
) -> SearchResult:
    """Run the search to its end; Ctrl-C stops it with a partial result."""
    try:
        with screen or nullcontext():  # closed before the result is printed
            for event in film_out.record(board, run, spec, exclusive=screen is None):
                if screen is not None:
                    screen.event(board, run, event)
    except (KeyboardInterrupt, WatchEnded):
        run.close()
    return run.result()

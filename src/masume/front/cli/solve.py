"""`masume solve`: one board or many, exactly or with one search algorithm."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from typing import IO, TYPE_CHECKING

import click

from masume.core.search.events import Event
from masume.core.search.journal import Journal
from masume.core.search.spec import parse_spec
from masume.core.system.files import whole_text
from masume.core.system.limits import Limit
from masume.errors import BadOption
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import BatchTask, one_by_one, run_batch
from masume.front.cli.inputs import boards_of
from masume.front.cli.keyboard import WatchEnded
from masume.front.cli.options import FilePath, Whole
from masume.front.cli.solving import EXACT, SolveRequest, believed, plan_for, result_text, solved
from masume.front.film import recording as film
from masume.front.film.camera import KEEP

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from masume.api.searches import SearchSpec
    from masume.core.search.run import Run, SearchResult
    from masume.front.cli.watch import TerminalScreen


@click.command()
@options.boards
@options.named(
    "--with",
    "algorithms",
    "algorithm",
    metavar="ALGORITHM",
    help="exact, or a search such as astar or astar:weight=2,ties=oldest, or one of your own: "
    "./mine.py:tabu; default: exact.",
)
@options.named("--heuristic", "heuristics", help="See masume list heuristics.")
@options.named("--space", "spaces", help="For example decide, or shade:canonical,prune.")
@click.option("--first", is_flag=True, help="Do not ask whether there are other solutions.")
@options.limits(seconds=30)
@options.jobs
@options.cluster
@options.kind
@options.as_json
@click.option("--watch", "watching", is_flag=True, help="Show every expansion of a search.")
@options.delay
@click.option(
    "--film",
    "film_file",
    metavar="FILE",
    type=FilePath(),
    help="Record a search as a film, which masume watch replays.",
)
@click.option(
    "--keep",
    type=Whole(min=1),
    default=KEEP,
    help="Expansions of which a film tells all; then ever fewer.",
)
@click.option("--trace", is_flag=True, help="Also show how h went in a search.")
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
    """Solve boards, and say whether the solution is the only one.

    The exact engine does it, unless --with, --heuristic or --space ask for a search; then the
    first solution is told, and what the search has cost.

    Exit code 0: solved, 1: no solution, 2: bad input, 3: a limit was reached or the search gave
    up. Of several boards the worst counts.
    """
    limit = Limit(nodes=nodes, seconds=seconds, states=states, megabytes=memory)
    request = SolveRequest(algorithm, heuristic, space, limit, seed, first, as_json, trace)
    request.check()
    boards = boards_of(sources, kind)
    if not watching and film_file is None:
        task = BatchTask(solved, request, as_json, report.ROW_KEYS)
        raise click.exceptions.Exit(run_batch(boards, task, jobs, cluster_))
    if jobs != 1 or cluster_ is not None:
        raise BadOption(
            "--watch and --film show one search after the other; leave --jobs and --cluster out"
        )
    if algorithm is not None and parse_spec(algorithm).name == EXACT:
        raise BadOption("exact is no search: there is nothing to watch or to film")
    screen = None
    if watching:
        from masume.front.cli.watch import TerminalScreen

        screen = TerminalScreen(delay, file=sys.stderr if as_json else sys.stdout)
    with Tape(film_file, keep) as tape:

        def search(board: Board) -> int:
            chosen = plan_for(board, request)
            journal = Journal()
            run = chosen.run(board, limit=limit, seed=seed, journal=journal)
            result = _searched(board, run, chosen, screen, tape)
            result = believed(board, chosen, result, limit)
            print(result_text(board, chosen, result, request), flush=True)
            return report.exit_code(result)

        one_by_one(boards, search, as_json=as_json)


class Tape:
    """The file of a film, opened only when there is something to record."""

    def __init__(self, path: Path | None, keep: int) -> None:
        self.path = path
        self.keep = keep
        self._file: IO[str] | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Tape:
        return self

    def __exit__(
        self,
        type_: type[BaseException] | None,
        fault: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if fault is not None and not isinstance(fault, click.exceptions.Exit):
            self._stack.__exit__(type_, fault, traceback)
        elif self._file is not None and self.path is not None:
            self._stack.close()
            report.wrote(self.path, f"a film; masume watch {self.path} replays it")

    def recorded(
        self, board: Board, run: Run, chosen: SearchSpec, *, alone: bool
    ) -> Iterator[Event]:
        """The run's events, written down on the way if there is a file."""
        if self.path is None:
            return run
        return film.record(
            run,
            self._opened(),
            board.kind,
            board.puzzle,
            {"name": board.name, **chosen.film_head()},
            self.keep,
            positions=not chosen.moves_tell,
            alone=alone,
        )

    def _opened(self) -> IO[str]:
        assert self.path is not None
        if self._file is None:
            try:
                if self.path.is_file() and self.path.stat().st_size and not film.is_film(self.path):
                    raise BadOption(f"{self.path} is there and is no film; choose another name")
                self._file = self._stack.enter_context(whole_text(self.path, errors="replace"))
            except OSError as fault:
                raise report.cannot_write(self.path, fault) from None
        return self._file


def _searched(
    board: Board, run: Run, chosen: SearchSpec, screen: TerminalScreen | None, tape: Tape
) -> SearchResult:
    """Drive the run to its end; Ctrl-C ends it early with what is known."""
    try:
        with screen or nullcontext():  # left before anything is told of the result
            for event in tape.recorded(board, run, chosen, alone=screen is None):
                if screen is not None:
                    screen.event(board, run, event)
    except (KeyboardInterrupt, WatchEnded):
        run.close()
    return run.result()

"""`masume learn`: learn a heuristic from all states of small boards, and write it to a file."""

from __future__ import annotations

from pathlib import Path

import click

from masume.api.learning import MOST_STATES, learn_heuristic
from masume.core.system.files import write_atomically
from masume.errors import MasumeError
from masume.formats.plain import Board
from masume.front.cli import options
from masume.front.cli.inputs import read_boards
from masume.front.cli.options import WholeNumber


@click.command("learn")
@options.boards
@options.name_option(
    "--heuristic",
    "heuristics",
    "names",
    multiple=True,
    help="Heuristic to combine; repeatable. Default: all estimates of cost in the space.",
)
@click.option("--space", metavar="SPACE", help="State space to use.")
@click.option(
    "--states",
    type=WholeNumber(min=1),
    default=MOST_STATES,
    help="Maximum number of states of a board; larger boards are left out.",
)
@click.option("--seed", type=WholeNumber(min=0), default=0, help="Seed of samples and split.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Python file to write."
)
@options.kind
def learn(
    sources: tuple[str, ...],
    names: tuple[str, ...],
    space: str | None,
    states: int,
    seed: int,
    output: Path | None,
    kind: str | None,
) -> None:
    """Learn a heuristic from solved small boards.

    Fits a weighted sum of heuristics to the true remaining cost of all states by linear regression.
    Every third board is kept for the test. The file declares the heuristic `learned`; use it as
    --heuristic ./FILE.py:learned.
    """
    boards: list[Board] = []
    for board in read_boards(sources, kind):
        if isinstance(board, MasumeError):
            raise board
        boards.append(board)
    found = learn_heuristic(boards, space=space, names=names, seed=seed, most_states=states)
    for name, weight in found.weights.items():
        print(f"{weight:8.4f}  {name}")
    print(f"learned from {found.train}")
    print(f"tested on {found.test}")
    print(f"{found.baseline_name} alone on {found.baseline}")
    if output is not None:
        write_atomically(output, found.source())
        path = output if output.is_absolute() else f"./{output}"
        print(f"wrote {output}; use it as --heuristic {path}:learned")

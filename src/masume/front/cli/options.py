"""Arguments and options shared by several commands.

Used as decorators: `@options.boards`, `@options.seconds`. A BOARD argument is passed as a `source`:
an example's name, a file, `-` or text, which `inputs` reads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import click

from masume.core.plugins.entry_points import available

if TYPE_CHECKING:
    from pathlib import Path

    from click.shell_completion import CompletionItem

_Function = TypeVar("_Function", bound=Callable[..., object])
_Completer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]"
PICKED = "masume.picked"  # the key of --pick in the context's meta dictionary


# Types


class BoundedFloat(click.FloatRange):
    """A float between bounds that rejects nan."""

    name = "number"

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; fail if it is nan."""
        number: float = super().convert(value, param, ctx)
        if number != number:
            self.fail("nan is not a valid number", param, ctx)
        return number


class WholeNumber(click.IntRange):
    """An integer between bounds, called a whole number in messages."""

    name = "whole number"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the placeholder used in help texts."""
        return "NUMBER"


class FilePath(click.Path):
    """A file name, converted to a Path."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """Return the file name as a Path."""
        from pathlib import Path

        return Path(os.fsdecode(super().convert(value, param, ctx)))


class ThemeName(click.Choice[str]):
    """The name of a built-in theme or of one registered by another package."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name if the theme exists."""
        if value not in self.choices and value in available("themes"):
            return str(value)
        return super().convert(value, param, ctx)


# Shell completion


def completer(what: str) -> _Completer:
    """Return a completion callback for names of this type: boards, puzzles, algorithms …"""

    def complete(
        _context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        from masume.front.cli.completion import complete_name

        return complete_name(what, incomplete)

    return complete


def name_option(
    flag: str,
    what: str,
    *variable: str,
    help: str,
    metavar: str = "NAME",
    multiple: bool = False,
    required: bool = False,
) -> Callable[[_Function], _Function]:
    """Return an option whose value is a name with shell completion."""
    return click.option(
        flag,
        *variable,
        metavar=metavar,
        multiple=multiple,
        required=required,
        help=help,
        shell_complete=completer(what),
    )


kind = name_option(
    "--as", "puzzles", "kind", metavar="PUZZLE", help="Treat untitled grids as this puzzle."
)
to = click.option(
    "--to",
    metavar="FORMAT",
    default="plain",
    shell_complete=completer("formats"),
    help="Output format; see masume list formats.",
)


# Boards, limits and output


def _keep_pick(ctx: click.Context, _: click.Parameter, value: int | None) -> None:
    ctx.meta[PICKED] = value


def board(function: _Function) -> _Function:
    """Add the argument BOARD for one board, and the option --pick."""
    pick = click.option(
        "--pick",
        type=WholeNumber(min=1),
        expose_value=False,
        callback=_keep_pick,
        help="Select the n-th board if BOARD contains several.",
    )
    source = click.argument("source", metavar="BOARD", shell_complete=completer("boards"))
    return source(pick(function))


boards = click.argument(
    "sources", metavar="BOARD...", nargs=-1, required=True, shell_complete=completer("boards")
)
marks = click.option(
    "--from",
    "marks",
    metavar="MARKS",
    help="Start from these marks: a partial answer, as text or a file.",
)
seconds = click.option(
    "--seconds", type=BoundedFloat(min=0), default=30, help="Time limit per board in seconds."
)
memory = click.option(
    "--memory",
    type=WholeNumber(min=1),
    default=2000,
    help="Memory limit for stored solutions in MB.",
)
jobs = click.option(
    "--jobs", type=WholeNumber(min=0), default=1, help="Worker processes; 0 uses all processors."
)
cluster = click.option(
    "--cluster",
    "cluster_",
    metavar="CLUSTER",
    help="Run on Dask workers: local:4, or a scheduler's address, tcp://host:8786.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
delay = click.option(
    "--delay", type=BoundedFloat(0, 60), default=0.1, help="Delay between frames in seconds."
)


def combine(*declared: Callable[[_Function], _Function]) -> Callable[[_Function], _Function]:
    """Return a decorator that adds several arguments and options in this order."""

    def add(command: _Function) -> _Function:
        for option in reversed(declared):
            command = option(command)
        return command

    return add


def theme(
    themes: Collection[str], default: str | None = "light", more: str = ""
) -> Callable[[_Function], _Function]:
    """Return the option --theme; `more` is appended to its help."""
    *others, last = themes
    return click.option(
        "--theme",
        metavar="THEME",
        type=ThemeName(list(themes)),
        default=default,
        help=f"Colour theme: {', '.join(others)} or {last}.{more}",
    )


def limits(seconds: float) -> Callable[[_Function], _Function]:
    """Return a decorator that adds the limits of a search and --seed."""
    return combine(
        click.option(
            "--seconds",
            type=BoundedFloat(min=0),
            default=seconds,
            help="Time limit per search in seconds.",
        ),
        click.option("--nodes", type=WholeNumber(min=0), help="Maximum number of nodes to expand."),
        click.option("--states", type=WholeNumber(min=1), help="Maximum number of stored states."),
        click.option(
            "--memory",
            type=WholeNumber(min=1),
            default=2000,
            help="Memory limit for stored states in MB.",
        ),
        click.option("--seed", metavar="NUMBER", default=0, help="Seed of random choices."),
    )

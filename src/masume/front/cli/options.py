"""Arguments and options that several commands take, each declared once.

Used as a module: `@options.boards`, `@options.seconds`. A board on the command line is a `source`:
an example's name, a file, `-` or a text, of which `inputs` makes boards.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import click

from masume.core.plugins.entry_points import offered

if TYPE_CHECKING:
    from pathlib import Path

    from click.shell_completion import CompletionItem

_Function = TypeVar("_Function", bound=Callable[..., object])
_Completer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]"
PICKED = "masume.picked"  # where --pick is kept


# Types


class BoundedFloat(click.FloatRange):
    """A float between bounds; nan, which is neither below nor above anything, is none."""

    name = "number"

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number, or a complaint about the option."""
        number: float = super().convert(value, param, ctx)
        if number != number:
            self.fail("nan is not a number to count with", param, ctx)
        return number


class Whole(click.IntRange):
    """A whole number between bounds, called so where a user reads of it."""

    name = "whole number"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """What stands for it in the help."""
        return "NUMBER"


class FilePath(click.Path):
    """A file's name, as a Path."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """The Path."""
        from pathlib import Path

        return Path(os.fsdecode(super().convert(value, param, ctx)))


class ThemeName(click.Choice[str]):
    """One of the themes, or one that another package brings."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The name as it was typed, if there is such a theme."""
        if value not in self.choices and value in offered("themes"):
            return str(value)
        return super().convert(value, param, ctx)


# Names that a shell completes


def completes(what: str) -> _Completer:
    """For a parameter whose words a shell can complete: boards, puzzles, algorithms …"""

    def complete(
        _context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        from masume.front.cli.completion import words

        return words(what, incomplete)

    return complete


def named(
    flag: str,
    what: str,
    *variable: str,
    help: str,
    metavar: str = "NAME",
    multiple: bool = False,
    required: bool = False,
) -> Callable[[_Function], _Function]:
    """An option for the name of something that a shell can complete."""
    return click.option(
        flag,
        *variable,
        metavar=metavar,
        multiple=multiple,
        required=required,
        shell_complete=completes(what),
        help=help,
    )


kind = named("--as", "puzzles", "kind", metavar="PUZZLE", help="Which puzzle a bare grid is.")
to = click.option(
    "--to",
    metavar="FORMAT",
    default="plain",
    shell_complete=completes("formats"),
    help="How to write them; masume list formats shows all.",
)


# Boards, and what is done with them


def _keep_pick(ctx: click.Context, _: click.Parameter, value: int | None) -> None:
    ctx.meta[PICKED] = value


def board(function: _Function) -> _Function:
    """The one board that a command is about, and which of several it is."""
    pick = click.option(
        "--pick",
        type=Whole(min=1),
        expose_value=False,
        callback=_keep_pick,
        help="Which board of BOARD, if there are several: 2 is the second.",
    )
    source = click.argument("source", metavar="BOARD", shell_complete=completes("boards"))
    return source(pick(function))


boards = click.argument(
    "sources", metavar="BOARD...", nargs=-1, required=True, shell_complete=completes("boards")
)
marks = click.option(
    "--from",
    "marks",
    metavar="MARKS",
    help="Begin with these marks: an unfinished answer, as text or a file.",
)
seconds = click.option(
    "--seconds", type=BoundedFloat(min=0), default=30, help="Most seconds per board."
)
memory = click.option(
    "--memory",
    type=Whole(min=1),
    default=2000,
    help="Most megabytes for solutions that were found.",
)
jobs = click.option(
    "--jobs", type=Whole(min=0), default=1, help="Processes to work in; 0 takes all processors."
)
cluster = click.option(
    "--cluster",
    "cluster_",
    metavar="CLUSTER",
    help="Work on Dask workers: local:4, or tcp://host:8786 of a scheduler that is running.",
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object per line, for scripts."
)
delay = click.option(
    "--delay", type=BoundedFloat(0, 60), default=0.1, help="Seconds between two pictures."
)


def theme(
    themes: Collection[str], default: str | None = "light", more: str = ""
) -> Callable[[_Function], _Function]:
    """The colours of pictures; the themes stand in the help rather than beside the option."""
    *others, last = themes
    return click.option(
        "--theme",
        metavar="THEME",
        type=ThemeName(list(themes)),
        default=default,
        help=f"Colours: {', '.join(others)} or {last}.{more}",
    )


def limits(seconds: float) -> Callable[[_Function], _Function]:
    """The options that say how much a search may use; `seconds` is their default."""
    declared = (
        click.option(
            "--seconds",
            type=BoundedFloat(min=0),
            default=seconds,
            help="Most seconds for each search.",
        ),
        click.option("--nodes", type=Whole(min=0), help="Most nodes to expand."),
        click.option("--states", type=Whole(min=1), help="Most states stored at once."),
        click.option(
            "--memory", type=Whole(min=1), default=2000, help="Most megabytes for stored states."
        ),
        click.option(
            "--seed", metavar="NUMBER", default=0, help="For what is random: same seed, same run."
        ),
    )

    def add(command: _Function) -> _Function:
        for option in reversed(declared):
            command = option(command)
        return command

    return add

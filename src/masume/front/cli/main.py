"""`masume`: the commands, and the one place where errors become a line and an exit code.

Exit codes: 0 solved (or right), 1 no solution (or wrong), 2 bad input, 3 a limit was reached or
the search gave up, 130 interrupted, 141 the reader of our output has gone, 70 a bug in masume.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from masume import __version__
from masume.errors import MasumeError, shorten
from masume.front.cli.group import Commands
from masume.render.text import IN_ASCII

_COMMANDS = {  # where each lives; only the one that is called is imported
    "list": "boards:list_",
    "rules": "boards:rules",
    "show": "boards:show",
    "check": "boards:check",
    "draw": "draw:draw",
    "print": "book:print_",
    "solve": "solve:solve",
    "count": "exact:count",
    "all": "exact:all_",
    "forced": "exact:forced",
    "why-not": "exact:why_not",
    "hint": "explain:hint_",
    "explain": "explain:explain_",
    "grade": "grade:grade_",
    "generate": "generate:generate_",
    "convert": "convert:convert",
    "compare": "compare:compare",
    "study": "study:study",
    "watch": "watch:watch",
    "web": "web:web",
    "desktop": "desktop:desktop",
}
BAD_INPUT, INTERRUPTED, CLOSED_PIPE, INTERNAL = 2, 130, 141, 70


class _Lazy(Commands):
    """The commands, of which only those that are asked for are imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        found = getattr(importlib.import_module(f"masume.front.cli.{module}"), name)
        assert isinstance(found, click.Command)
        return found


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="masume", message="%(prog)s %(version)s")
def app() -> None:
    """Logic puzzles on a grid: solve them, explain, make, compare, play.

    A BOARD is the name of an example (hitori/jain-sample2, see masume list examples), a file,
    - for standard input, or the text of the board itself. masume COMMAND --help tells more.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; nothing but a line ever reaches a user."""
    try:
        code: Any = app.main(arguments, prog_name="masume", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except MasumeError as fault:
        from masume.front.cli.report import told

        return _complain(told(fault), BAD_INPUT)
    except click.exceptions.NoArgsIsHelpError as usage:
        print(usage.format_message())
        return 0
    except click.ClickException as usage:
        return _complain(_usage(usage), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit):
        # The reader has seen enough (`masume list | head`); click tells it by SystemExit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except OSError as fault:
        place = f" {shorten(str(fault.filename), 80)}" if fault.filename else ""
        return _complain(f"cannot read or write{place}: {fault.strerror or fault}", BAD_INPUT)
    except Exception as bug:
        if os.environ.get("MASUME_DEBUG"):
            raise
        what = f"{type(bug).__name__}: {bug}".replace("\n", " ")
        return _complain(f"a bug in masume ({what}); MASUME_DEBUG=1 shows where", INTERNAL)


def _usage(fault: click.ClickException) -> str:
    """What click has to say, and where more is told."""
    text = fault.format_message()
    if isinstance(fault, click.UsageError) and fault.ctx is not None and "?" not in text:
        return f"{text.removesuffix('.')}; see {fault.ctx.command_path} --help"
    return text


def _complain(text: str, code: int) -> int:
    print(f"masume: {' '.join(text.split())}", file=sys.stderr)
    return code


def main() -> NoReturn:
    """The console script."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed before we came
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=IN_ASCII)  # a terminal without ─ is no reason to fail
    sys.exit(run())

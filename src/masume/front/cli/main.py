"""`masume`: the commands, and the one place where errors become a line and an exit code.

Exit codes: 0 solved (or right), 1 no solution (or wrong), 2 bad input, 3 a limit was reached or
the search gave up, 130 interrupted, 141 the reader of our output has gone, 70 a bug in masume.
"""

from __future__ import annotations

import atexit
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import click

from masume import __version__
from masume.draw.text import IN_ASCII
from masume.errors import MasumeError, MissingExtra, shorten
from masume.front.cli.group import Commands
from masume.front.cli.interrupts import allow_interrupts

_COMMANDS = {  # where each lives, and its summary: only the one that is called is imported
    "list": ("boards:list_", "Show what there is."),
    "rules": ("boards:rules", "Explain a puzzle's rules."),
    "show": ("boards:show", "Print boards, with their answer if they have one."),
    "check": ("boards:check", "Say whether an answer is right, and which rule fails where."),
    "draw": ("draw:draw", "Draw boards as pictures in a file, or on the terminal."),
    "print": ("book:print_", "Make a booklet of boards, with the rules and the answers."),
    "solve": ("solve:solve", "Solve boards, and say whether the solution is the only one."),
    "count": ("exact:count", "Count the solutions of boards."),
    "all": ("exact:all_", "Print all solutions of boards, each as soon as it is found."),
    "forced": ("exact:forced", "Show what all solutions of a board share."),
    "why-not": ("exact:why_not", "Say why a board has no solution."),
    "hint": ("explain:hint_", "Give one step and its reason, from the marks made so far."),
    "why": ("explain:why_", "Say why a cell must be what it is, from the marks made so far."),
    "explain": ("explain:explain_", "Explain the whole solution of a board, step by step."),
    "grade": ("grade:grade_", "Say how hard boards are for a person."),
    "generate": ("generate:generate_", "Make new boards, each with exactly one solution."),
    "daily": ("generate:daily_", "Print the board of the day: the same for everybody."),
    "complete": ("compose:complete_", "Add the fewest clues that leave a board one solution."),
    "harder": ("compose:harder_", "Make a board harder; it still has one solution."),
    "easier": ("compose:easier_", "Make a board easier; it still has one solution."),
    "spare": ("compose:spare_", "List the clues that a board does not need."),
    "convert": ("convert:convert", "Write boards in another format."),
    "compare": ("compare:compare", "Search the same boards in many ways, and compare the costs."),
    "heuristic": ("heuristic:heuristic_", "Compare heuristics with the true cost to go."),
    "study": ("study:study", "Declare experiments in a small file, run them, report them."),
    "watch": ("watch:watch", "Replay a search step by step."),
    "film": ("film:film", "Take a film away: a page, a GIF or video, frames, or its tree."),
    "web": ("web:web", "Open the app in the browser."),
    "site": ("site:site", "Write the app as a folder of files for any web server."),
    "desktop": (
        "desktop:desktop",
        "Play in a window, watch a solver, or run the performance test.",
    ),
    "docs": ("docs:docs", "Build the documentation, a folder of pages."),
    "doctor": ("doctor:doctor", "Say what is installed, what is missing, and how to get it."),
    "completion": ("completion:completion", "Print what makes a shell complete masume's words."),
}
_ASKED_BY_A_SHELL = "_MASUME_COMPLETE"
BAD_INPUT, INTERRUPTED, CLOSED_PIPE, INTERNAL = 2, 130, 141, 70


class _Lazy(Commands):
    """The commands, of which only those that are asked for are imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(f"masume.front.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def summary(self, ctx: click.Context, name: str) -> str:
        return _COMMANDS[name][1]


_SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}


@click.group(cls=_Lazy, context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="masume", message="%(prog)s %(version)s")
@click.pass_obj
def app(is_console: bool | None) -> None:
    """Logic puzzles on a grid: solve them, explain, make, compare, play.

    A BOARD is the name of an example (hitori/jain-sample2, see masume list examples), a file,
    - for standard input, or the text of the board itself. FILE#2 is the second board of a file,
    FILE:5 the one in its line 5. masume COMMAND --help tells more.
    """
    if is_console:  # until here Ctrl-C exits: the command was being imported
        allow_interrupts()


def run(arguments: Sequence[str] | None = None, *, is_console: bool = False) -> int:
    """Run one command and return its exit code; nothing but a line ever reaches a user."""
    if _ASKED_BY_A_SHELL in os.environ:  # for words that it could complete
        app.main(arguments, prog_name="masume")
    try:
        code: object = app.main(
            arguments, prog_name="masume", standalone_mode=False, obj=is_console
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except MissingExtra as fault:
        _start_again_with(fault.extras)
        return _complain(str(fault), BAD_INPUT)
    except MasumeError as fault:
        from masume.front.cli.report import fault_text

        return _complain(fault_text(fault), BAD_INPUT)
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
        bug_text = f"{type(bug).__name__}: {bug}".replace("\n", " ")
        return _complain(f"a bug in masume ({bug_text}); MASUME_DEBUG=1 shows where", INTERNAL)


def _start_again_with(extras: Sequence[str]) -> None:
    """Let the launcher of a checkout bring what is missing, and start the same command anew."""
    launcher = os.environ.get("MASUME_LAUNCHER")
    asked = os.environ.get("MASUME_EXTRAS", "")
    if launcher and not set(extras) & set(asked.replace(",", " ").split()):
        environment = {**os.environ, "MASUME_EXTRAS": ",".join([*filter(None, [asked]), *extras])}
        sys.stdout.flush()
        os.execve(launcher, [launcher, *sys.argv[1:]], environment)


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
    """Run the command of the console; `masume.__main__` has loaded this."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed before we came
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=IN_ASCII)  # a terminal without ─ is no reason to fail
    with suppress(KeyboardInterrupt):
        code = run(is_console=True)
        if code != INTERRUPTED:
            sys.exit(code)
        # Python would end by SIGINT after an interrupt inside an import, whatever sys.exit says.
        sys.stdout.flush()
        atexit._run_exitfuncs()
    os._exit(INTERRUPTED)  # in the moment before or after the command

"""The `masume` command group, and the conversion of exceptions to messages and exit codes.

Exit codes: 0 solved or correct, 1 no solution or wrong, 2 bad input, 3 limit reached or search
gave up, 70 a bug in masume, 130 interrupted, 141 output pipe closed.
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
from masume.draw.text import ASCII_FALLBACK
from masume.errors import MasumeError, MissingExtra, shorten
from masume.front.cli.group import Commands
from masume.front.cli.interrupts import allow_interrupts

_COMMANDS = {  # name: (module:function, summary); only the command that is run is imported
    "list": ("listing:list_", "List puzzles, algorithms, heuristics, formats and examples."),
    "rules": ("boards:rules", "Print the rules of a puzzle."),
    "show": ("boards:show", "Print boards, with their answer if they have one."),
    "check": ("boards:check", "Check an answer and report every broken rule."),
    "draw": ("draw:draw", "Draw boards as SVG, PNG, PDF or text."),
    "print": ("book:print_", "Create a printable PDF booklet of boards."),
    "solve": ("solve:solve", "Solve boards and report whether the solution is unique."),
    "count": ("exact:count", "Count the solutions of boards."),
    "all": ("exact:all_", "Print all solutions of boards as they are found."),
    "forced": ("exact:forced", "Show what all solutions of a board have in common."),
    "why-not": ("exact:why_not", "Explain why a board has no solution."),
    "why-two": ("why_two:why_two", "Show why a board has several solutions."),
    "hint": ("explain:hint_", "Give the next step and its reason."),
    "why": ("explain:why_", "Explain the value of a cell."),
    "explain": ("explain:explain_", "Explain the whole solution of a board, step by step."),
    "train": ("train:train", "Write exercises for techniques: find the cells that follow."),
    "grade": ("grade:grade_", "Grade how hard boards are for people."),
    "generate": ("generate:generate_", "Generate boards with exactly one solution."),
    "daily": ("generate:daily_", "Print the board of the day."),
    "complete": ("compose:complete_", "Add the fewest clues that make the solution unique."),
    "harder": ("compose:harder_", "Make a board harder, with exactly one solution."),
    "easier": ("compose:easier_", "Make a board easier, with exactly one solution."),
    "spare": ("compose:spare_", "List the redundant clues of a board."),
    "convert": ("convert:convert", "Convert boards to another format."),
    "compare": ("compare:compare", "Compare searches on the same boards."),
    "heuristic": ("heuristic:heuristic_", "Compare heuristics with the true remaining cost."),
    "learn": ("learn:learn", "Learn a heuristic from solved small boards."),
    "study": ("study:study", "Run experiments declared in a file and report the results."),
    "assignment": ("assignment:assignment", "Create, check and grade assignments for students."),
    "watch": ("watch:watch", "Replay a recorded search in the terminal."),
    "film": ("film:film", "Export a recorded search as HTML, GIF, video or frames."),
    "web": ("web:web", "Start the browser app."),
    "site": ("site:site", "Export the browser app as a static website."),
    "desktop": ("desktop:desktop", "Start the desktop app."),
    "benchmark": ("benchmark:benchmark", "Make, audit and score datasets of puzzle tasks."),
    "mcp": ("mcp:mcp", "Serve puzzle tools to assistants (MCP)."),
    "new-puzzle": ("new_puzzle:new_puzzle", "Write the skeleton of a puzzle of your own."),
    "docs": ("docs:docs", "Build the documentation as HTML."),
    "doctor": ("doctor:doctor", "Check the installation and suggest fixes."),
    "completion": ("completion:completion", "Print the shell-completion script."),
}
_COMPLETION_VARIABLE = "_MASUME_COMPLETE"  # set by a shell that requests completions
BAD_INPUT, INTERRUPTED, CLOSED_PIPE, INTERNAL = 2, 130, 141, 70


class _LazyCommands(Commands):
    """The top-level command group, which imports a command on first use."""

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


@click.group(cls=_LazyCommands, context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="masume", message="%(prog)s %(version)s")
@click.pass_obj
def app(is_console: bool | None) -> None:
    """Solve, explain, generate and compare logic puzzles on a grid.

    BOARD is the name of an example (hitori/jain-sample2; see masume list examples), a file,
    - for standard input, or the text of a board. FILE#2 selects the second board of a file,
    FILE:5 the board at line 5. Run masume COMMAND --help for details.
    """
    if is_console:  # during the imports before this point Ctrl-C exits
        allow_interrupts()


def run(arguments: Sequence[str] | None = None, *, is_console: bool = False) -> int:
    """Run one command and return its exit code; print every exception as one line on stderr."""
    if _COMPLETION_VARIABLE in os.environ:
        app.main(arguments, prog_name="masume")
    try:
        code: object = app.main(
            arguments, prog_name="masume", standalone_mode=False, obj=is_console
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except MissingExtra as fault:
        _restart_with_extras(fault.extras)
        return _report_error(str(fault), BAD_INPUT)
    except MasumeError as fault:
        from masume.front.cli.report import fault_text

        return _report_error(fault_text(fault), BAD_INPUT)
    except click.exceptions.NoArgsIsHelpError as usage:
        print(usage.format_message())
        return 0
    except click.ClickException as usage:
        return _report_error(_usage_error(usage), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        return _report_error("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit):
        # The reader closed the pipe (`masume list | head`); click converts this to SystemExit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except OSError as fault:
        place = f" {shorten(str(fault.filename), 80)}" if fault.filename else ""
        return _report_error(f"cannot read or write{place}: {fault.strerror or fault}", BAD_INPUT)
    except Exception as bug:
        if os.environ.get("MASUME_DEBUG"):
            raise
        bug_text = f"{type(bug).__name__}: {bug}".replace("\n", " ")
        text = f"a bug in masume ({bug_text}); set MASUME_DEBUG=1 for a traceback"
        return _report_error(text, INTERNAL)


def _restart_with_extras(extras: Sequence[str]) -> None:
    """Restart the command through the checkout's launcher, which installs the extras.

    Return if there is no launcher or it has already tried to install one of them.
    """
    launcher = os.environ.get("MASUME_LAUNCHER")
    tried = os.environ.get("MASUME_EXTRAS", "")
    if launcher and not set(extras) & set(tried.replace(",", " ").split()):
        environment = {**os.environ, "MASUME_EXTRAS": ",".join([*filter(None, [tried]), *extras])}
        sys.stdout.flush()
        os.execve(launcher, [launcher, *sys.argv[1:]], environment)


def _usage_error(fault: click.ClickException) -> str:
    """Return click's message, with a pointer to the command's help."""
    text = fault.format_message()
    if isinstance(fault, click.UsageError) and fault.ctx is not None and "?" not in text:
        return f"{text.removesuffix('.')}; see {fault.ctx.command_path} --help"
    return text


def _report_error(text: str, code: int) -> int:
    print(f"masume: {' '.join(text.split())}", file=sys.stderr)
    return code


def main() -> NoReturn:
    """Run the console script; called by `masume.__main__`."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=ASCII_FALLBACK)  # the terminal may lack box drawing
    with suppress(KeyboardInterrupt):
        code = run(is_console=True)
        if code != INTERRUPTED:
            sys.exit(code)
        # After an interrupt inside an import Python would end by SIGINT in spite of sys.exit.
        sys.stdout.flush()
        atexit._run_exitfuncs()
    os._exit(INTERRUPTED)  # also if interrupted just before or after the command

"""`masume completion`, and completion of names: boards, puzzles, algorithms …"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from shlex import quote

import click
from click.shell_completion import CompletionItem, get_completion_class

from masume.core.plugins.registry import algorithms, heuristics, kinds
from masume.formats.format import formats
from masume.formats.load import examples

VARIABLE = "_MASUME_COMPLETE"  # set by a shell that requests completions
_SHELLS = {
    "bash": "echo 'eval \"$({program} completion bash)\"' >> ~/.bashrc",
    "zsh": "echo 'eval \"$({program} completion zsh)\"' >> ~/.zshrc",
    "fish": "{program} completion fish > ~/.config/fish/completions/masume.fish",
}


@click.command()
@click.argument("shell", required=False, type=click.Choice(list(_SHELLS)))
def completion(shell: str | None) -> None:
    """Print the shell-completion script.

    It completes commands, options, and the names of boards, puzzles, algorithms, heuristics,
    spaces and formats. Without SHELL, prints how to enable completion in each shell.
    """
    program = os.environ.get("MASUME_LAUNCHER", "masume")
    if shell is None:
        for name, command in _SHELLS.items():
            print(f"{name}: {command.format(program=quote(program))}")
        return
    shell_class = get_completion_class(shell)
    assert shell_class is not None
    root = click.get_current_context().find_root().command
    source = shell_class(root, {}, "masume", VARIABLE).source()
    # In a checkout, masume may only be known by its path.
    called = r"(zsh_complete |commandline -t\) )masume"
    print(re.sub(called, lambda match: match[1] + quote(program), source))


def complete_name(what: str, incomplete: str) -> list[CompletionItem[str]]:
    """Return completions of a name; `what` is boards, puzzles, algorithms …"""
    if what == "boards":
        folder = incomplete.partition("/")[0]
        names: Iterable[str] = [
            board.name for kind in kinds() if kind.startswith(folder) for board in examples(kind)
        ]
    elif what == "puzzles":
        names = kinds()
    elif what == "algorithms":
        names = ["exact", *algorithms()]
    elif what == "heuristics":  # of all puzzles: the option may precede its board
        names = dict.fromkeys(name for kind in kinds() for name in heuristics(kind))
    elif what == "spaces":
        names = dict.fromkeys(space.name for kind in kinds().values() for space in kind.spaces)
    else:
        names = [format_.name for format_ in formats().values() if format_.write]
    items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return items or [CompletionItem(incomplete, type="file")] * (what == "boards")

"""`masume list`, `rules`, `show` and `check`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from masume.core.plugins.entry_points import available, load_errors, load_members
from masume.core.plugins.registry import (
    algorithms,
    heuristics,
    kind_named,
    kinds,
    summaries,
)
from masume.core.puzzle.kind import Kind
from masume.core.text.blocks import first_line
from masume.errors import BadOption, ParseError, UnknownName, pluralise
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.cli import options
from masume.front.cli.batch import for_each_board
from masume.front.cli.inputs import label, read_board, read_boards, read_position
from masume.front.cli.report import cells_json, head, picture, title, warn

if TYPE_CHECKING:  # most sections need none of these
    from masume.core.puzzle.maker import Maker
    from masume.core.search.space import Heuristic, SpaceType
    from masume.formats.format import Format

_SECTIONS = (
    "puzzles",
    "problems",
    "algorithms",
    "spaces",
    "heuristics",
    "techniques",
    "makers",
    "formats",
    "examples",
)
_OVERVIEW = _SECTIONS[:3]
_LEAST_WIDTH, _LEAST_ROOM = 30, 24  # columns of a terminal, and columns beside a name
_BELOW = "      "


@click.command("list")
@click.argument("what", required=False)
@click.argument("puzzle", required=False)
def list_(what: str | None, puzzle: str | None) -> None:
    """List puzzles, algorithms, heuristics, formats and examples.

    WHAT is a section (puzzles, problems, algorithms, spaces, heuristics, techniques, makers,
    formats, examples, or library: boards to play with their levels), all, or the name of a puzzle
    or problem. PUZZLE restricts a section to one of them. Default: the first three.
    """
    sections: tuple[str, ...] = _SECTIONS if what == "all" else _OVERVIEW
    if what is not None and what in (*_SECTIONS, "library"):
        sections = (what,)
    elif what not in (None, "all"):
        if puzzle is not None:
            raise BadOption(f"expected a section before the puzzle: {', '.join(_SECTIONS)}")
        try:
            puzzle = kind_named(what).name
        except UnknownName:
            known = [*_SECTIONS, "library", *kinds()]
            raise UnknownName("section or puzzle", what, known) from None
        sections = ("spaces", "heuristics", "techniques", "makers", "examples")
    chosen = [kind_named(puzzle)] if puzzle else list(kinds().values())
    for number, section in enumerate(sections):
        if number:
            print()
        _print_section(section, chosen, is_overview=what is None)
    if what is None:
        print(f"\nmore: masume list {' | '.join([*_SECTIONS[len(_OVERVIEW) :], 'library', 'all'])}")
    for fault in load_errors():
        warn(fault)


def _print_section(section: str, chosen: list[Kind], *, is_overview: bool) -> None:
    """Print one section of `masume list` for the given puzzles.

    The overview lists algorithms without their options, so that it need not import them.
    """
    print(section)
    if section == "puzzles":
        rows = [
            (kind.name, first_line(sys.modules[kind.puzzle.__module__]).partition(": ")[2])
            for kind in chosen
        ]
    elif section == "problems":
        rows = [
            (name, text.partition(": ")[2]) for name, text in summaries("masume.problems").items()
        ]
    elif section == "algorithms" and is_overview:
        rows = _algorithm_rows()
    elif section == "algorithms":
        rows = [(a.name, f"{a.summary}{_options(a.options)}") for a in algorithms().values()]
    elif section == "spaces":
        from masume.core.search.space import space_options

        rows = [
            (f"{kind.name}/{space.name}", f"{_about(space)}{_options(space_options(space))}")
            for kind in chosen
            for space in kind.spaces
        ]
    elif section == "heuristics":
        rows = [
            (f"{kind.name}/{h.name}", f"{h.summary} [{_scope(h)}]")
            for kind in chosen
            for h in heuristics(kind.name).values()
        ]
    elif section == "techniques":
        from masume.core.puzzle.technique import LEVELS

        rows = [
            (f"{kind.name}/{technique.name}", f"{technique.title} [{LEVELS[technique.level]}]")
            for kind in chosen
            for technique in (kind.logic().techniques if kind.logic else ())
        ]
    elif section == "makers":
        rows = [
            row for kind in chosen if kind.maker for row in _maker_rows(kind.name, kind.maker())
        ]
    elif section == "library":
        from masume.formats.library import packs, title_of

        rows = [
            (board.name, f"{_size(board):7}{pack.level:8}{title_of(board)}")
            for kind in chosen
            for pack in packs(kind.name)
            for board in pack.boards
        ]
    elif section == "formats":
        from masume.formats.format import formats

        rows = [(f.name, f"{f.title}{_abilities(f)}") for f in formats().values()]
    else:
        rows = [
            (board.name, f"{_size(board):7}{board.note('from') or board.note('note')}")
            for kind in chosen
            for board in examples(kind.name)
        ]
    width = max((len(name) for name, _ in rows), default=0)
    for name, text in rows:
        print(_hang_indent(f"  {name.ljust(width)}  ", text))


def _algorithm_rows() -> list[tuple[str, str]]:
    """Return the summaries of all algorithms by name, importing only those of other packages."""
    known = summaries("masume.search")
    if not available("algorithms"):
        return [*known.items()]
    from masume.core.search.algorithm import Algorithm

    others = load_members("algorithms", Algorithm, known)
    return [*known.items(), *((name, other.summary) for name, other in others.items())]


def _about(space: SpaceType) -> str:
    """Return the first line of a space's docstring, or of the problem that it searches."""
    return first_line(getattr(space, "problem_class", space))


def _maker_rows(name: str, maker: Maker) -> list[tuple[str, str]]:
    """Return the options of a board generator as (name, description) rows."""
    from masume.core.puzzle.maker import CLUES

    because = maker.why_no_symmetry and f": {maker.why_no_symmetry}"
    able = f"--symmetry: {maker.symmetry}"
    symmetry = able if maker.symmetric else f"no --symmetry{because}"
    clues = f"; --clues: {', '.join(CLUES)}" if maker.clues else ""
    rows = [(name, f"{symmetry}{clues}")]
    for key, option in maker.options.items():
        limits = "" if option.least is None else f", {option.least:g} to {option.most:g}"
        rows.append((f"{name}:{key}={_value(option.default)}", f"{option.help}{limits}"))
    return rows


def _abilities(format_: Format) -> str:
    if format_.write is None:
        return " (read only)"
    return "" if format_.holds_answers else " (no answers)"


def _hang_indent(head: str, text: str) -> str:
    """Return a name with its description, wrapped with a hanging indent on a terminal."""
    if not sys.stdout.isatty():
        return f"{head}{text}".rstrip()
    import shutil
    import textwrap

    width = max(_LEAST_WIDTH, shutil.get_terminal_size().columns)
    room = width - len(head)
    if room < _LEAST_ROOM:  # put the description below a long name
        lines = textwrap.wrap(text, width - len(_BELOW))
        return "\n".join([head.rstrip(), *(f"{_BELOW}{line}" for line in lines)])
    lines = textwrap.wrap(text, room) or [""]
    return f"\n{' ' * len(head)}".join([f"{head}{lines[0]}", *lines[1:]]).rstrip()


def _size(board: Board) -> str:
    return f"{board.puzzle.rows}×{board.puzzle.cols}" if board.kind.has_size else ""


def _options(defaults: Mapping[str, object]) -> str:
    shown = ", ".join(f"{key}={_value(value)}" for key, value in defaults.items())
    return f" ({shown})" if shown else ""


def _value(value: object) -> str:
    words = {True: "yes", False: "no", None: "none"}
    return words[value] if value is None or isinstance(value, bool) else str(value)


def _scope(h: Heuristic) -> str:
    """Return the spaces of a heuristic and its declared properties."""
    claims = [flag for flag in ("admissible", "objective", "default") if getattr(h, flag)]
    homes = [getattr(space, "name", getattr(space, "__name__", "")) for space in h.spaces]
    return "; ".join([", ".join(homes), *claims])


@click.command()
@click.argument("puzzle", shell_complete=options.completer("puzzles"))
def rules(puzzle: str) -> None:
    """Print the rules of a puzzle."""
    kind = kind_named(puzzle)
    print(kind.title, "\n", kind.rules, sep="")
    if kind.options:
        print("\nOptional lines before the grid:")
        for key, meaning in kind.options.items():
            print(f"  {key}: {meaning}")
    print("\nViolations reported by masume check:")
    width = max(map(len, kind.codes))
    for code, meaning in kind.codes.items():
        print(f"  {code.ljust(width)}  {meaning}")


@click.command()
@options.boards
@options.kind
def show(sources: tuple[str, ...], kind: str | None) -> None:
    """Print boards, with their answer if they have one."""

    def show_one(board: Board) -> int:
        print(title(board))
        position = board.answer or board.kind.start(board.puzzle)
        print("\n".join(picture(board, position)))
        for obstacle in board.kind.obstacles(board.puzzle)[:3]:
            print(f"no solution: {obstacle.text}")
        print()
        return 0

    for_each_board(read_boards(sources, kind), show_one)


@click.command()
@options.board
@click.argument("answer", required=False)
@options.kind
@options.as_json
def check(source: str, answer: str | None, kind: str | None, as_json: bool) -> None:
    """Check an answer and report every broken rule.

    ANSWER is text, a file or - for standard input: a grid of # and . for shading puzzles,
    bridges like r1c1-r1c5=2, a path like UURRDR, or the JSON of masume solve. Without it, the
    answer of BOARD is checked. Exit codes: 0 correct, 1 wrong, 2 bad input.
    """
    board = read_board(source, kind)
    position = board.answer if answer is None else read_position(board, answer)
    if position is None:
        raise ParseError(f"{label(board)} has no answer; add ANSWER after it")
    faults = board.kind.violations(board.puzzle, position)
    if as_json:
        violations = [
            {"rule": f.rule, "cells": cells_json(board, f.cells), "text": f.text} for f in faults
        ]
        import json

        print(json.dumps(head(board) | {"right": not faults, "faults": violations}))
    elif faults:
        print("\n".join(picture(board, position)))
        print(f"wrong: {label(board)} is not solved, {pluralise(len(faults), 'violation')}")
        for fault in faults:
            print(f"{fault.rule}: {fault.text}")
    else:
        print(f"right: {label(board)} is solved, no rule is broken")
    raise click.exceptions.Exit(1 if faults else 0)

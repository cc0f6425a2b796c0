"""`masume list`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
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
from masume.errors import BadOption, UnknownName
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.cli.report import warn

if TYPE_CHECKING:  # most sections need none of these
    from masume.core.puzzle.maker import Maker
    from masume.core.search.space import Heuristic, SpaceType
    from masume.formats.format import Format

Rows = Iterable[tuple[str, str]]  # names and their descriptions
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
    sections = [section for section in _SECTIONS if section != "library"]
    if what is None:
        _print_sections({name: rows() for name, rows in _OVERVIEW.items()})
        print(f"\nmore: masume list {' | '.join([*sections[len(_OVERVIEW) :], 'library', 'all'])}")
    else:
        if what in _SECTIONS:
            sections = [what]
        elif what != "all":
            if puzzle is not None:
                raise BadOption(f"expected a section before the puzzle: {', '.join(sections)}")
            try:
                puzzle = kind_named(what).name
            except UnknownName:
                known = [*_SECTIONS, *kinds()]
                raise UnknownName("section or puzzle", what, known) from None
            sections = ["spaces", "heuristics", "techniques", "makers", "examples"]
        chosen = [kind_named(puzzle)] if puzzle else list(kinds().values())
        _print_sections({name: _SECTIONS[name](chosen) for name in sections})
    for fault in load_errors():
        warn(fault)


def _print_sections(sections: Mapping[str, Rows]) -> None:
    """Print sections with their rows, separated by blank lines."""
    for number, (section, found) in enumerate(sections.items()):
        rows = list(found)
        print(f"\n{section}" if number else section)
        width = max((len(name) for name, _ in rows), default=0)
        for name, text in rows:
            print(_hang_indent(f"  {name.ljust(width)}  ", text))


def _summarise_puzzles() -> Rows:
    """Yield the summaries of all puzzles, importing only those of other packages."""
    known = summaries("masume.puzzles")
    for name, text in known.items():
        yield name, text.partition(": ")[2]
    if available("puzzles"):
        others = load_members("puzzles", Kind, known)
        yield from _puzzles(list(others.values()))


def _summarise_algorithms() -> Rows:
    """Yield the summaries of all algorithms, importing only those of other packages."""
    known = summaries("masume.search")
    yield from known.items()
    if available("algorithms"):
        from masume.core.search.algorithm import Algorithm

        for name, other in load_members("algorithms", Algorithm, known).items():
            yield name, other.summary


def _puzzles(chosen: list[Kind]) -> Rows:
    for kind in chosen:
        yield kind.name, first_line(sys.modules[kind.puzzle.__module__]).partition(": ")[2]


def _problems(_: object = None) -> Rows:
    for name, text in summaries("masume.problems").items():
        yield name, text.partition(": ")[2]


def _algorithms(_: list[Kind]) -> Rows:
    for algorithm in algorithms().values():
        yield algorithm.name, f"{algorithm.summary}{_options(algorithm.options)}"


def _spaces(chosen: list[Kind]) -> Rows:
    from masume.core.search.space import space_options

    for kind in chosen:
        for space in kind.spaces:
            yield f"{kind.name}/{space.name}", f"{_about(space)}{_options(space_options(space))}"


def _heuristics(chosen: list[Kind]) -> Rows:
    for kind in chosen:
        for h in heuristics(kind.name).values():
            yield f"{kind.name}/{h.name}", f"{h.summary} [{_scope(h)}]"


def _techniques(chosen: list[Kind]) -> Rows:
    from masume.core.puzzle.technique import LEVELS

    for kind in chosen:
        for technique in kind.logic().techniques if kind.logic else ():
            yield f"{kind.name}/{technique.name}", f"{technique.title} [{LEVELS[technique.level]}]"


def _makers(chosen: list[Kind]) -> Rows:
    for kind in chosen:
        if kind.maker:
            yield from _maker_rows(kind.name, kind.maker())


def _formats(_: list[Kind]) -> Rows:
    from masume.formats.format import formats

    for format_ in formats().values():
        yield format_.name, f"{format_.title}{_abilities(format_)}"


def _examples(chosen: list[Kind]) -> Rows:
    for kind in chosen:
        for board in examples(kind.name):
            yield board.name, f"{_size(board):7}{board.note('from') or board.note('note')}"


def _library(chosen: list[Kind]) -> Rows:
    from masume.formats.library import packs, title_of

    for kind in chosen:
        for pack in packs(kind.name):
            for board in pack.boards:
                yield board.name, f"{_size(board):7}{pack.level:8}{title_of(board)}"


_OVERVIEW: dict[str, Callable[[], Rows]] = {  # without options, so that little is imported
    "puzzles": _summarise_puzzles,
    "problems": _problems,
    "algorithms": _summarise_algorithms,
}
_SECTIONS: dict[str, Callable[[list[Kind]], Rows]] = {
    "puzzles": _puzzles,
    "problems": _problems,
    "algorithms": _algorithms,
    "spaces": _spaces,
    "heuristics": _heuristics,
    "techniques": _techniques,
    "makers": _makers,
    "formats": _formats,
    "examples": _examples,
    "library": _library,
}


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

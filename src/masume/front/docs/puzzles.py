"""Pages of puzzles: rules with pictures, techniques, spaces, heuristics, options and formats."""

from __future__ import annotations

from collections.abc import Iterator

import masume
from masume.api.broken_rules import broken_boards
from masume.core.plugins.registry import heuristics, kinds
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.technique import LEVELS
from masume.core.search.space import space_options
from masume.core.text.blocks import first_line
from masume.draw.show import show
from masume.errors import MasumeError
from masume.formats.format import formats
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.docs.tree import PageTree, code, table


def write_puzzle_pages(tree: PageTree) -> None:
    """Write a page for each puzzle and an overview."""
    lines = ["The puzzles with their rules, techniques, search spaces and formats.", ""]
    for kind in kinds().values():
        path = f"puzzles/{kind.name}.md"
        board = clear_example(kind)
        lines += [f"## [{kind.title}]({kind.name}.md)", "", kind.rules.splitlines()[0], ""]
        lines += [tree.picture("puzzles/index.md", f"{kind.name}-board", show(board)), ""]
        tree.page(path, kind.title, _page(tree, path, kind, board))
    tree.page("puzzles/index.md", "Puzzles", lines)


def clear_example(kind: Kind) -> Board:
    """Return an example with one solution, of medium size and nearly square."""

    def penalty(board: Board) -> int:
        rows, cols = board.puzzle.rows, board.puzzle.cols
        return abs(rows * cols - 30) + 10 * abs(rows - cols)

    ordered = sorted(examples(kind.name), key=penalty)
    return next(board for board in ordered if masume.solve(board).unique)


def _page(tree: PageTree, path: str, kind: Kind, board: Board) -> Iterator[str]:
    """Yield the page of a puzzle."""
    answer = masume.solve(board).answer
    first, *rest = kind.rules.splitlines()
    yield from (first, "", *rest, "")
    yield from ("A board and its solution:", "")
    yield tree.picture(path, f"{kind.name}-board", show(board))
    yield tree.picture(path, f"{kind.name}-answer", show(board, answer))
    yield from ("", f"[Play it](app:#/play?board={board.name}), or solve it:", "")
    yield from code("console", f"$ ./masume solve {board.name}")
    yield from ("## Violations", "")
    yield "`masume check` and the apps report broken rules by these codes."
    yield ""
    yield from _broken_rules(tree, path, kind)
    yield from _techniques(kind)
    yield from _searches(kind)
    yield from _makers(kind)
    yield from _texts(kind, board)


def _broken_rules(tree: PageTree, path: str, kind: Kind) -> Iterator[str]:
    """Yield each code of the referee, with an example if random positions contain one."""
    wrong = broken_boards(kind)
    for rule, meaning in kind.codes.items():
        yield from (f"### `{rule}`", "", f"{meaning[:1].upper()}{meaning[1:]}.", "")
        if rule in wrong:
            board = wrong[rule]
            drawn = show(board.puzzle, board.position, faults=board.violations)
            yield tree.picture(path, f"{kind.name}-{rule}", drawn)
            yield from ("", f"Here: {board.violations[0].text}.", "")


def _techniques(kind: Kind) -> Iterator[str]:
    """Yield links to the techniques by level."""
    if kind.logic is None:
        return
    techniques = [technique for technique in kind.logic().techniques if not technique.silent]
    yield from ("## Techniques", "")
    yield f"[All techniques with examples](../techniques/{kind.name}.md), easiest first:"
    yield ""
    for number, level in enumerate(LEVELS):
        if names := [technique.name for technique in techniques if technique.level == number]:
            links = [f"[{name}](../techniques/{kind.name}.md#{name})" for name in names]
            yield f"- *{level}*: {', '.join(links)}"
    yield ""


def _searches(kind: Kind) -> Iterator[str]:
    """Yield the tables of spaces and heuristics."""
    yield from ("## Search", "")
    yield "A *space* defines the states and moves of a search; select one with `--space`."
    yield ""
    yield from table(
        ("space", "description", "options"),
        [
            (f"`{s.name}`", first_line(s), ", ".join(f"`{key}`" for key in space_options(s)))
            for s in kind.spaces
        ],
    )
    yield "A *heuristic* estimates the remaining cost; select one with `--heuristic`."
    yield ""
    yield from table(
        ("heuristic", "description", "spaces", "properties"),
        [
            (
                f"`{h.name}`",
                h.summary,
                ", ".join(f"`{getattr(space, 'name', space)}`" for space in h.spaces),
                "admissible" if h.admissible else "objective, not a cost" if h.objective else "",
            )
            for h in heuristics(kind.name).values()
        ],
    )


def _makers(kind: Kind) -> Iterator[str]:
    """Yield the options of the generator."""
    if kind.maker is None:
        return
    maker = kind.maker()
    yield from ("## Generate boards", "")
    yield from code("console", f"$ ./masume generate {kind.name} --size 6x6 --seed 1")
    if maker.symmetry:
        symmetric = f"Boards have 180° rotational symmetry of {maker.symmetry}"
        yield from (f"{symmetric}; `--no-symmetry` drops it.", "")
    if maker.options:
        yield from (f"Options follow a colon: `{kind.name}:{next(iter(maker.options))}=…`.", "")
    yield from table(
        ("option", "meaning", "default"),
        [(f"`{name}`", option.help, str(option.default)) for name, option in maker.options.items()],
    )


def _texts(kind: Kind, board: Board) -> Iterator[str]:
    """Yield the board in every format that can express it."""
    yield from ("## Formats", "")
    yield "The board above in each [format](../formats.md)."
    yield ""
    for format_ in formats().values():
        if format_.write is not None:
            try:
                written = format_.write(board)
            except MasumeError as fault:
                yield from (f"**{format_.title}** (`{format_.name}`): {fault}.", "")
            else:
                yield from (f"**{format_.title}** (`{format_.name}`)", "", *code("text", written))

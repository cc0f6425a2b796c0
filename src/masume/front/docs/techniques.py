"""Pages of techniques: an example of each, before and after the step."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.plugins.registry import kinds
from masume.core.puzzle.kind import Kind
from masume.draw.show import show, show_step
from masume.front.docs.tree import PageTree
from masume.logic.examples import Example, examples

_HEAD = """\
The human-style solving techniques of each puzzle, easiest first, with an example before and after
the step. `masume explain BOARD` shows the techniques that solve a board, `masume hint` the next
step, and `masume generate PUZZLE --needs TECHNIQUE` generates boards that require a technique. The
levels are explained in [difficulty](difficulty.md).
"""


def write_technique_pages(tree: PageTree) -> None:
    """Write a list of all techniques and a page for each puzzle."""
    lines = [_HEAD]
    for kind in kinds().values():
        if kind.logic is not None:
            shown = list(examples(kind))
            path = f"techniques/{kind.name}.md"
            lines += [f"## [{kind.title}]({path})", ""]
            for example in shown:
                name, title = example.technique.name, example.technique.title
                lines.append(f"- [{name}]({path}#{name}): {title} (*{example.level}*)")
            lines.append("")
            page = _page(tree, path, kind, shown)
            tree.page(path, f"Techniques: {kind.title}", page, kind.title)
    tree.page("techniques.md", "Techniques", lines)


def _page(tree: PageTree, path: str, kind: Kind, shown: list[Example]) -> Iterator[str]:
    """Yield the page of a puzzle's techniques."""
    yield f"See [{kind.title}](../puzzles/{kind.name}.md) for the rules."
    yield "In the right pictures, new marks are fainter, and a dotted line marks the premises."
    yield ""
    for example in shown:
        name, picture = example.technique.name, example.picture
        yield from (f"## {name} {{ #{name} }}", "")
        yield from (f"*{example.level}*: {example.technique.title}.", "")
        before = show(example.puzzle, picture.before, numbers=True)
        after = show_step(example.puzzle, picture)
        stem = f"{kind.name}-{name}"
        yield tree.picture(path, f"{stem}-before", before, "Before")
        yield tree.picture(path, f"{stem}-after", after, "After")
        yield from ("", picture.text.replace("\n", "  \n"), "")

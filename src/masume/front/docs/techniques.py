"""Every technique with its board before and after the step, a page for each puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.plugins.registry import kinds
from masume.core.puzzle.kind import Kind
from masume.draw.show import show, show_step
from masume.front.docs.tree import Tree
from masume.logic.examples import Example, examples

_HEAD = """\
How masume solves as a person does: the techniques of each puzzle, easiest first, each with a board
on which it is used, before the step and after. `masume explain BOARD` tells which ones a board
takes, `masume hint` gives the next one, and `masume generate PUZZLE --needs TECHNIQUE` makes boards
that need it. What the levels mean is told in [difficulty](difficulty.md).
"""


def technique_pages(tree: Tree) -> None:
    """The list of all, and a page for each puzzle."""
    lines = [_HEAD]
    for kind in kinds().values():
        if kind.logic is not None:
            of_kind = list(examples(kind))
            path = f"techniques/{kind.name}.md"
            lines += [f"## [{kind.title}]({path})", ""]
            for example in of_kind:
                name, title = example.technique.name, example.technique.title
                lines.append(f"- [{name}]({path}#{name}): {title} (*{example.level}*)")
            lines.append("")
            page = _page(tree, path, kind, of_kind)
            tree.page(path, f"Techniques: {kind.title}", page, kind.title)
    tree.page("techniques.md", "Techniques", lines)


def _page(tree: Tree, path: str, kind: Kind, of_kind: list[Example]) -> Iterator[str]:
    yield f"The rules are on the page of [{kind.title}](../puzzles/{kind.name}.md)."
    yield "On the right, what is new is fainter, and a dotted line goes around what it rests on."
    yield ""
    for example in of_kind:
        name, shown = example.technique.name, example.picture
        yield from (f"## {name} {{ #{name} }}", "")
        yield from (f"*{example.level}*: {example.technique.title}.", "")
        before = show(example.puzzle, shown.before, numbers=True)
        after = show_step(example.puzzle, shown)
        stem = f"{kind.name}-{name}"
        yield tree.picture(path, f"{stem}-before", before, "Before")
        yield tree.picture(path, f"{stem}-after", after, "After")
        yield from ("", shown.text.replace("\n", "  \n"), "")

"""A page for each algorithm: what it promises, how it goes, where it can be used, and a film."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from html import escape

from masume.api.searches import fitting
from masume.core.algorithm import Algorithm
from masume.core.registry import algorithms, kinds
from masume.core.space import Sampled, TwoEnded
from masume.core.spec import Tuning
from masume.front.docs.films import film_of
from masume.front.docs.tree import Tree, code, table, yes_or_no


def algorithm_pages(tree: Tree) -> None:
    """All algorithms side by side, and a page for each."""
    known = algorithms().values()
    lines = [
        "Every algorithm searches every puzzle wherever that makes sense; what it promises is"
        " declared beside it, and the tests hold it to that.",
        "",
        *table(
            ("algorithm", "in one line", "complete", "optimal", "heuristic"),
            [
                (f"[`{one.name}`]({one.name}.md)", one.summary, yes_or_no(one.complete),
                 _optimal(one), yes_or_no(one.takes_h))
                for one in known
            ],
        ),
    ]  # fmt: skip
    for one in known:
        path = f"algorithms/{one.name}.md"
        tree.page(path, one.name, _page(tree, one))
    tree.page("algorithms/index.md", "Algorithms", lines)


def _optimal(one: Algorithm) -> str:
    return "if moves cost the same" if one.fewest_moves else yes_or_no(one.optimal)


def _page(tree: Tree, one: Algorithm) -> Iterator[str]:
    yield from (inspect.getdoc(one.function) or one.summary, "")
    yield from ("## What it promises", "", *_promises(one))
    if one.options:
        yield from ("## Options", "")
        about = {name: one.about.get(name, Tuning()) for name in one.options}
        yield f"They follow a colon, as in `{one.name}:{next(iter(about))}=…`."
        yield ""
        rows = [(f"`{name}`", told.help, str(one.options[name])) for name, told in about.items()]
        yield from table(("option", "meaning", "usual"), rows)
    yield from _steps(one)
    yield from film_of(tree, one)
    yield from _source(one)
    yield from ("## Where it can be used", "")
    rows = [
        (kind.title, f"`{space.name}`", ", ".join(f"`{h.name}`" for h in found if h))
        for kind in kinds().values()
        for space in kind.spaces
        if (found := fitting(kind, one, space))
    ]
    yield from table(("puzzle", "space", "heuristics"), rows)


def _promises(one: Algorithm) -> Iterator[str]:
    if one.complete:
        yield "- **Complete**: on a finite space it finds a solution or proves that there is none."
    else:
        yield "- **Not complete**: that it finds nothing proves nothing."
    if one.optimal:
        only = ", if its heuristic is admissible" if one.takes_h else ""
        only += " and its weight is at most 1" if "weight" in one.options else ""
        yield f"- **Optimal**: the solution that it finds is a cheapest one{only}."
    elif one.fewest_moves:
        yield (
            "- **Fewest moves**: no solution has fewer than the one that it finds, which is a"
            " cheapest one if all moves cost the same."
        )
    else:
        yield "- **Not optimal**: the solution that it finds may cost more than another."
    if one.local:
        yield "- **Local**: it can mend full boards, where the board counts and not the path to it."
    if one.needs_acyclic:
        yield (
            "- It keeps no table of all states, so it is used only where moves never lead in a"
            " circle: elsewhere it need not end, above all where there is no solution."
        )
    if one.needs is TwoEnded:
        yield "- The space must be one that can be searched from its goals backward."
    if one.needs is Sampled:
        yield "- The space must be one in which a search may begin anywhere."
    if one.takes_rng:
        yield "- **Random**: the same seed gives the same run."
    yield ""


def _steps(one: Algorithm) -> Iterator[str]:
    """Its pseudocode if it has one; a film lights the lines that each step executes."""
    yield from ("## How it goes", "")
    if told := one.pseudocode:
        lines = ("    " * line.indent + line.text for line in told.lines)
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        yield from table(("name", "what it is"), [*told.structures.items()])
        yield from (f'<ol class="pseudocode">{items}</ol>', "")
        yield from ("*Skip* means: go on with the next one; the lines below are not for it.", "")


def _source(one: Algorithm) -> Iterator[str]:
    yield from ('??? note "The function itself"', "")
    text = "\n".join(code("python", inspect.getsource(one.function)))
    yield from (f"    {line}" if line else "" for line in text.splitlines())
    yield ""

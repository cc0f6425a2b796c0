"""A page for each algorithm: what it promises, how it goes, where it can be used, and a film."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from html import escape

from masume.api.searches import fitting
from masume.core.plugins.registry import algorithms, kinds
from masume.core.search.algorithm import Algorithm
from masume.core.search.space import Sampled, TwoEnded
from masume.core.search.spec import Tuning
from masume.front.docs.films import film_of
from masume.front.docs.tree import Tree, code, table, yes_or_no


def algorithm_pages(tree: Tree) -> None:
    """All algorithms side by side, and a page for each."""
    known = algorithms()
    lines = [
        "Every algorithm searches every puzzle wherever that makes sense; what it promises is"
        " declared beside it, and the tests hold it to that.",
        "",
        *table(
            ("algorithm", "in one line", "complete", "optimal", "heuristic"),
            [
                (
                    f"[`{name}`]({name}.md)",
                    algorithm.summary,
                    yes_or_no(algorithm.complete),
                    _optimal(algorithm),
                    yes_or_no(algorithm.takes_h),
                )
                for name, algorithm in known.items()
            ],
        ),
    ]
    for name, algorithm in known.items():
        tree.page(f"algorithms/{name}.md", name, _page(tree, algorithm))
    tree.page("algorithms/index.md", "Algorithms", lines)


def _optimal(algorithm: Algorithm) -> str:
    return "if moves cost the same" if algorithm.fewest_moves else yes_or_no(algorithm.optimal)


def _page(tree: Tree, algorithm: Algorithm) -> Iterator[str]:
    yield from (inspect.getdoc(algorithm.function) or algorithm.summary, "")
    yield from ("## What it promises", "", *_promises(algorithm))
    if algorithm.options:
        yield from ("## Options", "")
        about = {name: algorithm.about.get(name, Tuning()) for name in algorithm.options}
        yield f"They follow a colon, as in `{algorithm.name}:{next(iter(about))}=…`."
        yield ""
        rows = [
            (f"`{name}`", tuning.help, str(algorithm.options[name]))
            for name, tuning in about.items()
        ]
        yield from table(("option", "meaning", "usual"), rows)
    yield from _steps(algorithm)
    yield from film_of(tree, algorithm)
    yield from _source(algorithm)
    yield from ("## Where it can be used", "")
    rows = [
        (kind.title, f"`{space.name}`", ", ".join(f"`{h.name}`" for h in usable if h))
        for kind in kinds().values()
        for space in kind.spaces
        if (usable := fitting(kind, algorithm, space))
    ]
    yield from table(("puzzle", "space", "heuristics"), rows)


def _promises(algorithm: Algorithm) -> Iterator[str]:
    if algorithm.complete:
        yield "- **Complete**: on a finite space it finds a solution or proves that there is none."
    else:
        yield "- **Not complete**: that it finds nothing proves nothing."
    if algorithm.optimal:
        only = ", if its heuristic is admissible" if algorithm.takes_h else ""
        only += " and its weight is at most 1" if "weight" in algorithm.options else ""
        yield f"- **Optimal**: the solution that it finds is a cheapest one{only}."
    elif algorithm.fewest_moves:
        yield (
            "- **Fewest moves**: no solution has fewer than the one that it finds, which is a"
            " cheapest one if all moves cost the same."
        )
    else:
        yield "- **Not optimal**: the solution that it finds may cost more than another."
    if algorithm.local:
        yield "- **Local**: it can mend full boards, where the board counts and not the path to it."
    if algorithm.needs_acyclic:
        yield (
            "- It keeps no table of all states, so it is used only where moves never lead in a"
            " circle: elsewhere it need not end, above all where there is no solution."
        )
    if algorithm.needs is TwoEnded:
        yield "- The space must be one that can be searched from its goals backward."
    if algorithm.needs is Sampled:
        yield "- The space must be one in which a search may begin anywhere."
    if algorithm.takes_rng:
        yield "- **Random**: the same seed gives the same run."
    yield ""


def _steps(algorithm: Algorithm) -> Iterator[str]:
    """Its pseudocode if it has one; a film lights the lines that each step executes."""
    yield from ("## How it goes", "")
    if pseudocode := algorithm.pseudocode:
        lines = ("    " * line.indent + line.text for line in pseudocode.lines)
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        yield from table(("name", "what it is"), [*pseudocode.structures.items()])
        yield from (f'<ol class="pseudocode">{items}</ol>', "")
        yield from ("*Skip* means: go on with the next one; the lines below are not for it.", "")


def _source(algorithm: Algorithm) -> Iterator[str]:
    yield from ('??? note "The function itself"', "")
    text = "\n".join(code("python", inspect.getsource(algorithm.function)))
    yield from (f"    {line}" if line else "" for line in text.splitlines())
    yield ""

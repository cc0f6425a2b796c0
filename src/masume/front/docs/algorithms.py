"""Pages of algorithms: properties, options, pseudocode, a film and applicable spaces."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from html import escape

from masume.api.searches import fitting
from masume.core.plugins.registry import algorithms, kinds
from masume.core.search.algorithm import Algorithm
from masume.core.search.space import Sampled, TwoEnded
from masume.core.search.spec import Tuning
from masume.front.docs.films import film_of
from masume.front.docs.tree import PageTree, code, table, yes_or_no


def write_algorithm_pages(tree: PageTree) -> None:
    """Write a page for each algorithm and a table of all."""
    known = algorithms()
    lines = [
        "Every algorithm can search every space that meets its requirements. Its properties are"
        " declared with it and verified by the tests.",
        "",
        *table(
            ("algorithm", "summary", "complete", "optimal", "heuristic"),
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
    return "for equal move costs" if algorithm.fewest_moves else yes_or_no(algorithm.optimal)


def _page(tree: PageTree, algorithm: Algorithm) -> Iterator[str]:
    """Yield the page of an algorithm."""
    yield from (inspect.getdoc(algorithm.function) or algorithm.summary, "")
    if algorithm.use:
        yield from (algorithm.use, "")
    yield from ("## Properties", "", *_properties(algorithm))
    if algorithm.options:
        yield from ("## Options", "")
        about = {name: algorithm.about.get(name, Tuning()) for name in algorithm.options}
        yield f"Options follow a colon: `{algorithm.name}:{next(iter(about))}=…`."
        yield ""
        rows = [
            (f"`{name}`", tuning.help, str(algorithm.options[name]))
            for name, tuning in about.items()
        ]
        yield from table(("option", "meaning", "default"), rows)
    yield from _steps(algorithm)
    yield from film_of(tree, algorithm)
    yield from _source(algorithm)
    yield from ("## Applicable spaces", "")
    rows = [
        (kind.title, f"`{space.name}`", ", ".join(f"`{h.name}`" for h in usable if h))
        for kind in kinds().values()
        for space in kind.spaces
        if (usable := fitting(kind, algorithm, space))
    ]
    yield from table(("puzzle", "space", "heuristics"), rows)


def _properties(algorithm: Algorithm) -> Iterator[str]:
    """Yield the declared properties of an algorithm as a list."""
    if algorithm.complete:
        yield "- **Complete**: on a finite space it finds a solution or proves that there is none."
    else:
        yield "- **Not complete**: failure does not prove that there is no solution."
    if algorithm.optimal:
        condition = ", if its heuristic is admissible" if algorithm.takes_h else ""
        condition += " and its weight is at most 1" if "weight" in algorithm.options else ""
        yield f"- **Optimal**: it finds a solution of minimal cost{condition}."
    elif algorithm.fewest_moves:
        yield (
            "- **Fewest moves**: it finds a solution with the fewest moves, of minimal cost if all"
            " moves cost the same."
        )
    else:
        yield "- **Not optimal**: the solution may cost more than necessary."
    if algorithm.bound:
        yield (
            f"- **Bounded**: with an admissible heuristic and `{algorithm.bound}` from 1 on, the"
            " solution costs at most that many times the minimum."
        )
    if algorithm.memory:
        yield f"- **Bounded memory**: it holds at most `{algorithm.memory}` nodes at once."
    if algorithm.local:
        yield "- **Local search**: it can repair full boards, where the path does not matter."
    if algorithm.needs_acyclic:
        yield (
            "- It keeps no table of visited states and therefore requires an acyclic space; with"
            " cycles it might not terminate."
        )
    if algorithm.needs is TwoEnded:
        yield "- It requires a space that can be searched backward from its goals."
    if algorithm.needs is Sampled:
        yield "- It requires a space with random states to start from."
    if algorithm.takes_rng:
        yield "- **Randomised**: equal seeds give equal runs."
    yield ""


def _steps(algorithm: Algorithm) -> Iterator[str]:
    """Yield the pseudocode, if any; the film highlights the lines executed by each step."""
    yield from ("## Pseudocode", "")
    if pseudocode := algorithm.pseudocode:
        lines = ("    " * line.indent + line.text for line in pseudocode.lines)
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        yield from table(("name", "meaning"), [*pseudocode.structures.items()])
        yield from (f'<ol class="pseudocode">{items}</ol>', "")
        yield from ("*Skip* means: continue with the next item of the loop.", "")


def _shared(function: Callable[..., object]) -> Iterator[Callable[..., object]]:
    """Yield the functions that several algorithms share and this one calls."""
    for value in inspect.getclosurevars(function).globals.values():
        if inspect.isfunction(value) and value.__module__.startswith("masume.search._"):
            yield value


def _source(algorithm: Algorithm) -> Iterator[str]:
    yield from ('??? note "Source code"', "")
    sources = map(inspect.getsource, [algorithm.function, *_shared(algorithm.function)])
    text = "\n".join(code("python", "\n\n".join(sources)))
    yield from (f"    {line}" if line else "" for line in text.splitlines())
    yield ""

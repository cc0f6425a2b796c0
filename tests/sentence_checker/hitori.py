"""Phrases about Hitori: equal numbers in a row or column, and walls of black cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sentence_checker import shading
from sentence_checker.shading import CUTS, OTHER, View
from sentence_checker.words import Cell, Fault, Grammar, name, need

__all__ = ["SENTENCES", "View"]

SENTENCES, ENDS = Grammar(shading.SENTENCES), Grammar(CUTS)


def equals(view: View, a: Cell, b: Cell) -> bool:
    """Return whether two different cells of a line have the same number."""
    return a != b and (a[0] == b[0] or a[1] == b[1]) and view.clues[a] == view.clues[b]


class HitoriView(View):
    """A shading board on which equal numbers of a line must not both be white."""

    def broken(self, code: str, some: list[Cell]) -> None:
        if code != "duplicate":
            super().broken(code, some)
            return
        need(len(some) > 1, "they are not several")
        for at in some:
            same = all(equals(self, at, other) for other in some if other != at)
            need(same, "they are not in a line")
        self.need_colour(some, "white")


View = HitoriView  # type: ignore[misc]


@SENTENCES.rule("equals")
def _equals(view: View, clue: str, at: Cell, others: list[Cell]) -> None:
    view.need_clue(at, clue)
    view.need_colour([at], "white")
    need(all(equals(view, at, other) for other in others), "they are not its equals in a line")
    view.need_open(others)
    view.conclude(others, "black")


@SENTENCES.rule("three")
def _three(view: View, clue: str, all: list[Cell], middle: Cell, outer: list[Cell]) -> None:
    for at in all:
        view.need_clue(at, clue)
    a, b, c = all
    need(equals(view, a, c) and b in view.beside(a) and b in view.beside(c), "not side by side")
    need((middle, outer) == (b, [a, c]), "it concludes something else")
    view.cite("adjacent")
    facts = {(a, "black"), (b, "white"), (c, "black")}
    view.concluded = {fact for fact in facts if fact[0] not in view.colour}


@SENTENCES.rule("between")
def _between(view: View, at: Cell, pair: list[Cell]) -> None:
    a, b = pair
    need(equals(view, a, b) and {a, b} <= set(view.beside(at)), "they are not on both sides of it")
    view.need_open([at])
    view.cite("adjacent")
    view.conclude([at], "white")


@SENTENCES.rule("pair")
def _pair(view: View, clue: str, pair: list[Cell], others: list[Cell]) -> None:
    a, b = pair
    view.need_clue(a, clue)
    view.need_clue(b, clue)
    need(b in view.beside(a), "they are not side by side")
    in_line = all(equals(view, a, other) and equals(view, b, other) for other in others)
    need(in_line, "not in their line")
    view.cite("adjacent")
    view.conclude(others, "black")


@SENTENCES.rule("two-pairs")
def _two_pairs(view: View, corner: Cell, beside: Cell, other: Cell, across: Cell) -> None:
    need(set(view.beside(corner)) == {beside, other}, "it is no corner with these beside it")
    pairs = equals(view, corner, beside) and equals(view, across, other)
    need(pairs and across in view.beside(beside), "they are no pairs")
    view.cite("adjacent", "divided")
    facts = {(corner, "black"), (other, "white"), (across, "black")}
    view.concluded = {fact for fact in facts if fact[0] not in view.colour}


@SENTENCES.rule("corner-three")
def _corner_of_three(view: View, clue: str, corner: Cell) -> None:
    view.need_clue(corner, clue)
    beside = view.beside(corner)
    same = all(view.clues[neighbour] == clue for neighbour in beside)
    need(len(beside) == 2 and same, "no such corner")
    view.mention(beside)
    view.cite("adjacent", "divided")
    view.conclude([corner], "black")


@SENTENCES.rule("corner-pair")
def _corner_pair(view: View, at: Cell, via: Cell, beside: Cell, corner: Cell) -> None:
    need(set(view.beside(corner)) == {at, beside}, "it is no corner with these beside it")
    need(via in view.beside(at) and equals(view, via, beside), "they are no equals")
    view.cite("adjacent", "divided")
    view.conclude([at], "white")


# Suppositions


@SENTENCES.rule("if-black", "if-white")
def _supposed(view: View, template: str, at: Any, argument: Any) -> None:
    colour = template.removeprefix("if-")
    cell = view.cell_at(at if isinstance(at, int) else at[0])
    view.need_open([cell])
    before = view.snapshot()
    view.learn([(cell, colour)])
    last: list[Cell] = []
    if argument.template in ("steps-and", "steps-but"):
        for step in argument.slots["steps"]:
            last = STEPS.check(view, step)
        argument = argument.slots["end"]
    end_of_chain(view, argument, last, before)
    view.concluded = {(cell, OTHER[colour])}


STEPS = Grammar()


@STEPS.rule("would-be", "then")
def _step(view: View, cells: list[Cell], colour: str) -> list[Cell]:
    """Check one step of a chain: neighbours of black are white, equals of white are black."""
    for at in cells:
        view.need_open([at])
        if colour == "white":
            blacks = [other for other in view.beside(at) if view.has_colour(other, "black")]
            need(blacks, f"{name(at)} need not be")
            view.cite("adjacent")
        else:
            need(_white_equals(view, at), f"{name(at)} has no white equal that is named")
        view.learn([(at, colour)])
    return cells


def _white_equals(view: View, at: Cell) -> list[Cell]:
    """Return the white equals of a cell that have been looked at."""
    return [c for c in view.looked_at if equals(view, at, c) and view.has_colour(c, "white")]


def end_of_chain(view: View, end: Any, last: list[Cell], before: Any) -> None:
    """Check the contradiction at the end of a chain, whose last step coloured `last`."""
    view.last, view.before = last, before
    ENDS.check(view, end)


@ENDS.rule("black-already")
def _black_already(view: View, known: Cell, new: Cell) -> None:
    view.need_colour([known, new], "black")
    need(new in view.beside(known), "it is not beside that")
    need(view.before.get(known) == "black", "it is not black already")
    view.cite("adjacent")


@ENDS.rule("they-touch", "touch", "both-black")
def _touch(view: View, pair: list[Cell] | None = None) -> None:
    a, b = pair or view.last
    view.broken("adjacent", [a, b])


@ENDS.rule("twice-in-row", "twice-in-column")
def _twice(view: View, template: str, line: int, clue: str) -> None:
    pair = [other for other in view.last if view.clues[other] == clue]
    need(len(pair) == 2 and equals(view, *pair), "it is not clear which ones are meant")
    lines = {other[template == "twice-in-column"] for other in pair}
    need(lines == {line}, f"they are not in line {line}")
    view.need_colour(pair, "white")


@ENDS.rule("white-already")
def _white_already(view: View, clue: str, known: Cell) -> None:
    view.need_clue(known, clue)
    need(view.before.get(known) == "white", "it is not white already")
    need(_white_equals(view, known), "nothing that is named is its white equal")


@ENDS.rule("both-white")
def _both_white(view: View, pair: list[Cell]) -> None:
    view.broken("duplicate", pair)


@SENTENCES.rule("argument")
def _argument(view: View, sentences: list[Any]) -> None:
    """Check a supposition, the numbered steps from it, and their contradiction."""
    first, *steps, end = sentences
    need((first.template, end.template) == ("suppose", "but"), "it supposes nothing")
    cell, colour = view.cell_at(first.slots["at"]), first.slots["colour"]
    view.need_open([cell])
    before = view.snapshot()
    view.learn([(cell, colour)])
    for step in steps:
        view.concluded = set()
        inner = view.snapshot()
        SENTENCES.check(view, step)
        view.restore(inner)
        view.learn(view.concluded)
    end_of_chain(view, end.slots["end"], [], before)
    so = view.cell_at(end.slots["at"]), end.slots["colour"]
    need(so == (cell, OTHER[colour]), "it concludes something else")
    view.concluded = {so}


@SENTENCES.rule("either")
def _either(view: View, pair: list[Cell], at: Cell, argument: Any) -> None:
    a, b = pair
    need(equals(view, a, b), "they are not in a line")
    view.need_open([at])
    view.learn([(at, "black")])
    for equal, cut in _cuts(view, a, b, at, argument):
        before = view.snapshot()
        view.need_open([equal])
        view.learn([(equal, "black")])
        CUTS.check(view, cut)
        view.restore(before)
    view.cite("adjacent")
    view.conclude([at], "white")


def _cuts(view: View, a: Cell, b: Cell, at: Cell, argument: Any) -> Iterator[tuple[Cell, Any]]:
    """Yield each equal number with its cut; one of them may be excluded beforehand."""
    slots = argument.slots
    if argument.template in ("only-beside", "only-white"):
        only, other = view.cell_at(slots["gap"]), view.cell_at(slots["other"])
        need({only, other} == {a, b}, "this is neither of them")
        if argument.template == "only-beside":
            beside = view.cell_at(slots["at"]) == at and other in view.beside(at)
            need(beside, "it is not beside it")
        else:
            view.need_colour([other], "white")
        yield only, slots["cut"]
    elif argument.template == "two-walls":
        yield from ((a, slots["a"]), (b, slots["b"]))
    elif argument.template == "same-wall":
        cut = slots["cut"]
        alternatives = [cells for cells in cut.slots["wall"] if not isinstance(cells, int)]
        need(len(alternatives) == 1, "one cell of the wall has alternatives")
        need({view.cell_at(cell) for cell in alternatives[0]} == {a, b}, "these are not they")
        for cell in alternatives[0]:
            wall = tuple(c if isinstance(c, int) else cell for c in cut.slots["wall"])
            yield view.cell_at(cell), cut._replace(slots={"wall": wall})
    else:
        raise Fault(f"no rule about {argument.template!r}")

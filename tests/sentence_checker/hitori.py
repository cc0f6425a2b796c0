"""Sentences about Hitori: equal numbers in a row or column, and walls of black cells."""

from __future__ import annotations

import re

from sentence_checker import shading
from sentence_checker.shading import OTHER, View, cut_off, parse_denied, parse_facts
from sentence_checker.words import CELL, Cell, Fault, Grammar, cell, cells, name, need

__all__ = ["ENDS", "SENTENCES", "View", "parse_denied", "parse_facts"]

SENTENCES, ENDS = Grammar(), Grammar()


def equals(view: View, a: Cell, b: Cell) -> bool:
    """Return whether two different cells of a line have the same number."""
    return a != b and (a[0] == b[0] or a[1] == b[1]) and view.clues[a] == view.clues[b]


def parse_numbered(view: View, text: str) -> list[Cell]:
    """Parse cells with their numbers: "the 3s at r1c1 and r2c2, the 4 at r3c3 and r5c5"."""
    result: list[Cell] = []
    for clue, names in re.findall(rf"the (\S+?)s? at ((?:(?:, | and )?{CELL})+)", text):
        for at in cells(names):
            view.need_clue(at, clue)
            result.append(at)
    need(result == cells(text), f"some cells of {text!r} have no number")
    return result


shading.add_common_ends(ENDS)


@SENTENCES.rule(r"The {clue:clue} at {at:cell} is white, so {others:text} (?:is|are) black\.")
def _white(view: View, clue: str, at: Cell, others: str) -> None:
    view.need_clue(at, clue)
    view.need_colour([at], "white")
    equal_cells = parse_numbered(view, others)
    need(all(equals(view, at, equal) for equal in equal_cells), "they are not its equals in a line")
    view.need_open(equal_cells)
    view.conclude(equal_cells, "black")


@SENTENCES.rule(
    r"Of the {clue:clue}s at {a:cell}, {b:cell} and {c:cell} two are black, but not side by side: "
    r"so {z:cell} is white, and {x:cell} and {y:cell} are black\."
)
def _three(view: View, clue: str, a: Cell, b: Cell, c: Cell, z: Cell, x: Cell, y: Cell) -> None:
    for at in (a, b, c):
        view.need_clue(at, clue)
    need(equals(view, a, c) and b in view.beside(a) and b in view.beside(c), "not side by side")
    need((x, z, y) == (a, b, c), "it concludes something else")
    view.cite("adjacent")
    view.concluded = {
        (at, colour)
        for at, colour in ((a, "black"), (b, "white"), (c, "black"))
        if at not in view.colour
    }


@SENTENCES.rule(
    r"If {at:cell} were black, the {clue:clue}s at {a:cell} and {b:cell} would both be white\. "
    r"So {so:cell} is white\."
)
def _between(view: View, at: Cell, clue: str, a: Cell, b: Cell, so: Cell) -> None:
    need(equals(view, a, b) and {a, b} <= set(view.beside(at)), "they are not on both sides of it")
    view.need_clue(a, clue)
    need(so == at, "it concludes something else")
    view.need_open([at])
    view.cite("adjacent")
    view.conclude([at], "white")


@SENTENCES.rule(
    r"One of the {clue:clue}s side by side at {a:cell} and {b:cell} is white, "
    r"so {others:text} (?:is|are) black\."
)
def _pair(view: View, clue: str, a: Cell, b: Cell, others: str) -> None:
    view.need_clue(a, clue)
    view.need_clue(b, clue)
    need(b in view.beside(a), "they are not side by side")
    open_equals = parse_numbered(view, others)
    need(
        all(equals(view, a, other) and equals(view, b, other) for other in open_equals),
        "not in their line",
    )
    view.cite("adjacent")
    view.conclude(open_equals, "black")


@SENTENCES.rule(
    r"If the corner {at:cell} were white, {a:cell} would be black, {b:cell} white and {c:cell} "
    r"black, and the corner locked in\. So {x:cell} is black, {y:cell} beside it white and its "
    r"equal {z:cell} black\."
)
def _corner(view: View, at: Cell, a: Cell, b: Cell, c: Cell, x: Cell, y: Cell, z: Cell) -> None:
    need(set(view.beside(at)) == {a, c}, "it is no corner with these beside it")
    need(equals(view, at, a) and equals(view, b, c) and b in view.beside(a), "they are no pairs")
    need((x, y, z) == (at, c, b), "it concludes something else")
    view.cite("adjacent", "divided")
    facts = {(at, "black"), (c, "white"), (b, "black")}
    view.concluded = {fact for fact in facts if fact[0] not in view.colour}


@SENTENCES.rule(
    r"If the corner {at:cell} were white, the {clue:clue}s on both sides of it would be black and "
    r"lock it in\. So {so:cell} is black\."
)
def _corner_of_three(view: View, at: Cell, clue: str, so: Cell) -> None:
    view.need_clue(at, clue)
    need(so == at, "it concludes something else")
    beside = view.beside(at)
    need(
        len(beside) == 2 and all(view.clues[neighbour] == clue for neighbour in beside),
        "no such corner",
    )
    view.mention(beside)
    view.cite("adjacent", "divided")
    view.conclude([at], "black")


@SENTENCES.rule(
    r"If {at:cell} were black, {via:cell} would be white and its equal {other:cell} black, and the "
    r"corner {corner:cell} would be locked in\. So {so:cell} is white\."
)
def _corner_pair(view: View, at: Cell, via: Cell, other: Cell, corner: Cell, so: Cell) -> None:
    need(set(view.beside(corner)) == {at, other}, "it is no corner with these beside it")
    need(via in view.beside(at) and equals(view, via, other), "they are no equals")
    need(so == at, "it concludes something else")
    view.cite("adjacent", "divided")
    view.conclude([at], "white")


shading.add_common(SENTENCES)


@SENTENCES.rule(
    r"If {what:text} were {colour:colour}, {then:text}\. So {so:cell} is {other:colour}\."
)
def _ahead(view: View, what: str, colour: str, then: str, so: Cell, other: str) -> None:
    at = cell(what) if re.fullmatch(CELL, what) else parse_numbered(view, what)[0]
    need(at == so and other == OTHER[colour], "it concludes something else")
    view.need_open([at])
    before = view.snapshot()
    view.learn([(at, colour)])
    steps, _, end = then.rpartition("; but ") if "; but " in then else then.rpartition(", and ")
    chain = steps.split(", so ") if steps else []
    for step in chain:
        _check_step(view, step)
    _check_contradiction(view, end, chain[-1] if chain else "", before)
    view.concluded = {(at, other)}


@SENTENCES.rule(
    r"One of the {clue:clue}s at {a:cell} and {b:cell} is black\. If {at:cell} were black too, "
    r"{then:text}\. So {so:cell} is white\."
)
def _either(view: View, clue: str, a: Cell, b: Cell, at: Cell, then: str, so: Cell) -> None:
    view.need_clue(a, clue)
    view.need_clue(b, clue)
    need(equals(view, a, b), "they are not in a line")
    need(at == so, "it concludes something else")
    view.need_open([at])
    view.learn([(at, "black")])
    for equal, cut in _cuts(view, a, b, at, then):
        before = view.snapshot()
        view.need_open([equal])
        view.learn([(equal, "black")])
        need(cut_off(view, cut), f"no rule reads {cut!r}")
        view.restore(before)
    view.cite("adjacent")
    view.conclude([at], "white")


def _cuts(view: View, a: Cell, b: Cell, at: Cell, then: str) -> list[tuple[Cell, str]]:
    """Return each equal number with the text of its cut; one of them may be excluded beforehand."""
    match = re.fullmatch(
        rf"that could only be ({CELL}) \(({CELL}) is (?:beside ({CELL})|white)\), and (.+)", then
    )
    if match is not None:
        only, other = cell(match[1]), cell(match[2])
        need({only, other} == {a, b}, "this is neither of them")
        if match[3]:
            need(cell(match[3]) == at and other in view.beside(at), "it is not beside it")
        else:
            view.need_colour([other], "white")
        return [(only, match[4])]
    match = re.fullmatch(r"either (.+), or (.+)", then)
    if match is not None:
        return [(a, match[1]), (b, match[2])]
    both = f"({name(a)} or {name(b)})"
    need(then.count(both) == 1 and then.endswith(" either way"), f"no rule reads {then!r}")
    cut = then.removesuffix(" either way")
    return [(equal, cut.replace(both, name(equal))) for equal in (a, b)]


def _check_step(view: View, step: str) -> None:
    """Check one step of a chain: neighbours of black are white, equals of white are black."""
    match = re.fullmatch(r"(.+?) (?:would be )?(black|white)", step)
    if match is None:
        raise Fault(f"no rule reads {step!r}")
    for at in parse_numbered(view, match[1]):
        view.need_open([at])
        if match[2] == "white":
            need(
                any(view.has_colour(other, "black") for other in view.beside(at)),
                f"{name(at)} need not be",
            )
            view.cite("adjacent")
        else:
            whites = [
                other
                for other in view.clues
                if equals(view, at, other) and view.has_colour(other, "white")
            ]
            mentioned = [other for other in whites if other in view.looked_at]
            need(mentioned, f"{name(at)} has no white equal that is named")
        view.learn([(at, match[2])])


def _check_contradiction(view: View, end: str, last: str, before: dict[Cell, str]) -> None:
    """Check the contradiction at the end of a chain."""
    if cut_off(view, end):
        return
    match = re.fullmatch(rf"({CELL}) beside ({CELL}) is black already", end)
    if match is not None:
        known, new = cells(end)
        view.need_colour([known, new], "black")
        need(new in cells(last) and new in view.beside(known), "it is not beside that")
        need(before.get(known) == "black", "it is not black already")
        view.cite("adjacent")
        return
    match = re.fullmatch(rf"(?:they|({CELL}) and ({CELL})) share a side", end)
    if match is not None:
        pair = cells(end) or cells(last)
        need(len(pair) == 2, "it is not clear which ones share a side")
        a, b = pair
        view.need_colour([a, b], "black")
        need(b in view.beside(a), "they share no side")
        view.cite("adjacent")
        return
    match = re.fullmatch(r"(row|column) (\d+) would have two white (\S+)s", end)
    if match is not None:
        pair = [other for other in cells(last) if view.clues[other] == match[3]]
        need(len(pair) == 2 and equals(view, *pair), "it is not clear which ones are meant")
        line = {other[match[1] == "column"] for other in pair}
        need(line == {int(match[2])}, f"they are not in {match[1]} {match[2]}")
        view.need_colour(pair, "white")
        return
    match = re.fullmatch(rf"the (\S+) at ({CELL}) is white already", end)
    need(match, f"no rule reads {end!r}")
    assert match is not None
    at = cell(match[2])
    view.need_clue(at, match[1])
    need(before.get(at) == "white", "it is not white already")
    white_equals = [
        other
        for other in view.looked_at
        if equals(view, at, other) and view.has_colour(other, "white")
    ]
    need(white_equals, "nothing that is named is its white equal")


@ENDS.rule(r"the {clue:clue}s at {some:cells} are (?:both|all) white")
def _all(view: View, clue: str, some: list[Cell]) -> None:
    for at in some:
        view.need_clue(at, clue)
        need(
            all(equals(view, at, other) for other in some if other != at), "they are not in a line"
        )
    view.need_colour(some, "white")

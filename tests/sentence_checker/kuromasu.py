"""Sentences about Kuromasu: what numbers see, and could see."""

from __future__ import annotations

from itertools import product
from typing import Any

from sentence_checker import kuromasu_ahead, shading
from sentence_checker.kuromasu_view import View
from sentence_checker.shading import SIDES, parse_denied, parse_facts
from sentence_checker.words import Cell, Fault, Grammar, name, need, numbers, read

__all__ = ["ENDS", "SENTENCES", "View", "parse_denied", "parse_facts"]

SENTENCES, ENDS = Grammar(), Grammar()


def by_side(text: str) -> dict[str, str]:
    """Parse the numbers per side: "0 or 2 below and 1 to the left"."""
    result: dict[str, str] = {}
    rest = text
    while rest:
        for side in SIDES:
            head, _, tail = rest.partition(f" {side}")
            parsed = read("{n:numbers}", head)
            if parsed is not None and side not in result:
                result[side] = head
                rest = tail.removeprefix(", ").removeprefix(" and ")
                break
        else:
            raise Fault(f"no rule reads {text!r}")
    return result


shading.add_common(SENTENCES)
shading.add_common_ends(ENDS)


@SENTENCES.rule(r"Cells with a number(?P<or_> or a \?)? are white\.")
def _clues(view: View, or_: str | None) -> None:
    need(bool(or_) == ("?" in view.clues.values()), "there are such cells, or none")
    need(view.bare, "that is known already")
    view.conclude(view.clues, "white")
    view.mention(view.clues)


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} already sees {n:number} white cells?, "
    r"so {ends:cells} (?:is|are) black\."
)
def _complete(view: View, clue: str, at: Cell, n: int, ends: list[Cell]) -> None:
    total = view.total(at, clue)
    need(view.least(at) == total and n == total + 1, f"it sees {view.least(at) + 1}")
    view.need_open(ends)
    next_ones = [view.ray(at, side)[len(view.seen(at, side)) :][:1] for side in SIDES]
    need(all([end] in next_ones for end in ends), "its view does not go on there")
    view.conclude(ends, "black")


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} can see at most {n:number} cells and needs them all, "
    r"so {some:cells} (?:is|are) white\."
)
def _everything(view: View, clue: str, at: Cell, n: int, some: list[Cell]) -> None:
    need(view.most(at) == view.total(at, clue) == n - 1, f"it can see {view.most(at) + 1}")
    view.need_open(some)
    need(all(any(other in view.room(at, side) for side in SIDES) for other in some), "out of sight")
    view.conclude(some, "white")


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} can grow only {side:text}, where it needs {n:number} cells?; "
    r"so {white:cells} (?:is|are) white,? and {black:cell} is black\."
)
def _one_way(
    view: View, clue: str, at: Cell, side: str, n: int, white: list[Cell], black: Cell
) -> None:
    side = {"upwards": "above", "downwards": "below"}.get(side, side)
    others = [other for other in SIDES if other != side]
    for other in others:
        need(len(view.seen(at, other)) == len(view.room(at, other)), f"it can grow {other} too")
    need(
        n == view.total(at, clue) - sum(len(view.seen(at, other)) for other in others),
        "it needs more or fewer",
    )
    ray = view.ray(at, side)
    need(
        white == [other for other in ray[:n] if other not in view.colour], "these are not the cells"
    )
    need(ray[n] == black, "its view ends elsewhere")
    view.conclude(white, "white")
    view.conclude([black], "black")


@SENTENCES.rule(
    r"If {cell:cell} were white, the {clue:clue} at {at:cell} would see at least {n:number} "
    r"cells, as far as {to:cell}\. So {so:cell} is black\."
)
def _too_much(view: View, cell: Cell, clue: str, at: Cell, n: int, to: Cell, so: Cell) -> None:
    total = view.total(at, clue)
    view.need_open([cell])
    view.learn([(cell, "white")])
    side = next((other for other in SIDES if cell in view.ray(at, other)), "")
    need(side and to in view.seen(at, side), "it would not see so far")
    view.look(at)
    beyond = len(view.seen(at, side)) - view.seen(at, side).index(to) - 1
    need(n == view.least(at) + 1 - beyond > total + 1, f"it would see {view.least(at) + 1}")
    need(so == cell, "it is about another cell in the end")
    view.conclude([cell], "black")


@SENTENCES.rule(
    r"(?:Besides itself, the|The) {clue:clue} at {at:cell} can see "
    r"(?:at most {others:text}|nothing on its other sides); "
    r"so it needs at least {n:number} {side:text}, and {white:cells} (?:is|are) white\."
)
def _must_reach(
    view: View, clue: str, at: Cell, others: str | None, n: int, side: str, white: list[Cell]
) -> None:
    stated = {other: int(count) for other, count in by_side(others or "").items()}
    rooms = {other: len(view.room(at, other)) for other in SIDES if other != side}
    need(stated == {other: count for other, count in rooms.items() if count}, f"it can see {rooms}")
    need(n == view.total(at, clue) - sum(stated.values()), "it needs more or fewer")
    ray = view.room(at, side)[:n]
    need(white == [other for other in ray if other not in view.colour], "these are not the cells")
    view.conclude(white, "white")


@SENTENCES.rule(
    r"Besides itself, the {clue:clue} at {at:cell} "
    r"(?:sees {sure:text}, so {missing:number} (?:is|are) missing|must see {all:number})\. "
    r"It can see {may:text}: that makes {sum:number} only with (?P<least>at least )?{n:number} "
    r"{side:text}, so {so:text}\."
)
def _few_lengths(view: View, clue: str, at: Cell, sure: str | None, missing: int | None,
                 all: int | None, may: str, sum: int, n: int, side: str,
                 so: str, least: str | None) -> None:  # fmt: skip
    total = view.total(at, clue)
    seen = {other: int(count) for other, count in by_side(sure or "").items()}
    fixed = {other: view.lengths(at, other) for other in SIDES}
    certain = {other: max(some) for other, some in fixed.items() if len(within(some, total)) == 1}
    need(seen == {other: count for other, count in certain.items() if count}, f"it sees {certain}")
    left = total - sum_of(seen.values())
    need(sum == left == (missing if sure else all), f"{left} are missing")
    stated = {other: numbers(some) for other, some in by_side(may).items()}
    open_ones = {other: within(some, left) for other, some in fixed.items() if other not in certain}
    need(stated == open_ones, f"it can see {open_ones}")
    fits = {
        dict(zip(stated, some, strict=True))[side]
        for some in product(*stated.values())
        if sum_of(some) == left
    }
    need(min(fits) == n and (len(fits) > 1) == bool(least), f"it may be {fits}")
    white = [other for other in view.room(at, side)[:n] if other not in view.colour]
    facts = set(parse_facts(so))
    need(
        {(other, "white") for other in white} == {f for f in facts if f[1] == "white"},
        "not these cells",
    )
    for other, colour in facts:
        if colour == "black":
            need(fits == {n} and view.ray(at, side)[n] == other, f"{name(other)} need not be black")
    view.concluded.update(facts)


def sum_of(lengths: Any) -> int:
    return sum(lengths)


def within(lengths: set[int], most: int) -> set[int]:
    return {length for length in lengths if length <= most}


SENTENCES.rules += kuromasu_ahead.AHEAD.rules


# Ends of chains


@ENDS.rule(r"the {clue:clue} at {at:cell} sees {n:number} white cells already")
def _sees(view: View, clue: str, at: Cell, n: int) -> None:
    need(view.total(at, clue) + 1 < n == view.least(at) + 1, f"it sees {view.least(at) + 1}")


@ENDS.rule(r"the {clue:clue} at {at:cell} can see only {n:number} white cells?")
def _sees_only(view: View, clue: str, at: Cell, n: int) -> None:
    need(view.total(at, clue) + 1 > n == view.most(at) + 1, f"it can see {view.most(at) + 1}")


@ENDS.rule(r"{at:cell} has a clue and is black(?:, and .+)?")
def _black_clue(view: View, at: Cell) -> None:
    need(at in view.clues and view.has_colour(at, "black"), "it has none, or is not")

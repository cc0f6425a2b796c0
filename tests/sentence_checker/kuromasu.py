"""Phrases about Kuromasu: what numbers see, and could see."""

from __future__ import annotations

from itertools import product
from typing import Any

from sentence_checker import kuromasu_ahead, shading
from sentence_checker.kuromasu_ahead import facts_of
from sentence_checker.kuromasu_view import View
from sentence_checker.shading import SIDES
from sentence_checker.words import Cell, Grammar, name, need

__all__ = ["SENTENCES", "View"]

Side = str
SENTENCES = Grammar(shading.SENTENCES, kuromasu_ahead.AHEAD)


@SENTENCES.rule("clues", "clues-and-unknown")
def _clues(view: View, template: str) -> None:
    has_unknown = "?" in view.clues.values()
    need((template == "clues-and-unknown") == has_unknown, "there are such cells, or none")
    need(view.bare, "that is known already")
    view.conclude(view.clues, "white")
    view.mention(view.clues)


@SENTENCES.rule("complete")
def _complete(view: View, at: Cell, sees: int, ends: list[Cell]) -> None:
    total = view.total(at)
    need(view.least(at) == total and sees == total + 1, f"it sees {view.least(at) + 1}")
    view.need_open(ends)
    next_ones = [view.ray(at, side)[len(view.seen(at, side)) :][:1] for side in SIDES]
    need(all([end] in next_ones for end in ends), "its view does not go on there")
    view.conclude(ends, "black")


@SENTENCES.rule("diagonals")
def _diagonals(view: View, at: Cell, white: list[Cell]) -> None:
    need(view.total(at) == 1, "it sees more")
    view.need_open(white)
    view.rules.add("adjacent")  # the neighbours of a black cell would be white
    for cell in white:
        away = {abs(a - b) for a, b in zip(at, cell, strict=True)}
        need(away == {1}, "it is not diagonally beside it")
    view.conclude(white, "white")


@SENTENCES.rule("everything")
def _everything(view: View, at: Cell, sees: int, white: list[Cell]) -> None:
    need(view.most(at) == view.total(at) == sees - 1, f"it can see {view.most(at) + 1}")
    view.need_open(white)
    rooms = [view.room(at, side) for side in SIDES]
    need(all(any(other in room for room in rooms) for other in white), "out of sight")
    view.conclude(white, "white")


@SENTENCES.rule("one-way")
def _one_way(view: View, at: Cell, side: Side, needs: int, facts: Any) -> None:
    others = [other for other in SIDES if other != side]
    for other in others:
        need(len(view.seen(at, other)) == len(view.room(at, other)), f"it can grow {other} too")
    seen = sum(len(view.seen(at, other)) for other in others)
    need(needs == view.total(at) - seen, "it needs more or fewer")
    ray = view.ray(at, side)
    white = {(other, "white") for other in ray[:needs] if other not in view.colour}
    stated = set(facts_of(view, facts))
    need(stated == white | {(ray[needs], "black")}, "these are not the cells")
    view.concluded = stated


@SENTENCES.rule("too-much")
def _too_much(view: View, cell: Cell, at: Cell, sees: int, to: Cell) -> None:
    total = view.total(at)
    view.need_open([cell])
    view.learn([(cell, "white")])
    side = next((other for other in SIDES if cell in view.ray(at, other)), "")
    need(side and to in view.seen(at, side), "it would not see so far")
    view.look(at)
    beyond = len(view.seen(at, side)) - view.seen(at, side).index(to) - 1
    need(sees == view.least(at) + 1 - beyond > total + 1, f"it would see {view.least(at) + 1}")
    view.conclude([cell], "black")


@SENTENCES.rule("reach", "reach-alone")
def _reach(view: View, at: Cell, others: list[tuple[str, set[int]]], needs: int, side: Side,
           white: list[Cell], sum: int) -> None:  # fmt: skip
    stated = {other: max(some) for other, some in others if len(some) == 1}
    need(len(stated) == len(others), "how many it can see at most is one number")
    rooms = {other: len(view.room(at, other)) for other in SIDES if other != side}
    need(stated == {other: count for other, count in rooms.items() if count}, f"it can see {rooms}")
    need(needs == view.total(at) - sum_of(stated.values()), "it needs more or fewer")
    need(sum == sum_of(stated.values()) + 1, "that is not the sum")
    ray = view.room(at, side)[:needs]
    need(white == [other for other in ray if other not in view.colour], "these are not the cells")
    view.conclude(white, "white")


@SENTENCES.rule("few-lengths")
def _few_lengths(view: View, at: Cell, so_far: Any, options: list[tuple[str, set[int]]],
                 missing: int, needs: Any, side: Side, facts: Any) -> None:  # fmt: skip
    total = view.total(at)
    certain_slot = so_far.slots["certain"]
    seen = {view.side(n): mask.bit_length() - 1 for n, mask in certain_slot}
    need(all(mask & mask - 1 == 0 for _, mask in certain_slot), "what it sees is certain")
    need((so_far.template == "sees") == bool(seen), "it sees something, or nothing")
    fixed = {other: view.lengths(at, other) for other in SIDES}
    certain = {other: max(some) for other, some in fixed.items() if len(within(some, total)) == 1}
    need(seen == {other: count for other, count in certain.items() if count}, f"it sees {certain}")
    left = total - sum_of(seen.values())
    need(missing == left == so_far.slots["missing"], f"{left} are missing")
    stated = dict(options)
    open_ones = {other: within(some, left) for other, some in fixed.items() if other not in certain}
    need(stated == open_ones, f"it can see {open_ones}")
    fits = {
        dict(zip(stated, some, strict=True))[side]
        for some in product(*stated.values())
        if sum_of(some) == left
    }
    is_exact = isinstance(needs, int)
    n = needs if is_exact else needs.slots["n"]
    need(min(fits) == n and (len(fits) == 1) == is_exact, f"it may be {fits}")
    white = {(other, "white") for other in view.room(at, side)[:n] if other not in view.colour}
    stated_facts = set(facts_of(view, facts))
    need(white == {fact for fact in stated_facts if fact[1] == "white"}, "not these cells")
    for other, colour in stated_facts:
        if colour == "black":
            need(fits == {n} and view.ray(at, side)[n] == other, f"{name(other)} need not be black")
    view.concluded.update(stated_facts)


def sum_of(lengths: Any) -> int:
    return sum(lengths)


def within(lengths: set[int], most: int) -> set[int]:
    return {length for length in lengths if length <= most}

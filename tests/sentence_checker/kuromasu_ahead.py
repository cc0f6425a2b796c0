"""Phrases about Kuromasu that use two numbers or assume a colour."""

from __future__ import annotations

from itertools import product
from typing import Any

from sentence_checker.kuromasu_view import View
from sentence_checker.shading import CUTS, OTHER, SIDES, Fact
from sentence_checker.words import Cell, Fault, Grammar, bits, name, need

AHEAD, THEN, THEN_ENDS = Grammar(), Grammar(), Grammar(CUTS)


def facts_of(view: View, phrase: Any) -> list[Fact]:
    """Return the colours that a phrase gives to cells."""
    slots = phrase.slots
    facts = [(view.cell_at(cell), "white") for cell in slots["white"]]
    facts += [(view.cell_at(cell), "black") for cell in slots["black"]]
    need(facts, "no cell is named")
    parts = [colour for colour in ("white", "black") if slots[colour]]
    key = phrase.template.removeprefix("made-")
    need(key in ("-".join(parts), "-".join(parts) + "s"), f"{key} is not what it says")
    need(key != "white-black" or len(facts) == 2 or key != phrase.template, "they are several")
    return facts


def line_name(line: Any) -> str:
    """Return the name of a row or column."""
    return f"{line.template} {line.slots['n']}"


# Two numbers


def line_of(view: View, a: Cell, b: Cell) -> tuple[str, str, tuple[str, str], str]:
    """Return the side of b from a, the side of a from b, the sides across, and the line's name."""
    if a[0] == b[0]:
        return "to the right", "to the left", ("above", "below"), f"row {a[0]}"
    need(a[1] == b[1], "they are not in one line")
    return "below", "above", ("to the left", "to the right"), f"column {a[1]}"


def crossing(stretch: Stretch, at: Cell) -> str:
    """Return the name of a number's line across a stretch."""
    return f"column {at[1]}" if stretch.line.startswith("row") else f"row {at[0]}"


class Stretch:
    """The possible lengths of a stretch with two numbers: by its colours, and per number."""

    def __init__(self, view: View, a: Cell, b: Cell) -> None:
        ahead, back, across, self.line = line_of(view, a, b)
        self.across, self.view, self.between = across, view, view.ray(a, ahead)
        self.between = self.between[: self.between.index(b)]
        apart = len(self.between) + 2
        need(
            not any(view.has_colour(cell, "black") for cell in self.between),
            "a black cell is between",
        )
        self.room = {
            apart + x + y for x, y in product(view.lengths(a, back), view.lengths(b, ahead))
        }
        self.own = {}
        for at in (a, b):
            clue = int(view.clues[at])
            sums = {x + y for x, y in product(*(view.lengths(at, side) for side in across))}
            self.own[at] = {clue - total for total in sums if apart <= clue - total}
            view.look(at)

    def need_allowed(self, a: Cell, b: Cell, phrase: Any) -> set[int]:
        """Check the lengths that each number allows; return the common lengths."""
        slots = phrase.slots
        need(bits(slots["first"]) == self.own[a], f"the first allows {self.own[a]}")
        need(bits(slots["second"]) == self.own[b], f"the second allows {self.own[b]}")
        need(line_name(slots["line"]) == self.line, f"they are in {self.line}")
        need(bits(slots["room"]) == self.room, f"there is room for {self.room}")
        both = self.own[a] & self.own[b]
        if phrase.template == "allowed":
            need(both <= self.room, f"there is room for {self.room} only")
        return both & self.room


@AHEAD.rule("share", "share-across")
def _share(view: View, template: str, first: Cell, second: Cell, line: Any, allowed: Any,
           both: set[int], across: list[Any], facts: Any) -> None:  # fmt: skip
    stretch = Stretch(view, first, second)
    view.need_colour(stretch.between, "white")
    need(line_name(line) == stretch.line, f"they are in {stretch.line}")
    need(stretch.need_allowed(first, second, allowed) == both, "it has other lengths")
    need((template == "share-across") == bool(across), "it says more, or less")
    for part in across:
        at = view.cell_at(part.slots["at"])
        need(at in (first, second), "this number is neither of them")
        rest = {int(view.clues[at]) - length for length in both}
        need(bits(part.slots["more"]) == rest, f"it leaves {rest}")
        need((part.template == "sees-no-more") == (rest == {0}), "it sees more, or no more")
        need(line_name(part.slots["line"]) == crossing(stretch, at), "that is not its other line")
    need_follows(view, stretch, (first, second), both, facts_of(view, facts))


@AHEAD.rule("lets-show")
def _lets_show(view: View, other: Cell, line: Any, most: int, at: Cell, needs: int, across: Any,
               sees: Any, facts: Any) -> None:  # fmt: skip
    stretch = Stretch(view, *sorted((at, other)))
    view.need_colour(stretch.between, "white")
    need(line_name(line) == stretch.line, f"they are in {stretch.line}")
    need(line_name(across) == crossing(stretch, at), "that is not its other line")
    need(most == max(stretch.own[other]), f"it lets it show {stretch.own[other]}")
    need(needs == int(view.clues[at]) - most, "it needs more or fewer")
    side, k = seen_at_most(view, sees)
    need(side in stretch.across and k == len(view.room(at, side)), "it sees more or fewer")
    (opposite,) = (other_side for other_side in stretch.across if other_side != side)
    needed = view.room(at, opposite)[: needs - k]
    white = [(cell, "white") for cell in needed if cell not in view.colour]
    need(facts_of(view, facts) == white, "these are not the cells")
    view.concluded.update(white)


def seen_at_most(view: View, phrase: Any) -> tuple[str, int]:
    """Return a side, and how much a number sees there at most."""
    need((phrase.template == "nothing") == (phrase.slots["n"] == 0), "it sees something")
    return view.side(phrase.slots["side"]), phrase.slots["n"]


def need_follows(
    view: View, stretch: Stretch, ends: tuple[Cell, Cell], both: set[int], facts: Any
) -> None:
    """Check that every choice of arms compatible with the stretch implies the facts; add them."""
    for at, colour in facts:
        for number in ends:
            for side in SIDES:
                ray = view.ray(number, side)
                if at in ray and forced(view, stretch, ends, number, side, both, at) == colour:
                    break
            else:
                continue
            break
        else:
            raise Fault(f"{name(at)} need not be {colour}")
    view.concluded.update(facts)


def forced(view: View, stretch: Stretch, ends: tuple[Cell, Cell], one: Cell, side: str,
           both: set[int], at: Cell) -> str:  # fmt: skip
    """Return the colour of a cell for all compatible lengths of its arm; "" if they differ."""
    place = view.ray(one, side).index(at)
    a, b = ends
    ahead, back, across, _ = line_of(view, a, b)
    if side in across:
        (other,) = [s for s in across if s != side]
        rests = {int(view.clues[one]) - length for length in both}
        fits = {
            n
            for n in view.lengths(one, side)
            if any(n + m in rests for m in view.lengths(one, other))
        }
    else:
        apart = len(stretch.between) + 2
        back_lengths, ahead_lengths = view.lengths(a, back), view.lengths(b, ahead)
        (mine, rest) = (
            (back_lengths, ahead_lengths)
            if (one, side) == (a, back)
            else (ahead_lengths, back_lengths)
        )
        fits = {n for n in mine if any(apart + n + m in both for m in rest)}
    if fits and place < min(fits):
        return "white"
    return "black" if fits == {place} else ""


@AHEAD.rule("apart")
def _apart(view: View, why: Any, facts: Any) -> None:
    a, b = WHY.check(view, why)
    need_separated(view, Stretch(view, a, b), a, b, [a, b], set(facts_of(view, facts)))


@AHEAD.rule("apart-needs")
def _apart_needs(view: View, why: Any, at: Cell, sees: Any, facts: Any) -> None:
    a, b = WHY.check(view, why)
    stretch = Stretch(view, a, b)
    need(at in (a, b), "this number is neither of them")
    side, most = seen_at_most(view, sees)
    need(side == line_of(view, a, b)[0 if at == a else 1], "the other is not there")
    lengths = max(n for n in view.lengths(at, side) if n < len(stretch.between))
    need(most == lengths, f"it sees at most {lengths}")
    need_separated(view, stretch, a, b, [at], set(facts_of(view, facts)))


WHY = Grammar()


@WHY.rule("short-sighted")
def _short_sighted(view: View, near: Cell, far: Cell) -> tuple[Cell, Cell]:
    a, b = sorted((near, far))
    need(not Stretch(view, a, b).own[near], "it can see as far")
    return a, b


@WHY.rule("misfit")
def _misfit(view: View, first: Cell, second: Cell, line: Any, allowed: Any) -> tuple[Cell, Cell]:
    stretch = Stretch(view, first, second)
    need(line_name(line) == stretch.line, f"they are in {stretch.line}")
    need(not stretch.need_allowed(first, second, allowed), "it can be")
    return first, second


def need_separated(
    view: View, stretch: Stretch, a: Cell, b: Cell, about: list[Cell], facts: set[Any]
) -> None:
    """Check that the facts hold whenever one number is satisfied without seeing the other."""
    ahead, back, _, _ = line_of(view, a, b)
    for at in about:
        towards = ahead if at == a else back
        arms = {side: view.lengths(at, side) for side in SIDES}
        arms[towards] = {n for n in arms[towards] if n <= len(stretch.between)}
        choices = [
            lengths
            for lengths in product(*arms.values())
            if sum(lengths) == int(view.clues[at]) - 1
        ]
        implied = {
            fact
            for fact in facts
            if all(_is_fact_given(view, at, choice, fact) for choice in choices)
        }
        if implied == facts:
            view.concluded |= facts
            return
    raise Fault("it does not follow that they are so")


def _is_fact_given(view: View, at: Cell, lengths: tuple[int, ...], fact: Any) -> bool:
    """Return whether a fact holds if the arms of a number have these lengths."""
    for side, length in zip(SIDES, lengths, strict=True):
        ray = view.ray(at, side)
        if fact[0] in ray:
            place = ray.index(fact[0])
            return bool(place < length if fact[1] == "white" else place == length)
    return False


# Assumed colours


@AHEAD.rule("supposed", "supposed-steps")
def _supposed(view: View, template: str, at: Cell, colour: str, steps: list[Any], end: Any,
              opposite: str) -> None:  # fmt: skip
    view.need_open([at])
    need(opposite == OTHER[colour], "it concludes something else")
    need((template == "supposed-steps") == bool(steps), "it has steps, or none")
    view.learn([(at, colour)])
    for step in steps:
        THEN.check(view, step)
    THEN_ENDS.check(view, end)
    view.concluded = {(at, opposite)}


@THEN.rule("gap")
def _gap(view: View, at: Cell, cut: Any) -> None:
    view.need_open([at])
    before = view.snapshot()
    view.learn([(at, "black")])
    CUTS.check(view, cut)
    view.restore(before)
    view.learn([(at, "white")])


@THEN.rule("exit")
def _way_out(view: View, at: Cell, of: Cell) -> None:
    view.need_open([at])
    view.need_colour([of], "white")
    need(at in view.beside(of), f"{name(at)} is no way out")
    walls = [neighbour for neighbour in view.beside(of) if neighbour != at]
    view.need_colour(walls, "black")
    view.mention(walls)
    view.learn([(at, "white")])
    view.cite("adjacent", "divided")


@THEN.rule("white-beside")
def _beside(view: View, cells: list[Cell]) -> None:
    for at in cells:
        view.need_open([at])
        blacks = [other for other in view.beside(at) if view.has_colour(other, "black")]
        need(blacks, f"{name(at)} is beside no black cell")
        view.learn([(at, "white")])
    view.cite("adjacent")


@THEN.rule("makes")
def _makes(view: View, at: Cell, facts: Any) -> None:
    total = view.total(at)
    arms = [view.lengths(at, side) for side in SIDES]
    choices = [lengths for lengths in product(*arms) if sum(lengths) == total]
    made = facts_of(view, facts)
    for fact in made:
        view.need_open([fact[0]])
        follows = all(_is_fact_given(view, at, choice, fact) for choice in choices)
        need(follows, f"{name(fact[0])} need not be so")
    view.learn(made)


@THEN_ENDS.rule("sees-too-many")
def _sees_more(view: View, at: Cell, sees: int) -> None:
    need(view.total(at) + 1 < sees == view.least(at) + 1, f"it would see {view.least(at) + 1}")


@THEN_ENDS.rule("sees-too-few")
def _sees_less(view: View, at: Cell, sees: int) -> None:
    need(view.total(at) + 1 > sees == view.most(at) + 1, f"it could see {view.most(at) + 1}")


@THEN_ENDS.rule("skips")
def _never_sees(view: View, at: Cell, below: int, above: int, clue: int) -> None:
    sums = view.sums(at)
    need(clue == view.total(at) + 1 and clue not in sums, f"it could see {sums}")
    need(below == max((n for n in sums if n < clue), default=None), f"it could see {sums}")
    need(above == min((n for n in sums if n > clue), default=None), f"it could see {sums}")


@THEN_ENDS.rule("side-by-side")
def _side_by_side(view: View, pair: list[Cell]) -> None:
    view.broken("adjacent", pair)

"""Sentences about Kuromasu that use two numbers or assume a colour."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from sentence_checker.kuromasu_view import View
from sentence_checker.shading import OTHER, SIDES, cut_off, parse_facts
from sentence_checker.words import CELL, Cell, Fault, Grammar, name, need, read

AHEAD, THEN, THEN_ENDS = Grammar(), Grammar(), Grammar()

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

    def need_allowed(self, a: Cell, b: Cell, text: str) -> set[int]:
        """Check a text about the lengths that each number allows; return the common lengths."""
        parts = read(
            r"The first allows it {here:numbers} cells, the second {there:numbers}"
            r"(?:, and (?:row|column) \d+ has room for {room:numbers})?",
            text,
        )
        need(parts, f"no rule reads {text!r}")
        assert parts is not None
        need(parts["here"] == self.own[a], f"the first allows {self.own[a]}")
        need(parts["there"] == self.own[b], f"the second allows {self.own[b]}")
        both = self.own[a] & self.own[b]
        if parts["room"] is None:
            need(both <= self.room, f"there is room for {self.room} only")
        else:
            need(parts["room"] == self.room, f"there is room for {self.room}")
        return both & self.room


@AHEAD.rule(
    r"The {one:clue} at {a:cell} and the {other:clue} at {b:cell} see the same stretch of "
    r"{line:text}\. {allowed:text}; so it has {both:numbers}(?:, and {across:text})?\. "
    r"So {so:text}\."
)
def _share(view: View, one: str, a: Cell, other: str, b: Cell, line: str, allowed: str,
           both: set[int], across: str | None, so: str) -> None:  # fmt: skip
    view.need_clue(a, one)
    view.need_clue(b, other)
    stretch = Stretch(view, a, b)
    view.need_colour(stretch.between, "white")
    need(line == stretch.line, f"they are in {stretch.line}")
    need(stretch.need_allowed(a, b, allowed) == both, "it has other lengths")
    for part in (across or "").split(" and ") if across else []:
        crossing_parts = read(
            r"the {clue:clue} at {at:cell} sees (?:{n:numbers}|no) more in {line:text}", part
        )
        need(crossing_parts, f"no rule reads {part!r}")
        assert crossing_parts is not None
        view.need_clue(crossing_parts["at"], crossing_parts["clue"])
        need(crossing_parts["at"] in (a, b), "this number is neither of them")
        rest = {int(crossing_parts["clue"]) - length for length in both}
        need((crossing_parts["n"] or {0}) == rest, f"it leaves {rest}")
        need(
            crossing_parts["line"] == crossing(stretch, crossing_parts["at"]),
            "that is not its other line",
        )
    need_follows(view, stretch, (a, b), both, parse_facts(so))


@AHEAD.rule(
    r"The {other:clue} at {b:cell} lets {line:text} show at most {most:number} cells, so the "
    r"{one:clue} at {a:cell} needs {n:number} more in {cross:text}; it sees "
    r"(?:at most {k:number}|nothing) {side:text}, so {so:cells} (?:is|are) white\."
)
def _lets_show(view: View, other: str, b: Cell, line: str, most: int, one: str, a: Cell, n: int,
               cross: str, k: int | None, side: str, so: list[Cell]) -> None:  # fmt: skip
    view.need_clue(a, one)
    view.need_clue(b, other)
    stretch = Stretch(view, *sorted((a, b)))
    view.need_colour(stretch.between, "white")
    need(line == stretch.line, f"they are in {stretch.line}")
    need(cross == crossing(stretch, a), "that is not its other line")
    need(most == max(stretch.own[b]), f"it lets it show {stretch.own[b]}")
    need(n == int(one) - most, "it needs more or fewer")
    need(side in stretch.across and (k or 0) == len(view.room(a, side)), "it sees more or fewer")
    (across,) = (other_side for other_side in stretch.across if other_side != side)
    needed = view.room(a, across)[: n - (k or 0)]
    need(so == [at for at in needed if at not in view.colour], "these are not the cells")
    view.conclude(so, "white")


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


@AHEAD.rule(
    r"(?:The {near:clue} at {x:cell} cannot see as far as the {far:clue} at {y:cell}|"
    r"If the {one:clue} at {a:cell} and the {other:clue} at {b:cell} saw each other, they would "
    r"see the same stretch of {line:text}\. {allowed:text}: this cannot be)"
    r"\. So (?:a black cell is between them; the {needy:clue} at {needs:cell} sees "
    r"(?:at most {most:number}|nothing) {side:text} and needs )?{so:text}\."
)
def _apart(view: View, near: str | None, x: Cell, far: str | None, y: Cell, one: str | None,
           a: Cell, other: str | None, b: Cell, line: str | None, allowed: str | None,
           needy: str | None, needs: Cell, most: int | None, side: str | None,
           so: str) -> None:  # fmt: skip
    if near is not None and far is not None:
        view.need_clue(x, near)
        view.need_clue(y, far)
        a, b = sorted((x, y))
        stretch = Stretch(view, a, b)
        need(not stretch.own[x], "it can see as far")
    else:
        assert one is not None and other is not None and allowed is not None
        view.need_clue(a, one)
        view.need_clue(b, other)
        stretch = Stretch(view, a, b)
        need(line == stretch.line, f"they are in {stretch.line}")
        need(not stretch.need_allowed(a, b, allowed), "it can be")
    facts = set(parse_facts(so))
    if needy is not None:
        view.need_clue(needs, needy)
        need(needs in (a, b), "this number is neither of them")
        need(side == line_of(view, a, b)[0 if needs == a else 1], "the other is not there")
        assert side is not None
        sees = max(n for n in view.lengths(needs, side) if n < len(stretch.between))
        need((most or 0) == min(sees, int(needy) - 1), f"it sees at most {sees}")
    need_separated(view, stretch, a, b, [needs] if needy is not None else [a, b], facts)


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


@AHEAD.rule(r"If {at:cell} were {colour:colour}, {then:text}\. So {so:cell} is {other:colour}\.")
def _tried(view: View, at: Cell, colour: str, then: str, so: Cell, other: str) -> None:
    view.need_open([at])
    need(at == so and other == OTHER[colour], "it concludes something else")
    view.learn([(at, colour)])
    *steps, end = clauses(then)
    for step in steps:
        need(THEN.check(view, step), f"no rule reads {step!r}")
    need(THEN_ENDS.check(view, end) or cut_off(view, end), f"no rule reads {end!r}")
    view.concluded = {(at, other)}


def clauses(text: str) -> list[str]:
    """Return the steps of a sentence, split after the verb of each."""
    marked = re.sub(rf"way out of {CELL}(?=, )", r"\g<0>;", text)  # a clause ends there too
    ends = ("white", "black", ";", r"\)")
    parts = re.split("|".join(rf"(?<={end}), (?:and )?" for end in ends), marked)
    return [part.removesuffix(";") for part in parts]


@THEN.rule(r"{at:cell} would be white \(or {cut:cut}\)")
def _gap(view: View, at: Cell, cut: str) -> None:
    view.need_open([at])
    before = view.snapshot()
    view.learn([(at, "black")])
    cut_off(view, cut)
    view.restore(before)
    view.learn([(at, "white")])


@THEN.rule(r"{at:cell} would be white as the last way out of {shut:cell}")
def _way_out(view: View, at: Cell, shut: Cell) -> None:
    view.need_open([at])
    view.need_colour([shut], "white")
    need(at in view.beside(shut), f"{name(at)} is no way out")
    walls = [neighbour for neighbour in view.beside(shut) if neighbour != at]
    view.need_colour(walls, "black")
    view.mention(walls)
    view.learn([(at, "white")])
    view.cite("adjacent", "divided")


@THEN.rule(r"{some:cells} would be white")
def _beside(view: View, some: list[Cell]) -> None:
    for at in some:
        view.need_open([at])
        need(
            any(view.has_colour(neighbour, "black") for neighbour in view.beside(at)),
            f"{name(at)} is beside no black cell",
        )
        view.learn([(at, "white")])
    view.cite("adjacent")


@THEN.rule(r"the {clue:clue} at {at:cell} would make {made:text}")
def _makes(view: View, clue: str, at: Cell, made: str) -> None:
    total = view.total(at, clue)
    arms = [view.lengths(at, side) for side in SIDES]
    choices = [lengths for lengths in product(*arms) if sum(lengths) == total]
    facts = parse_facts(made)
    for fact in facts:
        view.need_open([fact[0]])
        need(
            all(_is_fact_given(view, at, choice, fact) for choice in choices),
            f"{name(fact[0])} need not be so",
        )
    view.learn(facts)


@THEN_ENDS.rule(r"the {clue:clue} at {at:cell} would see at least {n:number} cells?")
def _sees_more(view: View, clue: str, at: Cell, n: int) -> None:
    need(view.total(at, clue) + 1 < n == view.least(at) + 1, f"it would see {view.least(at) + 1}")


@THEN_ENDS.rule(r"the {clue:clue} at {at:cell} could see at most {n:number} cells?")
def _sees_less(view: View, clue: str, at: Cell, n: int) -> None:
    need(view.total(at, clue) + 1 > n == view.most(at) + 1, f"it could see {view.most(at) + 1}")


@THEN_ENDS.rule(
    r"the {clue:clue} at {at:cell} could see {low:number} cells? or {high:number}, "
    r"but not {n:number}"
)
def _never_sees(view: View, clue: str, at: Cell, low: int, high: int, n: int) -> None:
    sums = view.sums(at)
    need(n == view.total(at, clue) + 1 and n not in sums, f"it could see {sums}")
    need(low == max((seen for seen in sums if seen < n), default=None), f"it could see {sums}")
    need(high == min((seen for seen in sums if seen > n), default=None), f"it could see {sums}")


@THEN_ENDS.rule(r"{a:cell} and {b:cell} would be black side by side")
def _side_by_side(view: View, a: Cell, b: Cell) -> None:
    view.need_colour([a, b], "black")
    need(b in view.beside(a), "they are not side by side")
    view.cite("adjacent")

"""Sentences about Hashi: what islands can get, and what would be cut off."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from sentence_checker.hashi_view import Link, View, between, denied, islands, link_of, statement
from sentence_checker.words import CELL, Cell, Fault, Grammar, cell, cells, name, need

__all__ = ["ENDS", "SENTENCES", "View", "denied", "statement"]

SENTENCES, ENDS, THEN, THEN_ENDS = Grammar(), Grammar(), Grammar(), Grammar()


# Counting


@SENTENCES.rule(r"The bridge from {a:cell} to {b:cell} bars the way {ways:text}\.")
def _bars(view: View, a: Cell, b: Cell, ways: str) -> None:
    bridge = link_of(a, b)
    need(view.lo.get(bridge), "there is no such bridge")
    for way in re.findall(rf"from {CELL} to {CELL}", ways):
        need(view.crosses(bridge, between(way)), f"it does not cross the way {way}")
        view.conclude(between(way), "hi", 0)
    need(len(view.concluded) * 2 == len(cells(ways)), f"no rule reads {ways!r}")
    view.speak("crossing")


@SENTENCES.rule(r"No bridge can run {ways:text}\.")
def _none_across(view: View, ways: str) -> None:
    for way in re.findall(rf"from {CELL} to {CELL}", ways):
        link = between(way)
        across = [one for one in view.links if view.lo[one] and view.crosses(one, link)]
        told = [one for one in across if not view.looked.isdisjoint(one)]
        need(told, f"no bridge that was told of crosses the way {way}")
        view.name(end for one in told for end in one)
        view.conclude(link, "hi", 0)
    view.speak("crossing")


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} has all its bridges"
    r"(?: and gets no more|, so none leads to {others:options})\."
)
def _finished(view: View, clue: str, at: Cell, others: list[Cell] | None) -> None:
    view.need_clue(at, clue)
    need(view.has(at) == int(clue), f"it has {view.has(at)}")
    for link in view.at_island(at):
        view.conclude(link, "hi", view.lo[link])
    none = {view.far(link, at) for link in view.at_island(at) if not view.lo[link] < view.hi[link]}
    for other in others or ():
        need(not view.lo[link_of(at, other)], f"a bridge leads to {name(other)}")
        need(other not in none, f"it is known already that none leads to {name(other)}")


def offers(view: View, island: Cell, text: str, *, even: bool = False) -> dict[Link, int]:
    """What an island can get from each of its neighbours, as is said and as is so.

    Where "even with" is said, it may be what a link can take, though the neighbour wants less.
    """
    found: dict[Link, int] = {}
    for number, part in enumerate(re.split(r", (?=\d|none)| and (?=\d+ from|none)", text)):
        told = re.fullmatch(
            rf"(\d+|none|no)(?P<noun> bridges?)? from (?:({CELL})|the (\d+) at ({CELL}))"
            r"(?: \((?:which |(?P<there>\d+) (?:is|are) there, and it )"
            r"(?:needs only (?P<more>\d+) more|(?P<full>has all its bridges))\))?",
            part,
        )
        if told is None:
            raise Fault(f"no rule reads {part!r}")
        need(bool(told["noun"]) == (not number), "bridges are named first, and only there")
        count, other = int(re.sub("no.*", "0", told[1])), cell(told[3] or told[5])
        link = link_of(island, other)
        need(link in view.lo, f"{name(other)} is no neighbour")
        if told[4]:
            view.need_clue(other, told[4])
            need(count == int(told[4]), "that is not what it can give")
        if told["more"] or told["full"]:
            more = int(told["more"] or 0)
            need(more == view.wants(other), f"{name(other)} wants {view.wants(other)} more")
            need(count == view.lo[link] + more, "that is not what it can give")
            said = int(told["there"] or (view.lo[link] if told["full"] else 0))
            need(said == view.lo[link], f"{view.lo[link]} are there")
        room = min(view.hi[link], view.lo[link] + view.wants(other))
        most = [room, view.hi[link], *([int(told[4])] if told[4] and even else [])]
        need(room <= count <= view.hi[link] and count in most, f"{name(other)} can give {room}")
        need(count == room or even, f"{name(other)} can give only {room}")
        found[link] = count
    return found


def others_give_nothing(view: View, island: Cell, told: Iterable[Link]) -> None:
    """Whoever is not mentioned can give nothing."""
    for link in view.at_island(island):
        if link not in told:
            need(not view.tight(link), f"{name(view.far(link, island))} can give something too")


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} can get its (?:bridge|{n:number} bridges) only from {by:cell}"
    r"(?:, as {full:cells} (?:has all its|have all their) bridges)?\."
)
def _only_from(
    view: View, clue: str, at: Cell, n: int | None, by: Cell, full: list[Cell] | None
) -> None:
    for one in full or ():
        need(link_of(at, one) in view.lo and not view.wants(one), f"{name(one)} has some left")
        need(one != by, f"{name(one)} gives all of them")
    view.need_clue(at, clue)
    need(int(clue) == (n or 1), "that is not its number")
    link = link_of(at, by)
    others_give_nothing(view, at, [link])
    view.conclude(link, "lo", int(clue))
    view.conclude(link, "hi", int(clue))
    view.name([at, by])


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} wants only {n:number} bridges?(?P<more> more)?, "
    r"so no more than {cap:number} can lead to {to:text}\."
)
def _limits(view: View, clue: str, at: Cell, n: int, more: str | None, cap: int, to: str) -> None:
    view.need_clue(at, clue)
    need(n == view.wants(at), f"it wants {view.wants(at)}")
    need(bool(more) == bool(view.has(at)), "it has some bridges, or none")
    for far in re.findall(CELL, to):
        link = link_of(at, cell(far))
        need(cap == view.lo[link] + n, "it takes more or fewer")
        view.conclude(link, "hi", cap)


@SENTENCES.rule(
    r"(?:The {clue:clue} at {at:cell} can get at most {given:text}, and it needs them all|"
    r"Even {even:text} would be just what the {number:clue} at {of:cell} needs; so it gets them all"
    r")\."
)
def _all(view: View, clue: str | None, at: Cell, given: str, even: str | None, number: str,
         of: Cell) -> None:  # fmt: skip
    if clue is None:
        clue, at = number, of
    view.need_clue(at, clue)
    told = offers(view, at, even or given, even=even is not None)
    others_give_nothing(view, at, told)
    need(sum(told.values()) == int(clue), f"that makes {sum(told.values())}")
    for link, count in told.items():
        view.conclude(link, "lo", count)
        view.conclude(link, "hi", count)


@SENTENCES.rule(
    r"Even with {given:text}, the {clue:clue} at {at:cell} needs at least {n:number} "
    r"from {by:cell}\."
)
def _even(view: View, given: str, clue: str, at: Cell, n: int, by: Cell) -> None:
    view.need_clue(at, clue)
    told = offers(view, at, given, even=True)
    need(link_of(at, by) not in told, "it is about another island in the end")
    others_give_nothing(view, at, [*told, link_of(at, by)])
    need(n == int(clue) - sum(told.values()), "it needs more or fewer")
    view.conclude(link_of(at, by), "lo", n)


@SENTENCES.rule(
    r"Even {given:text} would be only {n:number} more than the {clue:clue} at {at:cell} needs; "
    r"so it gets at least {so:text}\."
)
def _spare(view: View, given: str, n: int, clue: str, at: Cell, so: str) -> None:
    view.need_clue(at, clue)
    told = offers(view, at, given, even=True)
    others_give_nothing(view, at, told)
    need(n == sum(told.values()) - int(clue) > 0, "that is not what it can do without")
    each = re.fullmatch(r"(\d+) from each(?: of (.+))?", so)
    if each is not None:
        of_them = cells(each[2]) if each[2] else [view.far(link, at) for link in told]
        some = {at_: int(each[1]) for at_ in of_them}
    else:
        parts = re.findall(rf"(\d+) from ({CELL})", so)
        some = {cell(one): int(count) for count, one in parts}
        need(len(some) == len(cells(so)), f"no rule reads {so!r}")
    for other, count in some.items():
        link = link_of(at, other)
        need(link in told and count == told[link] - n > 0, f"not so many from {name(other)}")
        view.conclude(link, "lo", count)


@SENTENCES.rule(r"The \? at {at:cell} can be joined only to {by:cell}, so there is a bridge\.")
def _only_neighbour(view: View, at: Cell, by: Cell) -> None:
    view.need_clue(at, "?")
    others_give_nothing(view, at, [link_of(at, by)])
    view.speak("divided")
    view.conclude(link_of(at, by), "lo", 1)


# Parts that would be cut off


def need_part(view: View, text: str, counts: dict[Link, int]) -> set[Cell]:
    """Islands that no link leads out of; all are named, or one and how many there are."""
    told = re.fullmatch(rf"({CELL}) and (\d+) other islands \(shaded\)", text)
    if told is None:
        part = set(cells(text))
        need(text == _listed(part), f"no rule reads {text!r}")
    else:
        part = view.reached(cell(told[1]), counts)
        need(len(part) == int(told[2]) + 1, f"there are {len(part)} islands in that part")
        need(part <= view.drawn, "they are not shaded")
    for link in view.links:
        inside = [end in part for end in link]
        cut = not counts[link] or all(inside) or not any(inside)
        need(cut, f"a way leads from {name(link[0])} to {name(link[1])}")
    need(len(part) < len(view.clues), "that is the whole board")
    view.speak("divided")
    return part


def _listed(part: set[Cell]) -> str:
    names = [name(at) for at in sorted(part)]
    return ", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1]


@SENTENCES.rule(
    r"(?P<what>A bridge|Another bridge|\d+ bridges|\d+ more bridges) from {a:cell} to {b:cell}"
    r"(?P<cross>, which none can cross,)? would {breaks:text}, "
    r"so there (?:is none|(?:is|are) at most {n:number})\."
)
def _cuts(
    view: View, a: Cell, b: Cell, breaks: str, n: int | None, what: str, cross: str | None
) -> None:
    link = link_of(a, b)
    count = (n or 0) + 1
    more = 1 if not what[0].isdigit() else int(what.split()[0])
    is_more = "nother" in what or "more" in what
    need(is_more == bool(view.lo[link]), "there is none yet, or there is one already")
    need(count == more + (view.lo[link] if is_more else 0), "it concludes another number")
    view.learn([(link, "lo", count)])
    if cross:
        closed = [other for other in view.links if view.crosses(link, other)]
        view.learn((other, "hi", 0) for other in closed)
        view.speak("crossing")
    counts = view.open_links()
    counts[link] = count
    cut = re.fullmatch(r"cut off (.+) from the rest", breaks)
    if breaks == "cut these two off from the rest":
        need_part(view, _listed({a, b}), counts)
    elif cut is not None:
        need(a in need_part(view, cut[1], counts), "it is in the other part")
    else:
        away = re.fullmatch(r"leave no way from there to (.+)", breaks)
        need(away, f"no rule reads {breaks!r}")
        assert away is not None
        need(a not in need_part(view, away[1], counts), "it is in that part")
    view.conclude(link, "hi", count - 1)


@SENTENCES.rule(
    r"Joined only to {others:text}, the {clue:clue} at {at:cell} would be cut off with "
    r"(?:it|them); so it has a bridge to {to:cell}\."
)
def _closing(view: View, others: str, clue: str, at: Cell, to: Cell) -> None:
    view.need_clue(at, clue)
    link = link_of(at, to)
    some = islands(view, others)
    view.learn([(link, "hi", 0)])
    others_give_nothing(view, at, [link_of(at, one) for one in some])
    counts = {one: view.tight(one) for one in view.at_island(at)}
    need(sum(counts.values()) == int(clue), f"they can give {sum(counts.values())}")
    view.learn((one, "lo", count) for one, count in counts.items())
    group = view.reached(at, view.lo)
    for one in view.links:
        leaves = len(group.intersection(one)) == 1
        need(not leaves or not view.tight(one), f"a way leads from {name(one[0])} out of it")
    need(len(group) < len(view.clues), "that is the whole board")
    view.name(group)
    view.speak("divided")
    view.conclude(link, "lo", 1)


@SENTENCES.rule(r"Only a bridge from {a:cell} to {b:cell} can join {part:text} to the rest, "
                r"so there is one\.")  # fmt: skip
def _only_link(view: View, a: Cell, b: Cell, part: str) -> None:
    link = link_of(a, b)
    view.learn([(link, "hi", 0)])
    found = need_part(view, part, view.open_links())
    need(len(found.intersection(link)) == 1, "it joins nothing with the rest")
    view.conclude(link, "lo", 1)


@SENTENCES.rule(
    r"{a:cell} and {b:cell} are joined already by way of {by:cells}; a bridge between them would "
    r"close a loop, so there is none\."
)
def _loop(view: View, a: Cell, b: Cell, by: list[Cell]) -> None:
    need(not view.loops, "loops are allowed here")
    way = [a, *by, b]
    for one, other in pairwise(way):
        need(view.lo.get(link_of(one, other)), f"{name(one)} and {name(other)} are not joined")
    view.speak("loop")
    view.conclude(link_of(a, b), "hi", 0)


# Looking ahead


@SENTENCES.rule(
    r"With (?P<what>no bridge|only \d+ bridges?|a bridge|\d+ bridges) from {a:cell} to {b:cell}, "
    r"{then:text}\. So there (?P<so>is one|are at least \d+|is none|(?:is|are) at most \d+)\."
)
def _ahead(view: View, a: Cell, b: Cell, then: str, what: str, so: str) -> None:
    link = link_of(a, b)
    number = int((re.findall(r"\d+", what) or ["1"])[0])
    if what == "no bridge":
        fact = (link, "hi", 0)
    else:
        fact = (link, "hi" if what.startswith("only") else "lo", number)
    n = int((re.findall(r"\d+", so) or ["1"])[0])
    means = (link, "lo", n) if "is one" in so or "least" in so else (link, "hi", n * ("most" in so))
    need(means == view.opposite(fact), "it concludes something else")
    view.learn([fact])
    *steps, end = re.split(r", and |, (?=the |no )", then)
    for step in steps:
        need(THEN.check(view, step), f"no rule reads {step!r}")
    need(THEN_ENDS.check(view, end), f"no rule reads {end!r}")
    view.concluded = {means}


@THEN.rule(r"the {clue:clue} at {at:cell} would have all its bridges")
def _full(view: View, clue: str, at: Cell) -> None:
    view.need_clue(at, clue)
    need(view.has(at) == int(clue), f"it would have {view.has(at)}")
    view.learn((link, "hi", view.lo[link]) for link in view.at_island(at))


@THEN.rule(
    r"the {clue:clue} at {at:cell} and the {number:clue} at {other:cell} would have all their "
    r"bridges"
)
def _both_full(view: View, clue: str, at: Cell, number: str, other: Cell) -> None:
    _full(view, clue, at)
    _full(view, number, other)


@THEN.rule(r"the {clue:clue} at {at:cell} would need {what:text}")
def _needs(view: View, clue: str, at: Cell, what: str) -> None:
    view.need_clue(at, clue)
    for count, to in re.findall(rf"(\d+) to ({CELL})", what):
        link = link_of(at, cell(to))
        others = sum(view.tight(one) for one in view.at_island(at) if one != link)
        wanted = 1 if clue == "?" else int(clue) - others
        need(int(count) == wanted, f"it would need {wanted} to {to}")
        view.learn([(link, "lo", int(count))])
    if clue == "?":
        view.speak("divided")


@THEN.rule(r"the {clue:clue} at {at:cell} could have only {what:text}")
def _could(view: View, clue: str, at: Cell, what: str) -> None:
    view.need_clue(at, clue)
    for count, to in re.findall(rf"(\d+|none) to ({CELL})", what):
        link = link_of(at, cell(to))
        room = view.lo[link] + view.wants(at)
        need((0 if count == "none" else int(count)) == room, f"it could have {room} to {to}")
        view.learn([(link, "hi", room)])


@THEN.rule(r"no bridge could run from {a:cell} to {b:cell}")
def _barred(view: View, a: Cell, b: Cell) -> None:
    across = [one for one in view.links if view.lo[one] and view.crosses(one, link_of(a, b))]
    need(any(not view.looked.isdisjoint(one) for one in across), "nothing crosses it")
    view.speak("crossing")
    view.learn([(link_of(a, b), "hi", 0)])


@THEN_ENDS.rule(r"it would cross the bridge from {a:cell} to {b:cell}")
def _crosses(view: View, a: Cell, b: Cell) -> None:
    bridge = link_of(a, b)
    need(view.lo.get(bridge), "there is no such bridge")
    need(any(view.lo[one] and view.crosses(one, bridge) for one in view.links), "nothing does")
    view.speak("crossing")


@THEN_ENDS.rule(r"the {clue:clue} at {at:cell} would have {n:number}")
def _too_many(view: View, clue: str, at: Cell, n: int) -> None:
    view.need_clue(at, clue)
    need(n == view.has(at) > int(clue), f"it would have {view.has(at)}")


@THEN_ENDS.rule(r"the {clue:clue} at {at:cell} could get (?:only {n:number}|none)")
def _too_few(view: View, clue: str, at: Cell, n: int | None) -> None:
    view.need_clue(at, clue)
    most = sum(min(view.hi[one], view.tight(one)) for one in view.at_island(at))
    need((n or 0) == most < (1 if clue == "?" else int(clue)), f"it could get {most}")
    if clue == "?":
        view.speak("divided")


@THEN_ENDS.rule(r"{part:text} would be cut off")
def _cut_off(view: View, part: str) -> None:
    need_part(view, part, view.open_links())


@THEN_ENDS.rule(r"there would be a loop")
def _would_loop(view: View) -> None:
    need(not view.loops, "loops are allowed here")
    view.speak("loop")


# Broken rules


@ENDS.rule(r"the {clue:clue} at {at:cell} has {n:number} bridges?")
def _has(view: View, clue: str, at: Cell, n: int) -> None:
    view.need_clue(at, clue)
    need(n == view.has(at) > int(clue), f"it has {view.has(at)}")


@ENDS.rule(r"the {clue:clue} at {at:cell} can get (?:only |(?=none)){given:text}")
def _starved(view: View, clue: str, at: Cell, given: str) -> None:
    view.need_clue(at, clue)
    told = _rooms(given)
    rooms = {view.far(link, at): view.room(link, at) for link in view.at_island(at)}
    need(told == rooms, f"it can get {rooms}")
    need(sum(rooms.values()) < int(clue), "that is enough")
    view.speak("crossing")


def _rooms(text: str) -> dict[Cell, int]:
    parts = re.findall(rf"(\d+|none) from ({CELL})", text)
    return {cell(at): int(count.replace("none", "0")) for count, at in parts}


@ENDS.rule(r"two bridges cross at {at:cell}, and bridges never cross")
def _cross(view: View, at: Cell) -> None:
    over = [(a, b) for a, b in view.links if view.lo[a, b] and a < at < b]
    over = [(a, b) for a, b in over if {a[0], at[0], b[0]} == {at[0]} or a[1] == at[1] == b[1]]
    need(len(over) == 2 and view.crosses(*over), "no two bridges cross there")
    view.name(end for link in over for end in link)
    view.speak("crossing")


@ENDS.rule(
    r"{some:cells}(?: and \d+ more \(shaded\))? have all their bridges, but none "
    r"to the other islands, and all islands are connected"
)
def _closed(view: View, some: list[Cell]) -> None:
    group = view.reached(some[0], view.lo)
    need(set(some) <= group and len(group) < len(view.clues), "they are no group")
    for at in group:
        need(view.clues[at] != "?" and view.has(at) == int(view.clues[at]), f"{name(at)} is open")
    view.name(group)
    view.speak("divided")

"""Sentences about Hashi: what islands can get, and what would be cut off."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from sentence_checker.hashi_view import (
    Link,
    View,
    link_of,
    parse_denied,
    parse_facts,
    parse_islands,
    parse_link,
)
from sentence_checker.words import CELL, Cell, Fault, Grammar, cell, cells, name, need

__all__ = ["ENDS", "SENTENCES", "View", "parse_denied", "parse_facts"]

SENTENCES, ENDS, THEN, THEN_ENDS = Grammar(), Grammar(), Grammar(), Grammar()


# Counting


@SENTENCES.rule(r"The bridge from {a:cell} to {b:cell} bars the way {ways:text}\.")
def _bars(view: View, a: Cell, b: Cell, ways: str) -> None:
    bridge = link_of(a, b)
    need(view.lo.get(bridge), "there is no such bridge")
    for way in re.findall(rf"from {CELL} to {CELL}", ways):
        need(view.crosses(bridge, parse_link(way)), f"it does not cross the way {way}")
        view.conclude(parse_link(way), "hi", 0)
    need(len(view.concluded) * 2 == len(cells(ways)), f"no rule reads {ways!r}")
    view.cite("crossing")


@SENTENCES.rule(r"No bridge can run {ways:text}\.")
def _none_across(view: View, ways: str) -> None:
    for way in re.findall(rf"from {CELL} to {CELL}", ways):
        link = parse_link(way)
        crossing = [
            bridge for bridge in view.links if view.lo[bridge] and view.crosses(bridge, link)
        ]
        mentioned = [bridge for bridge in crossing if not view.looked_at.isdisjoint(bridge)]
        need(mentioned, f"no bridge that was told of crosses the way {way}")
        view.mention(end for bridge in mentioned for end in bridge)
        view.conclude(link, "hi", 0)
    view.cite("crossing")


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} has all its bridges"
    r"(?: and gets no more|, so none leads to {others:options})\."
)
def _finished(view: View, clue: str, at: Cell, others: list[Cell] | None) -> None:
    view.need_clue(at, clue)
    need(view.bridge_count(at) == int(clue), f"it has {view.bridge_count(at)}")
    for link in view.links_at(at):
        view.conclude(link, "hi", view.lo[link])
    none = {
        view.other_end(link, at) for link in view.links_at(at) if not view.lo[link] < view.hi[link]
    }
    for other in others or ():
        need(not view.lo[link_of(at, other)], f"a bridge leads to {name(other)}")
        need(other not in none, f"it is known already that none leads to {name(other)}")


def offers(view: View, island: Cell, text: str, *, even: bool = False) -> dict[Link, int]:
    """Parse and check how many bridges each neighbour can give to an island.

    After "even with" the number may be what a link allows, though the neighbour needs fewer.
    """
    result: dict[Link, int] = {}
    for number, part in enumerate(re.split(r", (?=\d|none)| and (?=\d+ from|none)", text)):
        match = re.fullmatch(
            rf"(\d+|none|no)(?P<noun> bridges?)? from (?:({CELL})|the (\d+) at ({CELL}))"
            r"(?: \((?:which |(?P<there>\d+) (?:is|are) there, and it )"
            r"(?:needs only (?P<more>\d+) more|(?P<full>has all its bridges))\))?",
            part,
        )
        if match is None:
            raise Fault(f"no rule reads {part!r}")
        need(bool(match["noun"]) == (not number), "bridges are named first, and only there")
        count, other = int(re.sub("no.*", "0", match[1])), cell(match[3] or match[5])
        link = link_of(island, other)
        need(link in view.lo, f"{name(other)} is no neighbour")
        if match[4]:
            view.need_clue(other, match[4])
            need(count == int(match[4]), "that is not what it can give")
        if match["more"] or match["full"]:
            more = int(match["more"] or 0)
            need(more == view.missing(other), f"{name(other)} wants {view.missing(other)} more")
            need(count == view.lo[link] + more, "that is not what it can give")
            stated_there = int(match["there"] or (view.lo[link] if match["full"] else 0))
            need(stated_there == view.lo[link], f"{view.lo[link]} are there")
        possible = min(view.hi[link], view.lo[link] + view.missing(other))
        most = [possible, view.hi[link], *([int(match[4])] if match[4] and even else [])]
        need(
            possible <= count <= view.hi[link] and count in most,
            f"{name(other)} can give {possible}",
        )
        need(count == possible or even, f"{name(other)} can give only {possible}")
        result[link] = count
    return result


def others_give_nothing(view: View, island: Cell, told: Iterable[Link]) -> None:
    """Check that neighbours that are not mentioned can give nothing."""
    for link in view.links_at(island):
        if link not in told:
            need(
                not view.max_bridges(link),
                f"{name(view.other_end(link, island))} can give something too",
            )


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} can get its (?:bridge|{n:number} bridges) only from {by:cell}"
    r"(?:, as {full:cells} (?:has all its|have all their) bridges)?\."
)
def _only_from(
    view: View, clue: str, at: Cell, n: int | None, by: Cell, full: list[Cell] | None
) -> None:
    for neighbour in full or ():
        need(
            link_of(at, neighbour) in view.lo and not view.missing(neighbour),
            f"{name(neighbour)} has some left",
        )
        need(neighbour != by, f"{name(neighbour)} gives all of them")
    view.need_clue(at, clue)
    need(int(clue) == (n or 1), "that is not its number")
    link = link_of(at, by)
    others_give_nothing(view, at, [link])
    view.conclude(link, "lo", int(clue))
    view.conclude(link, "hi", int(clue))
    view.mention([at, by])


@SENTENCES.rule(
    r"The {clue:clue} at {at:cell} wants only {n:number} bridges?(?P<more> more)?, "
    r"so no more than {cap:number} can lead to {to:text}\."
)
def _limits(view: View, clue: str, at: Cell, n: int, more: str | None, cap: int, to: str) -> None:
    view.need_clue(at, clue)
    need(n == view.missing(at), f"it wants {view.missing(at)}")
    need(bool(more) == bool(view.bridge_count(at)), "it has some bridges, or none")
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
    offered = offers(view, at, even or given, even=even is not None)
    others_give_nothing(view, at, offered)
    need(sum(offered.values()) == int(clue), f"that makes {sum(offered.values())}")
    for link, count in offered.items():
        view.conclude(link, "lo", count)
        view.conclude(link, "hi", count)


@SENTENCES.rule(
    r"Even with {given:text}, the {clue:clue} at {at:cell} needs at least {n:number} "
    r"from {by:cell}\."
)
def _even(view: View, given: str, clue: str, at: Cell, n: int, by: Cell) -> None:
    view.need_clue(at, clue)
    offered = offers(view, at, given, even=True)
    need(link_of(at, by) not in offered, "it is about another island in the end")
    others_give_nothing(view, at, [*offered, link_of(at, by)])
    need(n == int(clue) - sum(offered.values()), "it needs more or fewer")
    view.conclude(link_of(at, by), "lo", n)


@SENTENCES.rule(
    r"Even {given:text} would be only {n:number} more than the {clue:clue} at {at:cell} needs; "
    r"so it gets at least {so:text}\."
)
def _spare(view: View, given: str, n: int, clue: str, at: Cell, so: str) -> None:
    view.need_clue(at, clue)
    offered = offers(view, at, given, even=True)
    others_give_nothing(view, at, offered)
    need(n == sum(offered.values()) - int(clue) > 0, "that is not what it can do without")
    each = re.fullmatch(r"(\d+) from each(?: of (.+))?", so)
    if each is not None:
        of_them = cells(each[2]) if each[2] else [view.other_end(link, at) for link in offered]
        some = {at_: int(each[1]) for at_ in of_them}
    else:
        parts = re.findall(rf"(\d+) from ({CELL})", so)
        some = {cell(island): int(count) for count, island in parts}
        need(len(some) == len(cells(so)), f"no rule reads {so!r}")
    for other, count in some.items():
        link = link_of(at, other)
        need(link in offered and count == offered[link] - n > 0, f"not so many from {name(other)}")
        view.conclude(link, "lo", count)


@SENTENCES.rule(r"The \? at {at:cell} can be joined only to {by:cell}, so there is a bridge\.")
def _only_neighbour(view: View, at: Cell, by: Cell) -> None:
    view.need_clue(at, "?")
    others_give_nothing(view, at, [link_of(at, by)])
    view.cite("divided")
    view.conclude(link_of(at, by), "lo", 1)


# Parts that would be cut off


def need_part(view: View, text: str, counts: dict[Link, int]) -> set[Cell]:
    """Parse a part of the board and check that no link leaves it.

    All its islands are named, or one with the number of the others.
    """
    match = re.fullmatch(rf"({CELL}) and (\d+) other islands \(shaded\)", text)
    if match is None:
        part = set(cells(text))
        need(text == _list_names(part), f"no rule reads {text!r}")
    else:
        part = view.reachable(cell(match[1]), counts)
        need(len(part) == int(match[2]) + 1, f"there are {len(part)} islands in that part")
        need(part <= view.drawn, "they are not shaded")
    for link in view.links:
        inside = [end in part for end in link]
        cut = not counts[link] or all(inside) or not any(inside)
        need(cut, f"a way leads from {name(link[0])} to {name(link[1])}")
    need(len(part) < len(view.clues), "that is the whole board")
    view.cite("divided")
    return part


def _list_names(part: set[Cell]) -> str:
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
        view.cite("crossing")
    counts = view.open_links()
    counts[link] = count
    cut = re.fullmatch(r"cut off (.+) from the rest", breaks)
    if breaks == "cut these two off from the rest":
        need_part(view, _list_names({a, b}), counts)
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
    some = parse_islands(view, others)
    view.learn([(link, "hi", 0)])
    others_give_nothing(view, at, [link_of(at, island) for island in some])
    counts = {other: view.max_bridges(other) for other in view.links_at(at)}
    need(sum(counts.values()) == int(clue), f"they can give {sum(counts.values())}")
    view.learn((other, "lo", count) for other, count in counts.items())
    group = view.reachable(at, view.lo)
    for other in view.links:
        leaves = len(group.intersection(other)) == 1
        need(
            not leaves or not view.max_bridges(other),
            f"a way leads from {name(other[0])} out of it",
        )
    need(len(group) < len(view.clues), "that is the whole board")
    view.mention(group)
    view.cite("divided")
    view.conclude(link, "lo", 1)


@SENTENCES.rule(r"Only a bridge from {a:cell} to {b:cell} can join {part:text} to the rest, "
                r"so there is one\.")  # fmt: skip
def _only_link(view: View, a: Cell, b: Cell, part: str) -> None:
    link = link_of(a, b)
    view.learn([(link, "hi", 0)])
    part_islands = need_part(view, part, view.open_links())
    need(len(part_islands.intersection(link)) == 1, "it joins nothing with the rest")
    view.conclude(link, "lo", 1)


@SENTENCES.rule(
    r"{a:cell} and {b:cell} are joined already by way of {by:cells}; a bridge between them would "
    r"close a loop, so there is none\."
)
def _loop(view: View, a: Cell, b: Cell, by: list[Cell]) -> None:
    need(not view.loops, "loops are allowed here")
    route = [a, *by, b]
    for first, second in pairwise(route):
        need(
            view.lo.get(link_of(first, second)), f"{name(first)} and {name(second)} are not joined"
        )
    view.cite("loop")
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
    need(view.bridge_count(at) == int(clue), f"it would have {view.bridge_count(at)}")
    view.learn((link, "hi", view.lo[link]) for link in view.links_at(at))


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
        others = sum(view.max_bridges(other) for other in view.links_at(at) if other != link)
        wanted = 1 if clue == "?" else int(clue) - others
        need(int(count) == wanted, f"it would need {wanted} to {to}")
        view.learn([(link, "lo", int(count))])
    if clue == "?":
        view.cite("divided")


@THEN.rule(r"the {clue:clue} at {at:cell} could have only {what:text}")
def _could(view: View, clue: str, at: Cell, what: str) -> None:
    view.need_clue(at, clue)
    for count, to in re.findall(rf"(\d+|none) to ({CELL})", what):
        link = link_of(at, cell(to))
        room = view.lo[link] + view.missing(at)
        need((0 if count == "none" else int(count)) == room, f"it could have {room} to {to}")
        view.learn([(link, "hi", room)])


@THEN.rule(r"no bridge could run from {a:cell} to {b:cell}")
def _barred(view: View, a: Cell, b: Cell) -> None:
    crossing = [
        bridge for bridge in view.links if view.lo[bridge] and view.crosses(bridge, link_of(a, b))
    ]
    need(any(not view.looked_at.isdisjoint(bridge) for bridge in crossing), "nothing crosses it")
    view.cite("crossing")
    view.learn([(link_of(a, b), "hi", 0)])


@THEN_ENDS.rule(r"it would cross the bridge from {a:cell} to {b:cell}")
def _crosses(view: View, a: Cell, b: Cell) -> None:
    bridge = link_of(a, b)
    need(view.lo.get(bridge), "there is no such bridge")
    need(
        any(view.lo[candidate] and view.crosses(candidate, bridge) for candidate in view.links),
        "nothing does",
    )
    view.cite("crossing")


@THEN_ENDS.rule(r"the {clue:clue} at {at:cell} would have {n:number}")
def _too_many(view: View, clue: str, at: Cell, n: int) -> None:
    view.need_clue(at, clue)
    need(n == view.bridge_count(at) > int(clue), f"it would have {view.bridge_count(at)}")


@THEN_ENDS.rule(r"the {clue:clue} at {at:cell} could get (?:only {n:number}|none)")
def _too_few(view: View, clue: str, at: Cell, n: int | None) -> None:
    view.need_clue(at, clue)
    most = sum(min(view.hi[link], view.max_bridges(link)) for link in view.links_at(at))
    need((n or 0) == most < (1 if clue == "?" else int(clue)), f"it could get {most}")
    if clue == "?":
        view.cite("divided")


@THEN_ENDS.rule(r"{part:text} would be cut off")
def _cut_off(view: View, part: str) -> None:
    need_part(view, part, view.open_links())


@THEN_ENDS.rule(r"there would be a loop")
def _would_loop(view: View) -> None:
    need(not view.loops, "loops are allowed here")
    view.cite("loop")


# Broken rules


@ENDS.rule(r"the {clue:clue} at {at:cell} has {n:number} bridges?")
def _has(view: View, clue: str, at: Cell, n: int) -> None:
    view.need_clue(at, clue)
    need(n == view.bridge_count(at) > int(clue), f"it has {view.bridge_count(at)}")


@ENDS.rule(r"the {clue:clue} at {at:cell} can get (?:only |(?=none)){given:text}")
def _starved(view: View, clue: str, at: Cell, given: str) -> None:
    view.need_clue(at, clue)
    stated = _rooms(given)
    rooms = {view.other_end(link, at): view.room(link, at) for link in view.links_at(at)}
    need(stated == rooms, f"it can get {rooms}")
    need(sum(rooms.values()) < int(clue), "that is enough")
    view.cite("crossing")


def _rooms(text: str) -> dict[Cell, int]:
    parts = re.findall(rf"(\d+|none) from ({CELL})", text)
    return {cell(at): int(count.replace("none", "0")) for count, at in parts}


@ENDS.rule(r"two bridges cross at {at:cell}, and bridges never cross")
def _cross(view: View, at: Cell) -> None:
    over = [(a, b) for a, b in view.links if view.lo[a, b] and a < at < b]
    over = [(a, b) for a, b in over if {a[0], at[0], b[0]} == {at[0]} or a[1] == at[1] == b[1]]
    need(len(over) == 2 and view.crosses(*over), "no two bridges cross there")
    view.mention(end for link in over for end in link)
    view.cite("crossing")


@ENDS.rule(
    r"{some:cells}(?: and \d+ more \(shaded\))? have all their bridges, but none "
    r"to the other islands, and all islands are connected"
)
def _closed(view: View, some: list[Cell]) -> None:
    group = view.reachable(some[0], view.lo)
    need(set(some) <= group and len(group) < len(view.clues), "they are no group")
    for at in group:
        need(
            view.clues[at] != "?" and view.bridge_count(at) == int(view.clues[at]),
            f"{name(at)} is open",
        )
    view.mention(group)
    view.cite("divided")

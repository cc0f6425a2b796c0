"""Phrases about Hashi: what islands can get, and what would be cut off."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from sentence_checker.hashi_view import Link, View, link_of
from sentence_checker.words import Cell, Grammar, name, need

__all__ = ["SENTENCES", "View"]

SENTENCES, THEN, THEN_ENDS = Grammar(), Grammar(), Grammar()


def way_of(view: View, way: Any) -> Link:
    """Return the link of a pair of cells."""
    a, b = (view.cell_at(cell) for cell in way)
    need(link_of(a, b) in view.lo, f"there is no link {name(a)}-{name(b)}")
    return link_of(a, b)


def number_of(view: View, at: Cell) -> int:
    """Return the number of an island."""
    clue = view.clues.get(at, "?")
    need(clue != "?", f"{name(at)} has no number")
    return int(clue)


# Counting


@SENTENCES.rule("bars")
def _bars(view: View, bridge: Any, across: Any) -> None:
    over = way_of(view, bridge)
    need(view.lo[over], "there is no such bridge")
    for way in across:
        link = way_of(view, way)
        need(view.crosses(over, link), f"it does not cross the way {link}")
        view.conclude(link, "hi", 0)
    view.cite("crossing")


@SENTENCES.rule("finished")
def _finished(view: View, at: list[Cell], so: Any) -> None:
    (island,) = at
    need(
        view.bridge_count(island) == number_of(view, island), f"it has {view.bridge_count(island)}"
    )
    links = view.links_at(island)
    none = [link for link in links if not view.lo[link] < view.hi[link]]
    for link in links:
        view.conclude(link, "hi", view.lo[link])
    need(so.template in ("none-to", "no-more"), f"no rule about {so.template!r}")
    for other in map(view.cell_at, so.slots.get("others", ())):
        link = link_of(island, other)
        need(not view.lo[link], f"a bridge leads to {name(other)}")
        need(link not in none, f"it is known already that none leads to {name(other)}")


OFFERS = Grammar()


def offers(view: View, island: Cell, given: list[Any], *, loose: bool = False) -> dict[Link, int]:
    """Check how many bridges each neighbour can give to an island; return them.

    If `loose`, the number may be what a link allows, though the neighbour needs fewer.
    """
    view.island, view.loose = island, loose
    result: dict[Link, int] = {}
    for place, offer in enumerate(given):
        slots = dict(offer.slots)
        count = slots["count"]
        if not isinstance(count, int):
            need(count.template == ("none" if place else "bridges"), "bridges are named first")
            slots["count"] = count.slots.get("n", 0)
        elif not place:
            need(False, "bridges are named first")
        link, number = OFFERS.check(view, offer._replace(slots=slots))
        need(link not in result, "it is named twice")
        result[link] = number
    return result


@OFFERS.rule("offer", "offer-number", "offer-full", "offer-needs", "offer-has")
def _offer(view: View, template: str, by: Cell, count: int, there: int | None = None,
           more: int | None = None) -> tuple[Link, int]:  # fmt: skip
    link = link_of(view.island, by)
    need(link in view.lo, f"{name(by)} is no neighbour")
    built = view.lo[link]
    if template == "offer-number":
        need(count == number_of(view, by), "that is not what it can give")
    if template == "offer-full":
        need(view.missing(by) == 0 and count == built, "it has not all its bridges")
    if more is not None:
        need(more == view.missing(by), f"{name(by)} wants {view.missing(by)} more")
        need(count == built + more, "that is not what it can give")
        need((there or 0) == built, f"{built} are there")
    possible = min(view.hi[link], built + view.missing(by))
    numbers = [number_of(view, by)] if template == "offer-number" else []
    most = [possible, view.hi[link], *(numbers if view.loose else [])]
    need(possible <= count <= view.hi[link] and count in most, f"{name(by)} can give {possible}")
    need(count == possible or view.loose, f"{name(by)} can give only {possible}")
    return link, count


def others_give_nothing(view: View, island: Cell, told: Iterable[Link]) -> None:
    """Check that neighbours that are not mentioned can give nothing."""
    for link in view.links_at(island):
        if link not in told:
            other = view.other_end(link, island)
            need(not view.max_bridges(link), f"{name(other)} can give something too")


@SENTENCES.rule("only-from", "only-from-as")
def _only_from(view: View, at: Cell, needs: int, by: Cell, full: list[Cell] | None = None) -> None:
    for neighbour in full or ():
        has_all = link_of(at, neighbour) in view.lo and not view.missing(neighbour)
        need(has_all, f"{name(neighbour)} has some left")
        need(neighbour != by, f"{name(neighbour)} gives all of them")
    need(number_of(view, at) == needs, "that is not its number")
    link = link_of(at, by)
    others_give_nothing(view, at, [link])
    view.conclude(link, "lo", needs)
    view.conclude(link, "hi", needs)


@SENTENCES.rule("rest")
def _rest(view: View, at: Cell, has: int, needs: int, by: Cell) -> None:
    need(has == view.bridge_count(at) > 0, f"it has {view.bridge_count(at)}")
    need(needs == number_of(view, at) - has, "it needs more or fewer")
    link = link_of(at, by)
    for other in view.links_at(at):
        closed = other == link or view.max_bridges(other) == view.lo[other]
        need(closed, "another can go elsewhere")
    view.conclude(link, "lo", view.lo[link] + needs)
    view.conclude(link, "hi", view.lo[link] + needs)


@SENTENCES.rule("each", "each-full")
def _each(view: View, template: str, at: Cell, n: int, left: Any, least: int) -> None:
    usable = [link for link in view.links_at(at) if view.max_bridges(link)]
    need(n == len(usable), f"it has {len(usable)} neighbours")
    is_left = left.template == "neighbours-left"
    need(is_left == (n < len(view.links_at(at))), "they are left, or all")
    need(least == number_of(view, at) - (n - 1) * view.most > 0, "it needs more or fewer")
    need((template == "each-full") == (least == view.most), "it needs all, or not")
    for link in usable:
        view.conclude(link, "lo", least)
        if least == view.most:
            view.conclude(link, "hi", least)


@SENTENCES.rule("limits", "many-limits")
def _limits(view: View, limits: list[Any]) -> None:
    for phrase in limits:
        LIMITS.check(view, phrase)


LIMITS = Grammar()


@LIMITS.rule("limit", "limit-more")
def _limit(view: View, template: str, at: Cell, needs: int, most: int, others: list[Cell]) -> None:
    need(needs == view.missing(at), f"it wants {view.missing(at)}")
    has = bool(view.bridge_count(at))
    need((template == "limit-more") == has, "it has some bridges, or none")
    for far in others:
        link = link_of(at, far)
        need(most == view.lo[link] + needs, "it takes more or fewer")
        view.conclude(link, "hi", most)


@SENTENCES.rule("needs-all", "just-enough")
def _all(view: View, template: str, at: Cell, offers: list[Any]) -> None:
    offered = offers_of(view, at, offers, loose=template == "just-enough")
    others_give_nothing(view, at, offered)
    need(sum(offered.values()) == number_of(view, at), f"that makes {sum(offered.values())}")
    for link, count in offered.items():
        view.conclude(link, "lo", count)
        view.conclude(link, "hi", count)


offers_of = offers


@SENTENCES.rule("needs-from")
def _needs_from(view: View, offers: list[Any], at: Cell, needs: int, by: Cell) -> None:
    offered = offers_of(view, at, offers, loose=True)
    need(link_of(at, by) not in offered, "it is about another island in the end")
    others_give_nothing(view, at, [*offered, link_of(at, by)])
    need(needs == number_of(view, at) - sum(offered.values()), "it needs more or fewer")
    view.conclude(link_of(at, by), "lo", needs)


@SENTENCES.rule("spare", "spare-each", "spare-each-of")
def _spare(view: View, template: str, offers: list[Any], slack: int, at: Cell, least: Any,
           by: list[Cell] | None = None) -> None:  # fmt: skip
    offered = offers_of(view, at, offers, loose=True)
    others_give_nothing(view, at, offered)
    spare = sum(offered.values()) - number_of(view, at)
    need(slack == spare > 0, "that is not what it can do without")
    if template == "spare":
        some = {view.cell_at(cell): count for count, cell in least}
    elif template == "spare-each-of":
        some = dict.fromkeys(by or (), least)
    else:
        some = {view.other_end(link, at): least for link in offered}
    for other, count in some.items():
        link = link_of(at, other)
        enough = link in offered and count == offered[link] - slack > 0
        need(enough, f"not so many from {name(other)}")
        view.conclude(link, "lo", count)


@SENTENCES.rule("only-neighbour")
def _only_neighbour(view: View, at: Cell, by: Cell) -> None:
    need(view.clues.get(at) == "?", "it has a number")
    others_give_nothing(view, at, [link_of(at, by)])
    view.cite("divided")
    view.conclude(link_of(at, by), "lo", 1)


# Parts that would be cut off


def part_of(view: View, phrase: Any, counts: dict[Link, int]) -> set[Cell]:
    """Return the islands that are named, or shaded if one is named with the number of others."""
    if phrase.template == "islands":
        return {view.cell_at(cell) for cell in phrase.slots["cells"]}
    need(phrase.template == "many-islands", f"no rule about {phrase.template!r}")
    part = view.reachable(view.cell_at(phrase.slots["first"]), counts)
    need(len(part) == phrase.slots["others"] + 1, f"there are {len(part)} islands in that part")
    need(part <= view.drawn, "they are not shaded")
    return part


def need_part(view: View, phrase: Any, counts: dict[Link, int]) -> set[Cell]:
    """Check that no link leaves a part of the board, and return its islands."""
    return need_closed(view, part_of(view, phrase, counts), counts)


def need_closed(view: View, part: set[Cell], counts: dict[Link, int]) -> set[Cell]:
    for link in view.links:
        inside = [end in part for end in link]
        cut = not counts[link] or all(inside) or not any(inside)
        need(cut, f"a way leads from {name(link[0])} to {name(link[1])}")
    need(part and len(part) < len(view.clues), "that is the whole board, or nothing")
    view.cite("divided")
    return part


@SENTENCES.rule("cuts", "cuts-crossing")
def _cuts(view: View, template: str, bridges: Any, link: Any, breaks: Any, most: int) -> None:
    way, count = way_of(view, link), most + 1
    a, b = (view.cell_at(cell) for cell in link)
    more = 1 if bridges.template == "another" else bridges.slots["n"]
    is_more = bridges.template in ("another", "more")
    need(is_more == bool(view.lo[way]), "there is none yet, or there is one already")
    need(bridges.template != "more" or more > 1, "it is another one")
    need(count == more + view.lo[way], "it concludes another number")
    view.learn([(way, "lo", count)])
    if template == "cuts-crossing":
        closed = [other for other in view.links if view.crosses(way, other)]
        view.learn((other, "hi", 0) for other in closed)
        view.cite("crossing")
    counts = view.open_links()
    counts[way] = count
    if breaks.template == "off-pair":
        need_closed(view, {a, b}, counts)
    elif breaks.template == "off":
        need(a in need_part(view, breaks.slots["part"], counts), "it is in the other part")
    else:
        need(breaks.template == "away", f"no rule about {breaks.template!r}")
        need(a not in need_part(view, breaks.slots["part"], counts), "it is in that part")
    view.conclude(way, "hi", most)


@SENTENCES.rule("closing", "closing-121", "closing-more")
def _closing(
    view: View, template: str, at: Cell, others: list[Cell], to: Cell, rest: Any = None
) -> None:
    link = link_of(at, to)
    view.learn([(link, "hi", 0)])
    others_give_nothing(view, at, [link_of(at, island) for island in others])
    counts = {other: view.max_bridges(other) for other in view.links_at(at)}
    need(sum(counts.values()) == number_of(view, at), f"they can give {sum(counts.values())}")
    view.learn((other, "lo", count) for other, count in counts.items())
    group = view.reachable(at, view.lo)
    for other in view.links:
        leaves = len(group.intersection(other)) == 1
        away = f"a way leads from {name(other[0])} out of it"
        need(not leaves or not view.max_bridges(other), away)
    need(len(group) < len(view.clues), "that is the whole board")
    need_rest(view, rest, group - {at, *others})
    if template == "closing-121":
        ones = [number_of(view, other) for other in others]
        need(ones == [1, 1] and number_of(view, at) == 2, "these are not 1–2–1")
    view.cite("divided")
    view.conclude(link, "lo", 1)


def need_rest(view: View, phrase: Any, rest: set[Cell]) -> None:
    """Check that a phrase names some islands, or one with the number of the others."""
    slots = {} if phrase is None else phrase.slots
    if "others" in slots:
        need(view.cell_at(slots["first"]) in rest <= view.drawn, "they are not shaded")
        need(slots["others"] == len(rest) - 1, f"there are {len(rest)}")
    else:
        need({view.cell_at(cell) for cell in slots.get("cells", ())} == rest, f"it is {rest}")


@SENTENCES.rule("only-link")
def _only_link(view: View, link: Any, part: Any) -> None:
    way = way_of(view, link)
    view.learn([(way, "hi", 0)])
    islands = need_part(view, part, view.open_links())
    need(len(islands.intersection(way)) == 1, "it joins nothing with the rest")
    view.conclude(way, "lo", 1)


@SENTENCES.rule("loop")
def _loop(view: View, a: Cell, b: Cell, through: list[Cell]) -> None:
    need(not view.loops, "loops are allowed here")
    for first, second in pairwise([a, *through, b]):
        joined = view.lo.get(link_of(first, second))
        need(joined, f"{name(first)} and {name(second)} are not joined")
    view.cite("loop")
    view.conclude(link_of(a, b), "hi", 0)


# Looking ahead


@SENTENCES.rule("ahead", "ahead-at-once")
def _ahead(view: View, template: str, supposed: Any, link: Any, so: Any, end: Any,
           steps: list[Any] | None = None) -> None:  # fmt: skip
    way = way_of(view, link)
    number = supposed.slots.get("n", 0)
    fact = (way, "lo" if supposed.template == "with" else "hi", number)
    need(supposed.template in ("with", "with-only", "without"), "it supposes nothing")
    need(bool(number) == (supposed.template != "without"), "there is one, or none")
    n = so.slots.get("n", 1)
    means = (way, "hi" if so.template == "at-most" else "lo", n)
    need(means == view.opposite(fact), "it concludes something else")
    need((template == "ahead") == bool(steps), "it has steps, or none")
    view.learn([fact])
    for step in steps or ():
        THEN.check(view, step)
    THEN_ENDS.check(view, end)
    view.concluded = {means}


@THEN.rule("would-have-all")
def _full(view: View, at: list[Cell]) -> None:
    for island in at:
        has = view.bridge_count(island)
        need(has == number_of(view, island), f"it would have {has}")
        view.learn((link, "hi", view.lo[link]) for link in view.links_at(island))


@THEN.rule("would-need")
def _needs(view: View, at: Cell, counts: list[tuple[int, Cell]]) -> None:
    for count, to in counts:
        link = link_of(at, to)
        others = sum(view.max_bridges(other) for other in view.links_at(at) if other != link)
        is_unknown = view.clues[at] == "?"
        wanted = 1 if is_unknown else number_of(view, at) - others
        need(count == wanted, f"it would need {wanted} to {name(to)}")
        view.learn([(link, "lo", count)])
        if is_unknown:
            view.cite("divided")


@THEN.rule("could-have")
def _could(view: View, at: Cell, counts: list[tuple[int, Cell]]) -> None:
    for count, to in counts:
        link = link_of(at, to)
        room = view.lo[link] + view.missing(at)
        need(count == room, f"it could have {room} to {name(to)}")
        view.learn([(link, "hi", room)])


@THEN.rule("could-not-run")
def _barred(view: View, link: Any) -> None:
    way = way_of(view, link)
    crossing = [bridge for bridge in view.links if view.lo[bridge] and view.crosses(bridge, way)]
    named = any(not view.looked_at.isdisjoint(bridge) for bridge in crossing)
    need(named, "nothing that is named crosses it")
    view.cite("crossing")
    view.learn([(way, "hi", 0)])


@THEN_ENDS.rule("would-cross")
def _crosses(view: View, link: Any) -> None:
    bridge = way_of(view, link)
    need(view.lo[bridge], "there is no such bridge")
    crosses = any(view.lo[other] and view.crosses(other, bridge) for other in view.links)
    need(crosses, "nothing does")
    view.cite("crossing")


@THEN_ENDS.rule("would-have")
def _too_many(view: View, at: Cell, n: int) -> None:
    need(n == view.bridge_count(at) > number_of(view, at), f"it would have {view.bridge_count(at)}")


@THEN_ENDS.rule("could-get", "could-get-none")
def _too_few(view: View, template: str, at: Cell, n: int = 0) -> None:
    most = sum(min(view.hi[link], view.max_bridges(link)) for link in view.links_at(at))
    is_unknown = view.clues[at] == "?"
    wanted = 1 if is_unknown else number_of(view, at)
    need(n == most < wanted, f"it could get {most}")
    need((template == "could-get-none") == (n == 0), "it could get some, or none")
    if is_unknown:
        view.cite("divided")


@THEN_ENDS.rule("cut-off")
def _cut_off(view: View, part: Any) -> None:
    need_part(view, part, view.open_links())


@THEN_ENDS.rule("would-loop")
def _would_loop(view: View) -> None:
    need(not view.loops, "loops are allowed here")
    view.cite("loop")

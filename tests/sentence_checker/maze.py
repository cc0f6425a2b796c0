"""Sentences about Exactly One Mazes: links, shapes, pieces of the path, parts of the board."""

from __future__ import annotations

import re
from itertools import pairwise

from sentence_checker.maze_ahead import AHEAD
from sentence_checker.maze_view import View, link_of, parse_denied, parse_facts, piece_from
from sentence_checker.words import CELL, Cell, Grammar, cells, name, need

__all__ = ["ENDS", "SENTENCES", "View", "parse_denied", "parse_facts"]

SENTENCES, ENDS = Grammar(), Grammar()
SOME = rf"{CELL}(?:, {CELL})*(?: and (?:{CELL}|\d+ more \(shaded\)))?"


# One cell or one shape


@SENTENCES.rule(r"The path begins in {a:cell} and ends in {b:cell}\.")
def _ends(view: View, a: Cell, b: Cell) -> None:
    need((a, b) == (view.start, view.goal), "it begins or ends elsewhere")
    view.concluded = {("cell", a, True), ("cell", b, True)}


@SENTENCES.rule(
    r"The path visits only one cell of each shape, so it never goes from one cell of a shape to "
    r"another of the same shape\."
)
def _within(view: View) -> None:
    for a, b in view.links:
        if view.label[a] == view.label[b] != ".":
            view.conclude_link(a, b, on=False)
    view.rules.add(("shape-twice", "*"))


@SENTENCES.rule(
    r"The path visits shape (?P<label>\S+) at {at:cell}, so {others:cells} (?:is|are) not on the "
    r"path\."
)
def _visited(view: View, at: Cell, others: list[Cell], label: str) -> None:
    need(view.cell.get(at), f"{name(at)} is not known to be on the path")
    need(all(view.label[member] == label for member in [at, *others]), "they are not of that shape")
    need(at not in others, "it is both on the path and not")
    view.cite("shape-twice", label)
    view.conclude_off(others)


@SENTENCES.rule(
    r"{at:cell} is the (?P<which>only|last) cell of shape (?P<label>\S+?)"
    r"(?P<can> that can be on the path)?, so the path visits it\."
)
def _only_cell(view: View, at: Cell, which: str, label: str, can: str | None) -> None:
    need(view.label[at] == label, "it is not of that shape")
    others = len(view.shapes[label]) > 1
    need((which == "last") == bool(can) == others, "it has others, or has none")
    candidates = [member for member in view.shapes[label] if view.cell.get(member) is not False]
    need(candidates == [at], f"{len(candidates)} are left")
    view.mention(view.shapes[label])
    view.cite("shape-missed", label)
    view.concluded = {("cell", at, True)}


@SENTENCES.rule(r"{at:cell} is not on the path, so nothing leads there\.")
def _nothing(view: View, at: Cell) -> None:
    need(view.cell.get(at) is False, "that is not known")
    view.conclude_off([at])


@SENTENCES.rule(
    r"(?:No way leads through {none:cell}|{at:cell} is a dead end with {by:cell} as its only way "
    r"in), so it is not on the path\."
)
def _dead_end(view: View, none: Cell | None, at: Cell | None, by: Cell | None) -> None:
    dead_end = none or at
    assert dead_end is not None
    need(not view.is_end(dead_end), "the path begins or ends there")
    need(
        view.exits(dead_end) == ([by] if by else []),
        f"ways lead to {list(map(name, view.exits(dead_end)))}",
    )
    view.conclude_off([dead_end])


@SENTENCES.rule(r"The path comes to {at:cell}, so this cell is on it\.")
def _comes(view: View, at: Cell) -> None:
    need(view.linked(at), "it does not")
    view.concluded = {("cell", at, True)}


@SENTENCES.rule(
    r"(?:From its beginning {start:cell} the path can go only to {to:cell}|"
    r"The path can get to its end {goal:cell} only from {by:cell}|"
    r"The path comes from {came:cell} to {here:cell} and can go on only to {on:cell}|"
    r"{at:cell} is on the path, and the only way through it leads from {a:cell} to {b:cell})\."
)
def _only_way(view: View, start: Cell | None, to: Cell, goal: Cell | None, by: Cell,
              came: Cell | None, here: Cell, on: Cell, at: Cell | None, a: Cell,
              b: Cell) -> None:  # fmt: skip
    if start or goal:
        cell, others = (start, [to]) if start else (goal, [by])
        assert cell is not None
        need(cell == (view.start if start else view.goal), "it begins or ends elsewhere")
    elif came:
        cell, others = here, [came, on]
        need(came in view.linked(here), "it does not come from there")
    else:
        assert at is not None
        cell, others = at, [a, b]
        need(view.cell.get(at), f"{name(at)} is not known to be on the path")
    need(set(view.exits(cell)) == set(others), f"ways lead to {list(map(name, view.exits(cell)))}")
    for other in others:
        view.conclude_link(cell, other)


@SENTENCES.rule(
    r"The path (?:passes {at:cell} between {a:cell} and {b:cell}, so no link leads from there to|"
    r"begins in {start:cell} and goes to {c:cell}, so not to|"
    r"comes to its end {goal:cell} from {d:cell}, so not from) {others:options}\."
)
def _passed(view: View, at: Cell | None, a: Cell, b: Cell, start: Cell | None, c: Cell,
            goal: Cell | None, d: Cell, others: list[Cell]) -> None:  # fmt: skip
    cell, links = (at, {a, b}) if at else (start, {c}) if start else (goal, {d})
    assert cell is not None
    need(start in (None, view.start), "it does not begin there")
    need(goal in (None, view.goal), "it does not end there")
    need(
        set(view.linked(cell)) == links and len(links) == view.degree(cell),
        "it is linked otherwise",
    )
    for other in others:
        need(other in view.exits(cell), f"there is no way to {name(other)} anyway")
    for other in view.beside(cell):
        if other not in links:
            view.conclude_link(cell, other, on=False)


@SENTENCES.rule(
    r"{a:cell} and {b:cell} are the ends of a piece of the path\. A link between them would close "
    r"a ring, so there is none\."
)
def _ring(view: View, a: Cell, b: Cell) -> None:
    piece = piece_from(view, a)
    need(piece[-1] == b and len(piece) > 2, "they are not the ends of a piece")
    view.mention(piece)
    view.conclude_link(a, b, on=False)


@SENTENCES.rule(
    r"{at:cell} leads only from shape (?P<label>\S+) back to shape (?P<to>\S+), so it is not on "
    r"the path\."
)
def _back(view: View, at: Cell, label: str, to: str) -> None:
    need(to == label, "it is another shape")
    ways = view.exits(at)
    need(
        len(ways) > 1 and all(view.label[neighbour] == label for neighbour in ways),
        "it leads elsewhere",
    )
    view.cite("shape-twice", label)
    view.conclude_off([at])


@SENTENCES.rule(
    r"{at:cell} is on the path, and all ways from there except the one to {to:cell} lead to shape "
    r"(?P<label>\S+)\. Only one of those can be used, so the path joins {a:cell} and {b:cell}\."
)
def _one_of_them(view: View, at: Cell, to: Cell, a: Cell, b: Cell, label: str) -> None:
    need(to == b, "it is about another way in the end")
    need(view.cell.get(at) and a == at, f"{name(at)} is not known to be on the path")
    other_exits = [neighbour for neighbour in view.exits(at) if neighbour != b]
    need(
        b in view.exits(at) and all(view.label[neighbour] == label for neighbour in other_exits),
        "not all do",
    )
    view.cite("shape-twice", label)
    view.conclude_link(a, b)


# The board as a whole


@SENTENCES.rule(r"The path is complete, so (?:no other cell is on it|it has no further links)\.")
def _complete(view: View) -> None:
    path = piece_from(view, view.start)
    need(path[-1] == view.goal, "it is not")
    view.mention(path)
    view.conclude_off(at for at in view.label if at not in path)
    on = {link_of(a, b) for a, b in pairwise(path)}
    view.concluded.update(("link", link, False) for link in view.links - on)


def some_cells(view: View, text: str, door: Cell | None) -> set[Cell]:
    """Return the cells that a text names, or the shaded ones if it names only some."""
    more = re.search(r"and (\d+) more \(shaded\)", text)
    named = set(cells(text))
    if more is None:
        return named
    part = view.reachable(min(named), [door] if door else []) & view.drawn
    need(named <= part, "not all of them are shaded")
    need(len(part) == len(named) + int(more[1]), f"{len(part)} are shaded")
    return part


@SENTENCES.rule(
    rf"(?:No way leads to (?P<none>{SOME}) and out again, so|The path could get to "
    rf"(?P<some>{SOME}) only through {{door:cell}}, and not out again; so) "
    r"(?:it is|they are) not on the path\."
)
def _pocket(view: View, door: Cell | None, none: str | None, some: str | None) -> None:
    part = some_cells(view, none or some or "", door)
    need(part.isdisjoint((view.start, view.goal)), "the path begins or ends there")
    ways = [(at, other) for at in part for other in view.exits(at) if other not in part]
    if door:
        need(ways and {other for _, other in ways} == {door}, "there are other doors")
    else:
        need(len(ways) < 2, "ways lead there and back")
    view.all_closed = True
    view.conclude_off(part)


@SENTENCES.rule(
    r"Every way from {a:cell} to {b:cell} needs (?:{at:cell}|the link between {c:cell} and "
    r"{d:cell}), so the path (?P<does>takes|visits) it\."
)
def _narrow(view: View, a: Cell, b: Cell, at: Cell | None, c: Cell, d: Cell, does: str) -> None:
    need((does == "visits") == (at is not None), "it takes a step, or visits a cell")
    need((a, b) == (view.start, view.goal), "the path does not go from there to there")
    if at:
        need(b not in view.reachable(a, [at]), "there is another way")
        view.concluded = {("cell", at, True)}
    else:
        before = view.snapshot()
        view.learn([("link", link_of(c, d), False)])
        need(b not in view.reachable(a), "there is another way")
        view.restore(before)
        view.conclude_link(c, d)
    view.all_closed = True


@SENTENCES.rule(
    r"If the path went straight from {a:cell} to {b:cell}, it would be complete"
    r"(?:, and shape (?P<label>\S+) would not be visited|, but {other:cell} is on the path too)\. "
    r"So it does not\."
)
def _too_early(view: View, a: Cell, b: Cell, other: Cell | None, label: str | None) -> None:
    head, tail = piece_from(view, view.start), piece_from(view, view.goal)
    need(head[-1] == a and tail[-1] == b, "these are not its two ends")
    view.mention([*head, *tail])
    if other:
        need(view.cell.get(other) and other not in head + tail, "it is not beside them")
    else:
        assert label is not None
        need(not set(view.shapes[label]) & set(head + tail), "it would be visited")
        view.cite("shape-missed", label)
    view.conclude_link(a, b, on=False)


@SENTENCES.rule(
    r"The path (?P<does>leaves|begins inside|ends inside) {area:cells}"
    r"(?: as often as it comes there)?, "
    r"so it crosses the border of that area an (?P<number>even|odd) number of times\. "
    r"So far it does so (?P<times>never|once|twice|\d+ times), and only the link between {a:cell} "
    r"and {b:cell} is still open: it is (?P<no>not )?used\."
)
def _parity(view: View, area: list[Cell], a: Cell, b: Cell, does: str, number: str, times: str,
            no: str | None) -> None:  # fmt: skip
    inside = set(area)
    ends = len(inside & {view.start, view.goal})
    need(number == ("odd" if ends % 2 else "even"), "the number of its links is not so")
    need(
        does == "leaves" or (view.start if "begins" in does else view.goal) in inside, "it does not"
    )
    border = [(x, y) for x in area for y in view.beside(x) if y not in inside]
    used = [pair for pair in border if view.link.get(link_of(*pair))]
    words = {"never": 0, "once": 1, "twice": 2}
    known = words[times] if times in words else int(times.split()[0])
    need(len(used) == known, f"{len(used)} are known")
    is_open = {link_of(x, y) for x, y in border if view.can_join(x, y) and (x, y) not in used}
    need(is_open == {link_of(a, b)}, "others are open")
    need((known + ends) % 2 == (0 if no else 1), "it is the other way round")
    view.conclude_link(a, b, on=not no)


@SENTENCES.rule(
    r"If the path visited shape (?P<label>\S+) at {at:cell}, the rest of the shape"
    r"(?P<closed>, with what is closed already,)? would (?:cut off shape (?P<other>\S+)|"
    r"leave no way through {through:cell}, which is on the path|(?P<on>leave no way on from there)|"
    r"bar every way from {a:cell} to {b:cell})\. So {so:cell} is not on the path\."
)
def _wall(view: View, at: Cell, so: Cell, through: Cell | None, a: Cell | None, b: Cell | None,
          label: str, closed: str | None, other: str | None, on: str | None) -> None:  # fmt: skip
    need(view.label[at] == label and so == at, "it is not of that shape")
    view.learn(("cell", member, False) for member in view.shapes[label] if member != at)
    view.cite("shape-twice", label)
    view.mention(view.shapes[label])
    if other:
        view.cite("shape-missed", other)
        need(not any(map(view.is_on_some_path, view.shapes[other])), f"{other} is not cut off")
    elif through:
        need(view.cell.get(through) and not view.is_on_some_path(through), "there is a way")
    elif on:
        need(not view.is_on_some_path(at), "there is a way on")
    else:
        need((a, b) == (view.start, view.goal), "the path does not go there")
        need(view.goal not in view.reachable(view.start), "there is a way")
    view.all_closed = closed is not None
    view.conclude_off([at])


@SENTENCES.rule(
    r"(?:Shape (?P<label>\S+)|{at:cell}) can be reached only by {by:text}\. The path comes by one "
    r"and leaves by the other, so both are on it\."
)
def _doors(view: View, at: Cell | None, by: str, label: str | None) -> None:
    inside = [at] if at else [c for c in view.shapes[label or ""] if view.cell.get(c) is not False]
    if label:
        view.cite("shape-missed", label)
    else:
        need(view.cell.get(inside[0]), "it is not known to be on the path")
    doors = re.findall(rf"the link between ({CELL}) and ({CELL})|({CELL})", by)
    need(len(doors) == 2, f"no rule reads {by!r}")
    before = view.snapshot()
    blocked: list[Cell] = []
    for a, b, door in doors:
        if door:
            blocked += cells(door)
            view.concluded.add(("cell", cells(door)[0], True))
        else:
            link = link_of(*cells(f"{a} {b}"))
            view.learn([("link", link, False)])
            view.concluded.add(("link", link, True))
    reach = {
        reached_cell
        for at in inside
        if at not in blocked
        for reached_cell in view.reachable(at, blocked)
    }
    need(not reach & {view.start, view.goal}, "there is another way")
    view.restore(before)
    view.all_closed = True


SENTENCES.rules += AHEAD.rules


# Broken rules


@ENDS.rule(
    r"the path visits {n:number} cells of shape (?P<label>[^:]+): {some:cells}, and {rule:text}"
)
def _twice(view: View, n: int, some: list[Cell], rule: str, label: str) -> None:
    need(n == len(some), f"{len(some)} are named")
    for at in some:
        need(view.label[at] == label and view.cell.get(at), f"{name(at)} is not so")
    view.cite("shape-twice", label)


@ENDS.rule(r"the path misses shape (?P<label>\S+) at {at:cell}(?:, and .+)?")
def _missed(view: View, at: Cell, label: str) -> None:
    need(at in view.shapes[label], "it is not of that shape")
    need(not any(view.exits(member) for member in view.shapes[label]), "a cell of it is left")
    view.mention(view.shapes[label])
    view.cite("shape-missed", label)


@ENDS.rule(r"no way is left from {a:cell} to {b:cell}")
def _no_way(view: View, a: Cell, b: Cell) -> None:
    need((a, b) == (view.start, view.goal), "the path does not go from there to there")
    need(b not in view.reachable(a), "there is a way")
    view.all_closed = True

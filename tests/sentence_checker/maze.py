"""Phrases about Exactly One Mazes: links, shapes, pieces of the path, parts of the board."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sentence_checker.maze_ahead import AHEAD
from sentence_checker.maze_view import View, link_of, piece_from
from sentence_checker.words import Cell, Grammar, name, need

__all__ = ["SENTENCES", "View"]

SENTENCES = Grammar(AHEAD)


# One cell or one shape


@SENTENCES.rule("both-ends")
def _ends(view: View, start: Cell, goal: Cell) -> None:
    need((start, goal) == (view.start, view.goal), "it begins or ends elsewhere")
    view.concluded = {("cell", start, True), ("cell", goal, True)}


@SENTENCES.rule("within-shapes")
def _within(view: View) -> None:
    for a, b in view.links:
        if view.label[a] == view.label[b] != ".":
            view.conclude_link(a, b, on=False)
    view.rules.add(("shape-twice", "*"))


@SENTENCES.rule("visited-shape")
def _visited(view: View, label: str, at: Cell, others: list[Cell]) -> None:
    need(view.cell.get(at), f"{name(at)} is not known to be on the path")
    need(all(view.label[member] == label for member in [at, *others]), "they are not of that shape")
    need(at not in others, "it is both on the path and not")
    view.cite("shape-twice", label)
    view.conclude_off(others)


@SENTENCES.rule("only-cell", "last-cell")
def _only_cell(view: View, template: str, at: Cell, label: str) -> None:
    need(view.label[at] == label, "it is not of that shape")
    need((template == "last-cell") == (len(view.shapes[label]) > 1), "it has others, or has none")
    candidates = [member for member in view.shapes[label] if view.cell.get(member) is not False]
    need(candidates == [at], f"{len(candidates)} are left")
    view.mention(view.shapes[label])
    view.cite("shape-missed", label)
    view.concluded = {("cell", at, True)}


@SENTENCES.rule("nothing-there")
def _nothing(view: View, at: Cell) -> None:
    need(view.cell.get(at) is False, "that is not known")
    view.conclude_off([at])


@SENTENCES.rule("dead-end", "no-way")
def _dead_end(view: View, at: Cell, by: Cell | None = None) -> None:
    need(not view.is_end(at), "the path begins or ends there")
    exits = view.exits(at)
    need(exits == ([by] if by else []), f"ways lead to {list(map(name, exits))}")
    view.conclude_off([at])


@SENTENCES.rule("comes-to")
def _comes(view: View, at: Cell) -> None:
    need(view.linked(at), "it does not")
    view.concluded = {("cell", at, True)}


@SENTENCES.rule("from-start", "to-goal", "go-on", "through")
def _only_way(
    view: View, template: str, at: Cell, to: list[Cell], before: Cell | None = None
) -> None:
    if template in ("from-start", "to-goal"):
        ends = {"from-start": view.start, "to-goal": view.goal}
        need(at == ends[template], "it begins or ends elsewhere")
    elif before:
        need(before in view.linked(at), "it does not come from there")
    else:
        need(view.cell.get(at), f"{name(at)} is not known to be on the path")
    others = [*to, before] if before else to
    exits = view.exits(at)
    need(set(exits) == set(others), f"ways lead to {list(map(name, exits))}")
    need(len(others) == view.degree(at), "that is no way")
    for other in others:
        view.conclude_link(at, other)


@SENTENCES.rule("passed", "begins", "ends")
def _passed(view: View, template: str, at: Cell, ends: list[Cell], others: list[Cell]) -> None:
    places = {"begins": view.start, "ends": view.goal}
    need(at == places.get(template, at), "it begins or ends elsewhere")
    is_linked = set(view.linked(at)) == set(ends) and len(ends) == view.degree(at)
    need(is_linked, "it is linked otherwise")
    for other in others:
        need(other in view.exits(at), f"there is no way to {name(other)} anyway")
        need(other not in ends, "there is a link")
    for other in view.beside(at):
        if other not in ends:
            view.conclude_link(at, other, on=False)


@SENTENCES.rule("ring")
def _ring(view: View, link: list[Cell]) -> None:
    a, b = link
    piece = piece_from(view, a)
    need(piece[-1] == b and len(piece) > 2, "they are not the ends of a piece")
    view.mention(piece)
    view.conclude_link(a, b, on=False)


@SENTENCES.rule("only-back")
def _back(view: View, at: Cell, label: str) -> None:
    ways = view.exits(at)
    back = len(ways) > 1 and all(view.label[neighbour] == label for neighbour in ways)
    need(back, "it leads elsewhere")
    view.cite("shape-twice", label)
    view.conclude_off([at])


@SENTENCES.rule("only-other")
def _one_of_them(view: View, at: Cell, to: Cell, label: str) -> None:
    need(view.cell.get(at), f"{name(at)} is not known to be on the path")
    exits = view.exits(at)
    others = [neighbour for neighbour in exits if neighbour != to]
    same = to in exits and all(view.label[neighbour] == label for neighbour in others)
    need(same, "not all do")
    view.cite("shape-twice", label)
    view.conclude_link(at, to)


# The board as a whole


@SENTENCES.rule("complete", "no-more-links")
def _complete(view: View) -> None:
    path = piece_from(view, view.start)
    need(path[-1] == view.goal, "it is not")
    view.mention(path)
    view.conclude_off(at for at in view.label if at not in path)
    on = {link_of(a, b) for a, b in pairwise(path)}
    view.concluded.update(("link", link, False) for link in view.links - on)


@SENTENCES.rule("pocket", "closed-pocket")
def _pocket(view: View, part: list[Cell], door: Cell | None = None) -> None:
    need(set(part) <= view.drawn, "not all of them are shaded")
    need(not {view.start, view.goal}.intersection(part), "the path begins or ends there")
    ways = [(at, other) for at in part for other in view.exits(at) if other not in part]
    if door:
        need(ways and {other for _, other in ways} == {door}, "there are other doors")
    else:
        need(len(ways) < 2, "ways lead there and back")
    view.all_closed = True
    view.conclude_off(part)


@SENTENCES.rule("needs-cell", "needs-link")
def _narrow(
    view: View, start: Cell, goal: Cell, at: Cell | None = None, link: list[Cell] | None = None
) -> None:
    need((start, goal) == (view.start, view.goal), "the path does not go from there to there")
    if at:
        need(goal not in view.reachable(start, [at]), "there is another way")
        view.concluded = {("cell", at, True)}
    else:
        assert link is not None
        before = view.snapshot()
        view.learn([("link", link_of(*link), False)])
        need(goal not in view.reachable(start), "there is another way")
        view.restore(before)
        view.conclude_link(*link)
    view.all_closed = True


@SENTENCES.rule("too-early-cell", "too-early-shape")
def _too_early(
    view: View, a: Cell, b: Cell, at: Cell | None = None, label: str | None = None
) -> None:
    head, tail = piece_from(view, view.start), piece_from(view, view.goal)
    need(head[-1] == a and tail[-1] == b, "these are not its two ends")
    view.mention([*head, *tail])
    if at:
        need(view.cell.get(at) and at not in head + tail, "it is not beside them")
    else:
        assert label is not None
        need(not set(view.shapes[label]) & set(head + tail), "it would be visited")
        view.cite("shape-missed", label)
    view.conclude_link(a, b, on=False)


@SENTENCES.rule("even", "odd")
def _parity(view: View, template: str, area: list[Cell], used: int, link: list[Cell],
            verdict: str, verb: str = "") -> None:  # fmt: skip
    inside = set(area)
    ends = len(inside & {view.start, view.goal})
    need(template == ("odd" if ends % 2 else "even"), "the number of its links is not so")
    places = {"begins": view.start, "ends": view.goal}
    need(not verb or places[verb] in inside, "it does not")
    need(bool(verb) == (template == "odd"), "it begins or ends there, or neither")
    border = [(x, y) for x in area for y in view.beside(x) if y not in inside]
    taken = [pair for pair in border if view.link.get(link_of(*pair))]
    need(len(taken) == used, f"{len(taken)} are known")
    is_open = {link_of(x, y) for x, y in border if view.can_join(x, y) and (x, y) not in taken}
    need(is_open == {link_of(*link)}, "others are open")
    on = verdict == "used"
    need(on or verdict == "not used", "it is used, or not")
    need((used + ends) % 2 == on, "it is the other way round")
    view.conclude_link(*link, on=on)


@SENTENCES.rule("wall", "wall-with")
def _wall(view: View, template: str, label: str, at: Cell, loss: Any) -> None:
    need(view.label[at] == label, "it is not of that shape")
    view.learn(("cell", member, False) for member in view.shapes[label] if member != at)
    view.cite("shape-twice", label)
    view.mention(view.shapes[label])
    view.lost_at = at
    LOSSES.check(view, loss)
    view.all_closed = template == "wall-with"
    view.conclude_off([at])


LOSSES = Grammar()


@LOSSES.rule("cut-off")
def _cut_off(view: View, label: str) -> None:
    view.cite("shape-missed", label)
    need(not any(map(view.is_on_some_path, view.shapes[label])), f"{label} is not cut off")


@LOSSES.rule("no-way-through")
def _no_way_through(view: View, at: Cell) -> None:
    need(view.cell.get(at) and not view.is_on_some_path(at), "there is a way")


@LOSSES.rule("no-way-on")
def _no_way_on(view: View) -> None:
    need(not view.is_on_some_path(view.lost_at), "there is a way on")


@LOSSES.rule("bar")
def _bar(view: View, start: Cell, goal: Cell) -> None:
    need((start, goal) == (view.start, view.goal), "the path does not go there")
    need(goal not in view.reachable(start), "there is a way")


@SENTENCES.rule("two-doors")
def _doors(view: View, subject: Any, doors: list[Any]) -> None:
    label = subject.slots.get("label")
    if label is not None:
        inside = [c for c in view.shapes[str(label)] if view.cell.get(c) is not False]
        view.cite("shape-missed", str(label))
    else:
        inside = [view.cell_at(subject.slots["at"])]
        need(view.cell.get(inside[0]), "it is not known to be on the path")
    need(len(doors) == 2, "these are not two doors")
    before = view.snapshot()
    blocked: list[Cell] = []
    for door in doors:
        if door.template == "cell":
            blocked.append(view.cell_at(door.slots["at"]))
            view.concluded.add(("cell", blocked[-1], True))
        else:
            link = link_of(*map(view.cell_at, door.slots["link"]))
            need(link in view.links, "there is no such link")
            view.learn([("link", link, False)])
            view.concluded.add(("link", link, True))
    reach = {
        reached for at in inside if at not in blocked for reached in view.reachable(at, blocked)
    }
    need(not reach & {view.start, view.goal}, "there is another way")
    view.restore(before)
    view.all_closed = True

"""Phrases that assume a fact in a maze: each consequence must follow from one cell or shape."""

from __future__ import annotations

from typing import Any

from sentence_checker.maze_view import Fact, View, link_of, piece_from
from sentence_checker.words import Cell, Grammar, name, need

AHEAD, CLAUSES, WRONG = Grammar(), Grammar(), Grammar()


@AHEAD.rule("suppose", "suppose-at-once")
def _supposed(view: View, template: str, supposed: Any, so: Any, end: Any,
              steps: list[Any] | None = None) -> None:  # fmt: skip
    facts, conclusion = CLAUSES.check(view, supposed), CLAUSES.check(view, so)
    opposites = [view.opposite(fact) for fact in facts]
    need(opposites == conclusion, "it concludes something else")
    need((template == "suppose") == bool(steps), "it has steps, or none")
    view.learn(facts)
    for step in steps or ():
        label = step.slots.get("label", "")
        if label:
            is_missed = step.template == "on-last"
            view.cite("shape-missed" if is_missed else "shape-twice", label)
            view.mention(view.shapes[label])
        for fact in CLAUSES.check(view, step):
            need(is_obvious(view, fact, label), f"{fact} does not follow")
            view.learn([fact])
    WRONG.check(view, end)
    view.concluded = set(conclusion)


@CLAUSES.rule("on", "on-last")
def _on(view: View, at: Cell, label: str = "") -> list[Fact]:
    return [("cell", at, True)]


@CLAUSES.rule("off", "off-elsewhere")
def _off(view: View, template: str, cells: list[Cell], label: str = "") -> list[Fact]:
    need(bool(label) == (template == "off-elsewhere"), "a shape says so, or none")
    return [("cell", at, False) for at in cells]


@CLAUSES.rule("joins", "joins-not")
def _joins(view: View, template: str, path: str, link: list[Cell]) -> list[Fact]:
    need(path in ("the path", "it"), "it is something else")
    a, b = link
    need(link_of(a, b) in view.links, "they share no side")
    return [("link", link_of(a, b), template == "joins")]


def is_obvious(view: View, fact: Fact, label_named: str | None) -> bool:
    """Return whether a fact follows from one cell, one shape or one piece of the path."""
    kind, item, on = fact
    if kind == "cell":
        label = view.label[item]
        shape = view.shapes.get(label, [])
        if on:
            candidates = [member for member in shape if view.cell.get(member) is not False]
            return bool(view.linked(item)) or (label == label_named and candidates == [item])
        if label == label_named and any(
            view.cell.get(member) for member in shape if member != item
        ):
            return True
        return len(view.exits(item)) < view.degree(item)
    return any(_link_follows(view, item, end, on) for end in item)


def _link_follows(view: View, link: tuple[Cell, Cell], end: Cell, on: bool) -> bool:
    other = link[1] if link[0] == end else link[0]
    if on:
        return bool(view.cell.get(end)) and len(view.exits(end)) == view.degree(end)
    if len(view.linked(end)) == view.degree(end) and other not in view.linked(end):
        return True
    return piece_from(view, end)[-1] == other or view.cell.get(end) is False


@WRONG.rule("stuck")
def _stuck(view: View, at: Cell) -> None:
    need(view.cell.get(at), f"{name(at)} would not be on the path")
    ways, used = view.exits(at), view.linked(at)
    is_wrong = len(ways) < view.degree(at) or len(used) > view.degree(at)
    # The last exit may be taken: the cell that it leads to has all its links.
    full = [
        exit_cell
        for exit_cell in ways
        if exit_cell not in used and len(view.linked(exit_cell)) >= view.degree(exit_cell)
    ]
    need(is_wrong or len(ways) - len(full) < view.degree(at), "it would not be stuck")


@WRONG.rule("fork")
def _fork(view: View, at: Cell) -> None:
    links = len(view.linked(at))
    need(links > view.degree(at), f"it would have {links} links there")


@WRONG.rule("twice")
def _twice(view: View, label: str) -> None:
    visited = [at for at in view.shapes[label] if view.cell.get(at)]
    need(len(visited) > 1, f"it would be visited {len(visited)} times")
    view.mention(view.shapes[label])
    view.cite("shape-twice", label)


@WRONG.rule("none-left")
def _none_left(view: View, label: str) -> None:
    candidates = [at for at in view.shapes[label] if view.cell.get(at) is not False]
    need(not candidates or not any(view.exits(at) for at in candidates), "some would be left")
    view.mention(view.shapes[label])
    view.cite("shape-missed", label)


@WRONG.rule("close-ring")
def _ring(view: View, at: Cell) -> None:
    seen, pending, links = {at}, [at], set()
    while pending:
        current = pending.pop()
        for other in view.linked(current):
            links.add(link_of(current, other))
            if other not in seen:
                seen.add(other)
                pending.append(other)
    need(len(links) >= len(seen), "there would be no ring")
    view.mention(seen)


@WRONG.rule("complete-without")
def _without(view: View, label: str) -> None:
    path = piece_from(view, view.start)
    need(path[-1] == view.goal, "it would not be complete")
    need(not set(path) & set(view.shapes[label]), "it would visit it")
    view.mention(path)
    view.cite("shape-missed", label)

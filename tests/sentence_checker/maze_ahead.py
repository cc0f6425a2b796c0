"""Sentences that assume a fact in a maze: each consequence must follow from one cell or shape."""

from __future__ import annotations

import re

from sentence_checker.maze_view import Fact, View, link_of, parse_facts, piece_from
from sentence_checker.words import Cell, Grammar, name, need

AHEAD, WRONG = Grammar(), Grammar()


@AHEAD.rule(r"Suppose {what:text}\. Then {then:text}\. So {so:text}\.")
def _supposed(view: View, what: str, then: str, so: str) -> None:
    facts, end = parse_facts(what), parse_facts(so)
    need([view.opposite(fact) for fact in facts] == end, "it concludes something else")
    view.learn(facts)
    *steps, last = re.split(r"; (?:and )?", then.replace("; it ", "; the path "))
    for step in steps:
        parts = re.fullmatch(
            r"(.+?)(?:, as shape (?P<twice>\S+) is visited elsewhere|"
            r" as the last cell of shape (?P<missed>\S+))?",
            step,
        )
        assert parts is not None
        label = parts["twice"] or parts["missed"]
        if label:
            view.cite("shape-twice" if parts["twice"] else "shape-missed", label)
            view.mention(view.shapes[label])
        for fact in parse_facts(parts[1]):
            need(not label or fact[2] == bool(parts["missed"]), "the shape says the opposite")
            need(is_obvious(view, fact, label), f"{fact} does not follow")
            view.learn([fact])
    need(WRONG.check(view, last), f"no rule reads {last!r}")
    view.concluded = set(end)


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


@WRONG.rule(r"the path would be stuck at {at:cell}")
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


@WRONG.rule(r"the path would fork at {at:cell}")
def _fork(view: View, at: Cell) -> None:
    need(
        len(view.linked(at)) > view.degree(at), f"it would have {len(view.linked(at))} links there"
    )


@WRONG.rule(r"the path could not pass {at:cell}")
def _no_pass(view: View, at: Cell) -> None:
    need(len(view.exits(at)) < view.degree(at) or view.cell.get(at) is False, "it could")


@WRONG.rule(r"shape (?P<label>\S+) would be visited twice")
def _twice(view: View, label: str) -> None:
    visited = [at for at in view.shapes[label] if view.cell.get(at)]
    need(len(visited) > 1, f"it would be visited {len(visited)} times")
    view.mention(view.shapes[label])
    view.cite("shape-twice", label)


@WRONG.rule(r"no cell of shape (?P<label>\S+) would be left")
def _none_left(view: View, label: str) -> None:
    candidates = [at for at in view.shapes[label] if view.cell.get(at) is not False]
    need(not candidates or not any(view.exits(at) for at in candidates), "some would be left")
    view.mention(view.shapes[label])
    view.cite("shape-missed", label)


@WRONG.rule(r"the path would close a ring at {at:cell}")
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


@WRONG.rule(r"the path would be complete without shape (?P<label>\S+)")
def _without(view: View, label: str) -> None:
    path = piece_from(view, view.start)
    need(path[-1] == view.goal, "it would not be complete")
    need(not set(path) & set(view.shapes[label]), "it would visit it")
    view.mention(path)
    view.cite("shape-missed", label)

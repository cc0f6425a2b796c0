"""Suppositions in mazes that are told in one sentence: each consequence follows at a glance."""

from __future__ import annotations

import re

from sentence_checker.maze_view import Fact, View, link_of, piece_from, statement
from sentence_checker.words import Cell, Grammar, name, need

AHEAD, WRONG = Grammar(), Grammar()


@AHEAD.rule(r"Suppose {what:text}\. Then {then:text}\. So {so:text}\.")
def _supposed(view: View, what: str, then: str, so: str) -> None:
    facts, end = statement(what), statement(so)
    need([view.opposite(fact) for fact in facts] == end, "it concludes something else")
    view.learn(facts)
    *steps, last = re.split(r"; (?:and )?", then.replace("; it ", "; the path "))
    for step in steps:
        told = re.fullmatch(
            r"(.+?)(?:, as shape (?P<twice>\S+) is visited elsewhere|"
            r" as the last cell of shape (?P<missed>\S+))?",
            step,
        )
        assert told is not None
        label = told["twice"] or told["missed"]
        if label:
            view.speak("shape-twice" if told["twice"] else "shape-missed", label)
            view.name(view.shapes[label])
        for fact in statement(told[1]):
            need(not label or fact[2] == bool(told["missed"]), "the shape says the opposite")
            need(at_a_glance(view, fact, label), f"{fact} does not follow")
            view.learn([fact])
    need(WRONG.check(view, last), f"no rule reads {last!r}")
    view.concluded = set(end)


def at_a_glance(view: View, fact: Fact, told: str | None) -> bool:
    """Whether one cell, one shape or one piece of the path says so."""
    kind, what, on = fact
    if kind == "cell":
        label = view.label[what]
        shape = view.shapes.get(label, [])
        if on:
            left = [one for one in shape if view.cell.get(one) is not False]
            return bool(view.used(what)) or (label == told and left == [what])
        if label == told and any(view.cell.get(one) for one in shape if one != what):
            return True
        return len(view.ways(what)) < view.needs(what)
    return any(_link_follows(view, what, end, on) for end in what)


def _link_follows(view: View, link: tuple[Cell, Cell], end: Cell, on: bool) -> bool:
    other = link[1] if link[0] == end else link[0]
    if on:
        return bool(view.cell.get(end)) and len(view.ways(end)) == view.needs(end)
    if len(view.used(end)) == view.needs(end) and other not in view.used(end):
        return True
    return piece_from(view, end)[-1] == other or view.cell.get(end) is False


@WRONG.rule(r"the path would be stuck at {at:cell}")
def _stuck(view: View, at: Cell) -> None:
    need(view.cell.get(at), f"{name(at)} would not be on the path")
    ways, used = view.ways(at), view.used(at)
    wrong = len(ways) < view.needs(at) or len(used) > view.needs(at)
    # The last way may have been taken by a cell that it leads to.
    full = [one for one in ways if one not in used and len(view.used(one)) >= view.needs(one)]
    need(wrong or len(ways) - len(full) < view.needs(at), "it would not be stuck")


@WRONG.rule(r"the path would fork at {at:cell}")
def _fork(view: View, at: Cell) -> None:
    need(len(view.used(at)) > view.needs(at), f"it would have {len(view.used(at))} links there")


@WRONG.rule(r"the path could not pass {at:cell}")
def _no_pass(view: View, at: Cell) -> None:
    need(len(view.ways(at)) < view.needs(at) or view.cell.get(at) is False, "it could")


@WRONG.rule(r"shape (?P<label>\S+) would be visited twice")
def _twice(view: View, label: str) -> None:
    on = [at for at in view.shapes[label] if view.cell.get(at)]
    need(len(on) > 1, f"it would be visited {len(on)} times")
    view.name(view.shapes[label])
    view.speak("shape-twice", label)


@WRONG.rule(r"no cell of shape (?P<label>\S+) would be left")
def _none_left(view: View, label: str) -> None:
    left = [at for at in view.shapes[label] if view.cell.get(at) is not False]
    need(not left or not any(view.ways(at) for at in left), "some would be left")
    view.name(view.shapes[label])
    view.speak("shape-missed", label)


@WRONG.rule(r"the path would close a ring at {at:cell}")
def _ring(view: View, at: Cell) -> None:
    seen, waiting, links = {at}, [at], set()
    while waiting:
        here = waiting.pop()
        for other in view.used(here):
            links.add(link_of(here, other))
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    need(len(links) >= len(seen), "there would be no ring")
    view.name(seen)


@WRONG.rule(r"the path would be complete without shape (?P<label>\S+)")
def _without(view: View, label: str) -> None:
    path = piece_from(view, view.start)
    need(path[-1] == view.goal, "it would not be complete")
    need(not set(path) & set(view.shapes[label]), "it would visit it")
    view.name(path)
    view.speak("shape-missed", label)

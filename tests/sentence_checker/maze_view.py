"""What a reader of an Exactly One Maze sees: cells and links that are on the path, or are not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sentence_checker.words import CELL, CELLS, Cell, Fault, cells, name, need

Link = tuple[Cell, Cell]
Fact = tuple[str, Any, bool]  # "cell" or "link", which one, and whether it is on the path


def link_of(a: Cell, b: Cell) -> Link:
    return (a, b) if a < b else (b, a)


class View:
    """Shapes, and what is known of each cell and each link between neighbours."""

    def __init__(self, board: str, known: Iterable[Any]) -> None:
        rows = [line.split() for line in board.split("\n") if line and ":" not in line][1:]
        self.rows, self.cols = len(rows), len(rows[0])
        self.label = {(r, c): t for r, row in enumerate(rows, 1) for c, t in enumerate(row, 1)}
        self.shapes: dict[str, list[Cell]] = {}
        for at, label in self.label.items():
            if label != ".":
                self.shapes.setdefault(label, []).append(at)
        self.start, self.goal = (self.rows, 1), (1, self.cols)
        self.links = {link_of(at, other) for at in self.label for other in self.beside(at)}
        self.cell: dict[Cell, bool] = {}
        self.link: dict[Link, bool] = {}
        self.plain: dict[Cell, list[Link]] = {}  # links that are off only because a cell is
        self.learn(map(self.fact, known))
        self.learn(("cell", end, True) for end in (self.start, self.goal))
        self.looked: set[Cell] = set()
        self.rules: set[tuple[str, str]] = set()  # rules that are spoken of, with their shape
        self.concluded: set[Fact] = set()
        self.all_closed = False  # whether the sentence speaks of all that is closed

    def at(self, index: int) -> Cell:
        return index // self.cols + 1, index % self.cols + 1

    def beside(self, at: Cell) -> list[Cell]:
        r, c = at
        around = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
        return [one for one in around if one in self.label]

    # Facts

    def fact(self, statement: Any) -> Fact:
        if hasattr(statement, "cell"):
            return "cell", self.at(statement.cell), statement.holds
        return "link", link_of(self.at(statement.a), self.at(statement.b)), statement.holds

    def opposite(self, fact: Fact) -> Fact:
        return fact[0], fact[1], not fact[2]

    def learn(self, facts: Iterable[Fact]) -> None:
        """Take facts as known, with what is plain: both cells of a link that is on are on."""
        for kind, what, on in facts:
            (self.cell if kind == "cell" else self.link)[what] = on
            if kind == "link" and on:
                self.cell.update(dict.fromkeys(what, True))
            if kind == "cell" and not on:
                links = [link_of(what, other) for other in self.beside(what)]
                self.plain[what] = [link for link in links if link not in self.link]
                self.link.update(dict.fromkeys(links, False))

    def _with_plain(self, facts: Iterable[Fact]) -> set[Fact]:
        found = set(facts)
        for kind, what, on in list(found):
            if kind == "link" and on:
                found.update(("cell", end, True) for end in what)
            if kind == "cell" and not on:
                found.update(("link", link_of(what, other), False) for other in self.beside(what))
        return found

    def holds(self, fact: Fact) -> bool:
        kind, what, on = fact
        return (self.cell if kind == "cell" else self.link).get(what) is on

    def forget(self, facts: Iterable[Fact]) -> None:
        """Take back what was concluded on the way, with what was plain."""
        for kind, what, _ in facts:
            (self.cell if kind == "cell" else self.link).pop(what, None)
            for link in self.plain.get(what, ()) if kind == "cell" else ():
                self.link.pop(link, None)

    def follows(self, fact: Fact, facts: Iterable[Fact]) -> bool:
        return fact in self._with_plain(facts)

    def saved(self) -> Any:
        return dict(self.cell), dict(self.link)

    def restore(self, saved: Any) -> None:
        self.cell, self.link = saved

    # What is said

    def name(self, some: Iterable[Cell]) -> None:
        for at in some:
            need(at in self.label, f"there is no cell {name(at)}")
            self.looked.update((at, *self.beside(at)))

    def name_all(self, facts: Iterable[Fact]) -> None:
        for kind, what, _ in facts:
            self.name([what] if kind == "cell" else what)

    def speak(self, rule: str, label: str) -> None:
        need(label in self.shapes, f"there is no shape {label}")
        self.rules.add((rule, label))

    def speak_of(self, text: str) -> None:
        """Shapes that stand there in words."""
        for label in re.findall(r"shape (\S+?)[,.]?(?= |$)", text):
            self.speak("shape-twice", label)
            self.speak("shape-missed", label)

    def off(self, some: Iterable[Cell]) -> None:
        self.concluded.update(("cell", at, False) for at in some)

    def joins(self, a: Cell, b: Cell, *, on: bool = True) -> None:
        need(link_of(a, b) in self.links, f"{name(a)} and {name(b)} share no side")
        self.concluded.add(("link", link_of(a, b), on))

    def draw(self, drawn: Iterable[int]) -> None:
        self.drawn = set(map(self.at, drawn))
        self.name(self.drawn)

    def compare(self, new: Iterable[Any]) -> None:
        told = self._with_plain(self.concluded)
        facts = {self.fact(one) for one in new}
        missing = {fact for fact in facts if fact not in told and not self.holds(fact)}
        need(not missing, f"it does not say {sorted(missing)[:2]}")
        more = {fact for fact in self.concluded if fact not in facts and not self.holds(fact)}
        need(not more, f"it says {sorted(more)[:2]}, which is not concluded")

    def covers(self, given: Iterable[Any], because: Iterable[tuple[str, tuple[int, ...]]]) -> None:
        for kind, what, on in map(self.fact, given):
            ends = {what} if kind == "cell" else set(what)
            if on or not self.all_closed:
                said = not self.looked.isdisjoint(ends)
                need(said, f"it does not speak of {kind} {sorted(map(name, ends))}")
        for rule, some in because:
            label = self.label[self.at(some[0])] if some else ""
            said = (rule, label) in self.rules or (rule, "*") in self.rules
            need(said, f"it does not speak of shape {label} ({rule})")

    def covers_cells(self, some: Iterable[int]) -> None:
        for at in map(self.at, some):
            said = at in self.looked or self.all_closed or (self.rules and self.label[at] != ".")
            need(said, f"it does not speak of {name(at)}")

    # The board

    def is_end(self, at: Cell) -> bool:
        return at in (self.start, self.goal)

    def needs(self, at: Cell) -> int:
        return 1 if self.is_end(at) else 2

    def may(self, a: Cell, b: Cell) -> bool:
        """Whether the path may still go from one cell to the other."""
        closed = self.link.get(link_of(a, b)) is False
        return not closed and self.cell.get(a) is not False and self.cell.get(b) is not False

    def ways(self, at: Cell) -> list[Cell]:
        return [other for other in self.beside(at) if self.may(at, other)]

    def used(self, at: Cell) -> list[Cell]:
        return [other for other in self.beside(at) if self.link.get(link_of(at, other))]

    def reached(self, start: Cell, without: Iterable[Cell] = ()) -> set[Cell]:
        shut = set(without)
        found, waiting = {start} - shut, [start] if start not in shut else []
        while waiting:
            for other in self.ways(waiting.pop()):
                if other not in found and other not in shut:
                    found.add(other)
                    waiting.append(other)
        return found

    def on_the_way(self, at: Cell) -> bool:
        """Whether some way from the start to the goal that uses no cell twice passes a cell.

        It does if no single other cell separates it from both ends, and two ways do not need the
        same one: by Menger, if no cell but itself cuts it off from the start and the goal at once.
        """
        if self.goal not in self.reached(self.start):
            return False
        if self.is_end(at):
            return True
        for gate in self.label:
            if gate != at:
                reach = self.reached(at, [gate])
                ends = [end for end in (self.start, self.goal) if end in reach or end == gate]
                if not reach or (len(ends) < 2 and gate not in ends):
                    return False
                if gate in ends and len(ends) < 2:
                    return False
        return True


def piece_from(view: View, at: Cell) -> list[Cell]:
    """The cells of the known piece of the path from one of its ends on."""
    piece, before = [at], None
    while True:
        after = [other for other in view.used(piece[-1]) if other != before]
        if not after or after[0] in piece:
            return piece
        before = piece[-1]
        piece.append(after[0])


def statement(text: str) -> list[Fact]:
    """What is said of cells and links: "r1c1 is on the path", "the path joins r1c1 and r1c2"."""
    told = re.fullmatch(rf"the path (joins|does not join) ({CELL}) and ({CELL})", text)
    if told is not None:
        a, b = cells(text)
        return [("link", link_of(a, b), told[1] == "joins")]
    told = re.fullmatch(rf"({CELLS}) (?:is|are) (not )?on the path", text)
    if told is None:
        raise Fault(f"no rule reads {text!r}")
    return [("cell", at, not told[2]) for at in cells(told[1])]


def denied(text: str) -> list[Fact]:
    """The mark that cannot be: "r1c1 cannot be on the path", "the path must join r1c1 and r1c2"."""
    one = re.fullmatch(rf"({CELL}) (cannot|must) be on the path", text)
    if one is not None:
        return [("cell", cells(text)[0], one[2] == "cannot")]
    one = re.fullmatch(rf"the path (cannot|must) join ({CELL}) and ({CELL})", text)
    if one is None:
        raise Fault(f"no rule reads {text!r}")
    a, b = cells(text)
    return [("link", link_of(a, b), one[1] == "cannot")]

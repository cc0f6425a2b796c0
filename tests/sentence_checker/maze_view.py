"""An Exactly One Maze as its reader sees it: cells and links that are on the path or not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sentence_checker.words import Cell, name, need

Link = tuple[Cell, Cell]
Fact = tuple[str, Any, bool]  # ("cell" or "link", the cell or link, whether it is on the path)


def link_of(a: Cell, b: Cell) -> Link:
    return (a, b) if a < b else (b, a)


class View:
    """The shapes, and the known cells and links between neighbours."""

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
        # links that are off only because a cell is off
        self.implied_off: dict[Cell, list[Link]] = {}
        self.learn(map(self.fact, known))
        self.learn(("cell", end, True) for end in (self.start, self.goal))
        self.looked_at: set[Cell] = set()
        self.rules: set[tuple[str, str]] = set()  # cited rules, with their shape
        self.concluded: set[Fact] = set()
        self.drawn: set[Cell] = set()
        self.all_closed = False  # whether the sentence refers to all closed links

    def cell_at(self, index: int) -> Cell:
        need(0 <= index < self.rows * self.cols, f"there is no cell {index}")
        return index // self.cols + 1, index % self.cols + 1

    def beside(self, at: Cell) -> list[Cell]:
        r, c = at
        around = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
        return [neighbour for neighbour in around if neighbour in self.label]

    # Facts

    def fact(self, statement: Any) -> Fact:
        if hasattr(statement, "cell"):
            return "cell", self.cell_at(statement.cell), statement.holds
        return (
            "link",
            link_of(self.cell_at(statement.a), self.cell_at(statement.b)),
            statement.holds,
        )

    def opposite(self, fact: Fact) -> Fact:
        return fact[0], fact[1], not fact[2]

    def learn(self, facts: Iterable[Fact]) -> None:
        """Add facts with their obvious consequences: both cells of a used link are on the path."""
        for kind, item, on in facts:
            (self.cell if kind == "cell" else self.link)[item] = on
            if kind == "link" and on:
                self.cell.update(dict.fromkeys(item, True))
            if kind == "cell" and not on:
                links = [link_of(item, other) for other in self.beside(item)]
                self.implied_off[item] = [link for link in links if link not in self.link]
                self.link.update(dict.fromkeys(links, False))

    def _with_consequences(self, facts: Iterable[Fact]) -> set[Fact]:
        result = set(facts)
        for kind, item, on in list(result):
            if kind == "link" and on:
                result.update(("cell", end, True) for end in item)
            if kind == "cell" and not on:
                result.update(("link", link_of(item, other), False) for other in self.beside(item))
        return result

    def holds(self, fact: Fact) -> bool:
        kind, item, on = fact
        return (self.cell if kind == "cell" else self.link).get(item) is on

    def forget(self, facts: Iterable[Fact]) -> None:
        """Remove conclusions together with their obvious consequences."""
        for kind, item, _ in facts:
            (self.cell if kind == "cell" else self.link).pop(item, None)
            for link in self.implied_off.get(item, ()) if kind == "cell" else ():
                self.link.pop(link, None)

    def is_implied(self, fact: Fact, facts: Iterable[Fact]) -> bool:
        return fact in self._with_consequences(facts)

    def snapshot(self) -> Any:
        return dict(self.cell), dict(self.link)

    def restore(self, saved: Any) -> None:
        self.cell, self.link = saved

    # Mentions

    def mention(self, some: Iterable[Cell]) -> None:
        for at in some:
            need(at in self.label, f"there is no cell {name(at)}")
            self.looked_at.update((at, *self.beside(at)))

    def mention_facts(self, facts: Iterable[Fact]) -> None:
        for kind, item, _ in facts:
            self.mention([item] if kind == "cell" else item)

    def cite(self, rule: str, label: str) -> None:
        need(label in self.shapes, f"there is no shape {label}")
        self.rules.add((rule, label))

    def cite_key(self, key: Any) -> None:
        """Cite the rule of a key, about the shape of its cells."""
        self.rules.add((key[0], self.label[self.cell_at(key[1][0])] if key[1] else "*"))

    def broken(self, code: str, some: list[Cell]) -> None:
        """Check that a rule is broken at some cells."""
        labels = {self.label[at] for at in some}
        if code == "shape-twice":
            visited = [at for at in some if self.cell.get(at)]
            need(len(labels) == 1 and len(visited) > 1, "it is not visited twice")
            self.cite("shape-twice", *labels)
        elif code == "shape-missed":
            (label,) = labels
            need(not any(map(self.exits, self.shapes[label])), "a cell of it is left")
            self.mention(self.shapes[label])
            self.cite("shape-missed", label)
        else:
            need(code == "end", f"no rule about {code!r}")
            need(self.goal not in self.reachable(self.start), "there is a way")
            self.all_closed = True

    def conclude_off(self, some: Iterable[Cell]) -> None:
        self.concluded.update(("cell", at, False) for at in some)

    def conclude_link(self, a: Cell, b: Cell, *, on: bool = True) -> None:
        need(link_of(a, b) in self.links, f"{name(a)} and {name(b)} share no side")
        self.concluded.add(("link", link_of(a, b), on))

    def draw(self, drawn: Iterable[int]) -> None:
        self.drawn = set(map(self.cell_at, drawn))
        self.mention(self.drawn)

    def check_conclusions(self, new: Iterable[Any]) -> None:
        stated = self._with_consequences(self.concluded)
        facts = {self.fact(statement) for statement in new}
        missing = {fact for fact in facts if fact not in stated and not self.holds(fact)}
        need(not missing, f"it does not say {sorted(missing)[:2]}")
        more = {fact for fact in self.concluded if fact not in facts and not self.holds(fact)}
        need(not more, f"it says {sorted(more)[:2]}, which is not concluded")

    def check_premises(
        self, given: Iterable[Any], because: Iterable[tuple[str, tuple[int, ...]]]
    ) -> None:
        for kind, item, on in map(self.fact, given):
            ends = {item} if kind == "cell" else set(item)
            if on or not self.all_closed:
                is_mentioned = not self.looked_at.isdisjoint(ends)
                need(is_mentioned, f"it does not speak of {kind} {sorted(map(name, ends))}")
        for rule, rule_cells in because:
            label = self.label[self.cell_at(rule_cells[0])] if rule_cells else ""
            is_mentioned = (rule, label) in self.rules or (rule, "*") in self.rules
            need(is_mentioned, f"it does not speak of shape {label} ({rule})")

    def check_cells(self, some: Iterable[int]) -> None:
        for at in map(self.cell_at, some):
            is_mentioned = (
                at in self.looked_at or self.all_closed or (self.rules and self.label[at] != ".")
            )
            need(is_mentioned, f"it does not speak of {name(at)}")

    # The board

    def is_end(self, at: Cell) -> bool:
        return at in (self.start, self.goal)

    def degree(self, at: Cell) -> int:
        return 1 if self.is_end(at) else 2

    def can_join(self, a: Cell, b: Cell) -> bool:
        """Return whether the path may still go from one cell to the other."""
        closed = self.link.get(link_of(a, b)) is False
        return not closed and self.cell.get(a) is not False and self.cell.get(b) is not False

    def exits(self, at: Cell) -> list[Cell]:
        return [other for other in self.beside(at) if self.can_join(at, other)]

    def linked(self, at: Cell) -> list[Cell]:
        return [other for other in self.beside(at) if self.link.get(link_of(at, other))]

    def reachable(self, start: Cell, without: Iterable[Cell] = ()) -> set[Cell]:
        """Return the cells reachable by open links without entering some cells (flood fill)."""
        blocked = set(without)
        reachable, pending = {start} - blocked, [start] if start not in blocked else []
        while pending:
            for other in self.exits(pending.pop()):
                if other not in reachable and other not in blocked:
                    reachable.add(other)
                    pending.append(other)
        return reachable

    def is_on_some_path(self, at: Cell) -> bool:
        """Return whether some simple path from the start to the goal passes a cell.

        By Menger's theorem it does if no single other cell separates it from both ends, and each
        end can be reached without the other.
        """
        if self.goal not in self.reachable(self.start):
            return False
        if self.is_end(at):
            return True
        for gate in self.label:
            if gate != at:
                reach = self.reachable(at, [gate])
                ends = [end for end in (self.start, self.goal) if end in reach or end == gate]
                if not reach or (len(ends) < 2 and gate not in ends):
                    return False
                if gate in ends and len(ends) < 2:
                    return False
        return True


def piece_from(view: View, at: Cell) -> list[Cell]:
    """Return the cells of a known piece of the path, from one of its ends."""
    piece, before = [at], None
    while True:
        after = [other for other in view.linked(piece[-1]) if other != before]
        if not after or after[0] in piece:
            return piece
        before = piece[-1]
        piece.append(after[0])

"""Black and white cells as a reader sees them, and the phrases common to shading puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from sentence_checker.words import Cell, Grammar, name, need

OTHER = {"black": "white", "white": "black"}
RULES = {"adjacent", "divided"}
Phrase: TypeAlias = Any
Fact = tuple[Cell, str]
SIDES = {"above": (-1, 0), "below": (1, 0), "to the left": (0, -1), "to the right": (0, 1)}


class View:
    """A board with its clues and colours, and what the sentence has mentioned so far."""

    def __init__(self, board: str, known: Iterable[Any]) -> None:
        rows = [line.split() for line in board.split("\n") if line and ":" not in line][1:]
        self.rows, self.cols = len(rows), len(rows[0])
        self.clues = {
            (r, c): clue
            for r, row in enumerate(rows, 1)
            for c, clue in enumerate(row, 1)
            if clue not in (".", "-")
        }
        self.colour: dict[Cell, str] = {}
        self.learn(map(self.fact, known))
        self.looked_at: set[Cell] = set()  # cells that are named or that a claim refers to
        self.rules: set[str] = set()  # rules that the sentence cites
        self.concluded: set[Fact] = set()
        self.last: list[Cell] = []  # what the last step of a chain coloured
        self.before: dict[Cell, str] = {}  # the colours before a supposition

    def fact(self, statement: Any) -> Fact:
        return self.cell_at(statement.cell), statement.what

    def cell_at(self, index: int) -> Cell:
        need(0 <= index < self.rows * self.cols, f"there is no cell {index}")
        return index // self.cols + 1, index % self.cols + 1

    def learn(self, facts: Iterable[Fact]) -> None:
        for at, colour in facts:
            self.colour[at] = colour

    def opposite(self, fact: Fact) -> Fact:
        return fact[0], OTHER[fact[1]]

    def snapshot(self) -> Any:
        return dict(self.colour)

    def restore(self, saved: Any) -> None:
        self.colour = saved

    def holds(self, fact: Fact) -> bool:
        return self.colour.get(fact[0]) == fact[1]

    def forget(self, facts: Iterable[Fact]) -> None:
        for at, _ in facts:
            del self.colour[at]

    def is_implied(self, fact: Fact, facts: Iterable[Fact]) -> bool:
        return fact in facts

    # Mentions

    def mention(self, some: Iterable[Cell]) -> None:
        for at in some:
            need(self.inside(at), f"there is no cell {name(at)}")
            self.looked_at.add(at)

    def mention_facts(self, facts: Iterable[Fact]) -> None:
        self.mention(at for at, _ in facts)

    def cite(self, *rules: str) -> None:
        self.rules.update(rules)

    def cite_key(self, key: Any) -> None:
        """Cite the clue or rule of a key."""
        self.rules.add(key[0])
        self.looked_at.update(map(self.cell_at, key[1]))

    def side(self, number: int) -> str:
        return list(SIDES)[number]

    def conclude(self, some: Iterable[Cell], colour: str) -> None:
        self.concluded.update((at, colour) for at in some)

    def draw(self, drawn: Iterable[int]) -> None:
        self.looked_at.update(map(self.cell_at, drawn))

    def check_conclusions(self, new: Iterable[Any]) -> None:
        """Check that the conclusions are exactly the new facts."""
        facts = {self.fact(statement) for statement in new}
        missing, more = facts - self.concluded, self.concluded - facts
        need(not missing, f"it does not say that {_list_facts(missing)}")
        need(not more, f"it says that {_list_facts(more)}, which is not concluded")

    def check_premises(
        self, given: Iterable[Any], because: Iterable[tuple[str, tuple[int, ...]]]
    ) -> None:
        """Check that every premise of the proof is mentioned."""
        for statement in given:
            at, colour = self.fact(statement)
            need(at in self.looked_at, f"it does not say that {name(at)} is {colour}")
        for rule, some in because:
            if not some:
                need(rule in self.rules, f"the rule {rule!r} is not spoken of")
            for at in map(self.cell_at, some):
                need(at in self.looked_at, f"the clue at {name(at)} is not named")

    def check_cells(self, some: Iterable[int]) -> None:
        for at in map(self.cell_at, some):
            need(at in self.looked_at, f"it does not speak of {name(at)}")

    # The board

    def inside(self, at: Cell) -> bool:
        return 1 <= at[0] <= self.rows and 1 <= at[1] <= self.cols

    def beside(self, at: Cell) -> list[Cell]:
        r, c = at
        around = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
        return [neighbour for neighbour in around if self.inside(neighbour)]

    def on_border(self, at: Cell) -> bool:
        return at[0] in (1, self.rows) or at[1] in (1, self.cols)

    def has_colour(self, at: Cell, colour: str) -> bool:
        return self.colour.get(at) == colour

    def need_clue(self, at: Cell, clue: str) -> None:
        need(self.clues.get(at) == clue, f"{name(at)} has no {clue}")

    def need_colour(self, some: Iterable[Cell], colour: str) -> None:
        for at in some:
            need(self.has_colour(at, colour), f"{name(at)} is not {colour}")

    def need_open(self, some: Iterable[Cell]) -> None:
        for at in some:
            need(at not in self.colour, f"{name(at)} is {self.colour.get(at)} already")

    def broken(self, code: str, some: list[Cell]) -> None:
        """Check that a rule is broken in some cells."""
        if code == "adjacent":
            a, b = some
            self.need_colour([a, b], "black")
            need(b in self.beside(a), "they share no side")
            self.cite("adjacent")
            return
        need(code == "divided", f"no rule about {code!r}")
        walls = {at for at in some if self.has_colour(at, "black")}
        parts, locked_in = self.parts_without(walls), set(some) - walls
        need(any(locked_in <= part for part in parts) and len(parts) > 1, "they are not locked in")
        self.cite(*RULES)

    def need_locked_in(self, at: Cell) -> None:
        """Check that all neighbours are black; the colour of the cell does not matter."""
        for neighbour in self.beside(at):
            need(
                self.has_colour(neighbour, "black"),
                f"{name(at)} is not locked in: {name(neighbour)}",
            )
        self.mention(self.beside(at))
        self.cite(*RULES)

    def need_wall(self, wall: list[Cell], *, ring: bool) -> None:
        """Check a wall of diagonally adjacent black cells: a ring, or from border to border."""
        self.need_colour(wall, "black")
        steps = list(zip(wall, wall[1:] + wall[:1] if ring else wall[1:], strict=False))
        # Two consecutive cells may both touch the border instead.
        gaps = [
            (a, b)
            for a, b in steps
            if not abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1
            and not (self.on_border(a) and self.on_border(b))
        ]
        need(not gaps, f"{gaps and name(gaps[0][0])} is no corner of the next one")
        if not ring:
            ends_there = self.on_border(wall[0]) and self.on_border(wall[-1])
            need(ends_there, "the wall does not reach the border")
        outside = self.parts_without(set(wall))
        need(len(outside) > 1, "it cuts nothing off")
        self.cite(*RULES)

    def parts_without(self, walls: set[Cell]) -> list[set[Cell]]:
        """Return the connected parts of the board without some cells."""
        all_cells = {(r, c) for r in range(1, self.rows + 1) for c in range(1, self.cols + 1)}
        unvisited, parts = all_cells - walls, []
        while unvisited:
            part, queue = set(), [unvisited.pop()]
            while queue:
                at = queue.pop()
                part.add(at)
                near = [neighbour for neighbour in self.beside(at) if neighbour in unvisited]
                unvisited.difference_update(near)
                queue += near
            parts.append(part)
        return parts


def _list_facts(facts: Iterable[Fact]) -> str:
    return ", ".join(f"{name(at)} is {colour}" for at, colour in sorted(facts))


SENTENCES, CUTS = Grammar(), Grammar()


@CUTS.rule("locked-in")
def _locked_in(view: View, at: Cell) -> None:
    view.need_locked_in(at)


@CUTS.rule("ring", "wall")
def _wall(view: View, template: str, wall: list[Cell]) -> None:
    view.need_wall(wall, ring=template == "ring")


@CUTS.rule("in-two")
def _in_two(view: View) -> None:
    black = [at for at, colour in view.colour.items() if colour == "black"]
    need(any(len(view.parts_without({at})) > 1 for at in black), "it cuts nothing in two")
    view.cite(*RULES)


@SENTENCES.rule("beside")
def _beside(view: View, at: Cell, others: list[Cell]) -> None:
    view.need_colour([at], "black")
    need(set(others) <= set(view.beside(at)), "not all of them are beside it")
    view.need_open(others)
    view.cite("adjacent")
    view.conclude(others, "white")


@SENTENCES.rule("way-out")
def _last_way_out(view: View, by: Cell, at: Cell) -> None:
    view.need_colour([at], "white")
    view.need_open([by])
    need(by in view.beside(at), "it is not beside it")
    others = [neighbour for neighbour in view.beside(at) if neighbour != by]
    view.need_colour(others, "black")
    view.mention(others)
    view.cite(*RULES)
    view.conclude([by], "white")


@SENTENCES.rule("would-cut")
def _would_cut(view: View, at: Cell, cut: Phrase) -> None:
    view.need_open([at])
    view.learn([(at, "black")])
    CUTS.check(view, cut)
    view.conclude([at], "white")

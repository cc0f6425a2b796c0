"""A Hashi board as its reader sees it: islands, bridges, and how many more are possible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from sentence_checker.words import CELL, Cell, Fault, cell, cells, name, need

Link = tuple[Cell, Cell]
Fact = tuple[Link, str, int]  # (link, "lo" or "hi", the least or greatest number of bridges)


def link_of(a: Cell, b: Cell) -> Link:
    return (a, b) if a < b else (b, a)


class View:
    """Islands with their numbers, and the least and the most bridges of each link."""

    def __init__(self, board: str, known: Iterable[Any]) -> None:
        lines = [line for line in board.split("\n") if line][1:]
        options = dict(line.split(": ") for line in lines if ":" in line)
        rows = [line.split() for line in lines if ":" not in line]
        self.cols = len(rows[0])
        self.most = int(options.get("most", "2"))
        self.loops = options.get("loops", "yes") == "yes"
        self.clues = {
            (r, c): clue
            for r, row in enumerate(rows, 1)
            for c, clue in enumerate(row, 1)
            if clue != "."
        }
        self.links = list(self._links())
        self.lo = dict.fromkeys(self.links, 0)
        self.hi = dict.fromkeys(self.links, self.most)
        self.learn(map(self.fact, known))
        self.first = self.snapshot()
        self.looked_at: set[Cell] = set()  # islands that are named or that a claim refers to
        self.rules: set[str] = set()
        self.concluded: set[Fact] = set()
        self.drawn: set[Cell] = set()

    def _links(self) -> Iterator[Link]:
        for line in (0, 1):
            ordered = sorted(self.clues, key=lambda at: (at[line], at[1 - line]))
            yield from (link_of(a, b) for a, b in pairwise(ordered) if a[line] == b[line])

    def cell_at(self, index: int) -> Cell:
        return index // self.cols + 1, index % self.cols + 1

    # Facts

    def fact(self, statement: Any) -> Fact:
        link = link_of(self.cell_at(statement.a), self.cell_at(statement.b))
        return link, "lo" if statement.at_least else "hi", statement.number

    def opposite(self, fact: Fact) -> Fact:
        link, bound, number = fact
        return (link, "hi", number - 1) if bound == "lo" else (link, "lo", number + 1)

    def learn(self, facts: Iterable[Fact]) -> None:
        for link, bound, number in facts:
            need(link in self.lo, f"there is no link {name(link[0])}-{name(link[1])}")
            if bound == "lo":
                self.lo[link] = max(self.lo[link], number)
            else:
                self.hi[link] = min(self.hi[link], number)

    def holds(self, fact: Fact) -> bool:
        link, bound, number = fact
        return self.lo[link] >= number if bound == "lo" else self.max_bridges(link) <= number

    def forget(self, facts: Iterable[Fact]) -> None:
        """Remove conclusions."""
        for link, bound, number in facts:
            if bound == "lo":
                self.lo[link] = min(self.first[0][link], number - 1)
            else:
                self.hi[link] = max(self.first[1][link], number + 1)

    def is_implied(self, fact: Fact, facts: Iterable[Fact]) -> bool:
        link, bound, number = fact
        stated = [n for other, kind, n in facts if other == link and kind == bound]
        return any(n >= number if bound == "lo" else n <= number for n in stated)

    def snapshot(self) -> Any:
        return dict(self.lo), dict(self.hi)

    def restore(self, saved: Any) -> None:
        self.lo, self.hi = saved

    # Mentions

    def mention(self, some: Iterable[Cell]) -> None:
        self.looked_at.update(some)

    def mention_facts(self, facts: Iterable[Fact]) -> None:
        self.mention(at for link, _, _ in facts for at in link)

    def cite(self, *rules: str) -> None:
        self.rules.update(rules)

    def cite_words(self, text: str) -> None:
        """Cite the rules that a text states in words."""
        words = {
            "crossing": "bridges never cross",
            "divided": "all islands are connected",
            "loop": "loop",
        }
        self.rules.update(rule for rule, phrase in words.items() if phrase in text)

    def conclude(self, link: Link, bound: str, number: int) -> None:
        need(link in self.lo, f"there is no link {name(link[0])}-{name(link[1])}")
        self.concluded.add((link, bound, number))

    def draw(self, drawn: Iterable[int]) -> None:
        self.drawn = set(map(self.cell_at, drawn))
        self.looked_at.update(self.drawn)

    def check_conclusions(self, new: Iterable[Any]) -> None:
        """Check that all new facts are concluded, and that every conclusion is new or known."""
        for fact in map(self.fact, new):
            need(self.is_implied(fact, self.concluded), f"it does not say {_fact_text(fact)}")
        self.learn(map(self.fact, new))
        for fact in self.concluded:
            need(self.holds(fact), f"it says {_fact_text(fact)}, which is not concluded")

    def check_premises(
        self, given: Iterable[Any], because: Iterable[tuple[str, tuple[int, ...]]]
    ) -> None:
        """Check that every premise of the proof is mentioned."""
        self._look_at_finished()
        for fact in map(self.fact, given):
            need(not self.looked_at.isdisjoint(fact[0]), f"it does not say {_fact_text(fact)}")
        for rule, some in because:
            if not some:
                need(rule in self.rules, f"the rule {rule!r} is not spoken of")
            for at in map(self.cell_at, some):
                need(at in self.looked_at, f"the number at {name(at)} is not named")

    def _look_at_finished(self) -> None:
        """Look at the neighbours of mentioned islands that have all their bridges."""
        parse_islands = [at for at in self.looked_at if at in self.clues]
        beside = {self.other_end(link, at) for at in parse_islands for link in self.links_at(at)}
        self.looked_at.update(at for at in beside if not self.missing(at))

    def _crossing_ends(self) -> set[Cell]:
        """Return the ends of bridges that cross a link of a mentioned island."""
        over = [link for link in self.links if not self.looked_at.isdisjoint(link)]
        return {
            end
            for bridge in self.links
            if self.lo[bridge] and any(self.crosses(bridge, link) for link in over)
            for end in bridge
        }

    def check_cells(self, some: Iterable[int]) -> None:
        """Check that the cells are mentioned, or their islands' neighbours or crossing bridges."""
        self._look_at_finished()
        across = self._crossing_ends()
        for at in map(self.cell_at, some):
            if at in across:
                continue
            near = (
                {at}
                if at not in self.clues
                else {end for link in self.links_at(at) for end in link}
            )
            need(at not in self.clues or near & self.looked_at, f"it does not speak of {name(at)}")

    # The board

    def links_at(self, island: Cell) -> list[Link]:
        need(island in self.clues, f"{name(island)} is no island")
        return [link for link in self.links if island in link]

    def bridge_count(self, island: Cell) -> int:
        return sum(self.lo[link] for link in self.links_at(island))

    def missing(self, island: Cell) -> int:
        """Return how many bridges an island still needs; 99 for a ?."""
        clue = self.clues[island]
        return 99 if clue == "?" else max(int(clue) - self.bridge_count(island), 0)

    def max_bridges(self, link: Link) -> int:
        """Return the greatest number of bridges of a link that both its islands allow."""
        more = min(map(self.missing, link))
        return min(self.hi[link], self.lo[link] + more)

    def room(self, link: Link, island: Cell) -> int:
        """Return the greatest number of bridges of a link, ignoring the number of one island."""
        if any(self.lo[other] and self.crosses(link, other) for other in self.links):
            return self.lo[link]
        return min(self.hi[link], self.lo[link] + self.missing(self.other_end(link, island)))

    def need_clue(self, island: Cell, clue: str) -> None:
        need(self.clues.get(island) == clue, f"{name(island)} is no {clue}")

    def other_end(self, link: Link, island: Cell) -> Cell:
        return link[1] if link[0] == island else link[0]

    def crosses(self, first: Link, second: Link) -> bool:
        across, down = sorted((first, second), key=lambda link: link[0][0] != link[1][0])
        if across[0][0] != across[1][0] or down[0][1] != down[1][1]:
            return False
        inside = across[0][1] < down[0][1] < across[1][1]
        return inside and down[0][0] < across[0][0] < down[1][0]

    def reachable(self, start: Cell, counts: dict[Link, int]) -> set[Cell]:
        """Return the islands reachable by links with a count above 0."""
        reachable, pending = {start}, [start]
        while pending:
            island = pending.pop()
            for link in self.links_at(island):
                other = self.other_end(link, island)
                if counts[link] and other not in reachable:
                    reachable.add(other)
                    pending.append(other)
        return reachable

    def open_links(self) -> dict[Link, int]:
        return {link: self.max_bridges(link) for link in self.links}


def _fact_text(fact: Fact) -> str:
    (a, b), bound, number = fact
    return f"that {name(a)}-{name(b)} has at {'least' if bound == 'lo' else 'most'} {number}"


def parse_link(text: str) -> Link:
    a, b = cells(text)
    return link_of(a, b)


_COUNT = r"(?:a|no|at (?P<how>least|most) (?P<n>\d+)) bridges?"


def parse_facts(text: str) -> list[Fact]:
    """Parse facts such as "there is no bridge from r1c1 to r1c5"."""
    match = re.fullmatch(rf"there (?:is|are) (.+ from {CELL} to {CELL})", text)
    if match is None:
        raise Fault(f"no rule reads {text!r}")
    facts: list[Fact] = []
    for part in re.findall(rf"[^,]+? from {CELL} to {CELL}", match[1]):
        count = re.search(_COUNT, part)
        if count is None:
            raise Fault(f"no rule reads {part!r}")
        link = parse_link(part)
        if count["how"]:
            facts.append((link, "lo" if count["how"] == "least" else "hi", int(count["n"])))
        else:
            facts.append((link, "hi", 0) if count[0].startswith("no") else (link, "lo", 1))
    return facts


def parse_islands(view: View, text: str) -> list[Cell]:
    """Parse islands with their numbers: "the 1 at r1c1 and the 2 at r1c3"."""
    named = re.findall(rf"the (\d+|\?) at ({CELL})", text)
    need(len(named) == len(cells(text)), f"no rule reads {text!r}")
    for clue, at in named:
        view.need_clue(cell(at), clue)
    return [cell(at) for _, at in named]


def parse_denied(text: str) -> list[Fact]:
    """Parse an impossible mark such as "there cannot be 2 bridges from r1c1 to r1c5"."""
    match = re.fullmatch(
        rf"there (cannot|must) be (?:(a bridge|\d+ bridges|more than \d+ bridges?)) "
        rf"(from {CELL} to {CELL})",
        text,
    )
    if match is None:
        raise Fault(f"no rule reads {text!r}")
    number = int((re.findall(r"\d+", match[2]) or ["1"])[0])
    if match[1] == "cannot":
        return [(parse_link(match[3]), "lo", number)]
    return [(parse_link(match[3]), "hi", number if "more" in match[2] else number - 1)]

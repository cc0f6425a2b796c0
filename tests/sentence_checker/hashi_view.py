"""A Hashi board as its reader sees it: islands, bridges, and how many more are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from sentence_checker.words import Cell, name, need

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
        self.rows, self.cols = len(rows), len(rows[0])
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
        need(0 <= index < self.rows * self.cols, f"there is no cell {index}")
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

    def cite_key(self, key: Any) -> None:
        """Cite the clue or rule of a key."""
        self.rules.add(key[0])
        self.looked_at.update(map(self.cell_at, key[1]))

    def broken(self, code: str, some: list[Cell]) -> None:
        """Check that a rule is broken at some cells."""
        check = {"too-many": self._too_many, "too-few": self._starved, "crossing": self._cross}
        check.get(code, self._closed)(some)

    def _too_many(self, some: list[Cell]) -> None:
        (at,) = some
        need(self.bridge_count(at) > int(self.clues[at]), f"it has {self.bridge_count(at)}")

    def _starved(self, some: list[Cell]) -> None:
        def is_starved(at: Cell) -> bool:
            room = sum(self.room(link, at) for link in self.links_at(at))
            return self.clues[at] != "?" and room < int(self.clues[at])

        need(any(is_starved(at) for at in some), "each can get enough")
        self.cite("crossing")

    def _cross(self, some: list[Cell]) -> None:
        (at,) = some
        over = [(a, b) for a, b in self.links if self.lo[a, b] and a < at < b]
        over = [(a, b) for a, b in over if a[0] == at[0] == b[0] or a[1] == at[1] == b[1]]
        need(len(over) == 2 and self.crosses(*over), "no two bridges cross there")
        self.mention(end for link in over for end in link)
        self.cite("crossing")

    def _closed(self, some: list[Cell]) -> None:
        group = self.reachable(some[0], self.lo)
        need(set(some) <= group and len(group) < len(self.clues), "they are no group")
        for at in group:
            full = self.clues[at] != "?" and self.bridge_count(at) == int(self.clues[at])
            need(full, f"{name(at)} is open")
        self.mention(group)
        self.cite("divided")

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
        islands = [at for at in self.looked_at if at in self.clues]
        beside = {self.other_end(link, at) for at in islands for link in self.links_at(at)}
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

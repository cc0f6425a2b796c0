"""What a reader of a Hashi board sees: islands, bridges, and how many more may come."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from sentence_checker.words import CELL, Cell, Fault, cell, cells, name, need

Link = tuple[Cell, Cell]
Fact = tuple[Link, str, int]  # a link has at least ("lo"), or at most ("hi"), so many bridges


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
        self.first = self.saved()
        self.looked: set[Cell] = set()  # islands at which the reader looks
        self.rules: set[str] = set()
        self.concluded: set[Fact] = set()
        self.drawn: set[Cell] = set()

    def _links(self) -> Iterator[Link]:
        for line in (0, 1):
            ordered = sorted(self.clues, key=lambda at: (at[line], at[1 - line]))
            yield from (link_of(a, b) for a, b in pairwise(ordered) if a[line] == b[line])

    def at(self, index: int) -> Cell:
        return index // self.cols + 1, index % self.cols + 1

    # Facts

    def fact(self, statement: Any) -> Fact:
        link = link_of(self.at(statement.a), self.at(statement.b))
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
        return self.lo[link] >= number if bound == "lo" else self.tight(link) <= number

    def forget(self, facts: Iterable[Fact]) -> None:
        """Take back what was concluded on the way."""
        for link, bound, number in facts:
            if bound == "lo":
                self.lo[link] = min(self.first[0][link], number - 1)
            else:
                self.hi[link] = max(self.first[1][link], number + 1)

    def follows(self, fact: Fact, facts: Iterable[Fact]) -> bool:
        link, bound, number = fact
        told = [n for other, kind, n in facts if other == link and kind == bound]
        return any(n >= number if bound == "lo" else n <= number for n in told)

    def saved(self) -> Any:
        return dict(self.lo), dict(self.hi)

    def restore(self, saved: Any) -> None:
        self.lo, self.hi = saved

    # What is said

    def name(self, some: Iterable[Cell]) -> None:
        self.looked.update(some)

    def name_all(self, facts: Iterable[Fact]) -> None:
        self.name(at for link, _, _ in facts for at in link)

    def speak(self, *rules: str) -> None:
        self.rules.update(rules)

    def speak_of(self, text: str) -> None:
        """Rules that stand there in words."""
        words = {
            "crossing": "bridges never cross",
            "divided": "all islands are connected",
            "loop": "loop",
        }
        self.rules.update(rule for rule, told in words.items() if told in text)

    def conclude(self, link: Link, bound: str, number: int) -> None:
        need(link in self.lo, f"there is no link {name(link[0])}-{name(link[1])}")
        self.concluded.add((link, bound, number))

    def draw(self, drawn: Iterable[int]) -> None:
        self.drawn = set(map(self.at, drawn))
        self.looked.update(self.drawn)

    def compare(self, new: Iterable[Any]) -> None:
        """What is new was concluded, and nothing else but what was known."""
        for fact in map(self.fact, new):
            need(self.follows(fact, self.concluded), f"it does not say {_said(fact)}")
        self.learn(map(self.fact, new))
        for fact in self.concluded:
            need(self.holds(fact), f"it says {_said(fact)}, which is not concluded")

    def covers(self, given: Iterable[Any], because: Iterable[tuple[str, tuple[int, ...]]]) -> None:
        self._look_at_full_ones()
        for fact in map(self.fact, given):
            need(not self.looked.isdisjoint(fact[0]), f"it does not say {_said(fact)}")
        for rule, some in because:
            if not some:
                need(rule in self.rules, f"the rule {rule!r} is not spoken of")
            for at in map(self.at, some):
                need(at in self.looked, f"the number at {name(at)} is not named")

    def _look_at_full_ones(self) -> None:
        """Who looks at an island sees which of its neighbours have all their bridges."""
        islands = [at for at in self.looked if at in self.clues]
        beside = {self.far(link, at) for at in islands for link in self.at_island(at)}
        self.looked.update(at for at in beside if not self.wants(at))

    def _across(self) -> set[Cell]:
        """The ends of bridges that cross a link of an island that is looked at."""
        over = [link for link in self.links if not self.looked.isdisjoint(link)]
        return {
            end
            for bridge in self.links
            if self.lo[bridge] and any(self.crosses(bridge, link) for link in over)
            for end in bridge
        }

    def covers_cells(self, some: Iterable[int]) -> None:
        self._look_at_full_ones()
        across = self._across()
        for at in map(self.at, some):
            if at in across:
                continue
            near = (
                {at}
                if at not in self.clues
                else {end for link in self.at_island(at) for end in link}
            )
            need(at not in self.clues or near & self.looked, f"it does not speak of {name(at)}")

    # The board

    def at_island(self, island: Cell) -> list[Link]:
        need(island in self.clues, f"{name(island)} is no island")
        return [link for link in self.links if island in link]

    def has(self, island: Cell) -> int:
        return sum(self.lo[link] for link in self.at_island(island))

    def wants(self, island: Cell) -> int:
        """How many more it may take; a ? takes any."""
        clue = self.clues[island]
        return 99 if clue == "?" else max(int(clue) - self.has(island), 0)

    def tight(self, link: Link) -> int:
        """The most bridges of a link, as what its islands still want allows."""
        more = min(map(self.wants, link))
        return min(self.hi[link], self.lo[link] + more)

    def room(self, link: Link, island: Cell) -> int:
        """The most bridges of a link for one of its islands, its own number left aside."""
        if any(self.lo[other] and self.crosses(link, other) for other in self.links):
            return self.lo[link]
        return min(self.hi[link], self.lo[link] + self.wants(self.far(link, island)))

    def need_clue(self, island: Cell, clue: str) -> None:
        need(self.clues.get(island) == clue, f"{name(island)} is no {clue}")

    def far(self, link: Link, island: Cell) -> Cell:
        return link[1] if link[0] == island else link[0]

    def crosses(self, one: Link, other: Link) -> bool:
        across, down = sorted((one, other), key=lambda link: link[0][0] != link[1][0])
        if across[0][0] != across[1][0] or down[0][1] != down[1][1]:
            return False
        inside = across[0][1] < down[0][1] < across[1][1]
        return inside and down[0][0] < across[0][0] < down[1][0]

    def reached(self, start: Cell, counts: dict[Link, int]) -> set[Cell]:
        """The islands that can be reached by links with a count above 0."""
        found, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            for link in self.at_island(here):
                other = self.far(link, here)
                if counts[link] and other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def open_links(self) -> dict[Link, int]:
        return {link: self.tight(link) for link in self.links}


def _said(fact: Fact) -> str:
    (a, b), bound, number = fact
    return f"that {name(a)}-{name(b)} has at {'least' if bound == 'lo' else 'most'} {number}"


def between(text: str) -> Link:
    a, b = cells(text)
    return link_of(a, b)


_COUNT = r"(?:a|no|at (?P<how>least|most) (?P<n>\d+)) bridges?"


def statement(text: str) -> list[Fact]:
    """What is said of links: "there is no bridge from r1c1 to r1c5"."""
    told = re.fullmatch(rf"there (?:is|are) (.+ from {CELL} to {CELL})", text)
    if told is None:
        raise Fault(f"no rule reads {text!r}")
    found: list[Fact] = []
    for part in re.findall(rf"[^,]+? from {CELL} to {CELL}", told[1]):
        count = re.search(_COUNT, part)
        if count is None:
            raise Fault(f"no rule reads {part!r}")
        link = between(part)
        if count["how"]:
            found.append((link, "lo" if count["how"] == "least" else "hi", int(count["n"])))
        else:
            found.append((link, "hi", 0) if count[0].startswith("no") else (link, "lo", 1))
    return found


def islands(view: View, text: str) -> list[Cell]:
    """Islands with their numbers: "the 1 at r1c1 and the 2 at r1c3"."""
    told = re.findall(rf"the (\d+|\?) at ({CELL})", text)
    need(len(told) == len(cells(text)), f"no rule reads {text!r}")
    for clue, at in told:
        view.need_clue(cell(at), clue)
    return [cell(at) for _, at in told]


def denied(text: str) -> list[Fact]:
    """The mark that cannot be: "there cannot be 2 bridges from r1c1 to r1c5"."""
    one = re.fullmatch(
        rf"there (cannot|must) be (?:(a bridge|\d+ bridges|more than \d+ bridges?)) "
        rf"(from {CELL} to {CELL})",
        text,
    )
    if one is None:
        raise Fault(f"no rule reads {text!r}")
    number = int((re.findall(r"\d+", one[2]) or ["1"])[0])
    if one[1] == "cannot":
        return [(between(one[3]), "lo", number)]
    return [(between(one[3]), "hi", number if "more" in one[2] else number - 1)]

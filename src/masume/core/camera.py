"""Camera: turns the events of a run into the lines of a film, all of them or a fair sample.

A line tells of one expansion: the node, its successors with what became of each, and the nodes that
wait next. Nodes have numbers, so that the tree can be drawn. As long as there is room every
expansion is told; after that one each time the count has grown by a hundredth, so a film of a
million expansions is little longer than one of two thousand. The ending says what was left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from masume.core.journal import KEPT
from masume.core.steps import Event, Expanded, Node

if TYPE_CHECKING:
    from masume.core.kind import Kind
    from masume.core.puzzle import Puzzle
    from masume.core.run import Run

Line: TypeAlias = dict[str, object]

KEEP = 2_000  # expansions that are all told
MOST_NODES = 100_000  # nodes that are numbered while all are told
MOST_CHILDREN = 200  # successors told of one expansion
MOST_ROUNDS = 300  # rounds that are all told
HEAD = 12  # waiting nodes told
GROWTH = 1.01  # how much the count grows from one line to the next, once not all are told


class Camera:
    """Films one run; `positions` where moves alone do not tell what is on the board."""

    def __init__(
        self,
        run: Run,
        kind: Kind,
        puzzle: Puzzle,
        *,
        keep: int = KEEP,
        positions: bool = True,
        most_nodes: int = MOST_NODES,
        alone: bool = True,
    ) -> None:
        self.run, self.kind, self.puzzle = run, kind, puzzle
        self.keep, self.positions = keep, positions
        self.told = 0  # expansions in the film
        self.all_to = 0  # the expansion up to which all are in it
        self._most_nodes = most_nodes
        self._alone = alone  # nobody else looks at the events
        self._due = 1.0
        self._count = 0  # nodes that have a number
        self._numbers: dict[int, int] = {}  # by the identity of a node of this round
        self._nodes: list[Node] = []  # or an identity might be used again
        self._first: dict[Hashable, int] = {}  # the first node of each state of this round
        self._texts: dict[object, str] = {}
        self._held: Line | None = None  # a new round that is told once one of its steps is

    def lines(self, event: Event) -> list[Line]:
        """What is told of an event; often nothing."""
        run = self.run
        if not isinstance(event, Expanded):
            return self._restarted(event.reason)
        step = run.metrics.expanded
        if step < self._due:
            self._prepare()
            return []
        found = [self._held] if self._held else []
        self._held = None
        found.append(self._expanded(event, step))
        self.told += 1
        if self.all_to == step - 1:
            self.all_to = step
        has_room = step < self.keep and self._count < self._most_nodes
        self._due = step + 1 if has_room else step * GROWTH
        self._prepare()
        return found

    def _prepare(self) -> None:
        """What is not told need not come."""
        if self._alone:
            self.run.quiet_until = self._due

    def _restarted(self, reason: str) -> list[Line]:
        """The nodes of a new round are others, even where it begins at the same one."""
        self._numbers.clear()
        self._nodes.clear()
        self._first.clear()
        line: Line = {"restart": reason, "round": self.run.metrics.rounds}
        if self.run.metrics.rounds > MOST_ROUNDS:
            self._held = line
            return []
        self._due = 0.0  # the first step of each round is told, however long the film is
        self._prepare()
        return [line]

    def _expanded(self, event: Expanded, step: int) -> Line:
        run, node = self.run, event.node
        metrics, journal = run.metrics, run.journal
        way = self._way(node)
        line: Line = {
            "step": step,
            "id": self._numbers[id(node)],
            "parent": None if node.parent is None else self._numbers[id(node.parent)],
            "move": self._text(node.move),
            "depth": node.depth,
            "g": node.g,
            "h": _finite(node.h),
            "generated": event.generated,
            "kept": len(event.kept),
            "frontier": event.frontier,
            "stored": event.stored,
            "round": metrics.rounds,
            "ms": round(metrics.seconds * 1000, 3),
        }
        if way:
            line["way"] = way
        if self.positions or node.parent is None:
            line["position"] = self.kind.to_json(self.puzzle, run.space.position(node.state))
        if journal is not None and journal.dropped:
            line["dropped"] = self._dropped(journal.dropped)
        line["first"] = self._count
        line["children"] = self._children(event)
        if journal is not None:
            head = [self._numbers.get(id(one)) for one in journal.first_waiting(HEAD)]
            line["head"] = [number for number in head if number is not None]
        return line

    def _way(self, node: Node) -> list[list[object]]:
        """Number a node and those above it; the rows of those that no line has told yet."""
        numbers = self._numbers
        if id(node) in numbers:
            return []
        missing: list[Node] = []
        above: Node | None = node
        while above is not None and id(above) not in numbers:
            missing.append(above)
            above = above.parent
        for one in reversed(missing):
            self._number(one)
        told = [one for one in reversed(missing[1:])]
        return [
            [
                numbers[id(one)],
                None if one.parent is None else numbers[id(one.parent)],
                self._text(one.move),
                one.g,
                _finite(one.h),
            ]
            for one in told
        ]

    def _number(self, node: Node) -> int:
        number = self._count
        self._count += 1
        self._numbers[id(node)] = number
        self._nodes.append(node)
        self._first.setdefault(node.state, number)
        return number

    def _children(self, event: Expanded) -> list[list[object]]:
        """The successors in the order in which they were produced, with their fates."""
        journal = self.run.journal
        refused = journal.refused if journal is not None else []
        if not refused:
            return self._kept(event.kept[:MOST_CHILDREN])
        rows: list[list[object]] = []
        texts, first, kept = self._texts, self._first, event.kept
        at = 0  # how many of the kept ones are told
        for number, fate, move, state, g, h in refused[:MOST_CHILDREN]:
            between = number - 1 - len(rows)
            if between > 0 and at < len(kept):
                some = self._kept(kept[at : at + between])
                at += len(some)
                rows += some
            row: list[object] = [
                texts.get(move) or self._text(move),
                fate,
                g,
                None if h == inf else h,
            ]
            if state in first:
                row.append(first[state])
            rows.append(row)
            self._count += 1
        return (rows + self._kept(kept[at:]))[:MOST_CHILDREN] if at < len(kept) else rows

    def _kept(self, children: Sequence[Node]) -> list[list[object]]:
        count, texts, first, numbers = self._count, self._texts, self._first, self._numbers
        rows: list[list[object]] = []
        for child in children:
            numbers[id(child)] = count
            if child.state not in first:
                first[child.state] = count
            count += 1
            text = texts.get(child.move) or self._text(child.move)
            rows.append([text, KEPT, child.g, None if child.h == inf else child.h])
        self._nodes += children
        self._count = count
        return rows

    def _dropped(self, dropped: list[tuple[str, Node]]) -> list[list[object]]:
        known = ((self._numbers.get(id(node)), fate) for fate, node in dropped)
        return [[number, fate] for number, fate in known if number is not None]

    def _text(self, move: object) -> str | None:
        if move is None:
            return None
        text = self._texts.get(move)
        if text is None:
            text = self._texts[move] = self.kind.write_move(self.puzzle, move)
        return text

    def ending(self) -> Line:
        """The last line: how it ended, where the goal is, and what was left out."""
        run = self.run
        result = run.result()
        goal, answer = result.goal, result.answer
        line: Line = {
            "end": result.status.value,
            "expanded": result.metrics.expanded,
            "left_out": result.metrics.expanded - self.told,
            "all_to": self.all_to,
            "reason": result.reason,
            "position": None if answer is None else self.kind.to_json(self.puzzle, answer),
            "goal": None,
        }
        if run.journal is not None and run.journal.dropped:
            line["dropped"] = self._dropped(run.journal.dropped)
        if goal is not None:
            if way := self._way(goal):
                line["way"] = way
            line["goal"] = {
                "id": self._numbers[id(goal)],
                "parent": None if goal.parent is None else self._numbers[id(goal.parent)],
                "move": self._text(goal.move),
                "depth": goal.depth,
                "g": goal.g,
                "h": _finite(goal.h),
            }
        return line


def _finite(h: float | None) -> float | None:
    return None if h == inf else h  # JSON has no infinity

"""Camera: turns the events of a run into the lines of a film, all of them or a fair sample.

A line tells of one expansion: the node, its successors with what became of each, and the nodes that
wait next. Nodes have numbers, so that the tree can be drawn. As long as there is room every
expansion is told; after that one each time the count has grown by a hundredth, so a film of a
million expansions is little longer than one of two thousand. The ending says what was left out.

Lines are made as text at once: most of what a film costs is its rows, and to build them as lists
and have those encoded takes three times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from masume.core.search.events import Event, Expanded, Node, Status
from masume.core.search.journal import Journal

if TYPE_CHECKING:
    from masume.core.puzzle.kind import Kind
    from masume.core.puzzle.puzzle import Puzzle
    from masume.core.search.run import Run

Line: TypeAlias = dict[str, object]

KEEP = 2_000  # expansions that are all told
MOST_NODES = 60_000  # nodes that are numbered while all are told
MOST_CHILDREN = 200  # successors told of one expansion
MOST_ROUNDS = 300  # rounds that are all told
MOST_WAY = 20  # nodes told above one whose own line was left out
HEAD = 12  # waiting nodes told
GROWTH = 1.01  # how much the count grows from one line to the next, once not all are told
_MOVES = 20_000  # moves known by identity


def json_text(value: object) -> str:
    """A value as films hold it."""
    return _encoder()(value)


@cache
def _encoder() -> Callable[[object], str]:
    from json import JSONEncoder  # with the first line: most commands write no film

    return JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class _Numbers(dict[float | None, str]):
    """Values of g and h as JSON has them; it knows no infinity."""

    def __missing__(self, value: float | None) -> str:
        number = value if value is None or isinstance(value, int) else float(value)
        text = self[value] = "null" if number is None or number == inf else json_text(number)
        return text


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
        self.filmed = 0  # expansions in the film
        self.all_to = 0  # the expansion up to which all are in it
        self._most_nodes = most_nodes
        self._alone = alone  # nobody else looks at the events
        self._due = 1.0
        self._count = 0  # nodes that have a number
        self._numbers: dict[int, int] = {}  # by the identity of a node of this round
        self._nodes: list[Node] = []  # or an identity might be used again
        self._first: dict[Hashable, int] = {}  # the first node of each state of this round
        self._texts: dict[object, str] = {}  # of moves, as JSON
        self._known: dict[int, str] = {}  # the same by identity: spaces have tables of moves
        self._moves: list[object] = []  # or an identity might be used again
        self._values = _Numbers()
        self._head: list[int] = []  # who waits next, as the last line tells it
        self._last = 0  # the expansion of that line
        self._held: str | None = None  # a new round that is told once one of its steps is

    def texts(self, event: Event) -> list[str]:
        """The lines that tell of an event, as JSON; often none."""
        run = self.run
        if not isinstance(event, Expanded):
            return self._restarted(event.reason)
        step = run.metrics.expanded
        if step < self._due:
            self._prepare()
            return []
        lines = [self._held] if self._held else []
        self._held = None
        lines.append(self._expanded(event, step))
        self.filmed += 1
        self._last = step
        if self.all_to == step - 1:
            self.all_to = step
        has_room = step < self.keep and self._count < self._most_nodes
        self._due = step + 1 if has_room else step * GROWTH
        self._prepare()
        return lines

    def lines(self, event: Event) -> list[Line]:
        """The same, read again."""
        from json import loads

        return [loads(text) for text in self.texts(event)]

    def _prepare(self) -> None:
        """What is not told need not come."""
        if self._alone:
            self.run.quiet_until = self._due

    def _restarted(self, reason: str) -> list[str]:
        """The nodes of a new round are others, even where it begins at the same one."""
        self._numbers.clear()
        self._nodes.clear()
        self._first.clear()
        line = json_text({"restart": reason, "round": self.run.metrics.rounds})
        if self.run.metrics.rounds > MOST_ROUNDS:
            self._held = line
            return []
        self._due = 0.0  # the first step of each round is told, however long the film is
        self._prepare()
        return [line]

    def _expanded(self, event: Expanded, step: int) -> str:
        run, node = self.run, event.node
        metrics, journal = run.metrics, run.journal
        more = self._way(node)
        if self.positions or node.parent is None:
            more += f',"position":{self._position(node)}'
        if journal is not None and journal.dropped:
            more += f',"dropped":{self._dropped(journal.dropped)}'
        first = self._count
        children = self._children(event, journal)
        head = ""
        if journal is not None:
            self._head = self._first_waiting(journal)
            head = f',"head":{json_text(self._head)}'
        lists = json_text(self._lists())[1:-1]
        more += f",{lists}" if lists else ""
        return (
            f'{{"step":{step},{self._place(node)},"generated":{event.generated},'
            f'"kept":{len(event.kept)},"frontier":{event.frontier},"stored":{event.stored},'
            f'"round":{metrics.rounds},"ms":{round(metrics.seconds * 1000, 3)}{more},'
            f'"first":{first},"children":[{children}]{head}}}'
        )

    def _place(self, node: Node) -> str:
        """A node in its tree, and its values."""
        values, numbers, above = self._values, self._numbers, node.parent
        parent = "null" if above is None else str(numbers[id(above)])
        return (
            f'"id":{numbers[id(node)]},"parent":{parent},"move":{self._text(node.move)},'
            f'"depth":{node.depth},"g":{values[node.g]},"h":{values[node.h]}'
        )

    def _way(self, node: Node) -> str:
        """Number a node and those above it; the rows of those that no line has told yet.

        Of a long way, as a random walk takes it between two lines, only the end is told, with what
        is on the board where it begins.
        """
        numbers, values = self._numbers, self._values
        if id(node) in numbers:
            return ""
        missing: list[Node] = []
        above: Node | None = node
        while above is not None and id(above) not in numbers:
            missing.append(above)
            above = above.parent
        left_out = len(missing) - 1 - MOST_WAY
        del missing[MOST_WAY + 1 :]
        missing.reverse()
        parent = "null" if above is None else str(numbers[id(above)])
        rows: list[str] = []
        for one in missing:
            number = self._number(one)
            values_text = f"{values[one.g]},{values[one.h]}"
            rows.append(f"[{number},{parent},{self._text(one.move)},{values_text}]")
            parent = str(number)
        way = f',"way":[{",".join(rows[:-1])}]' if len(rows) > 1 else ""
        if left_out <= 0:
            return way
        top, position = numbers[id(missing[0])], self._position(missing[0])
        return f'{way},"gap":{{"id":{top},"left_out":{left_out},"position":{position}}}'

    def _position(self, node: Node) -> str:
        return json_text(self.kind.to_json(self.puzzle, self.run.space.position(node.state)))

    def _number(self, node: Node) -> int:
        number = self._count
        self._count += 1
        self._numbers[id(node)] = number
        self._nodes.append(node)
        self._first.setdefault(node.state, number)
        return number

    def _children(self, event: Expanded, journal: Journal | None) -> str:
        """The successors in the order in which they were produced, with their fates."""
        kept = event.kept
        refused = journal.refused if journal is not None else []
        if not refused:
            return ",".join(self._kept(kept[:MOST_CHILDREN]))
        rows: list[str] = []
        known, first, values = self._known, self._first, self._values
        at = 0  # how many of the kept ones are told
        following = 1  # the number of the next row
        for number, fate, move, state, g, h in refused:
            if number > MOST_CHILDREN:
                break
            if number > following and at < len(kept):
                some = self._kept(kept[at : at + number - following])
                at += len(some)
                rows += some
                following += len(some)
            text = known.get(id(move)) or self._text(move)
            same = first.get(state)
            same_as = "" if same is None else f",{same}"
            rows.append(f'[{text},"{fate}",{values[g]},{values[h]}{same_as}]')
            self._count += 1
            following += 1
        if at < len(kept):
            rows += self._kept(kept[at : at + MOST_CHILDREN - len(rows)])
        return ",".join(rows)

    def _kept(self, children: Sequence[Node]) -> list[str]:
        count, known, first, values = self._count, self._known, self._first, self._values
        numbers = self._numbers
        rows: list[str] = []
        for child in children:
            numbers[id(child)] = count
            first.setdefault(child.state, count)
            count += 1
            move = child.move
            text = known.get(id(move)) or self._text(move)
            rows.append(f'[{text},"kept",{values[child.g]},{values[child.h]}]')
        self._nodes += children
        self._count = count
        return rows

    def _first_waiting(self, journal: Journal) -> list[int]:
        numbers = [self._numbers.get(id(one)) for one in journal.first_waiting(HEAD)]
        return [number for number in numbers if number is not None]

    def _lists(self) -> Line:
        """Return the sizes of the lists, null for a list that the search does not keep."""
        lists = self.run.lists
        return {} if lists is None else {"open": lists.open, "closed": lists.closed}

    def _dropped(self, dropped: list[tuple[str, Node]]) -> str:
        known = [(self._numbers.get(id(node)), fate) for fate, node in dropped]
        return json_text([row for row in known if row[0] is not None])

    def _text(self, move: object) -> str:
        """A move as JSON."""
        if move is None:
            return "null"
        text = self._known.get(id(move)) or self._texts.get(move)
        if text is None:
            text = self._texts[move] = json_text(self.kind.write_move(self.puzzle, move))
        if len(self._moves) < _MOVES and id(move) not in self._known:
            self._known[id(move)] = text
            self._moves.append(move)
        return text

    def ending(self) -> Line:
        """The last line: how it ended, where the goal is, and what was left out."""
        from json import loads

        run = self.run
        result = run.result()
        goal, answer = result.goal, result.answer
        line: Line = {
            "end": result.status.value,
            "expanded": result.metrics.expanded,
            "left_out": result.metrics.expanded - self.filmed,
            "all_to": self.all_to,
            "reason": result.reason,
            "position": None if answer is None else self.kind.to_json(self.puzzle, answer),
            "goal": None,
            "frontier": run.frontier,
            "stored": run.stored,
            "round": result.metrics.rounds,
            **self._lists(),
        }
        # A search that was stopped may be in the middle of an expansion that does not count.
        if result.status is Status.LIMIT:
            line["head"] = self._head if self._last == result.metrics.expanded else []
        elif run.journal is not None:
            line["head"] = self._first_waiting(run.journal)
        if run.journal is not None and run.journal.dropped:
            line["dropped"] = loads(self._dropped(run.journal.dropped))
        if goal is not None:
            way = self._way(goal).removeprefix(",")
            line |= loads(f"{{{way}}}")
            line["goal"] = loads(f"{{{self._place(goal)}}}")
        return line

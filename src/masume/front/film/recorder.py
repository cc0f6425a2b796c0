"""The recorder that turns the events of a run into the lines of a film.

A line describes one expansion: the node, its successors with their fates, and the next nodes of the
open list. Nodes are numbered so that the tree can be drawn. The first expansions are all recorded;
after that, one each time the count has grown by 1%, so a film of a million expansions is little
longer than one of two thousand. The last line says how many expansions were left out.

Lines are built as text directly: most of the cost of a film is its rows, and building them as lists
to be encoded takes three times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from masume.core.search.events import Event, Expanded, Node, Restarted, Status
from masume.core.search.journal import Journal

if TYPE_CHECKING:
    from masume.core.puzzle.kind import Kind
    from masume.core.puzzle.puzzle import Puzzle
    from masume.core.search.run import Run

Line: TypeAlias = dict[str, object]

KEEP = 2_000  # expansions recorded before sampling begins
MAX_NODES = 60_000  # nodes numbered before sampling begins
MAX_CHILDREN = 200  # successors recorded per expansion
MAX_ROUNDS = 300  # rounds whose first expansion is always recorded
MAX_ANCESTORS = 20  # unrecorded ancestors listed with a node
HEAD = 12  # nodes listed from the front of the open list
GROWTH = 1.01  # factor between the expansion counts of sampled lines
_MAX_MOVES = 20_000  # moves cached by identity


def json_text(value: object) -> str:
    """Encode a value as compact JSON."""
    return _encoder()(value)


@cache
def _encoder() -> Callable[[object], str]:
    from json import JSONEncoder  # imported late: most commands record no film

    return JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class _Numbers(dict[float | None, str]):
    """A cache of g and h values as JSON text; infinity becomes null."""

    def __missing__(self, value: float | None) -> str:
        number = value if value is None or isinstance(value, int) else float(value)
        text = self[value] = "null" if number is None or number == inf else json_text(number)
        return text


class Recorder:
    """A recorder of one run.

    With `positions`, every line holds its position: needed where moves do not determine the board.
    With `exclusive`, nothing else reads the events, so the run may skip those not recorded.
    """

    def __init__(
        self,
        run: Run,
        kind: Kind,
        puzzle: Puzzle,
        *,
        keep: int = KEEP,
        positions: bool = True,
        most_nodes: int = MAX_NODES,
        exclusive: bool = True,
    ) -> None:
        self.run, self.kind, self.puzzle = run, kind, puzzle
        self.keep, self.positions = keep, positions
        self.recorded = 0  # expansions in the film
        self.all_to = 0  # expansions up to this one are all recorded
        self._most_nodes = most_nodes
        self._exclusive = exclusive
        self._due = 1.0  # the next expansion to record
        self._count = 0  # numbered nodes
        self._numbers: dict[int, int] = {}  # by the identity of the nodes of this round
        self._nodes: list[Node] = []  # keeps nodes alive, so that identities stay unique
        self._first: dict[Hashable, int] = {}  # the first node of each state of this round
        self._move_texts: dict[object, str] = {}  # JSON of each move
        self._texts_by_id: dict[int, str] = {}  # the same by identity, as spaces share move objects
        self._moves: list[object] = []  # keeps moves alive, so that identities stay unique
        self._values = _Numbers()
        self._head: list[int] = []  # front of the open list in the last line
        self._last_step = 0  # the expansion of the last line
        self._held: str | None = None  # the restart line of a round without a recorded step yet

    def texts(self, event: Event) -> list[str]:
        """Return the film lines of an event as JSON; none if it is not recorded."""
        run = self.run
        if not isinstance(event, Expanded):
            return self._restart(event)
        step = run.metrics.expanded
        if step < self._due:
            self._schedule()
            return []
        lines = [self._held] if self._held else []
        self._held = None
        lines.append(self._expansion(event, step))
        self.recorded += 1
        self._last_step = step
        if self.all_to == step - 1:
            self.all_to = step
        has_room = step < self.keep and self._count < self._most_nodes
        self._due = step + 1 if has_room else step * GROWTH
        self._schedule()
        return lines

    def lines(self, event: Event) -> list[Line]:
        """Return the film lines of an event as decoded JSON."""
        from json import loads

        return [loads(text) for text in self.texts(event)]

    def _schedule(self) -> None:
        """Let an exclusive run skip events until the next expansion to record."""
        if self._exclusive:
            self.run.quiet_until = self._due

    def _restart(self, event: Restarted) -> list[str]:
        """Forget the nodes of the last round and return the line of a new one."""
        self._numbers.clear()
        self._nodes.clear()
        self._first.clear()
        about: Line = {"restart": event.reason, "round": self.run.metrics.rounds}
        line = json_text(about if event.f is None else about | {"f": event.f})
        if self.run.metrics.rounds > MAX_ROUNDS:
            self._held = line
            return []
        self._due = 0.0  # the first step of each round is recorded
        self._schedule()
        return [line]

    def _expansion(self, event: Expanded, step: int) -> str:
        """Return the line of an expansion."""
        run, node = self.run, event.node
        metrics, journal = run.metrics, run.journal
        more = self._ancestors(node)
        if self.positions or node.parent is None:
            more += f',"position":{self._position(node)}'
        if journal is not None and journal.dropped:
            more += f',"dropped":{self._dropped_rows(journal.dropped)}'
        first = self._count
        if journal is not None and journal.taken is not None:
            priority, tied = journal.taken
            more += f',"priority":{self._values[priority]},"tied":{tied}'
        children = self._children(event, journal)
        head = ""
        if journal is not None:
            self._head = self._first_waiting(journal)
            head = f',"head":{json_text(self._head)}'
        lists = json_text(self._lists())[1:-1]
        more += f",{lists}" if lists else ""
        return (
            f'{{"step":{step},{self._tree_fields(node)},"generated":{event.generated},'
            f'"kept":{len(event.kept)},"frontier":{event.frontier},"stored":{event.stored},'
            f'"round":{metrics.rounds},"ms":{round(metrics.seconds * 1000, 3)}{more},'
            f'"first":{first},"children":[{children}]{head}}}'
        )

    def _tree_fields(self, node: Node) -> str:
        """Return the fields that place a node in its tree, with its values."""
        values, numbers, above = self._values, self._numbers, node.parent
        parent = "null" if above is None else str(numbers[id(above)])
        return (
            f'"id":{numbers[id(node)]},"parent":{parent},"move":{self._text(node.move)},'
            f'"depth":{node.depth},"g":{values[node.g]},"h":{values[node.h]}'
        )

    def _ancestors(self, node: Node) -> str:
        """Assign numbers to a node and its ancestors; return the rows of those not recorded so far.

        A long path, such as a random walk takes between two recorded lines, is cut to its last
        nodes. The position of the first node is added if moves do not lead to it.
        """
        numbers, values = self._numbers, self._values
        if id(node) in numbers:
            return ""
        missing: list[Node] = []
        above: Node | None = node
        while above is not None and id(above) not in numbers:
            missing.append(above)
            above = above.parent
        left_out = len(missing) - 1 - MAX_ANCESTORS
        del missing[MAX_ANCESTORS + 1 :]
        missing.reverse()
        parent = "null" if above is None else str(numbers[id(above)])
        rows: list[str] = []
        for added in missing:
            number = self._number(added)
            values_text = f"{values[added.g]},{values[added.h]}"
            rows.append(f"[{number},{parent},{self._text(added.move)},{values_text}]")
            parent = str(number)
        path = f',"way":[{",".join(rows[:-1])}]' if len(rows) > 1 else ""
        top = missing[0]
        if left_out <= 0 and (top.parent is not None or top is node):
            return path
        gap = f'"id":{numbers[id(top)]},"left_out":{max(0, left_out)}'
        return f'{path},"gap":{{{gap},"position":{self._position(top)}}}'

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
        """Return the successors with their fates, in the order they were produced."""
        kept = event.kept
        refused = journal.rejected if journal is not None else []
        if not refused:
            return ",".join(self._kept_rows(kept[:MAX_CHILDREN]))
        rows: list[str] = []
        texts, first, values = self._texts_by_id, self._first, self._values
        at = 0  # kept successors written so far
        next_row = 1
        for number, fate, move, state, g, h in refused:
            if number > MAX_CHILDREN:
                break
            if number > next_row and at < len(kept):
                kept_rows = self._kept_rows(kept[at : at + number - next_row])
                at += len(kept_rows)
                rows += kept_rows
                next_row += len(kept_rows)
            text = texts.get(id(move)) or self._text(move)
            same = first.get(state)
            same_as = "" if same is None else f",{same}"
            rows.append(f'[{text},"{fate}",{values[g]},{values[h]}{same_as}]')
            self._count += 1
            next_row += 1
        if at < len(kept):
            rows += self._kept_rows(kept[at : at + MAX_CHILDREN - len(rows)])
        return ",".join(rows)

    def _kept_rows(self, children: Sequence[Node]) -> list[str]:
        """Assign numbers to the kept successors and return their rows."""
        count, texts, first, values = self._count, self._texts_by_id, self._first, self._values
        numbers = self._numbers
        rows: list[str] = []
        for child in children:
            numbers[id(child)] = count
            first.setdefault(child.state, count)
            count += 1
            move = child.move
            text = texts.get(id(move)) or self._text(move)
            rows.append(f'[{text},"kept",{values[child.g]},{values[child.h]}]')
        self._nodes += children
        self._count = count
        return rows

    def _first_waiting(self, journal: Journal) -> list[int]:
        numbers = [self._numbers.get(id(node)) for node in journal.first_waiting(HEAD)]
        return [number for number in numbers if number is not None]

    def _lists(self) -> Line:
        """Return the sizes of both lists; None for a list that the search does not keep."""
        lists = self.run.lists
        return {} if lists is None else {"open": lists.open, "closed": lists.closed}

    def _dropped_rows(self, dropped: list[tuple[str, Node]]) -> str:
        known = [(self._numbers.get(id(node)), fate) for fate, node in dropped]
        return json_text([row for row in known if row[0] is not None])

    def _text(self, move: object) -> str:
        """Return a move as JSON."""
        if move is None:
            return "null"
        text = self._texts_by_id.get(id(move)) or self._move_texts.get(move)
        if text is None:
            text = self._move_texts[move] = json_text(self.kind.write_move(self.puzzle, move))
        if len(self._moves) < _MAX_MOVES and id(move) not in self._texts_by_id:
            self._texts_by_id[id(move)] = text
            self._moves.append(move)
        return text

    def ending(self) -> Line:
        """Return the last line: the result, the goal and the number of unrecorded expansions."""
        from json import loads

        run = self.run
        result = run.result()
        goal, answer = result.goal, result.answer
        line: Line = {
            "end": result.status.value,
            "expanded": result.metrics.expanded,
            "left_out": result.metrics.expanded - self.recorded,
            "all_to": self.all_to,
            "reason": result.reason,
            "position": None if answer is None else self.kind.to_json(self.puzzle, answer),
            "goal": None,
            "frontier": run.frontier,
            "stored": run.stored,
            "round": result.metrics.rounds,
            **self._lists(),
        }
        # A stopped search may be in the middle of an expansion that is not counted.
        if result.status is Status.LIMIT:
            line["head"] = self._head if self._last_step == result.metrics.expanded else []
        elif run.journal is not None:
            line["head"] = self._first_waiting(run.journal)
        if run.journal is not None and run.journal.dropped:
            line["dropped"] = loads(self._dropped_rows(run.journal.dropped))
        if goal is not None:
            ancestors = self._ancestors(goal).removeprefix(",")
            line |= loads(f"{{{ancestors}}}")
            line["goal"] = loads(f"{{{self._tree_fields(goal)}}}")
        return line

"""The loops that local searches share, and the neighbours of a board in them.

Neighbours are evaluated incrementally where the estimate allows it, and recorded if filmed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias

from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import PASSED, WORSE, Journal, Lists
from masume.core.search.space import Estimate, Sampled, StateSpace, Step, near_form
from masume.core.search.spec import Tuning

DEFAULT_STEPS, DEFAULT_ROUNDS = 20_000, 500  # without a limit on nodes
STEPS = Tuning(
    "The largest number of steps. By default as many as the limit on nodes allows, or 20,000 "
    "without a limit.",
    least=1,
    budget=True,
)
ROUNDS = Tuning(
    "The largest number of rounds. By default as many as the limit on nodes allows, or 500 without "
    "a limit.",
    least=1,
    budget=True,  # each round expands at least one node
)

Choice: TypeAlias = tuple[Sequence[Node], Node | None]
"""The neighbours that were looked at, and the one to move to; None if there is none."""


def start_node(space: StateSpace, h: Estimate, journal: Journal | None = None) -> Node:
    """Return the node of the initial state, and note in the journal that there are no lists."""
    if journal is not None:
        journal.lists = Lists
    state = space.initial()
    return Node(state, h=h(state))


def random_nodes(
    space: Sampled, h: Estimate, rng: Random, count: int, journal: Journal | None
) -> list[Node]:
    """Return nodes of random states, and note in the journal that there are no lists."""
    if journal is not None:
        journal.lists = Lists
    states = [space.random_state(rng) for _ in range(count)]
    return [Node(state, h=h(state)) for state in states]


def walk(
    space: StateSpace,
    node: Node,
    steps: int,
    journal: Journal | None,
    choose: Callable[[Node], Choice],
) -> Search:
    """Move to the neighbour that `choose` returns, better or not, until a goal is reached."""
    for _ in range(steps):
        if space.is_goal(node.state):
            return node
        neighbours, chosen = choose(node)
        kept = [] if chosen is None else [chosen]
        _reject_others(journal, node, neighbours, kept)
        yield Expanded(node, kept, len(neighbours), len(kept), 1 + len(neighbours))
        if chosen is None:
            return Status.STUCK
        node = chosen
    return node if space.is_goal(node.state) else Status.STUCK


def random_walk(
    space: StateSpace,
    h: Estimate,
    rng: Random,
    node: Node,
    steps: int,
    journal: Journal | None,
    accepts: Callable[[int, float, float], bool],
) -> Search:
    """Move to random neighbours that are accepted, until a goal is reached.

    `accepts` is called once per step, with its number, h of the node and h of the neighbour.
    """
    for number in range(steps):
        if space.is_goal(node.state):
            return node
        neighbour, generated = draw_neighbour(space, h, node, rng)
        if neighbour is None:
            yield Expanded(node, [], generated, 0, 1)
            return Status.STUCK
        is_accepted = accepts(number, node.h or 0, neighbour.h or 0)
        if journal is not None and not is_accepted:
            _reject(journal, WORSE, generated, neighbour)
        yield Expanded(node, [neighbour] if is_accepted else [], generated, 1, 2)
        if is_accepted:
            node = neighbour
    return node if space.is_goal(node.state) else Status.STUCK


def beam_rounds(
    space: StateSpace,
    h: Estimate,
    boards: list[Node],
    rounds: int,
    journal: Journal | None,
    rank: Callable[[Node], float],
    *,
    distinct: bool,
) -> Search:
    """Let the neighbours of all boards compete for as many places, those of least rank first.

    `rank` is called once per neighbour. With `distinct`, a state takes one place only.
    """
    width = len(boards)
    for _ in range(rounds):
        if (goal := next((node for node in boards if space.is_goal(node.state)), None)) is not None:
            return goal
        best: list[tuple[float, Node]] = []
        for done, node in enumerate(boards, start=1):
            neighbours = evaluate(space.successors(node.state), node, h)
            ranked = best + [(rank(neighbour), neighbour) for neighbour in neighbours]
            if distinct:
                firsts = {other.state: other for _, other in reversed(ranked)}
                ranked = [entry for entry in ranked if firsts[entry[1].state] is entry[1]]
            best = sorted(ranked, key=lambda entry: entry[0])[:width]
            held = {id(other) for _, other in best}
            kept = [other for other in neighbours if id(other) in held]
            _reject_others(journal, node, neighbours, kept)
            waiting = len(boards) - done + len(best)
            yield Expanded(node, kept, len(neighbours), waiting, waiting + len(neighbours))
        if not best:
            return Status.STUCK
        boards = [node for _, node in best]
    return Status.STUCK


def evaluate(steps: Iterable[Step], node: Node, h: Estimate) -> list[Node]:
    """Return the neighbours to which the steps lead, with their h."""
    near = near_form(h)
    of_child = h if near is None else near(node.state, node.h or 0)
    g = node.g
    return [Node(child, node, move, g + cost, of_child(child)) for move, child, cost in steps]


def focused_neighbours(space: StateSpace, h: Estimate, node: Node, rng: Random) -> list[Node]:
    """Return the neighbours that change one faulty part; all neighbours if the space names none."""
    focused = getattr(space, "focused_successors", None)  # a member of Focused
    steps = list(focused(node.state, rng)) if focused is not None else []
    return evaluate(steps or space.successors(node.state), node, h)


def draw_neighbour(
    space: StateSpace, h: Estimate, node: Node, rng: Random
) -> tuple[Node | None, int]:
    """Return a random neighbour, and how many had to be produced to draw it."""
    draw = getattr(space, "random_successor", None)  # a member of Sampled
    if draw is not None:
        step, generated = draw(node.state, rng), 1
    else:
        steps = list(space.successors(node.state))
        step, generated = (rng.choice(steps) if steps else None), len(steps)
    return (evaluate([step], node, h)[0] if step is not None else None), generated


def best_of(nodes: Sequence[Node], rng: Random) -> Node | None:
    """Return a node of the least h, drawn among equals; None if there is none."""
    if not nodes:
        return None
    least = min(node.h or 0 for node in nodes)
    return rng.choice([node for node in nodes if (node.h or 0) == least])


def _reject_others(
    journal: Journal | None, node: Node, neighbours: Sequence[Node], chosen: Sequence[Node]
) -> None:
    """Record the neighbours that were not chosen."""
    if journal is None or not journal.on:
        return
    held = {id(other) for other in chosen}
    for number, other in enumerate(neighbours, start=1):
        if id(other) not in held:
            _reject(journal, PASSED if (other.h or 0) < (node.h or 0) else WORSE, number, other)


def _reject(journal: Journal, fate: str, number: int, node: Node) -> None:
    journal.reject(fate, number, node.move, node.state, node.g, node.h)

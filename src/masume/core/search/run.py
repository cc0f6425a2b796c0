"""Run: drive a search, count its events, measure its time and enforce its limits.

>>> from masume import examples, Limit, search
>>> result = search(examples("hashi")[0].puzzle, "depth_first", limit=Limit(nodes=1000))
>>> result.status
<Status.SOLVED: 'solved'>
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import TypeGuard, cast

from masume.core.plugins.user_code import protocol_error, reraise_user_error, user_code_errors
from masume.core.search.counted import (
    Counts,
    follow,
    moves_of,
    replay,
    stop_counting_instances,
)
from masume.core.search.events import Event, Expanded, Improved, Node, Restarted, Search, Status
from masume.core.search.journal import Journal, Lists
from masume.core.search.problem import ProblemSpace
from masume.core.search.result import TRACE_POINTS, Metrics, SearchResult
from masume.core.search.space import Cancellable, Guarded, StateSpace
from masume.core.system.clock import SEARCH, Clock
from masume.core.system.garbage import rare_collections
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop, or_infinite
from masume.errors import pluralise, shorten

ELSEWHERE = "searched elsewhere"  # the claim of a search whose path its expansions cannot explain
_NODE_BYTES = 320  # a Node, its state's header, its slot in a heap or queue and its table entry


class Run:
    """A search in progress. It owns the clock, the counters and the limits of the search.

    Iterate over it for the events, or call `finish` to run to the end. To pause, stop iterating.
    To cancel, call `close`, or `deadline.stop` from another thread. `metrics` and `result()` are
    valid at any time.
    """

    def __init__(
        self,
        space: StateSpace,
        search: Search,
        limit: Limit | None = None,
        deadline: Deadline | None = None,
        clock: Clock | None = None,
        journal: Journal | None = None,
        counts: Counts | None = None,
        evaluations: Callable[[], int] | None = None,
        names: tuple[str, str | None, str] = ("", None, ""),
    ) -> None:
        self.space = space
        self._counts = counts  # of a user's algorithm, whose own figures are claims
        self._evaluations = evaluations  # returns the calls of a user's heuristic
        self._names = names  # of the algorithm, the heuristic and the space
        self.journal = journal  # receives details while the search is filmed
        self.quiet_until = 0.0  # expansions before this one are counted but not yielded
        self.metrics = Metrics()
        self.limit = limit or (deadline.limit if deadline else Limit())
        self.clock = clock or Clock(self.limit.seconds)  # may include the time of the preparation
        self.deadline = deadline or Deadline(clock=self.clock)  # used for `stop` only
        self._search = search
        self._status: Status | None = None
        self._reason = ""
        self._stopped: Stop | None = None
        self._goal: Node | None = None
        self._best: Node | None = None
        self._incumbent: Improved | None = None  # of an anytime search
        self.frontier = self.stored = 0  # after the last expansion; see `Expanded`
        self.lists: Lists | None = None  # sizes after the last expansion, or at the end
        self._watched = True  # whether events are yielded
        self._inside = 0  # successors produced in the current expansion
        self._most_nodes = or_infinite(self.limit.nodes)
        self._most_states = _most_states(space, self.limit)
        self._events = self._drive()
        self._watch_over(space, counts, deadline)

    def _watch_over(
        self, space: StateSpace, counts: Counts | None, deadline: Deadline | None
    ) -> None:
        """Let the space check the limits inside an expansion, where it can take long."""
        inner: object = None  # the space that is wrapped
        if isinstance(space, Guarded):
            space.check, inner = self._check, space.cancellable()
        elif counts is not None:
            counts.check, inner = self._check_counted, counts.space
        elif isinstance(space, ProblemSpace) and (
            deadline is not None or self.clock.most != inf or self._most_states != inf
        ):
            space.check_limits = self._check
        if isinstance(inner, ProblemSpace):
            inner.check_limits = self._check_time
        elif isinstance(inner, Cancellable):
            inner.check_cancel = self._check_time

    @classmethod
    def unsolvable(cls, reason: str) -> Run:
        """Return a finished run for a board with an obstacle: its status is EXHAUSTED."""
        run = cls(cast(StateSpace, None), _no_steps())  # without nodes the space is never used
        run._end(Status.EXHAUSTED, reason)
        return run

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        return next(self._events)

    def _drive(self) -> Iterator[Event]:
        """Count the events of the search, enforce the limits, and yield the events if watched.

        One flat loop with local counters, since it adds to every expansion. They are stored before
        an event is yielded, and at the end.
        """
        metrics, deadline, clock, journal = self.metrics, self.deadline, self.clock, self.journal
        most_nodes, most_states = self._most_nodes, self._most_states
        advance, now, is_timed = self._search.__next__, perf_counter, clock.most != inf
        trace, every = metrics.frontier_trace, 1
        expanded = generated = most_open = most_stored = 0
        due: float = 0  # the expansions until the limit or until the next traced node
        traced = 0
        least_h, most_depth = inf, -1  # of the best node
        is_quiet = journal is None
        if self._status is not None:
            return
        clock.begin(SEARCH)
        try:
            while True:
                if deadline.stopped:
                    self.close(deadline.stopped)
                    break
                self._inside = 0
                if journal is not None:
                    journal.clear()
                    journal.on = expanded + 1 >= self.quiet_until
                try:
                    event = advance()
                except (StopIteration, LimitReached, MemoryError) as end:
                    self._conclude(end)
                    break
                except Exception as fault:
                    reraise_user_error(fault)
                    raise
                if isinstance(event, tuple):
                    try:
                        node, _, produced, frontier, stored = event
                        h = node.h
                        if expanded >= due:
                            if expanded >= most_nodes:  # over the limit: this one is not counted
                                nodes = pluralise(expanded, "node")
                                self._end(Status.LIMIT, f"{nodes} expanded", Stop.NODES)
                                break
                            trace.append(frontier)
                            if h is not None:
                                metrics.h_trace.append(h)
                            if len(trace) > TRACE_POINTS:
                                every = metrics.thin_traces()
                            traced += every
                            due = traced if traced < most_nodes else most_nodes
                        if h is None:
                            if node.depth > most_depth and least_h == inf:
                                most_depth, self._best = node.depth, node
                        elif h < least_h or most_depth < 0:
                            least_h, self._best, most_depth = h, node, node.depth
                        expanded += 1
                        generated += produced
                        if frontier > most_open:
                            most_open = frontier
                        if stored > most_stored:
                            most_stored = stored
                    except (TypeError, ValueError, AttributeError) as fault:
                        said = f"yielded an Expanded with unusable fields: {fault}"
                        raise protocol_error(self._search, said) from fault
                elif not self._is_restart(event):
                    continue
                if is_timed and now() >= clock.due and clock.is_late():
                    self._end(Status.LIMIT, self._time_used(), Stop.SECONDS)
                elif most_stored > most_states:
                    self._end(Status.LIMIT, self._memory_used(most_stored), Stop.MEMORY)
                elif is_quiet and not self._watched:  # nobody sees this event
                    continue
                if isinstance(event, tuple):
                    self.frontier, self.stored = frontier, stored
                    self._update_list_sizes()
                metrics.expanded, metrics.generated = expanded, generated
                metrics.max_frontier, metrics.max_stored = most_open, most_stored
                if self._watched and (expanded >= self.quiet_until or isinstance(event, Restarted)):
                    clock.pause()
                    metrics.seconds = clock.seconds
                    yield Expanded._make(event) if isinstance(event, tuple) else event
                    if self._status is None:
                        clock.resume()
                if self._status is not None:
                    break
        finally:  # also when Ctrl-C interrupts the search
            metrics.expanded, metrics.generated = expanded, generated
            metrics.max_frontier, metrics.max_stored = most_open, most_stored

    def _is_restart(self, event: object) -> TypeGuard[Restarted]:
        """Note a restart or an improvement; return whether it is a restart."""
        if isinstance(event, Restarted):
            self.metrics.rounds += 1
            return True
        if isinstance(event, Improved):
            self._incumbent = event
            return False
        said = f"yielded {shorten(repr(event))}, not Expanded or Restarted"
        raise protocol_error(self._search, said)

    def _update_list_sizes(self) -> None:
        """Read the list sizes from the journal; valid between expansions and at the end only."""
        if self.journal is not None and self.journal.lists is not None:
            self.lists = self.journal.lists()

    def _conclude(self, end: BaseException) -> None:
        """Set the outcome from the exception that ended the search."""
        if not isinstance(end, StopIteration):
            stopped = end.stopped if isinstance(end, LimitReached) else Stop.MEMORY
            self._end(Status.LIMIT, str(end) or "out of memory", stopped)
            return
        outcome: Node | Status = end.value
        self._update_final_sizes()
        if self.clock.has_overrun():  # too late, even with a result
            if isinstance(outcome, Node):
                self._best = outcome
            self._end(Status.LIMIT, self._time_used(), Stop.SECONDS)
            return
        if isinstance(outcome, Status) and outcome is not Status.SOLVED:
            # A local search need not reach all full boards: without successors nothing is proved.
            proved = outcome is not Status.EXHAUSTED or not self.space.repairs
            self._end(outcome if proved else Status.STUCK, "")
            return
        if not isinstance(outcome, Node):
            said = f"returned {shorten(repr(outcome))}, not the goal's Node or a Status"
            raise protocol_error(self._search, said)
        self._goal = self._best = outcome
        if outcome.h is not None:
            self.metrics.h_trace.append(outcome.h)  # the goal closes the trace
        self._end(Status.SOLVED, "")

    def _update_final_sizes(self) -> None:
        """Correct the sizes of frontier and memory: the goal was taken out after the last event."""
        self._update_list_sizes()
        waiting = self.lists.open if self.lists is not None else None
        if waiting is not None:
            self.stored += waiting - self.frontier
            self.frontier = waiting

    def _time_used(self) -> str:
        return f"{self.limit.seconds:g} s used"

    def _memory_used(self, states: int) -> str:
        limit = self.limit.megabytes
        return f"{states:,} states stored" + (f", about {limit:,} MB" if limit else "")

    def _end(self, status: Status, reason: str, stopped: Stop | None = None) -> None:
        """Set the outcome; a limit leaves an anytime search with the best solution so far."""
        if status is Status.LIMIT and self._incumbent is not None:
            self._best = self._incumbent.goal
            reason += f"; the best solution so far costs {self._best.g:g}"
            if self._incumbent.bound != inf:
                reason += f", at most {self._incumbent.bound:.3g} times the minimum"
        self._status, self._reason, self._stopped = status, reason, stopped
        self._search.close()
        self.clock.pause()
        self.metrics.seconds = self.clock.seconds

    def close(self, reason: str = "interrupted") -> None:
        """Cancel the run with `Status.LIMIT`; do nothing if it has ended."""
        if self._status is None:
            self._end(Status.LIMIT, reason, Stop.INTERRUPTED)

    def _check(self) -> None:
        """Raise LimitReached if time or memory is used up; called for each successor."""
        self._inside += 1
        if self._inside > self._most_states:
            raise LimitReached(self._memory_used(self._inside), Stop.MEMORY)
        self._check_time()

    def _check_counted(self) -> None:
        """Raise LimitReached like `_check`, also for expansions that were not reported.

        One flat function: user code is checked for each successor.
        """
        assert self._counts is not None
        if self._counts.expanded > self._most_nodes + 1:
            raise LimitReached(f"{pluralise(self._counts.expanded, 'node')} expanded", Stop.NODES)
        self._inside += 1
        if self._inside > self._most_states or self.deadline.stopped or self.clock.is_late():
            self._inside -= 1
            self._check()

    def _check_time(self) -> None:
        if self.clock.is_late():
            raise LimitReached(self._time_used(), Stop.SECONDS)
        if self.deadline.stopped:
            raise LimitReached(self.deadline.stopped, Stop.INTERRUPTED)

    def finish(self) -> SearchResult:
        """Run to the end without yielding events, and return the result."""
        self._watched = False
        with rare_collections():
            for _ in self._events:
                pass
        return self.result()

    def result(self) -> SearchResult:
        """Return the result so far; the status of an unfinished run is LIMIT."""
        if self._evaluations is not None:
            self.metrics.evaluated = self._evaluations()
        if self._counts is not None:
            return self._counted_result(self._counts)
        goal, status, reason = self._goal, self._status or Status.LIMIT, self._reason
        is_own = isinstance(self.space, ProblemSpace) and self.space.is_user_code
        if goal is not None and is_own and not self.space.repairs:
            with user_code_errors():
                fault = follow(self.space, goal)
            if fault:
                goal, status = None, Status.WRONG
                reason = f"{fault}; successors() must give the same answer to every call"
        return self._result_of(goal, status, reason)

    def _counted_result(self, counts: Counts) -> SearchResult:
        """Return the result of user code: counted in the space, and its path replayed."""
        goal, status, reason = self._goal, self._status or Status.LIMIT, self._reason
        reported, claims, steps = self.metrics.expanded, [], 0
        stop_counting_instances()
        if goal is not None and not counts.space.repairs:  # there a path may begin anywhere
            with user_code_errors():
                moves = moves_of(goal, counts.generated)
                steps = len(moves or ())
                replayed = "its path is a ring" if moves is None else replay(counts.space, moves)
            if not isinstance(replayed, str):
                if replayed.cost != goal.g:
                    true_cost = f"its moves cost {replayed.cost:g}"
                    claims.append(f"reported the cost {goal.g!r:.20}; {true_cost}")
                goal = replayed.goal
            elif counts.path_is_answer:
                goal, status, reason = None, Status.WRONG, replayed
            else:  # the referee judges the board that it reached
                claims.append(replayed)
        metrics = self.metrics
        if counts.expanded == 0 < reported:
            claims.append(f"{ELSEWHERE}, not in the given space: all figures are its own")
        elif counts.expanded + 1 < steps:  # two searches may meet in the middle of a step
            shown = f"{pluralise(counts.expanded, 'expansion')}, too few for {steps} moves"
            claims.append(f"{ELSEWHERE} too: counted {shown}")
        else:
            over = counts.expanded > self._most_nodes  # the expansion that reached the limit
            generated = counts.generated - (self._inside if over else 0)
            expanded = int(min(counts.expanded, self._most_nodes))
            metrics = replace(metrics, expanded=expanded, generated=generated)
            if abs(counts.expanded - reported) > 1:
                counted = pluralise(counts.expanded, "expansion")
                claims.append(f"reported {pluralise(reported, 'expansion')}; counted {counted}")
        result = self._result_of(goal, status, reason)
        return replace(result, metrics=metrics, claims=tuple(claims))

    def _result_of(self, goal: Node | None, status: Status, reason: str) -> SearchResult:
        """Return the result for a goal and a status, with the positions of the nodes."""
        root = goal.path()[0] if goal else None
        with user_code_errors():
            answer = self.space.position(goal.state) if goal else None
            nearest = self.space.position(self._best.state) if self._best else None
            cost = self.space.spent(root.state) + goal.g if goal and root else None
        return SearchResult(
            status=status,
            goal=goal,
            best=self._best,
            answer=answer,
            nearest=nearest,
            cost=cost,
            metrics=self.metrics,
            reason=reason if self._status else "interrupted",
            stopped=self._stopped if self._status else Stop.INTERRUPTED,
            puzzle=getattr(self.space, "puzzle", None),
            algorithm=self._names[0],
            heuristic=self._names[1],
            space=self._names[2],
        )


def _no_steps() -> Search:
    return Status.EXHAUSTED
    yield


def _most_states(space: StateSpace, limit: Limit) -> float:
    """Return the stricter of the limits on states and on megabytes, as a number of states."""
    states = or_infinite(limit.states)
    if limit.megabytes is None:
        return states
    # An upper bound: a node with its entries, and six bits per cell.
    state_bytes = _NODE_BYTES + space.puzzle.rows * space.puzzle.cols * 3 // 4
    return min(states, limit.megabytes * 1_000_000 // state_bytes)

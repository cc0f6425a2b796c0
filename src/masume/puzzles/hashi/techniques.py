"""The techniques of Hashi, easiest first."""

from __future__ import annotations

from masume.core.puzzle.technique import Logic
from masume.puzzles.hashi import techniques_ahead as ahead
from masume.puzzles.hashi import techniques_counting as counting
from masume.puzzles.hashi import techniques_isolation as isolation
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hashi.techniques_notes import LinkNotes

TECHNIQUES = (
    counting.crossing_bridge,
    counting.finished_island,
    counting.needs_all,
    counting.needs_each,
    counting.only_neighbour,
    counting.needs_some,
    counting.small_neighbours,
    counting.neighbours_give_all,
    counting.neighbours_give_some,
    isolation.pair_off,
    isolation.closed_loop,
    isolation.closed_group,
    isolation.closing_combination,
    isolation.only_link,
    isolation.cut_in_two,
    ahead.starvation,
    ahead.isolation,
    counting.link_limits,
)


def logic() -> Logic[Hashi]:
    """Return the techniques with their notes."""
    return Logic(LinkNotes, TECHNIQUES)

"""The sentences about mazes: templates, and how their slots are written."""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import BriefForm, Words, join_words
from masume.puzzles.exactly_one.puzzle import ExactlyOne

_MAX_NAMED = 6  # cells of a long list that are named

TEMPLATES = {
    "both-ends": "The path begins in {start:cell} and ends in {goal:cell}.",
    "within-shapes": "The path visits only one cell of each shape, so it never goes from one cell "
    "of a shape to another of the same shape.",
    "visited-shape": "The path visits shape {label} at {at:cell}, so {others:cells} "
    "{others:is|are} not on the path.",
    "last-cell": "{at:cell} is the last cell of shape {label} that can be on the path, so the path "
    "visits it.",
    "only-cell": "{at:cell} is the only cell of shape {label}, so the path visits it.",
    "nothing-there": "{at:cell} is not on the path, so nothing leads there.",
    "dead-end": "{at:cell} can be entered only from {by:cell}: a dead end, so it is not on the "
    "path.",
    "then-dead-end": "and then {at:cell} is a dead end too",
    "no-way": "No way leads through {at:cell}, so it is not on the path.",
    "comes-to": "The path comes to {at:cell}, so this cell is on it.",
    "from-start": "From its beginning {at:cell} the path can go only to {to:cells}.",
    "to-goal": "The path can get to its end {at:cell} only from {to:cells}.",
    "go-on": "The path comes from {before:cell} to {at:cell} and can go on only to {to:cells}.",
    "then-to": "then only to {to:cells}",
    "through": "{at:cell} is on the path, and the only way through it leads from "
    "{to:each cell/ to }.",
    "passed": "The path goes through {at:cell} from {ends:each cell/ to }, so not to "
    "{others:each cell/ or}.",
    "begins": "The path begins in {at:cell} and goes to {ends:cells}, so not to "
    "{others:each cell/ or}.",
    "ends": "The path comes to its end {at:cell} from {ends:cells}, so not from "
    "{others:each cell/ or}.",
    # Pieces of the path
    "ring": "{link:cells} are the ends of a piece of the path. A link between them would close a "
    "ring, so there is none.",
    "too-early-shape": "If the path went straight from {a:cell} to {b:cell}, it would be complete, "
    "and shape {label} would not be visited. So it does not.",
    "too-early-cell": "If the path went straight from {a:cell} to {b:cell}, it would be complete, "
    "but {at:cell} is on the path too. So it does not.",
    "complete": "The path is complete, so no other cell is on it.",
    "no-more-links": "The path is complete, so it has no further links.",
    # Shapes as obstacles
    "only-back": "{at:cell} leads only from shape {label} back to shape {label}, so it is not on "
    "the path.",
    "only-other": "{at:cell} is on the path, and all ways from there except the one to {to:cell} "
    "lead to shape {label}. Only one of those can be used, so the path joins {at:cell} and "
    "{to:cell}.",
    "wall": "If the path visited shape {label} at {at:cell}, the rest of the shape would {loss}. "
    "So {at:cell} is not on the path.",
    "wall-with": "If the path visited shape {label} at {at:cell}, the rest of the shape, together "
    "with what is ruled out already, would {loss}. So {at:cell} is not on the path.",
    "bar": "bar every way from {start:cell} to {goal:cell}",
    "no-way-on": "leave no way on from there",
    "no-way-through": "leave no way through {at:cell}, which is on the path",
    "cut-off": "cut off shape {label}",
    # The board as a whole
    "pocket": "The only way to {part:some} leads through {door:cell}, and no other one leads out; "
    "so {part:it is|they are} not on the path.",
    "closed-pocket": "No way leads to {part:some} and out again, so {part:it is|they are} not on "
    "the path.",
    "needs-cell": "Every way from {start:cell} to {goal:cell} needs {at:cell}, so the path visits "
    "it.",
    "needs-link": "Every way from {start:cell} to {goal:cell} needs the link between {link:cells}, "
    "so the path takes it.",
    "even": "The path leaves {area:cells} as often as it comes there, so it crosses the border of "
    "that area an even number of times. So far it has {used:times}, and only the link between "
    "{link:cells} is still open: it is {verdict}.",
    "odd": "The path {verb} inside {area:cells}, so it crosses the border of that area an odd "
    "number of times. So far it has {used:times}, and only the link between {link:cells} is "
    "still open: it is {verdict}.",
    "two-doors": "{subject} can be reached only by {doors:each}. The path comes by one and leaves "
    "by the other, so both are on it.",
    "shape": "Shape {label}",
    "cell": "{at:cell}",
    "link": "the link between {link:cells}",
    # Looking ahead
    "suppose": "Suppose {supposed}. Then {steps:each /; }; and {end}. So {so}.",
    "suppose-at-once": "Suppose {supposed}. Then {end}. So {so}.",
    "on": "{at:cell} is on the path",
    "on-last": "{at:cell} is on the path as the last cell of shape {label}",
    "off": "{cells:cells} {cells:is|are} not on the path",
    "off-elsewhere": "{cells:cells} {cells:is|are} not on the path, as shape {label} is visited "
    "elsewhere",
    "joins": "{path} joins {link:cells}",
    "joins-not": "{path} does not join {link:cells}",
    "stuck": "the path would be stuck at {at:cell}",
    "fork": "the path would fork at {at:cell}",
    "close-ring": "the path would close a ring at {at:cell}",
    "twice": "shape {label} would be visited twice",
    "none-left": "no cell of shape {label} would be left",
    "complete-without": "the path would be complete without shape {label}",
}


def _some(puzzle: ExactlyOne, cells: Sequence[Cell]) -> str:
    """Write the names of cells, or only the first of a long list."""
    names = [puzzle.grid.name(cell) for cell in cells]
    if len(names) <= _MAX_NAMED + 1:
        return join_words(names)
    return f"{', '.join(names[:_MAX_NAMED])} and {len(names) - _MAX_NAMED} more (shaded)"


def _times(_: ExactlyOne, number: int) -> str:
    if not number:
        return "not crossed it"
    often = {1: "once", 2: "twice"}.get(number, f"{number} times")
    return f"crossed it {often}"


BRIEFS = {
    "go-on": BriefForm("then-to", "to", "at", goes_on=True),
    "dead-end": BriefForm("then-dead-end", "at", "at", goes_on=True),
}
WORDS = Words(TEMPLATES, {"some": _some, "times": _times}, BRIEFS)

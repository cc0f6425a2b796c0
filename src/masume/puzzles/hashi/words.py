"""The sentences about Hashi: templates, and how their slots are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from masume.core.puzzle.clue import write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import BriefForm, Form, Words
from masume.errors import pluralise
from masume.puzzles.hashi.puzzle import Hashi

TEMPLATES = {
    # Counting
    "bars": "The bridge {bridge:way} bars the way {across:each way}.",
    "no-way": "no bridge can run {across:each way/ or}",
    "finished": "{at:each ^clue} has {at:its all}{so}.",
    "no-more": " and gets no more",
    "none-to": ", so none leads to {others:each cell/ or}",
    "all-finished": "{at:each clue} {at:has|have} {at:its all}",
    "only-from": "{at:^clue} can get {needs:its} only from {by:cell}.",
    "only-from-as": "{at:^clue} can get {needs:its} only from {by:cell}, as {full:cells} "
    "{full:has|have} {full:its all}.",
    "rest": "{at:^clue} has {has:bridges}; the {needs:others} can only go to {by:cell}.",
    "each": "{at:^clue} has only {n} {left}, so {least:at least} to each.",
    "each-full": "{at:^clue} has only {n} {left}, so {least:there are} to each.",
    "neighbours": "neighbours",
    "neighbours-left": "neighbours left",
    "needs-all": "{at:^clue} can get at most {offers:each}, and it needs them all.",
    "just-enough": "Together {offers:each} would be just what {at:clue} needs; so it gets them "
    "all.",
    "needs-from": "{at:^clue} gets at most {offers:each}, so at least {needs} "
    "{needs:comes|come} from {by:cell}.",
    "spare": "{at:^clue} can get at most {offers:each}, only {slack} more than it needs; so it "
    "gets at least {least:each from}.",
    "spare-each": "{at:^clue} can get at most {offers:each}, only {slack} more than it needs; so "
    "it gets at least {least} from each.",
    "spare-each-of": "{at:^clue} can get at most {offers:each}, only {slack} more than it needs; "
    "so it gets at least {least} from each of {by:cells}.",
    "only-neighbour": "{at:^clue} can be joined only to {by:cell}, so there is a bridge.",
    "limits": "{limits:each/ }",
    "many-limits": "{limits:each/\n}",
    "limit": "{at:^clue} wants only {needs:bridges}, so no more than {most} can lead to "
    "{others:each cell/ or}.",
    "limit-more": "{at:^clue} wants only {needs:bridges} more, so no more than {most} can lead to "
    "{others:each cell/ or}.",
    # What a neighbour can give
    "offer": "{count} from {by:cell}",
    "offer-number": "{count} from {by:clue}",
    "offer-full": "{count} from {by:cell} (which has {by:its all})",
    "offer-needs": "{count} from {by:cell} (which needs only {more} more)",
    "offer-has": "{count} from {by:cell} ({there} {there:is|are} there, and it needs only {more} "
    "more)",
    "bridges": "{n:bridges}",
    "none": "none",
    # Parts that would be cut off
    "cuts": "{bridges} {link:way} would {breaks}, so {most:at most}.",
    "cuts-crossing": "{bridges} {link:way}, which none can cross, would {breaks}, "
    "so {most:at most}.",
    "another": "Another bridge",
    "more": "{n} more bridges",
    "some": "{n:^bridge}",
    "off-pair": "cut these two off from the rest",
    "off": "cut off {part} from the rest",
    "away": "leave no way from there to {part}",
    "islands": "{cells:cells}",
    "many-islands": "{first:cell} and {others} other islands (shaded)",
    "closing-121": "Joined only to the 1s at {others:cells}, {at:clue} would be cut off with them "
    "(1–2–1); so it has a bridge to {to:cell}.",
    "closing-more": "Joined only to {others:each clue}, {at:clue} would be cut off with "
    "{others:it|them} and {rest}; so it has a bridge to {to:cell}.",
    "closing": "Joined only to {others:each clue}, {at:clue} would be cut off with "
    "{others:it|them}; so it has a bridge to {to:cell}.",
    "only-link": "Only a bridge {link:way} can join {part} to the rest, so there is one.",
    "loop": "{a:cell} and {b:cell} are joined already by way of {through:cells}; "
    "a bridge between them would close a loop, so there is none.",
    # Looking ahead
    "ahead": "With {supposed} {link:way}, {steps:each/, }, and {end}. So {so}.",
    "ahead-at-once": "With {supposed} {link:way}, {end}. So {so}.",
    "with": "{n:bridge}",
    "with-only": "only {n:bridges}",
    "without": "no bridge",
    "at-most": "{n:at most}",
    "at-least-one": "there is one",
    "at-least": "there are at least {n}",
    "would-need": "{at:clue} would need {counts:each to}",
    "would-have-all": "{at:each clue} would have {at:its all}",
    "could-have": "{at:clue} could have only {counts:each to}",
    "could-not-run": "no bridge could run {link:way}",
    "would-cross": "it would cross the bridge {link:way}",
    "would-have": "{at:clue} would have {n}",
    "could-get": "{at:clue} could get only {n}",
    "could-get-none": "{at:clue} could get none",
    "cut-off": "{part} would be cut off",
    "would-loop": "there would be a loop",
}


def _clue(puzzle: Hashi, at: Cell) -> str:
    return f"the {write_clue(puzzle.clues[at])} at {puzzle.grid.name(at)}"


def _way(puzzle: Hashi, ends: tuple[Cell, Cell]) -> str:
    return "from {} to {}".format(*map(puzzle.grid.name, ends))


def _its_all(puzzle: Hashi, at: Sequence[Cell] | Cell) -> str:
    """Write what islands have that need no more: "its bridge", "all their bridges"."""
    islands = [at] if isinstance(at, int) else at
    its = "its" if len(islands) == 1 else "their"
    if all(puzzle.clues[cell] == 1 for cell in islands):
        return f"{its} bridge{'s' * (len(islands) > 1)}"
    return f"all {its} bridges"


def _there_are(_: Hashi, number: int) -> str:
    return "there is a bridge" if number == 1 else f"there are {number} bridges"


def _at_least(_: Hashi, number: int) -> str:
    return "there is a bridge" if number == 1 else f"there are at least {number} bridges"


def _at_most(_: Hashi, count: int) -> str:
    if not count:
        return "there is none"
    return f"there {'is' if count == 1 else 'are'} at most {count}"


def _numbered(puzzle: Hashi, item: tuple[int, Cell], preposition: str) -> str:
    return f"{item[0] or 'none'} {preposition} {puzzle.grid.name(item[1])}"


FORMS: Mapping[str, Form] = {
    "clue": _clue,
    "way": _way,
    "at most": _at_most,
    "bridge": lambda _, n: "a bridge" if n == 1 else pluralise(n, "bridge"),
    "its all": _its_all,
    "there are": _there_are,
    "at least": _at_least,
    "bridges": lambda _, n: pluralise(n, "bridge") if n else "no bridge",
    "its": lambda _, n: "its bridge" if n == 1 else f"its {n} bridges",
    "others": lambda _, n: "other" if n == 1 else f"other {n}",
    "from": lambda puzzle, item: _numbered(puzzle, item, "from"),
    "to": lambda puzzle, item: _numbered(puzzle, item, "to"),
}
_EVIDENT = ("rest", "only-from", "only-from-as", "needs-all", "each-full")
BRIEFS = {
    "bars": BriefForm("no-way", "across"),
    "finished": BriefForm("all-finished", "at", evident_after=_EVIDENT),
}
WORDS = Words(TEMPLATES, FORMS, BRIEFS)

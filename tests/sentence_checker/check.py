"""One explanation against the board that its reader sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import masume
from masume.api.exact import vocabulary_of
from sentence_checker import hashi, hitori, kuromasu, maze
from sentence_checker.words import CELL, CELLS, Fault, cells, name, need

PUZZLES = {"exactly_one": maze, "hashi": hashi, "hitori": hitori, "kuromasu": kuromasu}


@dataclass(frozen=True)
class Told:
    """What is told of one step, on which board, and what the proof of it rests on."""

    kind: str
    board: str  # as text
    known: tuple[Any, ...]  # statements that hold before the step
    new: tuple[Any, ...]  # and those that it adds
    given: tuple[Any, ...]  # those of the known ones that the proof uses
    because: tuple[tuple[str, tuple[int, ...]], ...]  # the clues and rules that it uses
    text: str
    technique: str = ""
    drawn: frozenset[int] = frozenset()  # cells that its picture marks


def faults(told: Told) -> list[str]:
    """What is false, what is missing, and what is concluded without being said."""
    puzzle = PUZZLES[told.kind]
    view = puzzle.View(told.board, told.known)
    try:
        view.draw(told.drawn)
        _paragraph(puzzle, view, told.text)
        view.compare(told.new)
        view.covers(told.given, told.because)
    except (Fault, LookupError, ValueError) as fault:  # some speak of what is not there at all
        return [f"{told.kind} {told.technique}: {fault}: {told.text!r}"]
    return []


_SUPPOSE = re.compile(r"(?P<before>.*?)Suppose (?P<it>[^.]+)\.(?P<then>.*?)But (?P<end>[^.]+)\. "
                      r"So (?P<so>[^.]+)\.", re.DOTALL)  # fmt: skip


_WAY = rf"from {CELL} to {CELL}"
_ISLAND = rf"the \S+ at {CELL}"
_BRIEF = "|".join(
    [
        rf"(?P<white>{CELLS}) beside (?P<black>{CELL}|it|them) (?:is|are) white",
        rf"(?P<full>{_ISLAND}(?:(?:, | and ){_ISLAND})*) (?:has all its|have all their) bridges",
        rf"no bridge can run (?P<ways>{_WAY}(?:(?:, | or ){_WAY})*)",
    ]
)
_ANY = re.sub(r"\?P<\w+>", "?:", _BRIEF)
_BRIEFLY = re.compile(rf"(?:, and|; so) ((?:{_ANY})(?:, and (?:{_ANY}))*)\.$")
_TOO_LONG = re.compile(r"(.+), but nothing short shows it yet: it follows from (.+)\.")


def _paragraph(puzzle: Any, view: Any, text: str) -> None:
    """Sentences, each read on the board as it is by then."""
    concluded: set[Any] = set()
    while text:
        ends = [*(found.start() + 1 for found in re.finditer(r"\.\s", text)), len(text)]
        heads = [text[:end] for end in ends]
        head = next((one for one in heads if _is_whole(puzzle, one)), text)
        for sentence in _said_one_by_one(head):
            before = view.saved()
            view.concluded = set()
            _sentence(puzzle, view, sentence)
            view.restore(before)  # what was only supposed on the way
            view.learn(view.concluded)
            concluded |= view.concluded
        text = text[len(head) :].lstrip()
    view.concluded = concluded


def _is_whole(puzzle: Any, text: str) -> bool:
    first = next(_said_one_by_one(text))
    others = (_SUPPOSE, _TOO_LONG)
    return puzzle.SENTENCES.reads(first) or any(one.fullmatch(first) for one in others)


def _said_one_by_one(text: str) -> Iterator[str]:
    """A sentence, and those that are told briefly at its end."""
    brief = _BRIEFLY.search(text)
    first = text[: brief.start()] if brief else text.removesuffix(".")
    yield f"{first}."
    for told in re.finditer(_BRIEF, brief[1]) if brief else []:
        if told["white"]:
            yield from _beside(first, told["white"], told["black"])
        elif told["full"]:
            for island in re.findall(_ISLAND, told["full"]):
                yield f"T{island[1:]} has all its bridges and gets no more."
        else:
            yield f"No bridge can run {told['ways']}."


def _beside(first: str, white: str, by: str) -> Iterator[str]:
    """Cells beside one that is named, or beside one of those that were named last."""
    last = re.search(rf"({CELLS}) (?:is|are) \w+$", first)
    blacks = cells(by) if by not in ("it", "them") else cells(last[1]) if last else []
    need(by == "them" or len(blacks) == 1, f"it is not clear what {by!r} is")
    left = cells(white)
    for black in blacks:
        some = [at for at in left if abs(at[0] - black[0]) + abs(at[1] - black[1]) == 1]
        left = [at for at in left if at not in some]
        if some:
            names = ", ".join(map(name, some))
            yield f"{name(black)} is black, so beside it {names} are white."
    need(not left, f"some of {white} are beside none of them")


def _sentence(puzzle: Any, view: Any, text: str) -> None:
    """A sentence, or a supposition with its steps, each read on the board as it is by then."""
    if puzzle.SENTENCES.check(view, text):
        return
    too_long = _TOO_LONG.fullmatch(text)
    if too_long is not None:
        view.concluded = set(puzzle.statement(too_long[1][0].lower() + too_long[1][1:]))
        view.name(cells(too_long[2]))
        view.speak_of(text)
        return
    chain = _SUPPOSE.fullmatch(text)
    need(chain, f"no rule of {puzzle.__name__} reads this sentence")
    assert chain is not None
    by_number: dict[int, list[Any]] = {}
    _steps(puzzle, view, chain["before"].strip(), by_number)
    facts = puzzle.statement(chain["it"])
    view.learn(facts)
    view.name_all(facts)
    breaks = puzzle.ENDS.reads(chain["end"])
    against = None if breaks else re.fullmatch(r"(.+?) (?:already|by \((\d+)\))", chain["end"])
    _steps(puzzle, view, chain["then"].strip(), by_number, against)
    if not against:
        need(puzzle.ENDS.check(view, chain["end"]), f"no rule reads {chain['end']!r}")
    view.concluded = set(puzzle.statement(chain["so"]))
    need(view.concluded == {view.opposite(fact) for fact in facts}, "it concludes something else")


def _steps(
    puzzle: Any,
    view: Any,
    text: str,
    by_number: dict[int, list[Any]],
    against: re.Match[str] | None = None,
) -> None:
    if not text:
        return
    parts = re.split(r"\((\d+)\) ", text)
    if len(parts) == 1:
        parts = ["", "0", text]
    need(not parts[0].strip(), f"no number stands before {parts[0]!r}")
    told = list(zip(parts[1::2], parts[2::2], strict=True))
    for number, sentence in told:
        facts = puzzle.statement(against[1]) if against and sentence is told[-1][1] else []
        need(all(view.holds(fact) for fact in facts), f"{facts} is not known")
        if against and against[2]:
            said = by_number[int(against[2])] if facts else facts
            need(all(view.follows(fact, said) for fact in facts), f"not by ({against[2]})")
        view.forget(facts)  # the last step concludes the opposite
        view.concluded = set()
        before = view.saved()
        need(puzzle.SENTENCES.check(view, sentence.strip()), f"no rule reads {sentence!r}")
        view.restore(before)  # what was only supposed on the way
        by_number[int(number)] = sorted(view.concluded)
        if facts:
            view.name_all(facts)
            opposites = [view.opposite(fact) for fact in facts]
            need(any(view.follows(one, view.concluded) for one in opposites), "no contradiction")
        view.learn(view.concluded)


@dataclass(frozen=True)
class Wrong:
    """A hint about a wrong mark: what it tells on a board with only the right ones."""

    told: Told
    marks: list[Any]  # all of them
    grounds: tuple[int, ...]  # cells that it rests on


def wrong_mark_faults(wrong: Wrong) -> list[str]:
    """What is false and what is missing in a hint that says which mark is wrong."""
    told, puzzle = wrong.told, PUZZLES[wrong.told.kind]
    view = puzzle.View(told.board, told.known)
    view.draw(told.drawn)
    try:
        _wrong_mark(puzzle, view, told.text, set(map(view.fact, wrong.marks)))
        view.covers_cells(wrong.grounds)
    except (Fault, LookupError, ValueError) as fault:
        return [f"{told.kind} wrong mark: {fault}: {told.text!r}"]
    return []


def _wrong_mark(puzzle: Any, view: Any, text: str, marks: set[Any]) -> None:
    """ "r1c1 cannot be black", and why: the rule that is broken, or steps that conclude it."""
    no_reason = r", but nothing short shows it yet: take that mark back\.$"
    lead = re.match(rf"(.+?)(?:(: )|({no_reason})|\.\s)", text)
    need(lead, "it does not say which mark is wrong")
    assert lead is not None
    said = lead[1].removesuffix(" with the other marks as they are")
    facts = puzzle.denied(said[0].lower() + said[1:])
    need(marks.issuperset(facts), f"{facts} is no mark")
    rest = text[lead.end() :]
    if lead[2]:
        view.learn(facts)
        view.name_all(facts)
        need(puzzle.ENDS.check(view, rest.removesuffix(".")), f"no rule reads {rest!r}")
    elif not lead[3]:
        if _SUPPOSE.fullmatch(rest) and not puzzle.SENTENCES.reads(rest):
            _paragraph(puzzle, view, rest)
        else:
            _steps(puzzle, view, rest, {})
        so = [view.opposite(fact) for fact in facts]
        need(all(view.follows(fact, view.concluded) for fact in so), "it concludes something else")


def told_of_wrong_marks(puzzle: Any, rng: Random, number: int) -> Iterator[Wrong]:
    """Hints for boards with some right marks and one that is wrong; with all marks."""
    answer = masume.solve(puzzle).answer
    words: Any = vocabulary_of(puzzle)
    goal = words.marks(answer) if answer is not None else []
    for _ in range(number if goal else 0):
        wrong = -rng.choice(goal)
        here = words.cells(abs(wrong))
        right = [one for one in goal if rng.random() < 0.4 and words.cells(abs(one)) != here]
        position = words.noted([*right, wrong])
        marks = words.marks(position)
        right = [one for one in marks if one in goal]
        if len(right) == len(marks):
            continue  # a mark that leaves nothing to see
        hint = masume.hint(puzzle, position)
        if hint.told.value != "wrong":
            continue  # there are several solutions, and it may be right
        board = masume.kind_of(puzzle).name, masume.convert(puzzle, "plain")
        known, drawn = tuple(map(words.statement, right)), frozenset(hint.part)
        told = Told(*board, known, (), (), (), hint.text, "wrong mark", drawn)
        yield Wrong(told, [words.statement(one) for one in marks], hint.grounds)


def told_on_the_way(puzzle: Any, limit: Any = None) -> Iterator[Told]:
    """All steps of a walk through a board, as its reader gets them."""
    walk = masume.explain(puzzle, limit=limit)
    words: Any = walk.explainer.vocabulary
    board = masume.convert(puzzle, "plain")
    known: set[int] = set()
    for step in walk:
        yield Told(
            masume.kind_of(puzzle).name,
            board,
            tuple(map(words.statement, sorted(known, key=abs))),
            tuple(map(words.statement, step.literals)),
            tuple(map(words.statement, step.given)),
            step.because,
            step.text,
            step.technique,
            frozenset(step.part),
        )
        known.update(step.literals)

"""Checking an explanation against the board that its reader sees."""

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
class Explanation:
    """The text of one step, with its board and the premises of its proof."""

    kind: str
    board: str  # as text
    known: tuple[Any, ...]  # statements that hold before the step
    new: tuple[Any, ...]  # statements that the step adds
    given: tuple[Any, ...]  # known statements that the proof uses
    because: tuple[tuple[str, tuple[int, ...]], ...]  # clues and rules that the proof uses
    text: str
    technique: str = ""
    drawn: frozenset[int] = frozenset()  # cells that its picture marks


def find_faults(explanation: Explanation) -> list[str]:
    """Return the first fault of an explanation in a list: a false, missing or unexpected claim."""
    puzzle = PUZZLES[explanation.kind]
    view = puzzle.View(explanation.board, explanation.known)
    try:
        view.draw(explanation.drawn)
        _check_paragraph(puzzle, view, explanation.text)
        view.check_conclusions(explanation.new)
        view.check_premises(explanation.given, explanation.because)
    except (Fault, LookupError, ValueError) as fault:  # some name cells that do not exist
        return [f"{explanation.kind} {explanation.technique}: {fault}: {explanation.text!r}"]
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


def _check_paragraph(puzzle: Any, view: Any, text: str) -> None:
    """Check sentences in order, each on the board as it is after the previous ones."""
    concluded: set[Any] = set()
    while text:
        ends = [*(match.start() + 1 for match in re.finditer(r"\.\s", text)), len(text)]
        heads = [text[:end] for end in ends]
        head = next((candidate for candidate in heads if _is_whole(puzzle, candidate)), text)
        for sentence in _split_sentences(head):
            before = view.snapshot()
            view.concluded = set()
            _check_sentence(puzzle, view, sentence)
            view.restore(before)  # undo assumptions
            view.learn(view.concluded)
            concluded |= view.concluded
        text = text[len(head) :].lstrip()
    view.concluded = concluded


def _is_whole(puzzle: Any, text: str) -> bool:
    """Return whether a rule or a general form matches the first sentence of a text."""
    first = next(_split_sentences(text))
    general_forms = (_SUPPOSE, _TOO_LONG)
    return puzzle.SENTENCES.reads(first) or any(form.fullmatch(first) for form in general_forms)


def _split_sentences(text: str) -> Iterator[str]:
    """Yield a sentence, then a full sentence for each brief one appended to it."""
    brief = _BRIEFLY.search(text)
    first = text[: brief.start()] if brief else text.removesuffix(".")
    yield f"{first}."
    for match in re.finditer(_BRIEF, brief[1]) if brief else []:
        if match["white"]:
            yield from _expand_beside(first, match["white"], match["black"])
        elif match["full"]:
            for island in re.findall(_ISLAND, match["full"]):
                yield f"T{island[1:]} has all its bridges and gets no more."
        else:
            yield f"No bridge can run {match['ways']}."


def _expand_beside(first: str, white: str, by: str) -> Iterator[str]:
    """Yield the sentences for white cells beside one black cell, or beside those named last."""
    last = re.search(rf"({CELLS}) (?:(?:is|are) \w+|black|white)$", first)
    blacks = cells(by) if by not in ("it", "them") else cells(last[1]) if last else []
    need(by == "them" or len(blacks) == 1, f"it is not clear what {by!r} is")
    pending = cells(white)
    for black in blacks:
        neighbours = [at for at in pending if abs(at[0] - black[0]) + abs(at[1] - black[1]) == 1]
        pending = [at for at in pending if at not in neighbours]
        if neighbours:
            names = ", ".join(map(name, neighbours))
            yield f"{name(black)} is black, so beside it {names} are white."
    need(not pending, f"some of {white} are beside none of them")


def _check_sentence(puzzle: Any, view: Any, text: str) -> None:
    """Check a sentence, or an assumption with its steps in order."""
    if puzzle.SENTENCES.check(view, text):
        return
    too_long = _TOO_LONG.fullmatch(text)
    if too_long is not None:
        view.concluded = set(puzzle.parse_facts(too_long[1][0].lower() + too_long[1][1:]))
        view.mention(cells(too_long[2]))
        view.cite_words(text)
        return
    chain = _SUPPOSE.fullmatch(text)
    need(chain, f"no rule of {puzzle.__name__} reads this sentence")
    assert chain is not None
    by_number: dict[int, list[Any]] = {}
    _check_steps(puzzle, view, chain["before"].strip(), by_number)
    facts = puzzle.parse_facts(chain["it"])
    view.learn(facts)
    view.mention_facts(facts)
    breaks = puzzle.ENDS.reads(chain["end"])
    against = None if breaks else re.fullmatch(r"(.+?) (?:already|by \((\d+)\))", chain["end"])
    _check_steps(puzzle, view, chain["then"].strip(), by_number, against)
    if not against:
        need(puzzle.ENDS.check(view, chain["end"]), f"no rule reads {chain['end']!r}")
    view.concluded = set(puzzle.parse_facts(chain["so"]))
    need(view.concluded == {view.opposite(fact) for fact in facts}, "it concludes something else")


def _check_steps(
    puzzle: Any,
    view: Any,
    text: str,
    by_number: dict[int, list[Any]],
    against: re.Match[str] | None = None,
) -> None:
    """Check numbered steps in order; store the conclusions of each in `by_number`.

    With `against` the last step must contradict the fact that it names.
    """
    if not text:
        return
    parts = re.split(r"\((\d+)\) ", text)
    if len(parts) == 1:
        parts = ["", "0", text]
    need(not parts[0].strip(), f"no number stands before {parts[0]!r}")
    steps = list(zip(parts[1::2], parts[2::2], strict=True))
    for number, sentence in steps:
        facts = puzzle.parse_facts(against[1]) if against and sentence is steps[-1][1] else []
        need(all(view.holds(fact) for fact in facts), f"{facts} is not known")
        if against and against[2]:
            premises = by_number[int(against[2])] if facts else facts
            need(all(view.is_implied(fact, premises) for fact in facts), f"not by ({against[2]})")
        view.forget(facts)  # since the last step concludes the opposite
        view.concluded = set()
        before = view.snapshot()
        need(puzzle.SENTENCES.check(view, sentence.strip()), f"no rule reads {sentence!r}")
        view.restore(before)  # undo assumptions
        by_number[int(number)] = sorted(view.concluded)
        if facts:
            view.mention_facts(facts)
            opposites = [view.opposite(fact) for fact in facts]
            need(
                any(view.is_implied(opposite, view.concluded) for opposite in opposites),
                "no contradiction",
            )
        view.learn(view.concluded)


@dataclass(frozen=True)
class WrongMarkHint:
    """A hint about a wrong mark, explained on a board with only the correct marks."""

    explanation: Explanation
    marks: list[Any]  # all marks on the board
    grounds: tuple[int, ...]  # cells that the hint rests on


def find_hint_faults(hint: WrongMarkHint) -> list[str]:
    """Return the first fault of a hint about a wrong mark in a list."""
    explanation, puzzle = hint.explanation, PUZZLES[hint.explanation.kind]
    view = puzzle.View(explanation.board, explanation.known)
    view.draw(explanation.drawn)
    try:
        _check_wrong_mark(puzzle, view, explanation.text, set(map(view.fact, hint.marks)))
        view.check_cells(hint.grounds)
    except (Fault, LookupError, ValueError) as fault:
        return [f"{explanation.kind} wrong mark: {fault}: {explanation.text!r}"]
    return []


def _check_wrong_mark(puzzle: Any, view: Any, text: str, marks: set[Any]) -> None:
    """Check "r1c1 cannot be black" and its reason: a broken rule, or steps that conclude it."""
    no_reason = r", but nothing short shows it yet: take that mark back\.$"
    lead = re.match(rf"(.+?)(?:(: )|({no_reason})|\.\s)", text)
    need(lead, "it does not say which mark is wrong")
    assert lead is not None
    claim = lead[1].removesuffix(" with the other marks as they are")
    facts = puzzle.parse_denied(claim[0].lower() + claim[1:])
    need(marks.issuperset(facts), f"{facts} is no mark")
    rest = text[lead.end() :]
    if lead[2]:
        view.learn(facts)
        view.mention_facts(facts)
        need(puzzle.ENDS.check(view, rest.removesuffix(".")), f"no rule reads {rest!r}")
    elif not lead[3]:
        if _SUPPOSE.fullmatch(rest) and not puzzle.SENTENCES.reads(rest):
            _check_paragraph(puzzle, view, rest)
        else:
            _check_steps(puzzle, view, rest, {})
        conclusions = [view.opposite(fact) for fact in facts]
        need(
            all(view.is_implied(fact, view.concluded) for fact in conclusions),
            "it concludes something else",
        )


def wrong_mark_hints(puzzle: Any, rng: Random, count: int) -> Iterator[WrongMarkHint]:
    """Yield hints for a board with random correct marks and one wrong mark."""
    answer = masume.solve(puzzle).answer
    words: Any = vocabulary_of(puzzle)
    goal = words.marks(answer) if answer is not None else []
    for _ in range(count if goal else 0):
        wrong = -rng.choice(goal)
        wrong_cells = words.cells(abs(wrong))
        correct = [
            mark for mark in goal if rng.random() < 0.4 and words.cells(abs(mark)) != wrong_cells
        ]
        position = words.position_of([*correct, wrong])
        marks = words.marks(position)
        correct = [mark for mark in marks if mark in goal]
        if len(correct) == len(marks):
            continue  # the wrong mark leaves no visible mark
        hint = masume.hint(puzzle, position)
        if hint.outcome.value != "wrong":
            continue  # with several solutions the mark may be right
        board = masume.kind_of(puzzle).name, masume.convert(puzzle, "plain")
        known, drawn = tuple(map(words.statement, correct)), frozenset(hint.part)
        explanation = Explanation(*board, known, (), (), (), hint.text, "wrong mark", drawn)
        yield WrongMarkHint(explanation, [words.statement(mark) for mark in marks], hint.grounds)


def walk_explanations(puzzle: Any, limit: Any = None) -> Iterator[Explanation]:
    """Yield the explanation of each step of a walk through a board."""
    walk = masume.explain(puzzle, limit=limit)
    words: Any = walk.explainer.vocabulary
    board = masume.convert(puzzle, "plain")
    known: set[int] = set()
    for step in walk:
        yield Explanation(
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

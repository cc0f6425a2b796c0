"""Hashi: the conclusions of each technique, and where it must not apply.

Bounds of links are written like `r1c1-r1c3>=1` and `r1c1-r1c3<=0`.
"""

from __future__ import annotations

import re
from random import Random

import pytest
from puzzles.hashi.material import random_board

import masume
from masume.logic.audit import audit
from masume.logic.explainer import Explainer
from masume.puzzles.hashi.techniques import TECHNIQUES, logic
from masume.puzzles.hashi.words import WORDS

NAMED = {technique.name: technique for technique in TECHNIQUES}


class TechniqueRun:
    """The deductions of a technique on a board with some known bounds."""

    def __init__(self, name, board, *known):
        self.puzzle = masume.load("hashi\n" + "\n".join(re.split(r" */ *", board))).puzzle
        grid = self.puzzle.grid
        self.links = [f"{grid.name(link.a)}-{grid.name(link.b)}" for link in self.puzzle.links]
        notes = logic().notes(self.puzzle)
        notes.learn(literal for bound in known for literal in self.literals(bound))
        self.steps = list(NAMED[name].deductions(notes))

    def literals(self, bound):
        link, sign, count = re.fullmatch(r"(.*)([<>])=(\d)", bound).groups()
        first = self.links.index(link) * self.puzzle.most
        if sign == ">":
            return range(first + 1, first + int(count) + 1)
        return range(-first - int(count) - 1, -first - self.puzzle.most - 1, -1)

    def bounds(self, literals):
        """Return the strongest bounds that literals imply."""
        limits = {}
        for literal in literals:
            link, level = divmod(abs(literal) - 1, self.puzzle.most)
            if literal > 0:
                limits[link, ">"] = max(limits.get((link, ">"), 0), level + 1)
            else:
                limits[link, "<"] = min(limits.get((link, "<"), level), level)
        return {f"{self.links[link]}{sign}={count}" for (link, sign), count in limits.items()}

    @property
    def texts(self):
        return [WORDS.text(self.puzzle, step.says) for step in self.steps]

    @property
    def conclusions(self):
        return self.bounds(literal for step in self.steps for literal in step.literals)

    @property
    def given(self):
        return self.bounds(literal for step in self.steps for literal in step.given)

    @property
    def keys(self):
        """Rules by their codes, clues by the names of their cells."""
        keys = (key for step in self.steps for key in step.because)
        return {self.puzzle.grid.name(cells[0]) if cells else rule for rule, cells in keys}


SQUARE = "3 . 3 / . . . / 3 . 3"
CROSS = ". 2 . / 2 . 2 / . 2 ."


@pytest.mark.parametrize(
    ("name", "board", "known", "conclusions", "given", "keys"),
    [
        # Crossing bridges
        ("crossing-bridge", CROSS, ["r2c1-r2c3>=1"], "r1c2-r3c2<=0", "r2c1-r2c3>=1", "crossing"),
        ("crossing-bridge", CROSS, [], "", "", ""),
        ("crossing-bridge", CROSS, ["r2c1-r2c3>=1", "r1c2-r3c2<=0"], "", "", ""),
        # Finished islands
        (
            "finished-island",
            SQUARE,
            ["r1c1-r1c3>=2", "r1c1-r3c1>=1"],
            "r1c1-r3c1<=1",
            "r1c1-r1c3>=2",
            "r1c1",
        ),
        ("finished-island", "2 . 1 / . . . / 1 . .", ["r1c1-r1c3>=1"], "r1c1-r1c3<=1", "", "r1c3"),
        ("finished-island", "? . ? . ?", ["r1c1-r1c3>=2"], "", "", ""),
        # An island that needs all it can get
        ("needs-all", "4 . ? / . . . / ? . .", [], "r1c1-r1c3>=2 r1c1-r3c1>=2", "", "r1c1"),
        ("needs-all", "most: 4 / 4 . ?", [], "r1c1-r1c3>=4", "", "r1c1"),
        ("needs-all", "most: 1 / 2 . ? / ? . ?", [], "r1c1-r1c3>=1 r1c1-r2c1>=1", "", "r1c1"),
        ("needs-all", "3 . ? / . . . / ? . .", [], "", "", ""),
        (
            "needs-all",
            "3 . ? / . . . / ? . .",
            ["r1c1-r1c3<=1"],
            "r1c1-r1c3>=1 r1c1-r3c1>=2",
            "r1c1-r1c3<=1",
            "r1c1",
        ),
        (
            "needs-all",  # the bounds of the only new link do not matter
            "2 . ? / . . . / ? . .",
            ["r1c1-r1c3>=1", "r1c1-r1c3<=1", "r1c1-r3c1<=1"],
            "r1c1-r3c1>=1",
            "r1c1-r1c3<=1",
            "r1c1",
        ),
        # At least one
        ("needs-some", "3 . ? / . . . / ? . .", [], "r1c1-r1c3>=1 r1c1-r3c1>=1", "", "r1c1"),
        ("needs-some", "2 . ? / . . . / ? . .", [], "", "", ""),
        ("needs-some", "most: 3 / 5 . ? / ? . .", [], "r1c1-r1c3>=2 r1c1-r2c1>=2", "", "r1c1"),
        ("needs-some", "2 . ? / ? . .", ["r1c1-r1c3<=1"], "r1c1-r2c1>=1", "r1c1-r1c3<=1", "r1c1"),
        ("needs-some", "1 . ?", [], "r1c1-r1c3>=1", "", "r1c1"),
        # A ? needs at least one bridge
        ("only-neighbour", "? . 1", [], "r1c1-r1c3>=1", "", "divided"),
        ("only-neighbour", "? . 1 / 1 . .", [], "", "", ""),
        (
            "only-neighbour",
            "? . 1 / 1 . .",
            ["r1c1-r1c3<=0"],
            "r1c1-r2c1>=1",
            "r1c1-r1c3<=0",
            "divided",
        ),
        ("only-neighbour", "? . .", [], "", "", ""),
        # Neighbours with small numbers
        (
            "neighbours-give-all",
            "3 . 1 / ? . .",
            [],
            "r1c1-r1c3>=1 r1c1-r2c1>=2 r1c1-r1c3<=1",
            "",
            "r1c1 r1c3",
        ),
        ("neighbours-give-some", "2 . 1 . ? / ? . . . .", [], "r1c1-r2c1>=1", "", "r1c1 r1c3"),
        (
            "neighbours-give-some",
            "2 . 3 . ? / ? . ? . .",
            ["r1c3-r1c5>=2"],
            "r1c1-r2c1>=1",
            "r1c3-r1c5>=2",
            "r1c1 r1c3",
        ),
        ("neighbours-give-some", "2 . 3 . ? / ? . ? . .", ["r1c3-r1c5>=1"], "", "", ""),
        # Two islands that would spend all their bridges on each other
        ("pair-off", "1 . 1 / ? . ?", [], "r1c1-r1c3<=0", "", "r1c1 r1c3 divided"),
        ("pair-off", "2 . 2 / ? . ?", [], "r1c1-r1c3<=1", "", "r1c1 r1c3 divided"),
        ("pair-off", "most: 3 / 3 . 3 / ? . ?", [], "r1c1-r1c3<=2", "", "r1c1 r1c3 divided"),
        ("pair-off", "3 . 3 / ? . ?", [], "", "", ""),
        ("pair-off", "2 . 1 / ? . ?", [], "", "", ""),
        ("pair-off", "1 . 1", [], "", "", ""),
        ("pair-off", "2 . 2", [], "", "", ""),
        (
            "pair-off",
            "? . 2 / ? . ?",
            ["r1c1-r2c1<=0"],
            "r1c1-r1c3<=1",
            "r1c1-r2c1<=0",
            "r1c3 divided",
        ),
        # Groups
        (
            "closed-group",
            "2 . 3 . 1 / . . ? . ?",
            ["r1c1-r1c3>=2"],
            "r1c3-r1c5<=0",
            "r1c1-r1c3>=2",
            "r1c3 r1c5 divided",
        ),
        ("closed-group", "2 . 3 . 1", ["r1c1-r1c3>=2"], "", "", ""),
        ("closed-group", "2 . 3 . 2 / . . ? . ?", ["r1c1-r1c3>=2"], "", "", ""),
        (
            "only-link",
            "? ? . ? ? / ? ? . ? ?",
            ["r2c2-r2c4<=0"],
            "r1c2-r1c4>=1",
            "r2c2-r2c4<=0",
            "divided",
        ),
        ("only-link", "? ? . ? ? / ? ? . ? ?", [], "", "", ""),
        (
            "only-link",
            "? ? . ? ? / ? ? . ? ?",
            ["r2c2-r2c4<=0", "r1c2-r1c4>=1"],
            "",
            "",
            "",
        ),
        (
            "cut-in-two",  # r1c2 joins left and right
            "? 2 . ? / ? ? . ?",
            ["r2c2-r2c4<=0"],
            "r1c1-r1c2<=1 r1c2-r1c4<=1 r1c2-r2c2<=1",
            "r2c2-r2c4<=0",
            "r1c2 divided",
        ),
        (
            "cut-in-two",  # a bridge would separate r2c1
            ". ? ? / ? . ? / . ? ?",
            [],
            "r1c2-r3c2<=0",
            "",
            "crossing divided",
        ),
        ("cut-in-two", "? ? ? / ? ? ?", [], "", "", ""),
        # Combinations
        (
            "closing-combination",  # 1–2–1
            "1 2 1 / . ? ?",
            [],
            "r1c2-r2c2>=1",
            "",
            "r1c1 r1c2 r1c3 divided",
        ),
        (
            "closing-combination",  # 1–3–2
            "1 3 2 / . ? ?",
            [],
            "r1c2-r2c2>=1",
            "",
            "r1c1 r1c2 r1c3 divided",
        ),
        ("closing-combination", "1 3 3 / . ? ?", [], "", "", ""),
        # Loops
        (
            "closed-loop",
            "loops: no / ? . ? / ? . ?",
            ["r1c1-r1c3>=2", "r1c1-r2c1>=1", "r1c3-r2c3>=1"],
            "r2c1-r2c3<=0",
            "r1c1-r1c3>=2 r1c1-r2c1>=1 r1c3-r2c3>=1",
            "loop",
        ),
        ("closed-loop", "loops: no / ? . ? / ? . ?", ["r1c1-r1c3>=2", "r1c1-r2c1>=1"], "", "", ""),
        (
            "closed-loop",
            "? . ? / ? . ?",
            ["r1c1-r1c3>=2", "r1c1-r2c1>=1", "r1c3-r2c3>=1"],
            "",
            "",
            "",
        ),
        # The rest
        ("link-limits", "1 . ?", [], "r1c1-r1c3<=1", "", "r1c1"),
        ("link-limits", "? . ?", [], "", "", ""),
        ("starvation", "? . ?", ["r1c1-r1c3>=1"], "", "", ""),
    ],
)
def test_conclusions_of_a_technique(name, board, known, conclusions, given, keys):
    run = TechniqueRun(name, board, *known)
    assert run.conclusions == set(conclusions.split())
    assert run.given == set(given.split())
    assert run.keys == set(keys.split())


def test_look_ahead_yields_the_shortest_chain_first():
    board = "2 . 3 . . . 3 / . . . . . . . / 1 . 3 . 2 . 2"
    known = ["r1c1-r1c3>=1", "r1c3-r1c7>=1", "r1c7-r3c7>=1", "r3c1-r3c3>=1", "r3c3-r3c5>=1"]
    text, *_ = TechniqueRun("starvation", board, *known).texts
    assert text == (
        "With only 1 bridge from r1c1 to r1c3, the 1 at r3c1 would have its bridge, and the 2 at "
        "r1c1 could get only 1. So there are at least 2."
    )


def test_isolation_in_a_walk():
    board = "3 . . 3 . 1 / . . . . . . / . 1 . 2 . . / 2 . . . . 3 / . . . . . . / . 2 . . . 3"
    puzzle = masume.load("hashi\n" + board.replace(" / ", "\n")).puzzle
    steps = list(Explainer(puzzle).named_steps())
    texts = [step.text for step in steps if step.technique == "isolation"]
    assert texts == [
        "With a bridge from r3c2 to r6c2, no bridge could run from r4c1 to r4c6, the 1 at r3c2 "
        "would have its bridge, the 3 at r4c6 would need 1 to r1c6, the 1 at r1c6 would have its "
        "bridge, and r1c1, r1c4, r3c4 and r4c1 would be cut off. So there is none."
    ]


def test_look_ahead_sees_what_crossing_bridges_cut_off():
    board = (
        "2 . . ? . . . 2 . 1 / . 3 . . . 3 . . . . / ? . . ? . . . 3 . ? / . ? . . . . 1 . . . / "
        "2 . . . . 2 . 3 . . / . 3 . 4 . . ? . . 3 / . . . . . 2 . 4 . . / . 3 . . . . 2 . . . / "
        "? . . 2 . ? . . . . / . ? . . 3 . . 5 . 2"
    )
    walk = Explainer(masume.load("hashi\n" + board.replace(" / ", "\n")))
    assert {"starvation", "isolation"} & {step.technique for step in walk.named_steps()}
    assert walk.finished


@pytest.mark.parametrize(
    ("name", "board", "known", "text"),
    [
        (
            "neighbours-give-all",
            "3 . 1 / ? . .",
            [],
            "The 3 at r1c1 can get at most 1 bridge from the 1 at r1c3 and 2 from r2c1, and it "
            "needs them all.",
        ),
        (
            "neighbours-give-some",
            "2 . 3 . ? / ? . ? . .",
            ["r1c3-r1c5>=2"],
            "The 2 at r1c1 gets at most 1 bridge from r1c3 (which needs only 1 more), so at least "
            "1 comes from r2c1.",
        ),
        ("needs-all", "2 . ?", [], "The 2 at r1c1 can get its 2 bridges only from r1c3."),
        (
            "pair-off",
            "2 . 2 / ? . ?",
            ["r1c1-r1c3>=1"],
            "Another bridge from r1c1 to r1c3 would cut these two off from the rest, so there is "
            "at most 1.",
        ),
    ],
)
def test_text_of_a_technique(name, board, known, text):
    assert TechniqueRun(name, board, *known).texts == [text]


@pytest.mark.parametrize("board", [". . .", "? . .", "? . ?", "1 . 1", "2 . 2", ". / . / .", "1"])
def test_boards_with_few_islands(board):
    puzzle = masume.load("hashi\n" + board.replace(" / ", "\n")).puzzle
    assert audit(puzzle).faults == []


def test_techniques_accept_contradictory_notes():
    rng = Random(3)
    for _ in range(150):
        puzzle = random_board(rng)
        for technique in TECHNIQUES:
            notes = logic().notes(puzzle)
            shown = puzzle.most * len(puzzle.links)
            notes.learn(
                rng.choice((1, -1)) * literal
                for literal in range(1, shown + 1)
                if rng.random() < 0.5
            )
            list(technique.deductions(notes))


def test_notes_keep_the_sums_of_each_island():
    rng = Random(5)
    for _ in range(60):
        notes = logic().notes(random_board(rng))
        shown = notes.most * len(notes.lo)
        for _ in range(4):
            notes.learn(rng.choice((1, -1)) * rng.randint(1, shown) for _ in range(shown and 3))
        assert notes.min_sum == [
            sum(notes.lo[link] for link in links) for links in notes.tables.links_at
        ]
        assert notes.max_sum == [
            sum(notes.hi[link] for link in links) for links in notes.tables.links_at
        ]


def test_random_boards_are_explained_without_faults():
    rng = Random(4)
    solvable = 0
    while solvable < 60:
        puzzle = random_board(rng)
        walk = Explainer(puzzle)
        if walk.solvable:
            solvable += 1
            result = audit(puzzle)
            assert result.faults == []
            assert result.finished

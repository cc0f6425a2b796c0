"""New boards: the same from the same seed, with one solution, as hard and symmetric as wished."""

from __future__ import annotations

import time
from random import Random

import pytest
from support import EASY_IF_SMALL, KINDS, STEERED, is_the_only_answer, level_of_small, size_of

import masume
from masume import BadOption, Limit, MasumeError, NotApplicable, UnknownName
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.formats.plain import Board, read_boards, write_board
from masume.logic.explainer import Explainer
from masume.make import generate as making
from masume.make.generate import make
from masume.make.request import MOST_MADE, levels_of, resolve_board_spec

MAKING = [kind for kind in KINDS if kind.maker]
SYMMETRIC = [kind for kind in MAKING if kind.maker().symmetric]
OPTIONS = [(kind, name, option) for kind in MAKING for name, option in kind.maker().options.items()]
NUMBERS = [row for row in OPTIONS if not isinstance(row[2].default, bool)]
SIZES = dict(zip(LEVELS, [(5, 5), (6, 6), (6, 7), (7, 7), (7, 7)], strict=True))
SEEDS = 12  # of which one makes a board of a level in a moment
QUICK = {  # sizes and first seeds where others take long
    ("akari", "extreme"): ((7, 7), 2),
    ("yajilin", "expert"): ((6, 6), 3),
    ("yajilin", "extreme"): ((8, 8), 3),
    ("kuromasu", "expert"): ((6, 6), 41),
    ("kuromasu", "extreme"): ((6, 6), 2),
    ("hitori", "expert"): ((6, 6), 8),
    ("hitori", "extreme"): ((12, 12), 10),
    ("hashi", "expert"): ((8, 8), 10),
    ("hashi", "extreme"): ((8, 8), 14),
    ("exactly_one", "expert"): ((6, 6), 0),
    ("exactly_one", "extreme"): ((6, 6), 13),
}
DERIVED_SAMPLE = ("akari", "sudoku")  # the other derived makers run the same code


def is_soak(kind, level):
    """Whether boards of a level take so long to make that only `make soak` makes them."""
    sampled = ("easy", "medium", "hard") if kind.name in DERIVED_SAMPLE else ("easy", "medium")
    return kind.source is not None and level not in sampled


EACH_LEVEL = [
    pytest.param(kind, level, marks=[pytest.mark.soak] * is_soak(kind, level))
    for kind in STEERED
    for level in LEVELS
    if kind.name not in EASY_IF_SMALL or level == "easy"
]
A_MOMENT = Limit(seconds=20)  # by the wall, on a machine that others use too


def by_name(value):
    return getattr(value, "name", None) or str(value)


def made_from(name, **wishes):
    return list(masume.generate(name, limit=Limit(seconds=20), **{"seed": 0, **wishes}))


def is_a_good_board(generated):
    """It has one solution, which is told with it, and the level that is told."""
    assert is_the_only_answer(generated.puzzle, generated.answer)
    assert generated.level == generated.grade.level
    assert generated.reason == "" and generated.attempts >= 1
    return True


@pytest.mark.long
@pytest.mark.parametrize("number", [2, 4])
def test_an_expert_board_is_graded_expert(number):
    """Walks that take their steps in another order may come further than the one of grade."""
    wish = resolve_board_spec("kuromasu", size=(8, 8), difficulty="expert")
    assert is_a_good_board(make(wish, 5, number, Deadline(A_MOMENT)))


def test_a_level_whose_techniques_look_ahead_is_that_of_the_walk_of_grade():
    (board,) = masume.generate("slitherlink", size=3, seed=134, symmetry=False)
    assert board.level == board.grade.level == "hard"


# Seeds


@pytest.mark.long
@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_a_seed_makes_the_same_boards_and_another_one_others(kind):
    def boards(**wishes):
        return [
            generated.puzzle
            for generated in made_from(kind.name, size=size_of(kind.name, 6), **wishes)
        ]

    first = boards(seed=1, count=3)
    assert first == boards(seed=1, count=3)
    assert first[:1] == boards(seed=1, count=1)  # however many are wanted
    assert len(set(first)) == 3
    assert not set(first) & set(boards(seed=2, count=2))


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_a_board_does_not_depend_on_those_before_it(kind):
    size = size_of(kind.name, 5, 6)
    wish = resolve_board_spec(kind.name, size=size, difficulty="easy")
    boards = [
        generated.puzzle
        for generated in made_from(kind.name, size=size, difficulty="easy", count=3)
    ]
    alone = [make(wish, 0, number, Deadline()).puzzle for number in (2, 0, 1)]
    assert [alone[1], alone[2], alone[0]] == boards


@pytest.mark.long
@pytest.mark.parametrize("kind", STEERED, ids=by_name)
def test_what_is_made_does_not_depend_on_the_limit(kind):
    wish = {"size": size_of(kind.name, 6), "seed": 4}
    wish["difficulty"] = level_of_small(kind.name, "medium")
    (board,) = masume.generate(kind.name, limit=Limit(seconds=30), **wish)
    (other,) = masume.generate(kind.name, **wish)
    assert board.puzzle == other.puzzle and board.attempts == other.attempts


# Levels and sizes


@pytest.mark.long
@pytest.mark.parametrize(("kind", "level"), EACH_LEVEL, ids=by_name)
def test_every_level_can_be_made(kind, level):
    if level not in levels_of(kind):
        with pytest.raises(masume.NotApplicable, match=f"no {level} techniques"):
            next(masume.generate(kind.name, difficulty=level))
        return
    size, first = QUICK.get((kind.name, level), (size_of(kind.name, *SIZES[level]), 0))
    for seed in range(first, first + SEEDS):
        (generated,) = masume.generate(
            kind.name, size=size, difficulty=level, seed=seed, limit=A_MOMENT
        )
        if generated.puzzle is not None:
            break
        assert f"no {level} board of" in generated.reason
    assert generated.puzzle is not None
    assert generated.level == level
    assert (generated.puzzle.rows, generated.puzzle.cols) == size
    assert is_a_good_board(generated)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "needs", "size"),
    [
        ("hitori", "last-way-out", (5, 5)),
        ("hitori", "would-cut-the-white-area", (6, 6)),
        ("kuromasu", "number-must-reach", (5, 5)),
        ("hashi", "pair-off", (6, 6)),
    ],
)
def test_boards_that_need_a_technique(name, needs, size):
    (generated,) = masume.generate(name, size=size, needs=needs, seed=2, limit=A_MOMENT)
    assert generated.puzzle is not None and is_a_good_board(generated)
    assert generated.grade.techniques[needs]
    walk = Explainer(generated.puzzle)
    walk.techniques = tuple(technique for technique in walk.techniques if technique.name != needs)
    list(walk.named_steps(LEVELS.index(generated.level) + 1))
    assert not walk.finished


@pytest.mark.parametrize(
    ("name", "needs"),
    [("hitori", "three-side-by-side"), ("hashi", "needs-each"), ("hashi", "small-neighbours")],
)
def test_boards_for_a_technique_that_others_see_too(name, needs):
    """None needs it strictly, so what comes before it must not do, and the walk uses it."""
    (generated,) = masume.generate(name, size=(6, 6), needs=needs, seed=2, limit=A_MOMENT)
    assert generated.puzzle is not None and is_a_good_board(generated)
    assert generated.attempts > 40 and generated.grade.techniques[needs]
    walk = Explainer(generated.puzzle)
    names = [technique.name for technique in walk.techniques]
    walk.techniques = walk.techniques[: names.index(needs)]
    list(walk.named_steps())
    assert not walk.finished


def test_techniques_that_boards_cannot_need():
    with pytest.raises(UnknownName, match="technique"):
        resolve_board_spec("hashi", needs="magic")
    with pytest.raises(UnknownName, match="technique"):
        resolve_board_spec("hashi", needs="link-limits")  # nobody is ever told of it
    with pytest.raises(BadOption, match="starvation is expert, so no easy board needs it"):
        resolve_board_spec("hashi", needs="starvation", difficulty="easy")
    assert resolve_board_spec("hashi", needs="starvation").request.level == "expert"


@pytest.mark.long
@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_boards_of_any_level(kind):
    size = size_of(kind.name, 6, 5)
    result = made_from(kind.name, size=size, count=4, seed=11)
    assert [generated.number for generated in result] == list(range(4))
    for generated in result:
        assert (generated.puzzle.rows, generated.puzzle.cols, generated.seed) == (*size, 11)
        assert is_a_good_board(generated)


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 9), (2, 2), (3, 2)])
@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_tiny_boards_are_made_or_refused_in_words(kind, size, monkeypatch):
    monkeypatch.setattr(making, "MOST_ATTEMPTS", 4)
    for level in (None, "easy", "expert"):
        try:
            (generated,) = masume.generate(kind.name, size=size, difficulty=level, seed=0)
        except NotApplicable as why:
            assert str(why).startswith(f"{kind.name}: ")
            continue
        if generated.puzzle is None:
            assert (
                f"of {size[0]}x{size[1]} was found: " in generated.reason
                and "\n" not in generated.reason
            )
        else:
            assert level in (None, generated.level)
            assert is_a_good_board(generated)


# Symmetry


@pytest.mark.parametrize("kind", SYMMETRIC, ids=by_name)
def test_symmetric_boards_look_the_same_upside_down(kind):
    """The clues of the board do, or, if every cell has one, the answer."""
    size = size_of(kind.name, 6, 7)
    for generated in made_from(kind.name, size=size, symmetry=True, count=4, seed=5):
        assert is_a_good_board(generated)
        clues = [clue is not None for clue in kind.cells(generated.puzzle)]
        if all(clues):
            size = generated.puzzle.rows * generated.puzzle.cols
            clues = [cell in generated.answer.black for cell in range(size)]
        assert clues == clues[::-1] and any(clues) and not all(clues)


def test_some_puzzles_can_be_symmetric_and_the_others_say_no():
    assert SYMMETRIC
    for kind in MAKING:
        if kind not in SYMMETRIC:
            with pytest.raises(NotApplicable, match="symmetric"):
                resolve_board_spec(kind.name, symmetry=True)


# Options


@pytest.mark.parametrize(("kind", "name", "option"), OPTIONS, ids=by_name)
def test_an_option_says_what_it_takes(kind, name, option):
    assert option.help and option.help == option.help.strip() and "\n" not in option.help
    if isinstance(option.default, bool):
        assert option.least is option.most is None
        for value in ("true", "false"):
            assert resolve_board_spec(f"{kind.name}:{name}={value}").request.options[name] is (
                value == "true"
            )
    else:
        assert option.least <= option.default <= option.most
    assert resolve_board_spec(kind.name).request.options[name] == option.default


@pytest.mark.parametrize(("kind", "name", "option"), NUMBERS, ids=by_name)
def test_an_option_is_held_to_its_limits(kind, name, option):
    least, most = option.least, option.most
    for value in (least - 1, most + 1, 10**9):
        with pytest.raises(BadOption, match=f"{name}={value} is out of range"):
            resolve_board_spec(f"{kind.name}:{name}={value}")
    for value in ("x", "1.5", "nan", "inf", "", "True"):
        with pytest.raises(BadOption):
            resolve_board_spec(f"{kind.name}:{name}={value}")
    assert resolve_board_spec(f"{kind.name}:{name}={least}").request.options[name] == least


@pytest.mark.parametrize(("kind", "name", "option"), OPTIONS, ids=by_name)
def test_every_allowed_value_makes_a_board_or_says_why_not(kind, name, option):
    is_switch = isinstance(option.default, bool)
    values = (True, False) if is_switch else (option.least, option.most)
    for value in values:
        began = time.process_time()
        try:
            (generated,) = masume.generate(
                f"{kind.name}:{name}={str(value).lower()}",
                size=(6, 6),
                seed=0,
                limit=Limit(seconds=2),
            )
        except NotApplicable as why:
            assert str(why).startswith(f"{kind.name}: ")
            continue
        assert time.process_time() - began < 3.5
        if generated.puzzle is None:
            assert "no board of 6x6 was found" in generated.reason
        else:
            assert is_a_good_board(generated)


def test_options_do_what_they_say():
    def boards(spec, **more):
        return [generated.puzzle for generated in made_from(spec, size=(6, 6), count=2, **more)]

    for puzzle in boards("hashi:most=1,islands=15"):
        assert puzzle.most == 1 and max(c for c in puzzle.clues if c is not None) <= 4
    for generated in made_from("hashi:loops=false", size=(6, 6), count=2):
        assert generated.puzzle.loops is False
        assert len(generated.answer.joined) == len(generated.puzzle.islands) - 1
    for puzzle in boards("exactly_one:shapes=6"):
        assert len({label for label in puzzle.labels if label is not None}) == 6
        assert masume.solve(puzzle).unique  # though no shape could be dropped to make it so
    for puzzle in boards("exactly_one:cells=3"):
        assert max(puzzle.labels.count(label) for label in puzzle.labels if label) <= 3
    few, many = (
        sum(len(generated.answer.black) for generated in made_from(spec, size=(6, 6), count=2))
        for spec in ("kuromasu:black=5", "kuromasu:black=25")
    )
    assert few < many


# Invalid requests


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_invalid_requests_are_rejected(kind):
    for size in ((0, 5), (5, 0), (-1, 5), (MOST_MADE + 1, 1), (51, 50)):
        with pytest.raises(BadOption, match="is not a valid size"):
            resolve_board_spec(kind.name, size=size)
    with pytest.raises(UnknownName, match="expert"):
        resolve_board_spec(kind.name, difficulty="expet")
    with pytest.raises(MasumeError, match="option"):
        resolve_board_spec(f"{kind.name}:nosuch=3")
    with pytest.raises(MasumeError, match="option"):
        resolve_board_spec(f"{kind.name}:nosuch")
    assert resolve_board_spec(kind.name.upper()).kind is kind


def test_a_puzzle_that_there_is_not():
    with pytest.raises(UnknownName):
        resolve_board_spec("nosuch")
    with pytest.raises(UnknownName):
        resolve_board_spec("")


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_the_limit_holds(kind):
    """A large extreme board takes much longer than that, or it comes in time."""
    for seconds in (0, 0.1):
        began = time.process_time()
        (generated,) = masume.generate(
            kind.name, size=(18, 18), difficulty="extreme", seed=0, limit=Limit(seconds=seconds)
        )
        assert time.process_time() - began < seconds + 1.5
        if not seconds:
            assert generated.puzzle is None and generated.attempts <= 1
            assert generated.reason.startswith("no extreme board of 18x18 was found: 0 s used")


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_attempts_end_without_a_limit(kind, monkeypatch):
    """Of a size on which nothing is extreme."""
    monkeypatch.setattr(making, "MOST_ATTEMPTS", 3)
    rows, cols = size = size_of(kind.name, 3)
    (generated,) = masume.generate(kind.name, size=size, difficulty="extreme", seed=1)
    assert generated.puzzle is None and generated.answer is None and generated.grade is None
    assert generated.attempts == 3
    reason = f"no extreme board of {rows}x{cols} was found: 3 attempts made; rejected: "
    assert reason in generated.reason


# Boards travel


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_new_boards_are_written_and_read_again(kind):
    for generated in made_from(kind.name, size=size_of(kind.name, 6), count=3, seed=8):
        board = Board(kind, generated.puzzle, "new", 1, generated.answer, ())
        (again,) = read_boards(write_board(board))
        assert (again.puzzle, again.answer) == (generated.puzzle, generated.answer)
        assert (
            masume.load(write_board(Board(kind, generated.puzzle, "", 1, None, ()))).puzzle
            == generated.puzzle
        )


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_proposals_come_from_their_random_numbers_alone(kind):
    order = resolve_board_spec(kind.name, size=size_of(kind.name, 6)).request
    first = [kind.maker().propose(Random(seed), order) for seed in range(20)]
    assert first == [kind.maker().propose(Random(seed), order) for seed in range(20)]
    boards = [puzzle for puzzle in first if puzzle is not None]
    assert len(set(boards)) > 10
    for puzzle in boards[:8]:
        assert masume.solve(puzzle, unique=False).answer is not None

"""Boards whose solution looks like a picture."""

from __future__ import annotations

import pytest
from support import KINDS, is_the_only_answer, size_of

import masume
from masume.draw.pixels import read_pixels, text_pixels, threshold
from masume.make.drawing import bare_board

RING = ".##..\n#..#.\n#..#.\n.##..\n....."


def able(kind):
    return (
        kind.dark_literals is not None
        and kind.maker is not None
        and kind.maker().additions is not None
    )


PICTURED = [kind for kind in KINDS if able(kind)]


def dark_cells(kind, puzzle, answer):
    marks = set(kind.vocabulary(puzzle).marks(answer))
    return {cell for cell, one in enumerate(kind.dark_literals(puzzle)) if one in marks}


@pytest.mark.parametrize("kind", PICTURED, ids=lambda kind: kind.name)
def test_the_only_solution_is_like_the_picture(kind):
    rows, cols, dark = text_pixels(RING)
    result = masume.from_picture(bare_board(kind, rows, cols), dark)
    assert is_the_only_answer(result.puzzle, result.answer)
    assert set(result.differs) == dark_cells(kind, result.puzzle, result.answer) ^ set(dark)


@pytest.mark.parametrize("kind", PICTURED, ids=lambda kind: kind.name)
def test_a_picture_of_a_solution_is_met_exactly(kind):
    (made,) = masume.generate(kind.name, size=size_of(kind.name, 5), seed=1)
    dark = dark_cells(kind, made.puzzle, made.answer)
    result = masume.from_picture(bare_board(kind, 5, 5), dark)
    assert (result.differs, result.nearest) == ((), True)
    assert is_the_only_answer(result.puzzle, result.answer)


def test_a_solution_with_further_dark_cells_is_not_called_the_nearest():
    """Blackening more cells of a Hitori solution leaves one that can be the only one."""
    board = masume.loads("hitori\n. . ?\n2 1 ?\n. 2 3")
    result = masume.from_picture(board, [1])
    nearer = {1, 8}  # one cell differs
    assert masume.check(board, "r1c2=black r3c3=black") == []
    assert len(nearer ^ {1}) < len(result.differs) and not result.nearest


def test_a_board_whose_only_path_touches_itself_is_not_called_unsolvable():
    board = masume.loads("exactly_one\n. A . .\nB Z . C\nF C E E")
    answers = list(masume.solutions(board))
    assert answers
    assert masume.from_picture(board, []).answer in answers


def test_what_the_rules_allow_is_left_as_it_is():
    result = masume.from_picture(masume.loads("kuromasu\n" + ". . . .\n" * 4), [0, 5, 10])
    assert (sorted(result.answer.black), result.differs) == ([0, 5, 10], ())
    nearest = masume.from_picture(masume.loads("kuromasu\n. . .\n. . .\n2 . ."), [6, 7])
    assert nearest.puzzle.clues[6] == 2 and 6 in nearest.differs  # clues are kept


def test_what_cannot_be_is_told():
    with pytest.raises(masume.NotApplicable, match="solutions of hashi are no pictures"):
        masume.from_picture(masume.load("hashi/pw-1"), [0])
    with pytest.raises(masume.BadOption, match="the picture has a cell 9, and the board 9 cells"):
        masume.from_picture(masume.load("kuromasu/br-3x3-0"), [9])
    with pytest.raises(masume.NotApplicable, match="this board has no solution"):
        masume.from_picture(masume.load("kuromasu/br-3x3-1"), [0])
    late = masume.from_picture(
        masume.loads("kuromasu\n" + (". " * 9 + "\n") * 9), [0], limit=masume.Limit(seconds=1e-9)
    )
    assert late.puzzle is None and late.stopped is not None


def test_pictures_are_read_from_texts_and_images(tmp_path):
    assert text_pixels("\n█.\n #\n") == (2, 2, (0, 3))
    with pytest.raises(masume.ParseError, match="line 2: '\\?' is neither # "):
        text_pixels("#.\n.?")
    with pytest.raises(masume.ParseError, match="use 1 to 50 rows and columns"):
        text_pixels("")
    from PIL import Image

    image = Image.new("RGBA", (200, 100), "white")
    image.paste("navy", (100, 0, 200, 50))
    image.paste((0, 0, 0, 0), (0, 50, 100, 100))  # transparent is light
    image.save(tmp_path / "flag.png")
    assert read_pixels(tmp_path / "flag.png", (2, 4)) == (2, 4, (2, 3))
    assert read_pixels(tmp_path / "flag.png")[:2] == (6, 12)
    (tmp_path / "x.png").write_bytes(b"\x89PNG nonsense")
    with pytest.raises(masume.ParseError, match=r"x.png is not a picture; use a PNG"):
        read_pixels(tmp_path / "x.png")
    with pytest.raises(masume.ParseError, match=r"cannot read .*: no such file"):
        read_pixels(tmp_path / "none.png")
    assert threshold([7]) == 127

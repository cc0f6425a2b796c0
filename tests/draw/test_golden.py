"""Pictures that somebody has looked at. After a change that is meant, renew and look again:

MASUME_RENEW=1 pytest tests/draw/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import masume
from masume.draw.svg import svg
from masume.draw.themes import THEMES

FOLDER = Path(__file__).parents[1] / "golden" / "pictures"

CASES = {  # the board, what is on it, the theme
    "hitori-wrong-light": ("hitori/first", "# # + .\n. . . #\n+ # . .\n. . . .", "light"),
    "hitori-solved-dark": ("hitori/singles-5x5-1", None, "dark"),
    "kuromasu-wrong-print": (
        "kuromasu/rules",
        "# # . # .\n+ . . + .\n" + ". . . . .\n" * 3,
        "print",
    ),
    "kuromasu-solved-light": ("kuromasu/rules", None, "light"),
    "hashi-half-light": ("hashi/pw-fig1", "r1c1-r1c3=2 r1c1-r5c1=1 r2c2-r2c6=x", "light"),
    "hashi-solved-high-contrast": ("hashi/tatham-7x7-m3-1", None, "high-contrast"),
    "hashi-wrong-dark": (
        "hashi\n2 . 2\n. . .\n2 . 2",
        "r1c1-r1c3=2 r3c1-r3c3=1 r1c1-r3c1=x",
        "dark",
    ),
    "exactly_one-half-print": (
        "exactly_one/rules",
        "UUR r1c3=off r2c4=on r1c5-r2c5=on r4c3-r4c4=off r1c2-r2c2=off",
        "print",
    ),
    "exactly_one-pieces-dark": (
        "exactly_one/rules",
        "U r1c4-r1c5=on r1c4-r2c4=on r2c4-r3c4=on r4c3-r5c3=on r2c2-r2c3=off r5c4-r5c5=off",
        "dark",
    ),
    "exactly_one-wrong-light": ("exactly_one/apart", "r5c1 r4c1 r2c2 r2c3", "light"),
    "exactly_one-solved-high-contrast": ("exactly_one/rules", None, "high-contrast"),
}


def drawn(name):
    """The picture of a case; what is wrong is drawn where its name says so."""
    source, marks, theme = CASES[name]
    puzzle = masume.load(source)
    position = masume.parse_answer(puzzle, marks) if marks else masume.solve(puzzle).answer
    faults = masume.check(puzzle, position)
    if "-solved-" in name:
        assert not faults
    shown = masume.show(
        puzzle,
        position,
        theme=theme,
        faults=faults if "-wrong-" in name else (),
        marked=() if "-wrong-" in name else (0,),
    )
    return svg(shown.scene, THEMES[theme], 40)


@pytest.mark.parametrize("name", CASES)
def test_pictures_stay_as_they_were_approved(name):
    file = FOLDER / f"{name}.svg"
    result = drawn(name)
    if os.environ.get("MASUME_RENEW"):
        file.write_text(result, encoding="utf-8")
    assert result == file.read_text(encoding="utf-8")


def test_no_picture_is_left_over():
    assert {file.stem for file in FOLDER.iterdir()} == set(CASES)

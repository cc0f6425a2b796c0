"""PNG and PDF: they are what they say, have the size that was asked for, and show something."""

from __future__ import annotations

import io
import struct
import subprocess
import sys

import pypdf
import pytest
from PIL import Image

import masume
from masume.core.drawing.scene import GRID, Label, Line, Rect, Role, Scene, outlines
from masume.draw.png import png
from masume.draw.svg import svg
from masume.draw.themes import LIGHT, THEMES

CLUE = Role("clue", "text")
BLACK = Role("black", "solid")


def picture(data):
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return Image.open(io.BytesIO(data)).convert("L")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "name", ["hitori/first", "kuromasu/rules", "hashi/pw-1", "exactly_one/rules"]
)
def test_a_png_has_its_size_and_ink(name, theme):
    puzzle = masume.load(name)
    data = masume.show(puzzle, theme=theme).data("png", cell=20)
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height) == (20 * puzzle.cols + 12, 20 * puzzle.rows + 12)
    assert len(picture(data).getcolors(256)) > 4


def test_letters_are_drawn_without_any_font_of_this_machine():
    label = Label(0.5, 0.5, 0.9, 0.9, "8", CLUE)
    with_text = picture(png(Scene(1, 1, (label,)), LIGHT, 40))
    without = picture(png(Scene(1, 1, ()), LIGHT, 40))
    assert with_text.getextrema()[0] < 100 < without.getextrema()[0]


def test_a_png_too_large_is_refused():
    with pytest.raises(masume.BadOption, match="too many for a PNG"):
        png(Scene(1000, 1000, ()), LIGHT, 40)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["hitori/first", "hashi/tatham-7x7-m3-1", "exactly_one/rules"])
def test_a_pdf_is_one_page_with_its_numbers(name, theme):
    puzzle = masume.load(name)
    answer = masume.solve(puzzle).answer
    shown = masume.show(puzzle, answer, theme=theme, marked=[0])
    data = shown.data("pdf")
    (page,) = pypdf.PdfReader(io.BytesIO(data)).pages
    assert round(float(page.mediabox.width)) == round(30 * (puzzle.cols + 0.6))
    labels = [item for item in shown.scene.items if isinstance(item, Label)]
    written = [item.text for item in labels for _ in range(1 + _has_halo(item, theme))]
    assert sorted("".join(page.extract_text().split())) == sorted("".join(written))
    assert data == shown.data("pdf")


def _has_halo(item, theme):
    return (
        THEMES[theme].styles[item.role.style].halo is not None
    )  # the halo is written like letters


def test_foreign_text_is_kept_out_of_the_markup():
    scene = Scene(1, 1, (Label(0, 0, 1, 1, "<&>\x01", CLUE),), 'a<b&"c"', "]]>")
    assert "&lt;&amp;&gt;�" in svg(scene, LIGHT) and 'a&lt;b&amp;"c"' in svg(scene, LIGHT)


def test_outlines_of_holes_and_corners():
    ring = [cell for cell in range(9) if cell != 4]
    outer, hole = outlines(ring, 3)
    assert outer == ((0, 0), (3, 0), (3, 3), (0, 3))
    assert set(hole) == {(1, 1), (2, 1), (2, 2), (1, 2)}
    assert len(outlines([0, 4], 3)) == 2  # they touch by a corner only
    assert outlines([], 3) == []
    assert outlines([0], 3, inset=0.25) == [
        ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))
    ]


def test_labels_shrink_to_fit_their_box():
    sizes = [Label(0, 0, 0.8, 0.5, "9" * length, CLUE).size for length in (1, 2, 3, 100)]
    assert sizes[0] == sizes[1] == 0.5 > sizes[2] > sizes[3] > 0


def test_numbers_in_the_markup_are_short():
    scene = Scene(1, 1, (Rect(1 / 3, 0, 2 / 3, 1, BLACK), Line(((0.1, 0), (0, 0.7)), GRID)))
    assert 'x="13.33"' in svg(scene, LIGHT) and "M4 0L0 28" in svg(scene, LIGHT)


@pytest.mark.process
def test_nothing_that_draws_is_loaded_before_something_is_drawn():
    code = (
        "import sys, masume; masume.solve(masume.load('hitori/first')); print(sorted(sys.modules))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    for heavy in ("reportlab", "resvg_py", "PIL", "masume.core.drawing.scene", "masume.draw.svg"):
        assert f"'{heavy}'" not in loaded

"""The contract of every scene, in every theme."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from support import EXAMPLES, KINDS

import masume
from masume.core.drawing.scene import STYLES, Area, Disc, Label, Rect, Role
from masume.core.puzzle.gesture import Gesture
from masume.draw.svg import svg
from masume.draw.themes import THEMES

SMALL = [board for board in EXAMPLES if board.puzzle.rows * board.puzzle.cols <= 100]


def states(board):
    """Yield (name, position, faults): initial, half solved, half solved as an answer, solved."""
    kind, puzzle = board.kind, board.puzzle
    yield "empty", kind.start(puzzle), []
    result = masume.search(puzzle, limit=masume.Limit(seconds=5))
    if result.goal is None:
        return
    path = result.goal.path()
    space = next((s for s in kind.spaces if s.infers), kind.spaces[0])(puzzle)
    half = space.position(path[len(path) // 2].state)
    yield "half", half, []
    yield "judged", half, kind.violations(puzzle, half)
    yield "solved", result.answer, kind.violations(puzzle, result.answer)


def scenes(board):
    for name, position, faults in states(board):
        marked = (0, board.puzzle.grid.size - 1) if name == "half" else ()
        yield name, board.kind.scene(board.puzzle, position, faults, marked), faults


def luminance(colour):
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, other):
    dark, light = sorted((luminance(first), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def background(scene, label, theme):
    """Return the colour of the topmost filled item below the centre of a text."""
    result = theme.paper
    for item in scene.items:
        if item is label:
            return result
        fill = theme.styles[item.role.style].fill
        if fill and covers(scene, item, label.x, label.y):
            result = fill
    raise AssertionError


def covers(scene, item, x, y):
    if isinstance(item, Rect):
        return item.x <= x <= item.x + item.width and item.y <= y <= item.y + item.height
    if isinstance(item, Disc):
        return (x - item.x) ** 2 + (y - item.y) ** 2 <= item.radius**2
    return isinstance(item, Area) and int(y) * scene.width + int(x) in item.cells


def test_themes_have_every_style():
    for theme in THEMES.values():
        assert set(theme.styles) == set(STYLES), theme.name


def test_role_with_unknown_style_or_name_is_rejected():
    with pytest.raises(masume.UnknownName, match=r"style .for the role lake.*'disk'.*mean disc"):
        Role("lake", "disk")
    with pytest.raises(masume.BadOption, match="lower-case letters"):
        Role('lake" onclick="', "disc")


def test_themes_do_not_rely_on_colour_alone():
    """Black, noted, marked and wrong cells differ in more than their colour."""
    styles = THEMES["print"].styles
    ink = {value for style in styles.values() for value in (style.fill, style.stroke) if value}
    assert ink == {"#000000", "#ffffff"}
    assert styles["marked"].dash and not styles["fault"].dash
    assert styles["disc"].width != styles["disc-full"].width
    hatches = [styles[f"tone-{number}"].hatch for number in range(1, 7)]
    assert len(set(hatches)) == 6 and all(hatches)


@pytest.mark.parametrize("board", SMALL, ids=lambda board: board.name)
def test_scenes_are_valid(board):
    rows, cols = board.puzzle.rows, board.puzzle.cols
    for name, scene, faults in scenes(board):
        assert (scene.width, scene.height) == (cols, rows)
        assert all(0 <= cell < rows * cols for item in scene.items for cell in item.cells)
        assert scene.description.endswith("."), name
        roles = {item.role.name for item in scene.items}
        assert ("fault" in roles) == any(fault.cells for fault in faults)
        assert ("Wrong" in scene.description) == bool(faults)
        if name == "half":
            assert "marked" in roles
        if name == "solved":
            assert not faults


@pytest.mark.parametrize("board", EXAMPLES, ids=lambda board: board.name)
def test_examples_render_as_valid_svg(board):
    shown = masume.show(board.puzzle)
    root = ElementTree.fromstring(shown.svg)
    spaced = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{spaced}svg"
    assert root.find(f"{spaced}title").text == shown.scene.title
    assert root.find(f"{spaced}desc").text == shown.scene.description
    assert shown.svg == masume.show(board.puzzle).svg


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_text_has_enough_contrast(kind, theme):
    least = 7 if theme.name == "high-contrast" else 4.5
    boards = [board for board in SMALL if board.kind is kind][:6]
    for board in boards:
        for name, scene, _ in scenes(board):
            ElementTree.fromstring(svg(scene, theme))
            for label in scene.items:
                if isinstance(label, Label):
                    ink = theme.styles[label.role.style].fill
                    below = background(scene, label, theme)
                    ratio = contrast(ink, below)
                    assert ratio >= least, (board.name, name, label.role, ink, below, ratio)


def looks_on(board, gesture):
    """Return the styles that a gesture on the initial position puts on its cell."""
    kind, puzzle = board.kind, board.puzzle
    before = position = kind.start(puzzle)
    for move in kind.touch(puzzle, position, gesture):
        position = kind.play(puzzle, position, move)
    old = set(kind.scene(puzzle, before).items)
    new = [item for item in kind.scene(puzzle, position).items if item not in old]
    return {item.role.style for item in new if gesture.cell in item.cells}


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.mark_styles and kind.drag == "paint"]
)
def test_previewed_mark_styles_match_the_scene(kind):
    """Pages preview marks with these styles, also where the first button cannot mark a cell."""
    for board in masume.examples(kind.name)[:3]:
        only = set(kind.second_only(board.puzzle))
        for cell in range(board.puzzle.grid.size):
            assert kind.mark_styles[1] in looks_on(board, Gesture(cell, second=True))
            assert kind.mark_styles[cell in only] in looks_on(board, Gesture(cell))

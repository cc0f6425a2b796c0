"""Rendering of boards."""

from __future__ import annotations

import io

import pytest
from desktop.hands import EACH, pygame, solving_gestures
from PIL import Image, ImageChops, ImageStat

from masume.draw.png import png
from masume.draw.themes import DARK, HIGH_CONTRAST, LIGHT
from masume.front.desktop.paint import ScenePart, paint


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=lambda theme: theme.name)
@EACH
def test_window_picture_equals_file(board, theme, player):
    kind, puzzle = board.kind, board.puzzle
    positions = [after for _, after in solving_gestures(puzzle)]
    position = positions[len(positions) // 2]
    scene = kind.scene(puzzle, position, kind.violations(puzzle, position), (0, 1))
    ours = paint(scene, theme, 40)
    data = pygame.image.tobytes(ours, "RGB")
    mine = Image.frombytes("RGB", ours.get_size(), data)
    other = Image.open(io.BytesIO(png(scene, theme, 40))).convert("RGB")
    assert mine.size == other.size
    # The two smooth their edges in different ways: what is compared are blocks of some pixels.
    difference = ImageStat.Stat(ImageChops.difference(mine.reduce(4), other.reduce(4)))
    assert max(difference.mean) < 4
    assert max(high for _, high in difference.extrema) < 60


@EACH
def test_part_equals_area_of_whole_picture(board, player):
    kind, puzzle = board.kind, board.puzzle
    positions = [after for _, after in solving_gestures(puzzle)]
    scene = kind.scene(puzzle, positions[-1], (), (0, 1))
    whole = paint(scene, LIGHT, 40)
    wide, high = min(3, puzzle.cols - 1), min(2, puzzle.rows - 2)
    part = paint(scene, LIGHT, 40, part=ScenePart(1, 2, wide, high))
    corner = round((1 + scene.margin) * 40), round((2 + scene.margin) * 40)
    cut = whole.subsurface(pygame.Rect(corner, part.get_size()))
    pictures = [
        Image.frombytes("RGB", part.get_size(), pygame.image.tobytes(picture, "RGB")).reduce(4)
        for picture in (cut, part)
    ]
    difference = ImageStat.Stat(ImageChops.difference(*pictures))
    assert max(high for _, high in difference.extrema) < 8

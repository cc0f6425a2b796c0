"""Draw the two animations of the README: a board explained hint by hint, and a recorded search.

python tools/readme_images.py     (make readme-images)
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import masume
from masume.core.drawing.scene import Scene, with_coordinates
from masume.draw.show import show
from masume.draw.steps import step_scene
from masume.draw.svg import FONTS, escape_text, svg
from masume.draw.themes import theme_named
from masume.front.cli.main import run
from masume.front.cli.watch import film_lines
from masume.front.film.pictures import Picture, cell_for, ink, on_paper, scene_of
from masume.front.film.reel import read_reel
from masume.front.film.video import gif

IMAGES = Path(__file__).parents[1] / "docs" / "images"
BOARD = "kuromasu/br-5x5-2"
THEME = theme_named("light")
SIZE = 320  # the side of a board in pixels
TEXT_WIDTH, TEXT_COLUMNS = 312, 34  # of the text beside a board: in pixels, and in characters
FONT_SIZE, LINE_HEIGHT = 16, 23
TICKS_PER_SECOND = 4
CHARACTERS_PER_SECOND = 26  # reading speed
FINAL_SECONDS = 4


def hint_pictures() -> Iterator[Picture]:
    """Yield the hints from the empty board to the solution, each as long as reading it takes."""
    board, position, hints = masume.load(BOARD), None, []
    while (hint := masume.hint(board, position)).picture is not None:
        hints.append(hint)
        position = hint.after
    for number, hint in enumerate(hints, start=1):
        drawn = _explain(
            step_scene(board, hint.picture),
            f"Hint {number} of {len(hints)} · {hint.level}",
            hint.text,
        )
        seconds = 1.5 + len(hint.text) / CHARACTERS_PER_SECOND
        yield from [drawn] * round(TICKS_PER_SECOND * seconds)
    scene = show(board, position).scene
    solved = _explain(scene, "Solved", "Every step followed from the rules: no guessing.")
    yield from [solved] * TICKS_PER_SECOND * FINAL_SECONDS


def _explain(scene: Scene, title: str, text: str) -> Picture:
    """Draw a board with a title and a text to its right."""
    scene = with_coordinates(scene)
    lines = textwrap.wrap(text, TEXT_COLUMNS)
    top = (SIZE - LINE_HEIGHT * (len(lines) + 1.5)) / 2 + FONT_SIZE
    texts = [_text_line(title, SIZE, top, "bold")]
    for row, line in enumerate(lines):
        texts.append(_text_line(line, SIZE, top + LINE_HEIGHT * (row + 1.5)))
    parts = svg(scene, THEME, cell_for(scene, SIZE)) + "".join(texts)
    return on_paper(parts, SIZE + TEXT_WIDTH, SIZE, THEME)


def _text_line(text: str, x: float, y: float, weight: str = "normal", anchor: str = "start") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{FONTS}" font-size="{FONT_SIZE}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{ink(THEME)}">'
        f"{escape_text(text)}</text>"
    )


def search_pictures() -> Iterator[Picture]:
    """Yield the expansions of an A* search; the last picture is shown longer."""
    with TemporaryDirectory() as folder:
        film = Path(folder) / "search.jsonl"
        command = ["solve", BOARD, "--with", "astar", "--space", "shade", "--film", str(film)]
        assert run(command) == 0
        reel = read_reel(film_lines(film))
    pictures = [_caption(scene_of(reel, shot), shot.caption) for shot in reel.shots()]
    yield from pictures
    yield from pictures[-1:] * TICKS_PER_SECOND * FINAL_SECONDS


def _caption(scene: Scene, caption: str) -> Picture:
    """Draw a board with its caption in two lines below it."""
    step, _, details = caption.partition(" · f ")
    lines = [step, f"f {details}"] if details else ["A* search", step]
    texts = [
        _text_line(
            line, SIZE / 2, SIZE + 6 + LINE_HEIGHT * row, "normal" if row else "bold", "middle"
        )
        for row, line in enumerate(lines)
    ]
    parts = svg(scene, THEME, cell_for(scene, SIZE)) + "".join(texts)
    return on_paper(parts, SIZE, SIZE + 2 * LINE_HEIGHT, THEME)


def main() -> None:
    """Write both animations."""
    (IMAGES / "hints.gif").write_bytes(gif(hint_pictures(), TICKS_PER_SECOND))
    (IMAGES / "search.gif").write_bytes(gif(search_pictures(), TICKS_PER_SECOND))


if __name__ == "__main__":
    main()

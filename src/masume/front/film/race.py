"""Races as pictures: several films side by side, synchronised by expansions or by time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import ceil

from masume.draw.svg import Shapes
from masume.draw.themes import Theme
from masume.errors import BadOption
from masume.front.film.pictures import Picture, on_paper, picture, text_line
from masume.front.film.reel import Reel, Shot, step_of

_TITLE = 0.07  # height of a lane's title, as a share of the board size


def race_pictures(
    reels: Sequence[tuple[Reel, Sequence[Shot]]],
    theme: Theme,
    size: int,
    by: str,
    page: Shapes | None,
    most: int,
) -> Iterator[Picture]:
    """Yield a picture for each tick of the race; raise BadOption if there are more than `most`."""
    lanes = [(reel, shots, _moments(reel, shots, by)) for reel, shots in reels]
    ticks = sorted({moment for *_, moments in lanes for moment in moments})
    if len(ticks) > most:
        too_many = f"the race has {len(ticks):,} frames, the maximum is {most:,}"
        raise BadOption(f"{too_many}; choose a shorter range with --from and --to")
    across = len(lanes) if len(lanes) < 4 else ceil(len(lanes) / 2)
    board = max(60, size // across)
    for tick in ticks:
        shown = []
        for reel, shots, moments in lanes:
            shot = shots[max(0, bisect_right(moments, tick) - 1)]
            shown.append((reel, picture(reel, shot, theme, board, page)))
        yield _side_by_side(shown, across, board, theme)


def _moments(reel: Reel, shots: Sequence[Shot], by: str) -> list[float]:
    """Return when each frame is reached; the last line, without a time, takes the last step's."""
    if by == "steps":
        return [step_of(shot.line) for shot in shots]
    moments: list[float] = []
    for shot in shots:
        moments.append(shot.line.get("ms", moments[-1] if moments else 0.0))
    return moments


def _side_by_side(
    shown: Sequence[tuple[Reel, Picture]], across: int, board: int, theme: Theme
) -> Picture:
    """Arrange the frames of all lanes in a grid, each below its title."""
    title = 2 * round(_TITLE * board / 2)
    wide = max(frame.width for _, frame in shown)
    high = max(frame.height for _, frame in shown) + title
    parts = []
    for at, (reel, frame) in enumerate(shown):
        x, y = at % across * wide, at // across * high
        name, place = f"{at + 1}. {reel.search_name}", (x + wide / 2, y + 0.75 * title)
        parts.append(text_line(name, place, wide, 0.7 * title, theme, 'font-weight="bold" '))
        parts.append(f'<svg x="{x}" y="{y + title}"{frame.svg.removeprefix("<svg")}')
    rows = ceil(len(shown) / across)
    return on_paper("".join(parts), across * wide, rows * high, theme)

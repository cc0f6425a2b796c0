"""The panel beside a game: clock, message and buttons."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from masume.core.puzzle.kind import Kind, Violation
from masume.errors import pluralise
from masume.front.desktop.buttons import Button, Buttons
from masume.front.desktop.look import Pen
from masume.play.session import Session
from masume.play.trials import trial_marks

_MOST_FAULTS = 4  # violations listed
_MOST_USED = 6  # buttons kept if there is no room for all


class Message(NamedTuple):
    """A message of the panel."""

    head: str
    text: str
    tone: str = "ink"  # a colour of the palette


def solved_message(session: Session) -> Message:
    """Return the message for a solved board."""
    text = f"Well done: {clock(session.seconds)} and {_move_count(session)}."
    return Message("Solved!", text + "\n\nEscape: back to the menu.", "good")


def rules_of(kind: Kind) -> str:
    """Return the rules of a puzzle, one per line."""
    return kind.rules.replace("\n  ", " ")


def format_faults(faults: list[Violation]) -> str:
    """Return the texts of violations as a list, truncated if long."""
    texts = list(dict.fromkeys(fault.text for fault in faults))
    more = len(texts) - _MOST_FAULTS
    lines = [f"– {text}" for text in texts[:_MOST_FAULTS]]
    return "\n".join([*lines, f"… and {more} more"] if more > 0 else lines)


def clock(seconds: float) -> str:
    """Format a duration as h:mm:ss or m:ss.

    >>> clock(75), clock(3700)
    ('1:15', '1:01:40')
    """
    whole = int(min(seconds, 359_999))
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def _move_count(session: Session) -> str:
    return pluralise(len(session.moves), "move")


def draw_panel(
    pen: Pen,
    box: pygame.Rect,
    session: Session,
    message: Message,
    buttons: Buttons,
    shown: list[Button],
) -> None:
    """Draw the panel; omit buttons that leave no room for the message, since each has a key."""
    pen.panel(box)
    pad = pen.px(12)
    inner = box.inflate(-2 * pad, -2 * pad)
    y = _draw_head(pen, inner, session) + pen.px(8)
    colour = getattr(pen.colours, message.tone)
    pen.write(message.head, (inner.left, y), bold=True, colour=colour, width=inner.width)
    y += pen.height() + pen.px(2)
    columns = 2 if inner.width < pen.px(420) else 4
    needed = pen.needs(message.text, inner.width, "small")
    for fitting in (shown, shown[:_MOST_USED], []):
        height = buttons.height(pen, len(fitting), columns)
        if message.head == "Rules" or y + needed + height <= inner.bottom:
            break
    shown = fitting
    foot = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
    buttons.draw(pen, foot, shown, columns)
    rest = pygame.Rect(inner.left, y, inner.width, foot.top - pen.px(4) - y)
    size = "small" if pen.needs(message.text, rest.width, "small") <= rest.height else "tiny"
    pen.wrap(message.text, rest, size=size)


def _draw_head(pen: Pen, box: pygame.Rect, session: Session) -> int:
    """Draw clock, size and trial; return the y below them."""
    pen.write(clock(session.seconds), box.topleft, size="head", bold=True)
    summary = f"{session.puzzle.rows}×{session.puzzle.cols} · {_move_count(session)}"
    pen.write(summary, (box.right, box.top + pen.px(6)), size="small", align="right")
    y = box.top + pen.height("head")
    if not session.trial_count:
        return y
    trials = [
        f"{n}: {pluralise(len(some), 'mark')}" for n, some in enumerate(trial_marks(session), 1)
    ]
    pen.write(
        f"Trial {', '.join(trials)}",
        (box.left, y),
        size="small",
        bold=True,
        colour=pen.colours.look,
        width=box.width,
    )
    return y + pen.height("small")


def game_buttons(
    session: Session, *, paused: bool, can_take: bool, can_go_back: bool
) -> list[Button]:
    """Return the applicable buttons."""
    buttons = [
        Button("Undo", pygame.K_u, "u"),
        Button("Redo", pygame.K_r, "r"),
        Button("Apply step", pygame.K_g, "g") if can_take else Button("Hint", pygame.K_h, "h"),
        Button("Why?", pygame.K_w, "w"),
        Button("Go back", pygame.K_b, "b") if can_go_back else Button("Check", pygame.K_c, "c"),
        Button("Auto-marks", pygame.K_a, "a", session.auto),
        Button("Live check", pygame.K_v, "v", session.checking),
        Button("Save", pygame.K_s, "s"),
        Button("Load", pygame.K_l, "l"),
        Button("Pause", pygame.K_p, "p", paused),
        Button("Trial", pygame.K_t, "t"),
    ]
    if session.trial_count:
        drop, keep = Button("Drop trial", pygame.K_d, "d"), Button("Keep trial", pygame.K_k, "k")
        buttons[-2:] = [drop, keep]
    return buttons

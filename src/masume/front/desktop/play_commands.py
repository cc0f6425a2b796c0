"""The key commands of the play screen, each a function of the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from masume.front.desktop.play import PlayScreen


def undo(game: PlayScreen) -> None:
    """Undo the last move."""
    if game.session.undo():
        game.on_change()
    else:
        game.app.notify("Nothing to undo.")


def redo(game: PlayScreen) -> None:
    """Redo the last undone move."""
    if game.session.redo():
        game.on_change()
    else:
        game.app.notify("Nothing to redo.")


def restart(game: PlayScreen) -> None:
    """Undo all moves."""
    game.session.restart()
    game.on_change()
    game.app.notify("All moves undone; r: redo them one by one.")


def check(game: PlayScreen) -> None:
    """Report whether any mark is wrong, and show all violations."""
    game.show_faults(game.session.check())
    game.checker.ask(game.session)


def back(game: PlayScreen) -> None:
    """Undo all moves after the last correct position."""
    moves = game.checker.back
    if moves is None:
        game.app.notify("No mistake found yet; c: check.")
        return
    game.session.undo_to(moves)
    game.on_change()
    game.app.notify("Back at the last correct position; r: redo the moves.")


def toggle_live_check(game: PlayScreen) -> None:
    """Switch live checking of the rules on or off."""
    session = game.session
    session.checking = not session.checking
    game.show_faults(None, keep_hint=True)
    game.app.notify(f"Live check {'on' if session.checking else 'off'}.")


def toggle_auto_marks(game: PlayScreen) -> None:
    """Switch automatic obvious marks on or off."""
    game.session.auto = not game.session.auto
    game.app.notify(f"Auto-marks {'on' if game.session.auto else 'off'}.")


def begin_trial(game: PlayScreen) -> None:
    """Begin a trial: the following moves can be kept or dropped together."""
    game.session.begin_trial()
    game.schedule_autosave()
    game.app.notify("Trial started; k: keep it, d: drop it.")


def keep_trial(game: PlayScreen) -> None:
    """Make the moves of the trial permanent."""
    kept = game.session.keep_trial()
    game.show_faults(None, keep_hint=True)  # trial marks are drawn differently
    game.schedule_autosave()
    game.app.notify("Trial kept." if kept else "No trial; t: begin one.")


def drop_trial(game: PlayScreen) -> None:
    """Undo the moves of the trial."""
    if game.session.drop_trial():
        game.on_change()
        game.app.notify("Trial dropped; r: redo its moves.")
    else:
        game.app.notify("No trial; t: begin one.")


def save(game: PlayScreen) -> None:
    """Save the game, in addition to the autosave."""
    fault = game.app.store.save(game.session)
    game.app.notify(f"Cannot save the game: {fault}" if fault else "Game saved; l: load it.")


def load(game: PlayScreen) -> None:
    """Load the saved game; ask for confirmation if moves would be lost."""
    saved = game.app.store.saved(game.session)
    if saved is None:
        game.app.notify("No saved game of this board; s: save one.")
    elif not game.load_confirmed and saved.moves != game.session.moves and game.session.moves:
        game.load_confirmed = True
        game.app.notify("Press l again to load the saved game; the current game is lost.")
    else:
        game.load_confirmed = False
        game.session = saved
        game.session.resume()
        game.on_change()
        game.app.notify("Saved game loaded.")


def ask_hint(game: PlayScreen) -> None:
    """Show the next stage of the hint."""
    if not game.finished:
        game.show_faults(None, keep_hint=True)
        game.hints.ask(game.session.puzzle, game.session.position)
        game.show_hint()


def why(game: PlayScreen) -> None:
    """Explain the value of the cell under the cursor."""
    if not game.finished:
        game.show_faults(None)
        game.hints.ask_why(game.session.puzzle, game.session.position, game.cursor)


def take_step(game: PlayScreen) -> None:
    """Apply the step of the hint."""
    after = game.hints.step
    if after is None:
        advice = game.hints.advice
        remedy = "h: show more of the hint." if advice and advice.more else "h: hint."
        game.app.notify(f"No step to apply yet; {remedy}")
        return
    done = "Mistake fixed" if game.hints.is_correction else "Step applied"
    game.session.take(after)
    game.on_change()
    game.app.notify(f"{done}; u: undo.")


COMMANDS: dict[int, Callable[[PlayScreen], None]] = {
    **dict.fromkeys((pygame.K_BACKSPACE, pygame.K_u), undo),
    **dict.fromkeys((pygame.K_r, pygame.K_y), redo),
    pygame.K_n: restart,
    pygame.K_h: ask_hint,
    pygame.K_w: why,
    pygame.K_g: take_step,
    pygame.K_c: check,
    pygame.K_b: back,
    pygame.K_v: toggle_live_check,
    pygame.K_a: toggle_auto_marks,
    pygame.K_t: begin_trial,
    pygame.K_k: keep_trial,
    pygame.K_d: drop_trial,
    pygame.K_s: save,
    pygame.K_l: load,
}

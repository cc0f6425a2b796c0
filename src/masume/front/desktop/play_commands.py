"""What the letters do while a board is played; each is a function on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from masume.front.desktop.play import PlayScreen


def undo(game: PlayScreen) -> None:
    """Take the last move back."""
    if game.session.undo():
        game.changed()
    else:
        game.app.tell("There is nothing to take back.")


def redo(game: PlayScreen) -> None:
    """Make a move again that was taken back."""
    if game.session.redo():
        game.changed()
    else:
        game.app.tell("There is nothing to make again.")


def anew(game: PlayScreen) -> None:
    """Take everything back."""
    game.session.restart()
    game.changed()
    game.app.tell("Everything is taken back; r makes it again, move by move.")


def check(game: PlayScreen) -> None:
    """Say whether anything is wrong, and show all that keeps the board from being solved."""
    game.look_at(game.session.check())
    game.checker.ask(game.session)


def back(game: PlayScreen) -> None:
    """Back to where all was right."""
    moves = game.checker.back
    if moves is None:
        game.app.tell("Nothing is known to be wrong; c checks it.")
        return
    game.session.back_to(moves)
    game.changed()
    game.app.tell("Back to where all was right; r makes the moves again.")


def check_always(game: PlayScreen) -> None:
    """Show broken rules while playing, or do not."""
    session = game.session
    session.checking = not session.checking
    game.look_at(None, keep_hint=True)
    game.app.tell(f"Broken rules are {'' if session.checking else 'not '}shown at once.")


def auto(game: PlayScreen) -> None:
    """Mark what is obvious after a move, or do not."""
    game.session.auto = not game.session.auto
    when = "from the next move on" if game.session.auto else "not any more"
    game.app.tell(f"What is obvious is marked by itself {when}.")


def trial(game: PlayScreen) -> None:
    """From here on moves are a trial."""
    game.session.begin_trial()
    game.keep_soon()
    game.app.tell("A trial: k keeps what comes now, d drops it.")


def keep_trial(game: PlayScreen) -> None:
    """The trial becomes part of the game."""
    kept = game.session.keep_trial()
    game.look_at(None, keep_hint=True)  # its marks are as all others now
    game.keep_soon()
    game.app.tell("The trial is kept." if kept else "There is no trial; t begins one.")


def drop_trial(game: PlayScreen) -> None:
    """Back to where the trial began."""
    if game.session.drop_trial():
        game.changed()
        game.app.tell("Back to where the trial began; r makes its moves again.")
    else:
        game.app.tell("There is no trial; t begins one.")


def save(game: PlayScreen) -> None:
    """Save the game for later, besides the one that is kept anyway."""
    fault = game.app.store.save(game.session)
    game.app.tell(f"It could not be saved: {fault}" if fault else "Saved; l loads it again.")


def load(game: PlayScreen) -> None:
    """Go back to the saved game; asked for twice if there is something to lose."""
    saved = game.app.store.saved(game.session)
    if saved is None:
        game.app.tell("No saved game of this board can be read; s saves one.")
    elif not game.sure_to_load and saved.moves != game.session.moves and game.session.moves:
        game.sure_to_load = True
        game.app.tell("l again loads the saved game; this one is lost then.")
    else:
        game.sure_to_load = False
        game.session = saved
        game.session.resume()
        game.changed()
        game.app.tell("The saved game is back.")


def ask(game: PlayScreen) -> None:
    """One grade of help more."""
    if not game.finished:
        game.look_at(None, keep_hint=True)
        game.hints.ask(game.session.puzzle, game.session.position)
        game.show_hint()


def why(game: PlayScreen) -> None:
    """Why the cell under the cursor must be what it is."""
    if not game.finished:
        game.look_at(None)
        game.hints.ask_why(game.session.puzzle, game.session.position, game.cursor)


def take(game: PlayScreen) -> None:
    """Do what the hint has told."""
    after = game.hints.step
    if after is None:
        advice = game.hints.advice
        again = "h tells more of it first." if advice and advice.more else "h asks for a hint."
        game.app.tell(f"There is no step to take; {again}")
        return
    done = "The mark is put right" if game.hints.mends else "The step is taken"
    game.session.take(after)
    game.changed()
    game.app.tell(f"{done}; u takes it back.")


COMMANDS: dict[int, Callable[[PlayScreen], None]] = {
    pygame.K_BACKSPACE: undo,
    pygame.K_u: undo,
    pygame.K_r: redo,
    pygame.K_y: redo,
    pygame.K_n: anew,
    pygame.K_h: ask,
    pygame.K_w: why,
    pygame.K_g: take,
    pygame.K_c: check,
    pygame.K_b: back,
    pygame.K_v: check_always,
    pygame.K_a: auto,
    pygame.K_t: trial,
    pygame.K_k: keep_trial,
    pygame.K_d: drop_trial,
    pygame.K_s: save,
    pygame.K_l: load,
}

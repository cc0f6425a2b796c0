"""The menu with the options of a board to generate."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from masume.core.model.wording import sentence
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import CLUES, Maker
from masume.core.puzzle.technique import LEVELS
from masume.core.search.spec import OptionValue, write_spec
from masume.errors import MasumeError
from masume.front.desktop.making import GenerateScreen
from masume.front.desktop.menu_screen import Choice, Menu, setting
from masume.front.desktop.options import menu_values, option_setting, value_text
from masume.make.request import BoardSpec, resolve_board_spec

if TYPE_CHECKING:
    from masume.front.desktop.app import App

V = TypeVar("V")

_MOST_SIDE = 40
_ANY = "any"  # level or number of clues


@dataclass
class NewBoardChoices:
    """The chosen options of a board to generate."""

    kind: Kind
    rows: int = 7
    cols: int = 7
    level: str = _ANY
    symmetry: bool = False
    clues: str = _ANY
    options: dict[str, OptionValue] = field(default_factory=dict)

    @property
    def maker(self) -> Maker:
        """The generator of the puzzle."""
        assert self.kind.maker is not None
        return self.kind.maker()

    def plan(self) -> BoardSpec:
        """Return the validated request; raise MasumeError if it is impossible."""
        usual = {name: option.default for name, option in self.maker.options.items()}
        name = write_spec(self.kind.name, self.options, usual)
        level = None if self.level == _ANY else self.level
        clues = None if self.clues == _ANY else self.clues
        size = self.rows, self.cols
        return resolve_board_spec(
            name, size=size, difficulty=level, symmetry=self.symmetry, clues=clues
        )

    def why_not(self) -> str:
        """Return why the request is impossible, or an empty string."""
        try:
            self.plan()
        except MasumeError as fault:
            return f"Impossible: {fault}."
        return ""


def new_menu(app: App, kind: Kind) -> Menu:
    """Return the menu of size, level and the other options of a board to generate."""
    settings = NewBoardChoices(kind)
    settings.options = {name: option.default for name, option in settings.maker.options.items()}

    def make() -> None:
        seed = int.from_bytes(os.urandom(3), "big")
        app.push(GenerateScreen(app, settings.plan(), seed))

    def add_setting(
        text: str,
        name: str,
        values: Sequence[V],
        about: Callable[[V], str],
        say: Callable[[V], str] = str,
    ) -> Choice:
        """Return a menu line for an attribute of the settings."""
        put = partial(setattr, settings, name)
        return setting(
            app, text, lambda: values, lambda: getattr(settings, name), put, say=say, about=about
        )

    def choices() -> list[Choice]:
        """Return the lines of the menu."""
        about = settings.why_not() or "Generate a board with exactly one solution."
        lines = [
            Choice("Generate", make, about, why_disabled=settings.why_not),
            add_setting("Rows", "rows", range(1, _MOST_SIDE + 1), _side_about),
            add_setting("Columns", "cols", range(1, _MOST_SIDE + 1), _side_about),
            add_setting("Level", "level", (_ANY, *LEVELS), _level_about),
        ]
        if settings.maker.symmetric:
            lines.append(
                add_setting("Symmetric", "symmetry", (False, True), _symmetry_about, say=value_text)
            )
        if settings.maker.clues:
            lines.append(add_setting("Clues", "clues", (_ANY, *CLUES), _clues_about))
        for name, option in settings.maker.options.items():
            more = f"{sentence(option.help)}."
            values = menu_values(option.default, option.least, option.most)
            lines.append(
                option_setting(app, name, values, settings.options, usual=option.default, help=more)
            )
        return lines

    return Menu(app, f"{kind.title} · generate a board", choices)


def _side_about(side: int) -> str:
    return "Left, Right: change · Return: list all"


def _symmetry_about(symmetry: bool) -> str:
    return "180° rotational symmetry of the clues."


def _clues_about(clues: str) -> str:
    return {
        _ANY: "Few clues more than needed at this level.",
        "few": "Every clue is needed at this level.",
        "many": "Extra clues, as far as the level allows.",
        "minimal": "Every clue is needed for a unique solution.",
    }.get(clues, "")


def _level_about(level: str) -> str:
    """Return a description of a level."""
    return {
        _ANY: "Any level; the fastest to generate.",
        "easy": "Every step is visible at a glance.",
        "medium": "Some steps combine neighbouring cells.",
        "hard": "Some steps combine two clues or the whole board.",
        "expert": "Some steps look ahead.",
        "extreme": "Some steps follow no named technique; generation may take long.",
    }.get(level, "")

"""The menu in which one says what a new board should be like."""

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
from masume.front.desktop.making import Making
from masume.front.desktop.menu_screen import Choice, Menu, setting
from masume.front.desktop.options import ladder, option_setting, said
from masume.make.request import BoardPlan
from masume.make.request import plan as plan_board

if TYPE_CHECKING:
    from masume.front.desktop.app import App

V = TypeVar("V")

_MOST_SIDE = 40
_ANY = "any"  # difficulty, or number of clues


@dataclass
class NewBoardChoices:
    """What a new board should be like, as far as it was told."""

    kind: Kind
    rows: int = 7
    cols: int = 7
    level: str = _ANY
    symmetry: bool = False
    clues: str = _ANY
    options: dict[str, OptionValue] = field(default_factory=dict)

    @property
    def maker(self) -> Maker:
        """What the puzzle knows about making boards."""
        assert self.kind.maker is not None
        return self.kind.maker()

    def plan(self) -> BoardPlan:
        """How to make it; raises if there can be no such board."""
        usual = {name: option.default for name, option in self.maker.options.items()}
        name = write_spec(self.kind.name, self.options, usual)
        level = None if self.level == _ANY else self.level
        clues = None if self.clues == _ANY else self.clues
        size = self.rows, self.cols
        return plan_board(name, size=size, difficulty=level, symmetry=self.symmetry, clues=clues)

    def refused(self) -> str:
        """Why there can be no such board; nothing if there can."""
        try:
            self.plan()
        except MasumeError as fault:
            return f"That cannot be: {fault}."
        return ""


def new_menu(app: App, kind: Kind) -> Menu:
    """The size, the difficulty and all else that can be asked of a new board."""
    draft = NewBoardChoices(kind)
    draft.options = {name: option.default for name, option in draft.maker.options.items()}

    def make() -> None:
        seed = int.from_bytes(os.urandom(3), "big")
        app.push(Making(app, draft.plan(), seed))

    def wish(
        text: str,
        name: str,
        values: Sequence[V],
        about: Callable[[V], str],
        say: Callable[[V], str] = str,
    ) -> Choice:
        put = partial(setattr, draft, name)
        return setting(
            app, text, lambda: values, lambda: getattr(draft, name), put, say=say, about=about
        )

    def choices() -> list[Choice]:
        about = draft.refused() or "It has exactly one solution."
        lines = [
            Choice("Make it", make, about, can_act=draft.refused),
            wish("Rows", "rows", range(1, _MOST_SIDE + 1), _side_about),
            wish("Columns", "cols", range(1, _MOST_SIDE + 1), _side_about),
            wish("Difficulty", "level", (_ANY, *LEVELS), _level_about),
        ]
        if draft.maker.symmetric:
            lines.append(wish("Symmetric", "symmetry", (False, True), _symmetry_about, say=said))
        if draft.maker.clues:
            lines.append(wish("Clues", "clues", (_ANY, *CLUES), _clues_about))
        for name, option in draft.maker.options.items():
            more = f"{sentence(option.help)}."
            values = ladder(option.default, option.least, option.most)
            lines.append(
                option_setting(app, name, values, draft.options, usual=option.default, help=more)
            )
        return lines

    return Menu(app, f"{kind.title} · a new board", choices)


def _side_about(side: int) -> str:
    return "Left and Right change it, Return shows all."


def _symmetry_about(symmetry: bool) -> str:
    return "Whether the clues look the same when the board is turned around."


def _clues_about(clues: str) -> str:
    return {
        _ANY: "Hardly more than those who solve such boards need.",
        "few": "None that those who solve boards of its level could do without.",
        "many": "More than it needs, as far as the difficulty allows.",
        "minimal": "None without which there would be another solution.",
    }.get(clues, "")


def _level_about(level: str) -> str:
    return {
        _ANY: "Whatever comes out; the fastest to make.",
        "easy": "Every step is seen at a glance.",
        "medium": "Some steps take a look around.",
        "hard": "Some steps take two clues or an overview.",
        "expert": "Some steps take a look ahead.",
        "extreme": "Some steps have no name; harder ones may take long to make.",
    }.get(level, "")

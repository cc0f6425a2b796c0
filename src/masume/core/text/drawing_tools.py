"""The tools of Penpa: how the words of a table are drawn.

A table has one word for each place of a kind: a cell, the line between two cells, the border
between two cells, or any side of a cell. The words are those of pzprv3's files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from masume.core.text.json_value import Json

Place: TypeAlias = Literal["cell", "line", "border", "side", "beside"]
Drawn: TypeAlias = tuple[str, Json]  # a part of a drawing's layer, and a value in it
_SIZE = re.compile("_(SS|S|M|L|LL|XL)$")


@dataclass(frozen=True, eq=False)
class DrawingTool:
    """Draws the words of a table; `also` are signs that are read as words but not drawn."""

    place: Place
    words: Mapping[str, Drawn] = field(default_factory=dict)
    also: Mapping[str, str] = field(default_factory=dict)
    numbers: int = 0  # the style of numbers; 0 if the words are no numbers
    under: Drawn | None = None  # what is drawn under every number, alone for one that is unknown

    @cached_property
    def word_of(self) -> dict[str, str]:
        """The word of each sign."""
        own = {sign_of(*drawn): word for word, drawn in self.words.items()}
        below = {} if self.under is None else {sign_of(*self.under): "-"}
        return {**self.also, **below, **own}

    @cached_property
    def parts(self) -> frozenset[str]:
        """The parts of a layer that the tool draws in."""
        drawn = [*self.words.values(), *([self.under] if self.under else [])]
        has_numbers = self.numbers or any(sign.startswith("number") for sign in self.also)
        return frozenset([*(part for part, _ in drawn), *(["zN"] if has_numbers else [])])

    def read(self, part: str, value: Json) -> str | None:
        """Return the word of what is drawn in a part; None if the tool does not draw that."""
        if part == "zN" and self.numbers:
            text = sign_of(part, value).removeprefix("number ")
            return "-" if text in ("", "?") else text
        return self.word_of.get(sign_of(part, value))

    def draw(self, word: str) -> list[Drawn]:
        """Return what is drawn for a word, the inverse of `read`."""
        if word in self.words:
            return [self.words[word]]
        if not self.numbers or word == ".":
            return []
        below = [] if self.under is None else [self.under]
        text: Json = int(word) if word.isdigit() else " " if word == "-" else word
        mode = "2" if "_" in word else "1"
        return [*below, ("zN", [text, self.numbers, mode])]


def sign_of(part: str, value: Json) -> str:
    """Return what a value of a part looks like in words; symbols without their size."""
    if not isinstance(value, list):
        return f"{part} {value}"
    if part == "zY" and len(value) > 1:
        return f"{_SIZE.sub('', str(value[1]))} {value[0]}"
    return f"number {str(value[0]).strip()}" if value else part


_WHITE: Drawn = ("zS", 2)
_GREYS = {f"zS {colour}": "#" for colour in (1, 3, 8)}
_LINES = {"zL 98": "-1", **{f"zL {style}": "1" for style in (1, 2, 5, 8, 9, 21)}}
_SIDES = {"zE 98": "-1", **{f"zE {style}": "1" for style in (1, 2, 3, 5, 8, 9, 21)}}

NUMBERS = DrawingTool("cell", numbers=1)
CIRCLED = DrawingTool("cell", numbers=6)
ON_WALLS = DrawingTool("cell", numbers=7, under=("zS", 4), also=dict.fromkeys(_GREYS, "-"))
ENTRIES = DrawingTool("cell", numbers=2)
PEARLS = DrawingTool(
    "cell",
    {
        "1": ("zY", [1, "circle_L", 1]),
        "2": ("zY", [2, "circle_L", 1]),
        "-": ("zY", [8, "circle_L", 1]),
    },
)
BITS = DrawingTool(
    "cell",
    {"0": ("zY", [1, "circle_M", 1]), "1": ("zY", [2, "circle_M", 1])},
    also={"number 0": "0", "number 1": "1"},
)
SHADES = DrawingTool("cell", {"#": ("zS", 4), "+": _WHITE}, also=_GREYS)
LAMPS = DrawingTool("cell", {"#": ("zY", [3, "sun_moon", 2]), "+": _WHITE})
STARS = DrawingTool(
    "cell",
    {"#": ("zY", [2, "star", 2]), "+": _WHITE},
    also={"star 0": "+", "star 1": "#", "star 3": "#"},
)
LINES = DrawingTool("line", {"1": ("zL", 3), "2": ("zL", 30)}, also=_LINES)
SIDES = DrawingTool("side", {"1": ("zE", 3)}, also=_SIDES)
DIVISIONS = DrawingTool("border", {"1": ("zE", 3)}, also=_SIDES)
ROOMS = DrawingTool("border", {"1": ("zE", 2)}, also=_SIDES)
COUNT = DrawingTool("beside", numbers=1)

"""Setup: the menu state of a search, always a valid combination."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from masume.api.searches import SearchSpec, fitting, resolve_search
from masume.core.plugins.registry import algorithms, default_heuristic
from masume.core.puzzle.kind import Kind
from masume.core.search.algorithm import Algorithm
from masume.core.search.space import SpaceType, space_options
from masume.core.search.spec import OptionValue, Tuning, write_spec
from masume.core.text.blocks import first_line


@dataclass
class Setup:
    """The choices for a search; `normalise` replaces choices that do not fit together."""

    kind: Kind
    name: str = "astar"
    space: str = ""
    heuristic: str | None = None
    switches: dict[str, bool] = field(default_factory=dict)  # options of the space
    options: dict[str, OptionValue] = field(default_factory=dict)  # of the algorithm
    seed: int = 0  # of a random algorithm

    def __post_init__(self) -> None:
        self.normalise()

    @property
    def algorithm(self) -> Algorithm:
        """The chosen algorithm."""
        return algorithms()[self.name]

    def spaces(self) -> list[str]:
        """Return the spaces that the algorithm can search."""
        known = self.kind.spaces
        return [space.name for space in known if fitting(self.kind, self.algorithm, space)]

    def heuristics(self) -> list[str]:
        """Return the heuristics that the algorithm can use in the space."""
        fits = fitting(self.kind, self.algorithm, self._space())
        return [h.name for h in fits if h is not None]

    def normalise(self) -> None:
        """Replace choices that do not fit together; another algorithm gets its default options."""
        spaces = self.spaces()
        if self.space not in spaces:
            self.space = spaces[0]  # the space of the papers, which is the most instructive
        known = self.heuristics()
        if self.heuristic not in known:
            usual = default_heuristic(self.kind, self._space())
            fits = usual is not None and usual.name in known
            self.heuristic = usual.name if usual and fits else known[0] if known else None
        self.switches = {
            name: self.switches.get(name, default)
            for name, default in switches(self._space()).items()
        }
        if self.options.keys() != self.algorithm.options.keys():
            self.options = dict(self.algorithm.options)

    def _space(self) -> SpaceType:
        return next(space for space in self.kind.spaces if space.name == self.space)

    def spec(self) -> SearchSpec:
        """Return the search."""
        return resolve_search(
            self.kind,
            write_spec(self.name, self.options, self.algorithm.options),
            space=write_spec(self.space, self.switches, switches(self._space())),
            heuristic=self.heuristic,
        )


def switches(space: SpaceType) -> dict[str, bool]:
    """Return the boolean options of a space with their defaults."""
    return {name: usual for name, usual in space_options(space).items() if isinstance(usual, bool)}


def applicable_algorithms(kind: Kind) -> list[str]:
    """Return the names of algorithms that can search some space of a puzzle."""
    return [
        name
        for name, algorithm in algorithms().items()
        if any(fitting(kind, algorithm, space) for space in kind.spaces)
    ]


def switches_about(kind: Kind, name: str) -> Mapping[str, Tuning]:
    """Return the descriptions of a space's options."""
    tunings = (getattr(s, "about_options", {}) for s in kind.spaces if s.name == name)
    return next(tunings, {})


def space_about(kind: Kind, name: str) -> str:
    """Return a one-line description of a space."""
    return first_line(next(space for space in kind.spaces if space.name == name))

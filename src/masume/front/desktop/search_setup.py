"""Setup: a search that is being chosen, always one that can work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from masume.api.searches import SearchSpec, fitting, resolve_search, space_options
from masume.core.plugins.registry import algorithms, default_heuristic
from masume.core.puzzle.kind import Kind
from masume.core.search.algorithm import Algorithm
from masume.core.search.space import SpaceType
from masume.core.search.spec import OptionValue, Tuning, write_spec
from masume.core.text.blocks import first_line


@dataclass
class Setup:
    """A search that is being chosen; `settle` keeps it to what can work together."""

    kind: Kind
    name: str = "astar"
    space: str = ""
    heuristic: str | None = None
    switches: dict[str, bool] = field(default_factory=dict)  # options of the space
    options: dict[str, OptionValue] = field(default_factory=dict)  # of the algorithm
    seed: int = 0  # of a random algorithm

    def __post_init__(self) -> None:
        self.settle()

    @property
    def algorithm(self) -> Algorithm:
        """The algorithm itself."""
        return algorithms()[self.name]

    def spaces(self) -> list[str]:
        """Those that the algorithm can search."""
        known = self.kind.spaces
        return [one.name for one in known if fitting(self.kind, self.algorithm, one)]

    def heuristics(self) -> list[str]:
        """Those that the algorithm can use in the space; none if it uses none."""
        fits = fitting(self.kind, self.algorithm, self._space())
        return [h.name for h in fits if h is not None]

    def settle(self) -> None:
        """Change what does not fit any more."""
        spaces = self.spaces()
        if self.space not in spaces:
            self.space = spaces[0]  # the papers' own, where there is most to see
        known = self.heuristics()
        if self.heuristic not in known:
            usual = default_heuristic(self.kind, self._space())
            fits = usual is not None and usual.name in known
            self.heuristic = usual.name if usual and fits else known[0] if known else None
        self.switches = {
            name: self.switches.get(name, default)
            for name, default in switches(self._space()).items()
        }
        # What another algorithm was told need not mean the same to this one.
        if self.options.keys() != self.algorithm.options.keys():
            self.options = dict(self.algorithm.options)

    def choose(self, name: str) -> None:
        """Take another algorithm, with its usual options."""
        self.name, self.options = name, {}
        self.settle()

    def _space(self) -> SpaceType:
        return next(one for one in self.kind.spaces if one.name == self.space)

    def spec(self) -> SearchSpec:
        """The search."""
        return resolve_search(
            self.kind,
            write_spec(self.name, self.options, self.algorithm.options),
            space=write_spec(self.space, self.switches, switches(self._space())),
            heuristic=self.heuristic,
        )


def switches(space: SpaceType) -> dict[str, bool]:
    """The options of a space that are on or off, with what they are at first."""
    return {name: usual for name, usual in space_options(space).items() if isinstance(usual, bool)}


def possible(kind: Kind) -> list[str]:
    """The algorithms that can search some space of a puzzle."""
    return [
        name
        for name, one in algorithms().items()
        if any(fitting(kind, one, space) for space in kind.spaces)
    ]


def switches_about(kind: Kind, name: str) -> Mapping[str, Tuning]:
    """What a space tells of its options."""
    tunings = (getattr(one, "about_options", {}) for one in kind.spaces if one.name == name)
    return next(tunings, {})


def space_about(kind: Kind, name: str) -> str:
    """What a space is, in one line."""
    return first_line(next(one for one in kind.spaces if one.name == name))

"""Propagate groups of variables of which exactly one is true: naked and hidden singles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from masume.core.model.model import Literal


class Singles:
    """The variables that are still open, and what follows from those that are true."""

    def __init__(self, groups: Sequence[Sequence[int]]) -> None:
        self.groups = [set(group) for group in groups]
        self._groups_of: dict[int, list[int]] = {}
        for number, group in enumerate(groups):
            for variable in group:
                self._groups_of.setdefault(variable, []).append(number)
        self.true: set[int] = set()
        self.clash = False
        self.add(variable for group in groups if len(group) == 1 for variable in group)

    def add(self, true: Iterable[int]) -> None:
        """Make variables true and propagate; set `clash` at a contradiction."""
        queue = list(true)
        while queue and not self.clash:
            variable = queue.pop()
            if variable in self.true:
                continue
            self.true.add(variable)
            for number in self._groups_of[variable]:
                if variable not in self.groups[number]:
                    self.clash = True
                    return
                for other in self.groups[number] - {variable}:
                    queue += self._remove(other)

    def _remove(self, variable: int) -> list[int]:
        """Remove a variable from its groups; return those that are alone in a group then."""
        alone: list[int] = []
        for number in self._groups_of[variable]:
            group = self.groups[number]
            if variable in group:
                group.remove(variable)
                alone += group if len(group) == 1 else ()
                self.clash |= not group
        return alone

    def literals(self) -> list[Literal]:
        """Return the literals of all known variables, in order."""
        open_ = {variable for group in self.groups if len(group) > 1 for variable in group}
        return [
            variable if variable in self.true else -variable
            for variable in sorted(self._groups_of)
            if variable not in open_
        ]

    def open_groups(self) -> list[list[int]]:
        """Return the groups with more than one variable left, without duplicates."""
        left = {tuple(sorted(group)) for group in self.groups if len(group) > 1}
        return [list(group) for group in sorted(left)]

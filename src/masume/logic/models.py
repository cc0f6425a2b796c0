"""A small cache of models: one hint is often followed by another on the same board."""

from __future__ import annotations

from masume.api.exact import model_of
from masume.core.model.model import Model
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline

_MOST = 4  # cached models
_CELLS = 2500  # models of larger boards are not cached, to save memory
_kept: dict[tuple[Puzzle, bool], Model] = {}


def cached_model(puzzle: Puzzle, deadline: Deadline, *, reasons: bool = False) -> Model:
    """Return the model of a board, from the cache if possible (LRU); callers must not change it."""
    key = puzzle, reasons
    model = _kept.pop(key, None) or model_of(puzzle, deadline, reasons=reasons)
    if puzzle.grid.size <= _CELLS:
        _kept[key] = model  # most recently used last
        for oldest in list(_kept)[:-_MOST]:
            _kept.pop(oldest, None)
    return model

"""Models of the boards that were last asked about: one hint is mostly followed by another."""

from __future__ import annotations

from masume.api.exact import model_of
from masume.core.model.model import Model
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline

_MOST = 4  # models that are kept
_CELLS = 2500  # of a larger board it would take too much memory
_kept: dict[tuple[Puzzle, bool], Model] = {}


def kept_model(puzzle: Puzzle, deadline: Deadline, *, reasons: bool = False) -> Model:
    """The model of a board, as it was made before if possible; nobody changes a model."""
    key = puzzle, reasons
    model = _kept.pop(key, None) or model_of(puzzle, deadline, reasons=reasons)
    if puzzle.grid.size <= _CELLS:
        _kept[key] = model  # the last one again
        for oldest in list(_kept)[:-_MOST]:
            _kept.pop(oldest, None)
    return model

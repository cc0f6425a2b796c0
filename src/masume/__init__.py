"""masume (升目, the squares of a grid): logic puzzles and search algorithms.

>>> import masume
>>> board = masume.load("hitori/first")
>>> solution = masume.solve(board)
>>> solution.status, solution.unique, masume.check(board, solution.answer)
(<Status.SOLVED: 'solved'>, True, [])
>>> masume.search(board, "greedy", heuristic="duplicates", space="shade").metrics.expanded
5
"""

# ruff: noqa: I001 (one import line per module, not per name)
from typing import TYPE_CHECKING

import masume.search  # imported first: importing it later would rebind `masume.search`
from masume.core.drawing import show as _pictures

del masume.search  # the public name is the function

if TYPE_CHECKING:  # for type checkers and editors; at run time `__getattr__` imports each name
    from masume.api.boards import check as check, picture as picture
    from masume.api.compare import Comparison as Comparison, compare as compare
    from masume.api.exact import (
        count as count,
        forced as forced,
        solutions as solutions,
        solve as solve,
        why_not as why_not,
    )
    from masume.api.heuristic_check import check_heuristics as check_heuristics
    from masume.api.searches import resolve_search as resolve_search, search as search
    from masume.core.puzzle.kind import Kind as Kind, Violation as Violation
    from masume.core.puzzle.maker import Addition as Addition
    from masume.core.model.model import Reason as Reason
    from masume.core.puzzle.puzzle import Position as Position, Puzzle as Puzzle
    from masume.core.plugins.registry import (
        algorithms as algorithms,
        heuristics as heuristics,
        kind_of as kind_of,
        kinds as kinds,
    )
    from masume.core.system.limits import Limit as Limit, Stop as Stop, Deadline as Deadline
    from masume.core.search.result import Metrics as Metrics, SearchResult as SearchResult
    from masume.core.search.run import Run as Run
    from masume.core.search.events import (
        Expanded as Expanded,
        Node as Node,
        Restarted as Restarted,
        Status as Status,
    )
    from masume.errors import (
        BadOption as BadOption,
        MasumeError as MasumeError,
        NotApplicable as NotApplicable,
        ParseError as ParseError,
        UnknownName as UnknownName,
    )
    from masume.exact.answers import Solutions as Solutions
    from masume.exact.results import (
        Count as Count,
        Forced as Forced,
        Solution as Solution,
        WhyNot as WhyNot,
    )
    from masume.logic.advice import Hint as Hint, hint as hint
    from masume.logic.why import why as why
    from masume.logic.step import Step as Step
    from masume.logic.step_picture import StepPicture as StepPicture
    from masume.logic.walks import (
        Grade as Grade,
        Walk as Walk,
        explain as explain,
        grade as grade,
    )
    from masume.formats.convert import convert as convert
    from masume.formats.load import (
        examples as examples,
        library as library,
        load as load,
        load_all as load_all,
        loads as loads,
        loads_all as loads_all,
        parse_answer as parse_answer,
    )
    from masume.formats.plain import Board as Board
    from masume.make.adjust import (
        AdjustedBoard as AdjustedBoard,
        easier as easier,
        harder as harder,
    )
    from masume.make.compose import (
        CompletedBoard as CompletedBoard,
        complete as complete,
        deciding_clues as deciding_clues,
        spare_clues as spare_clues,
    )
    from masume.make.daily import daily as daily
    from masume.make.drawing import PictureBoard as PictureBoard, from_picture as from_picture
    from masume.make.judge import Judgement as Judgement, judge as judge
    from masume.make.generate import GeneratedBoard as GeneratedBoard, generate as generate
    from masume.core.search.adapted import adapt as adapt
    from masume.core.search.algorithm import algorithm as algorithm
    from masume.core.search.events import Search as Search
    from masume.core.search.problem import Problem as Problem
    from masume.core.search.space import StateSpace as StateSpace, heuristic as heuristic
    from masume.front.film.recorded import (
        Film as Film,
        Race as Race,
        Tree as Tree,
        film as film,
        race as race,
        tree as tree,
    )
    from masume.draw.show import BoardPicture as BoardPicture, show as show

__version__ = "1.0.0"

_HOMES = {  # the modules that define the public names
    "masume.api.compare": "Comparison compare",
    "masume.api.boards": "check picture",
    "masume.api.exact": "count forced solutions solve why_not",
    "masume.api.heuristic_check": "check_heuristics",
    "masume.api.searches": "resolve_search search",
    "masume.core.puzzle.kind": "Kind Violation",
    "masume.core.puzzle.maker": "Addition",
    "masume.core.model.model": "Reason",
    "masume.core.plugins.registry": "algorithms heuristics kind_of kinds",
    "masume.core.puzzle.puzzle": "Position Puzzle",
    "masume.core.system.limits": "Deadline Limit Stop",
    "masume.core.search.result": "Metrics SearchResult",
    "masume.core.search.run": "Run",
    "masume.core.search.events": "Search Expanded Node Restarted Status",
    "masume.errors": "BadOption MasumeError NotApplicable ParseError UnknownName",
    "masume.exact.answers": "Solutions",
    "masume.exact.results": "Count Forced Solution WhyNot",
    "masume.logic.advice": "Hint hint",
    "masume.logic.why": "why",
    "masume.logic.step": "Step",
    "masume.logic.step_picture": "StepPicture",
    "masume.logic.walks": "Grade Walk explain grade",
    "masume.formats.convert": "convert",
    "masume.formats.load": "examples library load load_all loads loads_all parse_answer",
    "masume.formats.plain": "Board",
    "masume.make.adjust": "AdjustedBoard easier harder",
    "masume.make.compose": "CompletedBoard complete deciding_clues spare_clues",
    "masume.make.daily": "daily",
    "masume.make.drawing": "PictureBoard from_picture",
    "masume.make.judge": "Judgement judge",
    "masume.make.generate": "GeneratedBoard generate",
    "masume.core.search.adapted": "adapt",
    "masume.core.search.algorithm": "algorithm",
    "masume.core.search.problem": "Problem",
    "masume.core.search.space": "StateSpace heuristic",
    "masume.front.film.recorded": "Film Race Tree film race tree",
    "masume.draw.show": "BoardPicture show",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME_OF)


if not TYPE_CHECKING:  # type checkers report a name that is not public

    def __getattr__(name: str) -> object:
        """Import a public name on first access; most commands need few of them."""
        if name not in _HOME_OF:
            raise AttributeError(f"module 'masume' has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _draw_svg(
    puzzle: "Puzzle",
    position: "Position | None",
    marked: tuple[int, ...],
    step: "StepPicture | None",
) -> str | None:
    """Return the SVG picture for a notebook, or None if the puzzle has none."""
    from masume.draw.show import notebook_svg

    return notebook_svg(puzzle, position, marked, step)


_pictures.draw = _draw_svg  # core may not import masume.draw, so the renderer is injected here

"""masume (升目, the squares of a grid): logic puzzles on a grid, searched, solved and compared.

>>> import masume
>>> board = masume.load("hitori/first")
>>> solution = masume.solve(board)
>>> solution.status, solution.unique, masume.check(board, solution.answer)
(<Status.SOLVED: 'solved'>, True, [])
>>> masume.search(board, "greedy", heuristic="duplicates").metrics.expanded
2
"""

# ruff: noqa: I001 (a line for each module, not for each name)
from typing import TYPE_CHECKING

import masume.explain  # loaded now, so that loading them later does not take over their names
import masume.search
from masume.core import show as _pictures

del masume.explain, masume.search  # the public names are the functions'

if TYPE_CHECKING:  # for type checkers and editors; at run time `__getattr__` imports each name
    from masume.api.boards import check as check, picture as picture
    from masume.api.exact import (
        count as count,
        forced as forced,
        solutions as solutions,
        solve as solve,
        why_not as why_not,
    )
    from masume.api.heuristics import judge_heuristics as judge_heuristics
    from masume.api.searches import plan as plan, search as search
    from masume.core.kind import Kind as Kind, Violation as Violation
    from masume.core.maker import Addition as Addition
    from masume.core.model import Reason as Reason
    from masume.core.puzzle import Position as Position, Puzzle as Puzzle
    from masume.core.registry import (
        algorithms as algorithms,
        heuristics as heuristics,
        kind_of as kind_of,
        kinds as kinds,
    )
    from masume.core.limits import Limit as Limit, Stop as Stop, Watch as Watch
    from masume.core.run import Metrics as Metrics, Run as Run, SearchResult as SearchResult
    from masume.core.steps import (
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
    from masume.explain.advice import Hint as Hint, hint as hint
    from masume.explain.why import why as why
    from masume.explain.step import Step as Step
    from masume.explain.step_picture import StepPicture as StepPicture
    from masume.explain.walks import (
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
    from masume.make.adjust import Adjusted as Adjusted, easier as easier, harder as harder
    from masume.make.compose import (
        Completed as Completed,
        complete as complete,
        deciding as deciding,
        spare as spare,
    )
    from masume.make.daily import daily as daily
    from masume.make.drawing import PictureBoard as PictureBoard, from_picture as from_picture
    from masume.make.judge import Judgement as Judgement, judge as judge
    from masume.make.generate import Made as Made, generate as generate
    from masume.render.show import Shown as Shown, show as show

__version__ = "0.1.0"

_HOMES = {  # where the public names live
    "masume.api.boards": "check picture",
    "masume.api.exact": "count forced solutions solve why_not",
    "masume.api.heuristics": "judge_heuristics",
    "masume.api.searches": "plan search",
    "masume.core.kind": "Kind Violation",
    "masume.core.maker": "Addition",
    "masume.core.model": "Reason",
    "masume.core.registry": "algorithms heuristics kind_of kinds",
    "masume.core.puzzle": "Position Puzzle",
    "masume.core.limits": "Limit Stop Watch",
    "masume.core.run": "Metrics Run SearchResult",
    "masume.core.steps": "Expanded Node Restarted Status",
    "masume.errors": "BadOption MasumeError NotApplicable ParseError UnknownName",
    "masume.exact.answers": "Solutions",
    "masume.exact.results": "Count Forced Solution WhyNot",
    "masume.explain.advice": "Hint hint",
    "masume.explain.why": "why",
    "masume.explain.step": "Step",
    "masume.explain.step_picture": "StepPicture",
    "masume.explain.walks": "Grade Walk explain grade",
    "masume.formats.convert": "convert",
    "masume.formats.load": "examples library load load_all loads loads_all parse_answer",
    "masume.formats.plain": "Board",
    "masume.make.adjust": "Adjusted easier harder",
    "masume.make.compose": "Completed complete deciding spare",
    "masume.make.daily": "daily",
    "masume.make.drawing": "PictureBoard from_picture",
    "masume.make.judge": "Judgement judge",
    "masume.make.generate": "Made generate",
    "masume.render.show": "Shown show",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for: a command needs few of them."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'masume' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _draw(
    puzzle: "Puzzle",
    position: "Position | None",
    marked: tuple[int, ...],
    step: "StepPicture | None",
) -> str | None:
    from masume.render.show import notebook_svg

    return notebook_svg(puzzle, position, marked, step)


_pictures.draw = _draw

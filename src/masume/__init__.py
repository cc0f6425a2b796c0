"""masume (升目, the squares of a grid): logic puzzles on a grid, searched, solved and compared.

>>> import masume
>>> board = masume.load("hitori/first")
>>> found = masume.solve(board)
>>> found.status, found.unique, masume.check(board, found.answer)
(<Status.SOLVED: 'solved'>, True, [])
>>> masume.search(board, "greedy", heuristic="duplicates").metrics.expanded
2
"""

from masume import search as _algorithms  # bound first: the function below takes over the name
from masume.api import check, picture, plan, search
from masume.core import show as _pictures
from masume.core.kind import Kind, Violation
from masume.core.model import Reason
from masume.core.registry import algorithms, heuristics, kind_of, kinds
from masume.core.run import Limit, Metrics, Run, SearchResult
from masume.core.steps import Expanded, Node, Restarted, Status
from masume.errors import BadOption, MasumeError, NotApplicable, ParseError, UnknownName
from masume.exact.answers import Solutions
from masume.exact.results import Count, Forced, Solution, WhyNot
from masume.explain.advice import Hint, hint
from masume.explain.explainer import Step
from masume.explain.walks import Grade, Walk, explain, grade
from masume.formats.convert import convert
from masume.formats.load import examples, load, load_all, parse_answer
from masume.formats.plain import Board
from masume.make.generate import Made, generate
from masume.questions import count, forced, solutions, solve, why_not
from masume.render.show import Shown, notebook_svg, show

_pictures.draw = notebook_svg
del _algorithms, _pictures, notebook_svg

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "Board",
    "Count",
    "Expanded",
    "Forced",
    "Grade",
    "Hint",
    "Kind",
    "Limit",
    "Made",
    "MasumeError",
    "Metrics",
    "Node",
    "NotApplicable",
    "ParseError",
    "Reason",
    "Restarted",
    "Run",
    "SearchResult",
    "Shown",
    "Solution",
    "Solutions",
    "Status",
    "Step",
    "UnknownName",
    "Violation",
    "Walk",
    "WhyNot",
    "algorithms",
    "check",
    "convert",
    "count",
    "examples",
    "explain",
    "forced",
    "generate",
    "grade",
    "heuristics",
    "hint",
    "kind_of",
    "kinds",
    "load",
    "load_all",
    "parse_answer",
    "picture",
    "plan",
    "search",
    "show",
    "solutions",
    "solve",
    "why_not",
]

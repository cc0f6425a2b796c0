"""masume (升目, the squares of a grid): logic puzzles on a grid, searched, solved and compared.

>>> import masume
>>> board = masume.load("hitori/first")
>>> result = masume.search(board, "greedy", heuristic="duplicates")
>>> result.status, result.cost, masume.check(board, result.answer)
(<Status.SOLVED: 'solved'>, 5, [])
"""

from masume import search as _algorithms  # bound first: the function below takes over the name
from masume.api import check, picture, plan, search
from masume.core.kind import Kind, Violation
from masume.core.registry import algorithms, heuristics, kind_of, kinds
from masume.core.run import Limit, Metrics, Run, SearchResult
from masume.core.steps import Expanded, Node, Restarted, Status
from masume.errors import BadOption, MasumeError, NotApplicable, ParseError, UnknownName
from masume.formats.load import examples, load, load_all, parse_answer
from masume.formats.plain import Board

del _algorithms

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "Board",
    "Expanded",
    "Kind",
    "Limit",
    "MasumeError",
    "Metrics",
    "Node",
    "NotApplicable",
    "ParseError",
    "Restarted",
    "Run",
    "SearchResult",
    "Status",
    "UnknownName",
    "Violation",
    "algorithms",
    "check",
    "examples",
    "heuristics",
    "kind_of",
    "kinds",
    "load",
    "load_all",
    "parse_answer",
    "picture",
    "plan",
    "search",
]

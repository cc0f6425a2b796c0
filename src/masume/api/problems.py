"""Problems in files of the user, as boards."""

from __future__ import annotations

from masume.core.plugins.user_code import adopt, adopted_member, user_code_errors
from masume.core.search.problem import board_of
from masume.errors import UserCodeError
from masume.formats.plain import Board


def problem_board(name: str) -> Board:
    """Import a problem by a path such as `./eight.py:EightPuzzle` and return it as a board.

    The name is that of an instance, or of a class that can be called without arguments.
    """
    adopt(name)
    member = adopted_member(name)
    with user_code_errors():
        try:
            problem = member() if isinstance(member, type) else member
        except TypeError as fault:
            if "argument" not in str(fault) or not isinstance(member, type):
                raise
            remedy = f"name an instance of it instead (easy = {member.__name__}(…))"
            raise UserCodeError(f"{name} cannot be created without arguments; {remedy}") from fault
    try:
        puzzle = board_of(problem)
    except TypeError as fault:
        raise UserCodeError(f"{name}: {fault}") from None
    return Board(puzzle.own_kind, puzzle, name)

"""Operation: the rules of a puzzle as pictures of boards that break them."""

from __future__ import annotations

from masume.api.broken_rules import BrokenBoard, broken_boards, option_lines
from masume.front.web import bodies
from masume.front.web.boards import read_board
from masume.front.web.pictures import draw_board, svg_of
from masume.front.web.records import Record


class RuleRow(Record):
    """A broken rule: what is wrong, and a small board on which it is."""

    rule: str
    text: str
    svg: str


class RulesReply(Record):
    """The rules that marks on a board can break, with a picture of each."""

    rules: list[RuleRow]


def rules(body: bodies.DrawnBoard) -> RulesReply:
    """Return the rules that apply to a board, as pictures of small boards that break them."""
    board = read_board(body.board)
    broken = broken_boards(board.kind, option_lines(board.kind, board.puzzle))
    rows = [
        RuleRow(rule=rule, text=text, svg=_picture(broken[rule], body.theme))
        for rule, text in board.kind.codes.items()
        if rule in broken
    ]
    return RulesReply(rules=rows)


def _picture(board: BrokenBoard, theme: str) -> str:
    return svg_of(draw_board(board.puzzle, board.position, theme, board.violations[:1]))

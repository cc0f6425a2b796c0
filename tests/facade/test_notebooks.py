"""How notebooks and the interpreter show values."""

from __future__ import annotations

import masume


def test_no_representation_is_longer_than_300_characters():
    board = masume.examples("hitori")[0]
    unsolvable = masume.load("kuromasu/br-3x3-1")
    values = [
        board, board.kind, masume.solve(board), masume.forced(board), masume.count(board),
        masume.why_not(unsolvable), masume.hint(board), masume.explain(board),
        *masume.explain(board),
        masume.grade(board), masume.search(board, "astar"), masume.algorithms()["astar"],
        *masume.heuristics("hitori").values(), *masume.generate("hitori", size=(6, 6), seed=1),
        masume.complete(masume.loads("kuromasu\n. . .\n. 5 .\n. 3 .")),
        masume.check_heuristics(masume.load("hitori/first"), space="shade"),
        masume.compare(masume.load("n_puzzle/easy"), ["astar"]),
    ]  # fmt: skip
    for value in values:
        assert len(repr(value)) <= 300 and "\n" not in repr(value), type(value)
    assert str(board) == str(board.puzzle) == masume.picture(board)


def test_notebooks_show_the_sentence_of_a_hint_below_its_picture():
    shown = masume.hint(masume.load("kuromasu/br-5x5-2"))._repr_html_()
    assert shown.startswith("<svg") and shown.endswith("r4c4 are white.</p>")


def test_a_result_names_its_search():
    result = masume.search(masume.load("route/arad"), "astar:weight=2")
    assert (result.algorithm, result.heuristic, result.space) == (
        "astar:weight=2", "straight_line", "graph",
    )  # fmt: skip
    assert result.problem.start == "Arad"

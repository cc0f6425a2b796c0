"""What notebooks show."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from support import KINDS

import masume


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_puzzles_and_solutions_show_themselves(kind):
    puzzle = masume.examples(kind.name)[0].puzzle
    bare = puzzle._repr_svg_()
    assert bare == masume.show(puzzle).svg
    outcome = masume.solve(puzzle)
    assert outcome.puzzle == puzzle
    assert ElementTree.fromstring(outcome._repr_svg_()) is not None
    assert outcome._repr_svg_() != bare
    assert "puzzle" not in repr(outcome)


def test_other_solutions_are_pointed_at():
    outcome = masume.solve(masume.load("exactly_one/two-ways"))
    assert 'class="marked"' in outcome._repr_svg_()


def test_a_solution_without_answer_shows_the_board():
    outcome = masume.solve(masume.load("kuromasu/br-3x3-1"))
    assert outcome.answer is None
    assert outcome._repr_svg_() == outcome.puzzle._repr_svg_()
    assert masume.Solution(outcome.status)._repr_svg_() is None


def test_a_huge_board_is_not_drawn_by_itself():
    puzzle = masume.load("hitori\n" + ". " * 101 + "\n" + (". " * 101 + "\n") * 100)
    assert puzzle._repr_svg_() is None
    assert masume.show(puzzle).svg


def test_a_search_shows_its_measures():
    result = masume.search(masume.load("hitori/first"))
    table = ElementTree.fromstring(result._repr_html_())
    advice = {row[0].text: row[1].text for row in table}
    assert advice["status"] == "solved" and advice["expanded"] == str(result.metrics.expanded)
    hopeless = masume.search(masume.load("kuromasu\n9 . .\n. . ."))
    assert "the 9 at r1c1 can see at most 4 cells" in hopeless._repr_html_()


def test_show_saves_files(tmp_path):
    puzzle = masume.load("hashi/pw-fig1")
    shown = masume.show(puzzle, masume.solve(puzzle).answer, theme="dark")
    for name, begins in [
        ("a.svg", b"<svg"),
        ("a.PNG", b"\x89PNG"),
        ("a.pdf", b"%PDF"),
        ("a.txt", b"3===4"),
    ]:
        shown.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begins)
    assert shown._repr_svg_() == (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_what_show_refuses(tmp_path):
    puzzle = masume.load("hitori/first")
    with pytest.raises(masume.UnknownName, match="no theme is called 'pink'"):
        masume.show(puzzle, theme="pink")
    with pytest.raises(masume.UnknownName, match=r"\.gif"):
        masume.show(puzzle).save(tmp_path / "a.gif")
    with pytest.raises(masume.BadOption, match="no extension"):
        masume.show(puzzle).save(tmp_path / "a")
    with pytest.raises(masume.BadOption, match="cannot write"):
        masume.show(puzzle).save(tmp_path / "none" / "a.svg")
    with pytest.raises(TypeError):
        masume.show("hitori/first")

"""How the results of the exact engine describe themselves."""

from __future__ import annotations

import masume

HOPELESS = "exactly_one/walled-off"
REASONS = ["shape A at r2c1 is visited only once", "shape B at r3c2 is visited"]


def test_a_solution_tells_its_status_uniqueness_cost_and_reason():
    first, several = masume.load("hitori/first"), masume.load("exactly_one/two-ways")
    assert repr(masume.solve(first)) == "<Solution: solved, unique, cost 5>"
    assert repr(masume.solve(first, unique=False)) == "<Solution: solved, cost 5>"
    assert repr(masume.solve(several)) == "<Solution: solved, not unique, cost 10>"
    hopeless = masume.solve(masume.load(HOPELESS))
    assert hopeless.reason.startswith("shape B at r3c2 lies behind")
    assert repr(hopeless) == f"<Solution: exhausted, {hopeless.reason}>"
    assert masume.solve(first)._repr_svg_().startswith("<svg")


def test_forced_marks_tell_how_many_are_settled_and_why_the_others_are_not():
    several = masume.forced(masume.load("exactly_one/two-ways"))
    assert repr(several) == "<Forced: solved, 59 settled, 6 open>"
    late = masume.forced(masume.load("hitori/first"), limit=masume.Limit(seconds=0))
    assert repr(late).startswith("<Forced: limit, ") and repr(late).endswith(", 0 s used>")


def test_a_contradiction_lists_its_reasons():
    why = masume.why_not(masume.load(HOPELESS))
    assert repr(why) == f"<WhyNot: exhausted, {', '.join(REASONS)}>"
    rows = why._repr_html_().split("</tr>")
    assert [f"{n}</th><td>{text}</td>" in row for n, (text, row) in
            enumerate(zip(REASONS, rows, strict=False), start=1)] == [True, True]  # fmt: skip

"""Films taken away: each form is opened again by something that reads it."""

from __future__ import annotations

import io
import json
import re
from xml.etree import ElementTree

import av
import pytest
from PIL import Image
from pypdf import PdfReader

from masume.front.web.bodies import FilmBody, HeuristicsBody, SearchWay
from masume.front.web.tasks import TASKS
from tests.front.web.boards import text_of

SMALL = {"size": 120, "speed": 8}


@pytest.fixture
def recorded(tmp_path, cli):
    path = tmp_path / "a.film"
    assert (
        cli("solve", "hitori/first", "--with", "astar", "--space", "shade", "--film", path)[0] == 0
    )
    return path


@pytest.mark.parametrize("form", ["gif", "mp4", "webm"])
def test_moving_pictures_have_a_frame_for_each_step(cli, recorded, tmp_path, form):
    path = tmp_path / f"x.{form}"
    wish = ("--from", 2, "--to", 6, "--speed", 8, "--size", 120)
    assert cli("film", recorded, "-o", path, *wish)[0] == 0
    if form == "gif":
        with Image.open(path) as picture:
            assert (picture.n_frames, picture.info["duration"], max(picture.size)) == (5, 120, 128)
        return
    with av.open(path) as video:
        assert sum(1 for _ in video.decode(video=0)) == 5
        assert video.streams.video[0].average_rate == 8


def test_a_moving_svg_a_page_frames_and_trees(cli, recorded, tmp_path):
    made = tmp_path / "x.svg"
    assert cli("film", recorded, "-o", made, "--to", 4)[0] == 0
    root = ElementTree.parse(made).getroot()
    assert sum(one.get("class") == "f" for one in root) == 4
    assert cli("film", recorded, "-o", tmp_path / "f.pdf", "--each", "--to", 2)[0] == 0
    assert len(PdfReader(tmp_path / "f-2.pdf").pages) == 1
    for form in ("svg", "tex"):
        assert cli("film", recorded, "-o", tmp_path / f"t.{form}", "--tree", "--to", 3)[0] == 0
    nodes = ElementTree.parse(tmp_path / "t.svg").getroot()
    tikz = (tmp_path / "t.tex").read_text()
    assert tikz.count(r"\node[") == tikz.count(r"\draw") + 1 > 5
    assert sum(one.tag.endswith("path") and one.get("stroke") == "#777" for one in nodes) + 1 == (
        tikz.count(r"\node[")
    )
    assert cli("film", recorded, recorded, "-o", tmp_path / "race.html")[0] == 0
    page = (tmp_path / "race.html").read_text()
    assert page.count('class="lane"') == 2 and not re.search(r"(src|href)=\"http", page)
    for wrong in (
        ["-o", "x.doc"],
        ["-o", "x"],
        ["-o", "x.gif", "--tree"],
        ["-o", "x.gif", "--from", 999],
    ):
        code, _, err = cli("film", recorded, *wrong)
        assert code == 2 and err.count("\n") == 1


def test_the_browser_gets_the_same():
    body = FilmBody(
        board=text_of("hitori"), form="html", last=5, ways=[SearchWay(), SearchWay(algorithm="bfs")]
    )
    (data,) = TASKS["film"](body)
    assert data.count(b'class="lane"') == 2
    (data,) = TASKS["film"](FilmBody(board=text_of("hitori"), form="gif", last=3, **SMALL))
    assert Image.open(io.BytesIO(data)).n_frames == 3


def test_heuristics_are_told_beside_the_truth(cli):
    code, out, _ = cli("heuristic", "hitori/first", "--heuristic", "duplicates")
    assert code == 0 and "not admissible: too much in 31" in out and "h = 13, true 5" in out
    code, out, _ = cli("heuristic", "exactly_one/medium-0", "--json")
    row = json.loads(out)
    assert code == 0 and ["detour", "manhattan"] in row["dominates"] and row["states"] == 117
    (shown,) = TASKS["heuristics"](HeuristicsBody(board=text_of("hitori"), space="shade"))
    assert {one["name"] for one in shown["heuristics"]} >= {"duplicates", "black_needed"}

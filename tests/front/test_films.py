"""Films taken away: each form is opened again by something that reads it."""

from __future__ import annotations

import io
import json
import re
import subprocess
from dataclasses import replace
from shutil import which
from xml.etree import ElementTree

import av
import pytest
from PIL import Image
from pypdf import PdfReader

from masume.front.film.export import export_tree
from masume.front.film.reel import Reel, board_of
from masume.front.web.bodies import FilmBody, HeuristicsBody, SearchSettings
from masume.front.web.estimates import heuristics
from masume.front.web.films import film
from tests.front.web.boards import text_of

SMALL = {"size": 120, "speed": 8}


@pytest.fixture
def recorded(tmp_path, cli):
    path = tmp_path / "a.film"
    assert (
        cli("solve", "hitori/first", "--with", "astar", "--space", "shade", "--film", path)[0] == 0
    )
    return path


@pytest.mark.parametrize("form", ["gif", "mp4", pytest.param("webm", marks=pytest.mark.soak)])
def test_animations_have_one_frame_per_step(cli, recorded, tmp_path, form):
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


def test_film_is_exported_as_svg_page_frames_and_tree(cli, recorded, tmp_path):
    made = tmp_path / "x.svg"
    assert cli("film", recorded, "-o", made, "--to", 4)[0] == 0
    root = ElementTree.parse(made).getroot()
    assert sum(element.get("class") == "f" for element in root) == 4
    assert cli("film", recorded, "-o", tmp_path / "f.pdf", "--each", "--to", 2)[0] == 0
    assert len(PdfReader(tmp_path / "f-2.pdf").pages) == 1
    for form in ("svg", "tex"):
        assert cli("film", recorded, "-o", tmp_path / f"t.{form}", "--tree", "--to", 3)[0] == 0
    nodes = ElementTree.parse(tmp_path / "t.svg").getroot()
    tikz = (tmp_path / "t.tex").read_text()
    assert sum(
        node.tag.endswith("path") and node.get("stroke") == "#777" for node in nodes
    ) + 1 == (tikz.count(r"\node["))
    for form in ("html", "svg", "gif"):
        wish = ("--to", 4, "--size", 200, "--by", "steps")
        assert cli("film", recorded, recorded, "-o", tmp_path / f"race.{form}", *wish)[0] == 0
    with Image.open(tmp_path / "race.gif") as picture:
        assert picture.n_frames == 4 and picture.width > 1.6 * picture.height
    root = ElementTree.parse(tmp_path / "race.svg").getroot()
    assert sum(element.get("class") == "f" for element in root) == 4
    page = (tmp_path / "race.html").read_text()
    assert page.count('class="lane"') == 2 == page.count("<canvas>")
    assert not re.search(r"(src|href)=\"http", page)
    for wrong in (
        ["-o", "x.doc"],
        ["-o", "x"],
        ["-o", "x.gif", "--tree"],
        ["-o", "x.gif", "--from", 999],
    ):
        code, _, err = cli("film", recorded, *wrong)
        assert code == 2 and err.count("\n") == 1


def test_texts_in_exported_page_are_escaped(cli, recorded, tmp_path):
    """`<!--<script` makes a browser read on beyond the next `</script>`."""
    nasty = "<!--<script></script> & \u2028 \u2029"
    head, *lines = recorded.read_text().splitlines()
    lines[0] = json.dumps({**json.loads(lines[0]), "move": nasty})
    recorded.write_text("\n".join([head, *lines]) + "\n")
    page = tmp_path / "film.html"
    assert cli("film", recorded, "-o", page)[0] == 0
    (data,) = re.findall('id="film">(.*?)</script>', page.read_text(), re.DOTALL)
    assert not re.search("[<>&\u2028\u2029]", data)
    assert json.loads(data)["lanes"][0]["lines"][0]["move"] == nasty


def read_tikz(text):
    """The nodes (name: style, x, y in mm) and lines of a picture; a small part of TikZ's grammar,
    strict enough to refuse what TeX would."""
    begin, *styles_and_rest = [line for line in text.splitlines() if not line.startswith("%")]
    assert all(line.count("{") == line.count("}") for line in styles_and_rest)
    assert not re.search(r"[^\x00-\x7f]|(?<!\\)[%&#_]", "\n".join(styles_and_rest))
    across, down = (
        float(number)
        for number in re.fullmatch(
            r"\\begin\{tikzpicture\}\[x=([\d.]+)mm, y=-([\d.]+)mm, every node/\.style="
            r"\{draw, inner sep=0pt, minimum size=5pt\}\]",
            begin,
        ).groups()
    )
    number = r"-?\d+(?:\.\d+)?"
    patterns = {
        "style": r"\\tikzset\{([a-z ]+)/\.style=\{[a-z0-9, =!]+\}\}",
        "node": r"\\node\[([a-z ]+)(?:, label=\{\[draw=none, font=\\tiny\]below:"
        rf"(?:{number}|\$\\infty\$)\}})?\] \((n\d+)\) at \(({number}), ({number})\) \{{\}};",
        "edge": r"\\draw \((n\d+)\) -- \((n\d+)\);",
        "end": r"\\end\{tikzpicture\}",
    }
    found = {name: [] for name in patterns}
    for line in styles_and_rest:
        (name,) = [name for name, pattern in patterns.items() if re.fullmatch(pattern, line)]
        found[name].append(re.fullmatch(patterns[name], line).groups())
    nodes = {n[1]: (n[0], float(n[2]) * across, float(n[3]) * down) for n in found["node"]}
    assert len(nodes) == len(found["node"]) and len(found["end"]) == 1
    assert {style for style, *_ in nodes.values()} <= {style for (style,) in found["style"]}
    assert all({*edge} <= {*nodes} for edge in found["edge"])
    return nodes, found["edge"]


def test_tikz_tree_is_valid_tex(cli, recorded, tmp_path):
    """There need be no TeX here: every line is held against the grammar, lengths against TeX's."""
    path = tmp_path / "t.tex"
    assert cli("film", recorded, "-o", path)[0] == 0
    nodes, edges = read_tikz(path.read_text())
    assert len(edges) == len(nodes) - 1 > 20
    assert len({node[1:] for node in nodes.values()}) == len(nodes)  # none covers another
    leaves = [["a1", "kept", 1, None] for _ in range(1400)]
    line = {"step": 1, "id": 0, "parent": None, "move": None, "g": 0, "h": None, "first": 1}
    wide = Reel(board_of(head := json.loads(recorded.read_text().splitlines()[0])), head, ())
    wide = replace(wide, lines=({**line, "children": leaves},))
    nodes, _ = read_tikz(export_tree(wide, "tex", None).decode())
    assert 4000 < max(x for _, x, _ in nodes.values()) < 5758  # the longest that TeX knows


DOCUMENT = r"""
\documentclass{article}
\usepackage{tikz}
\usetikzlibrary{shapes.geometric,shapes.misc}
\usepackage[paperwidth=5000mm,paperheight=400mm]{geometry}
\begin{document}
\input{t.tex}
\end{document}
"""


@pytest.mark.soak
@pytest.mark.skipif(not which("pdflatex"), reason="needs a TeX: Debian's texlive-pictures")
def test_tex_compiles_the_tree(cli, recorded, tmp_path):
    assert cli("film", recorded, "-o", tmp_path / "t.tex")[0] == 0
    (tmp_path / "page.tex").write_text(DOCUMENT)
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "page.tex"]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300)
    assert printed.returncode == 0, printed.stdout[-2000:]
    assert len(PdfReader(tmp_path / "page.pdf").pages) == 1


def test_browser_export_equals_command():
    body = FilmBody(
        board=text_of("hitori"),
        form="html",
        last=5,
        searches=[SearchSettings(), SearchSettings(algorithm="bfs")],
    )
    data = film(body)
    assert data.count(b'class="lane"') == 2
    search = [SearchSettings(space="shade")]
    body = FilmBody(board=text_of("hitori"), form="gif", last=3, searches=search, **SMALL)
    data = film(body)
    assert Image.open(io.BytesIO(data)).n_frames == 3


def test_heuristic_report_names_violations(cli):
    code, out, _ = cli("heuristic", "hitori/first", "--heuristic", "duplicates")
    assert (
        code == 0
        and "not admissible: overestimates in 31 states" in out
        and "h = 13, true 5" in out
    )
    code, out, _ = cli("heuristic", "exactly_one/medium-0", "--json")
    row = json.loads(out)
    assert code == 0 and ["detour", "manhattan"] in row["dominates"] and row["states"] == 117
    shown = heuristics(HeuristicsBody(board=text_of("hitori"), space="shade"))
    assert {row.name for row in shown.heuristics} >= {"duplicates", "black_needed"}


@pytest.mark.parametrize(
    ("board", "printed"),
    [
        ("1 1 1\n1 1 1\n1 1 1", "no true cost to compare, 34 dead ends detected"),
        ("1", "no state with a remaining cost, exact in 1 state, 0 dead ends detected"),
    ],
)
def test_heuristic_report_without_true_cost(board, printed, cli, tmp_path):
    """A board without a solution, and one that is solved from the start."""
    file = tmp_path / "board.txt"
    file.write_text(f"hitori\n{board}\n")
    code, out, _ = cli("heuristic", str(file), "--heuristic", "black_needed")
    assert code == 0 and printed in out and "%" not in out
    code, out, _ = cli("heuristic", str(file), "--json")
    assert code == 0 and {row["mean_share"] for row in json.loads(out)["heuristics"]} == {None}
    shown = heuristics(HeuristicsBody(board=file.read_text(), space="shade"))
    assert {row.mean_share for row in shown.heuristics} == {None}

"""Each extra works in an environment that contains nothing else."""

from __future__ import annotations

import re
import signal
from urllib.request import Request, urlopen

import pytest

from masume.core.extras import EXTRAS
from tests.environments import Environment
from tests.front.web.conftest import shared_folder
from tests.front.web.site import made_site

pytestmark = [pytest.mark.process, pytest.mark.long]

DRAWN = """
import sys
from masume.front.cli import main
from masume.front.desktop.app import App

frame = App.frame

def first_frame(app):
    frame(app)
    window = app.window.copy()
    colours = {tuple(window.get_at((x, y))) for x in range(0, 800, 3) for y in range(0, 600, 3)}
    print(app.screen.title, len(colours))
    app.quit()

App.frame = first_frame
sys.exit(main.run(["desktop", "hitori/first", "--data", "data"]))
"""


def desktop(alone):
    title, _, colours = alone.run("-c", DRAWN).strip().rpartition(" ")
    assert title == "Hitori · first" and int(colours) > 10


def web(alone):
    while True:
        process = alone.begin(
            "-m", "masume", "web", "--no-browser", "--port", "0", "--workers", "1"
        )
        line = process.stdout.readline()
        if line:
            break
        alone.add_missing(process.communicate(timeout=60)[1])
    try:
        address = re.search(r"http://\S+/", line)[0]
        assert b"masume" in urlopen(address, timeout=30).read()
        for path, body in (
            ("solve", b'{"board": "hitori/first"}'),
            ("draw", b'{"board": "hitori/first", "form": "png"}'),
            ("draw", b'{"board": "hitori/first", "form": "pdf"}'),
        ):
            asked = Request(f"{address}api/{path}", body, {"Content-Type": "application/json"})
            assert urlopen(asked, timeout=60).status == 200
    finally:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert err == ""


STUDY = """
[[boards]]
examples = ["hitori/first", "hitori/singles-*"]
[[searches]]
algorithms = ["simulated_annealing"]
[tune]
algorithm = "simulated_annealing"
space = "repair"
trials = 2
seeds = 1
options = {hot = [0.1, 5.0]}
[limits]
nodes = 20
"""


def lab(alone):
    (alone.folder / "small.toml").write_text(STUDY)
    alone.masume("study", "run", "small.toml")
    alone.masume("study", "report", "small.toml", "-o", "small.html")
    alone.masume("study", "export", "small.toml", "-o", "small.parquet")


def tune(alone):
    (alone.folder / "small.toml").write_text(STUDY)
    assert "tuned on" in alone.masume("study", "tune", "small.toml", "-o", "tuned.toml")


def print_(alone):
    for command in ("draw", "print"):
        alone.masume(command, "hitori/first", "-o", f"{command}.pdf")
    alone.masume("draw", "hitori/first", "-o", "board.png")


def film(alone):
    alone.masume("solve", "hitori/first", "--with", "astar", "--film", "x.film")
    for form in ("html", "gif", "mp4", "pdf"):
        alone.masume("film", "x.film", "--to", "3", "-o", f"x.{form}")
        assert (alone.folder / f"x.{form}").stat().st_size > 500


def cluster(alone):
    assert "solved" in alone.masume("solve", "hitori/first", "--cluster", "local:1")


USES = {
    "web": web,
    "lab": lab,
    "print": print_,
    "film": film,
    "desktop": desktop,
    "cluster": cluster,
    "tune": tune,
}


@pytest.mark.parametrize("extra", USES)
def test_an_extra_works_without_the_others(extra, tmp_path):
    USES[extra](Environment(tmp_path / "env", extra))


def test_the_documentation_is_built_without_other_extras(docs):
    """The tests of the documentation read what such an environment has built."""
    assert (docs / "index.html").is_file()
    assert {*USES, "docs"} == {*EXTRAS}


def test_the_site_is_built_without_other_extras(tmp_path_factory):
    """So are the tests of the site."""
    assert (made_site(shared_folder(tmp_path_factory)) / "site.json").is_file()

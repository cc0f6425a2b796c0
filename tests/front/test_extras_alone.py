"""Each extra works in an environment that contains nothing else."""

from __future__ import annotations

import json
import re
import signal
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from masume.core.system.extras import EXTRAS
from tests.environments import Environment
from tests.front.web.conftest import shared_folder
from tests.front.web.site import build_site

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


WEB = ("-m", "masume", "web", "--no-browser", "--port", "0")


@contextmanager
def answering(process):
    """A function that asks a server for a file or an object; it ends without a complaint."""
    address = re.search(r"http://\S+/", process.stdout.readline())[0]

    def ask(path, **body):
        kind = {"Content-Type": "application/json"}
        request = Request(f"{address}api/{path}", json.dumps(body).encode(), kind)
        with urlopen(request, timeout=60) as answer:
            return answer.read()

    try:
        yield ask
    finally:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert err == ""


def web(alone):
    process = alone.begin(*WEB)
    alone.add_missing(process.communicate(timeout=60)[1])
    with answering(alone.begin(*WEB)) as ask:
        assert b'"unique"' in ask("solve", board="hitori/first")
        for form in ("png", "pdf"):
            assert len(ask("draw", board="hitori/first", form=form)) > 1000


def test_server_of_checkout_installs_film_extra(tmp_path):
    alone = Environment(tmp_path / "env", "web", "print")
    film = Environment(tmp_path / "film", "film")
    launcher = tmp_path / "masume"
    launcher.write_text(
        f"""#!/bin/sh
        echo "$MASUME_EXTRAS $MASUME_INSTALL_ONLY" >>{tmp_path}/asked
        [ -e {tmp_path}/network ] || {{ echo "masume: no network" >&2; exit 1; }}
        cp -Pn {film.site}/* {alone.site}/
        """
    )
    launcher.chmod(0o755)
    wish = {
        "board": "hitori/first",
        "searches": [{"algorithm": "astar", "space": "shade"}],
        "last": 3,
        "form": "gif",
    }
    with answering(alone.begin(*WEB, MASUME_LAUNCHER=str(launcher))) as ask:
        with pytest.raises(HTTPError) as refused:
            ask("film", **wish)
        assert json.loads(refused.value.read()) == {"error": "film: no network"}
        (tmp_path / "network").touch()
        assert ask("film", **wish).startswith(b"GIF8")
        assert ask("film", **wish | {"form": "mp4"})[4:8] == b"ftyp"
    assert (tmp_path / "asked").read_text() == "film 1\n" * 2


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
    alone.masume("solve", "hitori/first", "--space", "shade", "--with", "astar", "--film", "x.film")
    for form in ("html", "gif", "mp4", "pdf"):
        alone.masume("film", "x.film", "--to", "3", "-o", f"x.{form}")
        assert (alone.folder / f"x.{form}").stat().st_size > 500


def cluster(alone):
    assert "solved" in alone.masume("solve", "hitori/first", "--cluster", "local:1")


TOOLS = """
import asyncio
from masume.tasks.adapters.mcp import create_server
print(*sorted(tool.name for tool in asyncio.run(create_server().list_tools())))
"""


def mcp(alone):
    assert alone.run("-c", TOOLS).split() == ["check", "generate", "hint", "solve", "why"]


USES = {
    "web": web,
    "lab": lab,
    "print": print_,
    "film": film,
    "desktop": desktop,
    "cluster": cluster,
    "tune": tune,
    "mcp": mcp,
}


@pytest.mark.parametrize("extra", USES)
def test_extra_works_without_the_others(extra, tmp_path):
    USES[extra](Environment(tmp_path / "env", extra))


def test_documentation_is_built_without_other_extras(docs):
    """The tests of the documentation read what such an environment has built."""
    assert (docs / "index.html").is_file()
    assert {*USES, "docs"} == {*EXTRAS}


def test_site_is_built_without_other_extras(tmp_path_factory):
    """So are the tests of the site."""
    assert (build_site(shared_folder(tmp_path_factory)) / "site.json").is_file()

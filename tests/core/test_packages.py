"""Plug-ins of installed packages, working and broken."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import distributions

import pytest

import masume
from masume.core.plugins import entry_points as packages
from masume.core.plugins import registry
from masume.draw.themes import theme_named, themes
from masume.errors import BrokenPackage, UnknownName
from masume.formats import format as formats_module
from masume.formats.format import format_named
from masume.front.cli.main import run
from masume.front.site.bundle import plugin_files

MODULE = '''
from dataclasses import replace
from masume.core.search.algorithm import algorithm
from masume.core.search.space import heuristic
from masume.core.search.events import Expanded, Node, Status
from masume.formats.format import Format
from masume.formats.plain import Board, write_board
from masume.puzzles.hitori import KIND as HITORI
from masume.puzzles.hitori.spaces import HitoriShade
from masume.draw.themes import LIGHT

SEPIA = replace(LIGHT, name="sepia", paper="#f4ecd8")
FORMAT = Format("shouting", "SHOUTED BOARDS", lambda text: text.startswith("LOUD "),
                lambda text, kind: iter([]), lambda board: "LOUD " + write_board(board).upper())
OTHER = replace(HITORI, name="other_hitori", aliases=(), title="Other")
NAMED_ALIKE = HITORI
NO_KIND = 7

@algorithm(complete=True)
def gives_up(space):
    """Gives up at once."""
    yield Expanded(Node(space.initial()), [], 0, 0, 0)
    return Status.STUCK

@heuristic(HitoriShade)
def nothing_left(space):
    """Always 0."""
    return lambda state: 0
'''
POINTS = """
[masume.puzzles]
torn = some_masume_package.torn:KIND
no_kind = some_masume_package.all:NO_KIND
hitori = some_masume_package.all:NAMED_ALIKE
[masume.algorithms]
gives_up = some_masume_package.all:gives_up
astar = some_masume_package.all:gives_up
misnamed = some_masume_package.all:gives_up
sepia = some_masume_package.all:SEPIA
[masume.heuristics]
nothing_left = some_masume_package.all:nothing_left
[masume.formats]
shouting = some_masume_package.all:FORMAT
[masume.themes]
sepia = some_masume_package.all:SEPIA
"""
CACHED = [
    packages._named_groups,
    packages.available,
    packages._load,
    registry.kinds,
    registry.algorithms,
    registry._heuristics,
    formats_module.formats,
]


def clear_caches():
    packages._errors.clear()
    for cached in CACHED:
        cached.cache_clear()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Put a package, as installed from a wheel, on the path."""
    folder, info = tmp_path / "some_masume_package", tmp_path / "some-1.0.dist-info"
    folder.mkdir()
    info.mkdir()
    (folder / "__init__.py").touch()
    (folder / "all.py").write_text(MODULE)
    (folder / "torn.py").write_text("import no_such_module_anywhere\n")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    clear_caches()
    yield
    for name in [name for name in sys.modules if name.startswith("some_masume_package")]:
        del sys.modules[name]
    clear_caches()


BOARD = masume.load("hitori/first")


def test_plugins_are_found_by_name(installed, capsys):
    result = masume.search(BOARD, "gives_up", space="shade")
    assert result.status is masume.Status.STUCK
    assert "gives_up" in masume.algorithms()
    result = masume.search(BOARD, "astar", space="shade", heuristic="nothing_left")
    assert result.status is masume.Status.SOLVED
    assert "nothing_left" in masume.heuristics("hitori")
    assert "nothing_left" not in masume.heuristics("hashi")  # supports none of its spaces
    assert format_named("shouting").title == "SHOUTED BOARDS"
    assert theme_named("sepia").paper == "#f4ecd8" and list(themes())[-1] == "sepia"
    assert "#f4ecd8" in masume.show(BOARD, theme="sepia").svg
    assert run(["draw", "hitori/first", "--theme", "sepia", "-o", "-", "--to", "svg"]) == 0
    assert "#f4ecd8" in capsys.readouterr().out


def test_built_in_names_do_not_scan_installed_packages(installed):
    masume.search(BOARD, "astar", heuristic="black_needed")
    masume.load("https://puzz.link/p?kurodoko/2/2/g1h")
    assert not packages.available.cache_info().currsize


@pytest.mark.process
def test_start_does_not_import_importlib_metadata():
    script = (
        "import sys; from masume.front.cli.main import run; run(['solve', 'hitori/first']);"
        "sys.exit('importlib.metadata' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode == 0


def test_broken_plugins_are_skipped_and_reported_in_one_line(installed, capsys):
    assert masume.kinds().keys() >= set(registry.built_in_kinds())
    assert masume.kinds().keys().isdisjoint({"torn", "no_kind"})
    assert masume.kinds()["hitori"].title == "Hitori"
    assert masume.algorithms()["astar"].optimal and "misnamed" not in masume.algorithms()
    assert run(["list", "all"]) == 0
    out, err = capsys.readouterr()
    assert "gives_up" in out and "shouting" in out and "hitori/nothing_left" in out
    lines = err.splitlines()
    assert len(lines) == 6 and all(line.startswith("masume: some cannot be used") for line in lines)
    for words in (
        "puzzle 'torn': ModuleNotFoundError: No module named 'no_such_module_anywhere'; update",
        "puzzle 'no_kind': some_masume_package.all:NO_KIND is 7, not a member named 'no_kind'",
        "puzzle 'hitori': this name is built in",
        "algorithm 'astar': this name is built in",
        "algorithm 'misnamed': ",
        "algorithm 'sepia': it is not of type Algorithm",
    ):
        assert sum(words in line for line in lines) == 1, words


def test_requesting_a_broken_plugin_raises_with_the_reason(installed):
    with pytest.raises(BrokenPackage, match="some cannot be used for its puzzle 'torn'"):
        masume.load("torn\n1 1")
    with pytest.raises(BrokenPackage, match="not of type Algorithm"):
        masume.search(BOARD, "sepia")
    with pytest.raises(UnknownName):
        masume.search(BOARD, "nobody")


def test_plugins_are_bundled_into_the_static_site(installed, tmp_path):
    folder = tmp_path / "page"
    for name, data in plugin_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    assert (folder / "some_masume_package" / "all.py").read_text() == MODULE
    (dist,) = (dist for dist in distributions(path=[str(folder)]) if dist.name == "some")
    names = {point.name for point in dist.entry_points}
    assert names >= {"gives_up", "shouting", "sepia"} and dist.version == "1.0"

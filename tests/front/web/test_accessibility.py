"""Every page is checked by axe, and the app stays small."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import expect

from masume.front.web.server import STATIC
from tests.front.web.browser import DESKTOP, IS_SITE, PHONE, SECTIONS, TIMEOUT
from tests.front.web.npm import npm_file

AXE = "axe-core@4.14.0"
VIEWS = ["home", *(view for views in SECTIONS.values() for view in views)]
MOST_APP = 230_000  # bytes of the app's own files, compressed
LATER = ("vendor",)  # loaded only by assignments
READY = {  # what shows that a view has its data
    "home": "[data-test=puzzle-tiles] svg",
    "play": "[data-test=board-picture] svg",
    "library": ".pack",
    "explain": "[data-test=step-1] svg",
    "techniques": "[data-test=techniques] svg",
    "train": "[data-test=exercise] svg",
    "compose": "[data-test=compose-verdict][data-verdict]",
    "convert": "[data-test=convert-picture] svg",
    "watch": "[data-test=watch-picture] svg",
}


def open_view(player, view):
    """Follow the address of a view without loading the page again."""
    player.page.evaluate("view => { location.hash = view }", "" if view == "home" else f"/{view}")
    expect(player.page.locator(f'main[data-view="{view}"] > section')).to_be_visible()
    if view in READY:
        player.page.locator(READY[view]).first.wait_for(timeout=2 * TIMEOUT)


def findings(player):
    """Return what axe finds on the page, as lines."""
    result = player.page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in result["violations"]
        for node in found["nodes"]
    ]


@pytest.mark.parametrize(
    ("options", "theme"),
    [(DESKTOP, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.soak)],
    ids=["desktop", "phone"],
)
def test_axe_finds_nothing(new_player, options, theme):
    script = npm_file(AXE, "axe.min.js").read_text(encoding="utf-8")
    player = new_player(options | {"color_scheme": theme, "reduced_motion": "reduce"})
    player.open("")
    player.page.evaluate(script)
    found = {}
    for view in VIEWS:
        open_view(player, view)
        found[view] = findings(player)
    open_view(player, "play")
    for tool in ("hint", "more", "change-board"):
        player.test(tool).click()
        player.page.wait_for_timeout(300)
        found[tool] = findings(player)
    assert not any(found.values()), "\n".join(
        f"{view}: {line}" for view, lines in found.items() for line in lines
    )


@pytest.mark.skipif(IS_SITE, reason="of the edition with a server")
def test_the_app_is_small():
    files = [path for path in STATIC.rglob("*") if path.is_file() and LATER[0] not in path.parts]
    size = sum(len(gzip.compress(path.read_bytes())) for path in files)
    assert size <= MOST_APP, f"{size:,} bytes compressed"

"""Take the screenshots of the pages in docs/images/pages, with a real browser.

python tools/page_images.py [NAME...]     (make page-images; NAME selects pictures, such as play-)

Every page is taken on a desktop (1280×800 and 1920×1080) and a phone (390×844), in the light and in
the dark theme; they are stored as PNG of at most 640 pixels' width with few colours, so that all of
them take 2 MB.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

import masume
from masume.formats.plain import write_board
from masume.front.web.server import Server, create_app

IMAGES = Path(__file__).parents[1] / "docs" / "images" / "pages"
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {"viewport": {"width": 390, "height": 844}} | PHONE,
}
PUZZLES = ("hitori", "kuromasu", "hashi", "exactly_one")  # those of the papers
HINTED, SEARCHED = "hashi/pw-fig1", "kuromasu/br-5x5-2"
README = "hint-desktop-light"  # is also the picture of the README, in full size
WIDTH, COLOURS = 640, 32  # of a picture at most
Act = Callable[[Any], None]


def click(*tests: str) -> Act:
    """Return an action that clicks controls one after another."""

    def act(page: Any) -> None:
        for test in tests:
            page.locator(f'[data-test="{test}"]').first.click()
            page.wait_for_timeout(250)

    return act


def wait_for(selector: str) -> Act:
    """Return an action that waits until something is visible."""
    return lambda page: page.locator(selector).first.wait_for(timeout=60_000)


def store_draft(page: Any) -> None:
    """Compose a board with several solutions."""
    draft = "kuromasu\n. . . 6 .\n. . . 8 .\n. . . . .\n4 6 . . .\n. 8 . . .\n"
    page.evaluate("board => localStorage.setItem('masume.draft', JSON.stringify({board}))", draft)
    page.reload()


def play_board(kind: str, side: int) -> Act:
    """Return an action that opens a board and makes a few hints' marks on it."""
    (made,) = masume.generate(kind, size=(side, side), seed=1)
    assert made.puzzle is not None
    text = write_board(masume.loads("\n".join([kind, *masume.kinds()[kind].write(made.puzzle)])))

    def act(page: Any) -> None:
        click("change-board", "paste-board")(page)
        page.locator('[data-test="paste-text"]').fill(text)
        click("paste-open")(page)
        wait_for(f'[data-test="cell-{side * side - 1}"]')(page)
        play_hints(page, 3)

    return act


def play_hints(page: Any, count: int) -> None:
    """Apply the steps of hints."""
    for _ in range(count):
        click("hint")(page)
        wait_for('[data-test="hint-more"]')(page)
        click("hint-more", "hint-more", "hint-apply")(page)
        page.locator('[data-test="board"]:not([data-busy])').wait_for()


def solve_board(page: Any) -> None:
    """Play hints until the board is solved."""
    done = page.locator('[data-test="finished"]')
    while not done.is_visible():
        play_hints(page, 1)
    page.wait_for_timeout(2500)  # after the animation


def scroll_to_film(page: Any) -> None:
    """Bring the film of the home page into view, which starts it."""
    page.locator("[data-test=home-film]").scroll_into_view_if_needed()
    wait_for(".feature-board svg")(page)


def pictures() -> dict[str, tuple[str, list[Act]]]:
    """Return each picture's address and actions by name."""
    search = "algorithm=astar&space=shade&heuristic=black_needed"
    film = f"search/watch?board={SEARCHED}&{search}&step=12"
    seen = [wait_for("[data-test=watch-picture] svg"), lambda page: page.wait_for_timeout(1500)]
    tiles = [wait_for("[data-test=puzzle-tiles] svg"), wait_for("[data-test=daily] .thumbnail svg")]
    lanes = "&".join(
        f"lane={name}|shade|black_needed" for name in ("astar", "greedy", "astar:weight=2")
    )
    return {
        "home": ("", tiles),
        "home-film": ("", [*tiles, scroll_to_film]),
        **{
            f"play-{kind}-{side}": ("play", [play_board(kind, side)])
            for kind in PUZZLES
            for side in (10, 30)
        },
        "hint": (
            f"play?board={HINTED}",
            [lambda page: play_hints(page, 4), click("hint", "hint-more", "hint-more")],
        ),
        "solved": ("play?board=hitori/first", [solve_board]),
        "change": ("play?board=hitori/first", [click("change-board")]),
        "create": ("create", [store_draft, wait_for("[data-verdict=several]:not(.busy)")]),
        "watch": (film, seen),
        "lecture": (film, [*seen, click("lecture-screen")]),
        "race": (
            f"search/race?board={SEARCHED}&{lanes}&by=steps&at=30&seconds=5",
            [wait_for("[data-test=race-1-picture] svg")],
        ),
        "learn": ("learn", []),
    }


def start_server() -> tuple[Server, str]:
    """Start a server in a thread and return it with its address."""
    server = Server(create_app(workers=2), 0)
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    return server, f"http://127.0.0.1:{port}/"


def take(browser: Any, address: str, name: str, screen: str, theme: str) -> None:
    """Take one picture."""
    route, acts = pictures_by_name()[name]
    calm = {"color_scheme": theme, "reduced_motion": "reduce"}
    context = browser.new_context(**SCREENS[screen], **calm)
    page = context.new_page()
    page.goto(f"{address}#/{route}")
    page.locator("main > section").wait_for()
    for act in acts:
        act(page)
    page.wait_for_timeout(900)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture = f"{name}-{screen}-{theme}"
    if picture == README:
        shot.quantize(256).save(IMAGES.parent / "play.png", optimize=True)
    shot.thumbnail((WIDTH, shot.height))
    # Rare colours are kept, too, as they mark what matters; then frequent ones are made exact.
    small = shot.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)
    small.save(IMAGES / f"{picture}.png", optimize=True)
    context.close()


def pictures_by_name() -> dict[str, tuple[str, list[Act]]]:
    """Return the pictures, made once."""
    if not _PICTURES:
        _PICTURES.update(pictures())
    return _PICTURES


_PICTURES: dict[str, tuple[str, list[Act]]] = {}


def main() -> None:
    """Take all pictures, or those whose names start with an argument."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    wanted = tuple(sys.argv[1:]) or ("",)
    server, address = start_server()
    path = next(path for path in map(shutil.which, BROWSERS) if path)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in pictures_by_name():
            for screen in SCREENS:
                for theme in ("light", "dark"):
                    if f"{name}-{screen}-{theme}".startswith(wanted):
                        take(browser, address, name, screen, theme)
                        print(f"{name}-{screen}-{theme}", flush=True)
        browser.close()
    server.should_exit = True
    os.sync()


if __name__ == "__main__":
    main()

"""Takes the screenshots for the docs, one of them animated: `make screenshots`."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.browser.acting import connected, put_welcome_away, turn_by_mouse, type_move
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.site.running import Running

from ludotheque import load
from ludotheque.core.texts import LANGUAGES
from ludotheque.play.match import Match

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
OPENINGS = {
    "babylone": ["first", "a>d", "e>g", "d>g", "b>h", "j>k"],
    "plus4": ["1", "2", "1*", "2", "3", "2*", "3", "4", "3", "1"],
    "redline": [""] * 9,
    "croisements": ["b1", "b14", "d1", "d14", "f1", "f14"],
}
# The animation: a short game of Plus 4, and how long each position is shown.
MOVING = ["2", "3", "2", "3", "2", "4", "2"]
MOVING_SIZE = (768, 640)
_SETTLED_MS, _FRAME_MS, _LAST_FRAME_MS = 700, 900, 3000


def main() -> None:
    """Shows shelf, box, tables, lesson and review by day and by night, on desktop and phone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Running(Path(folder), module="tests.browser.dealing").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for lang in LANGUAGES:
            _move_picture(browser, site.url, lang)
        for scheme in ("light", "dark"):
            _english_shelf(browser, site.url, scheme)
            for size in SIZES:
                _round(browser, site.url, scheme, size)
        browser.close()
        site.stop()


def _context(
    browser: Browser, url: str, scheme: str, size: tuple[int, int], lang: str = "fr"
) -> BrowserContext:
    return browser.new_context(
        base_url=url,
        locale=lang,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
    )


def _round(browser: Browser, url: str, scheme: str, size: str) -> None:
    context = _context(browser, url, scheme, SIZES[size])
    page = context.new_page()

    def take(name: str) -> None:
        page.wait_for_timeout(_SETTLED_MS)
        page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png")
        print(f"{name}-{size}-{scheme}.png")

    page.goto("/")
    take("shelf")
    page.goto("/box/redline")
    take("box")
    for game, moves in OPENINGS.items():
        _table(page, game)
        _play(page, moves)
        take(game)
    page.goto("/learn/plus4/3")
    take("lesson")
    _review(page)
    take("review")
    context.close()


def _english_shelf(browser: Browser, url: str, scheme: str) -> None:
    """Takes the shelf for the English README."""
    context = _context(browser, url, scheme, SIZES["desktop"], "en")
    page = context.new_page()
    page.goto("/")
    page.wait_for_timeout(_SETTLED_MS)
    page.screenshot(path=FOLDER / f"shelf-desktop-{scheme}-en.png")
    context.close()


def _move_picture(browser: Browser, url: str, lang: str) -> None:
    """Records a short game as an animation, with a frame after each move."""
    context = _context(browser, url, "light", MOVING_SIZE, lang)
    page = context.new_page()
    _table(page, "plus4", mode="elementary")
    frames = [_frame(page)]
    for move in MOVING:
        _play(page, [move])
        page.wait_for_timeout(_SETTLED_MS)
        frames.append(_frame(page))
    times = [_FRAME_MS] * (len(frames) - 1) + [_LAST_FRAME_MS]
    first, *others = frames
    name = FOLDER / ("a-game.webp" if lang == "fr" else f"a-game-{lang}.webp")
    first.save(name, save_all=True, append_images=others, duration=times, loop=0, quality=60)
    print(name.name)
    context.close()


def _frame(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def _review(page: Page) -> None:
    """Opens the review of a game of Redline between bots, at one of its turning points."""
    match, rng = Match(load("redline"), ["Ana", "Bruno"]), Random(8)
    match.settle(rng)
    while match.outcome is None:
        match.move(match.kit.bots["random"], rng)
        match.settle(rng)
    page.goto("/open")
    page.fill("textarea", match.record().write())
    page.click("main form button")
    page.locator("#over a[href$=review]").click()
    page.locator("#progress", has_text="Tous les coups").wait_for(timeout=300_000)
    for _ in range(5):
        page.keyboard.press("t")


def _table(page: Page, game: str, mode: str = "endless") -> None:
    """Opens a new game of two people on one screen."""
    form = {"seat0": "me", "name0": "Ana", "seat1": "here", "name1": "Bruno"}
    more = {"mode": mode} if game == "plus4" else {}
    page.goto("/")  # for the cookie of a guest
    origin = {"origin": page.url.rstrip("/")}
    answer = page.request.post(
        f"/new/{game}", form={**form, **more}, headers=origin, max_redirects=0
    )
    page.goto(answer.headers["location"])
    connected(page)
    put_welcome_away(page)


def _play(page: Page, moves: list[str]) -> None:
    rng = Random(1)
    for move in moves:
        before = page.locator("#moves li").count()
        if move:
            type_move(page, move)
            page.wait_for_function(
                "n => document.querySelectorAll('#moves li').length > n", arg=before
            )
        else:
            turn_by_mouse(page, rng)


if __name__ == "__main__":
    main()

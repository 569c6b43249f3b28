"""Takes the pictures of the site for the docs: `make screenshots`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.acting import sit_down
from tests.browser.conftest import FLAGS
from tests.server.running import Running

from ludotheque import load
from ludotheque.play.match import Match

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
OPENINGS = {
    "babylone": ["first", "a>d", "e>g", "d>g", "b>h", "j>k"],
    "plus4": ["1", "2", "1*", "2", "3", "2*", "3", "4", "3", "1"],
    "redline": [],
    "croisements": ["b1", "b14", "d1", "d14", "f1", "f14"],
}


def main() -> None:
    """Shelf, tables and a review, by day and by night, on a desk and on a phone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Running(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for scheme in ("light", "dark"):
            for size in SIZES:
                _round(browser, site.url, scheme, size)
        browser.close()
        site.stop()


def _round(browser: Browser, url: str, scheme: str, size: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=url,
        locale="fr-FR",
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    page.goto("/")
    page.screenshot(path=FOLDER / f"shelf-{size}-{scheme}.png")
    for game in OPENINGS:
        _table(page, game)
        page.screenshot(path=FOLDER / f"{game}-{size}-{scheme}.png")
        print(f"{game}-{size}-{scheme}.png")
    _review(page)
    page.screenshot(path=FOLDER / f"review-{size}-{scheme}.png")
    context.close()


def _review(page: Page) -> None:
    """A game of Redline between bots, at one of its turning points."""
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
    page.wait_for_timeout(1000)


def _table(page: Page, game: str) -> None:
    """A few moves into a game on one screen."""
    page.goto(f"/new/{game}")
    for seat, (who, name) in enumerate((("me", "Ana"), ("here", "Bruno"))):
        sit_down(page, seat, who)
        page.fill(f"[name=name{seat}]", name)
    if game == "plus4":
        page.select_option("[name=mode]", "endless")
    page.click("form.sheet > button.main")
    page.wait_for_selector("#wire[data-state=connected]")
    if page.locator("#welcome").is_visible():
        page.locator("#welcome button").click()
    for number in range(9 if game == "redline" else len(OPENINGS[game])):
        if page.locator("#over").is_visible():
            break
        _move(page, OPENINGS[game][number] if OPENINGS[game] else "")
    page.wait_for_timeout(400)


def _move(page: Page, text: str) -> None:
    before = page.locator("#moves li").count()
    if text:
        page.locator("#menu-open").click()
        page.fill("#text", text)
        page.locator("#typed button").click()
    else:
        page.locator("#hand .part.lit").first.dispatch_event("click")
        if page.locator("#board .part.lit").count():
            page.locator("#board .part.lit").last.dispatch_event("click")
        page.wait_for_timeout(500)  # longer than a double press
        page.locator("[data-do=play]").click()
    page.wait_for_function("n => document.querySelectorAll('#moves li').length > n", arg=before)


if __name__ == "__main__":
    main()

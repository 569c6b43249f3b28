"""`python -m benchmarks.pocket`: how soon the first move can be made in the pocket, in Chromium.

For each game, a new browser presses "play", and then again on a second visit. The time counts from
the beginning of the visit to the first piece that can be pressed, with the start of Python. Files
come from this machine; what a network adds depends on their size, which is printed, too.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from ludotheque.games import names
from ludotheque.pocket.building import build

CHROMIUM = "/usr/bin/chromium-headless-shell"
LIT = ".areas .part.lit:not(.ghost), #buttons [data-do=press]"
ROUNDS = 3
# The page notes the time itself: Playwright looks again only every half second at times.
NOTE = f"""new MutationObserver(() => {{
  if (!("lit" in window) && document.querySelector({LIT!r})) window.lit = performance.now();
}}).observe(document, {{ childList: true, subtree: true, attributes: true }});"""
KEPT = "async () => !!navigator.serviceWorker.controller && !!(await caches.match('/memory'))"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Does not log requests."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serves the files of a folder on this machine; yields the address."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_address[1]}/"
    host.shutdown()


def first_move_s(context: BrowserContext, address: str, game: str) -> float:
    """Returns seconds up to the first piece that can be pressed; waits until all is stored."""
    page = context.new_page()
    page.goto(address)
    page.locator(f".box-{game} button.main").click()
    page.wait_for_selector(LIT, state="attached")
    seconds: float = page.evaluate("lit / 1000")
    while not page.evaluate(KEPT):
        page.wait_for_timeout(100)
    page.close()
    return seconds


def measured(browser: Browser, address: str, game: str) -> tuple[float, float]:
    """Returns the seconds of the first visit and of the second."""
    context = browser.new_context()
    context.set_default_timeout(120_000)
    context.add_init_script(NOTE)
    times = first_move_s(context, address, game), first_move_s(context, address, game)
    context.close()
    return times


def sizes(folder: Path) -> Iterator[tuple[str, float]]:
    """Yields the megabytes of each part, compressed as hosts do it."""
    for part in sorted(folder.iterdir()):
        files = [part] if part.is_file() else [path for path in part.rglob("*") if path.is_file()]
        yield part.name, sum(len(gzip.compress(path.read_bytes())) for path in files) / 1e6


def main() -> int:
    """Prints a line for each game, then the sizes."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        build(folder, Path("node_modules/pyodide"))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with hosted(folder) as address:
            for game in names():
                rounds = [measured(browser, address, game) for _ in range(ROUNDS)]
                first, again = (median(times) for times in zip(*rounds, strict=True))
                print(f"{game:12} first visit {first:.1f} s, from what is kept {again:.1f} s")
        browser.close()
        parts = dict(sizes(folder))
    large = {name: size for name, size in parts.items() if size > 0.1}
    print(*(f"{name} {size:.1f} MB" for name, size in large.items()), sep=", ")
    print(f"all of it {sum(parts.values()):.1f} MB compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

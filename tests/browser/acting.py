"""The actions of a person at a table, by mouse or by keyboard alone."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from playwright.sync_api import Error, Locator, Mouse, Page, expect

# The share of the screen, times how far it moves, summed up over a whole game.
MOST_SHIFTED = 0.02
LIT = ".areas .part.lit:not(.ghost), #buttons [data-do=press]"
READY = f"{LIT}, #over:not([hidden])"
PLAY = "#buttons [data-do=play]"
DRAGGED = ("pile-", "hand-")  # how the names of pieces that can be dragged begin
FAR_ENOUGH_PX = 12  # to be a drag and no press
FOCUSED = """() => {
  const here = document.activeElement, part = here.closest?.('.part');
  const lit = !!part?.classList.contains('lit') || here.dataset?.do === 'press';
  return { part: !!part, lit, chosen: !!part?.classList.contains('chosen') };
}"""


def new_table(page: Page, game: str, *seats: str, **options: str) -> None:
    """Starts a new game and puts the welcome away."""
    open_table(page, game, *seats, **options)
    put_welcome_away(page)


def open_table(page: Page, game: str, *seats: str, **options: str) -> None:
    """Fills in the form of a new game and starts it."""
    page.goto(f"/new/{game}")
    for name, value in options.items():
        field = page.locator(f"[name={name}]")
        if field.evaluate("e => e.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    for number, who in enumerate(seats):
        sit_down(page, number, who)
    page.click("form.sheet > button.main")
    connected(page)


def sit_down(page: Page, seat: int, who: str) -> None:
    """Opens the seat and presses the player who is to sit there."""
    chair = page.locator(f"[data-seat='{seat}']")
    chair.locator("summary").click()
    chair.locator(f"label:has([value={who}])").click()
    expect(chair.locator(".bench")).to_be_hidden()


def connected(page: Page) -> None:
    expect(page.locator("#wire")).to_have_attribute("data-state", "connected")


def watch_shifts(page: Page) -> None:
    """Makes the page note every part that is shifted."""
    page.add_init_script(
        "window.shifts = []; new PerformanceObserver(list => shifts.push(...list.getEntries()))"
        ".observe({ type: 'layout-shift', buffered: true });"
    )


def hardly_shifted(page: Page) -> None:
    """Fails if parts have shifted without a press just before, and names them."""
    found = page.evaluate(
        "() => shifts.filter(entry => !entry.hadRecentInput).map(({ value, sources }) =>"
        " [value, sources.map(({ node }) => node?.id || node?.className || '').join()])"
    )
    assert sum(value for value, _ in found) <= MOST_SHIFTED, found


def put_welcome_away(page: Page) -> None:
    """Presses away the aim, which a first game of each kind shows over the board."""
    understood = page.locator("#welcome button")
    if understood.is_visible():
        understood.click()


def put_verdict_away(page: Page) -> None:
    """Closes the verdict on the last move, which may cover the part to press."""
    if page.locator("#verdict").is_visible():
        page.locator("#verdict button").last.click()


def is_over(page: Page) -> bool:
    return page.locator("#over").is_visible()


def seq_changed(page: Page, before: int) -> None:
    """Waits until the page shows more (or fewer) moves than before."""
    page.wait_for_function(
        "n => document.querySelectorAll('#moves li').length !== n"
        " || !document.getElementById('over').hidden",
        arg=before,
    )


def moves(page: Page) -> int:
    return page.locator("#moves li").count()


def until(page: Page, truth: str, given: object = None) -> None:
    """Waits for a condition that only an asynchronous function of the page can check."""
    for _ in range(1200):
        with suppress(Error):  # the page is about to load anew
            if page.evaluate(truth, given):
                return
        page.wait_for_timeout(100)
    raise AssertionError(truth)


def press(page: Page, part: str) -> None:
    """Presses a part once it lights up, on the board or beside it."""
    page.locator(f'[data-id="{part}"].lit, #buttons [data-id="{part}"]').click()


def is_begun(page: Page) -> bool:
    """Whether a gesture has been begun and not played yet."""
    return page.locator(".areas.begun").count() > 0


def play(page: Page) -> None:
    """Presses the button that plays until it does: not at once, lest a double press plays."""
    button = page.locator(PLAY)
    while button.count():
        button.click()


def type_move(page: Page, text: str) -> None:
    """Types a move once the previous one is answered: until then the page accepts none."""
    expect(page.locator("#mail")).not_to_have_attribute("data-state", "sent")
    page.click("#menu-open")
    page.locator("#written").evaluate("details => { details.open = true; }")
    page.fill("#text", text)
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_hidden()


def set_in_menu(page: Page, setting: str, on: bool) -> None:
    """Opens the menu, ticks a box or not, and closes it."""
    page.click("#menu-open")
    if setting == "notation":
        page.click("#written summary")
    page.locator(f"#{setting}").set_checked(on)
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()


def turn_by_mouse(page: Page, rng: Random) -> None:
    """Presses lit parts until a move is made."""
    page.wait_for_selector(READY)
    before = moves(page)
    while not is_over(page):
        lit = page.locator(LIT)
        lit.nth(rng.randrange(lit.count())).dispatch_event("click")
        play(page)
        if not is_begun(page):
            break
    seq_changed(page, before)


def turn_by_finger(page: Page, rng: Random) -> None:
    """Taps lit parts, and the button that plays, until a move is made."""
    page.wait_for_selector(READY)
    before = moves(page)
    while not is_over(page):
        put_verdict_away(page)
        lit = page.locator(LIT)
        page.touchscreen.tap(*middle(lit.nth(rng.randrange(lit.count()))))
        play(page)
        if not is_begun(page):
            break
    seq_changed(page, before)


def middle(part: Locator) -> tuple[float, float]:
    """The point at which a person presses to choose that part."""
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger that is put down, moved and lifted; it takes what `page.mouse` takes."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.at = (0.0, 0.0)
        self.is_down = False

    def move(self, x: float, y: float) -> None:
        self.at = (x, y)
        if self.is_down:
            self._touch("touchMove")

    def down(self) -> None:
        self.is_down = True
        self._touch("touchStart")

    def up(self) -> None:
        self.is_down = False
        self._touch("touchEnd")

    def _touch(self, kind: str) -> None:
        x, y = self.at
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def turn_by_drag(page: Page, rng: Random, pointer: Finger | Mouse) -> bool:
    """Drags a piece to where it may go, or presses what cannot be dragged; whether by a drag."""
    page.wait_for_selector(READY)
    before, pressed = moves(page), False
    while not is_sent(page) and moves(page) == before and not is_over(page):
        put_verdict_away(page)
        lit = page.locator(LIT)
        part = lit.nth(rng.randrange(lit.count()))
        name = part.get_attribute("data-id") or ""
        if not name.startswith(DRAGGED) or not dragged(page, part, rng, pointer):
            press_once(page, name)
            pressed = True
        play(page)
    seq_changed(page, before)
    return not pressed


def press_once(page: Page, name: str) -> None:
    """Presses a part, unless lifting the pointer there was a press already."""
    lit = page.locator(f'[data-id="{name}"].lit, #buttons [data-id="{name}"]')
    if not is_sent(page) and lit.count():
        lit.click(force=True)


def dragged(page: Page, part: Locator, rng: Random, pointer: Finger | Mouse) -> bool:
    """Drags a part to something lit; whether it can be dragged. A mouse presses it otherwise."""
    x, y = middle(part)
    pointer.move(x, y)
    pointer.down()
    pointer.move(x + FAR_ENOUGH_PX, y)
    follows = page.locator(".drag").count() > 0
    if follows:
        places = page.locator(LIT)
        pointer.move(*middle(places.nth(rng.randrange(places.count()))))
    pointer.up()
    return follows


def is_sent(page: Page) -> bool:
    """Whether a move is under way to the site."""
    return page.locator("#mail").get_attribute("data-state") == "sent"


def turn_by_keyboard(page: Page) -> None:
    """Tab, n, arrows, Enter: nothing else."""
    page.wait_for_selector(READY)
    before = moves(page)
    for _ in range(200):
        if is_over(page) or moves(page) != before:
            return
        page.keyboard.press(key_that_leads_on(page))
        if page.locator("#mail").get_attribute("data-state") == "sent":
            seq_changed(page, before)
    raise AssertionError("the keyboard could not make a move")


def key_that_leads_on(page: Page) -> str:
    """The key that leads on: to a lit part, or to the part that is pressed again to play it."""
    focused = page.evaluate(FOCUSED)
    if focused["lit"] or (focused["chosen"] and page.locator(PLAY).count()):
        return "Enter"
    return "n" if page.locator(".areas .part.lit:not(.ghost)").count() else "Tab"


def play_out(page: Page, turn: object, most: int = 200) -> int:
    """Plays turns until the game is over; returns how many."""
    for number in range(most):
        page.wait_for_selector(READY)
        if is_over(page):
            return number
        turn(page)  # type: ignore[operator]
    raise AssertionError("the game does not end")

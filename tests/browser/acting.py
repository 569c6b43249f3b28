"""What a person does at a table, by mouse or by keyboard alone."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

READY = ".areas .part.lit:not(.ghost), #over:not([hidden])"
FOCUSED = """() => {
  const here = document.activeElement, part = here.closest?.('.part');
  return { part: !!part, lit: !!part?.classList.contains('lit'), choice: !!here.dataset?.choice };
}"""


def new_table(page: Page, game: str, *seats: str, **options: str) -> None:
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
    """Opens the seat and presses who is to sit there."""
    chair = page.locator(f"[data-seat='{seat}']")
    chair.locator("summary").click()
    chair.locator(f"label:has([value={who}])").click()
    expect(chair.locator(".bench")).to_be_hidden()


def connected(page: Page) -> None:
    expect(page.locator("#wire")).to_have_attribute("data-state", "connected")


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


def press(page: Page, part: str) -> None:
    """Presses a part once it lights up."""
    page.locator(f'[data-id="{part}"].lit').click()


def type_move(page: Page, text: str) -> None:
    """Types a move once the one before is answered: until then the page takes no other."""
    expect(page.locator("#mail")).not_to_have_attribute("data-state", "sent")
    page.fill("#text", text)
    page.keyboard.press("Enter")


def turn_by_mouse(page: Page, rng: Random) -> None:
    """Presses lit parts until an action is made."""
    page.wait_for_selector(READY)
    before = moves(page)
    while not is_over(page):
        if page.locator("#choices button").count():
            page.locator("#choices button").first.click()
        else:
            lit = page.locator(".areas .part.lit:not(.ghost)")
            lit.nth(rng.randrange(lit.count())).dispatch_event("click")
        if page.locator("#mail").get_attribute("data-state"):
            break
    seq_changed(page, before)


def turn_by_keyboard(page: Page) -> None:
    """Tab, arrows, Enter: nothing else."""
    page.wait_for_selector(READY)
    before = moves(page)
    for _ in range(80):
        if is_over(page) or moves(page) != before:
            return
        focused = page.evaluate(FOCUSED)
        if focused["choice"]:
            page.keyboard.press("Enter")
        elif focused["lit"]:
            page.keyboard.press("ArrowRight")
            if not page.evaluate(FOCUSED)["lit"]:
                page.keyboard.press("n")
            page.keyboard.press("Enter")
        elif focused["part"]:
            page.keyboard.press("n")
            if not page.evaluate(FOCUSED)["lit"]:
                page.keyboard.press("Tab")
        else:
            page.keyboard.press("Tab")
        if page.locator("#mail").get_attribute("data-state") == "sent":
            seq_changed(page, before)
    assert moves(page) != before or is_over(page), "the keyboard could not make a move"


def play_out(page: Page, turn: object, most: int = 200) -> int:
    """Turns until it is over; how many."""
    for number in range(most):
        page.wait_for_selector(READY)
        if is_over(page):
            return number
        turn(page)  # type: ignore[operator]
    raise AssertionError("the game does not end")

"""Nothing happens by accident: previews, double presses, refusals that stay, dragging, dialogs."""

from __future__ import annotations

from playwright.sync_api import Dialog, Locator, Page, expect

from tests.browser.acting import (
    PLAY,
    is_begun,
    key_that_leads_on,
    middle,
    moves,
    new_table,
    play,
    press,
    put_verdict_away,
    seq_changed,
    set_in_menu,
)
from tests.browser.conftest import Opener


def drag(page: Page, part: Locator, place: Locator) -> None:
    page.mouse.move(*middle(part))
    page.mouse.down()
    page.mouse.move(*middle(place), steps=5)
    page.mouse.up()


def test_a_double_press_plays_nothing(person: Opener) -> None:
    page = person(hurry=False)
    new_table(page, "redline", "me", "here")
    before = moves(page)
    page.locator(".area-hand .part.lit").first.dblclick()
    page.locator(".ghost.chosen").wait_for()
    # Both presses in one task: nothing can come between them.
    page.evaluate("""() => {
      document.querySelector('[data-do=back]').click();
      document.querySelector('#hand .lit').dispatchEvent(new MouseEvent('click', {bubbles: true}));
      document.querySelector('[data-do=play]').click();
    }""")
    assert is_begun(page)
    assert page.locator("#mail").get_attribute("data-state") == ""
    play(page)
    seq_changed(page, before)
    assert moves(page) == before + 1


def test_a_refusal_stays_until_the_next_press(person: Opener) -> None:
    page = person("fr")
    new_table(page, "babylone", "me", "here")
    press(page, "button-first")
    press(page, "pile-a")
    press(page, "pile-b")
    expect(page.locator('[data-id="place-a"]')).to_be_visible()
    page.locator('[data-id="place-a"]').dispatch_event("click")
    verdict = page.locator("#verdict")
    expect(verdict).to_be_visible()
    page.click("#tab-people")
    page.mouse.move(5, 5)
    expect(verdict).to_be_visible()
    page.locator(".part.piece.lit").first.dispatch_event("click")
    expect(verdict).to_be_hidden()


def test_a_tile_is_dragged_to_its_place_and_then_placed(person: Opener) -> None:
    page = person()
    new_table(page, "redline", "me", "here")
    before = moves(page)
    drag(page, page.locator("#hand .lit").first, page.locator("#board .place").first)
    expect(page.locator(".ghost.chosen")).to_have_count(1)
    assert moves(page) == before
    play(page)
    seq_changed(page, before)


def test_a_press_on_a_tile_that_is_shown_turns_it_where_it_can_lie_several_ways(
    person: Opener,
) -> None:
    page = person("fr", 390, 844, has_touch=True)
    new_table(page, "redline", "me", "here")
    before, shown = moves(page), page.locator(".ghost.chosen")
    turn, tiles = page.locator("[data-do=turn]"), page.locator("#hand .lit")
    for tile in tiles.all():
        tile.tap()
        expect(shown).to_have_count(1)
        if turn.is_visible():
            break
        page.locator("[data-do=back]").tap()
    way = shown.get_attribute("data-id") or ""
    page.touchscreen.tap(*middle(shown))
    expect(shown).not_to_have_attribute("data-id", way)
    assert moves(page) == before
    play(page)
    seq_changed(page, before)


def test_where_the_moves_are_out_of_sight_the_last_one_is_told(person: Opener) -> None:
    page = person("fr", 390, 844, has_touch=True)
    new_table(page, "plus4", "me", "random")
    page.locator(".part.lit").first.wait_for()
    before = moves(page)
    page.locator(".part.lit").first.tap()
    play(page)
    seq_changed(page, before + 1)
    told = page.locator("#told")
    expect(told).to_contain_text("pousse la colonne")
    expect(told).to_be_in_viewport(ratio=1)
    above, below = told.bounding_box(), page.locator("#prompt").bounding_box()
    assert above is not None
    assert below is not None
    assert above["height"] > 15
    assert above["y"] + above["height"] <= below["y"]


def test_a_link_that_cannot_be_copied_is_shown(person: Opener) -> None:
    page = person("fr")
    page.add_init_script("""
      Object.defineProperty(navigator, 'share', { value: undefined });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    """)
    new_table(page, "plus4", "me", "random")
    page.click("#menu-open")
    page.click("#resign")
    page.click("#sure-yes")
    shown: list[str] = []

    def look(asked: Dialog) -> None:
        shown.append(asked.default_value)
        asked.dismiss()

    page.once("dialog", look)
    page.get_by_role("button", name="Partager").click()
    assert shown == [f"{page.url}/review"]
    expect(page.locator("#verdict")).to_be_hidden()


def test_a_pile_is_dragged_onto_another(person: Opener) -> None:
    page = person()
    new_table(page, "babylone", "me", "here")
    press(page, "button-first")
    page.wait_for_selector(".part.piece.lit")
    before = moves(page)
    drag(page, page.locator('[data-id="pile-a"]'), page.locator('[data-id="pile-b"]'))
    seq_changed(page, before)
    expect(page.locator('[data-id="pile-a"]')).to_have_count(0)
    expect(page.locator(".drag")).to_have_count(0)


def test_a_drag_that_ends_nowhere_moves_nothing(person: Opener) -> None:
    page = person()
    new_table(page, "babylone", "me", "here")
    press(page, "button-first")
    page.wait_for_selector(".part.piece.lit")
    before = moves(page)
    drag(page, page.locator('[data-id="pile-a"]'), page.locator("#heading"))
    expect(page.locator(".drag")).to_have_count(0)
    assert moves(page) == before
    assert page.locator("#mail").get_attribute("data-state") == ""


def test_a_whole_move_by_keys_without_reaching_for_the_board(person: Opener) -> None:
    page = person()
    new_table(page, "redline", "me", "here")
    page.evaluate("document.activeElement.blur()")
    before = moves(page)
    page.keyboard.press("n")
    assert page.evaluate("!!document.activeElement.closest('.part.lit')")
    page.keyboard.press("Enter")
    for _ in range(100):
        if not is_begun(page):
            break
        page.keyboard.press(key_that_leads_on(page))
    seq_changed(page, before)
    assert moves(page) == before + 1


def test_a_shared_screen_says_to_whom_it_is_handed_if_that_is_wished(person: Opener) -> None:
    page = person("fr")
    new_table(page, "plus4", "me", "here")
    note, turn = page.locator("#hand-over"), page.locator("#seats .turn")
    press_column(page, 1)
    expect(page.locator("#do")).to_contain_text("\u00a0: ")
    expect(note).to_be_hidden()
    set_in_menu(page, "hand-over-on", True)
    for _ in range(2):
        before = turn.get_attribute("data-seat")
        press_column(page, 2)
        expect(note).to_contain_text(f"Passez l’écran à {turn.locator('strong').inner_text()}.")
        assert turn.get_attribute("data-seat") != before
        emblem = turn.locator("use").get_attribute("href") or ""
        expect(note.locator("use")).to_have_attribute("href", emblem)
        note.get_by_role("button", name="C’est fait").click()
        expect(note).to_be_hidden()
    new_table(page, "plus4", "me", "random")
    page.click("#menu-open")
    expect(page.locator("#hand-over-set")).to_be_hidden()


def press_column(page: Page, column: int) -> None:
    """Plays in a column with the mouse."""
    before = moves(page)
    press(page, f"column-{column}")
    seq_changed(page, before)


def test_resigning_is_asked_in_a_dialog_with_no_at_hand(person: Opener) -> None:
    page = person("en")
    new_table(page, "plus4", "me", "random")
    page.click("#menu-open")
    page.click("#resign")
    expect(page.locator("#sure")).to_be_visible()
    expect(page.locator("#menu")).to_be_hidden()
    expect(page.locator("#sure-no")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#sure")).to_be_hidden()
    expect(page.locator("#over")).to_be_hidden()
    put_verdict_away(page)
    page.keyboard.press("?")
    page.click("#resign")
    page.click("#sure-yes")
    expect(page.locator("#over h2")).to_be_visible()
    expect(page.locator(PLAY)).to_have_count(0)

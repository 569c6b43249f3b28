"""Croisements in a real browser: crossings pressed, letters ticked off, words announced."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Locator, Page, expect

from ludotheque import load
from ludotheque.words import lexicon
from tests.browser.acting import (
    LIT,
    READY,
    connected,
    hardly_shifted,
    is_begun,
    is_over,
    moves,
    new_table,
    play,
    put_verdict_away,
    seq_changed,
    type_move,
    watch_shifts,
)
from tests.browser.conftest import Opener
from tests.browser.test_games import invite_from, sit
from tests.browser.test_table import REACHABLE

INPUT = "#typing input"


def owed(page: Page) -> str:
    """The letters owed, as the chips show them, the initial first."""
    return "".join(text[0] for text in page.locator("#typing .chip").all_inner_texts())


def forward(page: Page, lit: Locator) -> list[str]:
    """The lit squares, the farthest from one's own side first."""
    places = lit.evaluate_all(
        "parts => parts.map(p => [p.getBoundingClientRect().top, p.dataset.id])"
    )
    return [name for _, name in sorted(places)]


def known_word(page: Page, lang: str) -> str | None:
    letters = owed(page)
    return lexicon(lang).example(letters[0], letters)


def press(page: Page, part: str) -> None:
    """Presses a part once it lights up, on the board or beside it."""
    choose(page.locator(f'[data-id="{part}"].lit, #buttons [data-id="{part}"]'))


def choose(part: Locator) -> None:
    """Presses with a finger where the screen can be touched, else with the mouse."""
    if part.page.evaluate("navigator.maxTouchPoints"):
        part.tap()
    else:
        part.click()


def take_turn(page: Page, lang: str) -> None:
    """Presses and types what the strongest bot would do, so that the game is short."""
    page.wait_for_selector(READY)
    put_verdict_away(page)
    before = moves(page)
    pawn, _, way = advised(page, lang).partition("-")
    if not way:
        press(page, "button-pass" if pawn == "pass" else f"square-{pawn}")
        play(page)
    else:
        crossing, word = way.split(" ", 1)
        square, support = crossing.split("/")
        announce(page, pawn, square, support, word, lang)
    seq_changed(page, before)


def advised(page: Page, lang: str) -> str:
    """An action for the position of the table, like `d1-f3/h1 TELECHARGEMENT`."""
    kit = load(f"croisements(language={lang})")
    answer = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}")
    state = kit.game.notation.read_state(answer.json()["state"])
    action = kit.bots["champion"].choose(kit.game, state, Random(0))
    return kit.game.notation.write_action(action)


def announce(page: Page, pawn: str, square: str, support: str, word: str, lang: str) -> None:
    press(page, f"pawn-{pawn}")
    press(page, f"square-{square}")
    if not page.locator(INPUT).count():
        press(page, f"pawn-{support}")
    expect(page.locator(INPUT)).to_be_focused()
    expect(page.locator(INPUT)).to_have_attribute("lang", lang)
    page.keyboard.type(word.lower())
    expect(page.locator(".chip:not(.done)")).to_have_count(0)
    page.keyboard.press("Enter")


def step_back(page: Page) -> None:
    """Escape, until nothing is chosen."""
    while page.locator(".part.chosen").count():
        page.keyboard.press("Escape")


def play_out(pages: list[Page], lang: str = "fr") -> int:
    """Plays turns for the player to move until the game is over; returns how many."""
    for number in range(120):
        page = next(iter(to_move(pages)))
        if is_over(page):
            return number
        take_turn(page, lang)
    raise AssertionError("the game does not end")


def to_move(pages: list[Page]) -> list[Page]:
    for _ in range(800):
        for page in pages:
            if is_over(page) or page.locator(LIT).count():
                return [page]
        pages[0].wait_for_timeout(10)
    raise AssertionError("nobody is to move")


def test_a_whole_game_against_a_bot_by_finger(person: Opener) -> None:
    """A second page follows the game: on busy cores, shifts after a press seem to have no cause."""
    page = person("fr", 360, 740, has_touch=True)
    new_table(page, "croisements", "me", "casual")
    on_desk = person("fr")
    watch_shifts(on_desk)
    on_desk.goto(page.url)
    assert play_out([page]) > 6
    expect(page.locator("#over h2")).to_be_visible()
    expect(on_desk.locator("#over h2")).to_be_visible()
    hardly_shifted(on_desk)
    expect(page.locator("#moves")).to_contain_text("/")


def test_two_people_over_a_link_one_in_each_language(person: Opener) -> None:
    ana, bruno = person("fr"), person("en")
    new_table(ana, "croisements", "me", "open", language="en")
    sit(bruno, invite_from(ana), "Bruno")
    connected(ana)
    assert play_out([ana, bruno], "en") > 6
    for page, said in ((ana, "gagn|nulle"), (bruno, "won|wins|draw")):
        expect(page.locator("#over")).to_be_visible()
        assert any(word in page.locator("#over h2").inner_text() for word in said.split("|"))


def begun(page: Page) -> None:
    """A table on one screen, pawns placed by notation."""
    new_table(page, "croisements", "me", "here")
    for text in ("b1", "b14", "d1", "d14", "f1", "f14"):
        page.wait_for_selector(READY)
        before = moves(page)
        type_move(page, text)
        seq_changed(page, before)
    page.wait_for_selector(READY)


def test_pressing_shows_squares_then_supports_then_both_ways(person: Opener) -> None:
    page = person("fr")
    begun(page)
    press(page, "pawn-b1")
    squares = forward(page, page.locator(".part.place.lit"))
    assert {"square-c2", "square-b3"} <= set(squares)
    press(page, "square-c2")
    expect(page.locator(INPUT)).to_be_focused()
    expect(page.locator(".thread")).to_have_count(2)
    emblem = page.locator("#seats .turn use").get_attribute("href") or ""
    expect(page.locator('[data-id="pawn-b1"] use')).to_have_attribute("href", emblem)
    expect(page.locator(".thread-0")).to_have_css("stroke", fill_of(page, emblem))
    expect(page.locator("#typing label")).to_contain_text("Un mot commençant par")
    expect(page.locator(".chip")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator(".thread")).to_have_count(0)
    expect(page.locator('[data-id="pawn-b1"].chosen')).to_have_count(1)
    press(page, squares[0])
    if not page.locator(INPUT).count():
        page.locator(".part.lit").first.click()
    assert page.locator(".chip").count() > 10, "a long way owes many letters"
    for width, height in ((1280, 800), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        cut_off = "prompt => prompt.scrollHeight - prompt.clientHeight"
        assert page.locator("#prompt").evaluate(cut_off) <= 0


def test_what_is_typed_goes_into_the_word_wherever_the_focus_is(person: Opener) -> None:
    page = person("fr")
    begun(page)
    press(page, "pawn-b1")
    press(page, "square-c2")
    expect(page.locator(INPUT)).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type("preni")  # p, r, n and i are keys of the table
    expect(page.locator(INPUT)).to_have_value("preni")
    expect(page.locator(".thread")).to_have_count(2)


def fill_of(page: Page, symbol: str) -> str:
    """The colour in which a symbol is filled."""
    filled = page.locator(f"{symbol} [class*=f-]")
    return str(filled.first.evaluate("shape => getComputedStyle(shape).fill"))


def test_a_refused_word_stays_to_be_mended_and_an_unknown_one_costs_the_turn(
    person: Opener,
) -> None:
    page = person("fr")
    begun(page)
    before = moves(page)
    press(page, "pawn-b1")
    press(page, "square-c2")
    letters = owed(page)
    page.keyboard.type(letters[0] + "x")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("manque")
    expect(page.locator(INPUT)).to_have_value(letters[0] + "x")
    expect(page.locator(INPUT)).to_be_focused()
    assert moves(page) == before
    page.keyboard.type(letters[1:] + "qzx")
    page.keyboard.press("Enter")
    seq_changed(page, before)
    expect(page.locator("#verdict")).to_contain_text("n’est pas dans la liste")
    expect(page.locator("#moves")).to_contain_text("QZX?")
    expect(page.locator('[data-id="pawn-b1"]')).to_be_visible()


def test_a_verdict_stays_and_what_others_do_since_is_told_below_it(person: Opener) -> None:
    page = person("fr", 390, 844)
    begun(page)
    press(page, "pawn-b1")
    press(page, "square-c2")
    page.keyboard.type(owed(page) + "qzx")
    page.keyboard.press("Enter")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("n’est pas dans la liste")
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    connected(elsewhere)
    type_move(elsewhere, "pass")
    expect(verdict.locator("small")).to_have_text("Joueur A passe.")
    expect(verdict).to_contain_text("n’est pas dans la liste")
    assert page.locator("#heading").evaluate(REACHABLE), "it covers no title"


def test_a_press_on_another_pawn_takes_that_up(person: Opener) -> None:
    page = person("fr")
    begun(page)
    press(page, "pawn-b1")
    page.locator('[data-id="pawn-d1"]').click()
    expect(page.locator('[data-id="pawn-d1"]')).to_have_class(re.compile("chosen"))
    expect(page.locator("#verdict")).to_be_hidden()


def test_a_press_on_something_unlit_is_answered_with_the_reason(person: Opener) -> None:
    page = person("fr")
    begun(page)
    page.locator('[data-id="pawn-b14"]').click()
    expect(page.locator("#verdict")).to_contain_text("Ce pion est à")
    put_verdict_away(page)
    press(page, "pawn-b1")
    page.locator('[data-id="square-c4"]').click()
    expect(page.locator("#verdict")).to_contain_text("tout droit")


FOCUS = """() => {
  const here = document.activeElement, p = here.closest?.('.part');
  const lit = !!p?.classList.contains('lit');
  return { id: p?.dataset.id || '', lit, typing: here.id === 'word' };
}"""


def focused(page: Page) -> dict[str, object]:
    found: dict[str, object] = page.evaluate(FOCUS)
    return found


def hop_to(page: Page, kind: str, skip: int = 0, way: str = "n") -> bool:
    """Moves the focus to a lit part of that kind by keys alone, perhaps past some of them."""
    passed = 0
    for _ in range(90):
        here = focused(page)
        if here["lit"] and str(here["id"]).startswith(kind):
            if passed == skip:
                return True
            passed += 1
        if not here["id"]:
            page.keyboard.press("Tab")
        else:
            page.keyboard.press(way)
    return False


def turn_by_keyboard(page: Page) -> None:
    """Tab, n, p, Enter, Escape and letters: nothing else."""
    page.wait_for_selector(READY)
    before = moves(page)
    if not page.locator('[data-id="button-pass"]').count():
        assert hop_to(page, "square-")
        return enter_until_played(page)
    ahead = "p" if page.locator(".turn .emblem").count() and _red_below(page) else "n"
    for pawn in range(3):
        for square in range(3):
            if not (hop_to(page, "pawn-", pawn) and _press_enter(page)):
                continue
            if ahead == "p":
                page.keyboard.press("p")
            if not (hop_to(page, "square-", square, ahead) and _press_enter(page)):
                step_back(page)
                continue
            if not focused(page)["typing"]:
                hop_to(page, "pawn-")
                page.keyboard.press("Enter")
            word = known_word(page, "fr")
            if word is not None:
                page.keyboard.type(word)
                page.keyboard.press("Enter")
                return seq_changed(page, before)
            step_back(page)
    return pass_by_keyboard(page)


def pass_by_keyboard(page: Page) -> None:
    while page.evaluate("document.activeElement.dataset.id") != "button-pass":
        page.keyboard.press("Tab")
    enter_until_played(page)


def enter_until_played(page: Page) -> None:
    """Presses the focused part, and then the part that this shows."""
    before = moves(page)
    page.keyboard.press("Enter")
    while is_begun(page):
        page.keyboard.press("Enter")
    seq_changed(page, before)


def _press_enter(page: Page) -> bool:
    page.keyboard.press("Enter")
    return True


def _red_below(page: Page) -> bool:
    """Whether row 1 is drawn below row 14."""
    tops = [page.locator(f'[data-id$="-{name}"]').bounding_box() for name in ("a1", "a14")]
    assert tops[0] is not None
    assert tops[1] is not None
    return tops[0]["y"] > tops[1]["y"]


def test_a_whole_game_on_one_screen_by_keyboard_alone(person: Opener) -> None:
    """Pawns placed, ten turns with words, then both pass until it is over."""
    page = person("fr")
    new_table(page, "croisements", "me", "here")
    for number in range(40):
        page.wait_for_selector(READY)
        if is_over(page):
            break
        if number < 16:
            turn_by_keyboard(page)
        else:
            pass_by_keyboard(page)
    expect(page.locator("#over h2")).to_be_visible()
    assert page.locator("#moves li", has_text="/").count() > 6

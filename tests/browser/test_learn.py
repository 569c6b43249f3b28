"""The guided first game, every lesson of every box on a phone and on a desktop; problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from ludotheque import catalogue
from ludotheque.practice.lessons import LessonExercise, exercise
from ludotheque.practice.problems import daily, today
from tests.browser.acting import LIT, PLAY, connected, is_begun, put_verdict_away
from tests.browser.conftest import Opener
from tests.browser.test_layouts import places
from tests.browser.test_table import violations

GAMES = [box.name for box in catalogue()]
PHONE: dict[str, Any] = {"lang": "fr", "width": 360, "height": 740, "has_touch": True}
DESKTOP: dict[str, Any] = {"lang": "en"}
DONE = "#table.lesson-done"
HERE = "() => document.activeElement.closest?.('[data-id]')?.dataset.id ?? ''"
SHOWN = "() => document.querySelector('.ghost.chosen')?.dataset.id"
MOST_KEYS = 60  # more than there are parts to choose from in any lesson
Press = Callable[[Page, str], None]


def lessons(game: str, lang: str) -> list[LessonExercise]:
    total = next(len(box.lessons(lang)) for box in catalogue() if box.name == game)
    return [exercise(game, number, lang) for number in range(1, total + 1)]


def by_finger(page: Page, part: str) -> None:
    put_verdict_away(page)
    page.locator(f'.areas [data-id="{part}"]').first.tap()


def by_keyboard(page: Page, part: str) -> None:
    """Goes to a part by way of those that are lit, or along its row, and presses it."""
    lit = page.locator(f'.areas [data-id="{part}"].lit').count()
    for _ in range(MOST_KEYS):
        if page.evaluate(HERE) == part:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("n" if lit else "ArrowRight")
    raise AssertionError(f"{part} is not reached")


SCREENS = [(PHONE, by_finger), (DESKTOP, by_keyboard)]
SCREEN_NAMES = ["phone", "desktop"]


def do_it(page: Page, played: LessonExercise, press: Press) -> None:
    """Does the task of the lesson, with presses and perhaps a word."""
    answer, actions = played.tried([]), list[str]()
    while answer.kind == "on":
        text = played.example(answer)
        parts = played.solution(answer).parts
        take(page, text, parts or [f"pile-{pile}" for pile in text.split(">")], press)
        actions.append(text)
        answer = played.tried(actions)
        if answer.kind == "on":
            page.wait_for_selector(LIT)  # nothing is lit until the press is answered
            expect(page.locator("#do")).to_have_text(
                played.game.prompt(answer.state, 0, played.lang).do
            )


def take(page: Page, text: str, parts: Sequence[str], press: Press) -> None:
    """Takes an action by the parts of its gesture and perhaps a word."""
    for part in parts:
        if part.startswith("ghost-"):
            turn_to(page, part)
        elif not page.locator(f'[data-id="{part}"].chosen').count():  # as an only choice is
            press(page, part)
    if page.locator("#word").count():
        page.keyboard.type(text.partition(" ")[2])
        page.keyboard.press("Enter")
    play(page, by_keyboard=press is by_keyboard)


def wrong_action(played: LessonExercise) -> tuple[str, Sequence[str]]:
    """An action that does not solve a problem, with the parts of its gesture."""
    texts = map(played.game.notation.write_action, played.game.actions(played.start))
    text = next(text for text in texts if not played.lesson.wants(text))
    gestures = played.game.gestures(played.start, played.seat)
    return text, next(each.presses for each in gestures if each.means(text))


def turn_to(page: Page, ghost: str) -> None:
    while page.evaluate(SHOWN) != ghost:
        page.keyboard.press("r")


def play(page: Page, by_keyboard: bool) -> None:
    """Presses the button that plays until it does: not at once, lest a double press plays."""
    while page.locator(PLAY).count():
        if by_keyboard:
            page.keyboard.press("Enter")
        else:
            page.locator(PLAY).tap()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("screen", "press"), SCREENS, ids=SCREEN_NAMES)
def test_a_guided_game_leads_into_a_real_one(
    person: Opener, game: str, screen: dict[str, Any], press: Press
) -> None:
    page, lang = person(**screen, reduced_motion="reduce"), screen["lang"]
    page.goto(f"/box/{game}")
    page.click(f"[data-learn={game}] a")
    for played in lessons(game, lang):
        expect(page.locator("#heading")).to_have_text(played.title)
        expect(page.locator("#task")).to_be_focused()
        assert page.locator("#task strong").inner_text() == played.task.do
        places(page)
        do_it(page, played, press)
        page.wait_for_selector(DONE)
        expect(page.locator("#reason")).to_have_text(
            played.words(f"lesson.{played.lesson.name}.done")
        )
        places(page)
        expect(page.locator("#next").locator("a, button")).to_be_focused()
        page.keyboard.press("Enter")
    connected(page)
    assert lessons(game, lang)[0].box.title(lang) in page.title()
    page.goto(f"/box/{game}")
    again = "Refaire la leçon" if lang == "fr" else "Repeat the lesson"
    expect(page.locator("[data-learn] a")).to_contain_text(again)


def test_a_wrong_attempt_is_answered_and_can_be_tried_again(person: Opener) -> None:
    page = person("en")
    page.goto("/learn/plus4/4")
    line = exercise("plus4", 4, "en")
    page.locator('[data-id="column-1"]').click()
    expect(page.locator("#verdict")).to_contain_text(line.words("lesson.line.other"))
    assert page.locator("#board .part[data-id^=pawn]").count() == 6, "nothing has changed"
    page.locator("#solution").click()
    expect(page.locator("#verdict")).to_contain_text("Push column 4.")
    expect(page.locator('[data-id="column-4"]')).to_have_class("part place lit hinted")
    assert violations(page) == []
    page.locator('[data-id="column-4"]').click()
    page.wait_for_selector(DONE)
    page.goto("/box/plus4")
    door = page.locator("[data-learn] a")
    expect(door).to_have_text("Continue the lesson 1 of 9")
    page.goto("/learn/plus4/1")
    expect(page.locator("li[data-lesson='4'] .tick")).to_be_visible()
    expect(page.locator("li[data-lesson='1'] .tick")).to_be_hidden()


def test_an_attempt_that_is_typed_waits_for_the_answer_to_the_one_before(person: Opener) -> None:
    page = person("en")
    page.goto("/learn/plus4/4")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/learn/plus4/4", hold, times=1)
    with page.expect_request("**/learn/plus4/4"):
        page.locator('[data-id="column-1"]').click()
    page.click("#menu-open")
    page.click("#written summary")
    page.fill("#text", "4")
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    asked[0].continue_()
    line = exercise("plus4", 4, "en")
    expect(page.locator("#verdict")).to_contain_text(line.words("lesson.line.other"))
    page.keyboard.press("Enter")
    page.wait_for_selector(DONE)


def test_what_cannot_be_used_says_why_as_at_a_table(person: Opener) -> None:
    page = person("en", 740, 360)
    page.goto("/learn/redline/4")
    page.locator('[data-id^="hand-B"]').click()
    expect(page.locator("#verdict")).to_contain_text("This tile fits nowhere for now.")
    places(page)
    page.locator("#verdict button").first.click()
    expect(page.locator("#rules-text .cited")).to_be_visible()


def test_the_board_of_a_lesson_is_zoomed_once_a_press(person: Opener) -> None:
    page = person("en")
    page.goto("/learn/redline/4")
    board = page.locator(".endless")

    def width() -> float:
        return float((board.get_attribute("viewBox") or "").split()[2])

    whole = width()
    page.click('[data-zoom="1.25"]')
    assert width() == pytest.approx(whole / 1.25, rel=0.01)


def test_a_word_is_given_back_and_a_lost_answer_is_told(person: Opener) -> None:
    page = person("fr", 360, 740)
    page.goto("/learn/croisements/2")
    for part in ("pawn-d1", "square-c2", "pawn-b1"):
        page.locator(f'.areas [data-id="{part}"]').first.click()
    page.keyboard.type("prusit")
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Pas de réponse")
    page.context.set_offline(False)
    expect(page.locator("#word")).to_have_value("prusit")
    page.locator("#word").press("Enter")
    unlisted = exercise("croisements", 2, "fr").words("lesson.unlisted")
    expect(page.locator("#verdict")).to_contain_text(unlisted)
    expect(page.locator("#word")).to_have_value("prusit")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("screen", "press"), SCREENS, ids=SCREEN_NAMES)
def test_a_problem_is_failed_then_solved(
    person: Opener, game: str, screen: dict[str, Any], press: Press
) -> None:
    page, lang, day = person(**screen, reduced_motion="reduce"), screen["lang"], date(2026, 1, 5)
    page.goto(f"/problem/{game}/{day}")
    played = daily(game, day, lang)
    text, parts = wrong_action(played)
    take(page, text, parts, press)
    expect(page.locator("#verdict")).to_contain_text(played.tried([text]).text)
    places(page)
    page.locator("#verdict .answers button").first.press("Enter")
    expect(page.locator("#verdict")).to_be_hidden()
    while is_begun(page):  # a word is given back, for a second thought
        page.keyboard.press("Escape")
    do_it(page, played, press)
    page.wait_for_selector(DONE)
    expect(page.locator("#do")).to_have_text(played.words("problem.well"))
    expect(page.locator("#streak")).to_have_text("")
    places(page)


def test_the_problem_of_the_day_is_failed_then_solved_and_shared(person: Opener) -> None:
    page = person(**PHONE, permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    page.goto("/box/plus4")
    page.get_by_role("link", name="Problème du jour").tap()
    page.wait_for_url(f"**/plus4/{today()}")
    day = date.fromisoformat(page.url.rpartition("/")[2])
    played = daily("plus4", day, "fr")
    assert day == today()
    take(page, *wrong_action(played), by_finger)
    expect(page.locator("#verdict")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Réessayer").tap()
    do_it(page, played, by_finger)
    page.wait_for_selector(DONE)
    expect(page.locator("#share")).to_be_focused()
    page.locator("#share").tap()
    expect(page.locator("#share")).to_have_text("Résultat copié")
    shared = page.evaluate("() => navigator.clipboard.readText()")
    result = "résolu en 2 essais · Série\N{NO-BREAK SPACE}: 1"
    assert shared.splitlines() == [page.title(), result, page.url]
    page.reload()
    expect(page.locator(f"li[data-day='{day}'] .tick")).to_be_attached()
    assert page.locator(f"li[data-day='{day}'] .tick").get_attribute("hidden") is None

"""People at a table in several browsers: their clocks, and the reactions that they send."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.acting import connected, moves, new_table, turn_by_mouse
from tests.browser.conftest import Opener
from tests.browser.test_games import _to_move, invite_from, sit
from tests.house.thinking.test_clocks import A_MINUTE_AND_MORE_MS, earlier
from tests.site.running import Running
from tests.site.wire import Wire, any_action


def clock(page: Page, seat: int) -> str:
    return page.locator(f"#seats [data-seat='{seat}'] .clock").inner_text()


def seat_to_move(page: Page) -> int:
    return int(page.locator("#seats .turn").get_attribute("data-seat") or 0)


def test_a_flag_falls_in_both_browsers_although_the_site_was_killed(
    person: Opener, site: Running
) -> None:
    ana, bruno = person("fr", 390, 844), person("en")
    new_table(ana, "plus4", "me", "open", clock="5+3")
    table = ana.url.rsplit("/", 1)[1]
    assert clock(ana, 0) == clock(ana, 1) == "5:00"
    sit(bruno, invite_from(ana), "Bruno")
    expect(bruno.locator("#aim")).to_contain_text("5 min + 3 s per move")
    for _ in range(2):
        mover = _to_move([ana, bruno])
        before = moves(mover)
        turn_by_mouse(mover, Random(1))
        for page in (ana, bruno):
            expect(page.locator("#moves li")).to_have_count(before + 1)
    loser = seat_to_move(ana)
    for page in (ana, bruno):  # it counts down by itself, for the seat to move alone
        expect(page.locator(f"#seats [data-seat='{loser}'] .clock")).not_to_have_text("5:03")
        assert clock(page, 1 - loser) == "5:03"
    site.kill()
    earlier(site.database, table, 6 * A_MINUTE_AND_MORE_MS)
    site.start()
    for page, told in ((ana, r"n’a plus de temps"), (bruno, "is out of time")):
        expect(page.locator("#over")).to_contain_text(re.compile(told))
        expect(page.locator(f"#seats [data-seat='{loser}'] .clock")).to_have_text(
            re.compile("0:00[,.]0")
        )


def test_people_react_and_can_mute_each_other(person: Opener) -> None:
    ana, bruno = person("fr", 390, 844), person("en")
    new_table(ana, "plus4", "me", "open")
    expect(ana.locator("#react")).to_be_hidden()
    sit(bruno, invite_from(ana), "Bruno")
    ana.click("#rail-close")
    ana.click("#react")
    ana.click("[data-react=well_played]")
    expect(bruno.locator("#reaction")).to_contain_text("Well played!")
    expect(ana.locator("#reaction")).to_contain_text("Bien joué\u202f!")
    expect(ana.locator("#reaction button")).to_have_count(0)
    bruno.get_by_role("button", name="Mute").click()
    expect(bruno.locator("#reaction")).to_be_hidden()
    bruno.focus("#react")
    bruno.keyboard.press("Enter")
    expect(bruno.locator("#reactions-muted")).to_be_checked()
    bruno.get_by_role("button", name="a smile").press("Enter")
    expect(bruno.locator("#reaction")).to_contain_text("Bruno")
    expect(ana.locator("#reaction")).to_contain_text("Bruno\u00a0: un sourire")
    ana.click("#react")
    ana.click("[data-react=thanks]")
    expect(ana.locator("#reaction")).to_contain_text("Merci")
    assert bruno.evaluate("localStorage['reactions-muted']") == "yes"
    bruno.evaluate("localStorage['reactions-muted'] = '1'")  # as an earlier version stored it
    bruno.reload()
    connected(bruno)
    expect(bruno.locator("#reactions-muted")).to_be_checked()
    expect(bruno.locator("#reaction")).to_be_hidden()


def play_to_the_end(site: Running, page: Page, table: str) -> None:
    """Plays any moves for the person of a page, without the page."""
    (guest,) = (one["value"] for one in page.context.cookies() if one.get("name") == "guest")
    wire, rng = Wire(site, table, f"guest={guest}"), Random(5)
    view = wire.hello()
    while not view["over"]:
        if view["can"]["act"]:
            wire.act(any_action(view["gestures"], rng))
            view = wire.view
        else:
            view = wire.newer(view["seq"])
    wire.close()


def test_scores_after_games_of_two_and_of_four(person: Opener, site: Running) -> None:
    ana, bruno = person("fr", 390, 844), person("en")
    new_table(ana, "plus4", "me", "open")
    sit(bruno, invite_from(ana), "Bruno")
    bruno.click("#menu-open")
    bruno.click("#resign")
    bruno.click("#sure-yes")
    expect(ana.locator("#over")).to_contain_text("Vous avez gagné")
    new_table(ana, "redline", "me", "beginner", "beginner", "beginner", players="4")
    table = ana.url.rsplit("/", 1)[1]
    ana.goto("/tables")
    play_to_the_end(site, ana, table)
    ana.click("a[href='/me/scores']")
    expect(ana.locator("main")).to_contain_text(re.compile(r"1 partie.*1 gagnée"))
    rows = {
        row.locator("th").inner_text(): [cell.inner_text() for cell in row.locator("td").all()]
        for row in ana.locator("tbody tr").all()
    }
    assert rows["Bruno"] == ["1", "1", "0", "0"]
    (of_four,) = [counts for name, counts in rows.items() if "débutant" in name]
    assert of_four[0] == "1"
    assert sum(map(int, of_four[1:])) == 1

"""The problem of the day over HTTP: a page for each day, answers, and nothing that is stored."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest

from ludotheque.games import names
from ludotheque.play.problems import daily
from tests.server.http.test_client import carried, fields_of, fits
from tests.server.running import Running

DAY = date(2026, 1, 5)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", names())
def test_a_problem_has_a_page_for_its_day(site: Running, game: str, lang: str) -> None:
    played = daily(game, DAY, lang)
    with site.guest(lang) as guest:
        page = guest.get(f"/problem/{game}/{DAY}")
        shown = unescape(page.text)
        assert played.title in shown
        assert played.task.do in shown
        fits(carried(page.text, "first"), "LessonStart")
        words = fields_of("ProblemWords") | fields_of("LessonWords") | fields_of("PromptWords")
        assert set(carried(page.text, "words")) == words
        assert not guest.cookies, "nobody needs to be remembered for a problem"
        assert f'href="/problem/{game}"' in guest.get(f"/box/{game}").text


def test_attempts_are_answered_step_by_step(site: Running) -> None:
    days = (DAY + timedelta(days=n) for n in range(100))
    day = next(day for day in days if daily("plus4", day, "en").lesson.name == "win")
    played, address = daily("plus4", day, "en"), f"/problem/plus4/{day}"
    right: list[str] = []
    with site.guest("en") as guest:
        wrong = next(text for text in "1234" if not played.lesson.wants(text))
        told = guest.post(address, json={"actions": [wrong]}).json()
        assert (told["kind"], told["text"]) == ("other", played.tried([wrong]).text)
        while (reached := played.tried(right)).kind == "on":
            right.append(played.example(reached))
            told = guest.post(address, json={"actions": right}).json()
    assert len(right) == played.lesson.values["n"]
    assert told["kind"] == "done"
    assert told["view"]["prompt"]["do"] == "Solved."
    assert told["view"]["prompt"]["why"] == "There is a new one every day."


def test_today_has_a_problem_and_tomorrow_has_none_yet(site: Running) -> None:
    with site.guest("en") as guest:
        page = guest.get("/problem/babylone", follow_redirects=True)
        today = datetime.now(UTC).date()
        assert page.status_code == 200
        assert str(page.url).rpartition("/")[2] in (str(today), str(today - timedelta(days=1)))
        assert guest.get("/problem/babylone/9999-12-31").status_code == 404
        assert guest.post("/problem/babylone/9999-12-31", json={}).status_code == 404
        assert guest.get("/problem/nothing/2026-01-05").status_code == 404
        assert guest.get("/problem/babylone/monday").status_code == 400

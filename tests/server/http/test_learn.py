"""The guided first game over HTTP: pages, answers to attempts, and nothing that is stored."""

from __future__ import annotations

from html import unescape
from typing import Any

import httpx
import pytest

from ludotheque import catalogue, load
from ludotheque.play.lessons import exercise
from ludotheque.render import to_text
from tests.server.http.test_box import begun
from tests.server.http.test_client import carried, fields_of, fits
from tests.server.running import Running

GAMES = [box.name for box in catalogue()]


def tried(guest: httpx.Client, lesson: str, *actions: str, **more: Any) -> dict[str, Any]:
    answer = guest.post(f"/learn/{lesson}", json={"actions": actions, **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_has_a_page(site: Running, game: str, lang: str) -> None:
    played = exercise(game, 1, lang)
    total = len(played.box.lessons(lang))
    with site.guest(lang) as guest:
        page = guest.get(f"/learn/{game}", follow_redirects=True)
        shown = unescape(page.text)
        assert str(page.url).endswith(f"/learn/{game}/1")
        for told in (played.title, *played.task[:2], exercise(game, total, lang).title):
            assert told in shown
        first = carried(page.text, "first")
        fits(first, "LessonStart")
        fits(first["view"], "LessonView")
        words = fields_of("LessonWords") | fields_of("PromptWords")
        assert set(carried(page.text, "words")) == words
        assert first["view"]["gestures"]
        assert first["view"]["prompt"]["do"]
        assert not guest.cookies, "nobody needs to be remembered for a lesson"
        door = unescape(guest.get(f"/box/{game}").text)
        assert f'href="/learn/{game}"' in door
        assert f'data-total="{total}"' in door


@pytest.mark.parametrize("game", GAMES)
def test_the_last_lesson_leads_to_a_game_against_the_easiest_level(
    site: Running, game: str
) -> None:
    easiest = next(iter(load(game).bots))
    last = len(load(game).box.lessons("en"))
    with site.guest() as guest:
        page = guest.get(f"/learn/{game}/{last}").text
        assert f'action="/quick/{game}"' in page
        assert f'name="level" value="{easiest}"' in page
        assert f"/learn/{game}/{last + 1}" not in page
        view = begun(site, guest, f"/quick/{game}", level=easiest)
    assert load(game).level(easiest, "en").name in view["seats"][1]["name"]


def test_there_are_no_other_lessons(site: Running) -> None:
    with site.guest() as guest:
        for path in ("babylone/0", "babylone/7", "chess/1", "chess"):
            assert guest.get(f"/learn/{path}").status_code == 404, path
        assert guest.post("/learn/babylone/7", json={}).status_code == 404


def test_an_attempt_is_refused_or_not_what_is_asked_for_or_right(site: Running) -> None:
    with site.guest() as guest:
        refused = tried(guest, "babylone/2", "a>d")
        other = tried(guest, "babylone/2", "d>e")
        done = tried(guest, "babylone/2", "a>b")
        assert (refused["kind"], refused["rule"]) == ("refused", "2.2")
        assert other["kind"] == "other"
        assert other["text"] == "Not that move: take the pile of two, and put it on a green one."
        assert "view" not in refused | other
        assert done["kind"] == "done"
        assert done["view"]["gestures"] == []
        assert done["view"]["solution"] is None
        assert done["view"]["prompt"]["why"] == exercise("babylone", 2, "en").words(
            "lesson.colour.done"
        )
        assert tried(guest, "babylone/3", "a>d")["kind"] == "done", "there, a refusal is asked for"


def test_presses_are_answered(site: Running) -> None:
    with site.guest() as guest:
        done = tried(guest, "babylone/3", presses=["pile-a", "pile-d"])
        assert (done["kind"], done["rule"]) == ("done", "2.2")
        assert tried(guest, "babylone/3", presses=["pile-a"]) == {"kind": "nothing"}
        outlook = tried(guest, "plus4/4", presses=["column-4"])
        assert outlook == {"kind": "outlook", "text": "This push gives you a line."}


def test_a_turn_of_two_actions_goes_on(site: Running) -> None:
    with site.guest() as guest:
        first = tried(guest, "redline/8", "-Y1")
        assert first["kind"] == "on"
        assert first["view"]["prompt"]["do"] == "Return one more tile."
        assert tried(guest, "redline/8", "-Y1", "-Y13")["kind"] == "done"


def test_what_is_not_understood_is_refused(site: Running) -> None:
    with site.guest() as guest, site.without_traceback():
        assert tried(guest, "plus4/1", "§")["kind"] == "refused"
        bad: list[Any] = [{"actions": "1"}, {"actions": ["x" * 500]}, {"actions": ["1"] * 9}, [], 3]
        for body in bad:
            assert guest.post("/learn/plus4/1", json=body).status_code == 400
        strange = [["nowhere-7"], ["column-"], ["column-1", "column-1"], [""]]
        for presses in strange:
            assert tried(guest, "plus4/1", presses=presses)["kind"] in ("refused", "nothing")


def test_a_browser_without_scripts_types_actions(site: Running) -> None:
    with site.guest() as guest:
        line = exercise("plus4", 4, "en")
        page = unescape(guest.get("/learn/plus4/4?typed=1").text)
        assert line.words("lesson.line.other") in page
        assert to_text(line.game.scene(line.start, 0, "en")) in page
        page = unescape(guest.get("/learn/redline/8?typed=-Y1").text)
        assert 'name="typed" value="-Y1"' in page
        done = unescape(guest.get("/learn/redline/8?typed=-Y1&typed=-Y13").text)
        assert exercise("redline", 8, "en").words("lesson.stuck.done") in done
        assert '<div id="next">' in done

"""The way to lessons and problems from their boxes, and from the last lesson to a game."""

from __future__ import annotations

from html import unescape

import pytest

from ludotheque import catalogue, load
from tests.site.http.test_box import begun
from tests.site.running import Running

GAMES = [box.name for box in catalogue()]


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


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_the_box_leads_to_the_lessons(site: Running, game: str, lang: str) -> None:
    with site.guest(lang) as guest:
        page = guest.get(f"/learn/{game}", follow_redirects=True)
        assert str(page.url).endswith(f"/learn/{game}/1")
        door = unescape(guest.get(f"/box/{game}").text)
        assert f'href="/learn/{game}"' in door
        assert f'data-total="{len(load(game).box.lessons(lang))}"' in door
        assert f'href="/problem/{game}"' in door
        assert not guest.cookies, "nobody needs to be remembered for that"


def test_what_is_no_text_is_refused(site: Running) -> None:
    said = {"content-type": "application/json"}
    with site.guest() as guest, site.without_traceback():
        for path in ("/learn/plus4/1", "/problem/plus4/2026-01-05"):
            assert guest.post(path, content=b'"\xff"', headers=said).status_code == 400

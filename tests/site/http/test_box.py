"""The shelf, its boxes, and the ways to begin a game from them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx
import pytest

from ludotheque import catalogue, load
from ludotheque.core.kit import Box
from ludotheque.games import draw_figure
from ludotheque.render.page import page_to_html
from ludotheque.table.names import BOT_SIGN
from tests.site.running import Running, cookie
from tests.site.wire import Wire

GAMES = [box.name for box in catalogue()]


def view_of(site: Running, guest: httpx.Client, table: str) -> dict[str, Any]:
    wire = Wire(site, table, cookie(guest))
    view = wire.hello()
    wire.close()
    return view


def begun(site: Running, guest: httpx.Client, path: str, **form: str) -> dict[str, Any]:
    """The view of the table that a press leads to."""
    answer = guest.post(path, data=form)
    assert answer.status_code == 303, answer.text
    return view_of(site, guest, answer.headers["location"].removeprefix("/t/"))


def win(site: Running, guest: httpx.Client, level: str) -> None:
    """Wins a game of Babylone with two tablets, once the lot lets the guest choose to begin."""
    form = {"start": "2", "seat0": "me", "seat1": level}
    while True:
        wire = Wire(site, site.new_table(guest, "babylone", **form), cookie(guest))
        wire.hello()
        while not (wire.view["can"]["act"] or wire.view["over"]):
            wire.hear()
        mine = wire.view["can"]["act"] and wire.act("first")["type"] == "kept"
        if mine:
            wire.act("a>b")
            assert wire.view["over"]
        wire.close()
        if mine:
            return


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_box_says_what_is_in_it(site: Running, game: str, lang: str) -> None:
    with site.guest(lang) as guest:
        assert f'href="/box/{game}"' in guest.get("/").text
        page = guest.get(f"/box/{game}")
        shown = unescape(page.text)
        box = load(game).box
        about = box.rules_page(lang).introduction
        for told in (
            box.title(lang),
            box.line(lang),
            box.aim(lang),
            *box.in_a_minute(lang),
            *about,
        ):
            assert told in shown
        assert f'href="/rules/{game}"' in shown
        assert "<svg" in shown


def test_a_box_names_players_age_time_and_origin_where_they_are_known(site: Running) -> None:
    with site.guest("fr") as guest:
        redline, croisements = (guest.get(f"/box/{g}").text for g in ("redline", "croisements"))
    for fact in ("2 à 6 joueurs", "dès 8 ans", "15 à 45 min", "P. Velleman", "Cobrain", "1988"):
        assert fact in redline
    assert "2 joueurs" in croisements
    assert "dès" not in croisements
    assert "Auteur et éditeur inconnus" in croisements


def test_variants_open_the_form_as_they_are(site: Running) -> None:
    with site.guest("fr") as guest, site.guest("fr") as friend:
        box = guest.get("/box/plus4").text
        assert "Trois manches" in box
        for aim in ("Ayez le plus de points après trois manches.", "Marquez 5 points, ligne"):
            assert aim in box, "a variant with another aim says so"
        invited = site.new_table(guest, "plus4", seat1="open", mode="endless", target="5")
        invitation = friend.get(site.invites(guest, invited)[0]).text
        assert "Marquez 5 points" in invitation
        form = guest.get("/new/plus4?variant=three").text
    assert '<option value="rounds" selected>' in form
    assert 'name="rounds"' in form
    assert '<option value="3" selected>' in form


@pytest.mark.parametrize(
    ("others", "kind", "doors"),
    [("open", "open", 2), ("here", "person", 1)],
    ids=["by link or anyone", "on this screen"],
)
def test_a_box_seats_friends(site: Running, others: str, kind: str, doors: int) -> None:
    with site.guest() as guest:
        page = guest.get("/box/redline").text
        assert page.count(f'name="seat1" value="{others}"') == doors
        seats = {f"seat{n}": others for n in range(1, 6)}
        view = begun(site, guest, "/new/redline", players="4", seat0="me", **seats)
    assert [seat["kind"] for seat in view["seats"]] == ["person", kind, kind, kind]


def chosen_level(page: str) -> str:
    found = re.search(r'<option value="(\w+)" selected', page)
    assert found is not None
    return found[1]


def test_one_press_meets_the_easiest_level_until_it_is_beaten(site: Running) -> None:
    with site.guest() as guest:
        assert (
            begun(site, guest, "/quick/babylone")["seats"][1]["name"]
            == f"{BOT_SIGN}Bot B (beginner)"
        )
        assert chosen_level(guest.get("/box/babylone").text) == "beginner"
        win(site, guest, "beginner")
        assert (
            begun(site, guest, "/quick/babylone")["seats"][1]["name"] == f"{BOT_SIGN}Bot B (casual)"
        )
        assert chosen_level(guest.get("/box/babylone").text) == "casual"
        assert chosen_level(guest.get("/box/plus4").text) == "beginner", "of that game alone"
    with site.guest() as other:
        assert chosen_level(other.get("/box/babylone").text) == "beginner"


def test_a_level_can_be_chosen(site: Running) -> None:
    with site.guest() as guest:
        strong = begun(site, guest, "/quick/plus4", level="strong")
        assert strong["seats"][1]["name"] == f"{BOT_SIGN}Bot B (strong)"
        nonsense = begun(site, guest, "/quick/plus4", level="grandmaster")
        assert nonsense["seats"][1]["name"] == f"{BOT_SIGN}Bot B (beginner)"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_letters_are_those_of_the_readers_language(site: Running, lang: str) -> None:
    with site.guest(lang) as guest:
        for path in ("/quick/croisements", "/new/croisements"):
            table = guest.post(path).headers["location"]
            assert f'[Words "{lang} ' in guest.get(f"{table}/record").text
        form = guest.get("/new/croisements").text
        assert f'<option value="{lang}" selected>' in form
        box = guest.get("/box/croisements").text
        assert ("variant=english" in box) == (lang == "fr"), "no variant is the default"
        fresh = guest.get("/new/croisements?variant=fresh").text
        assert f'<option value="{lang}" selected>' in fresh
        assert '<option value="no" selected>' in fresh


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_site_and_a_file_have_the_same_rules(site: Running, lang: str) -> None:
    with site.guest(lang) as guest:
        for box in catalogue():
            part = guest.get(f"/rules/{box.name}/part").text
            within = part.replace(f'href="/rules/{box.name}/rulings#', 'href="#')
            assert f"</h1>{within}" in file_of(box, lang)
            assert part in guest.get(f"/rules/{box.name}").text


def file_of(box: Box, lang: str) -> str:
    return page_to_html(box, lambda figure: draw_figure(box, figure, lang), lang)

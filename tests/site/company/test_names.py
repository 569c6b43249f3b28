"""Names as strangers see them at a table that anyone may join."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.site.company.names import NameFilter, read_filter
from tests.site.running import Running

CONTACTS = "see http://x", "me@home", "jeux.com", "www.x", "06 12 34 56 78"
HIDDEN_CONTACTS = (
    "evil.ru", "еvil.ru", "evil .ru", "evil . ru", "evil. ru", "evil[.]ru", "evil (dot) ru",
    "evil point ru", "ＥＶＩＬ．ＲＵ", "evil。ru", "зло.рф", "t.me/abc", "x.ru", "me(at)home",
    "0 6 - 1 2 - 3 4", "06__12__34", "06.12.34", "O6 I2 34 56", "①②③④⑤⑥", "٠٦١٢٣٤",
    "0️⃣6️⃣1️⃣2️⃣3️⃣4️⃣", "➊➋➌➍➎➏", "𝟎𝟔𝟏𝟐𝟑𝟒",
)  # fmt: skip
ALIKE = "rudе", "Ｒｕｄｅ", "r·u·d·e", "𝓻𝓾𝓭𝓮", "rüdé", "ΙDΙΟΤ", "ki11", "KІLL", "k|ll"


@pytest.mark.parametrize("name", HIDDEN_CONTACTS)
def test_contacts_are_found_however_they_are_written(name: str) -> None:
    assert NameFilter()(name) == ""


@pytest.mark.parametrize("name", ALIKE)
def test_letters_that_look_alike_are_the_same_to_the_list_of_the_host(name: str) -> None:
    assert NameFilter(["rude", "idiot", "kill"])(name) == ""


@pytest.mark.parametrize("name", [*CONTACTS, "Rude", "R u d é", "xRVD3x"])
def test_contacts_and_words_of_the_host_are_not_shown(name: str, tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("rude\n\nRVDE\n", "utf-8")
    assert read_filter(str(file))(name) == ""


PEOPLE = (
    "Ada", "Zoé 2", "Jean-Luc", "Comte", "C. Net", "李娜", "", "J.R. Ewing", "St. John", "Сара",
    "Мария 7", "O'Neil", "Gal·la", "Anne-Marie 1987", "Ολία", "אילו", "Lo Loi Olli", "مريم",
    "Mme. Dupont", "Nguyễn", "Bob III", "Louis XIV", "Δημήτρης",
)  # fmt: skip


@pytest.mark.parametrize("name", PEOPLE)
def test_other_names_are(name: str) -> None:
    assert NameFilter(["rude"])(name) == name


def test_at_an_open_table_and_nowhere_else(site: Running) -> None:
    with site.guest() as ana, site.guest() as bruno:
        form = {"seat0": "me", "seat1": "open", "name0": "ana@x.com"}
        private = site.new_table(ana, "plus4", **form)
        assert "ana@x.com" in ana.get(f"/t/{private}").text
        table = site.new_table(ana, "plus4", **form, public="yes")
        bruno.post(site.invites(ana, table)[0], data={"name": "0612345678"})
        for path in (f"/t/{table}", f"/t/{table}/record"):
            assert "ana@x.com" not in bruno.get(path).text
        assert "0612345678" not in ana.get(f"/t/{table}").text


def test_the_list_of_people_to_invite_shows_no_contact(site: Running) -> None:
    with site.guest() as ana, site.guest() as bruno:
        played = site.new_table(ana, "plus4", seat0="me", seat1="open", name0="Ana")
        assert bruno.post(site.invites(ana, played)[0], data={"name": "evil.ru"}).status_code == 303
        table = site.new_table(ana, "plus4", seat0="me", seat1="open", name0="t.me/ana")
        page = ana.get(f"/t/{table}/invites").text
        assert "evil.ru" not in page
        assert f'value="{played}.1">Invite Blue<' in page, "what the game calls the seat"
        ana.post(f"/t/{table}/invite", data={"person": f"{played}.1"})
        invitation = bruno.get("/tables").text
        assert f"/t/{table}/join" in invitation
        assert "t.me" not in invitation

"""What strangers are shown of a name at a table that is open to all."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.site.company.names import NameFilter, read_filter
from tests.site.running import Running

CONTACTS = "see http://x", "me@home", "jeux.com", "www.x", "06 12 34 56 78"


@pytest.mark.parametrize("name", [*CONTACTS, "Rude", "R u d é", "xRVD3x"])
def test_contacts_and_words_of_the_host_are_not_shown(name: str, tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("rude\n\nRVDE\n", "utf-8")
    assert read_filter(str(file))(name) == ""


@pytest.mark.parametrize("name", ["Ada", "Zoé 2", "Jean-Luc", "Comte", "C. Net", "李娜", ""])
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

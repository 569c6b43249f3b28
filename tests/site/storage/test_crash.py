"""Killed at any moment, the site loses nothing it has acknowledged and doubles nothing.

Ten times here, as often as LUDOTHEQUE_KILLS says in `make soak`.
"""

from __future__ import annotations

from pathlib import Path

from tests.site.running import Running, alive, until
from tests.site.storage.killing import again, check, keep_killing, playing, sittings
from tests.site.wire import Wire


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    site = Running(tmp_path).start()
    for kills in sittings():
        with playing([site], 8, 1) as clients:
            keep_killing(clients, [again(site)], kills)
        check([site], clients)
    site.stop()


def test_bots_take_up_their_games_after_a_kill(tmp_path: Path) -> None:
    site = Running(tmp_path).start()
    with site.guest() as guest:
        tables = [
            site.new_table(guest, game, seat0="random", seat1="random")
            for game in ("plus4", "redline", "babylone") * 3
        ]
    wires = [Wire(site, table) for table in tables]  # bots play while a guest looks
    until(site.children)
    thinking = site.children()
    site.kill()
    for wire in wires:
        wire.close()
    until(lambda: not any(map(alive, thinking)))
    known = {table: site.events(table) for table in tables}
    site.start()
    for table in tables:
        wire = Wire(site, table)
        wire.hello()
        while not wire.view["over"]:
            wire.hear(60)
        wire.close()
        assert site.events(table)[: len(known[table])] == known[table]
    assert any(site.events(table) != known[table] for table in tables), "the kill came too late"
    site.stop()

"""All games of a device as one file: saved, restored, and refused if invalid."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.pocket import saved_games
from ludotheque.pocket.device import StoredTable
from ludotheque.pocket.tables import SavedGamesError
from tests.pocket.browser import MemoryBrowser, Person, act, at_the_screen, match_at

GAMES = ("babylone", "plus4", "croisements")  # none of which can end within three moves


async def played(person: Person) -> list[str]:
    """Three games of some moves by a person with a name; the last one is forgotten."""
    await person.ask("/me", "POST", name="Ana")
    tables = [await begun(person, game) for game in GAMES]
    await person.ask(f"/tables/{tables[-1]}/forget", "POST")
    return tables


async def begun(person: Person, game: str) -> str:
    table = await person.begin(f"/new/{game}", seat0="me", seat1="here")
    await play(person, table, 3)
    return table


async def play(person: Person, table: str, moves: int, choice: int = 0) -> None:
    assert await person.door.open("line", table, "en")
    for _ in range(moves):
        said = await act(person, table, f"{len(person.browser.logs[table])}", choice)
        assert said[-1]["type"] == "kept", said
    person.door.close("line")


async def saved(person: Person) -> dict[str, Any]:
    answer = await person.ask("/me/games.json")
    assert ".json" in answer["headers"]["content-disposition"]
    found: dict[str, Any] = json.loads(answer["body"])
    return found


async def brought(person: Person, file: dict[str, Any]) -> dict[str, int]:
    """How many games were added, how many were there already, and how many differ."""
    answer = await person.ask("/me/games", "POST", games=json.dumps(file))
    assert answer["status"] == 303, answer["body"]
    location = answer["headers"]["location"]
    assert 'role="status"' in (await person.ask(location))["body"].partition("<main")[2]
    return {kind: int(n) for kind, n in parse_qsl(urlsplit(location).query)}


async def refused(person: Person, text: str) -> str:
    """The page that says why nothing was taken from a file."""
    before = deepcopy((person.browser.logs, person.browser.listed, person.browser.settings))
    answer = await person.ask("/me/games", "POST", games=text)
    assert answer["status"] == 400
    assert 'role="alert"' in answer["body"]
    assert before == (person.browser.logs, person.browser.listed, person.browser.settings)
    body: str = answer["body"]
    return body


def test_all_games_come_back_on_an_empty_device(browser: MemoryBrowser) -> None:
    async def work() -> None:
        person, other = Person(browser), Person(MemoryBrowser(), "fr")
        tables = await played(person)
        file = await saved(person)
        assert await brought(other, file) == {"added": 3, "known": 0, "different": 0}
        assert other.browser.logs == browser.logs
        assert other.browser.listed == browser.listed
        assert sorted(other.browser.told) == sorted(tables), "other pages hear of them"
        assert "Ana" in (await other.ask("/me"))["body"]
        assert await saved(other) == file
        await play(other, tables[0], 1)
        again = other.browser.logs[tables[0]]
        assert [row["seq"] for row in again] == [*range(len(again))]
        for path in ("/tables", "/me/scores", *(f"/t/{table}" for table in tables)):
            assert (await other.ask(path))["status"] == 200

    at_the_screen(work())


def test_bringing_back_twice_changes_nothing(browser: MemoryBrowser) -> None:
    async def work() -> None:
        person = Person(browser)
        await played(person)
        before = deepcopy((browser.logs, browser.listed))
        browser.told.clear()
        file = await saved(person)
        for _ in range(2):
            assert await brought(person, file) == {"added": 0, "known": 3, "different": 0}
        assert before == (browser.logs, browser.listed)
        assert browser.told == []

    at_the_screen(work())


def test_what_a_file_knows_more_is_added_and_what_it_knows_less_stays(
    browser: MemoryBrowser,
) -> None:
    async def work() -> None:
        here, other = Person(browser), Person(MemoryBrowser())
        longer, shorter, hidden = await played(here)
        await here.ask(f"/tables/{longer}/forget", "POST")
        await brought(other, await saved(here))
        await play(other, longer, 2)
        await play(here, shorter, 2)
        match = await match_at(other, longer)
        assert (await match_at(here, longer)).moves != match.moves
        await here.ask("/me", "POST", name="Bea")
        counts = await brought(here, await saved(other))
        assert counts == {"added": 1, "known": 2, "different": 0}
        assert (await match_at(here, longer)).moves == match.moves, "also what is in memory"
        assert browser.logs[longer] == other.browser.logs[longer]
        assert len(browser.logs[shorter]) > len(other.browser.logs[shorter])
        assert browser.listed[longer][2], "what was forgotten here stays so"
        assert browser.listed[hidden][2]
        assert browser.settings["name"] == "Bea"

    at_the_screen(work())


def test_a_game_that_went_on_differently_stays_as_it_is(browser: MemoryBrowser) -> None:
    async def work() -> None:
        here, other = Person(browser), Person(MemoryBrowser())
        table, *_ = await played(here)
        await brought(other, await saved(here))
        await play(here, table, 1)
        await play(other, table, 2, choice=1)
        before = deepcopy(browser.logs)
        counts = await brought(here, await saved(other))
        assert counts == {"added": 0, "known": 2, "different": 1}
        assert browser.logs == before

    at_the_screen(work())


def test_another_page_may_be_faster_once(
    browser: MemoryBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        person, empty = Person(browser), MemoryBrowser()
        await played(person)
        file, other, page = await saved(person), Person(empty), Person(empty)
        add = empty.add

        async def late(tables: str) -> bool:
            monkeypatch.setattr(empty, "add", add)
            assert (await brought(page, file))["added"] == 3
            return await add(tables)

        monkeypatch.setattr(empty, "add", late)
        assert await brought(other, file) == {"added": 0, "known": 3, "different": 0}
        assert empty.logs == browser.logs

    at_the_screen(work())


def test_a_device_without_room_says_so(browser: MemoryBrowser) -> None:
    async def work() -> None:
        person, other = Person(browser), Person(MemoryBrowser())
        await played(person)
        other.browser.full = True
        sent = json.dumps(await saved(person))
        answer = await other.ask("/me/games", "POST", games=sent)
        assert "storage is full" in answer["body"]
        assert not other.browser.settings

    at_the_screen(work())


@pytest.mark.parametrize(
    "text",
    ["", "[Game]", "[]", "{}", "[" * 100_000, '{"format": "other"}', '{"format": NaN}', "\ud800"],
    ids=["none", "record", "list", "empty", "deep", "other", "nan", "surrogate"],
)
def test_a_file_that_is_no_such_file_is_refused(browser: MemoryBrowser, text: str) -> None:
    with pytest.raises(SavedGamesError, match="no_file"):
        saved_games.read(text)
    if text.isprintable():
        assert "was not made by “Save all games”" in at_the_screen(refused(Person(browser), text))


def test_a_file_of_many_games_comes_back(browser: MemoryBrowser) -> None:
    """Fields of other forms have at most 1 MiB."""

    async def work() -> None:
        person, other = Person(browser), Person(MemoryBrowser())
        await played(person)
        file = await saved(person)
        table = file["tables"][0]
        many = 2**20 // len(json.dumps(table)) + 1
        tables = [{**table, "id": f"copy-{n}"} for n in range(many)]
        counts = await brought(other, {**file, "tables": tables})
        assert counts == {"added": many, "known": 0, "different": 0}

    at_the_screen(work())


def test_a_file_that_is_too_large_is_called_so(
    browser: MemoryBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_games, "LONGEST", 2_000)
    monkeypatch.setattr(saved_games, "_LONGEST_SENT", 3 * 2_000 + 100)
    sent = "é" * 1_000 + "\ufffd"  # a page sends one byte too many, which may cut a letter
    page = at_the_screen(refused(Person(browser), sent))
    assert "too large" in page


def test_a_newer_file_and_one_that_is_too_large_are_refused(browser: MemoryBrowser) -> None:
    newer = json.dumps({"format": saved_games.FORMAT, "version": 2})
    assert "newer version" in at_the_screen(refused(Person(browser), newer))
    for letter in " é":  # the limit is in bytes
        text = letter * (saved_games.LONGEST // len(letter.encode()) + 1)
        with pytest.raises(SavedGamesError, match="large"):
            saved_games.read(text)


def test_one_broken_game_among_good_ones_refuses_the_file(browser: MemoryBrowser) -> None:
    async def work() -> None:
        person, other = Person(browser), Person(MemoryBrowser())
        await played(person)
        whole = await saved(person)
        changes: list[Callable[[list[Any]], object]] = [
            lambda events: events.clear(),
            lambda events: events.pop(0),
            lambda events: events.pop(1),
            lambda events: events.append(events[-1]),
            lambda events: events[0]["body"].update(spec="chess"),
            lambda events: events[0]["body"].update(seats=[]),
            lambda events: events[0]["body"]["seats"][0].update(kind="bot", bot="none"),
            lambda events: events[0]["body"]["seats"][0].update(kind="nobody"),
            lambda events: events[-1]["body"].update(text="nonsense"),
            lambda events: events[-1].update(at="noon"),
            lambda events: events[-1].update(at=-1),
        ]
        for change in changes:
            file = deepcopy(whole)
            change(file["tables"][1]["events"])
            assert "damaged" in await refused(other, json.dumps(file))
        twice = {**whole, "tables": [whole["tables"][0]] * 2}
        assert "damaged" in await refused(other, json.dumps(twice))
        table = whole["tables"][0]
        for wrong in ({"id": "../x"}, {"changed": 10**20}, {"changed": True}, {"events": None}):
            file = {**whole, "tables": [{**table, **wrong}]}
            assert "damaged" in await refused(other, json.dumps(file))

    at_the_screen(work())


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """A file of three games."""

    async def work() -> dict[str, Any]:
        person = Person(MemoryBrowser())
        await played(person)
        return await saved(person)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ludotheque.pocket.files.read_by_browser", lambda: None)
        return at_the_screen(work())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


def places(found: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values in a JSON value."""
    inner = found.items() if isinstance(found, dict) else enumerate(found)
    ways = [(*way, key) for key, _ in inner]
    return ways + [
        deeper
        for step in ways
        if isinstance(value := found[step[-1]], dict | list)
        for deeper in places(value, step)
    ]


@given(st.data())
def test_a_file_with_any_value_changed_is_refused_or_harmless(
    whole: dict[str, Any], data: st.DataObject
) -> None:
    """Games taken from a file can be shown on every page; a refused file adds none."""
    file = deepcopy(whole)
    *way, last = data.draw(st.sampled_from(places(file)), label="place")
    inner: Any = file
    for step in way:
        inner = inner[step]
    inner[last] = data.draw(JSON | st.sampled_from([-1, 1, "me", "seated", "over", "undone"]))

    async def work() -> None:
        other = Person(MemoryBrowser())
        answer = await other.ask("/me/games", "POST", games=json.dumps(file))
        if answer["status"] == 400:
            assert not other.browser.logs
            return
        assert answer["status"] == 303
        for path in ("/tables", "/me/scores", "/me", *(f"/t/{id_}" for id_ in other.browser.logs)):
            assert (await other.ask(path))["status"] == 200
        assert (await brought(other, await saved(other)))["known"] == len(other.browser.logs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ludotheque.pocket.files.read_by_browser", lambda: None)
        at_the_screen(work())


def test_a_file_is_written_as_it_is_read() -> None:
    events: list[Any] = [{"seq": 0, "kind": "created", "body": {}, "at": 1, "client": None}]
    tables = [StoredTable(id="a", changed=1, forgotten=False, events=events)]
    assert saved_games.read(saved_games.write("Ana", tables)) == ("Ana", tables)

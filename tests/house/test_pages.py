"""Pages and forms, at both doors."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any

import httpx
import pytest

from ludotheque import catalogue, load
from ludotheque.games import names
from ludotheque.play.match import Match
from ludotheque.practice.lessons import exercise
from ludotheque.practice.problems import daily
from ludotheque.practice.shapes import LessonStart
from ludotheque.render import to_text
from ludotheque.table.names import BOT_SIGN
from tests.house.client import carried, words_of
from tests.house.doors import House, acted, begun, match_at, my_turn, new_table
from tests.practice.test_exercise import BAD
from tests.shapes import assert_shaped
from tests.site.wire import Wire

DAY = date(2026, 1, 5)
NO_FILE = {"file": ("", b"")}  # sent with the form of a record that has a text


@pytest.mark.parametrize("game", names())
def test_the_shelf_leads_to_a_box_and_its_rules(house: House, game: str) -> None:
    with house.guest() as guest:
        title = load(game).box.title("en")
        shelf = guest.get("/").text
        assert title in shelf
        for path in (f"/box/{game}", f"/rules/{game}"):
            answer = guest.get(path)
            assert answer.status_code == 200
            assert title in answer.text
        part = guest.get(f"/rules/{game}/part").text
        assert "<html" not in part
        assert part in guest.get(f"/rules/{game}").text


def test_a_game_begun_is_on_the_shelf(house: House) -> None:
    with house.guest() as guest:
        table = begun(guest, "/quick/babylone")
        assert f'/t/{table}"' in guest.get("/").text


def test_privacy_is_explained(house: House) -> None:
    with house.guest() as guest:
        assert guest.get("/privacy").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/box/nothing", 404),
        ("GET", "/rules/nothing", 404),
        ("GET", "/rules/nothing/part", 404),
        ("GET", "/rules/nothing/rulings", 404),
        ("GET", "/nothing", 404),
        ("PUT", "/me", 405),
        ("POST", "/t/nothing", 405),
    ],
)
def test_what_no_page_answers_is_refused(house: House, method: str, path: str, status: int) -> None:
    with house.guest() as guest:
        answer = guest.request(method, path)
        assert answer.status_code == status
        assert (status == 405) == ("allow" in answer.headers)


@pytest.mark.parametrize("game", names())
def test_one_press_starts_a_game_against_the_computer(house: House, game: str) -> None:
    with house.guest() as guest:
        page = guest.get(f"/t/{begun(guest, f'/quick/{game}')}")
        assert page.status_code == 200
        assert "application/json" in page.text
        assert len(page.content) < 100_000


def test_a_name_is_shown_as_text(house: House) -> None:
    with house.guest() as guest:
        name = '<script>alert("1")</script>\u202e\n' + "x" * 150
        guest.get("/me", follow_redirects=True)
        guest.post("/me", data={"name": name})
        page = guest.get("/me").text
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_a_name_is_remembered(house: House) -> None:
    with house.guest() as guest:
        guest.get("/me", follow_redirects=True)
        guest.post("/me", data={"name": "  Ana  "})
        assert 'value="Ana"' in guest.get("/me").text
        table = begun(guest, "/quick/plus4")
        assert "Ana" in guest.get(f"/t/{table}").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/t/nothing", 404),
        ("/t/nothing/record", 404),
        ("/t/nothing/at/3", 404),
        ("/t/nothing/told", 404),
        ("/new/chess", 404),
        ("/learn/chess", 404),
        ("/learn/chess/1", 404),
        ("/learn/babylone/0", 404),
        ("/learn/babylone/7", 404),
        ("/learn/babylone/x", 400),
        ("/problem/nothing/2026-01-05", 404),
        ("/problem/babylone/9999-12-31", 404),
        ("/problem/babylone/monday", 400),
    ],
)
def test_what_is_not_there_gets_a_page_or_a_problem(house: House, path: str, status: int) -> None:
    with house.guest() as guest:
        page = guest.get(path)
        assert page.status_code == status
        assert "That did not work" in page.text
        told = guest.get(path, headers={"accept": "application/json"})
        assert told.status_code == status
        assert told.headers["content-type"] == "application/problem+json"
        assert told.json()["status"] == status


@pytest.mark.parametrize("path", ["/quick/chess", "/t/nothing/rematch", "/learn/babylone/7"])
def test_nothing_is_sent_to_what_is_not_there(house: House, path: str) -> None:
    with house.guest() as guest:
        page = guest.post(path, json={})
        assert page.status_code == 404
        assert "That did not work" in page.text
        told = guest.post(path, json={}, headers={"accept": "application/json"})
        assert told.status_code == 404
        assert told.headers["content-type"] == "application/problem+json"
        assert told.json()["status"] == 404


# A new game, and one that comes as a record


def test_a_level_that_is_not_there_comes_back_with_the_form(house: House) -> None:
    with house.guest() as guest:
        answer = guest.post("/new/plus4", data={"seat0": "me", "seat1": "grandmaster"})
        assert answer.status_code == 400
        assert "there is no level “grandmaster”" in answer.text


def test_options_out_of_range_come_back_with_the_form(house: House) -> None:
    with house.guest() as guest:
        answer = guest.post("/new/redline", data={"players": "5", "hand": "10"})
        assert answer.status_code == 400
        assert "There are not enough tiles" in answer.text
        assert '<option value="5" selected>' in answer.text, "what was filled in is still there"


@pytest.mark.parametrize(
    ("game", "form", "told"),
    [
        ("babylone", {"start": "abc"}, "choisissez de 1 à 6 nombres, chacun de 1 à 24."),
        ("plus4", {"target": "0"}, "choisissez de 1 à"),
        ("plus4", {"mode": "fast"}, "Façon de jouer\u00a0: choisissez dans la liste."),
        ("plus4", {"lines": "best"}, "ne s’applique pas avec"),
    ],
)
def test_a_wrong_option_is_called_what_the_form_calls_it(
    house: House, game: str, form: dict[str, str], told: str
) -> None:
    with house.guest("fr") as guest:
        page = guest.post(f"/new/{game}", data=form)
        assert page.status_code == 400
        (why,) = re.findall(r'role="alert">(.*?)</p>', page.text)
        (name,) = form
        assert told in why
        assert why.startswith(load(game).words("fr")(f"option.{name}"))
        assert f"« {name} »" not in why


def opening(house: House, guest: httpx.Client, game: str) -> tuple[str, Wire]:
    """A table three moves into a game; a deal that ends sooner is dealt anew."""
    while True:
        table = new_table(guest, game, seat0="me", seat1="here", name0="A", name1="B")
        line = house.line(guest, table)
        line.hello()
        for _ in range(3):
            if not line.view["over"]:
                acted(line, line.view["gestures"][0][-1])
        if not line.view["over"]:
            return table, line
        line.close()


@pytest.mark.parametrize("game", names())
def test_a_record_is_downloaded_and_opened_again(house: House, game: str) -> None:
    with house.guest() as guest, house.guest() as other:
        table, line = opening(house, guest, game)
        record = guest.get(f"/t/{table}/record").text
        sent = other.post("/open", data={"text": record}, files=NO_FILE)
        assert sent.status_code == 303, sent.text
        again = house.line(other, sent.headers["location"].removeprefix("/t/"))
        view = again.hello()
        assert view["moves"] == line.view["moves"]
        assert view["can"]["act"], "and can be continued"
        acted(again, view["gestures"][0][-1])
        line.close()
        again.close()


@pytest.mark.parametrize(
    ("lang", "bot"), [("fr", "Robot B (au hasard)"), ("en", "Bot B (at random)")]
)
def test_in_an_opened_game_the_bot_is_the_bot(house: House, lang: str, bot: str) -> None:
    record = f'[Game "plus4"]\n[Rules "1"]\n[Seat "Ana"]\n[Seat "{bot}"]\n\nbegin 0 | 1 | 2 | 3'
    with house.guest() as guest:
        line = house.line(guest, begun(guest, "/open", text=record))
        view = line.hello()
        shown = [seat["name"] for seat in view["seats"]]
        assert shown == ["Ana", f"{BOT_SIGN}Bot B (at random)"], lang
        assert [seat["kind"] for seat in view["seats"]] == ["person", "bot"]
        my_turn(line)
        assert len(line.view["moves"]) == 5, "the bot has moved"
        line.close()


def test_among_bots_alone_the_guest_takes_the_seat_to_move(house: House) -> None:
    seats = '[Seat "Bot A (at random)"]\n[Seat "Bot B (strong)"]'
    with house.guest() as guest:
        text = f'[Game "plus4"]\n[Rules "1"]\n{seats}\n\nbegin 0 | 1'
        line = house.line(guest, begun(guest, "/open", text=text))
        assert [seat["kind"] for seat in line.hello()["seats"]] == ["bot", "person"]
        line.close()


def test_a_wrong_record_is_explained(house: House) -> None:
    with house.guest() as guest:
        for text, words in (
            ("", "The file does not say which game"),
            ('[Game "plus4"]\n[Rules "1"]\n\nbegin 0 | 1 | 9', "3. I do not understand"),
            ('[Game "plus4"]\n[Rules "7"]\n\n', "The game follows version 7"),
        ):
            answer = guest.post("/open", data={"text": text}, files=NO_FILE)
            assert answer.status_code == 400
            assert f"This file is not a game we can read. {words}" in answer.text
            assert text.partition("\n")[0].replace('"', "&#34;") in answer.text, "and is kept"


# A table


def test_looking_back_shows_every_position(house: House) -> None:
    with house.guest() as guest:
        table = new_table(guest, "plus4", seat0="me", seat1="here")
        line = house.line(guest, table)
        line.hello()
        for action in "123":
            acted(line, action)
        counts = [
            sum(part[0].startswith("pawn-") for part in board["parts"])
            for n in range(1, 5)
            for board in guest.get(f"/t/{table}/at/{n}").json()["areas"][:1]
        ]
        assert counts == [0, 1, 2, 3]
        for none, status in (("9", 404), ("-1", 404), ("x", 400), ("abc", 400), ("1.5", 400)):
            assert guest.get(f"/t/{table}/at/{none}").status_code == status, none
        assert len(guest.get(f"/t/{table}/told").json()) == len(line.view["moves"])
        line.close()


def test_my_games_count_what_people_have_decided(house: House) -> None:
    """Not the lot, and no tile of the deal."""
    with house.guest() as guest:
        line = house.line(guest, new_table(guest, "redline", seat0="me", seat1="here"))
        view = line.hello()
        assert "· 0 moves" in guest.get("/tables").text
        assert line.act(view["gestures"][0][-1])["type"] == "kept"
        assert "· 1 move" in guest.get("/tables").text
        line.close()


def test_a_game_is_forgotten_and_remembered(house: House) -> None:
    with house.guest() as guest:
        table = new_table(guest, "plus4", seat0="me", seat1="here")
        log = house.events(table)
        there = f'/t/{table}"'
        assert there in guest.get("/tables").text
        back = guest.post(f"/tables/{table}/forget").headers["location"]
        assert f"/tables/{table}/remember" in guest.get(back).text
        assert there not in guest.get("/tables").text
        assert house.events(table) == log
        assert guest.get(f"/t/{table}").status_code == 200
        again = guest.post(f"/tables/{table}/remember")
        assert again.headers["location"] == "/tables"
        assert there in guest.get("/tables").text
        assert guest.post("/tables/nothing/forget").status_code == 303


def resigned(house: House, guest: httpx.Client, table: str) -> None:
    """Resigns, even if a bot moves meanwhile."""
    line = house.line(guest, table)
    line.hello()
    while (answer := line.ask({"type": "resign"}))["type"] != "kept":
        assert "moved on" in answer["text"], "a bot may move meanwhile, once"
    line.close()


def test_scores_are_counted_and_their_course_is_drawn_once_there_is_one(house: House) -> None:
    with house.guest("fr") as guest:
        assert "Aucune partie terminée pour l’instant." in guest.get("/me/scores").text
        for _ in range(6):
            resigned(house, guest, new_table(guest, "plus4", seat0="me", seat1="random"))
        resigned(house, guest, new_table(guest, "plus4", seat0="me", seat1="here"))
        page = guest.get("/me/scores").text
        assert page.count("<polyline") == 1
        assert "0 % de victoires au début, 0 % maintenant" in page.replace("\u00a0", " ")
        assert "6 parties" in page
        level = load("plus4").level("beginner", "fr").name
        assert level in page, "the level to try next"


def test_a_rematch_is_made_once_for_who_sat_there_when_it_is_over(house: House) -> None:
    with house.guest() as guest:
        table = new_table(guest, "plus4", seat0="me", seat1="here", name0="Ana")
        assert guest.post(f"/t/{table}/rematch").status_code == 409, "it is not over"
        resigned(house, guest, table)
        fresh = {begun(guest, f"/t/{table}/rematch") for _ in range(3)}
        assert len(fresh) == 1
        assert fresh != {table}
        assert "Ana" in guest.get(f"/t/{fresh.pop()}").text


def finished_by_bots(house: House, guest: httpx.Client) -> str:
    """A table of bots alone, which the guest has watched."""
    table = new_table(guest, "babylone", start="2,1", seat0="random", seat1="random")
    line = house.line(guest, table)
    line.hello()
    while not line.view["over"]:
        line.hear()
    line.close()
    return table


def test_an_onlooker_gets_no_rematch(house: House) -> None:
    with house.guest() as guest:
        table = finished_by_bots(house, guest)
        log = house.events(table)
        told = guest.post(f"/t/{table}/rematch", headers={"accept": "application/json"})
        assert told.status_code == 403
        assert told.json()["type"] == "urn:ludotheque:onlooker"
        assert house.events(table) == log
        assert guest.post(f"/t/{table}/next-level").status_code == 409


def test_the_next_level_is_the_same_game_against_a_stronger_bot(house: House) -> None:
    game = Match(load("plus4(mode=endless,target=5)"), ["Ana", "Bot B (at random)"], first=0)
    game.resign(1)
    with house.guest() as guest:
        won = begun(guest, "/open", text=game.record().write())
        fresh = begun(guest, f"/t/{won}/next-level")
        line = house.line(guest, fresh)
        assert [seat["name"] for seat in line.hello()["seats"]] == [
            "Ana",
            f"{BOT_SIGN}Bot B (beginner)",
        ]
        assert line.view["over"] is None
        record = guest.get(f"/t/{fresh}/record").text
        assert '[Game "plus4(mode=endless,target=5' in record
        assert guest.post(f"/t/{fresh}/next-level").status_code == 409, "it goes on"
        line.close()


@pytest.mark.parametrize(
    ("lang", "why"), [("fr", "donnerait des indices"), ("en", "would give hints")]
)
def test_before_the_end_a_review_is_refused(house: House, lang: str, why: str) -> None:
    with house.guest(lang) as guest:
        table = new_table(guest, "babylone", seat0="me", seat1="here")
        page = guest.get(f"/t/{table}/review")
        assert page.status_code == 409
        assert why in page.text
        told = guest.get(f"/api/tables/{table}/review")
        assert told.status_code == 409
        assert why in told.json()["title"]
        assert guest.post(f"/t/{table}/play-on", data={"at": "0"}).status_code == 409
        assert guest.get(f"/t/{table}/review/at/1").status_code == 409
        assert guest.get(f"/t/{table}/retry/1").status_code == 409


def test_a_number_that_a_review_cannot_use_is_refused(house: House) -> None:
    known = [f"known={number}" for number in ("x", "-1", "1.5", "9999999999")]
    wait = [f"wait={number}" for number in ("abc", "-1", "nan", "9", "")]
    with house.guest() as guest:
        table = finished_by_bots(house, guest)
        for wrong in (*known, *wait):
            told = guest.get(f"/api/tables/{table}/review?{wrong}")
            assert told.status_code == 400, wrong
            assert told.json()["type"] == "urn:ludotheque:bad_request"


def test_playing_on_keeps_bots_and_tries_what_was_better(house: House) -> None:
    with house.guest() as guest:
        table = finished_by_bots(house, guest)
        fresh = begun(guest, f"/t/{table}/play-on", at="1", then="first")
        assert match_at(guest, fresh).moves[1].text == "first"
        kinds = [who["kind"] for who in house.events(fresh)[0][2]["seats"]]
        assert kinds.count("person") == 1
        told, end = {"accept": "application/json"}, len(match_at(guest, table).moves)
        for wrong in ({"at": str(end)}, {"at": "999"}, {"at": "-1"}, {"at": "x"}, {}):
            refused = guest.post(f"/t/{table}/play-on", data=wrong, headers=told)
            assert refused.status_code in (400, 404, 409), wrong
            assert refused.headers["content-type"] == "application/problem+json"


# Lessons, problems


def tried(guest: httpx.Client, lesson: str, *actions: str, **more: Any) -> dict[str, Any]:
    answer = guest.post(f"/learn/{lesson}", json={"actions": actions, **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", [box.name for box in catalogue()])
def test_a_lesson_has_a_page(house: House, game: str, lang: str) -> None:
    played = exercise(game, 1, lang)
    total = len(played.box.lessons(lang))
    with house.guest(lang) as guest:
        assert guest.get(f"/learn/{game}").headers["location"] == f"/learn/{game}/1"
        page = guest.get(f"/learn/{game}/1").text
        shown = unescape(page)
        for told in (played.title, *played.task[:2], exercise(game, total, lang).title):
            assert told in shown
        first = carried(page, "first")
        assert_shaped(first, LessonStart)
        assert set(carried(page, "words")) == words_of("LessonWords") | words_of("PromptWords")
        assert first["view"]["gestures"]
        assert first["view"]["prompt"]["do"]
        assert not guest.cookies, "nobody needs to be remembered for a lesson"


def test_an_attempt_is_refused_or_not_what_is_asked_for_or_right(house: House) -> None:
    with house.guest() as guest:
        refused = tried(guest, "babylone/2", "a>d")
        other = tried(guest, "babylone/2", "d>e")
        done = tried(guest, "babylone/2", "a>b")
        assert (refused["kind"], refused["rule"]) == ("refused", "2.2")
        assert other["kind"] == "other"
        assert other["text"] == "Not that move: take the pile of two, and stack it on a green one."
        assert "view" not in refused | other
        assert done["kind"] == "done"
        assert done["view"]["gestures"] == []
        assert done["view"]["solution"] is None
        assert done["view"]["prompt"]["why"] == exercise("babylone", 2, "en").words(
            "lesson.colour.done"
        )
        assert tried(guest, "babylone/3", "a>d")["kind"] == "done", "there, a refusal is asked for"


def test_presses_are_answered(house: House) -> None:
    with house.guest() as guest:
        done = tried(guest, "babylone/3", presses=["pile-a", "pile-d"])
        assert (done["kind"], done["rule"]) == ("done", "2.2")
        assert tried(guest, "babylone/3", presses=["pile-a"]) == {"kind": "nothing"}
        outlook = tried(guest, "plus4/4", presses=["column-4"])
        assert outlook == {"kind": "outlook", "text": "This push gives you a line."}


def test_a_turn_of_two_actions_goes_on(house: House) -> None:
    with house.guest() as guest:
        first = tried(guest, "redline/8", "-Y1")
        assert first["kind"] == "on"
        assert first["view"]["prompt"]["do"] == "Return one more tile."
        assert tried(guest, "redline/8", "-Y1", "-Y13")["kind"] == "done"


def test_what_is_not_understood_is_refused(house: House) -> None:
    with house.guest() as guest:
        assert tried(guest, "plus4/1", "§")["kind"] == "refused"
        said = {"content-type": "application/json"}
        no_json = [b"", b"{", b"[" * 50_000]
        for content in no_json + [json.dumps(body).encode() for body in BAD]:
            for path in ("/learn/plus4/1", "/problem/plus4/2026-01-05"):
                answer = guest.post(path, content=content, headers=said)
                assert answer.status_code == 400, content
        assert guest.post("/learn/plus4/1", data={"actions": "1"}).status_code == 400
        for typed in ("typed=1&" * 9, "typed=" + "x" * 201):
            assert guest.get(f"/learn/plus4/1?{typed}").status_code == 400
        strange = [["nowhere-7"], ["column-"], ["column-1", "column-1"], [""]]
        for presses in strange:
            assert tried(guest, "plus4/1", presses=presses)["kind"] in ("refused", "nothing")


def test_a_browser_without_scripts_types_actions(house: House) -> None:
    with house.guest() as guest:
        line = exercise("plus4", 4, "en")
        page = unescape(guest.get("/learn/plus4/4?typed=1").text)
        assert line.words("lesson.line.other") in page
        assert to_text(line.game.scene(line.start, 0, "en")) in page
        page = unescape(guest.get("/learn/redline/8?typed=-Y1").text)
        assert 'name="typed" value="-Y1"' in page
        done = unescape(guest.get("/learn/redline/8?typed=-Y1&typed=-Y13").text)
        assert exercise("redline", 8, "en").words("lesson.stuck.done") in done
        assert '<div id="next">' in done


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", names())
def test_a_problem_has_a_page_for_its_day(house: House, game: str, lang: str) -> None:
    played = daily(game, DAY, lang)
    with house.guest(lang) as guest:
        page = guest.get(f"/problem/{game}/{DAY}").text
        shown = unescape(page)
        assert played.title in shown
        assert played.task.do in shown
        assert_shaped(carried(page, "first"), LessonStart)
        words = words_of("ProblemWords") | words_of("LessonWords") | words_of("PromptWords")
        assert set(carried(page, "words")) == words
        assert not guest.cookies, "nobody needs to be remembered for a problem"


def test_attempts_are_answered_step_by_step(house: House) -> None:
    days = (DAY + timedelta(days=n) for n in range(100))
    day = next(day for day in days if daily("plus4", day, "en").lesson.name == "win")
    played, address = daily("plus4", day, "en"), f"/problem/plus4/{day}"
    right: list[str] = []
    with house.guest("en") as guest:
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


def test_today_has_a_problem_and_tomorrow_has_none_yet(house: House) -> None:
    with house.guest("en") as guest:
        found = guest.get("/problem/babylone").headers["location"]
        today = datetime.now(UTC).date()
        assert guest.get(found).status_code == 200
        assert found.rpartition("/")[2] in (str(today), str(today - timedelta(days=1)))
        assert guest.post("/problem/babylone/9999-12-31", json={}).status_code == 404

"""The pages of this house, and what they ask: the paths are those of a site."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from ludotheque.core.reason import RecordError, Refusal
from ludotheque.core.record import read_record
from ludotheque.core.texts import texts
from ludotheque.games import find, load_for
from ludotheque.play.lessons import Exercise, exercise
from ludotheque.play.levels import level_after
from ludotheque.play.match import replay
from ludotheque.play.problems import daily, today
from ludotheque.pocket.lines import House
from ludotheque.pocket.requests import TEXT, Answer, Request, Routes, data, redirect
from ludotheque.pocket.tables import GUEST, present
from ludotheque.table.changes import deny
from ludotheque.table.commands import Past, past_of, variation
from ludotheque.table.names import clean_name
from ludotheque.table.results import next_opponent
from ludotheque.table.seats import BOT, PERSON, Sitter
from ludotheque.table.table import Table
from ludotheque.table.views.page import past_view
from ludotheque.table.views.review import line_view, reviewed
from ludotheque.table.words import told_moves, words_of
from ludotheque.web import forms, records
from ludotheque.web.exercises import attempt_answer, lesson_values, problem_values
from ludotheque.web.listing import row_of, sorted_rows
from ludotheque.web.pages import Pages
from ludotheque.web.retries import Mistake, mistake_of
from ludotheque.web.scores import game_scores, scores_values
from ludotheque.web.tables import record_of, review_values, sitters_from, table_values

NAME = "name"
"""The setting that holds what the person at this screen is called."""
ROUTES = Routes()
_HERE = forms.ME, forms.SAME_SCREEN  # who can sit down without a network
_WORDS = {"connected": "pocket.connected", "connecting": "pocket.connecting"}


class Desk:
    """What answers requests: the house, and its pages."""

    def __init__(self, house: House, pages: Pages) -> None:
        """Every page is made by these templates."""
        self.house, self.tables, self.thinking = house, house.tables, house.thinking
        self._pages = pages

    async def answer(self, request: Request) -> Answer:
        """The answer to a request; a page or a problem for people, whatever is refused."""
        found = ROUTES.find(request.method, request.path)
        name = await self.house.device.setting(NAME)
        request = replace(request, reader=replace(request.reader, guest=GUEST, name=name))
        try:
            if found is None:
                raise deny("no_table")
            handler, values = found
            return await handler(self, request, **values)
        except Refusal as refusal:
            return self._problem(request, refusal)

    def page(self, request: Request, template: str, status: int = 200, **values: Any) -> Answer:
        """A page for the reader of that request."""
        html = self._pages.rendered(template, request.reader, request.path, values)
        return Answer(html, status=status)

    def _problem(self, request: Request, refusal: Refusal) -> Answer:
        text = texts("ludotheque.table", request.reader.lang).say(refusal.reason)
        return self.page(request, "problem", 404, code="", text=text)

    async def finished(self, name: str) -> Table:
        """A table whose game is over; before that, a review would be a hint."""
        table = await self.tables.get(name)
        if table.outcome is None:
            raise deny("review_later")
        return table


@ROUTES.on("GET", "/tables")
async def my_tables(desk: Desk, request: Request) -> Answer:
    """The games of this device: first those where it is one's turn, the finished ones last."""
    rows = [
        row_of(table, stored.changed_ms / 1000, request.reader)
        for table, stored in await desk.tables.listed()
    ]
    gone = request.query.get("forgotten")
    table = await desk.tables.get(gone) if gone else None
    return desk.page(request, "tables", rows=sorted_rows(rows), gone=table, invited=[])


@ROUTES.on("POST", "/tables/{name}/forget")
async def forget(desk: Desk, request: Request, name: str) -> Answer:
    """Leaves a game out of the list."""
    del request
    await desk.house.device.forget(name, forgotten=True)
    return redirect(f"/tables?forgotten={name}")


@ROUTES.on("POST", "/tables/{name}/remember")
async def remember(desk: Desk, request: Request, name: str) -> Answer:
    """Puts a game back into the list."""
    del request
    await desk.house.device.forget(name, forgotten=False)
    return redirect("/tables")


@ROUTES.on("POST", "/quick/{game}")
async def quick(desk: Desk, request: Request, game: str) -> Answer:
    """Sets up a default game at one press, against that level or the one that comes next."""
    kit, reader = load_for(game, request.reader.lang), request.reader
    level = str(request.form.get("level", ""))
    bot = level if level in kit.bots else level_after(kit, await desk.tables.beaten(game))
    me = Sitter(PERSON, GUEST, reader.name)
    seats = [me, *[Sitter(BOT, bot=bot)] * (kit.game.seats - 1)]
    return redirect(f"/t/{(await desk.tables.create(kit, seats)).id}")


@ROUTES.on("GET", "/new/{game}")
async def new_form(desk: Desk, request: Request, game: str) -> Answer:
    """Every option in plain words, and who sits where."""
    box = find(game)
    variant = request.query.get("variant", "")
    fields = forms.fields_of(box, request.reader, variant=variant, kinds=_HERE)
    return desk.page(request, "new", box=box, game=game, **fields)


@ROUTES.on("POST", "/new/{game}")
async def new(desk: Desk, request: Request, game: str) -> Answer:
    """Sets up the table as the form says."""
    box, form, lang = find(game), request.form, request.reader.lang
    wanted = forms.wanted_of(box, form, lang)
    if isinstance(wanted, str):
        fields = forms.fields_of(box, request.reader, form, kinds=_HERE)
        return desk.page(request, "new", 400, box=box, game=game, problem=wanted, **fields)
    kit, pace = wanted
    own = clean_name(forms.own_name(form, kit))
    reader = replace(request.reader, name=own or request.reader.name)
    await desk.house.device.setting(NAME, reader.name)
    table = await desk.tables.create(kit, forms.sitters_of(form, kit, reader), pace=pace)
    return redirect(f"/t/{table.id}")


@ROUTES.on("GET", "/open")
async def open_form(desk: Desk, request: Request) -> Answer:
    """Asks for a record from elsewhere."""
    return desk.page(request, "open", problem="", text="")


@ROUTES.on("POST", "/open")
async def open_record(desk: Desk, request: Request) -> Answer:
    """Sets up a table with the game of a record, to look through or to continue."""
    text = str(request.form.get("file") or request.form.get("text", ""))
    try:
        match = replay(read_record(text))
    except RecordError as refusal:
        told = records.record_problem(text, refusal, request.reader.lang)
        return desk.page(request, "open", 400, problem=told, text=text)
    past, sitters = (
        Past(match.history, match.headers or ()),
        records.sitters_of(match, request.reader),
    )
    return redirect(f"/t/{(await desk.tables.create(match.kit, sitters, past)).id}")


@ROUTES.on("GET", "/t/{name}")
async def table_page(desk: Desk, request: Request, name: str) -> Answer:
    """The page of the table."""
    table = await desk.tables.get(name)
    desk.thinking.wake(table)
    return desk.page(
        request, "table", **table_values(table, request.reader, present().at, words=_WORDS)
    )


@ROUTES.on("GET", "/t/{name}/at/{number}")
async def look_back(desk: Desk, request: Request, name: str, number: str) -> Answer:
    """The position after that many moves."""
    table = await desk.tables.get(name)
    if not 0 <= int(number) <= len(table.moves):
        raise deny("no_move")
    return data(past_view(table, int(number), GUEST, request.reader.lang))


@ROUTES.on("GET", "/t/{name}/told")
async def told(desk: Desk, request: Request, name: str) -> Answer:
    """The moves in words, a sentence for each line of the list of moves."""
    table = await desk.tables.get(name)
    return data(told_moves(table, words_of(table, request.reader.lang).game))


@ROUTES.on("GET", "/t/{name}/record")
async def record(desk: Desk, request: Request, name: str) -> Answer:
    """The record of the table, as a file to download."""
    file, text = record_of(await desk.tables.get(name), request.reader)
    return Answer(text, TEXT, headers={"Content-Disposition": f'attachment; filename="{file}"'})


@ROUTES.on("POST", "/t/{name}/rematch")
async def rematch(desk: Desk, request: Request, name: str) -> Answer:
    """Another game with the same people."""
    del request
    seats = (await desk.tables.get(name)).seats_of(GUEST)
    return redirect(f"/t/{await desk.tables.rematch(name, seats[0])}")


@ROUTES.on("POST", "/t/{name}/next-level")
async def next_level(desk: Desk, request: Request, name: str) -> Answer:
    """The same game against the level above the one that was beaten."""
    del request
    table = await desk.tables.get(name)
    bot = next_opponent(table, table.seats_of(GUEST))
    if not bot:
        raise deny("no_next_level")
    seats = [replace(sitter, bot=bot) if sitter.bot else sitter for sitter in table.seats]
    return redirect(f"/t/{(await desk.tables.create(table.kit, seats)).id}")


@ROUTES.on("POST", "/t/{name}/play-on")
async def play_on(desk: Desk, request: Request, name: str) -> Answer:
    """A new table that begins with the moves up to there."""
    line = str(request.form.get("then", ""))
    position = variation(await desk.tables.get(name), int(request.form["at"]), line)
    seats = sitters_from(position, request.reader)
    return redirect(f"/t/{(await desk.tables.create(position.kit, seats, past_of(position))).id}")


@ROUTES.on("GET", "/t/{name}/review")
async def review_page(desk: Desk, request: Request, name: str) -> Answer:
    """The board, the graph and the moves; the page asks for their worth as it is worked out."""
    table = await desk.finished(name)
    desk.thinking.review(table)
    return desk.page(request, "review", **review_values(table, request.reader))


@ROUTES.on("GET", "/t/{name}/review/at/{number}")
async def line(desk: Desk, request: Request, name: str, number: str) -> Answer:
    """The position after that many moves, then after the other moves of `then`."""
    table = await desk.finished(name)
    then = request.query.get("then", "")
    return data(line_view(table, int(number), then, GUEST, request.reader.lang))


@ROUTES.on("GET", "/api/tables/{name}/review")
async def review(desk: Desk, request: Request, name: str) -> Answer:
    """The decisions of a finished game that are reviewed beyond the first `known`."""
    table, known = await desk.finished(name), int(request.query.get("known", "0"))
    found = desk.thinking.review(table)
    await found.more(known, float(request.query.get("wait", "0")))
    return data(reviewed(table, found.steps, found.total, known, request.reader.lang))


@ROUTES.on("GET", "/t/{name}/retry/{number}")
async def retry_page(desk: Desk, request: Request, name: str, number: str) -> Answer:
    """The position before a decision that was a mistake."""
    mistake = await _mistake(desk, request, name, number)
    return desk.page(request, "retry", **mistake.values(request.reader.lang))


@ROUTES.on("POST", "/t/{name}/retry/{number}")
async def retry(desk: Desk, request: Request, name: str, number: str) -> Answer:
    """What is answered to another action than the one that was a mistake."""
    mistake, tried = await _mistake(desk, request, name, number), request.form
    actions, presses = tried.get("actions", ()), tried.get("presses", ())
    give_up = bool(tried.get("solution"))
    return data(await mistake.answer(desk.thinking, actions, presses, give_up=give_up))


async def _mistake(desk: Desk, request: Request, name: str, number: str) -> Mistake:
    return mistake_of(await desk.finished(name), int(number), request.reader.lang)


@ROUTES.on("GET", "/learn/{game}")
async def first_lesson(desk: Desk, request: Request, game: str) -> Answer:
    """Leads to the first lesson."""
    del desk, request
    return redirect(f"/learn/{game}/1")


@ROUTES.on("GET", "/learn/{game}/{number}")
async def lesson_page(desk: Desk, request: Request, game: str, number: str) -> Answer:
    """The position of a lesson."""
    played = _lesson(request, game, number)
    return desk.page(request, "learn", **lesson_values(played, int(number), ()))


@ROUTES.on("POST", "/learn/{game}/{number}")
async def attempt(desk: Desk, request: Request, game: str, number: str) -> Answer:
    """What is answered at a lesson."""
    del desk
    return _attempted(_lesson(request, game, number), request)


@ROUTES.on("GET", "/problem/{game}")
async def todays_problem(desk: Desk, request: Request, game: str) -> Answer:
    """Leads to the problem of the day."""
    del desk, request
    return redirect(f"/problem/{game}/{today()}")


@ROUTES.on("GET", "/problem/{game}/{day}")
async def problem_page(desk: Desk, request: Request, game: str, day: str) -> Answer:
    """The position of a day's problem."""
    played = daily(game, _past_day(day), request.reader.lang)
    return desk.page(request, "daily", **problem_values(played, today(), ()))


@ROUTES.on("POST", "/problem/{game}/{day}")
async def attempt_problem(desk: Desk, request: Request, game: str, day: str) -> Answer:
    """What is answered at a problem."""
    del desk
    return _attempted(daily(game, _past_day(day), request.reader.lang), request)


def _lesson(request: Request, game: str, number: str) -> Exercise:
    lang = request.reader.lang
    if not number.isdigit() or not 1 <= int(number) <= len(find(game).lessons(lang)):
        raise deny("no_lesson")
    return exercise(game, int(number), lang)


def _past_day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise deny("no_problem") from None
    if day > today():
        raise deny("no_problem")
    return day


def _attempted(played: Exercise, request: Request) -> Answer:
    tried = request.form
    return data(attempt_answer(played, tried.get("actions", ()), tried.get("presses", ())))


@ROUTES.on("GET", "/me/scores")
async def my_scores(desk: Desk, request: Request) -> Answer:
    """Wins and losses in each game, against whom, and how they go with time."""
    lang = request.reader.lang
    games = game_scores(await desk.tables.results(), lang)
    return desk.page(request, "scores", **scores_values(games, lang))


@ROUTES.on("GET", "/me")
async def me(desk: Desk, request: Request) -> Answer:
    """What the person at this screen is called."""
    return desk.page(request, "me", link="", kinds=(), pushes=None)


@ROUTES.on("POST", "/me")
async def rename(desk: Desk, request: Request) -> Answer:
    """Keeps a name for the person at this screen."""
    await desk.house.device.setting(NAME, clean_name(str(request.form.get("name", ""))))
    return redirect("/me")

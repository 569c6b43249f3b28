"""Bots that move, hints and reviews: worked out in a Worker of its own, so that no page waits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import Any

from ludotheque.core.game import Seat
from ludotheque.core.reason import Refusal
from ludotheque.core.texts import LANGUAGES
from ludotheque.play.levels import stand_ins
from ludotheque.play.retry import Comparison, Retry
from ludotheque.play.review import Decision, ReviewStep, decisions
from ludotheque.play.work import AdviceWork, BotMove, ComparisonWork, DecisionWork, Steps
from ludotheque.pocket.device import Device
from ludotheque.pocket.tables import GUEST, Tables
from ludotheque.table.changes import Change, Moment, deny, now_ms
from ludotheque.table.commands import act, call_time, check_hint
from ludotheque.table.messages import HintWish
from ludotheque.table.table import Table
from ludotheque.table.views.hints import hint_view
from ludotheque.table.words import View, words_of

_SEED_BITS = 48  # enough that no two moves get the same seed by chance
_CHANCE = SystemRandom()


class Thinking:
    """What is thought of on this device."""

    def __init__(self, tables: Tables, device: Device) -> None:
        """Changes those tables; thinks on that device."""
        self._tables, self._device = tables, device
        self._moving: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._advice: tuple[tuple[str, int], asyncio.Task[dict[str, Steps]]] | None = None
        self._reviews: dict[str, Review] = {}

    def wake(self, table: Table) -> None:
        """Lets a bot move if it is its turn, and time be called when it is over."""
        if table.waits_for_bot and table.id not in self._moving:
            self._moving.add(table.id)
            self._begin(self._moves(table.id))
        elif table.falls_ms is not None:
            self._begin(self._called(table, table.falls_ms))

    async def _moves(self, name: str) -> None:
        """Moves as long as it is a bot's turn."""
        try:
            while (table := await self._tables.get(name)).waits_for_bot:
                seat = table.turn
                assert seat is not None
                text = await self._chosen(table, table.seats[seat].bot)
                with suppress(Refusal):  # the table has changed meanwhile
                    await self._tables.change(name, partial(_act, seat, text), expected=table.seq)
        finally:
            self._moving.discard(name)

    async def _chosen(self, table: Table, bot: str) -> str:
        """The bot's action, that of a lower level should it fail, or any that is legal."""
        notation = table.kit.game.notation
        state = notation.write_state(table.state)
        for level in stand_ins(table.kit, bot):
            work = BotMove(table.spec, state, level, _CHANCE.getrandbits(_SEED_BITS))
            with suppress(Exception):  # whatever happened, the table must go on
                return await self._device.think(work)
        return notation.write_action(_CHANCE.choice(table.kit.game.actions(table.state)))

    async def _called(self, table: Table, falls_ms: int) -> None:
        """Calls time once that moment has come, unless somebody has moved by then."""
        await asyncio.sleep(max(0, falls_ms - now_ms()) / 1000)
        with suppress(Refusal):
            await self._tables.change(table.id, call_time, expected=table.seq)

    async def hint(self, table: Table, wish: HintWish, lang: str) -> View:
        """One step of a hint, or a refusal."""
        check_hint(table, table.seats_of(GUEST))
        if wish.expected not in (None, table.seq):
            raise deny("stale")
        key = table.id, table.seq
        if self._advice is None or self._advice[0] != key:
            self._advice = key, asyncio.ensure_future(self._advised(table))
        try:
            steps = await asyncio.shield(self._advice[1])
        except Exception as error:  # whatever happened, there is an answer
            self._advice = None
            raise deny("no_hint") from error
        return hint_view(table, steps[lang], wish.step)

    async def _advised(self, table: Table) -> dict[str, Steps]:
        state = table.kit.game.notation.write_state(table.state)
        names = tuple(words_of(table, lang).names for lang in LANGUAGES)
        return await self._device.think(AdviceWork(table.spec, state, names))

    def review(self, table: Table) -> Review:
        """The review of a finished game, which goes on."""
        if table.id not in self._reviews:
            self._reviews[table.id] = Review(table)
            self._begin(self._reviewed(self._reviews[table.id]))
        return self._reviews[table.id]

    async def _reviewed(self, review: Review) -> None:
        """Adds one decision after the other; one that cannot be worked out is left open."""
        table = review.table
        for number, state, action in decisions(table.kit, [move.action for move in table.moves]):
            decision = await self.decision(table, number, state, action)
            review.add(ReviewStep(number, state, action, decision))

    async def decision(self, table: Table, number: int, state: Any, action: Any) -> Decision | None:
        """What a decision was worth; None if that could not be worked out."""
        notation = table.kit.game.notation
        texts = notation.write_state(state), notation.write_action(action)
        with suppress(Exception):
            return await self._device.think(DecisionWork(table.spec, *texts, number))
        return None

    async def checked(self, retry: Retry, text: str) -> Any:
        """The action as it is ruled."""
        return retry.checked(text)

    async def compared(
        self, table: Table, state: Any, played: Any, action: Any
    ) -> Comparison | None:
        """An action beside the one that was played; None if that could not be worked out."""
        notation = table.kit.game.notation
        actions = notation.write_action(played), notation.write_action(action)
        work = ComparisonWork(table.spec, notation.write_state(state), *actions)
        with suppress(Exception):
            return await self._device.think(work)
        return None

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Review:
    """The review of one game, which grows by one decision after the other."""

    def __init__(self, table: Table) -> None:
        """Begins with no decision reviewed."""
        self.table = table
        self.total = sum(move.seat is not None for move in table.moves)
        self.steps: list[ReviewStep] = []
        self._grown = asyncio.Event()

    def add(self, step: ReviewStep) -> None:
        """Adds a decision, and wakes those who wait for more."""
        self.steps.append(step)
        self._grown.set()
        self._grown = asyncio.Event()

    async def more(self, known: int, wait_s: float) -> None:
        """Waits until more than `known` decisions are there, or the time is over."""
        if len(self.steps) <= known and len(self.steps) < self.total:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._grown.wait(), wait_s)


def _act(seat: Seat, text: str, table: Table, moment: Moment) -> Change:
    return act(table, [seat], text, moment)

"""An attempt at an exercise is answered without holding up others, by a teacher if need be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from ludotheque.house.house import House
from ludotheque.house.pages import practice
from ludotheque.house.reader import Asker, Reader
from ludotheque.play.work import Work
from ludotheque.practice.exercise import Attempt, Exercise
from ludotheque.practice.mistakes import Mistake
from ludotheque.practice.view import answer_view
from ludotheque.table.table import Table
from tests.practice.test_exercise import played, told

__all__ = ["played"]
ANA, TABLE = Reader("ana", "Ana", "en", "light"), cast(Table, object())
THREE = Attempt(("3",))


class Thinking:
    """Stands in for a house; counts work in other threads, and notes questions to teachers."""

    def __init__(self) -> None:
        self.reviews = self
        self.done_aside, self.thought = 0, list[Work[Any]]()

    async def aside(self, work: Callable[[], Any]) -> Any:
        self.done_aside += 1
        return work()

    async def think(self, table: Table, work: Work[Any], asker: Asker) -> Any:
        assert (table, asker) == (TABLE, ANA.asker)
        self.thought.append(work)
        return work.run(lambda: None)


def shown(house: Thinking, played: Exercise, table: Table | None) -> Any:
    found = ANA, played, table
    return asyncio.run(practice._answered(cast(House, house), found, THREE, answer_view))


def test_what_takes_a_moment_is_done_aside(played: Exercise) -> None:
    house = Thinking()
    assert shown(house, played, TABLE) == told(played, THREE)
    assert house.done_aside == 2
    assert bool(house.thought) == isinstance(played, Mistake)


def test_without_a_table_no_teacher_is_asked(played: Exercise) -> None:
    house = Thinking()
    assert shown(house, played, None) == answer_view(played.knowing(None), THREE)
    assert not house.thought

"""Worker processes: one that has died is replaced, and one without a site ends."""

from __future__ import annotations

import multiprocessing

import pytest

from ludotheque import load
from ludotheque.play.work import BotMove
from ludotheque.site import workers
from ludotheque.site.workers import Worker
from tests.needs import needs


@pytest.fixture(autouse=True)
def _thinking() -> None:
    needs("processes that think")


def test_a_mind_that_died_while_it_had_nothing_to_do_is_replaced() -> None:
    notation = load("babylone").round.notation
    start = load("babylone").game
    state = start.apply(start.initial(0), start.actions(start.initial(0))[0])
    thought = BotMove("babylone", start.notation.write_state(state), "perfect", 3)
    mind = Worker(0)
    try:
        answer = mind.ask(thought, 30)
        assert notation.read_action(answer) in start.actions(state)
        assert mind._process is not None
        mind._process.kill()
        mind._process.join()
        assert mind.ask(thought, 30) == answer
    finally:
        mind.close()


def test_a_worker_whose_site_is_gone_ends_without_a_word(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_end_with_the_site", lambda: None)
    monkeypatch.setattr(workers, "while_compiling", lambda report: None)
    ours, theirs = multiprocessing.Pipe()
    ours.close()
    workers.run_worker(theirs, 0)
    assert capfd.readouterr().err == ""

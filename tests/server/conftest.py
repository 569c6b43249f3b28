"""One running site for a module of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import Running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("site")).start()
    yield running
    running.stop()
    log = running.log.read_text()
    assert "Traceback" not in log, log

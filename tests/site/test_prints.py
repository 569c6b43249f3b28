"""PDFs on a site: made once, by a worker process."""

from __future__ import annotations

import asyncio

import pytest

from ludotheque.house.reader import Asker
from ludotheque.printing.work import PrintWork
from ludotheque.site.prints import Prints
from ludotheque.site.settings import Settings
from ludotheque.site.workers import Workers
from tests.needs import needs

ANA = Asker("192.0.2.1", "ana")


@pytest.mark.parametrize("at_once", [1, 2])
def test_a_pdf_is_made_once(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("a running site")
    asked = list[PrintWork]()

    async def get() -> list[bytes]:
        workers = Workers(1)
        ask = workers.ask

        async def counted(work: PrintWork, *given: object) -> bytes:
            asked.append(work)
            return await ask(work, *given)  # type: ignore[arg-type]

        monkeypatch.setattr(workers, "ask", counted)
        prints = Prints(Settings(), workers)
        wanted = PrintWork("babylone", "fr", "a4", plain=True)
        try:
            made = await asyncio.gather(*[prints.get(wanted, ANA) for _ in range(at_once)])
            return [*made, await prints.get(wanted, ANA)]
        finally:
            workers.close()

    pdfs = asyncio.run(get())
    assert asked == [("babylone", "fr", "a4", True)]
    assert len(set(pdfs)) == 1
    assert pdfs[0].startswith(b"%PDF-")

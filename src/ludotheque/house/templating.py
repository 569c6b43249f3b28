"""Pages made from templates."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from ludotheque import __version__
from ludotheque.core.texts import LANGUAGES, texts
from ludotheque.house import PACKAGE
from ludotheque.house.reader import Reader
from ludotheque.render.svg import shared_drawings
from ludotheque.render.themes import CHOICES


class Templates:
    """The templates, with the values that all pages of a house share."""

    def __init__(
        self,
        script: Callable[[str], str],
        *,
        meeting: bool = False,
        offline: bool = False,
        pocket: bool = False,
        site: str = "",
    ) -> None:
        """`script` returns the address of the script of a page.

        The house has tables that anyone can join (`meeting`), an edition to play without a network
        (`offline`), or is that edition itself (`pocket`). Its tables can be continued at the
        address `site`.
        """
        self.meeting, self.pocket, self.offline = meeting, pocket, offline
        self._templates = Environment(
            loader=FunctionLoader(_read),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals.update(
            script=script,
            shared_drawings=shared_drawings(),
            version=__version__,
            languages=LANGUAGES,
            themes=CHOICES,
            meeting=meeting,
            offline=offline,
            pocket=pocket,
            site=site,
        )

    def rendered(self, template: str, reader: Reader, here: str, values: Mapping[str, Any]) -> str:
        """A page at the path `here` in the reader's language and theme."""
        frame = {"who": reader, "here": here, "game": ""}
        return self.fragment(template, reader.lang, **{**frame, **values})

    def fragment(self, template: str, lang: str, /, **values: Any) -> str:
        """A piece of a page in a language, the same for every reader."""
        words = texts(PACKAGE, lang)
        return self._templates.get_template(f"{template}.html").render(t=words, **values)


def _read(name: str) -> str:
    """The source of a template; can read it from a zip archive too."""
    return files(PACKAGE).joinpath("templates", name).read_text("utf-8")


def as_data(shown: Mapping[str, Any]) -> str:
    """A view as JSON that is safe to embed in HTML."""
    return json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")

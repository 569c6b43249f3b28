"""A rules page as one HTML file, its figures drawn."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from urllib.parse import quote

from ludotheque.core.page import Figure, Paragraph, RulesPage
from ludotheque.core.scene import Scene
from ludotheque.core.texts import texts
from ludotheque.render.svg import to_svg
from ludotheque.render.themes import HOUSE

_STYLE = f"""
:root {{ color-scheme: light dark; --paper: {HOUSE.day["paper"]}; --ink: {HOUSE.day["ink"]};
  --muted: {HOUSE.day["muted"]}; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: {HOUSE.night["paper"]};
  --ink: {HOUSE.night["ink"]}; --muted: {HOUSE.night["muted"]}; }} }}
body {{ background: var(--paper); color: var(--ink); font: 1.05rem/1.6 system-ui, sans-serif;
  max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }}
h1, h2 {{ font-family: Georgia, serif; font-weight: normal; }}
.number, .ours, figcaption {{ color: var(--muted); }}
.ours {{ border: 1px solid; border-radius: 1em; padding: 0 .5em; font-size: .8em; }}
.figures {{ display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); }}
figure {{ margin: 0; }} figure img {{ width: 100%; border-radius: .5rem; }}
"""


def page_to_html(page: RulesPage, draw: Callable[[Figure], Scene], lang: str) -> str:
    """The page with its numbered paragraphs, our rulings marked, every figure a picture."""
    sections = "".join(
        f"<h2>{escape(section.title)}</h2>"
        + "".join(_paragraph(paragraph, draw, lang) for paragraph in section.paragraphs)
        for section in page.sections
    )
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(page.title)}</title><style>{_STYLE}</style>"
        f"<h1>{escape(page.title)}</h1><p>{escape(page.introduction)}</p>{sections}</html>\n"
    )


def _paragraph(paragraph: Paragraph, draw: Callable[[Figure], Scene], lang: str) -> str:
    ours = f'<span class="ours">{texts("", lang)("ruling")}</span> ' if paragraph.ruling else ""
    pictures = "".join(_figure(figure, draw(figure)) for figure in paragraph.figures)
    number = f'<span class="number">{paragraph.number}</span>'
    text = f'<p id="{paragraph.number}">{number} {ours}{escape(paragraph.text)}</p>'
    return text + (f'<div class="figures">{pictures}</div>' if pictures else "")


def _figure(figure: Figure, scene: Scene) -> str:
    """The picture as a separate image, so that its ids never clash with those of another."""
    picture = quote(to_svg(scene, bare=True))
    caption = escape(figure.caption)
    return (
        f'<figure><img alt="{caption}" src="data:image/svg+xml,{picture}">'
        f"<figcaption>{caption}</figcaption></figure>"
    )

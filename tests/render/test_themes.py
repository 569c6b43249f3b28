"""Colours by day, by night and in high contrast."""

from __future__ import annotations

from typing import get_args

from ludotheque.core.scene import Palette
from ludotheque.render.themes import HOUSE, Theme, site_sheet, style_sheet
from tests.render.scenes import PALETTE


def test_every_theme_defines_every_colour_and_its_classes() -> None:
    for theme in get_args(Theme):
        sheet = style_sheet(PALETTE, theme)
        for name in (*HOUSE.day, "moss"):
            assert f"--{name}:#" in sheet
            assert f".f-{name}{{fill:var(--{name})}}" in sheet
            assert f".s-{name}{{stroke:var(--{name})}}" in sheet


def test_a_theme_paints_in_its_own_tones() -> None:
    day, night, contrast = (style_sheet(PALETTE, t) for t in ("day", "night", "contrast"))
    assert "--moss:#336633;" in day
    assert "--moss:#99CC99;" in night
    assert "--moss:#336633;" in contrast, "what contrast does not change is as by day"
    assert "--paper:#FFFFFF;" in contrast
    assert "prefers-color-scheme" not in day + night + contrast


def test_auto_follows_the_reader() -> None:
    before, _, dark = style_sheet(PALETTE, "auto").partition("@media(prefers-color-scheme:dark){")
    assert "--moss:#336633;" in before
    assert "--moss:#99CC99;" in dark


def test_on_a_page_a_chosen_theme_prevails_over_the_readers_system() -> None:
    sheet = site_sheet({"garden": PALETTE})
    assert ":root:not([data-theme]){" in sheet
    for theme in ("night", "contrast"):
        assert f':root[data-theme="{theme}"]{{' in sheet


def test_paper_has_no_night() -> None:
    night = _variables(site_sheet({"garden": PALETTE}), "--moss:#99CC99;")
    assert len(night) == 2, "the reader's system, and the reader's choice"
    assert all("@media screen" in before for before in night)


def _variables(sheet: str, setting: str) -> list[str]:
    """The text between each place where that is set and the end of the block before."""
    return [before.rpartition("}")[2] for before in sheet.split(setting)[:-1]]


def test_of_two_palettes_the_second_prevails() -> None:
    both = Palette({"a": "#1", "b": "#2"}) | Palette({"b": "#3"}, {"a": "#4"})
    assert both == Palette({"a": "#1", "b": "#3"}, {"a": "#4"})


def test_games_may_use_one_name_for_different_colours() -> None:
    other = Palette({"moss": "#445500"}, {"moss": "#889900"})
    sheet = site_sheet({"garden": PALETTE, "wood": other})
    for selector, tone in ((":root .box-garden{", "#336633"), (":root .box-wood{", "#445500")):
        assert f"--moss:{tone};" in _inside(sheet, selector)
    assert "--moss" not in _inside(sheet, ":root{")
    assert "--moss:#889900;" in _inside(sheet, ':root[data-theme="night"] .box-wood{')


def test_what_paints_with_a_colour_is_written_once_for_all_games() -> None:
    sheet = site_sheet({"garden": PALETTE, "wood": Palette({"moss": "#445500", "bark": "#5"})})
    for name in (*HOUSE.day, "moss", "bark"):
        assert sheet.count(f".f-{name}{{fill:var(--{name})}}") == 1
    assert sheet.count(".serif{") == 1


def _inside(sheet: str, selector: str) -> str:
    """The values that are set in the first block of that selector."""
    return sheet.partition(selector)[2].partition("}")[0]

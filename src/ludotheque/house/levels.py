"""Which levels of a game are not offered in a browser, in words."""

from __future__ import annotations

from ludotheque.core.kit import Box
from ludotheque.core.texts import texts
from ludotheque.games import AnyKit, open_box
from ludotheque.house import PACKAGE


def left_out(kit: AnyKit, lang: str) -> str:
    """Which levels are missing here with these options, and where to find them; empty if none."""
    return _said("pocket.left_out", kit, kit.missing_bots, lang)


def left_out_of(box: Box, lang: str) -> str:
    """As `left_out`, for a box: with its default options, then in some of its variants."""
    kit = open_box(box, box.options())
    variants = [open_box(box, preset).missing_bots for preset in box.variants.values()]
    others = dict.fromkeys(bot for missing in variants for bot in missing)
    some = tuple(bot for bot in others if bot not in kit.missing_bots)
    said = left_out(kit, lang), _said("pocket.left_out_some", kit, some, lang)
    return " ".join(filter(None, said))


def _said(key: str, kit: AnyKit, bots: tuple[str, ...], lang: str) -> str:
    if not bots:
        return ""
    say = texts(PACKAGE, lang)
    names = say.listed([kit.level(bot, lang).name for bot in bots])
    return say(key, n=len(bots), levels=names)

"""`ludotheque games`: lists all games."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.core.kit import Box
from ludotheque.core.spec import write_setting, write_spec
from ludotheque.core.texts import texts
from ludotheque.games import catalogue, load

EXAMPLE = "ludotheque games --lang en"
ARGUMENTS = ""


def run(options: Namespace, lang: str) -> int:
    """Prints every box with its options, its variants and its bots."""
    del options
    print("\n\n".join(_box(box, lang) for box in catalogue()))
    return 0


def _box(box: Box, lang: str) -> str:
    say, words = texts("ludotheque.cli", lang), box.texts(lang)
    players = "–".join(map(str, sorted(set(box.players))))
    minutes = "–".join(map(str, sorted(set(box.minutes))))
    lines = [f"{box.name:10} {box.title(lang)} · {say('players', n=players)} · {minutes} min"]
    lines.append(f"  {box.line(lang)}")
    defaults = {name: value for name, value, _ in box.options().settings()}
    for name, domain in box.options.domains().items():
        shown = f"{name}={write_setting(defaults[name])}"
        lines.append(f"  {shown:18} {words(f'option.{name}')} ({domain.describe()})")
    for name, preset in box.variants.items():
        lines.append(f"  → {words(f'variant.{name}')} : {write_spec(box.name, preset)}")
    kit = load(box.name)
    for bot in kit.bots:
        lines.append(f"  ◦ {bot:10} {say('level', **kit.level(bot, lang)._asdict())}")
    return "\n".join(lines)

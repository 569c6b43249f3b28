"""`ludotheque games`: lists all games."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ludotheque.core.kit import Box
from ludotheque.core.spec import Setting, write_setting, write_spec
from ludotheque.core.texts import Texts
from ludotheque.games import broken, catalogue, load

EXAMPLE = "ludotheque games --lang en"
ARGUMENTS = ""


def run(options: Namespace, say: Texts) -> None:
    """Prints every box with its options, its variants and its bots; the broken ones last."""
    del options
    failed = [f"{name:10} {say('broken', why=why)}" for name, why in broken().items()]
    print("\n\n".join([*(_box(box, say) for box in catalogue()), *failed]))


def _box(box: Box, say: Texts) -> str:
    words = box.texts(say.lang)
    players = "–".join(map(str, sorted(set(box.players))))
    minutes = "–".join(map(str, sorted(set(box.minutes))))
    lines = [f"{box.name:10} {box.title(say.lang)} · {say('players', n=players)} · {minutes} min"]
    lines.append(f"  {box.line(say.lang)}")
    defaults = {name: value for name, value, _ in box.options().settings()}
    for name, domain in box.options.domains().items():
        shown = f"{name}={write_setting(defaults[name])}"
        needs = ", ".join(f"{other}={_either(values)}" for other, values in domain.needs)
        only = needs and say("only_with", needs=needs)
        lines.append(f"  {shown:18} {words(f'option.{name}')} ({domain.describe()}{only})")
    for name, preset in box.variants.items():
        variant = words(f"variant.{name}")
        lines.append(f"  → {say('variant', name=variant, spec=write_spec(box.name, preset))}")
    kit = load(box.name)
    for bot in kit.bots:
        lines.append(f"  ◦ {bot:10} {say('level', **kit.level(bot, say.lang)._asdict())}")
    return "\n".join(lines)


def _either(values: Sequence[Setting]) -> str:
    return "|".join(map(write_setting, values))

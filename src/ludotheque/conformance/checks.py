"""Checks of reasons and sentences that several tests share; each failure message is a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection

from ludotheque.core.reason import Reason
from ludotheque.core.texts import LANGUAGES, Prompt
from ludotheque.games import AnyKit


def check_reason(kit: AnyKit, reason: Reason) -> None:
    """Checks that a reason cites a rules paragraph and has a text in both languages."""
    found = kit.rules_page().find(reason.rule)
    cited = f"paragraph {reason.rule}" if reason.rule else "no paragraph"
    assert found is not None, f"the reason “{reason.key}” cites {cited}, which the rules lack"
    for lang in LANGUAGES:
        said = kit.text(reason, lang)
        assert reason.rule in said, f"“{said}” does not say that it is paragraph {reason.rule}"


def check_prompt(prompt: Prompt, unfilled: Collection[str] = ()) -> None:
    """Checks that a prompt says what to do, in sentences without fields except `unfilled`."""
    assert prompt.do, "the prompt does not say what to do"
    for line in filter(None, prompt):
        check_filled(line, unfilled)
        assert line.endswith((".", "?", "!")), f"“{line}” does not end like a sentence"


def check_filled(line: str, unfilled: Collection[str] = ()) -> None:
    """Checks that the line has no fields left to fill in except those in `unfilled`."""
    left = set(re.findall(r"\{.*?\}", line)) - set(unfilled)
    assert not left, f"“{line}” leaves {', '.join(sorted(left))} to be filled in"
    assert "  " not in line, f"“{line}” has two spaces in a row"

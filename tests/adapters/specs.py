"""Which specs the tests of other libraries are run on."""

from __future__ import annotations

from ludotheque.core.spec import write_spec
from ludotheque.games import catalogue
from tests.needs import sampled
from tests.specs import specs


def sampled_specs() -> list[str]:
    """Every default and named variant; of all others a third, and in `make soak` all."""
    always = {
        write_spec(box.name, preset)
        for box in catalogue()
        for preset in (box.options(), *box.variants.values())
    }
    others = [spec for spec in specs() if spec not in always]
    step = round(len(others) / sampled(len(others))) if others else 1
    return [spec for spec in specs() if spec in always or spec in others[step - 1 :: step]]

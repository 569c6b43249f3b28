"""Every game under every option, as the conformance suite looks at them."""

from __future__ import annotations

from ludotheque.conformance.walking import specs_of
from ludotheque.games import catalogue
from tests.needs import is_quick


def specs() -> list[str]:
    """The specs of all games; a quick run looks at the defaults alone."""
    return [spec for box in catalogue() for spec in specs_of(box, defaults=is_quick())]

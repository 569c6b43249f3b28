"""Finds the extra that contains a missing package, from the metadata of `ludotheque`."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires

from ludotheque.core.reason import Reason, because

_REQUIREMENT = re.compile(r"(?P<package>[\w.-]+).*\bextra\s*==\s*['\"](?P<extra>[\w.-]+)['\"]")

# Packages that are called otherwise than the module that they bring.
_PACKAGES = {"markdown_it": "markdown_it_py"}


def missing_extra(error: ModuleNotFoundError) -> Reason | None:
    """What to install for the module that was not found; None if no extra contains it."""
    module = (error.name or "").partition(".")[0]
    extra = extra_of(module)
    return because("extra.missing", module=module, extra=extra) if extra else None


def extra_of(module: str) -> str | None:
    """The smallest extra that contains a package of that name; None if no extra does."""
    extras: dict[str, set[str]] = {}
    for found in filter(None, map(_REQUIREMENT.match, _requirements())):
        extras.setdefault(found["extra"], set()).add(_normal(found["package"]))
    package = _PACKAGES.get(module, _normal(module))
    enough = [extra for extra, packages in extras.items() if package in packages]
    return min(enough, key=lambda extra: len(extras[extra]), default=None)


def _requirements() -> list[str]:
    """The requirements in the metadata; empty if the package is not installed."""
    try:
        return requires("ludotheque") or []
    except PackageNotFoundError:
        return []


def _normal(name: str) -> str:
    """The name with the spelling of a module: `prometheus-client` becomes `prometheus_client`."""
    return re.sub(r"[-_.]+", "_", name).lower()

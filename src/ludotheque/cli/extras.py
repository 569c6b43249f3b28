"""Which extra to install where a package is missing; the package's own metadata says it."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires

from ludotheque.core.reason import Reason, because

_REQUIREMENT = re.compile(r"(?P<package>[\w.-]+).*\bextra\s*==\s*['\"](?P<extra>[\w.-]+)['\"]")


def missing_extra(error: ModuleNotFoundError) -> Reason | None:
    """What to install for the module that was not found; None where no extra brings it."""
    module = (error.name or "").partition(".")[0]
    extra = extra_of(module)
    return because("extra.missing", module=module, extra=extra) if extra else None


def extra_of(module: str) -> str | None:
    """The smallest extra that brings a package of that name; None for a module of ours."""
    extras: dict[str, set[str]] = {}
    for found in filter(None, map(_REQUIREMENT.match, _requirements())):
        extras.setdefault(found["extra"], set()).add(_normal(found["package"]))
    enough = [extra for extra, packages in extras.items() if _normal(module) in packages]
    return min(enough, key=lambda extra: len(extras[extra]), default=None)


def _requirements() -> list[str]:
    """What an installation names; none where the sources are run as they lie."""
    try:
        return requires("ludotheque") or []
    except PackageNotFoundError:
        return []


def _normal(name: str) -> str:
    """The name as packages and modules share it: `prometheus-client` is `prometheus_client`."""
    return re.sub(r"[-_.]+", "_", name).lower()

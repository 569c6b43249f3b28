"""A name means one type: a search for it finds the right one."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src" / "ludotheque"
MODELS = SOURCE / "site" / "http" / "shapes.py"  # named by the OpenAPI schema
VARIABLES = {"TypeVar", "TypeVarTuple", "ParamSpec"}  # mean nothing outside their module


def defined(file: Path) -> Iterator[str]:
    """The classes and the aliases of types in a module."""
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        if isinstance(node, ast.Assign) and not _is_variable(node.value):
            names = (target.id for target in node.targets if isinstance(target, ast.Name))
            yield from (name for name in names if re.fullmatch("_?[A-Z].*[a-z].*", name))


def _is_variable(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func) in VARIABLES


def test_no_two_types_share_a_name() -> None:
    """Games never meet, and have actions and states of their own."""
    found = defaultdict[str, set[str]](set)
    for file in {*SOURCE.rglob("*.py")} - {*(SOURCE / "games").rglob("*.py"), MODELS}:
        for name in defined(file):
            found[name].add(str(file.relative_to(SOURCE)))
    assert len(found) > 400
    assert {name: files for name, files in found.items() if len(files) > 1} == {}

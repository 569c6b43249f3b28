"""Checks whether data that were sent have the declared shape."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from types import UnionType
from typing import (
    Any,
    ForwardRef,
    Literal,
    NotRequired,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from ludotheque.render import shapes as scene_shapes

_NUMBERS = {int: (int,), float: (int, float)}


def assert_shaped(value: Any, shape: Any) -> None:
    """Fails unless the value, as it is sent, is of that shape: nothing is missing, nothing more."""
    fault = next(iter(_faults(json.loads(json.dumps(value)), shape)), None)
    assert fault is None, fault


def _faults(value: Any, shape: Any) -> Iterable[str]:
    """The places where a value is not of that shape, and the values there."""
    if isinstance(shape, str | ForwardRef):  # a shape that holds itself
        shape = getattr(scene_shapes, getattr(shape, "__forward_arg__", str(shape)))
    kind, parts = get_origin(shape), get_args(shape)
    if is_typeddict(shape) and isinstance(value, dict):
        return _of_fields(value, shape)
    if kind is dict and isinstance(value, dict):
        return _within((f"[{key}]", each, parts[1]) for key, each in value.items())
    if kind in (list, tuple) and isinstance(value, list):
        wanted = enumerate(zip_longest(value, _items(shape, len(value))))
        return _within((f"[{place}]", *both) for place, both in wanted)
    if kind in (Union, UnionType):
        fits = any(not any(_faults(value, part)) for part in parts)
    elif kind is Literal:
        fits = any(type(value) is type(part) and value == part for part in parts)
    else:
        fits = shape in (Any, object) or type(value) in _NUMBERS.get(shape, (shape,))
    return () if fits else (f": {value!r} is not {getattr(shape, '__name__', shape)}",)


def _within(found: Iterable[tuple[str, Any, Any]]) -> Iterator[str]:
    for where, value, shape in found:
        yield from (f"{where}{fault}" for fault in _faults(value, shape))


def _of_fields(value: Mapping[str, Any], shape: Any) -> Iterator[str]:
    hints = _hints(shape)
    yield from (f".{name} is unknown" for name in value.keys() - hints.keys())
    for name, hint in hints.items():
        needless = get_origin(hint) is NotRequired
        if name in value:
            there = get_args(hint)[0] if needless else hint
            yield from _within([(f".{name}", value[name], there)])
        elif not needless and name not in shape.__optional_keys__:
            yield f".{name} is missing"


@cache
def _hints(shape: type) -> dict[str, Any]:
    return get_type_hints(shape, include_extras=True)


def _items(shape: Any, length: int) -> list[Any]:
    """The shape of each item of a list of that length."""
    parts = get_args(shape)
    if get_origin(shape) is list or parts[-1] is ...:
        return [parts[0]] * length
    items: list[Any] = []
    for part in parts:
        several = get_args(part)[0] if get_origin(part) is Unpack else part
        if several is not part or getattr(part, "__unpacked__", False):
            items += [get_args(several)[0]] * (length - len(parts) + 1)
        else:
            items.append(part)
    return items

"""Writes the types of the client: `python -m tools.types` updates `house/static/types.d.ts`.

They are translated from the shapes in Python (such as `table/shapes.py`), with their docstrings. A
test compares the file. Types that only the client uses are in `client.d.ts` beside it.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, is_typeddict

from ludotheque.house import FOLDER
from ludotheque.play import commentary
from ludotheque.practice import shapes as practice_shapes
from ludotheque.render import shapes as scene_shapes
from ludotheque.table import shapes
from ludotheque.table.messages import COMMANDS, HintWish, message_fields

FILE = FOLDER / "static" / "types.d.ts"
_HEAD = """\
// Written by `python -m tools.types`: what pages and the house say to each other.
export type * from "./client.d.ts";
"""
_MODULES = scene_shapes, commentary, shapes, practice_shapes
_PLAIN = {
    "str": "string", "int": "number", "float": "number", "bool": "boolean",
    "None": "null", "object": "unknown", "Any": "unknown",
}  # fmt: skip
_WIDTH = 100  # of a line, as Biome has it
_ADDED_BY_WIRE = "id", "expected"


def types() -> str:
    """Returns the whole file."""
    written = [each for module in _MODULES for each in _Shapes(module).written()]
    return "\n".join([_HEAD, *dict.fromkeys(written), *_messages()])  # without duplicates


class _Shapes:
    """The shapes of a module in TypeScript."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.nodes = ast.parse(inspect.getsource(module)).body
        self.imported = {name: getattr(module, name) for name in self._imported()}

    def _imported(self) -> Iterator[str]:
        """Yields names imported from modules without shapes: literals, aliases of plain types."""
        ours = [module.__name__ for module in _MODULES]
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom) and node.module not in ours:
                yield from (alias.asname or alias.name for alias in node.names)

    def written(self) -> Iterator[str]:
        """Yields every declaration, with its docstring."""
        for name, value in self.imported.items():
            if get_origin(value) is Literal:
                yield _declared(name, map(_literal, get_args(value)))
        for node, after in zip_longest(self.nodes, self.nodes[1:]):
            match node:
                case ast.ClassDef(name=name) if is_typeddict(getattr(self.module, name)):
                    yield _comment(ast.get_docstring(node)) + self._interface(node)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    if not isinstance(value, ast.Dict):
                        yield _comment(_text(after)) + self._alias(name, value)

    def _interface(self, node: ast.ClassDef) -> str:
        bases = [ast.unparse(base) for base in node.bases]
        extends = ", ".join(_name(base) for base in bases if base != "TypedDict")
        lines = [line for line in node.body if isinstance(line, ast.AnnAssign)]
        hints = {ast.unparse(line.target): line.annotation for line in lines}
        fields = self._fields(hints, partial=bool(node.keywords))
        return f"export interface {_name(node.name)}{extends and f' extends {extends}'} {fields}\n"

    def _alias(self, name: str, value: ast.expr) -> str:
        match value:
            case ast.Call(args=[_, ast.Dict(keys=keys, values=values)]):
                hints = {
                    ast.literal_eval(key): hint
                    for key, hint in zip(keys, values, strict=True)
                    if key
                }
                return f"export interface {_name(name)} {self._fields(hints)}\n"
        return _declared(_name(name), self._alternatives(value))

    def _fields(self, hints: dict[str, ast.expr], *, partial: bool = False) -> str:
        lines = []
        for name, hint in hints.items():
            match hint:
                case ast.Subscript(value=ast.Name(id="NotRequired"), slice=there):
                    lines.append(f"  {name}?: {self._type(there)};\n")
                case _:
                    lines.append(f"  {name}{'?' * partial}: {self._type(hint)};\n")
        return f"{{\n{''.join(lines)}}}"

    def _type(self, hint: ast.expr) -> str:
        return " | ".join(self._alternatives(hint))

    def _alternatives(self, hint: ast.expr) -> list[str]:
        """Returns the types of a union; tuples of different lengths become one, partly optional."""
        match hint:
            case ast.BinOp():
                members = list(_members(hint))
                tuples = [elements for each in members if (elements := _elements(each))]
                if len(tuples) == len(members):
                    return [self._tuple(max(tuples, key=len), min(map(len, tuples)))]
                return [found for each in members for found in self._alternatives(each)]
            case ast.Subscript(value=ast.Name(id="Literal"), slice=choice):
                chosen = choice.elts if isinstance(choice, ast.Tuple) else [choice]
                return [_literal(ast.literal_eval(each)) for each in chosen]
            case ast.Subscript(value=ast.Name(id="list"), slice=item):
                return [self._list(item)]
            case ast.Subscript(slice=ast.Tuple(elts=[key, ast.Constant(value=str(itself))])):
                return [f"{{ [key: {self._type(key)}]: {_name(itself)} }}"]
            case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
                return [f"Record<{self._type(key)}, {self._type(value)}>"]
            case ast.Subscript(slice=ast.Tuple(elts=[item, ast.Constant()])):
                return [self._list(item)]
            case ast.Subscript(slice=ast.Tuple(elts=elements)):
                return [self._tuple(elements, len(elements))]
        return [self._plain(ast.unparse(hint))]

    def _list(self, item: ast.expr) -> str:
        several = len(self._alternatives(item)) > 1
        return f"({self._type(item)})[]" if several else f"{self._type(item)}[]"

    def _tuple(self, elements: Sequence[ast.expr], needed: int) -> str:
        """Returns a tuple type; elements after the first `needed` ones are optional."""
        written = [
            f"...{self._type(each.value)}" if isinstance(each, ast.Starred) else self._type(each)
            for each in elements
        ]
        return f"[{', '.join(each + '?' * (n >= needed) for n, each in enumerate(written))}]"

    def _plain(self, name: str) -> str:
        known = getattr(self.imported.get(name), "__name__", name)
        return _PLAIN.get(known) or _name(name)


def _messages() -> Iterator[str]:
    """Yields the types of the messages that a table answers, as `table/messages.py` reads them."""
    what = "What changes the table; the wire adds an id to be answered by."
    commands = [_message(command.type, command) for command in COMMANDS]
    yield _comment(what) + _declared("Command", commands)
    what = "Asks for one step of a hint; it is answered like a command, and changes nothing."
    yield _comment(what) + _declared("HintRequest", [_message("hint", HintWish)])


def _message(name: str, kind: type) -> str:
    fields = [f'type: "{name}"']
    for field, hint, _ in message_fields(kind):
        choice = " | ".join(map(_literal, get_args(hint)))
        if field not in _ADDED_BY_WIRE:
            fields.append(f"{field}: {choice or _PLAIN[hint.__name__]}")
    return f"{{ {'; '.join(fields)} }}"


def _members(union: ast.expr) -> Iterator[ast.expr]:
    if isinstance(union, ast.BinOp):
        yield from (*_members(union.left), *_members(union.right))
    else:
        yield union


def _elements(hint: ast.expr) -> list[ast.expr]:
    match hint:
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=elements)):
            return elements
    return []


def _declared(name: str, alternatives: Iterable[str]) -> str:
    """Returns the declaration of a type, with the line breaks of Biome."""
    several = list(alternatives)
    line = f"export type {name} = {' | '.join(several)};\n"
    if len(line) <= _WIDTH + 1:
        return line
    broken = "".join(f"\n  | {each}" for each in several)
    return f"export type {name} ={broken};\n"


def _name(name: str) -> str:
    """Returns the name in the client, where no other type needs the prefix to be told apart."""
    return name.removeprefix("Sent")


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _text(node: ast.stmt | None) -> str | None:
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return inspect.cleandoc(text)
    return None


def _comment(text: str | None) -> str:
    if not text:
        return ""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {text} */\n"
    return "".join(["/**\n", *(f" * {line}".rstrip() + "\n" for line in lines), " */\n"])


def main() -> None:
    """Updates the file."""
    FILE.write_text(types(), "utf-8")


if __name__ == "__main__":
    main()

"""Measures the sources: `python -m tools.sizes` prints their sizes, and updates them in the docs.

`python -m tools.sizes REV` compares them with those of a revision, and updates nothing.

Only files under `src` count. A code line of Python is a line with something other than a comment, a
docstring (any text that stands alone) or an import. Statements are counted without docstrings and
imports, too; they do not depend on line breaks. A code line of a script, of TypeScript declarations
or of CSS is a line with something other than a comment, an import or a re-export. Style sheets can
have several declarations a line, so these are counted, too. Files that a tool has written, as their
first line says, are not counted.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tarfile
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tools.walks import files_of, followed

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
START, END = "<!-- sizes -->\n", "<!-- end of sizes -->\n"
KINDS = {
    "Python": (".py",),
    "JavaScript": (".js", ".mjs"),
    "TypeScript": (".d.ts",),
    "CSS": (".css",),
}
_WRITTEN_BY_A_TOOL = b"// Written by"
_PARTS = {"Python": "statements", "CSS": "declarations"}
_NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER),
}
# Strings first, so that nothing within them is taken for a comment.
_SCRIPT = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"""
    r"""|(?P<pattern>(?<=[=(,:!&|?{};\n])[ ]*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+/)"""
    r"""|(?P<comment>//[^\n]*|/\*.*?\*/)""",
    re.DOTALL,
)
_IMPORT = re.compile(r"^(?:import\b|export\s[^;(=]*\bfrom\b)[^;]*;", re.MULTILINE)
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DECLARATION = re.compile(r"[\w-]+\s*:[^;{}]+(?=[;}])")


class Size(NamedTuple):
    """The code lines of each file of a kind, and the statements or declarations in all of them."""

    lines: list[int]
    statements: int


def main(revisions: Sequence[str]) -> None:
    """Prints the sizes and updates the docs or, if a revision is named, compares with that."""
    now = here()
    if revisions:
        print(compared(sizes(_at(revisions[0])), now))
        return
    passed = {name: len(files_of(steps)) for name, steps in followed().items()}
    print(table(now, passed), end="")
    PAGE.write_text(renewed(PAGE.read_text("utf-8"), table(now, passed)), "utf-8")


def here() -> dict[str, Size]:
    """Returns the current sizes of the sources."""
    return sizes({name: (ROOT / name).read_bytes() for name in _names(ROOT)})


def sizes(files: Mapping[str, bytes]) -> dict[str, Size]:
    """Returns the sizes of files, by kind."""
    found = {kind: Size([], 0) for kind in KINDS}
    for name, content in files.items():
        kind = _kind(name)
        if kind is None or content.startswith(_WRITTEN_BY_A_TOOL):
            continue
        lines, statements = _COUNTED[kind](content.decode())
        found[kind].lines.append(lines)
        found[kind] = found[kind]._replace(statements=found[kind].statements + statements)
    return found


def table(now: Mapping[str, Size], passed: Mapping[str, int]) -> str:
    """Returns the table of the docs: sizes of each kind, and how many modules each walk passes."""
    lines = ["| | files | code lines | median file |", "|---|--:|--:|--:|"]
    for kind, size in now.items():
        middle = f"{median(size.lines):.0f}"
        lines.append(f"| {kind} | {len(size.lines)} | {sum(size.lines):,} | {middle} |")
    lines += ["", "| action | modules that it runs through, in all packages |", "|---|--:|"]
    lines += [f"| {name} | {count} |" for name, count in passed.items()]
    return "\n".join(lines) + "\n"


def renewed(page: str, block: str) -> str:
    """Returns the page with its table replaced."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}{block}{END}{after}"


def compared(then: Mapping[str, Size], now: Mapping[str, Size]) -> str:
    """Returns a line for each figure: then, now, and the difference."""
    rows = [("", "then", "now", "difference")]
    for kind in KINDS:
        was, size = then[kind], now[kind]
        figures = {"files": (len(was.lines), len(size.lines))}
        figures["code lines"] = sum(was.lines), sum(size.lines)
        if kind in _PARTS:
            figures[_PARTS[kind]] = was.statements, size.statements
        rows += [(f"{kind}, {what}", *_row(*pair)) for what, pair in figures.items()]
    for kinds in (("Python", "JavaScript"), ("Python", "JavaScript", "TypeScript")):
        both = [sum(sum(found[kind].lines) for kind in kinds) for found in (then, now)]
        rows.append((", ".join(kinds), *_row(*both)))
    return "\n".join(f"{a:<32}{b:>9}{c:>9}{d:>12}" for a, b, c, d in rows)


def _row(was: int, size: int) -> tuple[str, str, str]:
    return f"{was:,}", f"{size:,}", f"{size - was:+,}"


def _kind(name: str) -> str | None:
    return next((kind for kind, ends in KINDS.items() if name.endswith(ends)), None)


def _names(root: Path) -> list[str]:
    found = (file.relative_to(root).as_posix() for file in (root / "src").rglob("*.*"))
    return sorted(name for name in found if _kind(name))


def _at(revision: str) -> dict[str, bytes]:
    """Returns the sources at a revision, by path."""
    command = ["git", "archive", "--format=tar", revision, "src"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        return {
            member.name: content.read()
            for member in archive.getmembers()
            if _kind(member.name) and (content := archive.extractfile(member)) is not None
        }


def python(text: str) -> tuple[int, int]:
    """Counts the code lines and the statements of a module."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
    left_out = [node for node in nodes if _is_import(node) or _is_text(node)]
    without = {line for node in left_out for line in _lines_of(node)}
    written = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            written.update(range(token.start[0], token.end[0] + 1))
    return len(written - without), len(nodes) - len(left_out)


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_text(node: ast.stmt) -> bool:
    stands_alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return stands_alone and isinstance(node.value.value, str)  # type: ignore[attr-defined]


def _lines_of(node: ast.stmt) -> Iterator[int]:
    yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def script(text: str) -> tuple[int, int]:
    """Counts the code lines of a script or of declarations; the second number is always 0."""
    bare = _SCRIPT.sub(lambda found: "" if found["comment"] else found[0], text)
    return _filled(_IMPORT.sub("", bare)), 0


def style(text: str) -> tuple[int, int]:
    """Counts the code lines and the declarations of a style sheet."""
    bare = _STYLE_COMMENT.sub("", text)
    return _filled(bare), len(_DECLARATION.findall(bare))


def _filled(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


_COUNTED = {"Python": python, "JavaScript": script, "TypeScript": script, "CSS": style}


if __name__ == "__main__":
    main(sys.argv[1:])

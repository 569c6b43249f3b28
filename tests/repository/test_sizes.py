"""What `tools/sizes.py` counts as code."""

from __future__ import annotations

from tools.sizes import compared, python, script, sizes, style

MODULE = '''"""Text
of a module."""

import ast  # imports
from re import (
    sub,
)

LIMIT = 3
"""What it is."""


def double(n: int) -> int:
    """Twice."""
    # A comment.
    return sum(
        [n, n],
    )
'''
SCRIPT = """// A comment
import { a } from "./a.js";
import {
  b,
} from "./b.js";
export { c } from "./c.js";

/** @param {string} x */
export function d(x) {
  const path = "http://x"; // no comment within a text
  return /\\/\\/x/.test(`// ${x}`);
}
"""
STYLE = "/* a\n comment */\n.a { color: red; margin: 0 }\n\n.b:hover {\n  color: blue;\n}\n"


def test_docstrings_comments_and_imports_are_no_code() -> None:
    assert python(MODULE) == (5, 3)
    assert script(SCRIPT) == (4, 0)
    assert style(STYLE) == (4, 3)


def test_statements_do_not_depend_on_lines() -> None:
    narrow = python("call(\n    1,\n    2,\n)\n")
    wide = python("call(1, 2)\n")
    assert (narrow[0], wide[0]) == (4, 1)
    assert narrow[1] == wide[1] == 1


def test_two_revisions_are_compared() -> None:
    then = sizes({"src/a.py": b"a = 1\n", "src/b.css": b"a { b: c }\n", "src/c.html": b"x"})
    written = b"// Written by a tool.\nexport type E = string;\n"
    now = sizes({"src/a.py": b"a = 1\nb = 2\n", "src/d.js": b"let d;\n", "src/e.d.ts": written})
    now["TypeScript"].lines.append(4)
    lines = {line[:32].strip(): line[32:].split() for line in compared(then, now).splitlines()}
    assert lines["Python, code lines"] == ["1", "2", "+1"]
    assert lines["CSS, declarations"] == ["1", "0", "-1"]
    assert lines["Python, JavaScript"] == ["1", "3", "+2"]
    assert lines["Python, JavaScript, TypeScript"] == ["1", "7", "+6"]

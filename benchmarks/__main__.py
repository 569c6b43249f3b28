"""`make bench`: every figure beside an anchor measured in the same run, as a table and as JSON.

`python -m benchmarks playing` measures one part only; `--keep` writes the table of a whole run into
docs/evidence/performance.md.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks import drawing, moving, playing, solving, starting
from benchmarks.measuring import Row, as_json, as_table, machine

RESULT = Path(__file__).parent / "result.json"
PAGE = Path(__file__).parent.parent / "docs" / "evidence" / "performance.md"
BEGIN, END = "<!-- the last table of make bench -->", "<!-- its end -->"
PARTS = {
    "playing": playing.rows,
    "solving": solving.rows,
    "starting": starting.rows,
    "drawing": drawing.rows,
    "moving": moving.rows,
}


def main() -> None:
    """Prints the tables and writes them as JSON."""
    asked = [word for word in sys.argv[1:] if word in PARTS] or list(PARTS)
    sections: dict[str, list[Row]] = {}
    for part in asked:
        sections |= PARTS[part]()
    table = f"{machine()}\n\n{as_table(sections)}"
    print(table)
    RESULT.write_text(json.dumps(as_json(sections), indent=1), encoding="utf-8")
    if "--keep" in sys.argv and len(asked) == len(PARTS):
        page = PAGE.read_text("utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()

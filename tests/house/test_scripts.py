"""The modules of a page, joined into one script."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from graphlib import CycleError
from pathlib import Path

import pytest

from ludotheque.house import scripts
from ludotheque.house.scripts import compressed


def test_a_joined_script_has_every_module_once_and_none_to_load() -> None:
    script = compressed("table", "identity").decode()
    assert not re.search(r"^(?:import|export)\b", script, re.MULTILINE)
    modules = re.findall(r"const (\$\w[\w$]*)=\(\(\)=>", script)
    assert len(modules) == len(set(modules))
    assert {"$lib$dom", "$board$board", "$table$views"} <= set(modules)
    assert modules.index("$lib$dom") < modules.index("$board$board"), "it is used there"


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Writes modules by their paths, to be joined in the place of those of the client."""
    monkeypatch.setattr(scripts, "_STATIC", tmp_path)
    monkeypatch.setattr(scripts, "joined", scripts.joined.__wrapped__)

    def write(**texts: str) -> None:
        for name, text in texts.items():
            file = tmp_path / f"{name.replace('__', '/')}.js"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")

    return write


def test_modules_are_joined_across_folders(modules: Callable[..., None]) -> None:
    modules(
        pages__page='import { one } from "../lib/one.js";\n'
        'import { two as other } from "./two.js";\nconsole.log(one, other);\n',
        pages__two='import {\n  one,\n} from "../lib/one.js";\nexport const two = one + 1;\n',
        lib__one="const hidden = 1;\nexport const one = hidden;\n",
        pocket__lib__one="export const one = 5;\n",
    )
    expected = {False: "1 2", True: "5 6"}
    node = shutil.which("node")
    for pocket, printed in expected.items():
        script = scripts.joined("pages/page", pocket=pocket).decode()
        assert re.findall(r"const (\$[\w$]+)=\(", script) == ["$lib$one", "$pages$two"]
        if node:
            done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
            assert done.stdout.strip() == printed


@pytest.mark.parametrize(
    "line",
    ["export default 1;", 'import * as one from "./one.js";', 'import one from "./one.js";',
     'export { one } from "./one.js";'],
)  # fmt: skip
def test_what_cannot_be_joined_is_refused(modules: Callable[..., None], line: str) -> None:
    modules(page=f"{line}\n", one="export const one = 1;\n")
    with pytest.raises(ValueError, match=r"page\.js cannot be joined"):
        scripts.joined("page")


def test_modules_that_import_each_other_are_refused(modules: Callable[..., None]) -> None:
    modules(page='import { one } from "./one.js";\n', one='import { page } from "./page.js";\n')
    with pytest.raises(CycleError):
        scripts.joined("page")

"""Builds the pocket into a folder: pages, scripts, Python and its library."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import cast

from rjsmin import jsmin
from starlette.requests import Request

import ludotheque
from ludotheque.core.player import without_kernels
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import BROUGHT, catalogue, others
from ludotheque.house import FOLDER, scripts
from ludotheque.house.manifest import manifest
from ludotheque.house.pages import manual
from ludotheque.house.reader import Reader
from ludotheque.house.shelf import sheet
from ludotheque.house.templating import Templates
from ludotheque.kernels.storing import data_folder
from ludotheque.pocket.addresses import addressed
from ludotheque.pocket.archives import unzipped, zipped
from ludotheque.pocket.bytecode import Files, compiled
from ludotheque.pocket.device import Browser, Device
from ludotheque.pocket.door import respond
from ludotheque.pocket.house import Pocket
from ludotheque.pocket.node import NodeFailed

_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_STANDARD = "python_stdlib.zip"
_LOCK = "pyodide-lock.json"
SOLVED = ("plus4/elementary.table",)
"""Files of the data folder that are included if they exist: 0.7 MB."""
SCRIPTS = ("box", "learn", "new", "open", "problem", "retry", "review", "table", "times")
# The packages that pages and tables need; the others need a server, a terminal or compilation.
_ROOMS = (
    *("core", "render", "bots", "words", "games", "kernels"),
    *("play", "table", "practice", "house", "pocket"),
)
_BUILDERS = ("archives", "building", "bytecode", "compiling", "node")
_PAGE_REQUEST = {"method": "GET", "body": "", "type": "", "accept": "text/html", "theme": ""}
_WORKER = "service_worker"  # the module, which is written as `worker.js`
_LEFT_OUT = (
    *("ludotheque/house/static", "ludotheque/house/scripts.py", "ludotheque/house/help/"),
    *(f"ludotheque/pocket/{name}." for name in _BUILDERS),
    *("anyio/_backends/", "anyio/streams/", "starlette/testclient"),  # for servers and tests
)
_LIBRARIES = ("anyio", "jinja2", "markupsafe", "python_multipart", "starlette")


class MissingPyodide(Exception):
    """A file is missing in the folder of Pyodide; the message is its name."""


def build(folder: Path, pyodide: Path, site: str = "") -> bool:
    """Writes everything into a folder, which is created if missing; downloads nothing.

    `site` is the address of a site on which tables can go on. Returns whether Python is included as
    bytecode: if Node cannot run Pyodide, browsers compile the sources instead.
    """
    missing = [name for name in (*_PYODIDE, _STANDARD, _LOCK) if not (pyodide / name).is_file()]
    if missing:
        raise MissingPyodide(missing[0])
    python, is_compiled = _python(pyodide)
    addresses = {name: scripts.address(name, pocket=True) for name in SCRIPTS}
    files = dict(_files(pyodide, site, addresses)) | python
    version = _version(files)
    lists = {lang: [n for n in files if n.startswith(f"words/{lang}.")] for lang in LANGUAGES}
    built = {"version": version, "site": site, "words": lists, "scripts": addresses}
    built["data"] = [name for name in files if name.startswith("data/")]
    files["build.json"] = json.dumps(built).encode()
    files["worker.js"] = _worker(version, [*files])
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return is_compiled


def _files(pyodide: Path, site: str, addresses: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """All files except the Python archives, `build.json` and the service worker."""
    for name in SCRIPTS:
        yield f"script/{name}.js", scripts.joined(f"pages/{name}", pocket=True)
    yield from _static()
    for lang in LANGUAGES:
        templates = Templates(addresses.__getitem__, pocket=True, site=site)
        with ThreadPoolExecutor(1) as thread:  # the caller may be in an event loop
            yield from thread.submit(asyncio.run, _pages(templates, lang)).result()
        start = "./" if lang == LANGUAGES[0] else f"./{lang}/"
        yield f"{lang}.webmanifest", json.dumps(manifest(lang, start)).encode()
    yield from _solved()
    for file in sorted(FOLDER.parent.joinpath("words", "data").glob("*.xz")):
        yield f"words/{file.name}", file.read_bytes()
    for name in _PYODIDE:
        yield f"pyodide/{name}", (pyodide / name).read_bytes()
    lock = json.loads((pyodide / _LOCK).read_bytes())
    yield f"pyodide/{_LOCK}", json.dumps({**lock, "packages": {}}).encode()  # no package is needed


def _solved() -> Iterator[tuple[str, bytes]]:
    """Small files that `ludotheque solve` has stored; they make a bot play perfectly."""
    stored = data_folder()
    for name in SOLVED:
        if (stored / name).is_file():
            yield f"data/{name}", (stored / name).read_bytes()


def _games() -> tuple[str, ...]:
    return tuple(box.name for box in catalogue())


def _static() -> Iterator[tuple[str, bytes]]:
    games = _games()
    for name in (*games, "site"):
        yield f"sheet/{name}.css", sheet(games if name == "site" else (name,)).encode()
    static = FOLDER / "static"
    for file in sorted((*static.rglob("*.css"), *static.glob("icon*"))):
        yield f"static/{file.relative_to(static).as_posix()}", file.read_bytes()
    for file in sorted(static.glob("pocket/*.js")):
        if file.stem != _WORKER:
            yield f"static/pocket/{file.name}", jsmin(file.read_text("utf-8")).encode()


class _Unopened(Pocket):
    """The pocket before anyone has opened it, without tables; its pages are the same for all."""

    async def reader(self, request: Request) -> Reader:
        return Reader("", "", request.state.lang, "")


async def _pages(templates: Templates, lang: str) -> list[tuple[str, bytes]]:
    """The pages that are files, in one language: each as `index.html` in the folder of its path.

    Of the rules there is also `part.html`, to show beside a board.
    """
    home = "" if lang == LANGUAGES[0] else f"{lang}/"
    house = _Unopened(Device(cast(Browser, None)), templates)

    async def made(path: str) -> str:
        with without_kernels():  # as in a browser
            _, _, text = await respond(house, {**_PAGE_REQUEST, "path": path, "lang": lang})
        return text

    starting = templates.rendered("starting", Reader("", "", lang, ""), "/play", {})
    pages = {path: await made(f"/{path}") for path in ("", "privacy", "help")} | {"play": starting}
    for name in manual.pages(pocket=True, offline=False):
        pages[f"help/{name}"] = await made(f"/help/{name}")
    files = dict[str, str]()
    for box in catalogue():
        name = box.name
        rulings = (f"rules/{name}/rulings",) if box.rulings(lang) else ()
        for path in (f"box/{name}", f"rules/{name}", *rulings):
            pages[path] = await made(f"/{path}")
        part = await made(f"/rules/{name}/part")
        root = "../" * f"{home}play/".count("/")  # it is shown on the page of a table
        files[f"{home}rules/{name}/part.html"] = addressed(part, root, lang)
    for path, html in pages.items():
        name = f"{home}{path}{'/' if path else ''}index.html"
        files[name] = addressed(html, "../" * name.count("/") or "./", lang)
    return [(name, text.encode()) for name, text in files.items()]


def _python(pyodide: Path) -> tuple[Files, bool]:
    """The archives of modules, and whether they hold bytecode."""
    library, standard = _library(), unzipped((pyodide / _STANDARD).read_bytes())
    is_compiled = True
    try:
        library, standard = compiled(library, standard, pyodide)
    except NodeFailed:
        is_compiled = False
    archives = {"library.zip": zipped(library), f"pyodide/{_STANDARD}": zipped(standard)}
    return archives, is_compiled


def _library() -> Files:
    """The library: what the pages need of it, third-party packages, and installed games."""
    made = Path(ludotheque.__file__).parent
    brought = {name: package for name, package in others().items() if name in _games()}
    found = {"ludotheque/__init__.py": (made / "__init__.py").read_bytes()}
    found[f"ludotheque/games/{BROUGHT}"] = json.dumps(brought).encode()
    for room in _ROOMS:
        found |= _modules(made / room, made.parent)
    for name in (*_LIBRARIES, *brought.values()):
        package = Path(str(resources.files(name)))
        found |= _modules(package, package.parent)
    return found


def _modules(package: Path, root: Path) -> Files:
    """The files of a package that are needed, each by its path in the archive."""
    paths = {path: path.relative_to(root) for path in sorted(package.rglob("*")) if path.is_file()}
    return {name.as_posix(): path.read_bytes() for path, name in paths.items() if _is_needed(name)}


def _is_needed(path: Path) -> bool:
    compiled = "__pycache__" in path.parts or path.suffix in (".so", ".pyi", ".c", ".pyc", ".xz")
    return not compiled and not path.as_posix().startswith(_LEFT_OUT)


def _version(files: Mapping[str, bytes]) -> str:
    """A hash of all files."""
    digest = blake2b(digest_size=8)
    for name in sorted(files):
        digest.update(name.encode() + files[name])
    return digest.hexdigest()


def _worker(version: str, names: Sequence[str]) -> bytes:
    """The service worker, which stores all these files except the lists of words."""
    kept = sorted(name for name in names if not name.startswith("words/"))
    text = scripts.joined(_WORKER, pocket=True).decode()
    for mark, value in (("VERSION", version), ("FILES", kept)):
        text = text.replace(f'"@{mark}@"', json.dumps(value, separators=(",", ":")))
    return text.encode()

"""`ludotheque export`: the games as a folder of files, which any static host can serve."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludotheque.cli.arguments import Bad, given
from ludotheque.core.texts import Texts

EXAMPLE = "ludotheque export public --pyodide node_modules/pyodide"
ARGUMENTS = "dir --pyodide=FOLDER:node_modules/pyodide --site=URL"
_BYTES_PER_MB = 1_000_000


def run(options: Namespace, say: Texts) -> None:
    """Writes the folder; overwrites one only if this command wrote it."""
    from ludotheque.pocket.building import MissingPyodide, build

    folder = Path(given(options, "dir", say))
    if folder.exists() and not _is_ours(folder):
        raise Bad(say("bad.not_empty", file=options.dir))
    try:
        is_compiled = build(folder, Path(options.pyodide), _with_slash(options.site))
    except MissingPyodide as error:
        raise Bad(say("bad.no_pyodide", folder=options.pyodide, file=str(error))) from None
    except OSError:
        raise Bad(say("bad.not_written", file=options.dir)) from None
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(say("exported", folder=options.dir, megabytes=f"{size / _BYTES_PER_MB:.0f}"))
    if not is_compiled:
        print(say("exported_sources"))


def _with_slash(site: str | None) -> str:
    return f"{site.rstrip('/')}/" if site else ""


def _is_ours(folder: Path) -> bool:
    """Whether a folder is empty or was written by this command."""
    return folder.is_dir() and ((folder / "build.json").is_file() or not any(folder.iterdir()))

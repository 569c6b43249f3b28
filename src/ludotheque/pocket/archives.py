"""Zip archives whose bytes are the same whenever the files are the same."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO

_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest date in the zip format


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip archive of these files, by name."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), content, zipfile.ZIP_DEFLATED, 9)
    return written.getvalue()


def unzipped(archive: bytes) -> dict[str, bytes]:
    """The files in an archive, without its folders."""
    with zipfile.ZipFile(BytesIO(archive)) as opened:
        names = [name for name in opened.namelist() if not name.endswith("/")]
        return {name: opened.read(name) for name in names}

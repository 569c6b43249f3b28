"""Writes the image's requirements: `python3.13 -m tools.requirements` renews two of `deploy/`.

Each package has the version of `constraints.txt`, and the hashes of its files for the processors
that images are built for, so that pip refuses any other file. Needs pip and an index of packages,
and runs under the Python of the image, since packages need others under some versions only.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
BUILD, RUN = (
    ROOT / "deploy" / name for name in ("build-requirements.txt", "requirements.txt")
)  # fmt: skip
EXTRAS = ("kernels", "postgresql", "print")
PYTHON = "3.13"  # of the image
PROCESSORS = ("x86_64", "aarch64")
# `http-ece` has no wheel, and is built by `setuptools`.
_BUILDS = ("setuptools",)
_OLDEST_GLIBC, _GLIBC = 17, 41  # of which wheels are taken: that of the image is the last
_HEADER = "# Written by `python3.13 -m tools.requirements`: {}, with hashes.\n"


def main() -> None:
    """Writes the files."""
    assert sys.version.startswith(PYTHON), f"needs Python {PYTHON}"
    project = _project()
    _write(BUILD, "what builds packages", [*project["build-system"]["requires"], *_BUILDS])
    _write(RUN, "what the package needs in the image", requirements())


def requirements() -> list[str]:
    """The direct requirements of the package with the extras of the image."""
    project = _project()["project"]
    extras = project["optional-dependencies"]

    def of(name: str) -> Iterator[str]:
        for wanted in extras[name]:
            if wanted.startswith("ludotheque["):
                for other in wanted.removeprefix("ludotheque[").removesuffix("]").split(","):
                    yield from of(other)
            else:
                yield wanted

    return [*project["dependencies"], *(wanted for name in EXTRAS for wanted in of(name))]


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _write(file: Path, what: str, wanted: Sequence[str]) -> None:
    """Writes a file with these requirements and all that they need."""
    hashes = defaultdict[str, set[str]](set)
    found = _resolved(wanted)
    wheels = [name for name, address, _ in found if address.endswith(".whl")]
    others = [_resolved(wheels, *_for(processor)) for processor in PROCESSORS]
    for name, _, digest in [*found, *(each for some in others for each in some)]:
        hashes[name].add(digest)
    lines = [
        " \\\n".join([name, *(f"    --hash=sha256:{one}" for one in sorted(hashes[name]))])
        for name in sorted(hashes)
    ]
    file.write_text(_HEADER.format(what) + "\n".join(lines) + "\n", "utf-8")


def _for(processor: str) -> Iterator[str]:
    """The options of pip that choose wheels for a processor."""
    yield from ("--no-deps", "--only-binary=:all:", "--target", "unused")
    for glibc in range(_OLDEST_GLIBC, _GLIBC + 1):
        yield from ("--platform", f"manylinux_2_{glibc}_{processor}")
    yield from ("--platform", f"manylinux2014_{processor}")


def _resolved(wanted: Iterable[str], *options: str) -> list[tuple[str, str, str]]:
    """Each package that pip would install: the requirement, the address of its file, its hash."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed",
            "--constraint", str(ROOT / "constraints.txt"), "--report", str(report), *options,
            *wanted,
        ]  # fmt: skip
        subprocess.run(command, check=True)
        told = json.loads(report.read_text("utf-8"))
    return [_described(each) for each in told["install"]]


def _described(found: dict[str, Any]) -> tuple[str, str, str]:
    about, file = found["metadata"], found["download_info"]
    name = about["name"].lower().replace("_", "-").replace(".", "-")
    digest = file["archive_info"]["hashes"]["sha256"]
    return f"{name}=={about['version']}", file["url"], digest


if __name__ == "__main__":
    main()

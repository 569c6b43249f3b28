"""The samples for hosts fit the program: files, settings, ports, times."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from configparser import ConfigParser, SectionProxy
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from tools import requirements

from ludotheque.cli import VERBS
from ludotheque.house.pages import review
from ludotheque.site.http import app, guard, sockets
from ludotheque.site.settings import Settings, from_environment
from tests.site.inside import serving

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
LISTS = ("build-requirements.txt", "requirements.txt")
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8").lower().split()
NGINX = (DEPLOY / "nginx.conf").read_text("utf-8")


def steps() -> list[tuple[str, str]]:
    """The instructions of the container file, each on one line."""
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_image_gets_all_that_its_build_needs() -> None:
    copied = {
        source for verb, rest in steps() if verb == "COPY" for source in shlex.split(rest)[:-1]
    }
    assert all((ROOT / source).exists() for source in copied)
    told, build = project()["project"], project()["tool"]["hatch"]
    needed = [told["readme"], *told["license-files"], build["version"]["path"]]
    needed += [*build["build"]["targets"]["wheel"]["packages"], "pyproject.toml"]
    for path in needed:
        assert copied & {path, path.partition("/")[0]}, path
    install, solve = [rest for verb, rest in steps() if verb == "RUN"]
    assert solve.split()[1] in VERBS
    assert set(requirements.EXTRAS) <= told["optional-dependencies"].keys()
    assert {f"deploy/{name}" for name in LISTS} == {*re.findall(r"--requirement (\S+)", install)}


def test_the_image_is_made_of_files_that_are_known_by_their_hashes() -> None:
    found = dict(steps())
    assert re.fullmatch(r"python:[\d.]+-slim@sha256:[0-9a-f]{64}", found["FROM"])
    assert found["FROM"].startswith(f"python:{requirements.PYTHON}-")
    pip = [line for verb, rest in steps() if verb == "RUN" for line in rest.split("&&")]
    for line in (line for line in pip if "pip install" in line):
        own = line.split()[-1] == "." and "--no-deps" in line and "--no-build-isolation" in line
        assert own or "--require-hashes" in line, line


@pytest.mark.parametrize("name", LISTS)
def test_each_package_of_the_image_has_its_version_and_hashes(name: str) -> None:
    told = (DEPLOY / name).read_text("utf-8").replace("\\\n", " ").splitlines()[1:]
    versions = dict(line.split("==") for line in CONSTRAINTS)
    listed = set[str]()
    for line in told:
        requirement, *hashes = line.split()
        package, version = requirement.split("==")
        assert versions.get(package, version) == version, line
        assert hashes, line
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", each) for each in hashes), line
        listed.add(package)
    build = name.startswith("build")
    needed = project()["build-system"]["requires"] if build else requirements.requirements()
    names = {re.split(r"[\[<>=~!;]", wanted)[0].lower().replace("_", "-") for wanted in needed}
    assert names <= listed


def test_the_image_runs_a_verb_under_settings_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = dict(steps())
    (given,) = [rest for verb, rest in steps() if verb == "ENV"]
    environment = dict(word.split("=", 1) for word in shlex.split(given))
    names = {f"LUDOTHEQUE_{name.upper()}" for name in Settings.model_fields}
    assert environment.keys() <= names
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    port = from_environment().port
    assert found["EXPOSE"] == str(port)
    assert environment["LUDOTHEQUE_PORT"] == str(port)
    program, *words = json.loads(found["HEALTHCHECK"].removeprefix("CMD "))
    assert program == "python"
    with serving(tmp_path) as (address, _):
        monkeypatch.setenv("LUDOTHEQUE_PORT", address.rpartition(":")[2])
        assert subprocess.run([sys.executable, *words], check=False).returncode == 0
        monkeypatch.setenv("LUDOTHEQUE_PORT", "1")
        failed = subprocess.run([sys.executable, *words], check=False, stderr=subprocess.DEVNULL)
        assert failed.returncode
    program, verb = re.findall(r'"(.*?)"', found["CMD"])
    assert program in project()["project"]["scripts"]
    assert verb in VERBS
    least = project()["project"]["requires-python"].removeprefix(">=")
    version = found["FROM"].partition(":")[2].partition("-")[0]
    assert tuple(map(int, version.split("."))) >= tuple(map(int, least.split(".")))


def unit() -> SectionProxy:
    found = ConfigParser(interpolation=None, strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / "ludotheque.service", "utf-8")
    return found["Service"]


def test_the_unit_waits_longer_than_a_stop_takes() -> None:
    service = unit()
    assert service["ExecStart"].split()[-1] in VERBS
    assert service["ExecReload"].split()[1:] == ["-HUP", "$MAINPID"]
    assert int(service["TimeoutStopSec"]) > Settings().shutdown_seconds + 10, (
        "the database may be away"
    )
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"


def test_the_unit_gives_a_hole_little_to_reach() -> None:
    service = unit()
    assert (service["UMask"], service["StateDirectoryMode"]) == ("0077", "0700")
    assert service["CapabilityBoundingSet"] == ""
    assert service["SystemCallFilter"]
    assert service["MemoryMax"]


@pytest.mark.skipif(not which("systemd-analyze"), reason="systemd-analyze is not here")
def test_systemd_finds_the_unit_hardly_exposed() -> None:
    file = DEPLOY / "ludotheque.service"
    found = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", file],
        capture_output=True, check=False, text=True,
    )  # fmt: skip
    (exposure,) = re.findall(r"Overall exposure level .*: ([0-9.]+)", found.stdout)
    assert float(exposure) <= 2.5


@pytest.mark.parametrize(
    "line",
    [
        "return 301 https://$server_name$request_uri;",
        'add_header Strict-Transport-Security "max-age=31536000" always;',
        "ssl_protocols       TLSv1.2 TLSv1.3;",
        "proxy_http_version 1.1;",
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        "proxy_set_header Upgrade $http_upgrade;",
        "proxy_set_header Connection $ludotheque_connection;",
    ],
)
def test_the_proxy_passes_on_what_the_site_needs(line: str) -> None:
    assert line in NGINX


def test_the_proxy_bears_what_the_site_allows() -> None:
    assert f"proxy_pass http://127.0.0.1:{Settings().port};" in NGINX
    (body,) = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    assert int(body) * 2**20 > guard.LARGEST_BODY_BYTES
    (silence,) = re.findall(r"proxy_read_timeout (\d+)s;", NGINX)
    assert int(silence) > max(sockets.LONGEST_SILENCE_S, review.LONGEST_WAIT_S)


def test_no_path_that_holds_a_secret_is_logged_by_the_proxy() -> None:
    hidden = re.findall(r"^    ~(\^\S+)\s+(/\S*);$", NGINX, re.MULTILINE)
    (form,) = re.findall(r"^log_format ludotheque '(.*)';$", NGINX, re.MULTILINE)
    assert not {"$request", "$request_uri", "$uri", "$args", "$http_referer"} & set(form.split())
    paths = [getattr(route, "path", "") for routes in app._ROUTES for route in routes.router.routes]
    secret = [path for path in paths if re.search(r"{(secret|invite|table_id)}", path)]
    assert len(secret) > 10
    for path in secret:
        (shown,) = [place for pattern, place in hidden if re.match(pattern, path)]
        assert "{" not in shown

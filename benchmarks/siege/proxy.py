"""Debian's nginx before a site, with the sample of `deploy/nginx.conf`, without TLS."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from benchmarks.servers import free_port, wait_for

_SAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
_AROUND = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log crit;
worker_rlimit_nofile 20000;
events {{ worker_connections 10000; }}
http {{
client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{sample}
}}
"""


def configuration(folder: Path, port: int, site: int) -> str:
    """The sample, which listens at that port without TLS and passes requests to the site."""
    maps, _, servers = _SAMPLE.read_text("utf-8").partition("server {")
    tls = servers.partition("server {")[2]
    kept = [
        line for line in tls.splitlines()
        if not line.strip().startswith(("ssl_", "access_log", "error_log"))
    ]  # fmt: skip
    sample = f"{maps}access_log off;\nserver {{" + "\n".join(kept)
    sample = sample.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    sample = sample.replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    return _AROUND.format(folder=folder, sample=sample)


class Proxy:
    """A running nginx."""

    def __init__(self, site: int) -> None:
        self._folder = TemporaryDirectory()
        self._site = site
        self.port = free_port()

    def __enter__(self) -> Proxy:
        folder = Path(self._folder.name)
        folder.chmod(0o755)
        file = folder / "nginx.conf"
        file.write_text(configuration(folder, self.port, self._site))
        program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/bin")
        assert program, "nginx is missing: apt-get install nginx-light"
        self._process = subprocess.Popen([program, "-p", str(folder), "-c", str(file)])
        wait_for(self.port)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()

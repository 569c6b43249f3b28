"""Runs a command and says at the end how much processor time it took, with all that it started.

    python -m tools.cost COMMAND…

Processes that nobody waited for are not counted.
"""

from __future__ import annotations

import resource
import subprocess
import sys


def main() -> int:
    """The exit code of the command."""
    code = subprocess.call(sys.argv[1:], close_fds=False)  # a make within make shares its jobs
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes, seconds = divmod(round(used.ru_utime + used.ru_stime), 60)
    print(
        f"processor time: {minutes} min {seconds} s"
        f" ({used.ru_utime:.0f} s user, {used.ru_stime:.0f} s system)"
    )
    return code


if __name__ == "__main__":
    sys.exit(main())

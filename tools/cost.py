"""Runs a command, then prints how much processor time it and its child processes took.

    python -m tools.cost COMMAND…

Processes that were not waited for are not counted.
"""

from __future__ import annotations

import resource
import subprocess
import sys


def main() -> int:
    """Runs the command, and returns its exit code."""
    code = subprocess.call(sys.argv[1:], close_fds=False)  # hands on make's job server
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes, seconds = divmod(round(used.ru_utime + used.ru_stime), 60)
    print(
        f"processor time: {minutes} min {seconds} s"
        f" ({used.ru_utime:.0f} s user, {used.ru_stime:.0f} s system)"
    )
    return code


if __name__ == "__main__":
    sys.exit(main())

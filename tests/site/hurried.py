"""The site with short times until guests count as away: `python -m` with `serve`."""

from __future__ import annotations

import sys

from ludotheque.cli import main
from ludotheque.site.company import presence
from ludotheque.site.storage import tables as rows

presence.GRACE_S = 0.2
presence.BEAT_S = 0.2
presence._LEASE_MS = rows._COMING_MS = 1500

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

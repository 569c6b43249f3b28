#!/usr/bin/env bash
# Makes .venv; on Debian it first installs python3-venv if that is missing.
set -euo pipefail
python=${1:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "Ludothèque needs Python 3.11 or newer: make PYTHON=python3.12 play" >&2
  exit 1
fi
[ -x .venv/bin/pip ] && exit 0
if ! "$python" -m venv .venv 2>/dev/null; then
  bash "$(dirname "$0")/debian.sh" python3-venv
  "$python" -m venv --clear .venv
fi

"""What people see in a browser: static files, templates and the texts of the pages."""

from pathlib import Path

FOLDER = Path(__file__).parent
PACKAGE = __name__
"""Where `core.texts.texts` finds the texts of the pages."""

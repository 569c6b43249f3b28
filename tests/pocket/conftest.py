from tests.pocket.browser import browser

__all__ = ["browser"]

"""The doors of the site, one module a kind."""

"""The routes of the site, in a module for each group."""

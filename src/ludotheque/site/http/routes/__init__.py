"""The routes of the site, a module for each group of them."""

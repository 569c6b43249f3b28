"""What one guest may take of the site, so that nobody makes another wait."""

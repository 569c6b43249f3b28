"""The pocket: the house without a server; the browser makes the pages and stores the tables."""

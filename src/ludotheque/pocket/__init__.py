"""The house without a server: the same pages and tables, kept by the browser that shows them."""

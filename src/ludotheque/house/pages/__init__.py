"""The pages and forms of the house, a handler for each."""

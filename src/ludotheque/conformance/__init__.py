"""The tests that every game must pass: `pytest --ludotheque NAME`."""

"""What every game must keep to, as a suite of tests: `pytest --ludotheque NAME`."""

"""The marker that names a rules paragraph: `@rule("plus4", "3.2")`."""

import pytest

rule = pytest.mark.rule

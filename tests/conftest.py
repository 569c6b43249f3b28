"""Hypothesis without a clock: a slow machine is no failure, and CI repeats itself.

What a test solves is kept in a folder of its own, never where the user keeps data.
"""

import os
import tempfile

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")

_data = tempfile.TemporaryDirectory(prefix="ludotheque-data-")
os.environ["LUDOTHEQUE_DATA"] = _data.name

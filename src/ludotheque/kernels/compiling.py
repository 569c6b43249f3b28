"""The decorator `@kernel`, which compiles a function with Numba."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar

from ludotheque.core.reason import Refusal, because
from ludotheque.kernels.folder import cache_folder
from ludotheque.kernels.notice import begins, compiling, ends, slow

Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN = os.environ.get("LUDOTHEQUE_KERNELS") == "plain"
LISTS = not PLAIN and find_spec("numba") is None
"""Whether light kernels run without Numba, on lists instead of arrays."""


class KernelsMissing(Refusal):
    """Numba, or a module that it needs, is not installed."""


def kernel(function: Function) -> Function:
    """Compiles the function when it is first called; other threads can run while it runs."""
    if PLAIN:
        return function
    numba = _numba()
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache_folder(numba.__version__))
    try:
        compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def light_kernel(function: Function) -> Function:
    """Like `kernel`, for little work: without Numba the function stays plain Python, and is slow.

    It then gets lists instead of arrays, so of NumPy it may use only what `kernels.arrays` has.
    """
    return function if LISTS else kernel(function)


@cache
def _numba() -> Any:
    """Numba, with a listener that announces compilations."""
    try:
        with slow():
            import numba  # noqa: PLC0415  # takes half a second, so only if needed
            from numba.core import event  # noqa: PLC0415
    except ImportError as error:
        raise KernelsMissing(because("kernels.missing", module=error.name or "numba")) from error

    class Listener(event.Listener):  # type: ignore[misc]
        """Announces the beginning and the end of each compilation."""

        def on_start(self, event: Any) -> None:
            del event
            compiling()
            begins()

        def on_end(self, event: Any) -> None:
            del event
            ends()

    event.register("numba:compile", Listener())
    return numba

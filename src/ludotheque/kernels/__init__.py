"""Compiled helpers: the `@kernel` decorator, its cache, and what several games count with.

A kernel is a function on packed integers and NumPy arrays. Numba compiles it when it is first
called, and what it compiled is kept on disk. With `LUDOTHEQUE_KERNELS=plain` kernels stay plain
Python: much slower, the same answers, and every line can be stepped through. Without Numba a
kernel refuses to load, unless plain Python was asked for: nobody waits a day by mistake.
"""

from ludotheque.kernels.compiling import PLAIN, kernel
from ludotheque.kernels.notice import on_compiling, while_compiling

__all__ = ["PLAIN", "kernel", "on_compiling", "while_compiling"]

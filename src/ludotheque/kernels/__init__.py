"""Compiled helpers: the `@kernel` decorator, its cache, and functions that several games share.

A kernel is a function on packed integers and NumPy arrays. Numba compiles it when it is first
called, and stores the compiled code on disk. With `LUDOTHEQUE_KERNELS=plain` kernels stay plain
Python: much slower, with the same results, and every line can be stepped through. Without Numba and
this setting, a module with a kernel raises `KernelsMissing`, so that nobody waits for hours by
mistake. Only a `@light_kernel`, which does little work, then runs in plain Python, on lists.
"""

from ludotheque.kernels.compiling import LISTS, PLAIN, kernel, light_kernel
from ludotheque.kernels.notice import on_compiling, while_compiling

__all__ = ["LISTS", "PLAIN", "kernel", "light_kernel", "on_compiling", "while_compiling"]

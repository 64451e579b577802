"""What a user's process may not do, tried as root too: the test machines' containers run everything as root.

Linux lets a thread put down its power over other people's files and take it up again; elsewhere root is rare.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

VERSION = 0x20080522  # of capset's structures, linux/capability.h
OVERRIDE = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


@contextmanager
def unprivileged() -> Iterator[None]:
    """Inside, permissions bind this thread as they bind a user. Skips where they bind nobody."""
    if os.name != "posix":
        pytest.skip("permissions as POSIX has them")
    if os.geteuid() != 0:
        yield
        return
    if not sys.platform.startswith("linux"):
        pytest.skip("root may read everything here; run the tests as a user")
    before = _get()
    _set([before[0] & ~OVERRIDE, *before[1:]])
    try:
        yield
    finally:
        _set(before)


def _header() -> ctypes.Array[ctypes.c_uint32]:
    return (ctypes.c_uint32 * 2)(VERSION, 0)  # of this thread


def _get() -> list[int]:
    data = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; twice
    if ctypes.CDLL(None, use_errno=True).capget(_header(), data):
        raise OSError(ctypes.get_errno(), "capget")
    return list(data)


def _set(values: list[int]) -> None:
    if ctypes.CDLL(None, use_errno=True).capset(_header(), (ctypes.c_uint32 * 6)(*values)):
        raise OSError(ctypes.get_errno(), "capset")

"""Runs before main.py on a board: room for the traceback of an interrupt, which cannot allocate any itself."""

import micropython

micropython.alloc_emergency_exception_buf(100)

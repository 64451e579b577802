"""The firmware under CPython, where hypothesis is, and under the real MicroPython (runner.py)."""

import sys

from unotable import config

if str(config.firmware()) not in sys.path:
    sys.path.append(str(config.firmware()))

"""Tests of the host's end of the wire, against the firmware's own."""

import tests.firmware  # noqa: F401  its folder becomes importable

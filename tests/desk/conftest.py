"""Desks of one board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from unotable.desk.desk import Desk

from tests.desk.host import KINDS, make


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    with make(request.param) as desk:
        yield desk


@pytest.fixture
def one() -> Iterator[Desk]:
    """A desk as this system has it."""
    with make(KINDS[0]) as desk:
        yield desk

"""What a transition table is: each machine's file opens with its rules and one such table.

The diagrams in ARCHITECTURE.md are drawn from the tables, and a test holds the fold to them: no case may make a
machine go where its table has no way, and every way is gone by some case.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """In `state`, on `event`, the machine becomes `becomes`; `says` names the ruling or what else is to be known."""

    state: str
    event: str
    becomes: str
    says: str = ""

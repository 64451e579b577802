"""Board time to host time, with proved bounds: times in, bounds out."""

from unotable.clock.board import BoardClock, Placed
from unotable.clock.line import Line
from unotable.clock.race import Race, race, relative

__all__ = ["BoardClock", "Line", "Placed", "Race", "race", "relative"]

"""The snapshot that screens, plain lines and scripts see: frozen, and the newest one replaces all before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unotable.game.entry import Entry, Header
from unotable.game.photo import Photo
from unotable.game.table import Table
from unotable.match.feed import FeedItem
from unotable.match.proposals import Proposal

State = Literal["ready", "unsure", "absent", "refused"]


@dataclass(frozen=True, slots=True)
class BoardView:
    """One board: who it is, where it sits and how it is. `u_us` and `rtt_us` are µs, `None` while unknown."""

    board: str
    seat: int | None
    kind: str = ""
    state: State = "ready"
    why: str = ""
    u_us: int | None = None
    rtt_us: int | None = None
    firmware: str = ""
    python: str = ""
    pid: int | None = None
    lost: int = 0
    port: str = ""


@dataclass(frozen=True, slots=True)
class Cue:
    """Something to be heard: a tune's name, and whom it is for (`None`: everybody). `number` counts from 1."""

    number: int
    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Unruled:
    """A press that is safe on disk and not ruled on: an earlier one may be on its way. button: uno, cut, done."""

    seat: int
    button: str


@dataclass(frozen=True, slots=True)
class View:
    """A match as it is shown.

    `said` counts the messages so far, so that the same twice is told apart from one.
    `naming` is the entry of the play that typed card keys will name, `last` what undo would take back, `held` the
    presses that wait for `accept`, `message` what went wrong last, which `stays` where nothing goes on before it
    is mended (a full disk). `start_ns` is the host time of the match's t = 0.
    `photos` are the presses that the latest rulings compared, `asked` the held UNO that stopped the match for a ruling
    and `asker` its seat, `proposal` what may explain a DONE out of turn while that is open, `cues` the latest of what
    is to be heard, `unruled` the presses that came and may still be overtaken.
    """

    table: Table
    header: Header
    rules_name: str
    boards: tuple[BoardView, ...] = ()
    feed: tuple[FeedItem, ...] = ()
    naming: int | None = None
    last: str | None = None
    path: str = ""
    held: tuple[Entry, ...] = ()
    message: str | None = None
    stays: bool = False
    said: int = 0
    start_ns: int = 0
    photos: tuple[Photo, ...] = ()
    asked: int | None = None
    asker: int | None = None
    proposal: Proposal | None = None
    cues: tuple[Cue, ...] = ()
    unruled: tuple[Unruled, ...] = ()

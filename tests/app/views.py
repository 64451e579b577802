"""Views for the screen tests: a table in play and the moments a player meets, and a referee that only writes down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from unotable.game.entry import Entry, Header
from unotable.game.ruleset import RuleSet
from unotable.game.rulings import Ruling
from unotable.game.table import Play, Round, Seat, Table
from unotable.match.feed import FeedItem
from unotable.match.proposals import Proposal, Way
from unotable.match.view import BoardView, Unruled, View

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hua", "Ines", "Jo")

RULINGS = (
    Ruling(31_000_000, "turn.out_of_order", 3, entry=9),
    Ruling(47_250_000, "uno.caught", 1, entry=17, by=(2,), draw=2, margin=42_100, u=600),
    Ruling(52_100_000, "uno.called", 4, entry=21),
    Ruling(60_000_000, "cut.won", 3, entry=24, margin=18_400, u=900),
    Ruling(71_000_000, "attack.paid", 4, entry=30, draw=4),
    Ruling(75_000_000, "uno.late", 2, entry=33, margin=312_000, u=500),
)
PLAYS = (
    Play(26, 64_000_000, 4, "b7"),
    Play(28, 68_000_000, 1, "??"),
    Play(31, 73_000_000, 2, "??"),
)


def table(seats: int = 4, names: tuple[str, ...] = NAMES, **changes: Any) -> Table:
    """Round 3 in play, seat 2 on turn, RED 5 on top."""
    counts = (7, 1, 12, 3, 5, 6, 2, 9, 4, 10)
    scores = (214, 98, 0, 301, 20, 55, 130, 7, 88, 499)
    made = Table(
        round=3,
        phase="play",
        turn=2,
        direction=1,
        dealer=seats,
        top="r5",
        colour="r",
        pending=0,
        seats=tuple(Seat(i + 1, names[i], counts[i], scores[i]) for i in range(seats)),
        rulings=tuple(ruling for ruling in RULINGS if (ruling.seat or 1) <= seats),
        rounds=(Round(4, {1: 25, 2: 60}, {4: 85}), Round(1, {2: 40, 4: 174}, {1: 214})),
        now=80_000_000,
        since=73_000_000,
        plays=tuple(play for play in PLAYS if play.seat <= seats),
    )
    return replace(made, **changes)


def view(seats: int = 4, track: str = "full", names: tuple[str, ...] = NAMES, **changes: Any) -> View:
    """The table with its boards and feed; `changes` are the table's."""
    made = table(seats, names, track=track, **changes)
    return View(
        table=made,
        header=Header("tangxun", names[:seats], track=track),
        rules_name="tangxun",
        boards=tuple(
            BoardView(f"e6614c31{i:02x}", i, "pico", u_us=310, rtt_us=1900, firmware="0.1.0", port=f"ttyACM{i}")
            for i in range(1, seats + 1)
        ),
        feed=tuple(FeedItem(ruling.t, "ruling", ruling, ruling.seat, ruling.draw) for ruling in made.rulings),
        naming=next((play.entry for play in reversed(made.plays) if play.card == "??"), None),
        last="DONE seat 2",
        path="match.jsonl",
    )


def called(it: View, seat: int) -> View:
    seats = tuple(replace(s, cards=1, called=True) if s.seat == seat else s for s in it.table.seats)
    return replace(it, table=replace(it.table, seats=seats))


def proposed(it: View) -> View:
    """Seat 4 pressed DONE where seat 3 was on turn."""
    ways = (Way("skip", 2), Way("forgot", 3), Way("wrong", 4))
    return replace(it, proposal=Proposal(35, 78_000_000, 4, 3, ways, 0, it.table.round, play=31))


def pressed(it: View) -> View:
    """Four buttons went down just now."""
    return replace(it, unruled=(Unruled(1, "uno"), Unruled(2, "cut"), Unruled(3, "done"), Unruled(4, "cut")))


def held(it: View) -> View:
    return replace(it, held=(Entry(40, 70_000_000, "uno", press=True, seat=3, held=True),))


class Live:
    """Stands where the referee's thread stands, and keeps what it was sent."""

    def __init__(self, view: View, ruleset: RuleSet | None = None) -> None:
        self.view = view
        self.ruleset = ruleset or RuleSet()
        self.sent: list[dict[str, object]] = []
        self.reseated = 0
        self.decided: list[int] = []
        self.tunes: frozenset[str] | None = None
        self.seated: list[tuple[str, int | None]] = []
        self._callback: Callable[[View], None] = lambda view: None

    def send(self, line: Mapping[str, object]) -> None:
        self.sent.append(dict(line))

    def sound(self, tunes: frozenset[str] | None) -> None:
        self.tunes = tunes

    def decide(self, number: int) -> None:
        self.decided.append(number)

    def reseat(self) -> None:
        self.reseated += 1

    def seat(self, board: str, seat: int | None) -> None:
        self.seated.append((board, seat))

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        self._callback = callback
        return lambda: None

    def show(self, view: View) -> None:
        """A new view, as the referee's thread hands it over."""
        self.view = view
        self._callback(view)


class Desk:
    """Keeps what the finger did."""

    def __init__(self) -> None:
        self.did: list[tuple[str, int, str]] = []

    def press(self, seat: int, button: str) -> None:
        self.did.append(("press", seat, button))

    def hold(self, seat: int, button: str) -> None:
        self.did.append(("hold", seat, button))

    def lamps(self, seat: int) -> str:
        return "penalty 2" if seat == 1 else "turn"

    def plugged(self, seat: int) -> bool:
        return True

    def unplug(self, seat: int) -> None:
        self.did.append(("unplug", seat, ""))

    def plug(self, seat: int) -> None:
        self.did.append(("plug", seat, ""))

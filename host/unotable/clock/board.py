"""One board's clock on the host's timeline: queries and answers in, proved times out.

What is assumed, with W and G:
  W  the rate of the board's clock against the host's wanders by at most 1 ppm in a second. A crystal's rate moves with
     its temperature, near room temperature by less than 0.5 ppm a kelvin; a board that warms up moves by 0.2 K/s.
  G  that rate is within ±20,000 ppm. A full-speed USB device's clock must be within 2500 ppm (USB 2.0, 7.1.11), and no
     crystal is worse by far; oscillators without one mostly are within this. Exchanges of a second prove it far better.

What is proved:
  Under W and G the true time of every tick that was placed lies within its bound, whatever the delays were and however
  unequal, and whether or not the crystal keeps its ±100 ppm. So a crystal beyond its limit is placed rightly while it
  is found out; once the exchanges prove it, the clock is unsure.
  In the state good G is not needed any more: the exchanges have proved the rate, only W extends it.
  If W is broken (a host clock that is set or slewed hard, a board that skips ticks), then after the first exchange
  that does not fit the clock is unsure, and after every exchange that does fit, the truth at that exchange is off by
  less than the bound plus that exchange's round trip: its two ends are facts. A step between the last exchange
  before a press and the first one after it cannot be seen from the former alone, so who needs a press proved places it
  after an exchange that followed it.

A rate is host time per board time. Ticks are µs modulo 2^30, host times ns.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from unotable.clock.health import STEPS, Finding, Kept, State
from unotable.clock.hull import NS, ONE, Hull
from unotable.clock.unwrap import TICKS, latest, nearest

WANDER = 1000  # 10⁻⁹ a second (W)
MOST = 20_000_000  # 10⁻⁹ (G)
DRIFT = 100  # ppm that a board's crystal promises at most
LIMIT = DRIFT * ONE // 1000
GRAIN = 1  # µs by which a tick of a counter of whole µs may have been read later than it says
HORIZON = 60_000_000  # µs; an older exchange proves no more than ± 1.8 ms
SETTLE = 5_000_000  # µs after a contradiction
LOST = 10_000_000_000  # ns without an exchange
WAITING = 64  # queries under way
RECENT = 80  # exchanges that rtt_us looks back on: ten seconds
UNKNOWN = 1_000_000  # µs, the bound that is told where nothing is known
AHEAD = 1_000_000  # µs by which a tick may seem to be still to come before it is taken for one wrap ago

PROVING = "its rate is not proved yet"
SILENT = "it has not answered a clock query for a while"
NOTHING = "it has answered no clock query yet"
BROKEN = "its clock and this computer's contradict each other: one of them was set, or skipped"


@dataclass(frozen=True, slots=True)
class Placed:
    """A moment on the host's timeline: at `at_ns` ± `u_us`. While not `sure`, nothing proves the bound."""

    at_ns: int
    u_us: int
    sure: bool


class BoardClock:
    """The clock of one boot of one board; a reboot needs a new one."""

    def __init__(self) -> None:
        self._asked: dict[int, int | None] = {}  # query → when it was sent; None: twice, so its answer says nothing
        self._trips: deque[int] = deque(maxlen=RECENT)
        self._hull = Hull(WANDER, MOST, HORIZON)
        self._kept: Kept = "fresh"
        self._why = ""
        self._now = 0
        self._sent = 0  # of the newest exchange, ns
        self._rx = self._tx = 0  # counts of the newest exchange
        self._any = False
        self._since: int | None = None  # the first count after the newest contradiction

    # -- exchanges ----------------------------------------------------------------------------------------------

    def query(self, q: int, sent_ns: int) -> None:
        """Query `q` is about to be sent; `sent_ns` is not after its first byte leaves."""
        self._now = max(self._now, sent_ns)
        self._asked[q] = None if q in self._asked else sent_ns
        if len(self._asked) > WAITING:
            del self._asked[next(iter(self._asked))]

    def answer(self, q: int, rx_ticks: int, tx_ticks: int, received_ns: int) -> bool:
        """The answer to `q`; `received_ns` is not before its first byte came. False: it proves nothing."""
        sent = self._asked.pop(q, None)
        if sent is None:
            return False
        self._now = max(self._now, received_ns)
        rx = nearest(rx_ticks, self._tx + (sent - self._sent) // NS) if self._any else TICKS + rx_ticks
        tx = rx + (tx_ticks - rx_ticks) % TICKS
        anew = not self._any or sent - self._sent > HORIZON * NS
        fits = rx >= self._rx and tx >= self._tx and self._fits(rx, tx, sent, received_ns)
        if not fits:
            self._hull = Hull(WANDER, MOST, HORIZON)
            if not self._fits(rx, tx, sent, received_ns):  # not even alone
                self._hull = Hull(WANDER, MOST, HORIZON)
                self._judge("broken", BROKEN)
                return False
            self._since = rx
        self._any = True
        self._sent, self._rx, self._tx = sent, rx, tx
        self._trips.append(received_ns - sent)
        if not fits:
            self._judge("broken", BROKEN)
        elif anew:
            self._judge("anew")
        else:
            self._judge(*self._rate())
        return True

    def doubt(self, why: str) -> None:
        """Something outside contradicts this clock: it must prove itself anew."""
        self._hull = Hull(WANDER, MOST, HORIZON)
        self._since = self._tx
        self._judge("broken", why)

    def _fits(self, rx: int, tx: int, sent: int, received: int) -> bool:
        """Adds the exchange; whether all together can be true."""
        self._hull.low(rx + GRAIN, sent)
        self._hull.high(tx, received)
        return self._hull.at(tx) is not None

    def _rate(self) -> tuple[Finding, str]:
        fit = self._hull.fit()
        if fit is None or fit.least is None or fit.most is None:
            return "early", ""
        if fit.most < -LIMIT:
            return "beyond", f"its clock is more than {DRIFT} ppm fast"
        if fit.least > LIMIT:
            return "beyond", f"its clock is more than {DRIFT} ppm slow"
        if fit.least >= -LIMIT and fit.most <= LIMIT:
            return "within", ""
        return ("early" if self._since is not None and self._tx - self._since < SETTLE else "open"), ""

    def _judge(self, finding: Finding, why: str = "") -> None:
        self._kept = STEPS[self._kept, finding]
        if self._kept != "unsure":
            self._why = ""
        elif why:
            self._why = why

    # -- times --------------------------------------------------------------------------------------------------

    def place(self, ticks: int, now_ns: int, after: int | None = None) -> Placed:
        """When the board's counter read `ticks`, at most 2^30 µs ago; `now_ns` is host time after that.

        after: a count (as `newest`) known to be before it. If more than one wrap could be meant all the same, the
        latest is taken and it is not sure.
        """
        found = self.count(ticks, now_ns, after)
        return Placed(now_ns, UNKNOWN, False) if found is None else self.placed(*found)

    def count(self, ticks: int, now_ns: int, after: int | None = None) -> tuple[int, bool] | None:
        """Like `place`: the count that was meant, and whether its placing is sure; None while nothing is known."""
        self._now = max(self._now, now_ns)
        if not self._any:
            return None
        passed = (now_ns - self._sent) * (1_000_000_000 + MOST) // (1_000_000_000 * NS) + 1
        x = latest(ticks, self._tx + max(0, passed) + AHEAD)
        sure = self.sure and (after is None or x - TICKS < after <= x) and (self._since is None or x >= self._since)
        return x, sure

    def placed(self, count: int, sure: bool = True) -> Placed:
        """The moment of a count (as `newest`)."""
        bounds = self.bounds(count)
        if bounds is None:
            return Placed(self._now, UNKNOWN, False)
        low, high = bounds
        return Placed((low + high) // 2, -((low - high) // (2 * NS)), sure)

    def bounds(self, count: int) -> tuple[int, int] | None:
        """Host times, ns, between which the counter began and ceased to read this count; None: nothing is known."""
        bounds = self._hull.at(count)
        return None if bounds is None else (bounds[0], bounds[1] + (NS + 1) * GRAIN)

    @property
    def newest(self) -> int | None:
        """The count (ticks that do not wrap) at which the newest answer left the board."""
        return self._tx if self._any else None

    # -- health -------------------------------------------------------------------------------------------------

    def look(self, now_ns: int) -> None:
        """Time has passed."""
        self._now = max(self._now, now_ns)

    @property
    def state(self) -> State:
        """As of the latest time that was passed in."""
        return "lost" if not self._any or self._now - self._sent > LOST else self._kept

    @property
    def sure(self) -> bool:
        """Whether a bound told now is proved."""
        return self.state in ("fresh", "good")

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not good; empty if it is."""
        first = {"fresh": PROVING, "lost": SILENT if self._any else NOTHING}.get(self.state, "")
        return tuple(why for why in (first, self._why) if why)

    @property
    def rtt_us(self) -> int | None:
        """The best round trip of the last ten seconds of play, µs."""
        return -(-min(self._trips) // NS) if self._trips else None

    @property
    def u_us(self) -> int | None:
        """The bound of a press made now, µs."""
        if not self._any:
            return None
        placed = self.placed(self._tx + (self._now - self._sent) // NS)
        return placed.u_us if placed.sure else None

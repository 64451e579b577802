"""From edges to presses: one pure machine a button, times passed in.

The rules:
1. The time of a press is its first edge, however long the contact bounces after it.
2. It counts once the contact is closed 3 ms after that edge. If it is open just then, it counts as soon as the contact
   closes again; once it has been open for 3 ms on end, it was a spike and never happened.
3. Still down 600 ms after the first edge: a hold, which upgrades the press.
4. The release is told, and the button armed again, after 30 ms of steady opening; until then no edge is a new press.
   The time of the release is the edge that began the opening.
5. An edge seen with the level unchanged stands for two: the contact moved and moved back.

Who may call what: only the loop; nothing here allocates after `Buttons()`, so it works with the heap locked.
"""

from unoseat.ticks import diff

BUTTONS = "ucd"  # UNO, CUT, DONE

CONFIRM = 3000  # µs, rule 2
SPIKE = 3000  # µs, rule 2
HOLD = 600000  # µs, rule 3
REARM = 30000  # µs, rule 4

# States
UP, TOUCH, SKIP, DOWN, GAP, HELD, AJAR = range(7)
# What happens: the contact closes or opens, or the state's timer runs out
CLOSES, OPENS, TIMER = range(3)
# What is done about it
NOTHING, FIRST, PRESS, LONG, LEAVE, RELEASE = range(6)

#  in      when     now    do
RULES = (
    (UP, CLOSES, TOUCH, FIRST),
    (TOUCH, OPENS, SKIP, NOTHING),
    (TOUCH, TIMER, DOWN, PRESS),
    (SKIP, CLOSES, TOUCH, NOTHING),
    (SKIP, TIMER, UP, NOTHING),
    (DOWN, OPENS, GAP, LEAVE),
    (DOWN, TIMER, HELD, LONG),
    (GAP, CLOSES, DOWN, NOTHING),
    (GAP, TIMER, UP, RELEASE),
    (HELD, OPENS, AJAR, LEAVE),
    (AJAR, CLOSES, HELD, NOTHING),
    (AJAR, TIMER, UP, RELEASE),
)
# state -> (from the press's first edge, else from the contact's last edge; µs); UP and HELD wait for the contact only
TIMERS = {TOUCH: (True, CONFIRM), SKIP: (False, SPIKE), DOWN: (True, HOLD), GAP: (False, REARM), AJAR: (False, REARM)}

_NEXT = {state << 2 | when: (now, do) for state, when, now, do in RULES}


class Buttons:
    """Three machines a side, in this order. What they find goes to `events.put(letter, button, ticks, x, y)`, which
    returns an event number.

    patience: µs for which a level that no edge explains is waited out. 0 for boards without interrupts: there the
    level is all there is, and a change is stamped when it is seen.
    """

    def __init__(self, events, patience=0, sides=1):
        n = 3 * sides
        self.count = n
        self.seen = 0  # ticks of the last look: every earlier edge is known
        self.pressed = 0  # a bit a button that was pressed, until the loop takes them and puts 0
        self._events = events
        self._patience = patience
        self._state = [UP] * n
        self._closed = [False] * n
        self._first = [0] * n  # first edge of the press
        self._last = [0] * n  # last edge of any kind
        self._left = [0] * n  # first edge of the opening
        self._edges = [0] * n  # edges since the first one, with it
        self._event = [0] * n  # number of the press
        self._odd = [False] * n  # level differs from the last edge's
        self._odd_since = [0] * n

    def edge(self, i, closed, ticks):
        """Button `i` had an edge at `ticks` and was `closed` (or open) right after it; every earlier one was told.

        What the other buttons' timers found until then gets its number first, also where the loop stood still."""
        for j in range(self.count):
            self._run(j, ticks)
        self._odd[i] = False
        if closed == self._closed[i]:
            self._change(i, not closed, ticks)
        self._change(i, closed, ticks)

    def look(self, i, closed, now):
        """Button `i` is `closed` (or open) at `now`; every edge before `now` has been told."""
        if closed == self._closed[i]:
            self._odd[i] = False
        elif not self._odd[i]:
            self._odd[i] = True
            self._odd_since[i] = now
        if self._odd[i] and diff(now, self._odd_since[i]) >= self._patience:
            self._odd[i] = False
            self._change(i, closed, self._odd_since[i])
        self._run(i, now)

    def wait(self, now):
        """µs until the next timer runs out (0: it has), or -1 when none runs."""
        least = -1
        for i in range(self.count):
            left = self._timer(i, now)
            if self._odd[i]:
                odd = self._patience - diff(now, self._odd_since[i])
                left = odd if left < 0 or odd < left else left
            if left >= 0 and (least < 0 or left < least):
                least = left
        return least

    def past(self, now):
        """µs before `now` since when a press may have begun that has no event yet: an unconfirmed edge or last look."""
        most = diff(now, self.seen)
        for i in range(self.count):
            state = self._state[i]
            if state == TOUCH or state == SKIP:
                age = diff(now, self._first[i])
            else:
                age = diff(now, self._odd_since[i]) if self._odd[i] else 0
            most = age if age > most else most
        return most if most > 0 else 0

    def _change(self, i, closed, ticks):
        self._run(i, ticks)
        self._closed[i] = closed
        self._last[i] = ticks
        self._edges[i] += 1
        self._step(i, CLOSES if closed else OPENS, ticks)

    def _run(self, i, now):
        """Lets every timer that is over by `now` run out, one after the other."""
        while self._timer(i, now) == 0:
            self._step(i, TIMER, now)

    def _timer(self, i, now):
        """µs until the timer of button `i` runs out, 0 if it has, -1 without one."""
        timer = TIMERS.get(self._state[i])
        if timer is None:
            return -1
        left = timer[1] - diff(now, self._first[i] if timer[0] else self._last[i])
        return left if left > 0 else 0

    def _step(self, i, when, ticks):
        state, do = _NEXT[self._state[i] << 2 | when]
        self._state[i] = state
        if do == FIRST:
            self._first[i] = ticks
            self._edges[i] = 1
        elif do == PRESS:
            first = self._first[i]
            self._event[i] = self._events.put("P", i, first, self._edges[i], diff(self._last[i], first))
            self.pressed |= 1 << i
        elif do == LONG:
            self._events.put("L", i, self._first[i], self._event[i], 0)
        elif do == LEAVE:
            self._left[i] = ticks
        elif do == RELEASE:
            self._events.put("R", i, self._left[i], 0, 0)

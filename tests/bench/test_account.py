"""What the link bench counts, on made-up presses: it must be able to find every kind of loss."""

from __future__ import annotations

from unotable.bench.account import RING, TOLD, UNTOLD, Account, PowerUp, Sums
from unotable.link.events import BoardDown, BoardUp, Event, Health, Lost, Pressed, Reported

MS = 1_000_000  # ns


class Story:
    """A board with boots numbered as their processes; presses a second apart, each delivered 5 ms after its edge."""

    def __init__(self) -> None:
        self.account = Account()
        self.now = 10**12

    def power(self, boot: int, presses: int, pid: int | None = None) -> None:
        powered = self.account.powered["b"]
        if powered:
            powered[-1].ended = True
        powered.append(PowerUp(boot, self.now))
        for k in range(presses):
            powered[-1].closed.append(self.now + (k + 1) * 1000 * MS)
        self.hear(BoardUp("b", boot, "desk", "1", "", boot if pid is None else pid, "b", "p", ""))

    def hear(self, event: Event) -> None:
        self.account.hear(event, self.now)

    def told(self, boot: int, *presses: int, off: int = 0, sure: bool = True) -> None:
        closed = next(it for it in self.account.powered["b"] if it.pid == boot).closed
        for k in presses:
            at = closed[k] if k < len(closed) else closed[-1] + 1000 * MS
            event = Pressed("b", boot, 2 * k + 1, "uno", at + off, 100, sure)
            self.account.hear(event, at + 5 * MS)

    def sums(self) -> Sums:
        sums = self.account.settle()
        assert sums.presses == sums.delivered + sum(sums.listed.values()) + sums.unlisted
        return sums


def test_all_that_came_came_in_five_milliseconds() -> None:
    story = Story()
    story.power(7, 3)
    story.told(7, 0, 1, 2)
    sums = story.sums()
    assert (sums.presses, sums.delivered, sums.outside, list(sums.late)) == (3, 3, 0, [5 * MS] * 3)


def test_a_press_that_nobody_mentions_is_lost_unlisted() -> None:
    story = Story()
    story.power(7, 3)
    story.told(7, 0, 2)
    assert story.sums().unlisted == 1


def test_a_press_told_twice_is_doubled_and_one_that_nobody_made_is_strange() -> None:
    story = Story()
    story.power(7, 2)
    story.told(7, 0, 1, 1, 2)
    sums = story.sums()
    assert (sums.doubled, sums.strange, sums.delivered) == (1, 1, 2)


def test_a_truth_outside_its_bound_is_found_where_the_clock_was_sure() -> None:
    story = Story()
    story.power(7, 3)
    story.told(7, 0, off=99_000)
    story.told(7, 1, off=-102_000)
    story.told(7, 2, off=-102_000, sure=False)
    sums = story.sums()
    assert (sums.outside, sums.unsure) == (1, 1)


def test_a_full_ring_must_be_the_boards_own_word() -> None:
    for dropped in (0, 2):
        story = Story()
        story.power(7, 3)
        story.told(7, 0, 2)
        story.hear(Lost("b", 7, 3, 2))
        story.hear(Health("b", 1, 1, "good", (), dropped, 0, 1, 1))
        sums = story.sums()
        assert (sums.unlisted, sums.listed.get(RING, 0)) == ((0, 1) if dropped else (1, 0))


def test_a_board_that_lost_power_lists_what_it_had_told_of_and_what_it_had_not() -> None:
    story = Story()
    story.power(7, 3)
    story.told(7, 0)
    story.hear(BoardDown("b", "gone"))
    story.hear(Lost("b", 7, 3, 1))
    story.power(8, 1)
    story.told(8, 0)
    assert story.sums().listed == {TOLD: 1, UNTOLD: 1}


def test_power_is_no_excuse_for_what_the_link_had_vouched_for() -> None:
    story = Story()
    story.power(7, 2)
    story.told(7, 0)
    story.hear(Reported("b", story.account.powered["b"][0].closed[1] + MS))
    story.hear(BoardDown("b", "gone"))
    story.power(8, 0)
    assert story.sums().unlisted == 1


def test_boots_are_told_apart_without_their_pid() -> None:
    story = Story()
    story.power(7, 2, pid=0)
    story.told(7, 0, 1)
    story.now += 60_000 * MS
    story.power(8, 2, pid=0)
    story.told(8, 1)
    story.told(8, 0)
    sums = story.sums()
    assert (sums.delivered, sums.unlisted, sums.strange) == (4, 0, 0)


def test_an_edge_on_its_way_when_the_power_went_is_a_press_too() -> None:
    story = Story()
    story.power(7, 1)
    story.told(7, 0, 1)
    story.hear(BoardDown("b", "gone"))
    story.power(8, 0)
    sums = story.sums()
    assert (sums.presses, sums.delivered, sums.strange) == (2, 2, 0)

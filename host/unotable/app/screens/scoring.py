"""After a round: what each seat still holds, typed fast as cards or points, with the sums as they grow."""

from __future__ import annotations

from dataclasses import dataclass

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.reactive import reactive

from unotable.app import cells, keyed
from unotable.app.acts.rounds import undone_words
from unotable.app.screens.base import Showing
from unotable.app.screens.picker import Picker
from unotable.app.widgets import rounds
from unotable.app.widgets.keybar import KeyBar
from unotable.app.widgets.pane import Pane
from unotable.app.widgets.title import Title
from unotable.app.words import tr
from unotable.game.cards import parse
from unotable.game.table import Round, Table
from unotable.locale import mark, trn
from unotable.match.view import View

TYPED = frozenset("0123456789rygbsw+:. ,")
MOST_POINTS = 5000


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as typed: its cards, or points alone; `wrong` says what cannot be read, `points` the sum so far."""

    cards: tuple[str, ...] = ()
    points: int = 0
    wrong: str = ""
    plain: bool = False  # points were typed, not cards


def read(text: str) -> Hand:
    """`r5 gs w+`, `r5gsw+` or `35`."""
    bare = text.replace(" ", "").replace(",", "")
    if bare.isdecimal():
        points = int(bare[:6])
        wrong = tr("more points than any hand has") if points > MOST_POINTS else ""
        return Hand((), points, wrong, plain=True)
    cards, rest = keyed.hand(text)
    unknown = [card for card in cards if "?" in card]
    wrong = ""
    if rest:
        wrong = tr("{rest} is no card: a colour r y g b and 0-9 s r +, or w, w+; or points alone", rest=rest)
    elif unknown:
        wrong = tr("{card}: points need the face", card=unknown[0])
    return Hand(tuple(cards), sum(parse(card).points() for card in cards if "?" not in card), wrong)


def waiting(table: Table) -> list[int]:
    """Seats whose hand is still asked for."""
    return [int(need.partition(":")[2]) for need in table.needs if need.startswith("hand:")]


def open_hands(table: Table) -> list[int]:
    """Seats whose hand may still be typed, also once more."""
    return [seat.seat for seat in table.seats if seat.playing and seat.seat != table.winner] if waiting(table) else []


ABOVE = 3  # rows of the screen above the first seat while hands are asked for


class Hands(Pane):
    """`typed` what was typed for each seat, `at` the seat being typed. A click chooses another one."""

    class Clicked(Message):
        def __init__(self, seat: int) -> None:
            self.seat = seat
            super().__init__()

    typed: reactive[tuple[tuple[int, str], ...]] = reactive(())
    at: reactive[int | None] = reactive(None)

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            self.post_message(self.Clicked(offset.y - ABOVE + 1))

    def draw(self, cells: int, rows: int) -> list[Content]:
        return draw(self.view, dict(self.typed), self.at, cells)[:rows] if self.view is not None else []


def draw(view: View, typed: dict[int, str], at: int | None, cells_: int) -> list[Content]:
    table = view.table
    out: list[Content] = []
    done = table.phase in ("between", "over")
    last = table.rounds[-1] if done and table.rounds else None
    winner = table.winner if last is None else last.winner
    name = table.seat(winner).name if winner else tr("nobody")
    out.append(cells.line((f" {tr('Round {n}: {name} won', n=table.round, name=name)}", "bold $accent"), cells=cells_))
    if not done:
        text = tr("Type each hand (r5 gs w+) or its points (35), then Enter. Nothing is 0.")
        out.append(cells.line((f" {text}", "$faint"), cells=cells_))
    asked = waiting(table)
    total = 0
    room = max(8, cells_ - 47)
    titles = " " * (29 + room) + cells.fit(tr("points"), 7, ">") + " " * 5 + cells.fit(tr("score"), 6, ">")
    out.append(cells.line((titles, "$faint"), cells=cells_))
    for seat in table.seats:
        hand = read(typed.get(seat.seat, ""))
        points: int | None = hand.points if seat.seat in typed or seat.seat in asked else None
        if last is not None:
            points = last.hands.get(seat.seat)
        total += points or 0
        here = seat.seat == at
        lead = ">" if here else " "
        text = typed.get(seat.seat, "") + ("_" if here else "")
        holds = tr("holds {n}", n=seat.cards) if seat.cards else ""
        if seat.seat == winner:
            state, look = tr("won"), "bold $success"
        elif seat.seat in asked:
            state, look = (hand.wrong and "?") or "", "bold $warning"
        else:
            state, look = tr("in"), "$success"
        shown = "" if points is None or seat.seat == winner else str(points)
        out.append(
            cells.line(
                (f"{lead}{seat.seat:>2} {cells.fit(seat.name, 14)} ", "bold" if here else ""),
                (cells.fit(holds, 9) + " ", "$faint"),
                (_tail(text, room), "bold reverse" if here else ""),
                (f" {cells.fit(shown, 5, '>')} ", "bold"),
                (cells.fit(state, 4), look),
                (f"{seat.score:>7}", "$faint" if not done else "bold"),
                cells=cells_,
            )
        )
    out.append(cells.line("", cells=cells_))
    got = f"{name} +{last.points.get(winner, 0)}" if last and winner else ""
    out.append(cells.line((f" {tr('sum')} {total}   {got}", "bold"), cells=cells_))
    if at is not None:
        said = _said(table, at, typed.get(at, ""))
        out.extend(cells.line((f" {row}", "bold $warning"), cells=cells_) for row in cells.wrap(said, cells_ - 2))
    out.append(cells.line("", cells=cells_))
    if table.rounds:
        out += [*rounds.draw(view, cells_, len(table.seats) + 1), cells.line("", cells=cells_)]
    for number, round_ in sorted(enumerate(table.rounds, 1), reverse=True):
        out.append(cells.line((f" {_told(number, round_, table)}", "$faint"), cells=cells_))
    return out


def _told(number: int, round_: Round, table: Table) -> str:
    """A round that is over, in one line: who got what, and what the others held."""
    names = [seat.name for seat in table.seats]

    def listed(points: dict[int, int], sign: str) -> str:
        return "  ".join(f"{names[seat - 1]} {value:{sign}}" for seat, value in points.items() if seat <= len(names))

    held = listed(round_.hands, "d")
    return f"{tr('round {n}', n=number)}:  {listed(round_.points, '+d') or tr('nobody')}" + (
        f"   ({held})" if held else ""
    )


def _tail(text: str, room: int) -> str:
    """The end of a text too long to be seen whole: what is being typed."""
    return cells.fit(text if len(text) <= room else "~" + text[len(text) - room + 1 :], room)


def _said(table: Table, seat: int, text: str) -> str:
    """What is wrong with a hand as typed, or what makes one look twice."""
    hand = read(text)
    if hand.wrong:
        return hand.wrong
    count = table.seat(seat).cards
    if hand.cards and count and len(hand.cards) != count:
        return trn("{n} card typed, the host counted {m}: Enter takes it all the same",
                   "{n} cards typed, the host counted {m}: Enter takes them all the same",
                   len(hand.cards), m=count)  # fmt: skip
    return ""


class Scoring(Showing):
    CSS_PATH = "../styles/scoring.tcss"
    ABOUT = mark("Each hand as cards (r5 gs w+) or as points (35), then Enter. Up and Down go back to a hand.")
    BINDINGS = [
        Binding("z", "app.command('undo')", show=False),
        Binding("n", "next", show=False),
        Binding("N", "app.command('track', 'N')", show=False),
        Binding("escape", "back", show=False),
        Binding("left,right", "pick", show=False),
    ]

    hands = getters.query_one(Hands)
    heading = getters.query_one(Title)
    keys = getters.query_one(KeyBar)

    def __init__(self) -> None:
        super().__init__()
        self._typed: dict[int, str] = {}
        self._at: int | None = None

    def compose(self) -> ComposeResult:
        yield Title()
        yield Hands()
        yield KeyBar()

    def show(self) -> None:
        app = self.referee
        view = app.view
        if view is None:
            return
        if view.table.phase not in ("scoring", "between", "over"):
            if self.is_current:
                self.dismiss()  # the round's end was taken back, or the next round began
            return
        asked = waiting(view.table)
        if self._at not in open_hands(view.table):
            later = [seat for seat in asked if self._at is not None and seat > self._at]
            self._at = next(iter(later or asked), None)
        for pane in (self.heading, self.hands, self.keys):
            pane.words = app.lang
            pane.view = view
        self._draw()
        bar = [("screen.back", "Esc", tr("table")), ("help", "?", tr("help"))]
        if self._at is not None:
            bar = [("screen.take", "Enter", tr("take it")), ("screen.pick", "Left", tr("pick a card")), *bar]
        if view.last:
            bar.append(("undo", "z", f"{tr('takes back')} {undone_words(view)}"))
        if view.table.phase == "between":
            bar.insert(0, ("next", "n", tr("next round")))
            bar.append(("track", "N", tr("track")))
        self.keys.shown = tuple(bar)

    def _draw(self) -> None:
        self.hands.at = self._at
        self.hands.typed = tuple(self._typed.items())

    def on_key(self, event: Key) -> None:
        if self._at is None:
            return
        text = self._typed.get(self._at, "")
        char = event.character or ""
        if char and not char.isascii():
            self.referee.tell(tr("An input method is on: switch it to English"))
        elif event.key == "enter":
            self._take()
        elif event.key == "backspace":
            self._typed[self._at] = text[:-1]
        elif event.key in ("up", "down"):
            self._move(-1 if event.key == "up" else 1)
        elif char and char.lower() in TYPED:
            self._typed[self._at] = text + char.lower()
        else:
            return
        event.stop()
        event.prevent_default()
        self._draw()

    @on(Hands.Clicked)
    def _clicked(self, event: Hands.Clicked) -> None:
        if self.referee.view is not None and event.seat in open_hands(self.referee.view.table):
            self._at = event.seat
            self._draw()

    def _move(self, step: int) -> None:
        view = self.referee.view
        seats = open_hands(view.table) if view is not None else []
        if self._at in seats:
            self._at = seats[max(0, min(len(seats) - 1, seats.index(self._at) + step))]

    def _take(self) -> None:
        """Sends the hand of the seat being typed."""
        assert self._at is not None
        hand = read(self._typed.get(self._at, ""))
        if hand.wrong:
            return
        line: dict[str, object] = {"do": "hand", "seat": self._at}
        if hand.plain or not hand.cards:
            line["points"] = hand.points
        else:
            line["cards"] = list(hand.cards)
        self._typed.setdefault(self._at, "0")
        self.referee.send(line)
        self._on()  # already: a second Enter must not send this hand again

    def _on(self) -> None:
        """To the next hand that is asked for."""
        view = self.referee.view
        rest = [seat for seat in waiting(view.table) if seat != self._at] if view is not None else []
        later = [seat for seat in rest if self._at is not None and seat > self._at]
        self._at = next(iter(later or rest), self._at)

    def action_take(self) -> None:
        if self._at is not None:
            self._take()
            self._draw()

    def action_pick(self) -> None:
        if self._at is not None:
            self.run_worker(self._pick(self._at))

    async def _pick(self, seat: int) -> None:
        """A card by arrows or mouse, where letters do not arrive."""
        card = await self.app.push_screen_wait(Picker())
        if card is not None and card != "??":
            self._typed[seat] = f"{self._typed.get(seat, '')} {card}".strip()
            self._draw()

    def action_next(self) -> None:
        self.referee.action_command("next")

    def action_back(self) -> None:
        self.dismiss()

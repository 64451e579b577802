"""Players who play by themselves: real cards, the desk's real buttons, human reaction times from a seed.

They follow the referee's table: a hand is what the table counts, a card is laid only once the referee has taken its
DONE, and whoever was caught draws. "Whoever sits at the laptop" keys action cards, some numbers, colours, verdicts
and the hands left at a round's end.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from random import Random

from unotable.desk import players
from unotable.desk.cards import Cards, bare, favourite, legal, told
from unotable.desk.hands import PATIENCE_S, Buttons, Hands, Referee, Stopped
from unotable.desk.players import Tap
from unotable.game.cards import COLOURS, UNTOLD, Card, parse
from unotable.game.ruleset import RuleSet
from unotable.game.table import Play, Table

log = logging.getLogger(__name__)

SETTLED_S = 0.03  # more than the rules ask for: a press has its bound
STUCK = 4  # fruitless tries in a row before the one at the laptop lets the seat draw


class Autoplay:
    """Plays until `rounds` are over (`None`: until the match is). `pace` scales thinking and reactions, 1 is human;
    `patience` is how long the referee may take to say what became of a press, s.

    `done` is set when they have stopped playing; `failed` then says why, if they had to.
    """

    def __init__(
        self,
        referee: Referee,
        buttons: Buttons,
        ruleset: RuleSet,
        seed: int,
        rounds: int | None = None,
        pace: float = 1.0,
        patience: float = PATIENCE_S,
    ) -> None:
        self.done = threading.Event()
        self.failed: str | None = None
        self._hands = Hands(referee, buttons, pace, patience)
        self._rules = ruleset
        self._seed = seed
        self._rounds = rounds
        self._cards = Cards(Random(f"{seed}/deck"))
        self._round = -1  # the round the hands are dealt for
        self._top: Card = UNTOLD
        self._colour = "?"
        self._fours: list[tuple[int, bool]] = []  # the +4 of the open attack: who laid it, and was it against the rule
        self._turned: set[tuple[int | None, int]] = set()  # rulings on hands that were followed, by entry and t
        self._fruitless = 0
        self._thread = threading.Thread(target=self._run, name="players")

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """They put down their cards; returns once they have."""
        self._hands.stop()
        if self._thread.is_alive():
            self._thread.join()

    # -- the loop -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._over(self._table):
                self._move(self._table)
        except Stopped:
            pass
        except Exception as error:
            log.exception("the players stopped")
            self.failed = f"the players stopped: {error}"
        finally:
            self.done.set()

    @property
    def _table(self) -> Table:
        return self._hands.table

    def _over(self, table: Table) -> bool:
        played = self._rounds is not None and len(table.rounds) >= self._rounds
        return table.over or (played and table.phase in ("between", "over"))

    def _move(self, table: Table) -> None:
        if table.paused:
            self._hands.until(lambda now: not now.paused)
            return
        before = _mark(table)
        self._follow(table)
        if any(need.startswith("swap") for need in table.needs):
            self._swap(table)
        else:
            STEPS[table.phase](self, table)
        self._fruitless = 0 if _mark(self._table) != before else self._fruitless + 1
        if self._fruitless >= STUCK:
            log.warning("nothing moves in %s; somebody draws", table.phase)
            self._hands.send({"do": "draw"})
            self._fruitless = 0

    def _follow(self, table: Table) -> dict[int, list[str]]:
        """Brings hands and top card to what the table says; the cards drawn by each seat."""
        if table.phase in ("first", "between", "over"):
            return {}
        counts = {seat.seat: seat.cards for seat in table.seats if seat.playing}
        if self._round != table.round:
            self._round = table.round
            self._cards = Cards(self._rng(table, 0, "deal to fit"))
            self._cards.deal_to_fit(counts, (play.card for play in table.plays for _ in range(play.n)))
        for ruling in table.rulings:
            key = (ruling.entry, ruling.t)
            if ruling.rule not in ("hands.rotated", "hands.swapped") or key in self._turned:
                continue
            self._turned.add(key)
            if ruling.rule == "hands.rotated":
                seats = [seat.seat for seat in table.seats if seat.playing]
                self._cards.rotate(seats[:: table.direction])
            elif ruling.seat is not None and ruling.by:
                self._cards.swap(ruling.seat, ruling.by[0])
        top = told(table.top)
        if top is not None:
            self._top = top
        if table.colour in COLOURS:
            self._colour = table.colour
        if table.pending == 0 and table.phase == "play":
            self._fours = []
        return self._cards.follow(counts)

    # -- one step a phase ---------------------------------------------------------------------------------------

    def _first(self, table: Table) -> None:
        """Deals, and flips the first card."""
        rng = self._rng(table, 0, "deal")
        self._cards = Cards(rng)
        self._cards.deal((seat.seat for seat in table.seats if seat.playing), self._rules.deal_hand)
        self._round = max(1, table.round)
        card = self._cards.flip(self._rules.start_numbers_only)
        self._hands.wait(1.5)
        self._lie(card)
        self._hands.send({"do": "first", "card": card})
        self._hands.until(lambda now: now.phase != "first")

    def _play(self, table: Table) -> None:
        """The seat on turn lays a card, or draws and perhaps lays that."""
        seat = table.turn
        if seat is None:
            self._hands.until(lambda now: now.turn is not None or now.phase != table.phase)
            return
        rng = self._rng(table, seat, "turn")
        self._think(rng)
        card = players.choose(self._cards.hands[seat], self._top, self._colour, rng)
        if card is not None:
            self._lay(table, seat, card, rng)
            return
        for _ in range(108):
            drawn = self._draw(seat)
            if drawn is None or self._rules.draw_play_drawn == "never":
                return
            fits = legal([drawn], self._top, self._colour)
            if fits and (parse(drawn).number or self._rules.draw_play_drawn == "any") and rng.random() < 0.9:
                self._hands.wait(rng.uniform(0.4, 1.2))
                self._lay(self._table, seat, drawn, rng)
                return
            if self._rules.draw_amount == "one" or self._table.turn != seat:
                return

    def _draw(self, seat: int) -> str | None:
        """Holds DONE; the one card that was drawn, if that is what came of it."""
        before = self._table.seat(seat).cards
        self._hands.hold(seat, "done")
        self._hands.until(lambda now: now.seat(seat).cards != before or now.turn != seat or now.phase != "play")
        drawn = self._follow(self._table).get(seat, [])
        return drawn[0] if len(drawn) == 1 else None

    def _attack(self, table: Table) -> None:
        """The target challenges, answers or takes the cards."""
        seat = table.turn
        if seat is None:
            self._hands.until(lambda now: now.phase != "attack")
            return
        rng = self._rng(table, seat, "attack")
        self._think(rng)
        if self._top.face == "w+" and self._rules.wild4_challenge and rng.random() < players.DOUBTS:
            self._hands.hold(seat, "cut")
            if self._hands.until(lambda now: now.phase != "attack"):
                return
        card = players.answer(self._cards.hands[seat], self._top, self._colour, self._rules)
        if card is not None and rng.random() < 0.9:
            self._lay(table, seat, card, rng)
            return
        self._hands.hold(seat, "done")
        self._hands.until(lambda now: now.phase != "attack" or now.turn != seat)

    def _cut(self, table: Table) -> None:
        """The head of the queue lays the identical card, or cannot."""
        seat = table.claims[0] if table.claims else table.turn
        if seat is None:
            return
        rng = self._rng(table, seat, "cut")
        card = str(Card("?", self._top.face)) if self._top.black else str(self._top)
        if card in self._cards.hands[seat] and rng.random() < players.FOLLOWS:
            self._hands.wait(rng.uniform(0.3, 1.0))
            self._lay(table, seat, card, rng)
        else:
            self._hands.until(lambda now: now.phase != "cut" or now.claims[:1] != (seat,), self._rules.cut_follow_s + 1)

    def _name_colour(self, table: Table) -> None:
        seat = table.plays[-1].seat if table.plays else table.turn or 1
        rng = self._rng(table, seat, "colour")
        self._hands.wait(rng.uniform(0.4, 1.0))
        self._colour = favourite(self._cards.hands[seat], rng)
        self._hands.send({"do": "colour", "colour": self._colour})
        self._hands.until(lambda now: now.phase != "colour")

    def _challenge(self, table: Table) -> None:
        """The challenged hand is shown."""
        rng = self._rng(table, table.turn or 0, "challenge")
        self._hands.wait(rng.uniform(1.0, 2.0))
        fours = self._fours or [(play.seat, rng.random() < 0.5) for play in table.plays if play.card[:2] == "w+"][-1:]
        verdicts = {seat: "guilty" if wrong else "innocent" for seat, wrong in fours}
        if self._rules.wild4_whom == "any" and len(verdicts) > 1:
            self._hands.send({"do": "challenge", "results": {str(seat): verdict for seat, verdict in verdicts.items()}})
        else:
            first = self._rules.wild4_whom == "first"
            wrong = bool(fours) and fours[0 if first else -1][1]
            self._hands.send({"do": "challenge", "result": "guilty" if wrong else "innocent"})
        self._hands.until(lambda now: now.phase != "challenge")

    def _slap(self, table: Table) -> None:
        rng = self._rng(table, 0, "slap")
        seats = [seat.seat for seat in table.seats if seat.playing]
        self._hands.tap([Tap(rng.uniform(0.2, 0.9), seat, "cut") for seat in seats])
        self._hands.until(lambda now: now.phase != "slap", 6)

    def _swap(self, table: Table) -> None:
        seat = table.plays[-1].seat if table.plays else table.turn or 1
        rng = self._rng(table, seat, "swap")
        others = [other for other in table.seats if other.playing and other.seat != seat]
        least = min(other.cards for other in others)
        self._hands.wait(rng.uniform(0.5, 1.5))
        chosen = rng.choice([other.seat for other in others if other.cards == least])
        self._hands.send({"do": "swap", "seat": seat, "with": chosen})
        self._hands.until(lambda now: not any(need.startswith("swap") for need in now.needs))

    def _score(self, table: Table) -> None:
        """Every hand that is left goes in."""
        for need in table.needs:
            if need.startswith("hand:"):
                self._hands.wait(0.8)
                seat = int(need.partition(":")[2])
                self._hands.send({"do": "hand", "seat": seat, "cards": list(self._cards.hands.get(seat, []))})
        self._hands.until(lambda now: now.phase != "scoring")

    def _next_round(self, table: Table) -> None:
        self._hands.wait(3.0)
        self._hands.send({"do": "round"})
        self._hands.until(lambda now: now.phase != "between")

    # -- laying a card ------------------------------------------------------------------------------------------

    def _lay(self, table: Table, seat: int, card: str, rng: Random) -> None:
        """Lays the card, with all that happens around it, and waits for what the referee makes of it."""
        hands = self._cards.hands
        others = [other.seat for other in table.seats if other.playing and other.seat != seat]
        following = _next(table, seat)
        cut = table.phase == "cut"
        taps = [Tap(0.0, seat, "done")]
        if len(hands[seat]) == 2:
            taps += players.calls(rng, self._rules, seat, others)
        if not cut and players.admits(self._rules, card, parse(card).draws > 0 or table.pending > 0):
            taps += players.slaps(rng, hands, card, seat)
        early: tuple[int, str] | None = None
        if len(taps) == 1 and parse(card).number and following is not None and table.phase == "play":
            taps += players.strays(rng, others, seat, following)
            hasty = players.haste(hands[following], parse(card), rng) if len(taps) == 1 else None
            if hasty is not None:
                early = (following, hasty)
                taps.append(Tap(-rng.uniform(0.1, 0.4), following, "done"))
        known = {play.entry for play in table.plays}
        said = len(table.rulings)
        self._hands.tap(taps)
        self._landed(seat, card, known, said, rng)
        if early is not None:
            self._landed(*early, known, said, rng)

    def _landed(self, seat: int, card: str, known: set[int], said: int, rng: Random) -> None:
        """Waits for the referee to take the card whose DONE was pressed; then it is on the pile, and perhaps keyed."""
        entry = self._hands.until(lambda now: _taken(now, seat, known, said))
        if entry is None or entry < 0:
            return
        hand = self._cards.hands[seat]
        if card == "w+":
            self._fours.append((seat, players.guilty(hand, self._top, self._colour)))
        self._cards.lay(seat, card)
        whole = players.black(card, hand, rng)
        later = card == "w" and rng.random() < 0.5  # the colour is said a moment later
        self._lie(card if later else whole)
        if not parse(card).number or rng.random() < players.TOLD:
            self._hands.wait(rng.uniform(0.3, 0.9))
            self._hands.send({"do": "card", "card": card if later else whole, "of": entry})
            self._hands.until(lambda now: any(play.entry == entry and bare(play.card) == card for play in now.plays))

    def _lie(self, card: str) -> None:
        """The card is on top now."""
        self._top = parse(card)
        self._colour = self._top.colour

    def _think(self, rng: Random) -> None:
        """Until a card is chosen, and the one before has settled as the rules ask for."""
        self._hands.wait(players.think(rng), self._rules.time_settle_s and self._rules.time_settle_s + SETTLED_S)

    def _rng(self, table: Table, seat: int, what: str) -> Random:
        cards = table.seat(seat).cards if seat else 0
        return Random(f"{self._seed}/{max(1, table.round)}/{len(table.plays)}/{seat}/{cards}/{what}")


STEPS: dict[str, Callable[[Autoplay, Table], None]] = {
    "first": Autoplay._first,
    "play": Autoplay._play,
    "attack": Autoplay._attack,
    "cut": Autoplay._cut,
    "colour": Autoplay._name_colour,
    "challenge": Autoplay._challenge,
    "slap": Autoplay._slap,
    "scoring": Autoplay._score,
    "between": Autoplay._next_round,
}


def _mark(table: Table) -> tuple[object, ...]:
    """What shows that whoever has to act has got on.

    What others press meanwhile does not count: while the board of the seat on turn is dead, somebody who sees a card
    too few and calls UNO does so at each try anew, and the referee says each time that it was for nothing.
    """
    own = 0 if table.turn is None else table.seat(table.turn).cards
    return (table.round, table.phase, table.turn, len(table.plays), table.pending, table.claims, table.needs, own)


def _next(table: Table, seat: int) -> int | None:
    """The seat after `seat`, for a card without effect."""
    playing = [other.seat for other in table.seats if other.playing]
    return playing[(playing.index(seat) + table.direction) % len(playing)] if seat in playing else None


def _taken(table: Table, seat: int, known: set[int], said: int) -> int | None:
    """The entry of the new play by `seat`; −1 where the referee did not take it; `None` while nothing is said.

    A card laid under an attack is read as taking the cards until it is named: its entry is the payment's.
    """
    play: Play | None = next((play for play in table.plays if play.seat == seat and play.entry not in known), None)
    if play is not None:
        return play.entry
    for ruling in table.rulings[said:]:
        if ruling.seat == seat and ruling.rule == "attack.paid" and ruling.entry is not None:
            return ruling.entry
        if ruling.seat == seat and ruling.rule in (
            "turn.preempted",
            "turn.out_of_order",
            "turn.repeated",
            "cut.failed",
        ):
            return -1
    return None

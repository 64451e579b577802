"""Real cards on the desk: the deck of 108, the hands, the pile, and what was laid. The referee never sees these.

The referee counts; the players follow. After every ruling `follow` brings the hands to the table's counts: cards are
drawn from the pile, or go back to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

from unotable.game.cards import COLOURS, Card, CardError, parse


def deck() -> list[str]:
    """The 108 cards: a colour has one 0, two each of 1-9, skip, reverse, draw two; four of each black card."""
    coloured = [colour + face for colour in COLOURS for face in "0" + "123456789sr+" * 2]
    return coloured + ["w", "w+"] * 4


def bare(card: str) -> str:
    """The card without the colour named for it, as it lies in a hand."""
    return card.partition(":")[0]


class Cards:
    """Hands by seat, the pile that is drawn from, and the discards, the top card last."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.hands: dict[int, list[str]] = {}
        self.pile: list[str] = []
        self.laid: list[str] = []

    def deal(self, seats: Iterable[int], each: int) -> None:
        """A fresh round: everything is shuffled and dealt."""
        self.pile, self.laid = deck(), []
        self._rng.shuffle(self.pile)
        self.hands = {seat: [self.pile.pop() for _ in range(each)] for seat in seats}

    def deal_to_fit(self, counts: Mapping[int, int], known: Iterable[str]) -> None:
        """A round in progress: cards known to be laid are laid, the rest is dealt by the table's counts."""
        left = Counter(deck())
        self.laid = []
        for card in map(bare, known):
            if left[card] > 0:
                left[card] -= 1
                self.laid.append(card)
        self.pile = sorted(left.elements())
        self._rng.shuffle(self.pile)
        self.hands = {seat: [] for seat in counts}
        self.follow(counts)

    def flip(self, numbers_only: bool) -> str:
        """The first card. Black ones go back, and with `numbers_only` all that are no number."""
        while True:
            card = self._pop()
            if not parse(card).black and (parse(card).number or not numbers_only):
                self.laid.append(card)
                return card
            self.pile.insert(self._rng.randrange(len(self.pile) + 1), card)

    def follow(self, counts: Mapping[int, int]) -> dict[int, list[str]]:
        """Brings every hand to its count; the cards each seat has drawn, in order."""
        drawn: dict[int, list[str]] = {}
        for seat, count in counts.items():
            hand = self.hands.setdefault(seat, [])
            while len(hand) > count:
                self.pile.insert(0, hand.pop())
            while len(hand) < count and (self.pile or len(self.laid) > 1):
                hand.append(self._pop())
                drawn.setdefault(seat, []).append(hand[-1])
        return drawn

    def lay(self, seat: int, card: str) -> None:
        """The card leaves the hand for the discards."""
        if bare(card) in self.hands.get(seat, []):
            self.hands[seat].remove(bare(card))
        self.laid.append(bare(card))

    def rotate(self, order: list[int]) -> None:
        """Every hand goes to the next seat of `order`."""
        hands = [self.hands[seat] for seat in order]
        for seat, hand in zip(order[1:] + order[:1], hands, strict=True):
            self.hands[seat] = hand

    def swap(self, one: int, other: int) -> None:
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]

    def _pop(self) -> str:
        if not self.pile:
            self.pile, self.laid = self.laid[:-1], self.laid[-1:]
            self._rng.shuffle(self.pile)
        return self.pile.pop()


def legal(hand: Iterable[str], top: Card, colour: str) -> list[str]:
    """The cards of a hand that may follow; what is not known of the top card is no obstacle."""
    return [card for card in hand if parse(card).follows(top, colour) is not False]


def favourite(hand: Iterable[str], rng: Random) -> str:
    """The colour to name: the one held most, else any."""
    count = Counter(card[0] for card in hand if card[0] in COLOURS)
    most = max(count.values(), default=0)
    return rng.choice([colour for colour in COLOURS if count[colour] == most])


def told(text: str) -> Card | None:
    """The card a table shows, where it is told whole."""
    try:
        card = parse(text)
    except CardError:
        return None
    return card if card.known else None

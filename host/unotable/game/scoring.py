"""Rounds: how one begins and ends, and what its hands are worth.

| `score.mode` | a round's points | the match is over |
|---|---|---|
| positive | the winner gets the sum of the other hands | at `score.target`: most points win |
| negative | each hand counts against its owner | at `score.target`: that seat loses, fewest points win |
| chips | each hand is paid to the winner | never |
| low | each hand counts against its owner | never; lowest leads |
| single | each hand counts against its owner | after one round: highest hand loses |
| none | none | never |
"""

from __future__ import annotations

from unotable.game.cards import parse
from unotable.game.machine import Row
from unotable.game.state import State
from unotable.game.table import Round

TABLE = (
    Row("first", "a card is flipped", "play"),
    Row("first", "end, or one seat is left", "between", "round.void"),
    Row("play", "no cards, attack paid, no cut standing", "scoring", "round.won"),
    Row("play", "no cards, attack paid, no cut standing; score.mode = none", "between", "round.won"),
    Row("play", "end, one seat is left, or the pile is used up", "between", "round.void"),
    Row("scoring", "every other hand is in", "between"),
    Row("scoring", "every other hand is in, the match is decided", "over", "match.won"),
    Row("scoring", "round", "first", "missing hands score nothing"),
    Row("scoring", "the winning card is taken back", "play", "fault.wrong_play, cut.failed"),
    Row("between", "round", "first"),
    Row("between", "the winning card is taken back, nothing was scored", "play", "fault.wrong_play, cut.failed"),
)


def state(st: State) -> str:
    return st.stage


def begin(st: State, dealer: int | None, track: str | None = None) -> None:
    """Deal a round, kept track of as before or by `track` from now on: then what the other way left open is asked and
    owed no more. Where there are too few cards for everyone, all get as many as there are for each."""
    if track not in (None, st.track):
        st.track, st.races = track, []
        st.owed = [0] * len(st.owed)
    if dealer is not None and st.playing[dealer]:
        st.dealer = dealer
    st.round += 1
    st.cuts += st.laid_on()
    st.clear()
    seats = st.seats()
    hand = min(st.rules.deal_hand, (st.rules.deck_cards - 1) // max(1, len(seats)))
    for seat in range(1, st.size + 1):
        st.cards[seat] = hand if st.playing[seat] and st.track != "buzzer" else 0
    st.pile = st.rules.deck_cards - 1 - sum(st.cards)
    st.turn = st.dealer if st.rules.start_who == "dealer" else st.left_of(st.dealer)
    if st.track == "buzzer":
        st.stage = "play"


def next_dealer(st: State) -> int:
    """The dealer of the next round by `deal.dealer_next`; after a void round `winner` means the left neighbour."""
    last = st.rounds[-1].winner if st.rounds else None
    if st.rules.deal_dealer_next == "winner" and last is not None and st.playing[last]:
        return last
    if st.rules.deal_dealer_next == "choose" and st.playing[st.dealer]:
        return st.dealer
    return st.left_of(st.dealer)


def first_dealer(drawn: dict[int, str], rule: str) -> int | None:
    """Who deals first by the cards drawn (`deal.first`): the seat, or `None` on a tie or where people choose."""
    if rule == "choose" or not drawn:
        return None

    def worth(text: str) -> int:
        card = parse(text)
        return card.points() if rule == "points" or card.number else 0

    best = max(worth(text) for text in drawn.values())
    highest = [seat for seat, text in drawn.items() if worth(text) == best]
    return highest[0] if len(highest) == 1 else None


def teams(st: State) -> list[tuple[int, ...]]:
    """The seats of each team, spread evenly; each seat for itself where `team.size` does not fit."""
    size, n = st.rules.team_size, st.size
    if size < 2 or n % size or n == size:
        return [(seat,) for seat in range(1, n + 1)]
    count = n // size
    return [tuple(range(first, n + 1, count)) for first in range(1, count + 1)]


def end_windows(st: State) -> None:
    """Nothing of the round may act any more."""
    st.attack = st.cut = st.slap = None
    st.challenge, st.asks, st.swap_by, st.silence, st.drew = False, "", 0, 0, 0
    st.waiting, st.uno_wait, st.cut_wait, st.precall = [], [], [], []
    st.windows = [None] * len(st.windows)
    st.clock_run = None
    st.needs_card = -1


def won(st: State, t: int, entry: int | None) -> None:
    """The round has a winner: hands are awaited, or nothing is scored."""
    winner = st.winner or 0
    end_windows(st)
    st.rule("round.won", winner, t, entry=entry)
    st.stage, st.hands = "scoring", {}
    if st.rules.score_mode == "none" or not missing(st):
        score(st, t, entry)


def void(st: State, t: int, entry: int | None, why: str | None = None) -> None:
    end_windows(st)
    st.winner = None
    st.rule("round.void", None, t, entry=entry, why=why)
    st.rounds.append(Round(None, {}, {}))
    st.stage = "between"


def missing(st: State) -> list[int]:
    """The seats whose hands are still awaited."""
    if st.stage != "scoring" or st.rules.score_mode == "none":
        return []
    return [seat for seat in st.seats() if seat != st.winner and seat not in st.hands]


def hand(st: State, seat: int, cards: tuple[str, ...] | None, points: int | None) -> None:
    """A hand to score; typed again it replaces what was there."""
    worth = points if cards is None else sum(parse(text).points() for text in cards)
    st.hands[seat] = (worth or 0, st.cards[seat] if cards is None else len(cards))


def score(st: State, t: int, entry: int | None) -> None:
    """All hands are in: give the points, and end the match where the rules do."""
    winner, mode = st.winner or 0, st.rules.score_mode
    hands = {seat: points for seat, (points, _) in sorted(st.hands.items())} if mode != "none" else {}
    total = sum(hands.values())
    points: dict[int, int] = {}
    if mode == "positive":
        points = {winner: total}
    elif mode in ("negative", "low", "single"):
        points = dict(hands)
    elif mode == "chips":
        points = {**{seat: -worth for seat, worth in hands.items()}, winner: total}
    for seat, gain in points.items():
        st.score[seat] += gain
    st.rounds.append(Round(winner, hands, points))
    st.stage = "between"
    ENDS.get(mode, _never)(st)
    if st.over:
        st.stage = "over"
        for seat in st.winners:
            st.rule("match.won", seat, t, entry=entry)


def _never(st: State) -> None:
    """`chips`, `low` and `none` go on for as long as people like."""


def _totals(st: State) -> dict[tuple[int, ...], int]:
    """Each team's score: the sum of its members'."""
    return {team: sum(st.score[seat] for seat in team) for team in teams(st) if any(st.playing[s] for s in team)}


def _positive(st: State) -> None:
    totals, target = _totals(st), st.rules.score_target
    best = max(totals.values(), default=0)  # nobody may be left
    if target and best >= target:
        st.over = True
        st.winners = _seats(team for team, total in totals.items() if total == best)
        if st.rules.score_loser == "lowest":
            worst = min(totals.values())
            st.losers = _seats(team for team, total in totals.items() if total == worst)


def _negative(st: State) -> None:
    totals, target = _totals(st), st.rules.score_target
    if not target or max(totals.values(), default=0) < target:
        return
    st.over = True
    cards = {team: sum(st.hands.get(seat, (0, 0))[1] for seat in team) for team in totals}
    worst = max((total, cards[team]) for team, total in totals.items())
    st.losers = _seats(team for team, total in totals.items() if (total, cards[team]) == worst)
    best = min(totals.values())
    st.winners = _seats(team for team, total in totals.items() if total == best)


def _single(st: State) -> None:
    st.over = True
    mine = next((team for team in teams(st) if st.winner in team), (st.winner or 0,))
    st.winners = mine
    hands = {
        team: (sum(st.hands.get(s, (0, 0))[0] for s in team), sum(st.hands.get(s, (0, 0))[1] for s in team))
        for team in _totals(st) if team != mine
    }  # fmt: skip
    worst = max(hands.values(), default=(0, 0))
    st.losers = _seats(team for team, hand in hands.items() if hand == worst)


def _seats(groups: object) -> tuple[int, ...]:
    return tuple(sorted(seat for group in groups for seat in group))  # type: ignore[attr-defined]


ENDS = {"positive": _positive, "negative": _negative, "single": _single}

"""A card lands: counts, top card, effects, and the windows that open on it.

Every play goes through `lay`, whoever makes it: the seat on turn, a cutter, a keyed card. What differs is settled
before (whose turn it is, which claims move) and after (uno.py, cut.py).
"""

from __future__ import annotations

from unotable.game import attack, cut, pairs, party, uno
from unotable.game.cards import UNKNOWN, UNTOLD, WILD, WILD4, Card
from unotable.game.pieces import UNNAMED, Claim, Name, PlayRec, Press, made
from unotable.game.state import State


def lay(
    st: State,
    p: Press,
    name: Name | None,
    *,
    keyed: bool = False,
    as_cut: bool = False,
    drawn: bool = False,
    moved: tuple[Claim, ...] = (),
) -> None:
    """`p.seat` lays a card, or `name.n` of them."""
    seat = p.seat
    if st.cards[seat] == 0:  # it is out already, while an attack or a cut of its last card is still open
        st.rule("turn.out_of_order", seat, p.t, entry=p.entry, u=p.u)
        return
    if name is None:
        name = UNNAMED
        card = st.top if as_cut else UNTOLD
    else:
        card = name.card
    named = name is not UNNAMED and card.told
    answer = st.attack is not None and not as_cut
    idle = answer and not attack.allowed(st, card)
    takes = idle and (not named or card.face == UNKNOWN)
    if any(st.windows):  # a void catch gives cards back
        uno.shut_all(st, "cut" if as_cut else "draw" if takes else "play", p.g, p.u)
    hand = st.cards[seat]
    n = 1 if name.n is None else max(1, min(name.n, hand))
    play = made(PlayRec,(
        p.entry, p.t, p.g, p.u, seat, card, n, st.before(), 0 if keyed else 1, name.n is not None, named, keyed, as_cut,
        False, name.guess, name.entry, 0, drawn, st.turn_no,
    ))  # fmt: skip
    st.drew, st.needs_card = 0, -1
    if idle:
        (_take if takes else _without_effect)(st, p, play)
        return
    if st.rules.end_number_only and hand == n and card.number is False:
        _goes_back(st, p, play, answer)
        return
    why = _fault(st, play, hand, answer)
    if why:  # where faces are known they are checked: advice, never a penalty
        st.rule("fault.mismatch", seat, p.t, entry=p.entry, draw=0, why=why)
    st.cards[seat] = hand - n
    _cover(st, card)
    st.asked = seat
    st.plays.append(play)
    _effect(st, play)
    st.last_card = (p.g, p.u)
    came = party.landed(st, seat, card, p)
    if st.cards[seat] == 0 and st.winner is None and came != "lost":
        st.winner = seat
    if st.attack is not None:
        attack.lapse_if_out(st)
    if moved and st.slap is not None and st.slap.entry == p.entry:
        for c in moved:
            party.slap(st, Press(c.seat, c.g, c.t, c.u, c.entry))
        moved = ()
    cut.open_window(st, seat, card, name.entry, p.g, p.u, moved)
    if st.cut_wait and not as_cut:
        st.cut_wait = [c for c in st.cut_wait if not cut.just_before(st, c, p)]
    if st.cards[seat] == 1 and not came:
        uno.landed(st, seat, p.t, p.g, p.u, play.turn_no)


def _cover(st: State, card: Card) -> None:
    """The card on top, and the colour now in force; a black card without one waits for it."""
    st.top = card
    st.asks = ""
    if card.black and card.colour == UNKNOWN:
        st.asks = "menu" if card.face == WILD and st.rules.party_wild_menu else "colour"
        st.colour = UNKNOWN if st.asks == "colour" else st.colour
    else:
        st.colour = card.colour


def _effect(st: State, play: PlayRec) -> None:
    """Turn, direction and attack after the card, counted from the seat that laid it."""
    seat, card, n = play.seat, play.card, play.n
    st.challenge = False
    if not card.acts:
        target = st.next(seat)
    elif card.face in ("+", WILD4):
        attack.strike(st, seat, play.entry, card, n)
        target = st.next(seat)
    elif st.attack is not None:
        target = attack.deflected(st, seat, card, n)
    elif card.face == "s":
        target = st.step(seat, 1 + pairs.skips(st.rules, n))
    elif pairs.turns(st.rules, n):
        if st.two and st.rules.two_reverse == "skip":
            target = st.step(seat, 2)
        else:
            st.direction = -st.direction
            target = st.next(seat)
    else:
        target = st.next(seat)
    st.give_turn(target, play.g, play.u)


def _fault(st: State, play: PlayRec, hand: int, answer: bool) -> str:
    """What is wrong with a play, as far as its card is known: the rule's name, or nothing."""
    rules, card, n = st.rules, play.card, play.n
    if play.cut:
        if n > 1 and st.top.number is not False and rules.cut_sum != "none":
            if (
                rules.cut_sum == "coloured"
                and UNKNOWN not in (card.colour, st.top.colour)
                and card.colour != st.top.colour
            ):
                return "cut.sum"
            return "cut.sum_only_to_win" if rules.cut_sum_only_to_win and hand > n else ""
        if n > rules.pair_identical:
            return "pair.identical" if st.top.number is False else "cut.sum"
        return "cut.scope" if card.identical(st.top) is False else ""
    if n != 1 and n > pairs.most(rules, hand):
        return "pair.identical"
    if play.drawn and rules.draw_play_drawn == "number" and card.number is False:
        return "draw.play_drawn"
    if answer or not play.named or card.follows(st.top, st.colour) is not False:
        return ""
    summed = bool(st.plays) and st.plays[-1].cut and st.plays[-1].n > 1  # any of the cards laid may be followed
    return "" if summed else "follow"


def _take(st: State, p: Press, play: PlayRec) -> None:
    """An unnamed card under an attack is read as taking the cards, until it is named as an answer."""
    possible = bool(attack.answers(st))
    drew = attack.pay(st, p.t, p.g, p.u, p.entry)
    st.plays.append(play._replace(took=True, n=0, drew=drew))
    st.needs_card = p.entry if possible else -1
    cut.shut(st, p.g, p.u)
    st.give_turn(st.next(p.seat), p.g, p.u)


def _without_effect(st: State, p: Press, play: PlayRec) -> None:
    """A card that answers nothing stays on the pile and is counted; attack and turn stay."""
    st.cards[p.seat] -= play.n
    st.rule("fault.under_attack", p.seat, p.t, entry=p.entry, draw=0)
    st.top = play.card
    if not play.card.black:
        st.colour = play.card.colour
    st.plays.append(play)
    st.last_card = (p.g, p.u)
    if st.cards[p.seat] == 0 and st.winner is None:
        st.winner = p.seat
    cut.open_window(st, p.seat, play.card, play.name_entry, p.g, p.u)
    if st.cards[p.seat] == 1:
        uno.landed(st, p.seat, p.t, p.g, p.u, play.turn_no)


def _goes_back(st: State, p: Press, play: PlayRec, answer: bool) -> None:
    """`end.number_only`: a last card that is no number goes back, its player draws one and the turn passes."""
    if answer:
        attack.pay(st, p.t, p.g, p.u, p.entry)
    st.rule("fault.number_only", p.seat, p.t, entry=p.entry, draw=1)
    st.plays.append(play._replace(n=0))
    st.cut = None
    if not play.cut:
        st.give_turn(st.next(p.seat), p.g, p.u)


def one_more(st: State, p: Press) -> bool:
    """Another DONE of the latest play: one more of its cards, where the rules allow; false where they do not."""
    play = st.plays[-1]
    seat = p.seat
    if play.told:
        if play.presses >= play.n:
            return False
        st.plays[-1] = play._replace(presses=play.presses + 1)
        return True
    hand = st.cards[seat] + play.n
    most = pairs.most_in_cut(st.rules, hand, play.card) if play.cut else pairs.most(st.rules, hand)
    if play.took or play.n == 0 or play.n >= most or st.cards[seat] == 0:
        return False
    if st.cards[seat] == 1 and st.rules.end_number_only and play.card.number is False:
        st.plays[-1] = play._replace(presses=play.presses + 1)
        st.rule("fault.number_only", seat, p.t, entry=p.entry, draw=1)
        return True
    play = play._replace(n=play.n + 1, presses=play.presses + 1)
    st.plays[-1] = play
    st.cards[seat] -= 1
    window = st.windows[seat]
    if window is not None and window.state == "open":
        st.windows[seat] = None
    if play.card.acts:
        before = play.before
        st.turn, st.direction, st.attack = before.turn, before.direction, before.attack
        if play.cut:
            st.turn = before.turn
        _effect(st, play)
    if st.cards[seat] == 0 and st.winner is None:
        st.winner = seat
    attack.lapse_if_out(st)
    if st.cards[seat] == 1:
        uno.landed(st, seat, p.t, p.g, p.u, play.turn_no)
    return True


def lay_again(st: State, play: PlayRec, n: int) -> None:
    """A play just taken back is laid again with fewer cards: counts, pile and effects, nothing else."""
    st.cards[play.seat] = max(0, st.cards[play.seat] - n)
    _cover(st, play.card)
    st.plays.append(play._replace(n=n, told=True))
    _effect(st, play._replace(n=n))


def take_back(st: State, index: int, g: int, *, cards: int | None = None) -> PlayRec:
    """Take play `index` back: for the latest one the pile, turn, colour and attack return, for an older one only its
    cards; a win by it goes too. `cards`: how many of it (default all)."""
    play = st.plays[index]
    back = play.n if cards is None else cards
    if st.playing[play.seat]:
        st.cards[play.seat] += min(back, st.exists())
    if play.took:
        st.cards[play.seat] = max(0, st.cards[play.seat] - play.drew)
    st.changed(play.seat, g)
    if index == len(st.plays) - 1:
        st.restore(play.before)
        st.drew, st.needs_card = 0, -1
        if st.slap is not None and st.slap.entry == play.entry:
            st.slap = None
        del st.plays[index]
    else:
        st.plays[index] = play._replace(n=play.n - back)
    if st.winner == play.seat and st.cards[play.seat] > 0:
        st.winner = None
    st.last_done = None
    return play

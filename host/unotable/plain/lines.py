"""A view as lines of text: what is new in the feed, and one line that says where the table stands."""

from __future__ import annotations

from unotable.game.ruleset import RuleSet
from unotable.game.table import Table
from unotable.locale import tr
from unotable.match.telling import doing, proposed, tell
from unotable.match.view import View


class Teller:
    """Turns views into the lines they make new. `decides`: who reads them may say what a proposal or a race was."""

    def __init__(self, rules: RuleSet, decides: bool = True) -> None:
        self._rules = rules
        self._decides = decides
        self._before: View | None = None
        self._stood = ""

    def lines(self, view: View) -> list[str]:
        """Each feed item once, then the standing if it is another than before, then what went wrong."""
        before, self._before = self._before, view
        # The feed is bounded and its items are never made anew, so that an item is told apart by being the same one.
        known = set() if before is None else {id(item) for item in before.feed}
        names = [seat.name for seat in view.table.seats]
        found = [tell(item, names, self._rules, view.rules_name) for item in view.feed if id(item) not in known]
        stands = standing(view.table, self._decides)
        if stands != self._stood:
            self._stood = stands
            found.append(stands)
        if view.proposal is not None and (before is None or _asks(before) != _asks(view)):
            found.append(proposed(view.proposal, names, self._decides))
        if view.message and (before is None or (before.message, before.said) != (view.message, view.said)):
            found.append(view.message)
        return found


def _asks(view: View) -> tuple[object, ...]:
    """What makes a proposal another question."""
    proposal = view.proposal
    return () if proposal is None else (proposal.done, proposal.ways, proposal.taken)


def standing(table: Table, decides: bool = False) -> str:
    """Whose turn it is, what lies on top, everybody's cards, and what people are asked for; with `decides` also what
    answers it."""
    parts = [tr("Round {n}", n=table.round), doing(table)]
    if decides and any(need.startswith("answer:") for need in table.needs):
        parts[-1] += " " + tr("1 caught, 2 safe, 3 false call, 4 cut, 0 nothing")
    buzzer = table.track == "buzzer"
    if table.phase not in ("first", "scoring", "between", "over") and not buzzer:
        parts.append(tr("top {card}", card=table.top))
    if table.pending:
        parts.append(tr("+{n} pending", n=table.pending))
    held = [(seat.name, seat.owed if buzzer else seat.cards) for seat in table.seats if seat.playing]
    cards = ", ".join(f"{name} {n}" for name, n in held if n or not buzzer)
    parts.append(tr("to draw so far: {cards}", cards=cards) if buzzer and cards else cards)
    if table.phase in ("between", "over"):
        scores = ", ".join(f"{seat.name} {seat.score}" for seat in table.seats)
        parts[-1] = tr("scores: {scores}", scores=scores)
    return " - ".join(part for part in parts if part)

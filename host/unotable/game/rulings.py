"""What the referee says: one `Ruling` a verdict, and the list of all rules that can be in one."""

from __future__ import annotations

from dataclasses import dataclass

RULES = (
    "uno.called", "uno.caught", "uno.late", "uno.false",
    "cut.won", "cut.beaten", "cut.failed", "cut.wrong",
    "turn.out_of_order", "turn.repeated", "turn.preempted", "turn.timeout", "turn.settle",
    "attack.paid",
    "challenge.guilty", "challenge.innocent", "challenge.void",
    "slap.last", "silence.broken",
    "fault.wrong_play", "fault.advice", "fault.other_card", "fault.uncalled_pair", "fault.must_play",
    "fault.mismatch", "fault.under_attack", "fault.number_only",
    "penalty", "overruled", "hands.rotated", "hands.swapped", "race", "ignored",
    "round.won", "round.void", "match.won",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ruling:
    """One verdict. `seat` is whom it is about, `entry` the line that caused it (`None`: a deadline).

    `margin` is µs to the nearest rival press of the same race, `u` the joint bound in µs; `draw` cards are added to
    the seat's count when the ruling is made; `of` another entry it refers to.
    """

    t: int
    rule: str
    seat: int | None
    entry: int | None = None
    by: tuple[int, ...] | None = None
    draw: int | None = None
    margin: int | None = None
    u: int | None = None
    tie: bool = False
    of: int | None = None
    why: str | None = None

    def as_dict(self) -> dict[str, object]:
        """The JSON form: what does not apply is left out, `by` is always a list."""
        out: dict[str, object] = {"t": self.t, "rule": self.rule, "seat": self.seat}
        for key in ("entry", "draw", "margin", "u", "of", "why"):
            value = getattr(self, key)
            if value is not None:
                out[key] = value
        if self.by is not None:
            out["by"] = list(self.by)
        if self.tie:
            out["tie"] = True
        return out

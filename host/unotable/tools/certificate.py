"""What one press on all boards at once proves: no two boards may place it further apart than their bounds allow.

Times are ns of the host's clock, spreads and bounds µs. Pure: presses in, a certificate out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Literal

from unotable.clock import Placed, race
from unotable.clock.hull import NS
from unotable.locale import tr, trn

Bout = Mapping[str, Placed]  # board → where it placed the press


@dataclass(frozen=True, slots=True)
class Racer:
    """A board that took part; `presses` of it were compared. `offset_us` is how far it placed them after the mean of
    all boards, on average, `worst_us` how far at most either way, `u_us` its largest bound."""

    board: str
    kind: str
    firmware: str
    python: str
    presses: int = 0
    offset_us: float = 0.0
    worst_us: float = 0.0
    u_us: int = 0


@dataclass(frozen=True, slots=True)
class Spread:
    """Two boards placed press number `press` `apart_us` apart; `bound_us` is the sum of their bounds."""

    press: int
    boards: tuple[str, str]
    apart_us: float
    bound_us: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """`presses` were compared; `unsure` of the rest had a board whose clock was not proved, `missed` a board that did
    not see it. `widest` is the widest spread of all, `nearest` the one nearest to its bound, `outside` those beyond.

    `off_us`: on the desk, which knows the truth, how far from it a press was placed at most.
    """

    made: str
    where: Literal["desk", "boards"]
    version: str
    racers: tuple[Racer, ...]
    presses: int
    unsure: int
    missed: int
    widest: Spread | None
    nearest: Spread | None
    outside: tuple[Spread, ...]
    off_us: float | None = None

    @property
    def ok(self) -> bool:
        return self.presses > 0 and not self.outside

    def as_dict(self) -> dict[str, object]:
        return {"ok": self.ok, **asdict(self)}


def certify(
    racers: Sequence[Racer],
    bouts: Sequence[Bout],
    made: str,
    where: Literal["desk", "boards"],
    version: str,
    missed: int = 0,
    truth: Sequence[int] = (),
) -> Certificate:
    """`bouts`: presses that every racer saw. `truth`: when they really were, ns, where that is known."""
    names = [racer.board for racer in racers]
    sure = [(n, bout) for n, bout in enumerate(bouts, 1) if all(bout[name].sure for name in names)]
    spreads = [spread for n, bout in sure for spread in _spreads(n, bout, names)]
    return Certificate(
        made=made,
        where=where,
        version=version,
        racers=tuple(_measured(racer, [bout for _, bout in sure], names) for racer in racers),
        presses=len(sure),
        unsure=len(bouts) - len(sure),
        missed=missed,
        widest=max(spreads, key=lambda spread: spread.apart_us, default=None),
        nearest=min(spreads, key=lambda spread: spread.bound_us - spread.apart_us, default=None),
        outside=tuple(spread for spread in spreads if spread.apart_us > spread.bound_us),
        off_us=max((abs(bout[name].at_ns - truth[n - 1]) / NS for n, bout in sure for name in names), default=None)
        if truth
        else None,
    )


def _spreads(n: int, bout: Bout, names: Sequence[str]) -> list[Spread]:
    found = []
    for one, other in combinations(names, 2):
        verdict = race(bout[one], bout[other])
        found.append(Spread(n, (one, other), abs(verdict.margin_us), verdict.u_us))
    return found


def _measured(racer: Racer, bouts: Sequence[Bout], names: Sequence[str]) -> Racer:
    offsets = []
    for bout in bouts:
        first = min(bout[name].at_ns for name in names)
        mean = sum(bout[name].at_ns - first for name in names) / len(names)
        offsets.append((bout[racer.board].at_ns - first - mean) / NS)
    if not offsets:
        return racer
    return Racer(
        racer.board,
        racer.kind,
        racer.firmware,
        racer.python,
        len(offsets),
        round(sum(offsets) / len(offsets), 1),
        round(max(abs(offset) for offset in offsets), 1),
        max(bout[racer.board].u_us for bout in bouts),
    )


def verdict(certificate: Certificate) -> str:
    """One sentence."""
    if certificate.outside:
        worst = max(certificate.outside, key=lambda spread: spread.apart_us - spread.bound_us)
        one, other = worst.boards
        sentence = tr(
            "boards {one} and {other} placed press {n} {apart} apart, but their bounds allow {bound}: either they were"
            " not pressed at the same moment, or one of their clocks is wrong",
            one=one, other=other, n=worst.press, apart=length(worst.apart_us), bound=length(worst.bound_us),
        )  # fmt: skip
    elif not certificate.presses:
        sentence = tr("no press could be compared: not one was seen by all boards with clocks that are proved")
    else:
        sentence = tr("every spread lies inside the bounds of its two boards")
    return sentence


def as_text(certificate: Certificate) -> str:
    """A row a board, the spreads, the verdict."""
    heads = (tr("board"), tr("kind"), tr("to the mean"), tr("at most"), tr("bound"))
    rows = [heads, *(_cells(racer) for racer in certificate.racers)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.append("")
    n = certificate.presses
    lines.append(trn("{n} press was compared", "{n} presses were compared", n))
    if certificate.unsure:
        lines.append(tr("{n} more while a clock was not proved", n=certificate.unsure))
    if certificate.missed:
        lines.append(tr("{n} more that not all boards saw", n=certificate.missed))
    for spread, text in (
        (certificate.widest, tr("widest spread")),
        (certificate.nearest, tr("nearest to its bound")),
    ):
        if spread is not None:
            one, other = spread.boards
            what = tr(
                "{apart} between {one} and {other}, allowed {bound}",
                apart=length(spread.apart_us), one=one, other=other, bound=length(spread.bound_us),
            )  # fmt: skip
            lines.append(f"{text}: {what}")
    if certificate.off_us is not None:
        lines.append(tr("from the desk's own truth: {off} at most", off=length(certificate.off_us)))
    return "\n".join([*lines, verdict(certificate)])


def _cells(racer: Racer) -> tuple[str, ...]:
    return (
        racer.board,
        racer.kind,
        f"{racer.offset_us:+.1f} µs" if racer.presses else "-",
        length(racer.worst_us) if racer.presses else "-",
        f"±{length(racer.u_us)}" if racer.presses else "-",
    )


def length(us: float) -> str:
    """`8.2 µs`, `1.24 ms`."""
    return f"{us / 1000:.2f} ms" if us >= 1000 else f"{us} µs" if isinstance(us, int) else f"{us:.1f} µs"

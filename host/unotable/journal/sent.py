"""Which presses boards have sent so far, so that one that is sent again is written once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

Press = tuple[str, int, int]  # board, boot nonce, event number


class Sent(Mapping[Press, int]):
    """Press → its entry. Kept by boot: a mashed match has a hundred thousand, and a tuple for each took most of it."""

    def __init__(self) -> None:
        self._boots: dict[tuple[str, int], dict[int, int]] = {}

    def note(self, press: Press, entry: int) -> None:
        """The first entry of a press counts."""
        self._boots.setdefault(press[:2], {}).setdefault(press[2], entry)

    def forget(self, press: Press) -> None:
        """Its line was not kept."""
        del self._boots[press[:2]][press[2]]

    def __getitem__(self, press: Press) -> int:
        return self._boots[press[:2]][press[2]]

    def __iter__(self) -> Iterator[Press]:
        return ((board, boot, ev) for (board, boot), evs in self._boots.items() for ev in evs)

    def __len__(self) -> int:
        return sum(map(len, self._boots.values()))

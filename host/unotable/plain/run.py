"""Plain mode: the match as lines of text on standard output, commands as lines on standard input.

For screen readers, ssh and scripts. Only this thread prints; views and typed lines reach it through one queue.
"""

from __future__ import annotations

import queue
import sys
import threading
import time

from unotable.desk.process import DeskError
from unotable.locale import tr
from unotable.match.view import View
from unotable.plain import listing
from unotable.plain.commands import HELP, Decide, Plug, Press, Say, Seat, Send, understand
from unotable.plain.lines import Teller
from unotable.settings import Settings
from unotable.sound.ears import Ears, for_boards
from unotable.start import FIND_S, NO_BOARDS, Session

LOOK_S = 0.1  # between two looks at the players and the boards
SETTLE_S = 1.5  # after the last typed line, so that its effect is still seen


class _Ended:
    pass


def run(session: Session, settings: Settings) -> int:
    """Until `q`, the end of input, or in `--auto` until the players are done; the exit code."""
    ears = Ears(_ring)
    try:
        return Plain(session, settings, ears).run()
    finally:
        ears.close()


class Plain:
    def __init__(self, session: Session, settings: Settings, ears: Ears) -> None:
        self._session = session
        self._settings = settings
        self._ears = ears
        self._teller = Teller(session.live.ruleset)
        self._news: queue.SimpleQueue[View | str | _Ended] = queue.SimpleQueue()
        self._input_ended: float | None = None
        self._typed = False  # who types plays by keys, with boards or without
        self._code = 0

    def run(self) -> int:
        session = self._session
        if session.greeting:
            _print(session.greeting)
        session.live.sound(for_boards(self._settings))
        end = session.live.subscribe(self._news.put)
        self._news.put(session.live.view)
        if session.auto is not None:
            session.auto.start()
        threading.Thread(target=self._listen, name="input", daemon=True).start()
        begun = time.monotonic()
        try:
            while self._go_on(time.monotonic() - begun):
                try:
                    self._take(self._news.get(timeout=LOOK_S))
                except queue.Empty:
                    continue
        except _Quit:
            pass
        session.close()
        end()
        self._tell(session.live.view)
        if session.auto is not None:
            _print(str(session.path))
        return self._code

    def _go_on(self, passed: float) -> bool:
        session = self._session
        if session.auto is not None:
            if not session.auto.done.is_set():
                return True
            if session.auto.failed:
                print(f"unotable: {session.auto.failed}", file=sys.stderr)
                self._code = 1
            return False
        nobody = session.desk is None and not session.live.view.boards and not self._typed
        if nobody and passed > FIND_S and session.live.view.table.track != "keys":
            print(f"unotable: {tr(NO_BOARDS)}", file=sys.stderr)
            self._code = 1
            return False
        return self._input_ended is None or time.monotonic() - self._input_ended < SETTLE_S

    def _take(self, what: View | str | _Ended) -> None:
        if isinstance(what, View):
            self._tell(what)
        elif isinstance(what, str):
            self._obey(what)
        else:
            self._input_ended = time.monotonic()

    def _tell(self, view: View) -> None:
        for line in self._teller.lines(view):
            _print(line)
        self._ears.hear(view.cues, self._settings)

    def _obey(self, text: str) -> None:
        self._typed = True
        live = self._session.live
        match understand(text, live.view.table):
            case Send(line):
                live.send(line)
            case Press(seat, button, hold):
                self._press(seat, button, hold)
            case Plug(seat, into):
                self._plug(seat, into)
            case Seat(board, seat):
                self._seat(board, seat)
            case Decide(number):
                live.decide(number)
            case Say(sentence):
                _print(sentence)
            case "boards":
                rows = live.view.boards
                _print(listing.as_text(rows) if rows else tr("no board is here"))
            case "help":
                _print(tr(HELP))
            case "quit":
                raise _Quit
            case _:
                pass

    def _press(self, seat: int, button: str, hold: bool) -> None:
        """In a demo the board's own button, else for somebody whose board is dead."""
        desk = self._session.desk
        if desk is None:
            self._session.live.send({"press": button, "seat": seat, "via": "key", **({"hold": True} if hold else {})})
        elif hold:
            desk.hold(seat, button)
        else:
            desk.press(seat, button)

    def _plug(self, seat: int, into: bool) -> None:
        desk = self._session.desk
        if desk is None:
            _print(tr("real plugs are pulled by hand"))
        elif into:
            try:
                desk.plug(seat)
            except DeskError as error:
                _print(str(error))
        else:
            desk.unplug(seat)

    def _seat(self, ending: str, seat: int | None) -> None:
        live = self._session.live
        if not ending:
            live.reseat()
            return
        found = [it.board for it in live.view.boards if it.state != "refused" and it.board.endswith(ending)]
        if len(found) == 1:
            live.seat(found[0], seat)
        else:
            several = tr("several boards' ids end in {id}: {all}", id=ending, all=", ".join(found))
            _print(several if found else tr("there is no board {id}", id=ending))

    def _listen(self) -> None:
        for line in sys.stdin:
            self._news.put(line.rstrip("\n"))
        self._news.put(_Ended())


class _Quit(Exception):
    pass


def _ring() -> None:
    """The terminal's bell, where there is a terminal."""
    if sys.stdout.isatty():
        print("\a", end="", flush=True)


def _print(text: str) -> None:
    print(text, flush=True)

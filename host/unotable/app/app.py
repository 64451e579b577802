"""The app: it holds the newest view, hands it to the screens, and runs commands from the registry.

The referee runs in its own thread; it reaches this one only as a message that a newer one may replace.
"""

from __future__ import annotations

import inspect
import logging
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import App, SystemCommand
from textual.command import CommandPalette
from textual.events import Event, Key
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer

from unotable import settings as kept
from unotable import started
from unotable.app import commands, themes, words
from unotable.app.acts import photos, screens
from unotable.app.acts.keyboards import Keyboard
from unotable.app.commands import Command
from unotable.app.keyboard import Keys
from unotable.app.keyed import EMPTY, Keyed
from unotable.app.needs import Finger, Players, Referee, Served
from unotable.app.palette import Registry
from unotable.app.prompt import Part, prompt, watched
from unotable.app.screens.base import Showing
from unotable.app.screens.page import Page
from unotable.app.screens.replay import Replay
from unotable.app.screens.table import TableScreen
from unotable.app.words import tr
from unotable.game.ruleset import RuleSet
from unotable.match.replayed import Replayed
from unotable.match.view import View
from unotable.settings import Settings
from unotable.sound.ears import Ears, for_boards

log = logging.getLogger(__name__)

TICK_S = 0.2  # for the turn's clock, which shows whole seconds, and the desk's lamps
NOTICE_S = 6.0  # long enough to read a sentence twice


class Seen(Message):
    """The newest view; one that still waits is replaced, for it tells nothing that this one does not."""

    def __init__(self, view: View) -> None:
        self.view = view
        super().__init__()

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Seen)


class Rang(Message):
    """Only the terminal's bell is left to be heard."""


class Unotable(App[str]):
    """`desk` presses buttons where there are no hands (demo); without it presses become lines that say so.

    `watching`: the match is another process's, and nothing here changes it. `keeps`: pictures and settings may be
    written to this machine's disk, which is not for visitors from elsewhere. `home`: there is a home screen to go back
    to; the app's result is then `home`, else `quit`. `served`: browsers see the table, too.
    """

    TITLE = "unotable"
    CSS_PATH = ["styles/app.tcss", "styles/table.tcss"]  # a default screen loads no style of its own
    BINDINGS = commands.bindings(anywhere=True)
    COMMANDS = {Registry}
    ENABLE_COMMAND_PALETTE = True

    live: Referee
    desk: Finger | None
    auto: Players | None
    served: Served | None
    watching: bool
    keeps: bool
    # No reactive: one of the app's own would have the whole screen painted again, whatever little has changed.
    view: var[View | None] = var(None)
    lang: var[str] = var("en")
    keyed: var[Keyed] = var(EMPTY)
    chosen: var[int | None] = var(None)
    aimed: var[int | None] = var(None)
    notice: var[str] = var("")

    def __init__(
        self,
        live: Referee,
        desk: Finger | None = None,
        auto: Players | None = None,
        lang: str | None = None,
        watching: bool = False,
        keeps: bool = True,
        served: Served | None = None,
        settings: Settings | None = None,
        home: bool = False,
        keys: Keys | None = None,
    ) -> None:
        super().__init__()
        self.keyboard = Keyboard(self, keys or Keys())
        self.settings = settings or Settings()
        self.home = home
        self.ears = Ears(self._ring)
        self._rang = False
        self._left = False
        self.live = live
        self.watching = watching
        self.keeps = keeps
        self.served = served
        self.desk = desk
        self.auto = auto
        self._notice_ends: Timer | None = None
        themes.wear(self, self.settings.theme)
        words.use(lang or words.default())
        self.set_reactive(Unotable.lang, words.current())

    def get_default_screen(self) -> Screen[None]:
        return TableScreen()

    def on_mount(self) -> None:
        self.live.subscribe(self._seen)
        self.live.sound(for_boards(self.settings))
        self.view = self.keyboard.seen(self.live.view)
        self.call_after_refresh(self._shown)
        if self.rules.time_turn_s > 0 or self.desk is not None or self.auto is not None or self.watching:
            self.set_interval(TICK_S, self._tick)

    async def on_event(self, event: Event) -> None:
        """A seat's button on a keyboard is pressed whatever is on the screen."""
        if isinstance(event, Key) and self.view is not None and not self.watching and self.keyboard.took(event):
            return
        await super().on_event(event)

    def _shown(self) -> None:
        started.passed("first frame")
        log.info("started: %s", started.told())

    # -- the newest state -----------------------------------------------------------------------------------------

    def _seen(self, view: View) -> None:
        """Called from the referee's thread."""
        try:
            self.post_message(Seen(view))
        except RuntimeError:  # the loop has just closed; the match goes on without a screen
            pass

    def on_seen(self, message: Seen) -> None:
        self.view = self.keyboard.seen(message.view)

    @property
    def rules(self) -> RuleSet:
        return self.live.ruleset

    def watch_view(self, before: View | None, view: View | None) -> None:
        if view is None:
            return
        if self.chosen is not None and self.chosen > len(view.table.seats):
            self.chosen = None
        if self.aimed and all(play.entry != self.aimed for play in view.table.plays):
            self.aimed = None
        if view.message and (before is None or (view.message, view.said) != (before.message, before.said)):
            self.tell(view.message, view.stays)
        elif before is not None and before.stays and not view.stays:
            self._hush()
        self._show()
        self.ears.hear(view.cues, self.settings)
        photos.open_by_itself(self, before, view)
        ended = view.table.phase == "scoring" and (before is None or before.table.phase != "scoring")
        if ended and isinstance(self.screen, TableScreen) and not self.watching:
            screens.scoring(self)

    def watch_lang(self) -> None:
        self._show()
        for screen in self.screen_stack if self.is_running else ():
            if isinstance(screen, Page) and screen.is_mounted:
                screen.show()

    def watch_keyed(self) -> None:
        self._show()

    watch_chosen = watch_aimed = watch_notice = watch_keyed

    def _show(self) -> None:
        if not self.is_running:
            return
        for screen in self.screen_stack:
            if isinstance(screen, Showing) and screen.is_mounted:
                screen.show()

    def prompt(self, view: View) -> tuple[Part, ...]:
        """What the host waits for; for somebody who only watches, what goes on, without keys."""
        return (watched(view),) if self.watching else tuple(prompt(view, self.rules))

    def turn_left(self, now_ns: int) -> int | None:
        """Whole seconds left in the running turn, rounded up; `None` while no clock runs."""
        view = self.view
        if view is None or view.table.limit is None or (self.watching and not view.start_ns):
            return None
        return max(0, -(-(view.table.limit - (now_ns - view.start_ns) // 1000) // 1_000_000))

    def lamps(self) -> tuple[str, ...]:
        """What each seat's lamps show, in the demo; no board of the desk is ever looked at otherwise."""
        if self.desk is None or self.view is None:
            return ()
        return tuple(self.desk.lamps(seat.seat) for seat in self.view.table.seats)

    def _tick(self) -> None:
        """The turn's clock, the desk's lamps and players who stop need no new view."""
        if self.auto is not None and self.auto.done.is_set():
            self.tell(self.auto.failed or tr("The players have stopped: the table is yours."))
            self.auto = None
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen) and screen.is_mounted:
                screen.show_clock(self.turn_left(time.perf_counter_ns()), self.lamps())

    # -- what commands use ----------------------------------------------------------------------------------------

    def action_command(self, name: str, key: str = "") -> None:
        self.run_command(commands.BY_ID[name], key)

    def exit(self, *args: Any, **kwargs: Any) -> None:
        """Keys that are typed behind the one that leaves do nothing any more."""
        self._left = True
        super().exit(*args, **kwargs)

    def run_command(self, command: Command, key: str = "") -> None:
        if self._left or not command.fits(self):
            return
        doing = command.action(self, key)
        if inspect.iscoroutine(doing):
            self.run_worker(doing, name=command.id)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "command" and parameters:
            command = commands.BY_ID.get(str(parameters[0]))
            return command is not None and command.fits(self)
        return super().check_action(action, parameters)

    def send(self, line: Mapping[str, object]) -> None:
        """A journal line for the referee; never blocks."""
        if self._left:
            return
        self.live.send(dict(line))

    def tell(self, text: str, stays: bool = False) -> None:
        """A sentence on the entry line, for some seconds; one that stays comes back after another."""
        self.notice = text
        if self._notice_ends is not None:
            self._notice_ends.stop()
        self._notice_ends = None if stays else self.set_timer(NOTICE_S, self._hush)

    def _hush(self) -> None:
        view = self.view
        self.notice = view.message or "" if view is not None and view.stays else ""

    def replay(self, replayed: Replayed) -> None:
        self.push_screen(Replay(replayed))

    def go_on(self, path: Path) -> str:
        """No other match while this one is open."""
        return tr("Leave this match first: q on the table, then h.")

    def leave(self) -> None:
        """Back to the home screen, where there is one."""
        self.exit("home" if self.home else "quit")

    # -- how people like it ---------------------------------------------------------------------------------------

    def set(self, settings: Settings) -> None:
        self.settings = settings
        self.live.sound(for_boards(settings))
        if self.keeps:
            kept.remember(settings)

    def _ring(self) -> None:
        """From the speaker's thread."""
        with suppress(RuntimeError):
            self.post_message(Rang())

    def on_rang(self) -> None:
        self.bell()
        if not self._rang:
            self._rang = True
            self.tell(tr("No sound device answers: the terminal's bell rings instead."))

    def switch_language(self) -> None:
        words.use(words.following(self.lang))
        self.lang = words.current()
        self.set(replace(self.settings, lang=self.lang))

    def next_theme(self) -> None:
        self.theme = themes.following(self.theme)
        self.set(replace(self.settings, theme=self.theme))

    def action_command_palette(self) -> None:
        if self.view is not None:
            self.push_screen(CommandPalette(placeholder=tr("Find a command"), id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Nothing besides the registry."""
        return ()


def run(app: Unotable) -> str:
    """Shows the match until somebody quits (`quit`) or leaves for the home screen (`home`). The referee, the desk and
    the players are the caller's to close."""
    try:
        return app.run() or "quit"
    finally:
        app.ears.close()

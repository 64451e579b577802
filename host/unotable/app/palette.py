"""The command palette: the registry's commands that make sense now, found by their words in either language."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from unotable.app.commands import COMMANDS, Command

if TYPE_CHECKING:
    from unotable.app.app import Unotable


class Registry(Provider):
    @property
    def _referee(self) -> Unotable:
        return cast("Unotable", self.app)

    def _commands(self) -> list[Command]:
        return [command for command in COMMANDS if command.palette and command.fits(self._referee)]

    def _label(self, command: Command) -> str:
        key = f"  ({command.written})" if command.keys else ""
        return command.named(self._referee.lang) + key

    async def discover(self) -> Hits:
        for command in self._commands():
            run = partial(self._referee.run_command, command)
            yield DiscoveryHit(self._label(command), run, help=command.helped(self._referee.lang))

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for command in self._commands():
            label = self._label(command)
            score = max(matcher.match(label), *(matcher.match(title) for title in command.title))
            if score > 0:
                run = partial(self._referee.run_command, command)
                yield Hit(score, matcher.highlight(label), run, help=command.helped(self._referee.lang))

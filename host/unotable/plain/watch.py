"""`unotable watch --plain`: what goes on at a table that another process plays, as lines of text."""

from __future__ import annotations

import queue

from unotable.match.follower import Follower
from unotable.match.view import View
from unotable.plain.lines import Teller

LOOK_S = 0.2


def run(follower: Follower, stays: bool) -> int:
    """Until the match is played no more, or for ever where it `stays` for the next; Ctrl+C ends it at any time."""
    news: queue.SimpleQueue[View] = queue.SimpleQueue()
    end = follower.subscribe(news.put)
    rules = follower.ruleset
    teller = Teller(rules, decides=False)
    path = follower.view.path
    news.put(follower.view)
    try:
        while True:
            try:
                view = news.get(timeout=LOOK_S)
            except queue.Empty:
                if not stays and not follower.playing:
                    return 0
                continue
            if view.path != path or follower.ruleset is not rules:
                rules, path = follower.ruleset, view.path
                teller = Teller(rules, decides=False)
            for line in teller.lines(view):
                print(line, flush=True)
    except KeyboardInterrupt:
        return 0
    finally:
        end()

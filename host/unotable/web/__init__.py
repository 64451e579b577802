"""The table in browsers: one process that serves (server.py), one process a visitor (`unotable watch`).

Neither touches the match: visitors follow its journal, and with `--control` ask its owner over a guarded socket
(match/remote.py). The serving process ends when its owner does, and takes its visitors with it.
"""

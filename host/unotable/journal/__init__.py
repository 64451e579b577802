"""Lines of a match, rule sets, records: all that pydantic checks."""

import os

# pydantic looks through every installed package for plugins of its own before the first model: a twentieth of a start.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

"""The dashboard: the only importer of textual."""

import os

# A change waits for the next frame: of 60 a second 8 ms in the mean and 17 at most, of 120 half of it. Nothing is drawn
# where nothing has changed.
os.environ.setdefault("TEXTUAL_FPS", "120")

"""The dashboard: the only importer of textual."""

import os

# A change waits for the next frame, in textual one to two of these intervals: at 60 a second up to 33 ms, at 240 up to
# 8. Nothing is drawn where nothing has changed, and a frame takes about as long.
os.environ.setdefault("TEXTUAL_FPS", "240")

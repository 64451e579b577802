"""A physical companion for the real-card game UNO: boards with buttons, an honest referee on the laptop."""

__version__ = "0.1.0"

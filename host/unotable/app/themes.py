"""Three looks: dark, light, and high contrast. Card colours are variables, so every widget names them, not a value.

`card-*` are the faces, `ink-*` what is written on them. None of them carries meaning alone: letters, words and patterns
say the same (and under NO_COLOR textual draws everything in greys).
"""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.theme import Theme

DARK = Theme(
    name="dark",
    primary="#7fb4ff",
    secondary="#9aa7b8",
    accent="#ffd54a",
    warning="#ffb454",
    error="#ff6b6b",
    success="#6fd08c",
    foreground="#e8e8e8",
    background="#10141a",
    surface="#1a2029",
    panel="#242c38",
    dark=True,
    variables={
        "card-r": "#c62f35", "ink-r": "#ffffff",
        "card-y": "#e8c21d", "ink-y": "#171300",
        "card-g": "#23803f", "ink-g": "#ffffff",
        "card-b": "#2361c4", "ink-b": "#ffffff",
        "card-w": "#000000", "ink-w": "#ffffff",
        "card-none": "#3a4350", "ink-none": "#d0d6de",
        "turn": "#ffd54a", "ink-turn": "#15120a",
        "faint": "#8d99a8",
        "footer-key-foreground": "#ffd54a",
    },
)  # fmt: skip

LIGHT = Theme(
    name="light",
    primary="#0b57b0",
    secondary="#51606f",
    accent="#8a5a00",
    warning="#9a4b00",
    error="#b3201f",
    success="#146c34",
    foreground="#1a1d21",
    background="#f4f1ea",
    surface="#e7e3d9",
    panel="#d8d3c6",
    dark=False,
    variables={
        "card-r": "#c62f35", "ink-r": "#ffffff",
        "card-y": "#f0cc2e", "ink-y": "#171300",
        "card-g": "#1f7a3b", "ink-g": "#ffffff",
        "card-b": "#1f5abb", "ink-b": "#ffffff",
        "card-w": "#16181b", "ink-w": "#ffffff",
        "card-none": "#bdb8ab", "ink-none": "#26282b",
        "turn": "#23304a", "ink-turn": "#ffffff",
        "faint": "#5d666f",
        "footer-key-foreground": "#8a5a00",
    },
)  # fmt: skip

CONTRAST = Theme(
    name="contrast",
    primary="#ffffff",
    secondary="#ffffff",
    accent="#ffff00",
    warning="#ffff00",
    error="#ff9090",
    success="#80ff80",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    dark=True,
    text_alpha=1.0,
    variables={
        "card-r": "#d00000", "ink-r": "#ffffff",
        "card-y": "#ffff00", "ink-y": "#000000",
        "card-g": "#007a00", "ink-g": "#ffffff",
        "card-b": "#0040ff", "ink-b": "#ffffff",
        "card-w": "#000000", "ink-w": "#ffffff",
        "card-none": "#404040", "ink-none": "#ffffff",
        "turn": "#ffff00", "ink-turn": "#000000",
        "faint": "#d8d8d8",
        "footer-key-foreground": "#ffff00",
    },
)  # fmt: skip

THEMES = (DARK, LIGHT, CONTRAST)
NAMES = [theme.name for theme in THEMES]


def wear(app: App[Any], liked: str) -> None:
    """Makes our themes known to an app, and shows it in the one that is liked."""
    for theme in THEMES:
        app.register_theme(theme)
    app.theme = liked if liked in NAMES else NAMES[0]


def following(name: str) -> str:
    """The theme after that one."""
    return NAMES[(NAMES.index(name) + 1) % len(NAMES)] if name in NAMES else NAMES[0]

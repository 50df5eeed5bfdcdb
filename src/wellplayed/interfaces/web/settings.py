"""What a visitor sets in their own browser, where it stays: keys, how fast they repeat, patterns."""

import json

from nicegui import ui
from nicegui.element import Element

from ...tetris.guideline.keystep.handling import INSTANT, Handling
from .files import address
from .words import Words

ACTIONS = (
    "left", "right", "soft", "hard", "cw", "ccw", "180", "hold", "hand", "pause", "restart", "undo", "step",
)  # fmt: skip
# Least, most and step of each number of the handling, within what Handling allows: beyond 30 ticks nobody plays.
BOUNDS = {"das": (1, 30, 0.5), "arr": (0, 10, 0.5), "dcd": (0, 10, 0.5), "sdf": (2, INSTANT, 1)}
TEXTS = (
    "reset", "handling", "handlingNote", "keys", "keysNote", "look", "patterns", "soundNote", "none",
    "press", "instant",
)  # fmt: skip


def settings(words: Words) -> Element:
    """The panel of settings; everything in it happens in the browser."""
    ui.add_head_html(f'<script type="module" src="{address("settings.js")}"></script>')
    first = Handling()
    labels = {text: words(f"play.set.{text}") for text in TEXTS}
    names = {action: words(f"play.key.{action}") for action in ACTIONS}
    names |= {number: words(f"play.set.{number}") for number in BOUNDS}
    panel = Element("wp-settings")
    props = panel.props
    with props.suspend_updates():
        props["words"] = json.dumps({**labels, "names": names}, ensure_ascii=False)
        props["handling"] = json.dumps({name: (getattr(first, name), *bounds) for name, bounds in BOUNDS.items()})
    return panel

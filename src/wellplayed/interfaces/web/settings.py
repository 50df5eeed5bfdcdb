"""What a visitor sets in their own browser, where it stays: keys, how fast they repeat, patterns."""

import dataclasses
import json

from nicegui import ui
from nicegui.element import Element

from ...tetris.guideline.keystep.handling import INSTANT
from . import kinds
from .files import address
from .words import Words

COMMANDS = ("hand", "pause", "restart", "undo", "step")  # besides the keys of the game
# Least, most and step of each number of the handling, within what Handling allows: beyond 30 ticks nobody plays.
BOUNDS = {"das": (1, 30, 0.5), "arr": (0, 10, 0.5), "dcd": (0, 10, 0.5), "sdf": (2, INSTANT, 1)}
TEXTS = (
    "reset", "handling", "handlingNote", "keys", "keysNote", "look", "patterns", "soundNote", "none",
    "press", "instant",
)  # fmt: skip


def settings(words: Words, game: str = kinds.PIECES.name) -> Element:
    """The panel of settings for a game; everything in it happens in the browser."""
    ui.add_head_html(f'<script type="module" src="{address("settings.js")}"></script>')
    kind = kinds.kind(game)
    first = kind.handling()
    bounds = {name: BOUNDS[name] for name in (field.name for field in dataclasses.fields(first))}
    labels = {text: words.of(game, f"set.{text}") for text in TEXTS}
    names = {action: words.of(game, f"key.{action}") for action in (*kind.keys, *COMMANDS)}
    names |= {number: words(f"play.set.{number}") for number in bounds}
    panel = Element("wp-settings")
    props = panel.props
    with props.suspend_updates():
        props["words"] = json.dumps({**labels, "names": names}, ensure_ascii=False)
        props["handling"] = json.dumps({name: (getattr(first, name), *given) for name, given in bounds.items()})
        props["game"] = game
    return panel

"""The live board as an element of a page: a canvas that shows one session and sends what is pressed (static/board.js).

Any number of boards may stand on a page. Only one of them should take input, since keys are heard everywhere on it.
"""

import json
from collections.abc import Iterable
from typing import NamedTuple
from weakref import WeakSet

from nicegui import Client, ui
from nicegui.context import context
from nicegui.element import Element

from . import kinds
from .files import address
from .words import Words

_loaded: "WeakSet[Client]" = WeakSet()

STATES = (
    "preparing", "start", "tap", "start note", "paused", "resume", "again", "over", "done", "waiting", "lost",
)  # fmt: skip
GOALS = ("marathon", "sprint", "ultra")
# The parts that callouts are made of (callouts.py, chaining.py).
CALLS = ("single", "double", "triple", "quad", "spin", "mini", "back-to-back", "combo", "perfect-clear")


class Said(NamedTuple):
    """What a board says of one game only."""

    numbers: tuple[str, ...]
    ends: tuple[str, ...]  # why a game is over
    calls: tuple[str, ...]


SAID = {
    "guideline": Said(
        ("time", "score", "lines", "level", "pieces", "pace", "attack", "combo", "chain"),
        ("block out", "lock out", "garbage out"),
        CALLS,
    ),
    "puyo": Said(
        ("time", "score", "links", "longest", "pieces", "pace", "attack", "waiting"),
        ("choked", "duel won", "duel lost", "duel drawn"),
        ("chain", "all-clear"),
    ),
}


class Board:
    """One board, as large as the box it is put into allows.

    Parameters
    ----------
    words : Words
        The language of its labels.
    session : str, optional
        The id of the session that it shows; can be given later, and changed.
    game : str
        What is played on it (kinds.py).
    plain : bool
        The well alone, without hold, queue and numbers.
    read_only : bool
        It takes no input.
    quiet : bool
        The game plays by itself, faintly, behind an invitation, until somebody presses a key.
    label : str, optional
        What it is called for screen readers.
    """

    def __init__(
        self,
        words: Words,
        session: str | None = None,
        *,
        game: str = kinds.PIECES.name,
        plain: bool = False,
        read_only: bool = False,
        quiet: bool = False,
        label: str | None = None,
    ) -> None:
        load()
        self.room = ui.element("div").classes("wp-board-room")
        with self.room:
            self.element = Element("wp-board")
        props = self.element.props
        with props.suspend_updates():
            props["words"] = json.dumps(labels(words, label, game), ensure_ascii=False)
            props["game"] = game
            props.set_optional("session", session)
            for name, on in (("plain", plain), ("read-only", read_only), ("quiet", quiet)):
                props.set_bool(name, on)
        self.element.on("wp-begin", lambda _: self.begin(), args=[])

    def show(self, session: str, *, quiet: bool = False) -> None:
        """Show another session from now on."""
        props = self.element.props
        with props.suspend_updates():
            props["session"] = session
            props.set_bool("quiet", quiet)
        self.element.update()

    def point(self, cells: Iterable[tuple[int, int]] | None) -> None:
        """Outline cells (x, y), y up from the floor, until the next call; None outlines none."""
        self.element.props.set_optional("pointed", json.dumps([*map(list, cells)]) if cells is not None else None)

    def begin(self) -> bool:
        """End the invitation of a quiet board; whether there was one."""
        return self.element.props.pop("quiet", None) is not None


def load() -> None:
    """Have this page load the scripts and the style of boards, once."""
    client = context.client
    if client not in _loaded:
        _loaded.add(client)
        ui.add_head_html(
            f'<link rel="stylesheet" href="{address("board.css")}">'
            f'<script type="module" src="{address("board.js")}"></script>'
        )


def labels(words: Words, label: str | None = None, game: str = kinds.PIECES.name) -> dict[str, object]:
    """All that a board says of a game, by its place in static/sides.js."""
    kind, said = kinds.kind(game), SAID[game]
    states = (*STATES, *said.ends)
    return {
        "board": label or words("play.board"),
        "hold": words("play.hold"),
        "next": words("play.next"),
        "rival": words("play.rival"),
        "keys": {key: words.of(game, f"key.{key}") for key in kind.keys},
        "numbers": {name: words.of(game, f"number.{name}") for name in said.numbers},
        "goals": {mode: words(f"play.goal.{mode}") for mode in GOALS},
        "states": {name: words.of(game, f"state.{name.replace(' ', '-')}") for name in states},
        "calls": {name: words.of(game, f"call.{name}") for name in said.calls},
    }

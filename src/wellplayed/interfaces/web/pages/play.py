"""The place to play: a board, an agent to hand it to, and the panel that says how it thinks."""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from nicegui import app, ui
from nicegui.client import ClientConnectionTimeout
from nicegui.context import context
from nicegui.elements.mixins.text_element import TextElement
from starlette.requests import Request

from ....errors import InputError
from ....players.registry import canonical
from ....puyo import keys as puyo
from .. import kinds, modes, roster, sessions, think
from ..board import Board
from ..controls import Controls, action, hand_over
from ..files import address
from ..kind import Kind, Start
from ..layout import page
from ..links import from_query
from ..permitted import permitted
from ..puyolinks import from_query as fields_from_query
from ..refusals import reason
from ..roster import ARTICLE, is_article
from ..session import Session, fair
from ..warming import engine
from ..words import Words

PATIENCE = 60.0  # seconds for a browser to open its line; a reader without scripts never does
BEAT = 0.1  # seconds between two looks at whether the engine is prepared
PACE = 0.5  # seconds a piece, until somebody chooses another
LOOK = ("lang", "theme")  # what an address says of the look, and not of the game
PARTICULAR = ("position", "queue", "hold", "seed")  # names one game, which no ghost may play first
FIRST_MODE = "zen"  # need not be named
PANELS = ("controls", "think")


class Asked(NamedTuple):
    """What an address asks for."""

    kind: Kind
    rules: str
    agent: str
    mode: str
    seed: int
    start: Start
    problem: str = ""  # what of it was refused; empty if nothing was


def register() -> None:
    """Add the page."""

    @ui.page("/")
    async def play(request: Request) -> None:
        with page("play") as words:
            await _page(words, dict(request.query_params))


async def _page(words: Words, query: Mapping[str, str]) -> None:
    """Draw everything but the session; then, once the browser listens, find or make that."""
    ui.add_head_html(f'<link rel="stylesheet" href="{address("play.css")}">')
    ui.add_head_html(f'<script type="module" src="{address("play.js")}"></script>')
    think.load()
    asked = _asked(query, words)
    game = asked.kind.name
    TextElement(tag="h1", text=words("house.play")).classes("wp-hidden")
    with ui.element("div").classes("play").props("data-agent=off data-state=paused"):
        with _panel(words, "controls"):
            controls = Controls(words, asked.agent, asked.rules, game)
        with ui.element("section").classes("play-board").props(f'aria-label="{words("play.board")}"'):
            board = Board(words, game=game)
            problem = TextElement(tag="p", text=asked.problem).classes("play-error").props("role=status")
        thinking = _panel(words, "think")
        _dock(words)
    try:
        await context.client.connected(PATIENCE)
    except ClientConnectionTimeout:
        return
    stored = app.storage.tab
    try:
        session, fresh = await _session(asked, query, stored)
    except InputError as error:  # there is no room for one more
        problem.text = reason(error, words)
        return
    if context.client.is_deleted:  # the visitor has left meanwhile
        return
    inviting = fresh and not any(name in query for name in PARTICULAR) and not asked.problem
    if inviting:
        session.hand_over()
    board.show(session.id, quiet=inviting)
    controls.named = _name(asked.kind, query, stored)
    controls.attach(session, board)
    _watch(session, controls)
    with thinking:
        think.panel(session, words)


def _panel(words: Words, name: str) -> ui.element:
    """One of the two panels beside the board, which are sheets from below on narrow screens."""
    return ui.element("section").classes(f"play-{name}").props(f'id=play-{name} aria-label="{words(f"play.{name}")}"')


def _dock(words: Words) -> None:
    """What stays within reach of the thumbs while the panels are put away."""
    with ui.element("div").classes("play-dock"):
        hand_over(words)
        action(words, "pause")
        for name in PANELS:
            button = TextElement(tag="button", text=words(f"play.dock.{name}")).classes("wp-button")
            button.props(f"type=button data-show={name} aria-expanded=false aria-controls=play-{name}")


def _asked(query: Mapping[str, str], words: Words) -> Asked:
    """What an address asks for; where it cannot be had, an empty board and the reason."""
    seed = query.get("seed", "")
    chosen = int(seed) if seed.isdecimal() and len(seed) < 20 else secrets.randbits(32)
    kind = kinds.PIECES
    try:
        kind = kinds.kind(query.get("game") or kind.name)
        rules, agent, start = _position(kind, query)
        mode = modes.mode(query.get("mode") or FIRST_MODE, kind.modes)
        fair(kind, mode, start)
        permitted(agent, kind.placements(kind.rules(rules)))
        return Asked(kind, rules, agent, mode.name, chosen, start)
    except InputError as error:
        why = reason(error, words, "address")
        return Asked(kind, kind.usual, _first(kind), FIRST_MODE, chosen, kind.start(), why)


def _position(kind: Kind, query: Mapping[str, str]) -> tuple[str, str, Start]:
    """The rules, the agent and the start that an address names. Raises InputError for what is none of this game."""
    if kind is kinds.PIECES:
        position = from_query(query)
        return position.rules, position.agent or _first(kind), position.start
    found = fields_from_query(query).position
    rules = kind.rules(found.rules)
    given = query.get("position") or query.get("queue")
    start = puyo.Start(found.field, found.queue.replace(",", " ")) if given else kind.start()
    kind.opened(rules, 0, kind.handling(), start)  # refuses a field that cannot be played on
    return str(rules), found.agent or canonical(_first(kind)), start


def _first(kind: Kind) -> str:
    """The agent that plays where an address names none."""
    return ARTICLE if kind is kinds.PIECES else roster.first(kind.placements(kind.rules(kind.usual)))


async def _session(asked: Asked, query: Mapping[str, str], stored: MutableMapping[str, Any]) -> tuple[Session, bool]:
    """The session of this tab if it is of the same address, else a new one; and whether it is new.

    `stored` is what is kept for the tab. Raises InputError where there is no room for another session.
    """
    address, id = _kept(asked.kind)
    if stored.get(address) == _key(query):
        known = sessions.get(str(stored.get(id)))
        if known is not None:
            return known, False
    while not engine.playable.is_set():  # the first key would wait for the compiler, and all visitors with it
        await asyncio.sleep(BEAT)
    session = await asyncio.to_thread(
        sessions.new,
        game=asked.kind.name,
        seed=asked.seed,
        mode=asked.mode,
        rules=asked.rules,
        agent=asked.agent,
        start=asked.start,
    )
    session.set_pace(PACE)
    stored.update({address: _key(query), id: session.id})
    return session, True


def go_on(session: Session) -> str:
    """Let this tab go on with a session; the address, without its look, at which it does."""
    address, id = _kept(session.kind)
    query = {"game": session.kind.name, "moment": session.id[:8]}
    if session.kind is kinds.PIECES:
        del query["game"]
    app.storage.tab.update({address: _key(query), id: session.id})
    return f"/?{urlencode(query)}"


def _kept(kind: Kind) -> tuple[str, str]:
    """Under which names a tab keeps the address and the session of a game, so that a switch of games loses neither."""
    return ("address", "session") if kind is kinds.PIECES else (f"address of {kind.name}", f"session of {kind.name}")


def _key(query: Mapping[str, str]) -> str:
    """The part of an address that names a game."""
    return urlencode(sorted((key, value) for key, value in query.items() if value and key not in LOOK))


def _usual(kind: Kind, key: str, value: str) -> bool:
    """Whether a value need not be named."""
    if key == "agent":
        return is_article(value) if kind is kinds.PIECES else value == canonical(_first(kind))
    return value == {"mode": FIRST_MODE, "rules": kind.usual}[key]


def _name(kind: Kind, query: Mapping[str, str], stored: MutableMapping[str, Any]) -> Callable[[dict[str, str]], None]:
    """What keeps the page's address true, so that it can be sent to somebody, and reloaded without losing the game."""
    client, (address, _) = context.client, _kept(kind)

    def name(values: dict[str, str]) -> None:
        named = {key: "" if _usual(kind, key, value) else value for key, value in values.items()}
        key = _key({**query, **named})
        if stored.get(address) != key:
            stored[address] = key
            client.run_javascript(f"dispatchEvent(new CustomEvent('wp-named', {{detail: {json.dumps(named)}}}))")

    return name


def _watch(session: Session, controls: Controls) -> None:
    """Show in the controls whatever changes, for as long as the page is open."""
    session.on_change.append(controls.refresh)

    def forget() -> None:
        if controls.refresh in session.on_change:
            session.on_change.remove(controls.refresh)

    context.client.on_delete(forget)

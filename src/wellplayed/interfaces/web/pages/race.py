"""The place to race: up to twelve agents on the same pieces, their boards side by side, and how it goes in charts."""

import asyncio
import dataclasses
import json
import os
import secrets
from collections.abc import Awaitable, Callable, Sequence
from html import escape
from urllib.parse import quote

from nicegui import app, background_tasks, ui
from nicegui.client import ClientConnectionTimeout
from nicegui.context import context
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments
from starlette.requests import Request

from ....errors import InputError
from ....players.registry import canonical
from ..feed import RACES, stream
from ..fields import Choice
from ..files import address
from ..layout import page
from ..lineup import CAPS, PACES, SEEDS, Entry, offered, told
from ..permitted import LONGEST
from ..race import Race
from ..refusals import reason
from ..tracks import MOST, TRACKS, generations, playable, played, size
from ..words import Words

PATIENCE = 60.0  # seconds for a browser to open its line; a reader without scripts never does
EXAMPLE = "beam:depth=4,width=20"  # of an agent that is written
EXAMPLES = {"puyo": "sampled:depth=10,width=40"}
HEADS, LONG_HEADS = ("place", "agent", "pieces", "lines", "score", "ms"), ("place", "score", "ms")
LABELS = (
    "boards", "table", "lines", "height", "holes", "pieces", "lines_short", "won", "out", "fault", "gone", "waiting",
)  # fmt: skip


def register() -> None:
    """Add the page and its socket."""
    app.add_api_websocket_route("/race/{race}", stream)

    @ui.page("/race")
    async def race(request: Request) -> None:
        with page("race") as words:
            await Room(words, Entry.of(request.query_params)).open()


class Room:
    """One visitor's page."""

    def __init__(self, words: Words, entry: Entry) -> None:
        self.words, self.entry = words, entry
        self.race: Race | None = None
        self._chips: dict[str, ui.element] = {}
        self._carried = {key: context.client.request.query_params.get(key) for key in ("lang", "theme")}
        ui.add_head_html(
            f'<link rel="stylesheet" href="{address("race.css")}">'
            f'<script type="module" src="{address("race.js")}"></script>'
        )

    async def open(self) -> None:
        """Draw all but the race; then, once the browser listens, make it."""
        with ui.element("div").classes("wp-race-page"):
            self._bar()
            self._chooser()
            self.stage = ui.element("div")
        try:
            await context.client.connected(PATIENCE)
        except ClientConnectionTimeout:
            return
        context.client.on_delete(self._forget)
        await self._make(self.entry)

    # --- what there is to press ---------------------------------------------------------------------

    def _bar(self) -> None:
        words, entry = self.words, self.entry
        with ui.element("div").classes("wp-race-bar"):
            TextElement(tag="h1", text=words("race.title"))
            self.start = self._button(words("race.start"), self._press, "wp-button wp-primary wp-start")
            self.start.props("disabled")
            self.new = self._button("", self._new)
            tracks = {key: words(f"race.track.{key}") for key in TRACKS}
            self.pace_room = ui.element("div").style("display: contents")
            self.track = self._choice("race.track", tracks, entry.track, self._set_track)
            self.cap_room = ui.element("div").style("display: contents")
            with ui.element("button").classes("wp-button wp-rest") as self.opener:
                self.count = TextElement(tag="span", text="")
            self.opener.props("type=button aria-expanded=false aria-controls=race-agents data-opens=race-agents")
            self.opener.on("click", js_handler=_OPEN)
            self.all = self._button("", self._all)

    def _chooser(self) -> None:
        words = self.words
        with ui.element("section").classes("wp-panel wp-agents") as self.panel:
            self.rows = ui.element("div").classes("wp-agents-rows")
            with ui.element("form").classes("wp-agents-row").on("submit.prevent", self._own, js_handler=_FIELD):
                TextElement(tag="label", text=words("race.own")).props("for=race-own")
                with ui.element("div").classes("wp-agents-own"):
                    self.own = ui.element("input").props("id=race-own name=spec autocomplete=off spellcheck=false")
                    self.own.props(f"maxlength={LONGEST}")
                    TextElement(tag="button", text=words("race.own.add")).classes("wp-button").props("type=submit")
                    self.why = TextElement(tag="span", text="").classes("wp-bad").props("role=status")
        self.panel.props(f'id=race-agents hidden aria-label="{escape(words("race.head.agent"))}"')
        self._show_offered()
        self._show_chosen()

    def _show_offered(self) -> None:
        """The agents of the track's game, those of each generation in a row."""
        self.offers = played(self.entry.track)
        self._chips = {}
        self.rows.clear()
        for generation, specs in offered(self.entry.track):
            if not specs:
                continue
            with self.rows, ui.element("div").classes("wp-agents-row"):
                TextElement(tag="h3", text=self.words(f"race.generation.{generation}"))
                with ui.element("div").classes("wp-agents-chips"):
                    for spec in specs:
                        self._chip(spec)
        self._show_counts()
        self.own.props["placeholder"] = EXAMPLES.get(self.offers, EXAMPLE)
        self.all.text = said("race.all", self.words, self.entry.track)
        self.all.props["title"] = said("race.all.why", self.words, self.entry.track)

    def _show_counts(self) -> None:
        """What counts the pieces of a game, which each game calls by its own name."""
        words, entry = self.words, self.entry
        self.new.text = said("race.new", words, entry.track)
        self.new.props["title"] = said("race.new.why", words, entry.track)
        paces = {pace: self._pace(pace) for pace in _with(PACES, f"{entry.pace:g}")}
        count = said("race.cap.n", words, entry.track)
        caps = {cap: count.format(n=f"{int(cap):,}") for cap in _with(CAPS, str(entry.cap))}
        self.pace_room.clear()
        with self.pace_room:
            self._choice("race.pace", paces, f"{entry.pace:g}", self._set_pace)
        self.cap_room.clear()
        with self.cap_room:
            self.cap = self._choice("race.cap", caps, str(entry.cap), lambda cap: self._later(cap=int(cap)))

    def _chip(self, spec: str) -> None:
        name, note = told(spec)
        chip = self._button(" ".join(filter(None, (name, note))), lambda: self._toggle(spec))
        chip.props("aria-pressed=false")
        self._chips[spec] = chip

    def _button(self, text: str, act: Callable[[], Awaitable[None]], classes: str = "wp-button") -> TextElement:
        button = TextElement(tag="button", text=text).classes(classes).props("type=button")
        button.on("click", lambda _: act(), args=[])
        return button

    def _choice(self, key: str, texts: dict[str, str], value: str, act: Callable[[str], None]) -> Choice:
        return Choice(said(key, self.words, self.entry.track), {"": texts}, value, act)

    def _pace(self, pace: str) -> str:
        """A pace in words."""
        name = {"0": "own", "1": "one"}.get(pace, "n")
        return said(f"race.pace.{name}", self.words, self.entry.track).format(n=pace)

    # --- what is pressed ----------------------------------------------------------------------------

    async def _press(self) -> None:
        race = self.race
        if race is None:
            return
        if race.done:
            await self._new()
        elif race.running:
            race.pause()
        else:
            race.resume()

    async def _new(self) -> None:
        """The same race with other pieces, at once."""
        going = self.race is not None and (self.race.running or self.race.done)
        await self._make(dataclasses.replace(self.entry, seed=secrets.randbelow(SEEDS)))
        if going and self.race is not None:
            self.race.resume()

    async def _all(self) -> None:
        await self._make(dataclasses.replace(self.entry, agents=generations(self.entry.track)))

    def _later(self, **changes: object) -> None:
        background_tasks.create(self._change(**changes), name="another race")

    async def _change(self, **changes: object) -> None:
        await self._make(dataclasses.replace(self.entry, **changes))  # type: ignore[arg-type]

    def _set_pace(self, pace: str) -> None:
        self.entry = dataclasses.replace(self.entry, pace=float(pace))
        if self.race is not None:
            self.race.pace = self.entry.pace
        self._tell_address()

    def _set_track(self, track: str) -> None:
        background_tasks.create(self._make(self.entry.on(track)), name="another race")

    async def _toggle(self, spec: str) -> None:
        """Take an agent in, or out."""
        agents = list(self.entry.agents)
        if spec in agents:
            agents.remove(spec)
        else:
            agents.append(spec)
        await self._line_up(agents)

    async def _own(self, event: GenericEventArguments) -> None:
        spec = str(event.args).strip()
        if spec:
            await self._line_up([*self.entry.agents, spec])

    async def _line_up(self, agents: Sequence[str]) -> None:
        if len(agents) > MOST:
            self.why.text = self.words("race.full", n=MOST)
        elif not agents:
            self.why.text = self.words("race.nobody")
        else:
            await self._make(dataclasses.replace(self.entry, agents=tuple(agents)))

    # --- the race -----------------------------------------------------------------------------------

    async def _make(self, entry: Entry) -> None:
        """Another race in place of this one; where it cannot be, this one stays and the reason is told."""
        try:
            race = await asyncio.to_thread(
                Race, entry.agents, entry.track, seed=entry.seed, cap=entry.cap, pace=entry.pace, workers=_workers()
            )
        except InputError as error:
            self.why.text = reason(error, self.words, "agent")
            if self.race is not None:
                self._show_chosen()
                return
            await self._make(dataclasses.replace(entry, agents=generations(entry.track)))
            self.why.text = reason(error, self.words, "agent")
            self.panel.props.pop("hidden", None)
            return
        if self.stage.is_deleted:
            return  # the visitor has left meanwhile
        self._forget()
        self.entry, self.race, self.why.text = entry, race, ""
        RACES.add(race)
        if played(entry.track) != self.offers:
            self._show_offered()
        self._show_race(race)
        self._show_chosen()
        self._tell_address()

    def _show_race(self, race: Race) -> None:
        lanes = [dict(zip(("name", "note"), told(lane.spec), strict=True)) for lane in race.lanes]
        height, columns = size(playable(race.track))
        self.stage.clear()
        with self.stage:
            element = Element("wp-race")
        with element.props.suspend_updates():
            element.props["race"] = race.id
            element.props["lanes"] = json.dumps(lanes)
            element.props["height"], element.props["columns"] = height, columns
            element.props["game"] = played(race.track)
            element.props["words"] = json.dumps(labels(self.words, race.track), ensure_ascii=False)
        element.on("wp-race-state", self._state, js_handler="(event) => emit(event.detail.state)")
        self.start.props.pop("disabled", None)
        self._show_state("paused")

    def _state(self, event: GenericEventArguments) -> None:
        self._show_state(str(event.args))

    def _show_state(self, state: str) -> None:
        race = self.race
        begun = race is not None and any(lane.look.pieces for lane in race.lanes)
        what = {"going": "pause", "done": "again"}.get(state, "resume" if begun else "start")
        self.start.text = self.words(f"race.{what}")

    def _show_chosen(self) -> None:
        """Which agents are in, and how many; where they race, and how long."""
        self.track.set(self.entry.track)
        self.cap.set(str(self.entry.cap))
        chosen = {canonical(spec) for spec in self.entry.agents}
        self.count.text = self.words("race.agents", n=len(self.entry.agents), most=MOST)
        for spec, chip in self._chips.items():
            chip.props["aria-pressed"] = "true" if spec in chosen else "false"
        self.all.props["aria-pressed"] = "true" if self.entry.agents == generations(self.entry.track) else "false"

    def _tell_address(self) -> None:
        """The address names what is shown, so that it can be sent to somebody."""
        carried = "".join(f"&{key}={quote(value)}" for key, value in self._carried.items() if value)
        with self.stage:
            ui.navigate.history.replace(f"/race?{self.entry.query()}{carried}")

    def _forget(self) -> None:
        if self.race is not None:
            RACES.remove(self.race.id)


_OPEN = """(event) => {
  const button = event.currentTarget;
  const panel = document.getElementById(button.dataset.opens);
  panel.hidden = !panel.hidden;
  button.setAttribute("aria-expanded", String(!panel.hidden));
}"""
_FIELD = "(event) => { emit(event.target.elements.spec.value); event.target.reset(); }"


def said(key: str, words: Words, track: str) -> str:
    """A text of the race: the one that the game of the track has for itself, if there is one."""
    own = key.replace("race.", f"race.{played(track)}.", 1)
    return words(own if own in words else key)


def labels(words: Words, track: str = Entry.track) -> dict[str, str]:
    """What the element says (static/race.js)."""
    texts = {f"{name}_head": said(f"race.head.{name}", words, track) for name in HEADS}
    texts |= {f"{name}_long": said(f"race.long.{name}", words, track) for name in LONG_HEADS}
    return texts | {name: said(f"race.{name}", words, track) for name in LABELS}


def _with(values: Sequence[str], value: str) -> list[str]:
    """The values of a list, and the one that the address gave where it is none of them."""
    return list(values) if value in values else [value, *values]


def _workers() -> int:
    """Threads of one race: a core is left to whoever watches it on this machine."""
    return max(1, min((os.cpu_count() or 2) - 1, 4))

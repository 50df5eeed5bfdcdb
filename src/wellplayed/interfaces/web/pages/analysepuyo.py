"""The place to analyse Puyo: paint a field, see what is best for its pair, drop it anywhere, and look at the chain."""

import asyncio
import dataclasses
import json
import secrets
from html import escape
from urllib.parse import quote

from nicegui import background_tasks, ui
from nicegui.client import ClientConnectionTimeout
from nicegui.context import context
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from ....errors import InputError
from ....formats.puyos import FORMATS, Puyos
from ...dropped import Played, field_alone, unplaced
from ...field import Place
from ...pairs import placed
from .. import letterbox, puyolinks, roster, think
from ..chapters.field import Field, of_cells
from ..chapters.puyosamples import WAITING
from ..desk import line
from ..files import address
from ..notes import noted, resolved
from ..puyoeasel import PuyoEasel
from ..puyolinks import FieldPosition, Opened
from ..puyostudy import PuyoStudy
from ..puyotools import PuyoTools
from ..refusals import reason
from ..thinking import thinkers
from ..tools import button
from ..words import Words

PATIENCE = 60.0  # seconds for a browser to open its line; a reader without scripts never does
PAUSE = 0.2  # seconds that a hand rests before an agent thinks about what it painted
# What a visitor without a position finds: a chain of five that the pair at hand can fire, or build on.
FIRST = FieldPosition(WAITING, "YG,RB,BY")
DETAIL = "(event) => emit(event.detail)"


class PuyoRoom:
    """One visitor's page."""

    def __init__(self, words: Words, query: dict[str, str]) -> None:
        self.words, self.query = words, query
        self._problem, self._connected = "", False
        self._stroke = 0  # the last one of a hand that is a step of the line
        self._told: tuple[str, ...] = ()  # notes on what was opened, until it is changed
        asked = self._asked()
        self.study = PuyoStudy(asked.position, thinkers())
        self._asked_for: Opened | None = asked
        self.spec = asked.position.agent or roster.FIRST["puyo"]
        for style in ("play.css", "explain.css", "analyse.css"):
            ui.add_head_html(f'<link rel="stylesheet" href="{address(style)}">')
        ui.add_head_html(f'<script type="module" src="{address("analyse.js")}"></script>')

    def _asked(self) -> Opened:
        """What the address names; where it is refused, the first position, and the reason is told."""
        first = Opened(FIRST, Puyos())
        try:
            asked = puyolinks.from_query(self.query)
        except InputError as error:
            self._problem = self.words("analyse.puyo.refused", why=reason(error, self.words, "text"))
            return first
        return asked if "position" in self.query or "queue" in self.query else first

    async def open(self) -> None:
        """Draw the page; then, once the browser listens, think."""
        words = self.words
        TextElement(tag="h1", text=words("house.analyse")).classes("wp-hidden")
        with Element("wp-desk").classes("desk desk-puyo") as self.desk:
            self.desk.props["words"] = json.dumps({key: words(f"analyse.{key}") for key in ("copied", "failed")})
            self.desk.props["data-game"] = puyolinks.GAME
            with ui.element("section").classes("desk-tools").props(f'aria-label="{escape(words("analyse.tools"))}"'):
                self.tools = PuyoTools(words, self, self.study.position, self.spec)
            with ui.element("section").classes("desk-board").props(f'aria-label="{escape(words("analyse.board"))}"'):
                with ui.element("div").classes("desk-said"):
                    self.why = TextElement(tag="p", text=self._problem).classes("desk-why wp-bad").props("role=status")
                    self.notes = TextElement(tag="p", text="").classes("desk-why wp-muted").props("role=status")
                self.easel = PuyoEasel(words, self.study.position, self._painted, self._drop)
                self.below = ui.element("div").classes("desk-below")
            with ui.element("section").classes("desk-think").props(f'aria-label="{escape(words("analyse.think"))}"'):
                with ui.element("div").classes("desk-try"):
                    self.play = button(words("analyse.play"), self._play, "wp-button wp-primary")
                    self.told = TextElement(tag="span", text="").classes("wp-muted")
                self.panel = think.panel(self.study, words)
        self.desk.on("wp-open", lambda event: self._take(str(event.args)), js_handler=DETAIL)
        self.desk.on("wp-opened", self._take_file, js_handler=DETAIL)
        self.panel.root.on("wp-look", lambda _: self._advise(), args=[])
        self._show()
        try:
            await context.client.connected(PATIENCE)
        except ClientConnectionTimeout:  # the visitor has left already
            return
        self._connected = True
        problem = self._problem
        if self._asked_for is not None:
            await self._open(self._asked_for)
        self._tell(problem or self.why.text)

    # --- what the tools do --------------------------------------------------------------------------

    async def change(self, **fields: str) -> None:
        """Change the position; what is refused is told, and all stays as it is."""
        try:
            self.study.change(**fields)
        except InputError as error:
            self._show()
            self._tell(reason(error, self.words, "field"))
            return
        self._told = ()
        await self._changed()

    async def back(self, steps: int) -> None:
        """Go back in the line, or on."""
        await self._go(self.study.index - steps)

    async def fall(self) -> None:
        """Let what hangs in the air come down, and what pops pop."""
        await self.change(field=str(of_cells(self.study.position.before.cells)))

    async def deal(self) -> None:
        """Fill the queue."""
        await asyncio.to_thread(self.study.deal, secrets.randbits(32))
        await self._changed()

    async def ask(self, spec: str) -> None:
        """Let another agent think."""
        self.spec = spec
        self._show_address()
        await self._think()

    async def save(self) -> None:
        """Give what is shown as a file."""
        ui.download.content(json.dumps(self._position().as_dict(), indent=1), "wellplayed-puyo.json")

    def _painted(self, field: Field) -> None:
        """Take what a hand has painted at once, a stroke as one change; think about it when the hand rests."""
        grid, position = self.easel.grid, dataclasses.replace(self.study.position, field=str(field))
        if grid.stroke == self._stroke:
            self.study.amend(position)
        else:
            self.study.put(position)
        self._stroke, self._told = grid.stroke, ()
        self._tell("")
        self._show()
        background_tasks.create(self._rest(self.study.position), name="a painted field")

    async def _rest(self, position: FieldPosition) -> None:
        await asyncio.sleep(PAUSE)
        if position is self.study.position and not self.desk.is_deleted:
            await self._think()

    async def _go(self, index: int) -> None:
        if self.study.go(index):
            self._stroke, self._told = 0, ()
            await self._changed()

    async def _changed(self) -> None:
        if self.desk.is_deleted:
            return  # the visitor has left meanwhile
        self._tell("")
        self._show()
        await self._think()

    # --- dropping -----------------------------------------------------------------------------------

    async def _drop(self, place: Place) -> None:
        """Drop a pair, and go on from there."""
        try:
            played = await asyncio.to_thread(self.study.drop, place)
        except InputError as error:
            self._tell(reason(error, self.words, "drop"))
            return
        self._told = ()
        await self._changed()
        if played.lost:
            self._tell(self.words("analyse.puyo.dead"))

    async def _play(self) -> None:
        """Drop the pair where the candidate that is looked at has it."""
        place = self._looked()
        if place is not None:
            await self._drop(place)

    def _looked(self) -> Place | None:
        """The candidate that is looked at; None without a thought."""
        insight, reading = self.study.last, self.panel.reading
        if insight is None:
            return None
        action = insight.thought.action
        if reading is not None and reading.insight is insight:
            action = int(insight.thought.actions[reading.order[min(self.panel.looked, len(reading.order) - 1)]])
        return placed(insight.player.game.describe(insight.state, action), action)

    def _advise(self) -> None:
        """Which candidate the button above the thoughts would drop, outlined in the field."""
        insight, place = self.study.last, self._looked()
        self.play.props.set_bool("disabled", place is None)
        self.told.text = "" if place is None else self.words("analyse.play.rank", n=self.panel.looked + 1)
        if insight is None or place is None:
            self.easel.advise(None)
            return
        spot = insight.player.game.describe(insight.state, place.action)
        self.easel.advise((spot.piece, spot.cells))

    # --- thinking -----------------------------------------------------------------------------------

    async def _think(self) -> None:
        """Ask the agent, and show its answer if it is still wanted."""
        study = self.study
        self.desk.classes(add="desk-thinking")
        self._advise()
        try:
            answer = study.ask(self.spec)
            self._advise()
            await asyncio.wait([asyncio.wrap_future(answer)])
            if study.take(answer) and not self.desk.is_deleted:
                self.desk.classes(remove="desk-thinking")
                await self.panel.refresh()
                self._advise()
        except InputError as error:
            self._tell(reason(error, self.words, "agent"))
            self._advise()

    # --- opening ------------------------------------------------------------------------------------

    async def _take_file(self, event: GenericEventArguments) -> None:
        await self._opened(letterbox.fetch(str(event.args)))

    async def _take(self, text: str) -> None:
        self._tell(self.words("analyse.reading"))
        await self._opened(await letterbox.read(text, puyolinks.GAME))

    async def _opened(self, found: letterbox.Found) -> None:
        if isinstance(found, Opened):
            position = found.position
            kept = position.queue or self.study.position.queue
            found = dataclasses.replace(found, position=dataclasses.replace(position, queue=kept))
            if position.agent:
                self.spec = position.agent
                self.tools.agent.set(self.spec)
            await self._open(found)
        else:
            why = found if isinstance(found, InputError) else puyolinks.FieldError("field", "it is no field of Puyo")
            self._tell(self.words("analyse.puyo.refused", why=reason(why, self.words, "field")))

    async def _open(self, found: Opened) -> None:
        """A line of its own: the field, and the moves that came with it."""
        why = ""
        try:
            await asyncio.to_thread(self.study.opened, found)
        except InputError as error:
            why = reason(error, self.words, "drop")
        self._told = self._noted(found)
        await self._changed()
        self._tell(why or self.why.text)

    def _noted(self, found: Opened) -> tuple[str, ...]:
        """What is to be said of what was opened, besides how the field lies."""
        words, puyos = self.words, found.puyos
        said = [*noted(Field(notes=puyos.notes), words)]
        if len(self.study.steps) > 1:
            said.append(words("field.note.placed"))
        if waiting := unplaced(puyos):
            said.append(words("field.note.unplaced", pairs=", ".join(map(str, waiting))))
        if puyos.goal is not None:
            said.append(words("field.note.goal", goal=puyos.goal))
        return tuple(said)

    # --- showing ------------------------------------------------------------------------------------

    def _tell(self, text: str) -> None:
        self.why.text = text

    def _show(self) -> None:
        """Show where the line stands: field, pairs, line, address."""
        words, position = self.words, self.study.position
        self.easel.show(position, self._happened())
        self.tools.show(position)
        self.notes.text = " ".join((*noted(position.drawn, words), *resolved(position.before, words), *self._told))
        for name in FORMATS:
            self.desk.props[f"data-{name}"] = ""
        for name, text in position.shared().items():
            self.desk.props[f"data-{name}"] = text
        self.below.clear()
        with self.below:
            self._show_line()
        self._show_address()

    def _happened(self) -> Played | None:
        """The drop that led here, or what the field does by itself."""
        step = self.study.step
        if step.move is not None:
            return step.move
        return field_alone(step.position.before) if step.position.before.steps else None

    def _show_line(self) -> None:
        words, happened = self.words, self._happened()
        line(self.study.steps, self.study.index, words, self._jump, moved)
        with ui.element("div").classes("desk-actions"):
            if self.study.step.move is not None:
                button(words("analyse.puyo.back"), lambda: self.back(1))
            hand = TextElement(tag="a", text=words("analyse.hand")).classes("wp-button")
            hand.props["href"] = f"/?{self._position().query()}{self._look()}"
            shown = happened.cells if happened is not None and happened.steps else self.study.position.drawn.cells
            for name in ("flood", "chain"):
                link = TextElement(tag="a", text=words(f"analyse.puyo.explain.{name}")).classes("wp-button")
                link.props["href"] = f"/explain/{name}?position={quote(str(of_cells(shown)), safe='/.')}{self._look()}"

    def _jump(self, index: int) -> None:
        background_tasks.create(self._go(index), name="another step")

    def _position(self) -> FieldPosition:
        """The position with the agent that is asked about it."""
        return dataclasses.replace(self.study.position, agent=self.spec)

    def _show_address(self) -> None:
        """The address names what is shown, so that it can be sent to somebody."""
        if not self._connected:
            return  # the address may hold moves, which are still to be played
        with self.desk:
            ui.navigate.history.replace(f"/analyse?{self._position().query()}{self._look()}")

    def _look(self) -> str:
        """What the address says of the look, to be carried on."""
        return "".join(f"&{key}={quote(self.query[key])}" for key in ("lang", "theme") if key in self.query)


def moved(one: Played, words: Words) -> str:
    """What was dropped, and how many links it fired."""
    return f"{one.what} +{len(one.steps)}" if one.steps else one.what

"""The place to analyse: set a position up, see what is best there, try it; and watch replays, stopping anywhere."""

import asyncio
import dataclasses
import json
import secrets
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
from .. import letterbox, links, sessions, think
from ..desk import line, moved
from ..files import address
from ..film import FILMS, Film, film_part
from ..layout import page
from ..links import Position
from ..puyolinks import GAME, Opened
from ..refusals import reason
from ..roster import ARTICLE
from ..study import Study
from ..thinking import thinkers
from ..tools import Easel, Tools, button
from ..words import Words
from .analysepuyo import PuyoRoom
from .play import go_on

PATIENCE = 60.0  # seconds for a browser to open its line; a reader without scripts never does
# What a visitor without a position finds: four rows with a well, where it matters how far one looks.
FIRST = Position("OOTJJJ.SLL/OOTTSJ.SSL/OOTTSS.JSL/OOTTTS.JJJ", "TSIZLO")
FILM_WORDS = (
    "first", "piece_back", "tick_back", "play", "pause", "tick_on", "piece_on", "last", "seek", "speed", "lines",
    "pieces", "score", "level", "gone",
)  # fmt: skip
CAUSES = ("block out", "lock out", "garbage out")
DETAIL = "(event) => emit(event.detail)"
_FRAGMENT = (
    f"location.hash.slice(0, {links.LONGEST + 1000})"  # one that is longer is refused for its length all the same
)


def register() -> None:
    """Add the page, and the addresses that its scripts use."""
    app.add_api_route("/film/{film}/{part}", film_part, methods=["GET"], include_in_schema=False)
    app.add_api_route("/analyse/open", letterbox.post, methods=["POST"], include_in_schema=False)

    @ui.page("/analyse")
    async def analyse(request: Request) -> None:
        query = dict(request.query_params)
        with page("analyse") as words:
            await (PuyoRoom if query.get("game") == GAME else Room)(words, query).open()


class Room:
    """One visitor's page: a study, and perhaps the film that its position is a moment of."""

    def __init__(self, words: Words, query: dict[str, str]) -> None:
        self.words, self.query = words, query
        self.film: Film | None = None
        self.tick, self.watching = 0, False
        self._filmed, self._fragment = "", ""  # the film whose controls are shown, and the replay in the address
        self._problem, self._connected = "", False
        self.study = Study(self._asked(), thinkers())
        self.spec = self.study.position.agent or ARTICLE
        for style in ("play.css", "analyse.css"):
            ui.add_head_html(f'<link rel="stylesheet" href="{address(style)}">')
        ui.add_head_html(f'<script type="module" src="{address("analyse.js")}"></script>')

    def _asked(self) -> Position:
        """The position that the address names; where it is refused, the first one, and the reason is told."""
        try:
            asked = links.from_query(self.query)
        except InputError as error:
            self._problem = self.words("analyse.refused", why=reason(error, self.words, "text"))
            return FIRST
        return asked if "position" in self.query or "queue" in self.query else FIRST

    async def open(self) -> None:
        """Draw the page; then, once the browser listens, think."""
        words = self.words
        TextElement(tag="h1", text=words("house.analyse")).classes("wp-hidden")
        with Element("wp-desk").classes("desk") as self.desk:
            self.desk.props["words"] = json.dumps({key: words(f"analyse.{key}") for key in ("copied", "failed")})
            with ui.element("section").classes("desk-tools").props(f'aria-label="{escape(words("analyse.tools"))}"'):
                self.tools = Tools(words, self, self.study.position, self.spec)
            with ui.element("section").classes("desk-board").props(f'aria-label="{escape(words("analyse.board"))}"'):
                self.why = TextElement(tag="p", text=self._problem).classes("desk-why wp-bad").props("role=status")
                self.easel = Easel(words, self, self.study.id)
                self.below = ui.element("div").classes("desk-below")
            with ui.element("section").classes("desk-think").props(f'aria-label="{escape(words("analyse.think"))}"'):
                with ui.element("div").classes("desk-try"):
                    self.play = button(words("analyse.play"), self._play, "wp-button wp-primary")
                    self.told = TextElement(tag="span", text="").classes("wp-muted")
                self.panel = think.panel(self.study, words)
        self.desk.on("wp-open", lambda event: self._take(str(event.args)), js_handler=DETAIL)
        self.desk.on("wp-opened", self._take_file, js_handler=DETAIL)
        self.panel.root.on("wp-look", lambda _: self._name_move(), args=[])
        self._show()
        self._name_move()
        try:
            await context.client.connected(PATIENCE)
            fragment = str(await ui.run_javascript(_FRAGMENT, timeout=PATIENCE))
        except (ClientConnectionTimeout, TimeoutError):  # the visitor has left already
            return
        self._connected = True
        if fragment.startswith("#replay="):
            await self._take(fragment)
        if not self.watching:
            told = self.why.text
            self._show_address()
            await self._think()
            self._tell(told or self.why.text)

    # --- what the tools do --------------------------------------------------------------------------

    async def change(self, **fields: str) -> None:
        """Change the position; what is refused is told, and all stays as it is."""
        try:
            self.study.change(**fields)
        except InputError as error:
            self._show()
            self._tell(reason(error, self.words))
            return
        await self._changed()

    async def back(self, steps: int) -> None:
        """Go back in the line, or on."""
        await self._go(self.study.index - steps)

    async def deal(self) -> None:
        """Fill the queue."""
        await asyncio.to_thread(self.study.deal, secrets.randbits(32))
        await self._changed()

    async def ask(self, spec: str) -> None:
        """Let another agent think."""
        self.spec = spec
        self._show()
        await self._think()

    async def save(self) -> None:
        """Give what is shown as a file."""
        if self.film is not None and self.watching:
            ui.download.content(links.packed_file(self.film.replay), "wellplayed-replay.json.gz")
        else:
            ui.download.content(json.dumps(self._position().as_dict(), indent=1), "wellplayed-position.json")

    async def _go(self, index: int) -> None:
        if self.study.go(index):
            await self._changed()

    async def _changed(self) -> None:
        if self.desk.is_deleted:
            return  # the visitor has left meanwhile
        self._tell("")
        self._show()
        await self._think()

    # --- thinking and trying ------------------------------------------------------------------------

    async def _think(self) -> None:
        """Ask the agent, and show its answer if it is still wanted."""
        study = self.study
        self.desk.classes(add="desk-thinking")
        self._name_move()
        try:
            answer = study.ask(self.spec)
            self._name_move()
            await asyncio.wait([asyncio.wrap_future(answer)])
            if study.take(answer) and not self.desk.is_deleted:
                self._name_move()
                self.desk.classes(remove="desk-thinking")
                await self.panel.refresh()
        except InputError as error:
            self._tell(reason(error, self.words, "agent"))
            self._name_move()

    async def _play(self) -> None:
        """Play the candidate that is looked at, and go on from there."""
        action = self._looked()
        if action is None:
            return
        self.watching = False
        move = self.study.play(action)
        await self._changed()
        if move.dead:
            self._tell(self.words("analyse.dead"))

    def _looked(self) -> int | None:
        """The action of the candidate that is looked at; None without a thought."""
        insight, reading = self.study.last, self.panel.reading
        if insight is None:
            return None
        if reading is None or reading.insight is not insight:
            return insight.thought.action
        row = reading.order[min(self.panel.looked, len(reading.order) - 1)]
        return int(insight.thought.actions[row])

    def _name_move(self) -> None:
        """Which candidate the button above the thoughts would play."""
        ready = self.study.last is not None
        self.play.props.set_bool("disabled", not ready)
        self.told.text = self.words("analyse.play.rank", n=self.panel.looked + 1) if ready else ""

    # --- opening ------------------------------------------------------------------------------------

    async def _take_file(self, event: GenericEventArguments) -> None:
        await self._opened(letterbox.fetch(str(event.args)))

    async def _take(self, text: str) -> None:
        self._tell(self.words("analyse.reading"))
        await self._opened(await letterbox.read(text, GAME if f"game={GAME}" in text else ""))

    async def _opened(self, found: letterbox.Found) -> None:
        if isinstance(found, InputError):
            self._tell(self.words("analyse.refused", why=reason(found, self.words, "text")))
        elif isinstance(found, Opened):
            ui.navigate.to(f"/analyse?{found.position.query()}{self._look()}")
        elif isinstance(found, list):
            self.film, self.watching = None, False
            self.study.open([self._completed(position) for position in found])
            if found[0].agent:
                self.spec = found[0].agent
                self.tools.agent.set(self.spec)
            await self._changed()
        else:
            self._tell(self.words("analyse.reading"))
            self.film = await asyncio.to_thread(Film, found)
            FILMS.add(self.film)
            fragment = links.fragment(found)
            self._fragment = f"#{fragment}" if fragment else ""
            self.watching = True
            await self._moment(0)

    def _completed(self, position: Position) -> Position:
        """A board that came without pieces, with those that are there already."""
        here = self.study.position
        if position.queue or position.hold or not position.book.hold:
            return position
        return dataclasses.replace(position, queue=here.queue, hold=here.hold)

    # --- replays ------------------------------------------------------------------------------------

    async def _moment(self, tick: int) -> None:
        """The film came to rest: think about what is to be seen."""
        if self.film is None or not self.watching:
            return
        self.tick = min(max(tick, 0), self.film.ticks)
        try:
            self.study.open([await asyncio.to_thread(self.film.position, self.tick)])
        except InputError as error:
            self._tell(reason(error, self.words))
            return
        await self._changed()

    async def _watch(self, *, on: bool) -> None:
        """Back to the replay, or from it to the position that it shows."""
        self.watching = on
        if on:
            await self._moment(self.tick)
        else:
            self._show()

    async def _hand_over(self) -> None:
        """Play on from the moment that the replay shows, in the place to play."""
        if self.film is None:
            return
        replay, tick = self.film.replay, self.tick
        try:
            session = await asyncio.to_thread(sessions.new, rules=replay.rules, agent=self.spec, seed=replay.seed)
            session.take_up(replay, tick)
        except InputError as error:
            self._tell(reason(error, self.words))
            return
        ui.navigate.to(go_on(session) + self._look())

    # --- showing ------------------------------------------------------------------------------------

    def _tell(self, text: str) -> None:
        self.why.text = text

    def _show(self) -> None:
        """Show where the line stands: board, pieces, line, address."""
        position = self.study.position
        self.easel.show(position, self.study.piece, locked=self.watching)
        self.tools.show(position, locked=self.watching)
        self.desk.props["data-fumen"] = position.fumen() if position.fits_fumen else ""
        filmed = self.film.id if self.film is not None and self.watching else ""
        if not filmed or filmed != self._filmed:
            self.below.clear()
            with self.below:
                self._show_film(self.film) if self.film is not None and self.watching else self._show_line()
        self._filmed = filmed
        self._show_address()

    def _show_line(self) -> None:
        words = self.words
        line(self.study.steps, self.study.index, words, self._jump, moved)
        with ui.element("div").classes("desk-actions"):
            if self.film is not None:
                button(words("analyse.film.back"), lambda: self._watch(on=True))
            link = TextElement(tag="a", text=words("analyse.hand")).classes("wp-button")
            link.props["href"] = f"/?{self._position().query()}{self._look()}"

    def _show_film(self, film: Film) -> None:
        words = self.words
        texts = {name: words(f"analyse.film.{name}") for name in FILM_WORDS}
        texts |= {why: words(f"play.state.{why.replace(' ', '-')}") for why in CAUSES}
        shown = Element("wp-film")
        with shown.props.suspend_updates():
            shown.props["film"], shown.props["ticks"], shown.props["tick"] = film.id, film.ticks, self.tick
            shown.props["locks"] = json.dumps(film.locks)
            shown.props["words"] = json.dumps(texts, ensure_ascii=False)
        shown.on("wp-moment", lambda event: self._moment(int(event.args)), js_handler=DETAIL)
        with ui.element("div").classes("desk-actions"):
            button(words("analyse.film.edit"), lambda: self._watch(on=False))
            button(words("analyse.hand"), self._hand_over)

    def _jump(self, index: int) -> None:
        background_tasks.create(self._go(index), name="another step")

    def _position(self) -> Position:
        """The position with the agent that is asked about it."""
        return dataclasses.replace(self.study.position, agent=self.spec)

    def _look(self) -> str:
        """What the address says of the look, to be carried on."""
        return "".join(f"&{key}={quote(self.query[key])}" for key in ("lang", "theme") if key in self.query)

    def _show_address(self) -> None:
        """The address names what is shown, so that it can be sent to somebody."""
        if not self._connected:
            return  # the address may carry a replay, which is still to be read
        fragment = self._fragment if self.watching else ""
        with self.desk:
            ui.navigate.history.replace(f"/analyse?{self._position().query()}{self._look()}{fragment}")

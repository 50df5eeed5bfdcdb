"""The controls beside a board: what is played, who plays, how deep and how fast; everything changes while it plays.

Buttons that act on the game at once (hand over, pause, undo, restart, step) speak to the board in the browser and carry
only the name of what they do (static/play.js). All else is a value of the session, set here and shown as it stands.
"""

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from nicegui import ui
from nicegui.context import context
from nicegui.elements.mixins.text_element import TextElement

from ...errors import InputError
from ...players.registry import canonical
from ...puyo.cells import COLOURS, EMPTY
from ...puyo.text import show
from ...spec import parse
from . import kinds, roster
from .fields import Buttons, Choice, Slider, Stepper
from .layout import CARRIED
from .links import Position, fragment, packed_file
from .puyolinks import FieldPosition
from .refusals import reason
from .settings import settings
from .words import Words

if TYPE_CHECKING:
    from .board import Board
    from .session import Session

# Seconds a piece, slowest first; 0 is as fast as it goes.
PACES = (2.0, 1.5, 1.0, 0.75, 0.5, 0.35, 0.25, 0.16, 0.1, 0.05, 0.02, 0.0)
ACTIONS = ("pause", "undo", "restart", "step")
NUMBERS = ("depth", "width", "pieces", "simulations")
PARTS = ("game", "keys")


class Controls:
    """The controls of one board, built before there is a session so that the page is whole from the beginning.

    `named` is called with what an address names, the mode, the rules and the agent, whenever one of them changes.
    """

    def __init__(self, words: Words, spec: str, rules: str, game: str = kinds.PIECES.name) -> None:
        self._words, self._spec = words, spec
        self._kind = kinds.kind(game)
        self.rules = rules  # as the visitor gave them; the mode changes some
        self.named: Callable[[dict[str, str]], None] | None = None
        self._session: Session | None = None
        self._board: Board | None = None
        self._shown: tuple[object, ...] = ()
        self._tabs()
        with self._part("game"):
            self._game()
            self._agent()
            self._links()
        with self._part("keys").props("hidden"):
            settings(words, game)

    def attach(self, session: "Session", board: "Board") -> None:
        """Control the game that `board` shows from now on."""
        self._session, self._board = session, board
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is; cheap where nothing of it changed."""
        session = self._session
        if session is None:
            return
        now = (session.mode, session.rules, session.spec, session.pace)
        if now == self._shown:
            return
        self._shown = now
        self._modes.set(session.mode)
        self._rules.set(session.rules.name)
        self._speed.set(min(range(len(PACES)), key=lambda step: abs(PACES[step] - session.pace)))
        if session.spec != self._spec:
            self._spec = session.spec
            self._show_agent()
        if self.named is not None:
            self.named({"mode": session.mode, "rules": self.rules, "agent": session.spec})

    # --- building -----------------------------------------------------------------------------------

    def _tabs(self) -> None:
        with ui.element("div").classes("wp-tabs").props(f'role=tablist aria-label="{self._words("play.controls")}"'):
            for part in PARTS:
                tab = TextElement(tag="button", text=self._words(f"play.tab.{part}"))
                selected = "true" if part == PARTS[0] else "false"
                tab.props(f"type=button role=tab data-tab={part} aria-selected={selected} aria-controls=play-{part}")

    def _part(self, name: str) -> ui.element:
        label = self._words(f"play.tab.{name}")
        part = ui.element("div").classes("play-part")
        return part.props(f'id=play-{name} role=tabpanel data-part={name} aria-label="{label}"')

    def _game(self) -> None:
        words = self._words
        game_switch(words, self._kind.name)
        modes = {name: words(f"play.mode.{name}") for name in self._kind.modes}
        self._modes = Buttons(words("play.mode"), modes, "zen", self._set_mode)
        hand_over(words)
        with ui.element("div").classes("play-actions"):
            for name in ACTIONS:
                action(words, name, self._kind.name)

    def _agent(self) -> None:
        words = self._words
        with ui.element("div").classes("play-agent"):
            with ui.element("div").classes("play-agent-head"):
                TextElement(tag="h3", text=words("play.agent")).classes("wp-heading")
                self._article = TextElement(tag="button", text=words("play.article")).classes("wp-button wp-bare")
                self._article.props(f'type=button title="{escape(words("play.article.why"))}"')
                self._article.on("click", lambda _: self._set_agent(roster.ARTICLE), args=[])
                self._article.set_visibility(self._kind is kinds.PIECES)
            self._fields = ui.element("div").classes("wp-fields")
            paces = [self._pace(seconds) for seconds in PACES]
            self._speed = Slider(words("play.speed"), paces, 4, self._set_pace)
            rules = {"": {name: words.of(self._kind.name, f"rules.{name}") for name in self._kind.presets}}
            self._rules = Choice(words("play.rules"), rules, self._kind.usual, self._set_rules)
            self._error = TextElement(tag="p", text="").classes("play-error").props("role=status")
        self._show_agent()

    def _links(self) -> None:
        with ui.element("div").classes("play-links"):
            for name, act in (("analyse", self._analyse), ("replay", self._replay)):
                text = self._words.of(self._kind.name, name)
                button = TextElement(tag="button", text=text).classes("wp-button wp-bare")
                button.props("type=button").on("click", act, args=[])

    def _show_agent(self) -> None:
        """The fields that the agent has."""
        self._article.props["aria-pressed"] = "true" if roster.is_article(self._spec) else "false"
        words, spec = self._words, self._spec
        agent = parse(canonical(spec)).name
        self._fields.clear()
        with self._fields:
            Choice(words("play.agent.name"), self._agents(agent), agent, self._set_name)
            for option in NUMBERS:
                offered = roster.steps(agent, option, self._kind.name)
                if offered:
                    zero = {0: words("play.option.all")} if option == "width" else {}
                    number = int(roster.value(spec, option, self._kind.name))
                    Stepper(words(f"play.option.{option}"), offered, number, self._setter(option), zero)
            for option, texts in self._texts().items():
                if roster.has(agent, option, self._kind.name):
                    chosen = roster.value(spec, option, self._kind.name)
                    known = texts if chosen in texts else {chosen: chosen, **texts}
                    Choice(words(f"play.option.{option}"), {"": known}, chosen, self._setter(option))

    def _agents(self, chosen: str) -> dict[str, dict[str, str]]:
        """The agents by generation."""
        groups: dict[str, dict[str, str]] = {}
        for entry in roster.offered(self._kind.name):
            group = self._words(f"play.generation.{entry.generation}")
            groups.setdefault(group, {})[entry.name] = entry.name
        if not any(chosen in names for names in groups.values()):
            groups.setdefault("", {})[chosen] = chosen
        return groups

    def _texts(self) -> dict[str, dict[str, str]]:
        """The values of the options that are chosen from a list."""
        words = self._words
        times = {"" if ms == 0 else str(ms): words("play.time.none") if ms == 0 else f"{ms} ms" for ms in roster.TIMES}
        return {
            "weights": {name: name for name in roster.judges(self._kind.name)},
            "moves": {way: words(f"play.moves.{way}") for way in ("reach", "drop")},
            "ms": times,
        }

    def _pace(self, seconds: float) -> str:
        if seconds == 0:
            return self._words("play.pace.most")
        if seconds >= 1:
            return self._words.of(self._kind.name, "pace.seconds", n=f"{seconds:g}")
        return self._words.of(self._kind.name, "pace.pieces", n=f"{1 / seconds:.2g}")

    # --- setting ------------------------------------------------------------------------------------

    def _setter(self, option: str) -> Callable[[object], None]:
        return lambda value: self._set_agent(
            roster.changed(self._spec, option, str(value), self._kind.name), anew=False
        )

    def _set_name(self, name: str) -> None:
        self._set_agent(roster.another(self._spec, name, self._kind.name))

    def _set_agent(self, spec: str, anew: bool = True) -> None:
        """Let another agent think; `anew` draws its fields again, else they stay as they are, and so does the focus."""
        session = self._session
        if session is None:
            return
        self._spec = spec  # so that `refresh` takes it for known
        self._try(lambda session: session.set_agent(spec), "agent")
        self._spec = session.spec  # the old one, where the new one was refused
        self._article.props["aria-pressed"] = "true" if roster.is_article(self._spec) else "false"
        if anew or self._spec != spec:
            self._show_agent()

    def _set_mode(self, mode: str) -> None:
        self._begin()
        self._try(lambda session: session.set_mode(mode))

    def _set_rules(self, rules: str) -> None:
        self._begin()
        before, self.rules = self.rules, rules
        self._try(lambda session: session.set_rules(rules))
        if self._error.text:
            self.rules = before

    def _set_pace(self, step: int) -> None:
        self._try(lambda session: session.set_pace(PACES[step]))

    def _analyse(self) -> None:
        """Go to the place where positions are analysed, with this one."""

        def act(session: "Session") -> None:
            ui.navigate.to(f"/analyse?{_position(session, self.rules).query()}{_language('&')}")

        self._try(act)

    def _replay(self) -> None:
        """Watch the game so far; one that is too long for an address, or of Puyo, comes as a file."""

        def act(session: "Session") -> None:
            replay = session.replay()
            link = fragment(replay) if self._kind is kinds.PIECES else None
            if link is not None:
                ui.navigate.to(f"/analyse{_language('?')}#{link}")
            else:
                ui.download.content(packed_file(replay), "wellplayed.json.gz", "application/gzip")

        self._try(act)

    def _begin(self) -> None:
        """End the game that plays by itself, since the visitor has asked for one."""
        if self._board is not None and self._board.begin():
            self._try(lambda session: session.take_back())

    def _try(self, act: Callable[["Session"], None], about: str = "position") -> None:
        """Do something to the session, `about` what; what it refuses is said below the controls."""
        if self._session is None:
            return
        try:
            act(self._session)
        except InputError as error:
            self._error.text = reason(error, self._words, about)
        else:
            self._error.text = ""


def _position(session: "Session", rules: str) -> Position | FieldPosition:
    """What is on the board, to be shared; while a chain of Puyo runs, what it leads to."""
    if session.kind is kinds.PAIRS:
        seen = session.position()[0]
        pairs = ["".join(COLOURS[colour] for colour in pair) for pair in seen.queue.tolist() if EMPTY not in pair]
        return FieldPosition(show(seen.cells).replace("\n", "/"), ",".join(pairs), rules, session.spec)
    shown = session.frame()
    queue = (shown["piece"]["letter"] if shown["piece"] else "") + shown["next"]
    return Position(shown["rows"], queue, shown["hold"] or "", rules, session.spec)


def _language(mark: str) -> str:
    """The language that the address asks for, to be carried to another; empty if it asks for none."""
    language = context.client.request.query_params.get("lang")
    return f"{mark}lang={quote(language)}" if language else ""


def hand_over(words: Words) -> None:
    """The button that gives the game to the agent, and takes it back."""
    with ui.element("button").classes("wp-button wp-primary play-hand").props("type=button data-do=hand"):
        TextElement(tag="span", text=words("play.hand.over")).classes("when-mine")
        TextElement(tag="span", text=words("play.hand.back")).classes("when-agent")
        TextElement(tag="kbd", text="").props("aria-hidden=true data-key=hand")


def game_switch(words: Words, here: str, place: str = "/") -> None:
    """Links to the games of a place of the page, that of `here` marked; the address's language and theme go along."""
    query = context.client.request.query_params
    carried = {key: query[key] for key in CARRIED if key in query}
    with ui.element("nav").classes("wp-segments play-games").props(f'aria-label="{escape(words("house.game"))}"'):
        for name in kinds.KINDS:
            address = urlencode({**({} if name == kinds.PIECES.name else {"game": name}), **carried})
            link = TextElement(tag="a", text=words(f"house.game.{name}")).classes("wp-button")
            link.props["href"] = f"{place}?{address}" if address else place
            if name == here:
                link.classes("wp-on").props("aria-current=true")


def action(words: Words, name: str, game: str = kinds.PIECES.name) -> None:
    """A button that does something to the game, the key that does the same on it; of pause, what it does next."""
    with ui.element("button").classes("wp-button").props(f"type=button data-do={name}"):
        if name == "pause":
            TextElement(tag="span", text=words("play.do.pause")).classes("when-runs")
            TextElement(tag="span", text=words("play.do.resume")).classes("when-rests")
        else:
            TextElement(tag="span", text=words.of(game, f"do.{name}"))
        TextElement(tag="kbd", text="").props(f"aria-hidden=true data-key={name}")

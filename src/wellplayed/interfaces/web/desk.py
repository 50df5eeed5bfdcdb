"""What the analysis page is made of: pieces as pictures, the palette, who is asked, and the line of steps in words."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from ...players.registry import canonical
from ...spec import parse
from ...tetris.pieces import PIECES
from ..playback import shape
from . import roster, trail
from .drawing.cells import squares
from .drawing.element import document, element
from .drawing.ink import TETRIS, ink
from .fields import Choice, Stepper
from .study import Move
from .trail import M, P
from .words import Words

NUMBERS = ("depth", "width", "pieces", "simulations")
GARBAGE, NOTHING = "G", "."


# Pieces ---------------------------------------------------------------------------------------------------------------


def glyph(letter: str, cell: float = 6.0) -> str:
    """A piece as a small picture, or one cell of garbage, or an empty one for what takes away."""
    if letter in PIECES:
        cells = shape(letter)
        wide, high = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    else:
        cells, wide, high = [(0, 0)], 1, 1
    look = ink(letter, TETRIS)
    path = squares(cells, high, cell, max(cell * 0.1, 0.6))
    if letter == NOTHING:
        drawn = element("path", d=path, fill="none", stroke="var(--muted)", stroke_dasharray="2 1.5")
    else:
        drawn = element("path", d=path, fill=look.fill)
    return document(wide * cell, high * cell, [drawn])


def palette(words: Words) -> None:
    """The brushes; static/analyse.js knows which one is taken."""
    with ui.element("div").classes("desk-palette").props(f'role=group aria-label="{escape(words("analyse.paint"))}"'):
        for letter in (*PIECES, GARBAGE, NOTHING):
            name = {GARBAGE: words("analyse.garbage"), NOTHING: words("analyse.erase")}.get(letter, letter)
            with ui.element("button").classes("wp-button") as button:
                ui.html(glyph(letter), sanitize=False)
            button.props(f'type=button data-brush="{letter}" aria-pressed=false aria-label="{escape(name)}"')
            button.props(f'title="{escape(name)}"')


def keyboard(words: Words, act: Callable[[str], Awaitable[None]]) -> None:
    """A button for each piece, which adds it to the queue."""
    with ui.element("div").classes("desk-pieces").props(f'role=group aria-label="{escape(words("analyse.add"))}"'):
        for letter in PIECES:
            with ui.element("button").classes("wp-button") as button:
                ui.html(glyph(letter, 5.0), sanitize=False)
            button.props(f'type=button aria-label="{letter}" title="{letter}"')
            button.on("click", lambda _, letter=letter: act(letter), args=[])


# Who is asked ---------------------------------------------------------------------------------------------------------


class AgentFields:
    """The agent of a game and those of its options that buttons are worth; `act` is told the spec."""

    def __init__(self, words: Words, spec: str, act: Callable[[str], None], played: str = roster.PLAYED) -> None:
        self._words, self._act, self._played = words, act, played
        self.spec = canonical(spec)
        self.box = ui.element("div").classes("wp-fields")
        self._show()

    def set(self, spec: str) -> None:
        """Show another agent, and tell nobody."""
        if canonical(spec) != self.spec:
            self.spec = canonical(spec)
            self._show()

    def _show(self) -> None:
        words, spec, played = self._words, self.spec, self._played
        agent = parse(spec).name
        self.box.clear()
        with self.box:
            Choice(words("play.agent.name"), self._agents(agent), agent, self._take_agent)
            for option in NUMBERS:
                offered, value = roster.steps(agent, option, played), roster.value(spec, option, played)
                if offered and value.isdecimal():
                    zero = {0: words("play.option.all")} if option == "width" else {}
                    Stepper(words(f"play.option.{option}"), offered, int(value), self._setter(option), zero)
            if roster.has(agent, "weights", played):
                value = roster.value(spec, "weights", played)
                judges = {name: name for name in roster.judges(played)}
                judges = judges if value in judges else {value: value, **judges}
                Choice(words("play.option.weights"), {"": judges}, value, self._setter("weights"))
            if roster.has(agent, "moves", played):
                ways = {way: words(f"play.moves.{way}") for way in ("reach", "drop")}
                Choice(
                    words("play.option.moves"), {"": ways}, roster.value(spec, "moves", played), self._setter("moves")
                )

    def _agents(self, chosen: str) -> dict[str, dict[str, str]]:
        """The agents by generation."""
        groups: dict[str, dict[str, str]] = {}
        for entry in roster.offered(self._played):
            groups.setdefault(self._words(f"play.generation.{entry.generation}"), {})[entry.name] = entry.name
        if not any(chosen in names for names in groups.values()):
            groups[""] = {chosen: chosen}
        return groups

    def _setter(self, option: str) -> Callable[[object], None]:
        def take(value: object) -> None:
            self.spec = roster.changed(self.spec, option, str(value), self._played)
            self._act(self.spec)

        return take

    def _take_agent(self, name: str) -> None:
        self.spec = roster.another(self.spec, name, self._played)
        self._show()
        self._act(self.spec)


# The line -------------------------------------------------------------------------------------------------------------


class Crumb(NamedTuple):
    """One entry of the line: moves stand for themselves, changes in a row are one."""

    step: int  # the last of its steps
    text: str
    here: bool


def crumbs(
    steps: Sequence[trail.Step[P, M]], here: int, words: Words, told: Callable[[M, Words], str]
) -> Iterator[Crumb]:
    """The line in words, the first step first; `told` says what a move was."""
    start = 0
    for index, step in enumerate(steps):
        last = index == len(steps) - 1
        if not last and index and step.move is None and steps[index + 1].move is None:
            continue  # the last change of several speaks for them
        change = words("analyse.line.start") if start == 0 else "✎"
        yield Crumb(index, change if step.move is None else told(step.move, words), start <= here <= index)
        start = index + 1


def moved(move: Move, words: Words) -> str:
    """What a placement was, in few words."""
    kind = words(f"think.kind.{move.kind}")
    if move.spin != "none":
        kind = words(f"think.spin.{move.spin}", piece=move.piece)
        return f"{kind} +{move.cleared}" if move.cleared else kind
    text = f"{move.piece} {kind}"
    return f"{text} +{move.cleared}" if move.cleared else text


def line(
    steps: Sequence[trail.Step[P, M]],
    here: int,
    words: Words,
    go: Callable[[int], None],
    told: Callable[[M, Words], str],
) -> None:
    """The line as buttons."""
    with ui.element("ol").classes("desk-crumbs").props(f'aria-label="{escape(words("analyse.line"))}"'):
        for crumb in crumbs(steps, here, words, told):
            with ui.element("li"):
                button = TextElement(tag="button", text=crumb.text).classes("wp-button wp-bare").props("type=button")
                if crumb.here:
                    button.props("aria-current=step")
                button.on("click", lambda _, step=crumb.step: go(step), args=[])

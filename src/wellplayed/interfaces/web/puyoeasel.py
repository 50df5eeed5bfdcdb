"""The field of the analysis page: painted on, pairs dropped into it, and the chain that they fire looked at."""

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from typing import NamedTuple

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from ...puyo.cells import TOP, WIDTH
from ...puyo.scoring import TARGET
from ..dropped import Played
from ..field import DIRECTIONS, Place
from .chapters.chain import bonus, kept
from .chapters.field import Field, of_cells
from .drawing.board import Ghost, Shape
from .drawing.cells import Cell
from .drawing.element import document, element
from .drawing.field import circles
from .drawing.ink import PUYO, ink
from .fieldgrid import FieldGrid, pair
from .puyolinks import FieldPosition
from .puyostudy import resting
from .words import Words

PACE = 0.8  # seconds a stage while a chain is played
SHOWN = 6  # pairs of the queue that are drawn


class Stage(NamedTuple):
    """One moment of what happened."""

    name: str
    field: Field
    says: str
    numbers: dict[Cell, int]  # the link, on what pops in it
    piece: Shape | None = None


def stages(one: Played, words: Words) -> list[Stage]:
    """What happened moment by moment: the pair has landed, each link before it pops, and the end."""
    name = words(f"analyse.puyo.stage.{'dropped' if one.what else 'field'}")
    letters = one.what[:2] if "@" in one.what else "#" * len(one.placed)
    seen = [(letter, at) for letter, at in zip(letters, one.placed, strict=False) if at[1] < TOP]
    piece = Shape("".join(letter for letter, _ in seen), [at for _, at in seen]) if seen else None
    said = words("analyse.puyo.dropped", place=one.what) + ". " if one.what else ""
    found = [Stage(name, of_cells(one.cells), said.strip(), {}, piece)]
    total = 0
    for n, link in enumerate(one.steps, 1):
        total += link.points
        popping = {*link.ojama, *(cell for group in link.groups for cell in group.cells)}
        key = "analyse.puyo.sum" if kept(link) == bonus(link) else "analyse.puyo.sum.least"
        says = words(
            key, n=n, puyos=link.size, points=f"{link.points:,}", total=f"{total:,}",
            **({"power": link.power, "colours": link.colour_bonus, "groups": sum(g.bonus for g in link.groups)}
               if kept(link) == bonus(link) else {}),
        )  # fmt: skip
        found.append(Stage(str(n), of_cells(link.before), says, dict.fromkeys(popping, n)))
    found.append(Stage(words("analyse.puyo.stage.after"), of_cells(one.after), ended(one, words), {}))
    return found


def ended(one: Played, words: Words) -> str:
    """How it ended, in a few words."""
    if not one.steps:
        says = words("analyse.puyo.nothing")
    else:
        n = len(one.steps)
        links = words("analyse.puyo.link") if n == 1 else words("analyse.puyo.links", n=n)
        says = words("analyse.puyo.ends", links=links, points=f"{one.score:,}", ojama=f"{one.score // TARGET:,}")
        if not one.after.any():
            says += " " + words("analyse.puyo.clear")
    return says + (" " + words("analyse.puyo.dead") if one.lost else "")


class PuyoEasel:
    """The field with what belongs to it. `painted` is told of another field, `dropped` of a pair to drop."""

    def __init__(
        self,
        words: Words,
        position: FieldPosition,
        painted: Callable[[Field], None],
        dropped: Callable[[Place], Awaitable[None]],
    ) -> None:
        self.words, self._position = words, position
        self._dropped = dropped
        self._turn = 0
        self._ghost: tuple[Ghost, ...] = ()
        self._pointed: Place | None = None
        self._stages: list[Stage] = []
        self._stage = self._home = (
            0  # the moment that is shown, and the one in which the field is as it is to be changed
        )
        self._marked: list[TextElement] = []
        with ui.element("div").classes("puyo-easel"):
            with ui.element("div").classes("puyo-hand"):
                self._hand()
            with ui.element("div").classes("puyo-field"):
                self.grid = FieldGrid(words, position.drawn, painted)
                with ui.element("div").classes("puyo-next"):
                    TextElement(tag="span", text=words("analyse.next")).classes("wp-muted wp-small")
                    self._next = ui.html("", sanitize=False)
        with ui.element("section").classes("puyo-film").props(f'aria-label="{escape(words("analyse.puyo.chain"))}"'):
            self._marks = ui.element("div").classes("puyo-stages")
            self._says = TextElement(tag="p", text="").classes("puyo-says wp-num").props("aria-live=polite")
        self.grid.element.on("pointerdown", lambda _: self.look(self._home), args=[])  # a hand goes before what moves
        self._clock = ui.timer(PACE, self._tick, active=False)

    # Building ---------------------------------------------------------------------------------------------------------

    def _hand(self) -> None:
        """The current pair, how it is turned, and a button for each column of its axis."""
        words = self.words
        with ui.element("button").classes("wp-button puyo-turn").props("type=button") as self._turner:
            self._pair = ui.html("", sanitize=False)
            TextElement(tag="span", text="⟳").props("aria-hidden=true")
        self._turner.on("click", lambda _: self.turn(), args=[])
        with ui.element("div").classes("puyo-columns"):
            self._columns = []
            for column in range(1, WIDTH + 1):
                one = TextElement(tag="button", text="▾").classes("wp-button").props("type=button")
                one.props(f'data-column={column} aria-label="{words("analyse.puyo.column", x=column)}"')
                one.on("click", lambda _, column=column: self._drop(column), args=[])
                for name in ("mouseenter", "focus"):
                    one.on(name, lambda _, column=column: self._point(column), args=[])
                for name in ("mouseleave", "blur"):
                    one.on(name, lambda _: self._point(0), args=[])
                self._columns.append(one)

    # What a person does -----------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """The child goes to the next side of the axis, clockwise."""
        self._turn = (self._turn + 1) % len(DIRECTIONS)
        self._show_hand()

    def _place(self, column: int) -> Place | None:
        """Where the current pair would go; None without a pair, or outside the field."""
        pairs, side = self._position.pairs, DIRECTIONS[self._turn]
        if not pairs or (column, side) in ((1, "left"), (WIDTH, "right")):
            return None
        return Place(pairs[0], column, side)

    async def _drop(self, column: int) -> None:
        place = self._place(column)
        if place is not None:
            self._pointed = None
            await self._dropped(place)

    def _point(self, column: int) -> None:
        self._pointed = self._place(column) if column else None
        self._show_stage()

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, position: FieldPosition, one: Played | None) -> None:
        """Show a position and what led there; a chain begins to play by itself."""
        self._clock.deactivate()
        self._position, self._ghost = position, ()
        self.grid.show(position.drawn)
        self._stages = stages(one, self.words) if one is not None else []
        plays = one is not None and bool(one.steps) and bool(one.what)
        # What a field does by itself is still to come, what a drop did is over.
        self._home = len(self._stages) - 1 if one is not None and one.what else 0
        self._stage = 0 if plays else self._home
        self._show_marks()
        self._show_hand()
        self._show_stage()
        if plays:
            self._clock.activate()

    def advise(self, ghost: tuple[str, Sequence[Cell]] | None) -> None:
        """Outline a pair where it could go."""
        self._ghost = (Ghost(*ghost),) if ghost is not None and self._position.rests else ()
        self._show_stage()

    def look(self, stage: int) -> None:
        """Look at one moment of what happened."""
        self._clock.deactivate()
        if stage == self._stage:
            return
        self._stage = min(max(stage, 0), len(self._stages) - 1)
        self._show_stage()

    def _tick(self) -> None:
        if self._stage >= len(self._stages) - 1:
            self._clock.deactivate()
            return
        self._stage += 1
        self._show_stage()

    def _show_hand(self) -> None:
        words, pairs = self.words, self._position.pairs
        side = DIRECTIONS[self._turn]
        self._pair.set_content(turned(pairs[0], side) if pairs else "")
        label = words("analyse.puyo.turn") + ": " + words(f"analyse.puyo.turn.side.{side}")
        self._turner.props["aria-label"] = self._turner.props["title"] = label
        self._turner.props.set_bool("disabled", not pairs)
        for column, one in enumerate(self._columns, 1):
            place = self._place(column)
            one.props.set_bool("disabled", place is None)
            if place is not None:
                one.props["title"] = words("analyse.puyo.try", pair=str(place))
        rest = "".join(
            f'<span class="puyo-pair" title="{letters}">{pair(letters)}</span>' for letters in pairs[1:SHOWN]
        )
        self._next.set_content(rest or '<span class="wp-muted">–</span>')

    def _show_marks(self) -> None:
        """A button for each moment."""
        self._marks.clear()
        self._marked = []
        if len(self._stages) < 3:  # nothing pops
            return
        with self._marks:
            for n, stage in enumerate(self._stages):
                mark = TextElement(tag="button", text=stage.name).classes("wp-button").props("type=button")
                mark.on("click", lambda _, n=n: self.look(n), args=[])
                self._marked.append(mark)

    def _show_stage(self) -> None:
        for n, mark in enumerate(self._marked):
            mark.props["aria-pressed"] = "true" if n == self._stage else "false"
        if not self._stages or self._stage == self._home:
            pointed = self._pointed
            if pointed is not None and self._position.rests:
                at = resting(self._position, pointed)
                self.grid.look(ghosts=[Ghost(pointed.pair, at)])
            else:
                self.grid.look(ghosts=self._ghost)
            self._says.text = self._stages[self._home].says if self._stages else ""
            return
        stage = self._stages[self._stage]
        self.grid.look(stage.field, piece=stage.piece, numbers=stage.numbers)
        self._says.text = stage.says


def turned(letters: str, side: str) -> str:
    """A pair as a small picture, the child at a side of the axis."""
    dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[DIRECTIONS.index(side)]
    parts = [
        element("path", d=circles([at], 3, 11), fill=ink(letter, PUYO).fill)
        for letter, at in zip(letters, ((1, 1), (1 + dx, 1 + dy)), strict=True)
    ]
    return document(33, 33, parts)

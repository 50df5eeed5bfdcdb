"""Flood fill: how one group is found puyo by puyo, all groups with their sizes, and how the engine does without it.

The engine counts neighbours: a puyo with three of its colour, or with two of which one has two itself, is a seed, and
what pops is the seeds and their neighbours (puyo/chain.py has the proof).
"""

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from ....puyo.cells import COLOURS, POPPING, VISIBLE, WIDTH
from ....puyo.scoring import GROUP_BONUS
from ..drawing.board import Mark
from ..drawing.cells import Cell
from ..refusals import Refusal
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .field import Field
from .pictures import Picture, Tile, beside, captioned
from .puyopictures import edge, fitting, gap, pile, rows_shown
from .puyosamples import five, ghost, shapes

START = Choice("start", "")
OFFERED = 40  # groups to choose from
EACH = 12  # puyos that are looked at one by one; what is left of a larger group is told together


class Look(NamedTuple):
    """One step of the flood: the puyo that is looked at, and what is known then."""

    cell: Cell
    new: tuple[Cell, ...]  # neighbours of its colour that were not known before
    done: tuple[Cell, ...]  # looked at so far, this one last
    frontier: tuple[Cell, ...]  # known and still to be looked at, the next one first


def neighbours(cell: Cell) -> list[Cell]:
    """The visible cells beside one: above, right, below, left."""
    x, y = cell
    beside = ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))
    return [(a, b) for a, b in beside if 0 <= a < WIDTH and 0 <= b < VISIBLE]


def alike(field: Field, cell: Cell) -> list[Cell]:
    """The visible neighbours that have the colour of a cell; none for ojama and empty cells."""
    return [near for near in neighbours(cell) if field[near] == field[cell] and field[cell] in COLOURS]


def flood(field: Field, start: Cell) -> list[Look]:
    """The group of a visible puyo, first found first looked at."""
    frontier, done, looks = [start], [], []
    while frontier:
        cell = frontier.pop(0)
        done.append(cell)
        new = [near for near in alike(field, cell) if near not in done and near not in frontier]
        frontier += new
        looks.append(Look(cell, tuple(new), tuple(done), tuple(frontier)))
    return looks


def groups(field: Field) -> list[tuple[Cell, ...]]:
    """Every group of a field at rest, single puyos too; the largest first, then from the left and from the floor."""
    left = {(x, y) for x in range(WIDTH) for y in range(VISIBLE) if field[x, y] in COLOURS}
    found = []
    while left:
        group = tuple(sorted(flood(field, min(left))[-1].done))
        left -= set(group)
        found.append(group)
    return sorted(found, key=lambda group: (-len(group), group))


def seeds(field: Field) -> set[Cell]:
    """The puyos with three neighbours of their colour, or with two of which one has two itself."""
    cells = [(x, y) for x in range(WIDTH) for y in range(VISIBLE) if field[x, y] in COLOURS]
    near = {cell: alike(field, cell) for cell in cells}
    twos = {cell for cell in cells if len(near[cell]) == 2}
    return {
        cell
        for cell in cells
        if len(near[cell]) >= 3 or (cell in twos and any(len(near[other]) >= 2 for other in near[cell]))
    }


def tell(reader: Reader) -> Told:
    """How the groups of a field are found. Raises InputError for a field without a visible puyo of a colour."""
    words, field = reader.words, reader.field.settled()
    found = groups(field)
    if not found:
        raise Refusal("the field has no coloured puyo; paint some, or choose an example", "refused.field.none")
    names = [f"{group[0][0] + 1}-{group[0][1] + 1}" for group in found[:OFFERED]]
    chosen = found[names.index(reader.option(START, names))]
    scene = _Scene(field, found, chosen, words, len(reader.field.hanging))
    popping = sum(len(group) >= POPPING for group in found)
    answers = Answers(
        words("explain.flood.far"),
        words("explain.flood.completely", n=len(found), popping=popping),
        words("explain.flood.grounds"),
    )
    offers = [
        (
            name,
            words("explain.flood.start", colour=words(f"field.colour.{field[group[0]]}"), n=len(group), **_at(group)),
        )
        for name, group in zip(names, found, strict=False)
    ]
    return Told(scene.steps(), answers, {START.name: offers})


def _at(group: Sequence[Cell]) -> dict[str, int]:
    return {"x": group[0][0] + 1, "y": group[0][1] + 1}


class _Scene:
    """What all steps share."""

    def __init__(
        self, field: Field, found: Sequence[tuple[Cell, ...]], chosen: tuple[Cell, ...], words: Words, fell: int
    ) -> None:
        self.field, self.found, self.chosen, self.words, self.fell = field, found, chosen, words, fell
        self.rows = rows_shown(field)
        self.looks = flood(field, chosen[0])
        self.popping = [group for group in found if len(group) >= POPPING]
        self.colour = words(f"field.colour.{field[chosen[0]]}")

    def steps(self) -> tuple[Step, ...]:
        """The field, one puyo after another, the group, all groups, and all puyos at once."""
        looks = self.looks if len(self.looks) <= EACH else self.looks[: EACH - 1]
        return (
            self._first(),
            *(self._look(n, look) for n, look in enumerate(looks, 1)),
            self._group(),
            self._all(),
            self._counted(),
        )

    def _first(self) -> Step:
        words, field = self.words, self.field
        coloured = sum(map(len, self.found))
        numbers = (
            Number(words("explain.label.puyos"), str(coloured)),
            Number(words("explain.label.unseen"), str(field.count - coloured)),
            Number(words("explain.label.least"), str(POPPING)),
        )
        says = words("explain.flood.fell.says" if self.fell else "explain.flood.first.says", n=POPPING)
        picture = Picture(partial(self._field, marks=[_ring(self.chosen[0])]), words("explain.flood.first.alt"))
        return Step(words("explain.flood.first"), says, picture, numbers)

    def _look(self, n: int, look: Look) -> Step:
        words, (x, y) = self.words, look.cell
        numbers = (
            Number(words("explain.label.looked"), f"{n}"),
            Number(words("explain.label.new"), str(len(look.new))),
            Number(words("explain.label.frontier"), str(len(look.frontier))),
            Number(words("explain.label.group"), str(len(look.done) + len(look.frontier))),
        )
        key = "new" if look.new else "none"
        on = "on" if look.frontier else "end"
        says = words(f"explain.flood.{key}.{on}.says", n=len(look.new), left=len(look.frontier), colour=self.colour)
        draw = partial(
            self._field,
            marks=[*(Mark(*cell, "dot") for cell in look.done[:-1]), _ring(look.cell)],
            inner=(*look.done,),
            waiting=look.frontier,
        )
        title = words("explain.flood.look", n=n, x=x + 1, y=y + 1)
        return Step(title, says, Picture(draw, words("explain.flood.alt", x=x + 1, y=y + 1)), numbers)

    def _group(self) -> Step:
        words, size = self.words, len(self.chosen)
        pops = size >= POPPING
        bonus = GROUP_BONUS[min(size - POPPING, len(GROUP_BONUS) - 1)] if pops else 0
        numbers = (
            Number(words("explain.label.group"), str(size)),
            Number(words("explain.label.least"), str(POPPING)),
            Number(words("explain.label.pops"), words("explain.yes" if pops else "explain.no")),
            Number(words("explain.label.group_bonus"), str(bonus) if pops else "–"),
        )
        key = "pops" if pops else "stays"
        says = words(f"explain.flood.{key}.says", n=size, colour=self.colour, missing=POPPING - size)
        draw = partial(self._field, inner=self.chosen, marks=[Mark(*cell, "dot") for cell in self.chosen])
        picture = Picture(draw, words("explain.flood.group.alt", n=size))
        return Step(words("explain.flood.group", n=size), says, picture, numbers)

    def _all(self) -> Step:
        words = self.words
        numbers = (
            Number(words("explain.label.groups"), str(len(self.found))),
            Number(words("explain.label.popping_groups"), str(len(self.popping))),
            Number(words("explain.label.popping"), str(sum(map(len, self.popping)))),
        )
        sizes = {cell: len(group) for group in self.found for cell in group}
        says = words("explain.flood.all.says", n=len(self.found), popping=len(self.popping), least=POPPING)
        draw = partial(self._field, numbers=sizes, edges=self.popping)
        return Step(words("explain.flood.all"), says, Picture(draw, words("explain.flood.all.alt")), numbers)

    def _counted(self) -> Step:
        """How the engine does it: neighbours counted, seeds found, and their neighbours with them."""
        words, sown = self.words, seeds(self.field)
        threes = sum(len(alike(self.field, cell)) >= 3 for cell in sown)
        popping = sown | {near for cell in sown for near in alike(self.field, cell)}
        numbers = (
            Number(words("explain.label.threes"), str(threes)),
            Number(words("explain.label.twos"), str(len(sown) - threes)),
            Number(words("explain.label.seeds"), str(len(sown))),
            Number(words("explain.label.popping"), str(len(popping))),
        )
        says = words("explain.flood.counted.says" if sown else "explain.flood.unsown.says")
        picture = Picture(partial(self._sown, sown, popping), words("explain.flood.counted.alt"))
        return Step(words("explain.flood.counted"), says, picture, numbers)

    # Pictures ---------------------------------------------------------------------------------------------------------

    def _field(
        self,
        width: float,
        *,
        marks: Sequence[Mark] = (),
        inner: Collection[Cell] = (),
        waiting: Collection[Cell] = (),
        numbers: dict[Cell, int] | None = None,
        edges: Sequence[Collection[Cell]] = (),
    ) -> Tile:
        """The field; round what is looked at a line, round the frontier a dashed one."""
        cell = fitting(1, width, self.rows)
        over = "".join(edge(group, self.rows, cell) for group in (inner, *edges) if group)
        over += "".join(edge([one], self.rows, cell, "var(--accent)", dashed=True) for one in waiting)
        return pile(self.field, self.rows, cell=cell, marks=marks, numbers=numbers, over=over)

    def _sown(self, sown: set[Cell], popping: set[Cell], width: float) -> Tile:
        """Counts of neighbours on the left, seeds marked; on the right what pops."""
        words, cell = self.words, fitting(2, width, self.rows)
        counts = {cell: len(alike(self.field, cell)) for group in self.found for cell in group}
        around = "".join(edge([one], self.rows, cell, "var(--accent)") for one in sorted(sown))
        left = pile(self.field, self.rows, cell=cell, numbers=counts, over=around)
        right = pile(
            self.field, self.rows, cell=cell, marks=[Mark(*one, "ring") for one in sorted(sown)],
            over=edge(popping, self.rows, cell) if popping else "",
        )  # fmt: skip
        captions = (words("explain.flood.counts"), words("explain.flood.grown"))
        return beside([captioned(tile, line) for tile, line in zip((left, right), captions, strict=True)], gap(width))


def _ring(cell: Cell) -> Mark:
    return Mark(*cell, "ring")


CHAPTER = Chapter("flood", tell, (shapes(), five(), ghost()), choices=(START,), game="puyo", cover=4)

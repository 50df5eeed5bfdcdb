"""A chain on the field that it begins in: each puyo with the link it pops in, and what every link is made of.

The links are those of puyo/steps.py. A puyo is numbered where it lies before anything pops, so the whole chain is seen
in one picture.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ....game import Placement
from ....puyo.cells import COLOURS, LETTERS, TOP, WIDTH
from ....puyo.scoring import HIGHEST, LOWEST, POINTS
from ....puyo.steps import Step, steps
from ....puyo.text import show
from ...pairs import potential
from ..words import Words
from .board import Shape
from .cells import Cell, read
from .element import document, element, group, text, width_of
from .field import ROWS, body, circles
from .ink import PUYO, ink

SIZE, ROW, HEAD = 10.5, 15.0, 36.0  # of text, of a line of the list, and above the picture
GAP = 14.0  # between field and list
SHARE, LEAST, MOST = 0.25, 9.0, 15.0  # of the width that the field has, and the side of its cells
SHOWN = 3  # groups of a link that are drawn
ENGLISH = Words("en")


class Chain(NamedTuple):
    """A chain and what sets it off."""

    rows: str  # the field before, without what sets it off
    fires: Shape  # the puyos that do, where they come to rest: a pair, or a trigger
    placed: bool  # whether that is a pair at hand
    steps: tuple[Step, ...]

    @property
    def points(self) -> int:
        """Of all links."""
        return sum(step.points for step in self.steps)

    @property
    def needed(self) -> int:
        """How many puyos set it off."""
        return len(self.fires.cells)

    @property
    def column(self) -> int:
        """The column of the first of them, from 1."""
        return self.fires.cells[0][0] + 1


def fired(cells: Any, spot: Placement) -> Chain | None:
    """The chain that a pair sets off in a field `cells` [8, 8] at rest; None where nothing pops."""
    return _chain(cells, Shape(spot.piece, spot.cells), True)


def could(cells: Any) -> Chain | None:
    """The best chain that one to three puyos of a colour would set off in a field `cells` [8, 8] at rest, if any.

    It is what the features of `potential` tell of (puyo/potential.py).
    """
    best = potential(cells)
    if best is None:
        return None
    x = best.column - 1
    height = max(int(plane[x]).bit_length() for plane in cells)
    return _chain(cells, Shape(best.colour * best.puyos, [(x, height + n) for n in range(best.puyos)]), False)


def _chain(cells: Any, fires: Shape, placed: bool) -> Chain | None:
    field = cells.copy()
    for letter, (x, y) in zip(fires.letter, fires.cells, strict=True):
        if y < TOP:  # what rests in row 14 is no part of the field
            field[COLOURS.index(letter), x] |= 1 << y
    found = steps(field)
    return Chain(show(cells), fires, placed, tuple(found)) if found else None


def numbers(links: Sequence[Step]) -> dict[Cell, int]:
    """The link, from 1, in which each puyo of the field before the first one pops, ojama too; of others nothing."""
    if not links:
        return {}
    found: dict[Cell, int] = {}
    heights = [max(int(plane[x]).bit_length() for plane in links[0].before[: len(LETTERS)]) for x in range(WIDTH)]
    columns = [[(x, y) for y in range(height)] for x, height in enumerate(heights)]  # where each puyo began
    for number, link in enumerate(links, 1):
        gone = {cell for one in link.groups for cell in one.cells}.union(link.ojama)
        found |= {columns[x][y]: number for x, y in gone}
        columns = [[at for y, at in enumerate(column) if (x, y) not in gone] for x, column in enumerate(columns)]
    return found


def svg(chain: Chain, *, width: float = 360, words: Words = ENGLISH, title: str = "") -> str:
    """A chain: what sets it off, the numbered field, and its links with their groups and points.

    `width` is that of the picture. `title` is what screen readers say; without it they hear what the heading says.
    """
    cell = min(max(SHARE * width / WIDTH, LEAST), MOST)
    own = read(chain.rows, max(ROWS, 1 + max(y for _, y in chain.fires.cells)))
    shapes = {"piece" if chain.placed else "trigger": chain.fires}
    drawn = body(own, **shapes, numbers=numbers(chain.steps), cell=cell)  # type: ignore[arg-type]
    left = WIDTH * cell + GAP
    high = HEAD + max(own.height * cell, ROW * (len(chain.steps) + 2)) + 2
    what, by = heading(chain, words)
    parts = [
        text(what, 0, 12, size=12, font_weight=650),
        text(by, 0, 28, size=SIZE, fill="var(--muted)"),
        group([drawn], 1, HEAD),
        group(_list(chain, width - left, words), left, HEAD),
    ]
    return document(width, high, parts, title or f"{what}; {by}")


def heading(chain: Chain, words: Words) -> tuple[str, str]:
    """How long a chain is, and what sets it off."""
    links = words("think.chain.link" if len(chain.steps) == 1 else "think.chain.links", n=len(chain.steps))
    kind = "think.chain.fires" if chain.placed else "think.chain.could"
    what = words(kind, links=links, points=f"{chain.points:,}")
    if chain.placed:
        return what, words("think.chain.pair", pair=chain.fires.letter, column=chain.column)
    colour = words(f"think.chain.colour.{chain.fires.letter[0].lower()}")
    return what, words("think.chain.trigger", n=chain.needed, colour=colour, column=chain.column)


def _list(chain: Chain, width: float, words: Words) -> list[str]:
    """A line a link, and their sum."""
    ends = (width - 0.61 * SIZE * max(len(f"{chain.points:,}"), 6) - 4, width)
    heads = (words("think.chain.product"), words("think.chain.points"))
    parts = [
        text(head, end, 10, size=9, anchor="end", fill="var(--muted)") for head, end in zip(heads, ends, strict=True)
    ]
    for number, link in enumerate(chain.steps, 1):
        parts.append(group(_link(number, link, ends), 0, ROW * number, class_="link", data_points=link.points))
    base = ROW * (len(chain.steps) + 1)
    parts.append(element("path", d=f"M0 {base + 0.5}H{width:.2f}", stroke="var(--line)"))
    total = {"size": SIZE, "font_weight": 650}
    parts.append(text(words("think.chain.sum"), 0, base + 13, **total))  # type: ignore[arg-type]
    parts.append(text(f"{chain.points:,}", width, base + 13, anchor="end", mono=True, **total))  # type: ignore[arg-type]
    return parts


def _link(number: int, link: Step, ends: tuple[float, float]) -> list[str]:
    """The number of a link, its groups as puyos with their sizes, the product, the points."""
    bonus = min(max(link.power + link.colour_bonus + sum(one.bonus for one in link.groups), LOWEST), HIGHEST)
    product = f"{POINTS}×{link.size}×{bonus}"
    parts = [text(str(number), 0, 11, size=SIZE, mono=True, fill="var(--muted)")]
    x, room = 16.0, ends[0] - 0.61 * SIZE * len(product) - 4
    for place, one in enumerate(link.groups):
        size = str(len(one.cells))
        if place == SHOWN or x + 11 + width_of(size, SIZE) > room:
            parts.append(text("…", x, 11, size=SIZE, fill="var(--muted)"))
            break
        look = ink(COLOURS[one.colour], PUYO)
        parts.append(group([element("path", d=circles([(0, 0)], 1, 10), fill=look.fill)], x, 2))
        parts.append(text(size, x + 11, 11, size=SIZE, mono=True))
        x += 16 + width_of(size, SIZE)
    parts.append(text(product, ends[0], 11, size=SIZE, anchor="end", mono=True, fill="var(--muted)"))
    parts.append(text(f"{link.points:,}", ends[1], 11, size=SIZE, anchor="end", mono=True))
    return parts

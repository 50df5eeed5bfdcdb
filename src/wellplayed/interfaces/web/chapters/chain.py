"""A chain link by link: what pops, what it is worth, what goes along, and what comes down (puyo/steps.py)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from ....puyo import steps as engine
from ....puyo.cells import COLOURS, LETTERS, TOP, WIDTH
from ....puyo.scoring import HIGHEST, LOWEST, POINTS, TARGET
from ....puyo.steps import Step as Link
from ...pairs import Potential, potential
from ..drawing.board import Mark, Shape
from ..drawing.cells import Cell
from ..refusals import Refusal
from ..words import Words
from .chapter import Answers, Chapter, Number, Reader, Step, Table, Told
from .field import Field, of_cells
from .flood import groups
from .numbers import both
from .pictures import Picture, Tile, beside, captioned
from .puyopictures import edge, fitting, gap, pile, rows_shown
from .puyosamples import clear, five, together, waiting


def tell(reader: Reader) -> Told:
    """The chain that a field holds. Raises InputError for an empty field."""
    words, field = reader.words, reader.field
    if not field.count:
        raise Refusal("the field is empty; paint some puyos, or choose an example", "refused.field.none")
    links = engine.steps(field.cells)
    steps = [_fall(field, words)] if field.hanging else []
    if links:
        steps += [_link(n, links, words) for n in range(len(links))] + [_total(links, words)]
    else:
        steps.append(_still(field.settled(), words))
    answers = Answers(
        words("explain.chain.far", n=len(links)),
        words("explain.chain.completely"),
        words("explain.chain.grounds", points=f"{sum(link.points for link in links):,}"),
    )
    return Told(tuple(steps), answers)


# The arithmetic -------------------------------------------------------------------------------------------------------


def bonus(link: Link) -> int:
    """The sum of a link's three bonuses, as it is before it is kept from 1 to 999."""
    return link.power + link.colour_bonus + sum(group.bonus for group in link.groups)


def kept(link: Link) -> int:
    """What a link's puyos are multiplied with."""
    return min(max(bonus(link), LOWEST), HIGHEST)


def product(link: Link) -> str:
    """How the points of a link come about.

    >>> from ....puyo.text import parse
    >>> product(engine.steps(parse("RRRR.."))[0])
    '4 × 10 × 1'
    """
    return f"{link.size} × {POINTS} × {kept(link)}"


def named(link: Link) -> str:
    """What pops in a link: sizes and letters, such as `4 R + 5 G`."""
    return " + ".join(f"{len(group.cells)} {COLOURS[group.colour]}" for group in link.groups)


# Steps ----------------------------------------------------------------------------------------------------------------


def _fall(field: Field, words: Words) -> Step:
    """Puyos in the air come down first."""
    down = field.settled()
    columns = len(field.hanging)
    numbers = (Number(words("explain.label.hanging"), str(columns)),)
    rows = rows_shown(field, down)

    def draw(width: float) -> Tile:
        cell = fitting(2, width, rows)
        tiles = [pile(one, rows, cell=cell) for one in (field, down)]
        return _row(tiles, (words("explain.chain.drawn"), words("explain.chain.down")), width)

    picture = Picture(draw, words("explain.chain.fall.alt"))
    return Step(words("explain.chain.fall"), words("explain.chain.fall.says", n=columns), picture, numbers)


def _link(n: int, links: Sequence[Link], words: Words) -> Step:
    link, so_far = links[n], sum(one.points for one in links[: n + 1])
    numbers = (
        Number(words("explain.label.popping"), str(link.size)),
        Number(words("explain.label.power"), str(link.power)),
        Number(words("explain.label.colour_bonus"), f"+{link.colour_bonus}"),
        Number(words("explain.label.group_bonus"), f"+{sum(group.bonus for group in link.groups)}"),
        Number(words("explain.label.bonus"), f"{kept(link)}"),
        Number(words("explain.label.points"), f"{product(link)} = {link.points:,}"),
        Number(words("explain.label.ojama"), str(len(link.ojama))),
        Number(words("explain.label.so_far"), f"{so_far:,}"),
    )
    last = n == len(links) - 1
    first = words(
        "explain.chain.link.one" if len(link.groups) == 1 else "explain.chain.link.many",
        n=link.size, groups=len(link.groups), power=link.power, points=f"{link.points:,}",
    )  # fmt: skip
    clears = last and not link.after.any()
    end = "clear" if clears else "last" if last else "next"
    second = words(f"explain.chain.link.{end}.{'ojama' if link.ojama else 'alone'}", ojama=len(link.ojama))
    says = both(first, second, words)
    picture = Picture(partial(_popping, link, words), words("explain.chain.alt", n=n + 1, size=link.size))
    rows = tuple(
        (f"{words(f'field.colour.{COLOURS[group.colour]}')}", str(len(group.cells)), str(group.bonus))
        for group in link.groups
    )
    titles = tuple(words(f"explain.label.{name}") for name in ("colour", "puyos", "group_bonus"))
    return Step(words("explain.chain.link", n=n + 1), says, picture, numbers, Table(titles, rows))


def _popping(link: Link, words: Words, width: float) -> Tile:
    """Before the link, with what pops outlined; without it; and when everything has come down."""
    before, after = of_cells(link.before), of_cells(link.after)
    gone = before
    for x, y in (*(cell for group in link.groups for cell in group.cells), *link.ojama):
        gone = gone.put(x, y, ".")
    rows = rows_shown(before)
    cell = fitting(3, width, rows)
    over = "".join(edge(group.cells, rows, cell) for group in link.groups)
    over += edge(link.ojama, rows, cell, dashed=True) if link.ojama else ""
    tiles = [
        pile(before, rows, cell=cell, over=over, marks=_crosses(link.ojama)),
        pile(gone, rows, cell=cell),
        pile(after, rows, cell=cell),
    ]
    return _row(tiles, tuple(words(f"explain.chain.{name}") for name in ("pops", "gone", "down")), width)


def _total(links: Sequence[Link], words: Words) -> Step:
    """All links in a table, and what they come to."""
    points = sum(link.points for link in links)
    left = int(sum(int(column).bit_count() for plane in links[-1].after for column in plane))
    numbers = (
        Number(words("explain.label.links"), str(len(links))),
        Number(words("explain.label.points"), f"{points:,}"),
        Number(words("explain.label.sent"), f"{points:,} ÷ {TARGET} = {points // TARGET:,}"),
        Number(words("explain.label.carried"), str(points % TARGET)),
        Number(words("explain.label.left"), str(left)),
    )
    so_far, rows = 0, []
    for n, link in enumerate(links, 1):
        so_far += link.points
        bonuses = (link.power, link.colour_bonus, sum(group.bonus for group in link.groups))
        rows.append((str(n), named(link), *map(str, bonuses), product(link), f"{link.points:,}", f"{so_far:,}"))
    keys = ("link", "puyos", "power", "colour_bonus", "group_bonus", "product_of", "points", "so_far")
    table = Table(tuple(words(f"explain.label.{key}") for key in keys), tuple(rows))
    first, after = of_cells(links[0].before), of_cells(links[-1].after)

    def draw(width: float) -> Tile:
        shown = rows_shown(first)
        cell = fitting(2, width, shown)
        tiles = [pile(first, shown, cell=cell, numbers=origins(links)), pile(after, shown, cell=cell)]
        return _row(tiles, (words("explain.chain.order"), words("explain.chain.after")), width)

    key = "explain.chain.total.clear" if not left else "explain.chain.total.says"
    says = words(key, n=len(links), points=f"{points:,}", ojama=f"{points // TARGET:,}")
    return Step(words("explain.chain.total"), says, Picture(draw, words("explain.chain.total.alt")), numbers, table)


def _still(field: Field, words: Words) -> Step:
    """Nothing pops: the largest group, and what a few puyos more would set off."""
    sizes = [len(group) for group in groups(field)]
    could = potential(field.cells)
    numbers = [
        Number(words("explain.label.groups"), str(len(sizes))),
        Number(words("explain.label.largest"), str(max(sizes, default=0))),
    ]
    if could is not None:
        numbers += [
            Number(words("explain.label.trigger"), said(could, words)),
            Number(words("explain.label.could"), str(could.chain)),
            Number(words("explain.label.points"), f"{could.score:,}"),
        ]
    rows = rows_shown(field, above=4)

    def draw(width: float) -> Tile:
        trigger = None if could is None else Shape(could.colour * could.puyos, dropped(field, could))
        return pile(field, rows, cell=fitting(1, width, rows), trigger=trigger)

    key = "explain.chain.still.none" if could is None else "explain.chain.still.says"
    fields = {} if could is None else {"trigger": said(could, words), "n": could.chain}
    picture = Picture(draw, words("explain.chain.still.alt"))
    return Step(words("explain.chain.still"), words(key, **fields), picture, tuple(numbers))


# What steps share -----------------------------------------------------------------------------------------------------


def said(could: Potential, words: Words) -> str:
    """The puyos that would set a chain off, in words."""
    return words("field.trigger", n=could.puyos, colour=words(f"field.colour.{could.colour}"), x=could.column)


def dropped(field: Field, could: Potential) -> tuple[Cell, ...]:
    """Where the puyos of a trigger come to rest."""
    x = could.column - 1
    height = next((y for y in range(TOP) if field[x, y] == "."), TOP)
    return tuple((x, height + n) for n in range(could.puyos))


def origins(links: Sequence[Link]) -> dict[Cell, int]:
    """In which link each puyo of the field before the first one pops, ojama too; others are left out."""
    if not links:
        return {}
    # Every puyo of every column by where it began, from the floor; what pops is taken out, so the others fall.
    columns = [[(x, y) for y in range(TOP) if _holds(links[0].before, x, y)] for x in range(WIDTH)]
    found = {}
    for n, link in enumerate(links, 1):
        popped = {*link.ojama, *(cell for group in link.groups for cell in group.cells)}
        for x, y in sorted(popped, reverse=True):
            found[columns[x].pop(y)] = n
    return found


def _holds(cells: Any, x: int, y: int) -> bool:
    return any(int(cells[plane][x]) >> y & 1 for plane in range(len(LETTERS)))


def _crosses(cells: Sequence[Cell]) -> list[Mark]:
    return [Mark(x, y, "cross") for x, y in cells]


def _row(tiles: Sequence[Tile], captions: Sequence[str], width: float) -> Tile:
    return beside([captioned(tile, line) for tile, line in zip(tiles, captions, strict=True)], gap(width))


CHAPTER = Chapter("chain", tell, (five(), together(), clear(), waiting()), game="puyo", cover=1)

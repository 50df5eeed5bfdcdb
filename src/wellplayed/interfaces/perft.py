"""`wellplayed perft`: count every sequence of placements, to check and to time the move generator."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from ..errors import InputError, unknown
from .options import Json, Whole, between

if TYPE_CHECKING:
    from ..tetris.guideline.ruleset import Ruleset
    from ..tetris.guideline.walkperft import Columns, Queue

PLIES = 16
TOGETHER = 5  # plies that one call of the kernel counts: a fraction of a second, so that Ctrl-C is heard

# Rules that published counts go by, as specs of a Ruleset; without block out and the like, which perft knows not.
NAMED = {
    "srs": "guideline:spins=none",
    "srs_t": "guideline:spins=corners-fifth",
    "srs180": "guideline:spins=none,half=nudge",
    "plus": "guideline:spins=none,kicks=srs+",
    "plus180": "guideline:spins=none,kicks=srs+,half=six",
    "plus180_t": "guideline:spins=corners-fifth,kicks=srs+,half=six",
    "plus180_t_y5": "guideline:spins=corners-fifth,kicks=srs+,half=six",
    "tetrio": "guideline:kicks=srs+,half=tetrio",
    "srs_y20": "guideline:spins=none,spawn=20",
    "srs_sonic": "guideline:spins=none,drop=sonic",
    "srs_t_sonic": "guideline:spins=corners-fifth,drop=sonic",
}
LOW_SPAWN = {"plus180_t_y5": 5}  # where pieces appear so low, as no Ruleset lets them; the kernel takes any row

BoardOption = Annotated[
    str | None,
    Parameter(
        name="--board",
        allow_leading_hyphen=True,
        help="A fumen, a file, rows joined by /, or - for stdin. Default: an empty board.",
    ),
]


class Ply(NamedTuple):
    """One line of the answer; a node is a sequence of `depth` placements."""

    depth: int
    nodes: int
    seconds: float

    @property
    def rate(self) -> float:
        """Sequences a second."""
        return self.nodes / max(self.seconds, 1e-9)


def perft(
    *,
    queue: Annotated[str, Parameter(help="The pieces, first one first.")] = "IOLJSZT",
    depth: Annotated[Whole | None, Parameter(help="How many of them to place. Default: all.")] = None,
    rules: Annotated[str, Parameter(help="srs, srs_t, plus180, tetrio ..., or a spec: tetrio-s2:spins=all.")] = "srs",
    board: BoardOption = None,
    bulk: Annotated[bool, Parameter(negative="--no-bulk", help="Count the last ply without making it.")] = True,
    hold: Annotated[bool, Parameter(negative=(), help="Let each piece be exchanged with hold; slow.")] = False,
    json: Json = False,
) -> int:
    """Count every sequence of placements of a queue, depth by depth, as chess programs do.

    Programs that steer pieces alike agree on every count. The rules srs, srs_t, srs180, plus, plus180, plus180_t,
    plus180_t_y5, tetrio, srs_y20, srs_sonic and srs_t_sonic are those of published counts: kicks, whether T-spins count
    apart, where pieces appear.
    """
    from .console import emit, progress

    book = _rules(rules)
    pieces = _pieces(queue)
    plies = _depth(depth, len(pieces), hold=hold)
    columns = _board(board, book)
    counter = _counter(rules, book, columns, bulk=bulk, hold=hold)
    if plies > 1:
        counter(pieces, 1)  # what is compiled first must not be timed
    found = []
    with progress() as bars:
        task = bars.add_task("depth", total=plies)
        for ply in range(1, plies + 1):
            began = time.perf_counter()
            number = counter(pieces, ply)
            found.append(Ply(ply, number, time.perf_counter() - began))
            bars.advance(task)
    last = found[-1]
    if json:
        emit(
            {
                "queue": queue.upper(),
                "depth": plies,
                "rules": rules,
                "counts": [ply.nodes for ply in found],
                "count": last.nodes,
                "nodes_per_second": last.rate,
                "seconds": last.seconds,
            }
        )
    else:
        _print(found)
    return 0


# What is given --------------------------------------------------------------------------------------------------------


def _rules(name: str) -> "Ruleset":
    """The rules that a name of published counts or a spec stands for. Raises InputError for neither."""
    from ..tetris.guideline.ruleset import PRESETS, parse

    preset = name.partition(":")[0].strip()
    if name not in NAMED and preset not in PRESETS:
        raise unknown("rules", preset, [*NAMED, *PRESETS])
    return parse(NAMED.get(name, name))


def _pieces(queue: str) -> list[int]:
    """The numbers of the pieces in a queue. Raises InputError for other letters, none, or too many."""
    from ..tetris.pieces import PIECES

    queue = queue.replace(",", "")
    for letter in queue:
        if letter.upper() not in PIECES:
            raise InputError(f"unknown piece {letter!r} in the queue {queue!r}; write letters of {PIECES}")
    if not queue:
        raise InputError(f"the queue is empty; write letters of {PIECES}, such as IOLJSZT")
    return [PIECES.index(letter) for letter in queue.upper()]


def _depth(given: int | None, pieces: int, *, hold: bool) -> int:
    """How many pieces to place. Raises InputError where the queue has too few."""
    most = pieces - hold
    if most < 1:
        raise InputError("the queue has 1 piece; with --hold give two or more, since hold may ask for the second")
    depth = between("--depth", min(most, PLIES) if given is None else given, 1, PLIES)
    if depth > most:
        why = ", and with --hold one more than that" if hold else ""
        raise InputError(f"the queue has {pieces} pieces, the depth is {depth}{why}; give a longer queue")
    return depth


def _board(given: str | None, rules: "Ruleset") -> "Columns":
    """The columns of a board. Raises InputError where it cannot be read or is no board of these rules."""
    from .placements import board_columns

    if given is None:
        return (0,) * rules.width
    return tuple(map(int, board_columns(given, rules)[: rules.width]))


def _counter(
    name: str, rules: "Ruleset", columns: "Columns", *, bulk: bool, hold: bool
) -> "Callable[[Queue, int], int]":
    """What counts the sequences of the first so many pieces of a queue: the kernel where it can, else the walk."""
    from ..tetris.guideline.flood import SPINS
    from ..tetris.guideline.moves import FLOODED
    from ..tetris.guideline.walkperft import count, count_with_hold

    usual = rules.width == 10 and rules.drop == "step" and rules.spins in SPINS and rules.spawn != "19-20"
    usual = usual and max(columns).bit_length() <= FLOODED and not hold
    if name in LOW_SPAWN and not usual:
        raise InputError(f"rules {name} go with boards of up to {FLOODED} rows and without --hold")
    if hold:
        return lambda queue, depth: count_with_hold(columns, queue, depth, rules, bulk=bulk)
    if not usual:
        return lambda queue, depth: count(columns, queue[:depth], rules, bulk=bulk)
    return _quick(rules, columns, LOW_SPAWN.get(name, int(rules.spawn)), bulk=bulk)


def _quick(rules: "Ruleset", columns: "Columns", spawn: int, *, bulk: bool) -> "Callable[[Queue, int], int]":
    """The kernel, called once for each board after the first plies of a long count."""
    import numpy as np

    from ..tetris.guideline.flood import SPINS, TABLES
    from ..tetris.guideline.perft import counter
    from ..tetris.guideline.walkperft import tree

    kernel: Any = counter(TABLES.index((rules.kicks, rules.half)), SPINS.index(rules.spins))

    def leaf(board: "Columns", queue: "Queue") -> int:
        room = np.zeros(16, np.uint32)
        room[:10] = board
        return int(kernel(room, np.array(queue, np.int64), spawn, bulk))

    def counted(queue: "Queue", depth: int) -> int:
        # The walk, which makes the first plies, knows no such rows, so that the kernel then counts all by itself.
        first = depth - TOGETHER if spawn == int(rules.spawn) else 0
        return tree(columns, queue[:depth], rules, first, leaf)

    return counted


# What is shown --------------------------------------------------------------------------------------------------------


def _print(found: list[Ply]) -> None:
    """A table with a row for each depth."""
    from .console import short
    from .tables import Column, show

    columns = Column("depth", right=True), Column("count", right=True), Column("time", right=True), Column("nodes/s")
    show(columns, [(str(p.depth), f"{p.nodes:,}", f"{p.seconds:.3f} s", short(p.rate)) for p in found])

"""`wellplayed best`: the best placements of a position as a player sees them, each with its path and a picture.

Positions of Puyo are looked at in bestpairs.py.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from ..errors import InputError, unknown
from .options import Json, Whole, between

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

    from ..game import States
    from ..players.player import Player, Thought
    from ..tetris.guideline.rules import Guideline

LONGEST = 15  # pieces of a queue: the current one and the most previews of a Ruleset
MOST = 1000  # placements to show
COLUMN = 3  # blanks between two pictures

BoardText = Annotated[
    str,
    Parameter(
        name="BOARD",
        allow_leading_hyphen=True,
        help="A fumen (its first page's field), a file, rows joined by /, or - for stdin; with --game puyo a field.",
    ),
]
PLAYER, RULES = "dellacherie:moves=reach", "guideline"


class Candidate(NamedTuple):
    """One placement and what it is worth."""

    piece: str
    orientation: str
    x: int
    y: int
    spin: str
    hold: bool
    keys: str
    kind: str
    value: float
    cells: tuple[tuple[int, int], ...]


def best(
    board: BoardText,
    /,
    *,
    queue: Annotated[
        str | None, Parameter(help="The current piece and those that follow, such as TSZ; of Puyo pairs: RG,BB,RY.")
    ] = None,
    hold: Annotated[str | None, Parameter(help="The piece in hold. Default: none.")] = None,
    player: Annotated[
        str | None,
        Parameter(help="A player that values placements. Default: dellacherie:moves=reach; in Puyo best."),
    ] = None,
    game: Annotated[str, Parameter(name="--game", help="guideline, or the spec of a Puyo game.")] = RULES,
    rules: Annotated[
        str | None, Parameter(help="A preset, with changes or without: tetrio-s2:spins=all. Default: guideline.")
    ] = None,
    top: Annotated[Whole, Parameter(help="How many placements to show.")] = 5,
    finesse: Annotated[
        bool, Parameter(negative=(), help="Leave out the last soft drops; the hard drop makes them.")
    ] = False,
    json: Json = False,
) -> int:
    """Show the best placements of the current piece, and of the one that hold offers, with the keys that lead there.

    The value is the player's: of the board after the move and of what the move did, and for a search of the best line
    that follows, as far as the queue goes. Position is that of the true-rotation centre: x from 0 on the left, y from 0
    at the bottom. Keys come before the hard drop. In Puyo each placement also says which chain it fires, and which one
    the field could fire after it, by which puyos in which column.
    """
    between("--top", top, 1, MOST)
    if game.partition(":")[0].strip() == "puyo":
        from .bestpairs import best_pairs

        for option, given in (("--hold", hold), ("--rules", rules), ("--finesse", finesse or None)):
            if given is not None:
                raise InputError(f"{option} is for guideline positions; leave it out with --game {game}")
        return best_pairs(board, queue, game, player, top, json=json)
    if queue is None:
        raise InputError("best needs QUEUE; give the current piece and those that follow, such as --queue TSZ")
    return _best(board, queue, hold, player or PLAYER, _rules(game, rules), top, finesse=finesse, json=json)


def _best(
    board: str, queue: str, hold: str | None, player: str, rules: str, top: int, *, finesse: bool, json: bool
) -> int:
    """The same for a guideline position."""
    from ..players.registry import player as make_player
    from .console import emit, err

    position, state = _position(board, queue, hold, rules)
    who = make_player(player, position)
    over = _over(position, state)
    found = [] if over else _candidates(position, state, _thought(player, who, state), top, finesse=finesse)
    if json:
        emit([one._asdict() for one in found])
    elif found:
        _print(found, position, state)
    else:
        why = "its place is filled, and the game is over"
        err().print(f"{queue[0].upper()} cannot appear under {position.rules}: {why}", soft_wrap=True, markup=False)
    return 0


# What is given --------------------------------------------------------------------------------------------------------


def _rules(game: str, rules: str | None) -> str:
    """The rules of a guideline game's spec, or those of --rules. Raises InputError for both, or another game."""
    from ..games import game as make_game
    from ..tetris.guideline.rules import Guideline

    found = make_game(game)
    if not isinstance(found, Guideline):
        raise InputError(f"best looks at guideline and Puyo positions, not at {found.name}; leave --game out")
    if rules is not None and game.strip() != RULES:
        raise InputError("--game and --rules both name rules; leave one out")
    return str(found.rules) if rules is None else rules


def _position(board: str, queue: str, hold: str | None, rules: str) -> "tuple[Guideline, States]":
    """The game and its one state [1]. Raises InputError for what cannot be read."""
    from dataclasses import replace

    from ..tetris.guideline.record import UNSEEN
    from ..tetris.guideline.rules import Guideline
    from ..tetris.guideline.ruleset import parse
    from .placements import board_columns

    pieces = [_piece(letter) for letter in queue.replace(",", "")]
    if not 0 < len(pieces) <= LONGEST:
        raise InputError(f"the queue has {len(pieces)} pieces; give 1 to {LONGEST}, the current one first")
    book = parse(rules)
    if hold is not None and not book.hold:
        raise InputError(f"there is no hold under {book}; leave --hold out")
    columns = board_columns(board, book)
    game = Guideline(replace(book, previews=max(book.previews, len(pieces) - 1)))
    state = game.new([0])
    state["columns"][0] = columns
    state["queue"][0] = UNSEEN
    state["queue"][0, : len(pieces)] = pieces
    if hold is not None:
        state["hold"][0] = _piece(hold)
    return game, state


def _piece(text: str) -> int:
    from ..tetris.pieces import PIECES

    if len(text) != 1 or text.upper() not in PIECES:
        raise unknown("piece", text, PIECES)
    return PIECES.index(text.upper())


def _over(game: "Guideline", state: "States") -> bool:
    """Whether the current piece cannot appear and that ends the game, or nothing can be played."""
    from ..tetris.guideline.moves import appears

    blocked = game.rules.block_out and appears(game.rules.record(), state, int(state["queue"][0, 0])) < 0
    return bool(blocked or not game.mask(state).any())


# What is found --------------------------------------------------------------------------------------------------------


def _thought(name: str, who: "Player", state: "States") -> "Thought":
    """What a player thinks of the placements. Raises InputError for one to whom all are alike."""
    thought = who.think(state)
    if not thought.values.any():
        raise InputError(f"player {name!r} gives placements no value; choose one that adds up weighted features")
    return thought


def _candidates(
    game: "Guideline", state: "States", thought: "Thought", top: int, *, finesse: bool
) -> "list[Candidate]":
    """The best placements, the best one first; of equals the first in the order of actions."""
    from ..tetris.guideline.paths import ORIENTATIONS, read
    from .reasons import ranked

    found = []
    for row in ranked(thought)[:top]:
        action = int(thought.actions[row])
        held, _, o, x, y = game.parts(action)
        placement = game.describe(state, action)
        keys = list(read(placement.keys.removeprefix("HOLD ")))
        while finesse and keys and keys[-1] == "D":
            keys.pop()
        found.append(
            Candidate(
                placement.piece,
                ORIENTATIONS[o],
                x,
                y,
                placement.spin,
                bool(held),
                "".join(keys),
                placement.kind,
                float(thought.values[row]),
                tuple(sorted(placement.cells)),
            )
        )
    return found


# What is shown --------------------------------------------------------------------------------------------------------


def _print(found: Sequence[Candidate], game: "Guideline", state: "States") -> None:
    """A table, and below it the pictures side by side, numbered as in the table."""
    from rich.text import Text

    from .console import out
    from .tables import Column, show

    titles = ("#", "piece", "orientation", "x", "y", "spin", "kind", "hold", "value", "keys")
    rows = [
        (
            *(str(i), one.piece, one.orientation, str(one.x), str(one.y), one.spin, one.kind),
            *("yes" if one.hold else "no", value(one.value), one.keys or "none"),
        )
        for i, one in enumerate(found, 1)
    ]
    show([Column(title, right=title in ("#", "x", "y", "value")) for title in titles], rows)
    console, columns = out(), state["columns"][0]
    wide = game.width + COLUMN
    beside = max((min(console.width, 100) + COLUMN) // wide, 1)
    top = max(y for one in found for _, y in one.cells) + 1
    top = max([top, *(int(column).bit_length() for column in columns)])
    for first in range(0, len(found), beside):
        shown = found[first : first + beside]
        console.print()
        names = (str(i).ljust(wide) for i in range(first + 1, first + 1 + len(shown)))
        console.print("".join(names).rstrip(), markup=False, soft_wrap=True)
        pictures = [_picture(one, columns, game.width, top) for one in shown]
        for lines in zip(*pictures, strict=True):
            console.print(Text(" " * COLUMN).join(lines), soft_wrap=True)


def value(number: float) -> str:
    """A value as it stands in the table."""
    from .tables import decimal

    return "loses" if number == float("-inf") else decimal(number)


def _picture(one: Candidate, columns: "NDArray[np.uint64]", width: int, top: int) -> "list[Text]":
    """`top` rows of the well before lines clear, the piece as its letter."""
    from .picture import DIM, PLAIN, joined

    mine = set(one.cells)

    def cell(x: int, y: int) -> tuple[str, Any]:
        if (x, y) in mine:
            return one.piece, PLAIN[one.piece]
        return ("#", PLAIN["#"]) if int(columns[x]) >> y & 1 else (".", DIM)

    return [joined([cell(x, y) for x in range(width)]) for y in reversed(range(top))]

"""`wellplayed best --game puyo`: the best placements of a pair, the chains they fire and those they prepare."""

from typing import TYPE_CHECKING, Any

from ..errors import InputError

if TYPE_CHECKING:
    from ..players.player import Thought
    from .pairposition import PairPosition
    from .pairs import Candidate

PLAYER = "best"


def best_pairs(field: str, queue: str | None, game: str, player: str | None, top: int, *, json: bool) -> int:
    """Print the `top` best placements of a field for the first pair of a queue.

    Raises InputError for what cannot be read, more colours than the game has, or a player without values.
    """
    from ..players.registry import player as make_player
    from .console import emit, err
    from .warmup import ensure_warm

    asked, notes = _asked(field, queue, game)
    name = PLAYER if player is None else player
    who = make_player(name, asked.game)
    ensure_warm(game)
    if asked.state["dead"][0]:
        err().print("no pair can appear: a puyo lies in its place, and the game is over", soft_wrap=True)
        found, thought = [], None
    else:
        thought = who.think(asked.seen)
        if not thought.values.any():
            raise InputError(f"player {name!r} gives placements no value; choose one that adds up weighted features")
        found = _found(asked, thought, top)
    for note in notes:
        err().print(f"note: {note}", soft_wrap=True, markup=False, style="dim")
    if json:
        emit([{**one._asdict(), "potential": one.potential and one.potential._asdict(), **more} for one, more in found])
    elif thought is not None:
        _print(asked, found)
    return 0


# What is given --------------------------------------------------------------------------------------------------------


def _asked(field: str, queue: str | None, spec: str) -> "tuple[PairPosition, list[str]]":
    """The position, and what is to be said of it. The queue may also be that of a link: its pairs without a place."""
    from ..formats.puyos import Move
    from .field import puyo, read_field, read_queue, resolved_note, settled
    from .pairposition import posed

    game, puyos = puyo(spec), read_field(field)
    if queue is None:
        pairs = [move.pair for move in puyos.moves if isinstance(move, Move)]
        if not pairs:
            raise InputError("best needs QUEUE; give the current pair and those that follow, such as --queue RG,BB,RY")
    else:
        pairs = read_queue(queue)
    before = settled(puyos)
    notes = [*puyos.notes, *filter(None, [resolved_note(before)])]
    if queue is not None and puyos.moves:
        notes.append("the moves of the link are not looked at")
    return posed(game, before.cells, pairs), notes


# What is found --------------------------------------------------------------------------------------------------------


def _found(asked: "PairPosition", thought: "Thought", top: int) -> "list[tuple[Candidate, dict[str, Any]]]":
    """The best placements, the best one first, and of each its value and how play is expected to go on."""
    from .pairposition import expected
    from .pairs import candidate
    from .reasons import ranked

    found = []
    for row in ranked(thought)[:top]:
        action = int(thought.actions[row])
        line = expected(asked, thought) if action == thought.action else []
        more = {"value": float(thought.values[row]), "plies": int(thought.plies[row]), "line": line}
        found.append((candidate(asked.game, asked.state, action), more))
    return found


# What is shown --------------------------------------------------------------------------------------------------------


def _print(asked: "PairPosition", found: "list[tuple[Candidate, dict[str, Any]]]") -> None:
    """A table, and below it the fields side by side before anything pops, numbered as in the table."""
    from . import fieldpicture as picture
    from .best import value
    from .console import out
    from .pairs import before_chain
    from .tables import Column, show

    rows = []
    for i, (one, more) in enumerate(found, 1):
        fired = f"{one.chain}: {one.score:,}" if one.chain else "-"
        could = f"{one.potential.chain}: {one.potential.score:,}" if one.potential else "-"
        words = value(float("-inf")) if one.lost else value(more["value"])
        by = str(one.potential) if one.potential else ""
        rows.append((str(i), one.place, words, fired, could, by))
    titles = ("#", "place", "value", "fires", "could fire", "by")
    show([Column(title, right=title not in ("place", "by")) for title in titles], rows)
    console = out()
    fields = [before_chain(asked.state, one) for one, _ in found]
    height = max(map(picture.height, fields))
    pictures = [
        picture.field(cells, height, console, placed=one.cells) for (one, _), cells in zip(found, fields, strict=True)
    ]
    picture.show([str(i) for i in range(1, len(found) + 1)], pictures, console)
    line: list[str] = next((more["line"] for _, more in found if more["line"]), [])
    if line:
        console.print(f"\nafter 1: {', '.join(line)}", markup=False, soft_wrap=True)

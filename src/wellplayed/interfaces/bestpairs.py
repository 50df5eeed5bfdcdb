"""`wellplayed best --game puyo`: the best placements of a pair, the chains they fire and those they prepare."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError

if TYPE_CHECKING:
    from ..game import States
    from ..players.player import Thought
    from ..puyo.rules import Puyo
    from .pairs import Candidate

PLAYER = "best"
OPENING = 4  # first pairs of a pool that may have fewer colours than the game, at most


class Asked(NamedTuple):
    """A position as it was given, and as a player sees it."""

    game: "Puyo"  # shows the whole queue
    state: "States"  # [1]
    seen: "States"  # [1] the same in colours of the game
    letters: dict[str, str]  # from the player's colours to those that were given
    notes: list[str]


def best_pairs(field: str, queue: str | None, game: str, player: str | None, top: int, *, json: bool) -> int:
    """Print the `top` best placements of a field for the first pair of a queue.

    Raises InputError for what cannot be read, more colours than the game has, or a player without values.
    """
    from ..players.registry import player as make_player
    from .console import emit, err
    from .warmup import ensure_warm

    asked = _asked(field, queue, game)
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
    for note in asked.notes:
        err().print(f"note: {note}", soft_wrap=True, markup=False, style="dim")
    if json:
        emit([{**one._asdict(), "potential": one.potential and one.potential._asdict(), **more} for one, more in found])
    elif thought is not None:
        _print(asked, found)
    return 0


# What is given --------------------------------------------------------------------------------------------------------


def _asked(field: str, queue: str | None, spec: str) -> Asked:
    """The position. The queue may also be that of a link: its pairs without a place."""
    from ..formats.puyos import Move
    from .field import puyo, read_field, read_queue, resolved_note, settled, state_of

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
    shown = game.showing(len(pairs) - 1)
    letters = _letters(shown, before.cells, pairs)
    seen = state_of(
        shown, _recoloured(before.cells, letters), ["".join(letters[one] for one in pair) for pair in pairs]
    )
    _refill(shown, seen, len(pairs))
    back = {new: old for old, new in letters.items()}
    return Asked(shown, state_of(shown, before.cells, pairs), seen, back, notes)


def _letters(game: "Puyo", cells: Any, pairs: Sequence[str]) -> dict[str, str]:
    """From each colour of a position to one of the game's, since a game of four has always the same four.

    Raises InputError where there are too many.
    """
    from ..puyo.cells import COLOURS

    used = {letter for letter, plane in zip(COLOURS, cells) if plane.any()} | set("".join(pairs))
    if len(used) > game.colours:
        raise InputError(
            f"there are {len(used)} colours, and {game.name} has {game.colours}; give --game puyo:colours={len(used)}"
        )
    free = [letter for letter in game.letters if letter not in used]
    strange = [letter for letter in COLOURS if letter in used and letter not in game.letters]
    return {letter: letter for letter in used & set(game.letters)} | dict(zip(strange, free))


def _recoloured(cells: Any, letters: dict[str, str]) -> Any:
    from ..puyo.cells import COLOURS

    new = cells.copy()
    new[: len(COLOURS)] = 0
    for old, other in letters.items():
        new[COLOURS.index(other)] = cells[COLOURS.index(old)]
    return new


def _refill(game: "Puyo", state: "States", pairs: int) -> None:
    """Let the futures that a player dreams of be drawn from a pool that has given the queue alone. In place.

    Nobody knows what came before a position that somebody drew.
    """
    from ..puyo.pool import ORDER, PUYOS

    if game.pairs == "uniform":
        return
    state["left"] = 0
    for number, plane in enumerate(ORDER[: game.colours]):
        state["left"][0, plane] = (PUYOS - number + game.colours - 1) // game.colours
    for axis, child in state["queue"][0, :pairs]:
        state["left"][0, axis] -= 1
        state["left"][0, child] -= 1
    state["drawn"] = pairs + OPENING


# What is found --------------------------------------------------------------------------------------------------------


def _found(asked: Asked, thought: "Thought", top: int) -> "list[tuple[Candidate, dict[str, Any]]]":
    """The best placements, the best one first, and of each its value and how play is expected to go on."""
    from .pairs import candidate
    from .reasons import ranked

    found = []
    for row in ranked(thought)[:top]:
        action = int(thought.actions[row])
        line = _line(asked, thought) if action == thought.action else []
        more = {"value": float(thought.values[row]), "plies": int(thought.plies[row]), "line": line}
        found.append((candidate(asked.game, asked.state, action), more))
    return found


def _line(asked: Asked, thought: "Thought") -> list[str]:
    """The placements expected to follow the chosen one, as far as the queue is seen."""
    from .field import DIRECTIONS, Place

    found = []
    for spot in thought.line[1 : asked.game.previews + 1]:
        pair = "".join(asked.letters[letter] for letter in spot.piece)
        found.append(str(Place(pair, spot.cells[0][0] + 1, DIRECTIONS[spot.orientation])))
    return found


# What is shown --------------------------------------------------------------------------------------------------------


def _print(asked: Asked, found: "list[tuple[Candidate, dict[str, Any]]]") -> None:
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

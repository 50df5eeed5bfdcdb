"""A Puyo position as it was given and as a player sees it, who knows no other colours than those of the game.

Shared by the command `best` and the page.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError

if TYPE_CHECKING:
    from ..game import States
    from ..players.player import Thought
    from ..puyo.rules import Puyo

OPENING = 4  # first pairs of a pool that may have fewer colours than the game, at most


class PairPosition(NamedTuple):
    """A field, the pairs that are seen, and both as a player sees them."""

    game: "Puyo"  # shows the whole queue
    state: "States"  # [1]
    seen: "States"  # [1] the same in colours of the game
    letters: dict[str, str]  # from the player's colours to those that were given


def posed(game: "Puyo", cells: Any, pairs: Sequence[str]) -> PairPosition:
    """The position of a field `cells` [8, 8] at rest and of pairs, the current one first, 1 to 16.

    Raises InputError where there are more colours than the game has.
    """
    from .field import state_of

    shown = game.showing(len(pairs) - 1)
    letters = _letters(shown, cells, pairs)
    seen = state_of(shown, _recoloured(cells, letters), ["".join(letters[one] for one in pair) for pair in pairs])
    _refill(shown, seen, len(pairs))
    back = {new: old for old, new in letters.items()}
    return PairPosition(shown, state_of(shown, cells, list(pairs)), seen, back)


def expected(asked: PairPosition, thought: "Thought") -> list[str]:
    """The placements expected to follow the chosen one, as far as the queue is seen."""
    from .field import DIRECTIONS, Place

    found = []
    for spot in thought.line[1 : asked.game.previews + 1]:
        pair = "".join(asked.letters[letter] for letter in spot.piece)
        found.append(str(Place(pair, spot.cells[0][0] + 1, DIRECTIONS[spot.orientation])))
    return found


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

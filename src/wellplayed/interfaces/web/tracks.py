"""Where agents race: the games in which the ladder is climbed, and the ladder's generations that fit each."""

from typing import TypeAlias

from ...arena.rungs import RUNGS, SETTINGS, Setting
from ...errors import unknown
from ...games import game as make_game
from ...tetris.classic import Classic
from ...tetris.guideline.rules import Guideline

Playable: TypeAlias = Classic | Guideline
MOST = 12  # agents in one race
TRACKS: dict[str, Setting] = {
    key: setting
    for key in ("guideline", "hard", "classic")
    for setting in SETTINGS
    if setting.key == key and setting.generations
}
PREVIEWS = max(rung.previews for rung in RUNGS)


def playable(key: str) -> Playable:
    """The game of a track, where everybody sees as many pieces as the most far-sighted rung uses.

    Raises InputError for an unknown key, with the nearest.
    """
    if key not in TRACKS:
        raise unknown("track", key, TRACKS)
    game = make_game(TRACKS[key].game.format(previews=PREVIEWS))
    assert isinstance(game, Classic | Guideline)
    return game


def generations(key: str) -> tuple[str, ...]:
    """The ladder's first and last player of every generation that is measured in a track, in its order, at most twelve.

    The one shows what a generation began with, the other how far it got. Raises InputError for an unknown key.
    """
    previews, chosen = playable(key).previews, []
    for generation in TRACKS[key].generations:
        rungs = [rung for rung in RUNGS if rung.generation == generation and rung.previews <= previews]
        chosen += [rungs[0].player, rungs[-1].player] if rungs else []
    return tuple(dict.fromkeys(chosen))[:MOST]


def generation(spec: str) -> int | None:
    """The generation of a player of the ladder; None for another one."""
    return next((rung.generation for rung in RUNGS if rung.player == spec), None)

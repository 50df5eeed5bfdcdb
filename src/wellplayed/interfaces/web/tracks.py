"""Where agents race: the games in which the ladder is climbed, and the ladder's generations that fit each."""

from typing import TypeAlias

from ...arena.rungs import RUNGS, SETTINGS, Setting
from ...errors import unknown
from ...games import game as make_game
from ...puyo.cells import VISIBLE, WIDTH
from ...puyo.rules import Puyo
from ...tetris.classic import Classic
from ...tetris.guideline.rules import Guideline

Playable: TypeAlias = Classic | Guideline | Puyo
MOST = 12  # agents in one race
# Puyo is on no ladder, so its lanes are one agent of each kind: by chance, greedy, over the queue, by walks, by dreams.
PUYO = Setting(
    "puyo",
    "Puyo, 6x12",
    "puyo",
    100,
    0,
    "who builds the longest chain; a long one takes some 35 to 40 pairs to fill",
    (),
    2,
    (
        "random",
        "formula",
        "article",
        "builder",
        "beam:depth=2,width=60",
        "mcts:simulations=400",
        "sampled:depth=4,width=100,futures=6",
        "best",
    ),
)
LADDER: dict[str, Setting] = {
    key: setting
    for key in ("guideline", "hard", "classic")
    for setting in SETTINGS
    if setting.key == key and setting.generations
}
TRACKS: dict[str, Setting] = {**LADDER, PUYO.key: PUYO}
PREVIEWS = max(rung.previews for rung in RUNGS)
USUAL = 500  # pieces of a game


def playable(key: str) -> Playable:
    """The game of a track, where everybody sees as many pieces as the most far-sighted rung uses.

    Raises InputError for an unknown key, with the nearest.
    """
    if key not in TRACKS:
        raise unknown("track", key, TRACKS)
    game = make_game(TRACKS[key].game.format(previews=PREVIEWS))
    assert isinstance(game, Classic | Guideline | Puyo)
    return game


def played(key: str) -> str:
    """The name of the game whose players race in a track (games.family); those of classic drops are guideline's too.

    Raises InputError for an unknown key.
    """
    return PUYO.key if isinstance(playable(key), Puyo) else "guideline"


def size(game: Playable) -> tuple[int, int]:
    """The visible rows and the columns of a game."""
    return (VISIBLE, WIDTH) if isinstance(game, Puyo) else (game.height, game.width)


def cap(key: str) -> int:
    """After how many pieces a game of a track ends where nothing else was asked for."""
    return USUAL if key in LADDER else TRACKS[key].cap or USUAL


def generations(key: str) -> tuple[str, ...]:
    """The ladder's first and last player of every generation that is measured in a track, in its order, at most twelve.

    The one shows what a generation began with, the other how far it got; where there are too many, the newest
    generations have the other alone. Where there is no ladder they are the players of the track. Raises InputError for
    an unknown key.
    """
    previews, chosen = playable(key).previews, list(TRACKS[key].players)
    ends = []
    for generation in TRACKS[key].generations:
        rungs = [rung.player for rung in RUNGS if rung.generation == generation and rung.previews <= previews]
        ends.append(list(dict.fromkeys([*rungs[:1], *rungs[-1:]])))
    for pair in reversed(ends):
        if len(chosen) + sum(map(len, ends)) > MOST:
            del pair[:-1]
    return tuple(dict.fromkeys([*chosen, *(player for pair in ends for player in pair)]))[:MOST]


def generation(spec: str) -> int | None:
    """The generation of a player of the ladder; None for another one."""
    return next((rung.generation for rung in RUNGS if rung.player == spec), None)

"""`wellplayed autoplay`: a player of placements at the keys of one game, without a picture, and what that takes."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ..errors import InputError
from .options import LONGEST, Json, Whole, between, seed

if TYPE_CHECKING:
    from ..players.autoplay import Autoplay
    from ..players.player import Player
    from ..tetris.guideline.ruleset import Ruleset

FIRST = 120  # ticks that are played beforehand, so that what is measured is play and no loading


def autoplay(
    player: Annotated[str, Parameter(help="Who plays: a name or spec from `wellplayed players`.")],
    /,
    *,
    game: Annotated[str, Parameter(name="--game", help="The guideline game's spec.")] = "guideline",
    ticks: Annotated[Whole, Parameter(help="How long to play, in sixtieths of a second of the game.")] = 2400,
    seed_: Annotated[Whole, Parameter(name="--seed", help="Which game: 0 to 2^64 - 1.")] = 0,
    pace: Annotated[Whole, Parameter(help="Ticks from key to key; 0 is all keys of a piece at once.")] = 1,
    whole: Annotated[bool, Parameter(negative=(), help="Press every soft drop of the shortest path.")] = False,
    replay: Annotated[str | None, Parameter(help="Write the game to this file, packed if it ends in .gz.")] = None,
    json: Json = False,
) -> int:
    """Let a player steer the pieces of one game by keys, as fast as this machine can, and say what it took.

    The player chooses where each piece goes; the keys that bring it there are pressed at the pace, gravity at work.
    Kinds of moves: drop (straight down), shift (aside, then down), tuck (slid under something), spin (turned into
    place). The same command gives the same game.
    """
    from ..games import game as make_game
    from ..players.autoplay import Autoplay
    from ..players.registry import player as make_player
    from ..tetris.guideline.keys import KeyGame
    from ..tetris.guideline.replay import record
    from ..tetris.guideline.rules import Guideline
    from .warmup import ensure_warm

    rules = make_game(game)
    if not isinstance(rules, Guideline):
        raise InputError(f"autoplay steers pieces, and {rules.name} has no keys here; choose a guideline game")
    who = make_player(player, rules)
    between("--ticks", ticks, 1, LONGEST)
    played = Autoplay(KeyGame(rules.rules, seed(seed_)), who, pace=pace, whole=whole)
    file = None if replay is None else _writable(replay)
    ensure_warm(game)
    load(rules.rules, who)
    began = time.perf_counter()
    played.run(ticks)
    seconds = time.perf_counter() - began
    if file is not None:
        record(played.game).save(file)
    if json:
        _as_json(played, player, rules.name, seconds)
    else:
        _print(played, f"{player}  {game}  seed {seed_}", seconds)
    return 0


def _writable(name: str) -> Path:
    """The path of a file to write. Raises InputError where there can be none."""
    path = Path(name)
    if path.is_dir():
        raise InputError(f"{name} is a folder; give --replay the name of a file")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {path.parent} for --replay {name}; make it, or choose another")
    return path


def load(rules: "Ruleset", player: "Player") -> None:
    """Have everything that plays by keys compiled or loaded, by playing a little of another game."""
    from ..players.autoplay import Autoplay
    from ..tetris.guideline.keys import KeyGame
    from ..tetris.guideline.steering import Steering

    game = KeyGame(rules, 1)
    Autoplay(game, player).run(FIRST)
    Steering(game).aim_down()
    game.tick()


def _keys(played: "Autoplay") -> int:
    """How many keys were pressed."""
    from ..tetris.guideline.keystep.record import GARBAGE, UP

    return sum(event.kind != UP and event.key != GARBAGE for event in played.game.events)


def _as_json(played: "Autoplay", player: str, game: str, seconds: float) -> None:
    from ..players.registry import canonical
    from ..tetris.guideline.replay import result
    from .console import emit

    state, keys = played.game.state, _keys(played)
    ends = result(played.game)
    emit(
        {
            "seed": played.game.seed,
            "game": game,
            "player": canonical(player),
            "pace": played.pace,
            "ticks": ends.ticks,
            "pieces": ends.pieces,
            "lines": ends.lines,
            "score": ends.score,
            "attack": int(state.attack),
            "over": ends.over,
            "digest": ends.digest,
            "board": played.game.show().split("\n")[:-1],
            "kinds": played.counts,
            "keys": keys,
            "keys_per_piece": keys / max(ends.pieces, 1),
            "seconds": {"all": seconds, **played.seconds},
        }
    )


def _print(played: "Autoplay", title: str, seconds: float) -> None:
    """The final board, how it went, the kinds of moves, and where time went."""
    from .tables import Column, decimal, show

    state = played.game.state
    pieces = int(state.pieces)
    share = 1 / max(pieces, 1)
    print(played.game.show())
    numbers = {"ticks": state.tick, "pieces": pieces, "lines": state.lines, "attack": state.attack}
    told = "  ".join(f"{name} {int(value):,}" for name, value in numbers.items())
    print(f"{title}  {told}  {played.game.over or 'still going'}\n")
    show(
        [Column("move"), Column("pieces", right=True), Column("share", right=True)],
        [(kind, f"{n:,}", f"{100 * n * share:.1f}%") for kind, n in played.counts.items()],
    )
    print(f"\n{_keys(played) * share:.2f} keys a piece\n")
    rest = max(seconds - sum(played.seconds.values()), 0.0)
    parts: dict[str, Any] = {**played.seconds, "the rest": rest, "all": seconds}
    show(
        [Column("time"), Column("ms", right=True), Column("µs a piece", right=True)],
        [(name, decimal(1e3 * value), decimal(1e6 * value * share)) for name, value in parts.items()],
    )

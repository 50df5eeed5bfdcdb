"""How fast players play by keys: whole games, headless, and the finding of keys alone."""

from collections.abc import Callable

from wellplayed.players.autoplay import Autoplay
from wellplayed.players.player import Player
from wellplayed.players.registry import player
from wellplayed.tetris.guideline.keys import KeyGame, Start
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.steering import Steering

from .timing import Timing, rates

TICKS = 2400  # forty seconds of a game, at a key a tick
BOARD = ("..#.......", ".####.....", "####.##..#", "#######..#", "######.###")
ARTICLE = "beam:depth=3,width=6,weights=lee,moves=reach"


def games() -> list[Timing]:
    """Games played by keys, a key a tick, in one go and tick by tick."""
    game = Guideline()
    works: dict[str, Callable[[], int]] = {}
    for name in ("four-feature", ARTICLE):
        who = player(name, game)

        def run(who: Player = who) -> int:
            Autoplay(KeyGame(game.rules, 0), who).run(TICKS)
            return TICKS

        def step(who: Player = who) -> int:
            one = Autoplay(KeyGame(game.rules, 0), who)
            for _ in range(TICKS):
                one.step()
            return TICKS

        works[f"autoplay, {name}"], works[f"autoplay tick by tick, {name}"] = run, step
    return rates(works, "ticks/s", rounds=5)


def ways() -> list[Timing]:
    """Keys planned for every placement of a T on a rough board: the shortest path, and the fewest keys."""
    game = KeyGame(start=Start("/".join(BOARD), "T"))
    steering, goals = Steering(game), []
    for goal in ((o, x, y) for o in range(4) for x in range(10) for y in range(8)):
        if steering.aim(goal):
            goals.append(goal)

    def plan(whole: bool) -> Callable[[], int]:
        def run() -> int:
            for goal in goals:
                steering.aim(goal, whole=whole)
            return len(goals)

        return run

    return rates({"keys planned, shortest path": plan(True), "keys planned, fewest": plan(False)}, "ways/s", rounds=5)

"""Whole games by keys against the slow twin, compared after every key and tick."""

import random
from typing import Any

import numpy as np
import pytest
from tests.naive import puyo, puyo_keys

from wellplayed.puyo.cells import COLOURS, EMPTY
from wellplayed.puyo.keys import TAPS, Handling, KeyGame, Start
from wellplayed.puyo.paths import way
from wellplayed.puyo.ruleset import parse
from wellplayed.puyo.text import parse as field

KEYS = ("left", "right", "soft", "cw", "ccw", "hard")
HIGH = ["YG.YGB", *["GR.RYG", "YG.BGY"] * 5, "GRYRYG"]  # five columns of twelve
COUNTS = (
    "score",
    "carry",
    "attack",
    "sent",
    "pending",
    "announced",
    "lines",
    "pieces",
    "clear",
    "dead",
    "wait",
    "phase",
)


def told(played: KeyGame) -> dict[str, Any]:
    """What is compared, of the kernel's game."""
    state = played.state
    found = {name: state[name].item() for name in COUNTS}
    found["tick"], found["links"], found["phase"] = int(state.tick), int(state.chain), played.phase
    found["topped"] = {x for x in range(6) if state.topped >> x & 1}
    found["queue"] = [COLOURS[a] + COLOURS[b] for a, b in state.queue.tolist() if a != EMPTY]
    found["popping"] = {(x, y) for x in range(6) for y in range(13) if state.popping[x] >> y & 1}
    found["falling"] = state.falling[:6].tolist()
    if played.phase == "steered":
        for name in ("x", "y", "rotation", "fall", "quick", "touches", "touching"):
            found[name] = state[name].item()
    return found


def twin_told(game: puyo_keys.Game) -> dict[str, Any]:
    """The same of the twin's."""
    names = {"tick": "tick_number", "rotation": "facing"}
    wanted = [*COUNTS, "tick", "links", "topped", "queue", "popping", "falling"]
    if game.phase == "steered":
        wanted += ["x", "y", "rotation", "fall", "quick", "touches", "touching"]
    return {name: getattr(game, names.get(name, name)) for name in wanted}


def stack(dice: random.Random) -> list[str]:
    """Thirteen rows of a field at rest, with groups that may pop at the first chance; column 3 is low."""
    heights = [dice.choice((0, 3, 6, 9, 11, 12, 12, 13)) for _ in range(6)]
    heights[2] = dice.randint(0, 11)
    return ["".join(dice.choice("RYGB#") if y < heights[x] else "." for x in range(6)) for y in reversed(range(13))]


def place(played: KeyGame, twin: puyo_keys.Game, dice: random.Random) -> None:
    """Bring the pair over a random place and drop it, on both sides."""
    columns, topped = played.state.columns, int(played.state.topped)
    here = int(played.state.x), int(played.state.y), int(played.state.rotation)
    goals = [keys for action in range(24) if (keys := way(columns, topped, here, action)) is not None]
    for key in (*dice.choice(goals), "HD"):
        played.press(TAPS[key])
        twin.down(TAPS[key])
        played.release(TAPS[key])
        twin.up(TAPS[key])


def play(number: int, steps: int) -> puyo_keys.Game:
    """One random game on both sides; the twin's at the end."""
    dice = random.Random(number)
    das, arr = dice.choice(((8, 2), (1, 0), (5, 1), (3, 4)))
    vanish, held_off = dice.random() < 0.5, dice.random() < 0.5
    rows = [[], stack(dice), HIGH][number % 3]
    rules = parse(f"tsu:row14={'vanish' if vanish else 'block'},blocking={'chain' if held_off else 'none'}")
    played = KeyGame(rules, number, Handling(das, arr), Start("/".join(rows)))
    twin = puyo_keys.Game(number, das, arr, vanish, held_off)
    twin.field = puyo.field_of(rows)
    twin.tick_number = dice.choice((0, 96 * 60 - 20, 13_000))  # before, at and late in margin time
    played.states["tick"] = twin.tick_number
    for _ in range(steps):
        act = dice.random()
        if act > 0.9 and played.phase == "steered":
            place(played, twin, dice)
        key = dice.choices(KEYS, (5, 5, 3, 4, 4, 2))[0]
        if act < 0.45:
            played.press(key)
            twin.down(key)
        elif act < 0.75:
            played.release(key)
            twin.up(key)
        elif act < 0.77:
            ojama = dice.choice((1, 5, 12, 40))
            played.receive(ojama)
            twin.pending += 0 if twin.dead else ojama
        elif act < 0.79:
            ojama = dice.choice((1, 4, 20))
            played.announce(ojama)
            twin.announced += 0 if twin.dead else ojama
        elif act < 0.8 and not twin.dead:
            played.arrive()
            twin.pending, twin.announced = twin.pending + twin.announced, 0
        for _ in range(dice.choice((0, 0, 1, 1, 2, 5, 30)) if act > 0.3 else 0):
            played.tick()
            twin.tick()
            assert told(played) == twin_told(twin), (number, twin.tick_number)
        assert told(played) == twin_told(twin), (number, twin.tick_number)
        assert np.array_equal(played.state.cells, field("/".join(puyo.rows_of(twin.field))))
    return twin


@pytest.mark.parametrize("games", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_random_games(games: int) -> None:
    ends = [play(number, 80) for number in range(games)]
    # What the games were about: chains, ojama of both kinds, row 14, lost games.
    assert sum(game.lines for game in ends) > games // 2
    assert any(game.attack for game in ends)
    assert any(game.topped for game in ends), [game.topped for game in ends]
    assert sum(game.dead for game in ends) > games // 12
    assert any("#" in row for game in ends for row in game.field)


@pytest.mark.pure
def test_one_short_game() -> None:
    play(1, 30)

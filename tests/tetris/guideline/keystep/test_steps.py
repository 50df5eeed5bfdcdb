"""Random games, tick by tick, against the slow twin; and what must hold in every game."""

from typing import Any

import numpy as np
import pytest
from tests.tetris.guideline.keystep import twin as naive

from wellplayed.tetris.guideline.keys import Handling, KeyGame, Start
from wellplayed.tetris.guideline.keystep.record import DTYPE, EVENT, KEYS
from wellplayed.tetris.guideline.keystep.steps import advance
from wellplayed.tetris.guideline.ruleset import Ruleset, parse

RULES = [
    "guideline",
    "guideline:spins=corners-fifth,half=six,gravity=20,previews=0",
    "guideline:width=4,spawn=19-20,lock_resets=0,gravity=0.3,height=6,rows=8",
    "guideline:width=7,drop=sonic,bag=14-bag,hold=off,spins=all-mini+,kicks=srs+,half=nudge",
    "guideline:width=20,bag=uniform,lock_ticks=0,gravity=0,cap=3,delay_ticks=40,messy_within=0.5,blocking=combo",
    "guideline:block_out=off,lock_out=off,garbage_out=off,rows=24,spins=t-spins+,gravity=1.5",
    "tetrio-s1:gravity_increase=0.5,gravity_margin=200",
    "tetrio-s2:spins=mini-only,lock_resets=3",
    "botris:spins=all+,garbage_out=off",
    "tetrio-s2",
    "guideline:gravity_curve=guideline,level=8,goal=1,gravity_increase=0.01",
]
HANDLING = [
    Handling(),
    Handling(das=1, arr=0, dcd=1, sdf=41),
    Handling(das=6.3, arr=1.7, dcd=2.5, sdf=20),
    Handling(das=3, arr=0.3, dcd=0, sdf=1),
]


def values(game: KeyGame) -> dict[str, Any]:
    return {name: game.state[name].tolist() for name in game.state.dtype.names}


def agree(game: KeyGame, twin: naive.Game) -> None:
    found = values(game)
    wanted = naive.fields(twin)
    assert {name: found[name] for name in wanted} == wanted


def both(game: KeyGame, twin: naive.Game, rng: np.random.Generator, busy: float) -> None:
    """One random event for both, or none. Keys are held for a while, so that repeats, soft drops and locks happen."""
    luck = rng.random()
    key = KEYS[rng.choice(8, p=[0.22, 0.22, 0.1, 0.08, 0.15, 0.15, 0.05, 0.03])]
    if luck < busy * 0.6:
        if key in twin.held_keys:
            game.release(key)
            twin.release(key)
        else:
            game.press(key)
            twin.press(key)
            if key not in ("left", "right", "soft") and rng.random() < 0.9:
                game.release(key)
                twin.release(key)
    elif luck < busy * 0.8:
        name = {"left": "L", "right": "R", "soft": "D", "hard": "HD", "hold": "HOLD"}.get(key, key.upper())
        game.apply(name)
        twin.tap(key)
    elif luck < busy * 0.805:
        rows = int(rng.integers(1, 5))
        game.receive(rows)
        twin.receive(rows)


def row(rng: np.random.Generator, width: int) -> str:
    """A row with a few gaps close together, so that pieces fit in and clear it."""
    gap = int(rng.integers(1, 4))
    left = int(rng.integers(0, width - gap + 1))
    return "#" * left + "." * gap + "#" * (width - left - gap)


def compare(rules: Ruleset, handling: Handling, seed: int, ticks: int) -> KeyGame:
    rng = np.random.default_rng(seed)
    board = "/".join(row(rng, rules.width) for _ in range(rng.integers(0, min(rules.height, 14))))
    game = KeyGame(rules, seed, handling, Start(board))
    twin = naive.Game(rules, seed, handling.das, handling.arr, handling.dcd, handling.sdf, board)
    agree(game, twin)
    for _ in range(ticks):
        while rng.random() < 0.5:
            both(game, twin, rng, 0.8)
            agree(game, twin)
        game.tick()
        twin.tick()
        agree(game, twin)
        if twin.over:
            break
    return game


@pytest.mark.parametrize("handling", HANDLING, ids=str)
@pytest.mark.parametrize("rules", RULES)
def test_every_field_agrees_with_the_twin_at_every_event_and_tick(rules: str, handling: Handling) -> None:
    for seed in range(2):
        compare(parse(rules), handling, seed, 150)


@pytest.mark.slow
@pytest.mark.parametrize("handling", HANDLING, ids=str)
@pytest.mark.parametrize("rules", RULES)
def test_agrees_with_the_twin_in_long_games(rules: str, handling: Handling) -> None:
    for seed in range(100, 115):
        compare(parse(rules), handling, seed, 2000)


# What holds in every game ---------------------------------------------------------------------------------------------


def cells(columns: Any) -> int:
    return sum(int(c).bit_count() for c in columns)


def conserve(seeds: range, steps: int) -> tuple[int, int]:
    """Check that cells are conserved at every lock of random games; how many pieces locked and lines cleared."""
    pieces = lines = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        width = int(rng.choice([4, 5, 6, 10]))
        rules = parse(f"guideline:width={width},gravity={rng.choice([0.02, 1, 20])},cap=4,lock_resets=3,half=six")
        game = KeyGame(rules, seed, HANDLING[int(rng.integers(0, 4))])
        keys, kinds, gaps = rng.integers(0, 8, steps), rng.integers(0, 3, steps), rng.integers(0, 3, steps)
        before = game.snapshot()
        for n in range(steps):
            if kinds[n] == 0:
                game.release(KEYS[keys[n]])
            elif kinds[n] == 1:
                game.press(KEYS[keys[n]])
            elif rng.random() < 0.02:
                game.receive(2)
            if game.state.pieces == np.frombuffer(before.state, DTYPE)["pieces"][0]:
                game.tick(int(gaps[n]))
            state, old = game.state, np.frombuffer(before.state, DTYPE)[0]
            if state.pieces == old.pieces + 1:
                # A row of garbage has one hole, and a game that ends by it may lose cells at the top.
                grown = 4 + int(state.risen - old.risen) * (width - 1) - int(state.lines - old.lines) * width
                assert cells(state.columns) == cells(old.columns) + grown or game.over == "garbage out"
                pieces, lines = pieces + 1, lines + int(state.lines - old.lines)
            else:
                assert cells(state.columns) == cells(old.columns)
            if not state.dead:
                assert free(game)
            before = game.snapshot()
            if state.dead:
                game = KeyGame(rules, int(rng.integers(0, 1 << 30)), game.handling)
                before = game.snapshot()
    return pieces, lines


def free(game: KeyGame) -> bool:
    """Whether the falling piece covers free cells inside the walls only."""
    columns = game.state.columns
    return all(0 <= x < game.rules.width and y >= 0 and not int(columns[x]) >> y & 1 for x, y in game.cells())


def test_cells_are_conserved_at_every_step_and_nothing_overlaps() -> None:
    # kubowania/Tetris-Basic issue 15, 2Tie/TGMsim issues 32 and 42
    pieces, lines = conserve(range(10), 1000)
    assert pieces > 200
    assert lines > 10


def conserve_many(games: int, events: int) -> Any:
    """The same over whole games at once: every cell comes from a piece or from garbage, and leaves with a row."""
    rng = np.random.default_rng(games)
    rules, width = parse("guideline:width=5,rows=60,gravity=0.3,lock_out=off,cap=2,half=six"), 5
    keyed = np.zeros((games, events), EVENT)
    keyed["tick"] = np.sort(rng.integers(0, events // 2, (games, events)), axis=1)
    chances = [0.24, 0.24, 0.1, 0.03, 0.12, 0.12, 0.12, 0.02, 0.01]  # the keys by number, and garbage
    keyed["key"] = rng.choice(9, (games, events), p=chances)
    keyed["kind"] = rng.integers(0, 3, (games, events))
    book = KeyGame(rules)._book
    states = np.concatenate([np.frombuffer(KeyGame(rules, seed).snapshot().state, DTYPE) for seed in range(games)])
    done = np.zeros(games, np.int64)
    for until in range(0, events // 2 + 50, 25):
        ready = (keyed["tick"] < until).sum(axis=1)
        part = np.concatenate([keyed[i, done[i] : ready[i]] for i in range(games)])
        ends = np.concatenate([[0], np.cumsum(ready - done)])
        advance(states, book, part, ends, np.full(games, until), np.zeros(len(part), np.bool_))
        done = ready
        filled = np.bitwise_count(states["columns"]).sum(axis=1, dtype=np.int64)
        came = 4 * states["pieces"] + (width - 1) * states["risen"]
        np.testing.assert_array_equal(filled, came - width * states["lines"])
    return states


def test_cells_are_conserved_in_many_games() -> None:
    states = conserve_many(200, 500)
    assert states["lines"].sum() > 100
    assert states["risen"].sum() > 100


@pytest.mark.slow
def test_cells_are_conserved_for_a_million_steps() -> None:
    conserve_many(1000, 1000)
    conserve(range(100, 120), 5000)


def test_the_record_has_no_gaps() -> None:
    end = 0
    for name in DTYPE.names or ():
        field, offset = (DTYPE.fields or {})[name][:2]
        assert offset == end, name
        end = offset + field.itemsize
    assert end == DTYPE.itemsize


def test_a_dead_piece_stays_and_time_stops() -> None:
    game = KeyGame(parse("guideline:gravity=20,lock_ticks=1"))
    game.tick(5000)
    assert game.over
    assert game.state.tick < 100

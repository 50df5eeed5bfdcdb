"""A game depends on its seed and its player, and on nothing else."""

import json
import signal
from typing import Any

import numpy as np
import pytest

from wellplayed.arena.lockstep import Result, play
from wellplayed.errors import InputError
from wellplayed.game import Ints, States
from wellplayed.games import game
from wellplayed.players.player import Thought
from wellplayed.players.registry import player

TEN = game("classic:height=10")
DELLACHERIE = player("dellacherie", TEN)
RANDOM = player("random:seed=5", TEN)


class Chooser:
    """A linear player that does not tell its weights."""

    weights = None

    def __init__(self, inner: Any) -> None:
        self.game, self.inner = inner.game, inner

    def choose(self, states: States) -> Ints:
        actions: Ints = self.inner.choose(states)
        return actions

    def think(self, state: States) -> Thought:
        raise NotImplementedError


def test_the_golden_games() -> None:
    # Lines of Dellacherie on 10 x 10, seeds 0 to 4, recorded from an independent prototype of the same rules.
    assert [r.lines for r in play(TEN, DELLACHERIE, range(5))] == [2032, 1158, 10952, 3693, 837]


@pytest.mark.parametrize("who", [DELLACHERIE, RANDOM], ids=["fused", "lockstep"])
def test_results_depend_on_neither_workers_nor_order(who: Any) -> None:
    seeds = [*range(40), 2**64 - 1]
    one = play(TEN, who, seeds, cap=2_000, workers=1)
    assert play(TEN, who, seeds, cap=2_000, workers=3) == one
    assert play(TEN, who, seeds[::-1], cap=2_000) == one[::-1]
    assert play(TEN, who, np.array(seeds[10:13], np.uint64), cap=2_000) == one[10:13]
    assert [r.seed for r in one] == seeds


def test_lockstep_plays_the_games_of_the_fused_kernel() -> None:
    assert play(TEN, Chooser(DELLACHERIE), range(12), cap=300) == play(TEN, DELLACHERIE, range(12), cap=300)


@pytest.mark.parametrize("who", [DELLACHERIE, RANDOM], ids=["fused", "lockstep"])
def test_the_cap_stops_games_that_are_alive(who: Any) -> None:
    free = play(TEN, who, range(30))
    cap = sorted(r.pieces for r in free)[15]
    capped = play(TEN, who, range(30), cap=cap)
    for long, short in zip(free, capped, strict=True):
        assert long.dead
        assert short.pieces == min(long.pieces, cap)
        if long.pieces <= cap:
            assert short == long
        else:
            assert not short.dead
            assert short.lines <= long.lines


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("who", [DELLACHERIE, RANDOM], ids=["fused", "lockstep"])
def test_progress_adds_up(who: Any, workers: int) -> None:
    seen: list[tuple[int, int]] = []
    results = play(TEN, who, range(30), workers=workers, progress=lambda *done: seen.append(done))
    assert sum(pieces for pieces, _ in seen) == sum(r.pieces for r in results)
    assert sum(games for _, games in seen) == 30


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_a_game_that_would_take_minutes(workers: int) -> None:
    twenty = game("classic:height=20")
    with pytest.raises(KeyboardInterrupt):
        play(
            twenty,
            player("dt-20", twenty),
            range(4),
            workers=workers,
            progress=lambda *_: signal.raise_signal(signal.SIGINT),
        )


def test_results_are_plain_numbers() -> None:
    results = play(TEN, RANDOM, [3])
    assert json.loads(json.dumps(results[0]._asdict())) == results[0]._asdict()
    assert isinstance(results[0], Result)
    assert play(TEN, RANDOM, []) == []


@pytest.mark.parametrize(
    ("seeds", "options", "message"),
    [
        ([-1], {}, "seed -1 is no whole number from 0"),
        ([1 << 64], {}, "choose one"),
        ([0.5], {}, r"seed 0\.5"),
        ([0], {"cap": 0}, "cap of 0"),
        ([0], {"workers": 0}, "0 workers"),
    ],
)
def test_input_out_of_range(seeds: list[Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        play(TEN, DELLACHERIE, seeds, **options)


def test_a_player_of_another_game() -> None:
    with pytest.raises(InputError, match="built for classic:height=10"):
        play(game("classic:height=12"), DELLACHERIE, [0])

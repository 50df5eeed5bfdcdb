"""A game depends on its seed and its player, and on nothing else."""

import json
import signal
from typing import Any

import numpy as np
import pytest
from tests.arena.players import Chooser, Failing, at, raising

from wellplayed.arena.entrants import Entrant, entrant
from wellplayed.arena.lockstep import Result, play, share
from wellplayed.errors import Fault, InputError
from wellplayed.games import game
from wellplayed.players.registry import player

TEN = game("classic:height=10")
DELLACHERIE = player("dellacherie", TEN)
RANDOM = player("random:seed=5", TEN)


def test_the_golden_games() -> None:
    # Lines of Dellacherie on 10 x 10, seeds 0 to 4, recorded from an independent prototype of the same rules.
    assert [r.lines for r in play(TEN, DELLACHERIE, range(5))] == [2032, 1158, 10952, 3693, 837]


@pytest.mark.parametrize("who", [DELLACHERIE, RANDOM], ids=["fused", "lockstep"])
def test_results_depend_on_neither_workers_nor_order(who: Any) -> None:
    seeds = [*range(130), 2**64 - 1]
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


def test_tasks_are_about_equal_and_cover_all() -> None:
    for linear, alike in ((False, True), (True, False), (True, True)):
        for games in (0, 1, 3, 10, 64, 65, 100, 1_000, 12_345, 1_000_000):
            size = share(games, linear=linear, alike=alike)
            assert 1 <= size <= 256
            tasks = -(-games // size)
            assert tasks * size - games < max(tasks, 1)  # the last one lacks less than one of each other
    assert share(200, linear=True, alike=True) == 100
    assert share(100, linear=True, alike=False) == 1
    assert share(100, linear=False, alike=True) == 4


def test_attack_is_counted_where_there_is_any() -> None:
    guideline = game("guideline")
    results = play(guideline, player("dellacherie", guideline), range(6), cap=150)
    assert all(r.attack > 0 and r.score > r.lines for r in results)
    states = guideline.rollout(guideline.new(range(6)), player("dellacherie", guideline).weights, 150)
    assert [r.attack for r in results] == states["attack"].tolist()
    assert {r.attack for r in play(TEN, DELLACHERIE, range(3))} == {0}


def test_faults_cost_the_games_concerned() -> None:
    fine = play(TEN, RANDOM, range(32))
    failing = [r.seed for r in fine if r.pieces > 9][:3]  # by then others have ended
    assert len(failing) == 3
    broken = Entrant("mine", Failing(RANDOM, at(9, *failing), raising(ZeroDivisionError("of my own"))))
    for workers in (1, 3):
        results = play(TEN, broken, range(32), workers=workers)
        for result, expected in zip(results, fine, strict=True):
            if result.seed in failing:
                assert (result.pieces, result.dead) == (9, True)
                assert result.lines <= expected.lines
                assert f"player 'mine' failed at piece 10 of seed {result.seed} on " in result.fault
                assert result.fault.endswith("ZeroDivisionError: of my own")
            else:
                assert result == expected


def test_a_player_that_always_fails_loses_every_game() -> None:
    broken = Failing(DELLACHERIE, lambda states: states["pieces"] >= 0, raising(Fault("the evaluator failed")))
    results = play(TEN, broken, range(5))
    assert [(r.pieces, r.lines, r.dead) for r in results] == [(0, 0, True)] * 5
    assert all("player 'Failing' failed at piece 1" in r.fault for r in results)


@pytest.mark.parametrize("workers", [1, 2])
def test_each_task_is_told_as_it_ends(workers: int) -> None:
    told: list[list[Result]] = []
    results = play(TEN, RANDOM, range(40), workers=workers, each=told.append)
    assert sorted(r for part in told for r in part) == results
    assert len(told) > 1


def test_processes_play_the_same_games() -> None:
    seen: list[tuple[int, int]] = []
    who = entrant("random:seed=5", TEN)
    told: list[list[Result]] = []
    results = play(TEN, who, range(20), workers=2, processes=True, progress=lambda *d: seen.append(d), each=told.append)
    assert results == play(TEN, RANDOM, range(20))
    assert tuple(map(sum, zip(*seen, strict=True))) == (sum(r.pieces for r in results), 20)
    assert sorted(r for part in told for r in part) == results


def test_processes_need_a_spec() -> None:
    with pytest.raises(InputError, match="has no spec to build it from"):
        play(TEN, DELLACHERIE, [0], processes=True)
    with pytest.raises(InputError, match="unknown player 'nobody'"):
        play(TEN, Entrant("nobody", DELLACHERIE, "nobody"), [0], processes=True)

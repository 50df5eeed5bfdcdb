"""The estimator: exact where the answer can be computed, and the mean of direct play where games are short."""

import itertools
import math
from typing import Any

import numpy as np
import pytest

from wellplayed._jit import kernel
from wellplayed.arena import excursions
from wellplayed.arena.lockstep import play
from wellplayed.arena.splitting import Estimate, estimate, levels, steps
from wellplayed.arena.summary import summarise
from wellplayed.errors import InputError
from wellplayed.game import Feature, Floats, States
from wellplayed.games import game
from wellplayed.players.registry import player
from wellplayed.rng import INCREMENT, scramble

FINAL = 3.5  # standard errors allowed between two estimates


@kernel
def walk(states: np.ndarray, height: int, roof: int, two: float, one: float, pieces: int, low: int, high: int) -> None:
    """Let each pile jump by 2, 1 or -1 rows. Modified in place."""
    for i in range(len(states)):
        s = states[i]
        for _ in range(pieces):
            if s.dead:
                break
            s.stream += INCREMENT
            chance = np.float64(scramble(s.stream) >> np.uint64(11)) / 2.0**53
            if chance < two + one:
                s.pile = min(roof, s.pile + (2 if chance < two else 1))
            elif s.pile > 0:
                s.pile -= 1
                s.lines += 1
            s.pieces += 1
            s.dead = s.pile > height
            if s.pile <= low or s.pile >= high:
                break


class Walk:
    """A pile that jumps by 2, 1 or -1 rows, with given chances of the first two; a step down is a line."""

    name = "walk"
    actions = 1
    glossary = (Feature("highest", "the pile", "here"),)
    dtype = np.dtype(
        (
            np.record,
            np.dtype(
                [(n, np.uint64) for n in ("match", "stream")]
                + [(n, np.int64) for n in ("pile", "pieces", "lines", "score")]
                + [("dead", np.bool_)],
                align=True,
            ),
        )
    )

    def __init__(self, height: int, two: float, one: float, roof: int = 100) -> None:
        self.height, self.two, self.one, self.roof = height, two, one, roof

    def new(self, seeds: Any) -> States:
        states = np.zeros(len(seeds), self.dtype)
        states["match"] = states["stream"] = seeds
        return states

    def features(self, states: States) -> Floats:
        piles: Floats = states["pile"][:, None].astype(np.float64)
        return piles

    def rollout(self, states: States, weights: Floats, pieces: int, *, low: int = -1, high: int = 127) -> States:
        after = states.copy()
        walk(after, self.height, self.roof, self.two, self.one, pieces, low, high)
        return after

    def mean_lines(self) -> float:
        """From an empty board, by solving E[h] = sum of chance (line + E[h'])."""
        n = self.height + 1
        matrix, right = np.eye(n), np.zeros(n)
        for h in range(n):
            for to, chance in ((h + 2, self.two), (h + 1, self.one), (max(h - 1, 0), 1 - self.two - self.one)):
                if to < n:
                    matrix[h, to] -= chance
            right[h] = (1 - self.two - self.one) * (h > 0)
        return float(np.linalg.solve(matrix, right)[0])


def off(e: Estimate, truth: float, relative_se: float = 0.0) -> float:
    """How many standard errors an estimate is off, on the logarithmic scale of its interval."""
    return abs(math.log(e.mean / truth)) / math.hypot(e.se / e.mean, relative_se)


@pytest.mark.parametrize(
    ("height", "two", "one"),
    [(8, 0.1, 0.3), (13, 0.1, 0.25), (20, 0.08, 0.25), (24, 0.1, 0.2)],
)
def test_a_walk_whose_mean_is_known(height: int, two: float, one: float) -> None:
    game_: Any = Walk(height, two, one)
    truth = game_.mean_lines()
    e = estimate(game_, np.ones(1), seed=1, run_pieces=400_000, trials=20_000, replicates=12)
    assert off(e, truth) < FINAL, (e, truth)
    assert e.se / e.mean < 0.02
    assert e.low < e.mean < e.high


def test_a_walk_that_dies_at_once() -> None:
    # The last stacks are a large part of the pieces here; the formula has no long-game limit in it.
    game_: Any = Walk(8, 0.4, 0.3)
    e = estimate(game_, np.ones(1), run_pieces=200_000, trials=20_000, replicates=12)
    assert off(e, game_.mean_lines()) < FINAL, (e, game_.mean_lines())
    assert e.se / e.mean < 0.01
    assert e.mean < 10


def check_against_direct_play(height: int, games: int, **effort: int) -> Estimate:
    board = game(f"classic:height={height}")
    who = player("dellacherie", board)
    direct = summarise([r.lines for r in play(board, who, range(games))])
    assert who.weights is not None
    e = estimate(board, who.weights, seed=2, **effort)
    assert off(e, direct.mean, direct.se / direct.mean) < FINAL, (e, direct)
    return e


@pytest.mark.parametrize(("height", "games"), [(8, 1_500), (10, 600), (12, 200)])
def test_direct_play_of_short_games(height: int, games: int) -> None:
    e = check_against_direct_play(height, games, run_pieces=200_000, trials=3_000, replicates=8)
    assert e.se / e.mean < 0.1


@pytest.mark.slow
@pytest.mark.parametrize(("height", "games"), [(8, 20_000), (10, 6_000), (12, 1_500), (14, 400)])
def test_direct_play_of_longer_games(height: int, games: int) -> None:
    e = check_against_direct_play(height, games, run_pieces=2_000_000, trials=15_000, replicates=8)
    if height == 14:  # 132 games of an independent prototype: 65,100 lines, give or take 9%
        assert off(e, 65_100, 0.09) < FINAL


def test_other_rules_are_split_as_well() -> None:
    board = game("classic:height=8,width=6,pieces=bag,previews=1,overflow=clear")
    who = player("bcts", board)
    games = play(board, who, range(1_000))
    direct = summarise([r.lines for r in games])
    assert who.weights is not None
    e = estimate(board, who.weights, run_pieces=200_000, trials=4_000, replicates=8)
    assert off(e, direct.mean, direct.se / direct.mean) < FINAL, (e, direct)
    assert e.lines_per_piece == pytest.approx(sum(r.lines for r in games) / sum(r.pieces for r in games), rel=0.03)


def test_estimates_do_not_depend_on_workers() -> None:
    board = game("classic:height=8")
    weights = player("dellacherie", board).weights
    assert weights is not None

    def run(workers: int, seed: int = 0) -> Estimate:
        options = {"run_pieces": 20_000, "trials": 4_100, "replicates": 2}
        return estimate(board, weights, seed=seed, workers=workers, **options)._replace(seconds=0)

    one = run(1)
    assert run(2) == one
    assert run(3) == one
    assert run(1, seed=1) != one
    assert one.replicates[0] != one.replicates[1]


def test_a_player_asked_for_every_move_is_its_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excursions, "STEERED", excursions.SLICE)  # up-crossings are then found in the same order
    board = game("classic:height=8,previews=1")
    who = player("four-feature", board)
    assert who.weights is not None
    found = [
        estimate(board, one, run_pieces=10_000, trials=400, replicates=2)._replace(seconds=0)
        for one in (who, who.weights)
    ]
    assert found[0] == found[1]


def test_a_player_that_sees_the_next_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excursions, "BURN_IN", 100)  # its games are some hundred pieces
    board = game("classic:height=8,width=6,previews=1")
    who = player("one-ply:weights=four-feature", board)
    direct = summarise([r.lines for r in play(board, who, range(60))])
    e = estimate(board, who, run_pieces=10_000, trials=1_000, replicates=4)
    assert off(e, direct.mean, direct.se / direct.mean) < FINAL, (e, direct)


def test_progress_adds_up() -> None:
    board = game("classic:height=8")
    weights = player("dellacherie", board).weights
    assert weights is not None
    seen: list[tuple[int, int]] = []
    e = estimate(
        board, weights, run_pieces=10_000, trials=2_100, replicates=2, progress=lambda *done: seen.append(done)
    )
    assert tuple(map(sum, zip(*seen, strict=True))) == (e.pieces, steps(board, 2))


@pytest.mark.parametrize("height", range(8, 25))
def test_levels(height: int) -> None:
    low, rises = levels(height)
    assert 0 < low < rises[0] < height
    assert rises[-2:] == (height - 1, height)
    assert all(0 < b - a <= 2 for a, b in itertools.pairwise(rises))
    if height >= 12:
        assert (low, rises[0]) == (6, 10)


@pytest.mark.parametrize("height", [7, 25])
def test_heights_without_levels(height: int) -> None:
    with pytest.raises(InputError, match="choose 8 to 24, or play directly"):
        levels(height)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "seed -1"),
        ({"run_pieces": 5}, "run_pieces=5 is too few"),
        ({"trials": 0}, "trials=0"),
        ({"replicates": 0}, "replicates=0"),
        ({"workers": -2}, "-2 workers"),
    ],
)
def test_input_out_of_range(options: dict[str, int], message: str) -> None:
    game_: Any = Walk(8, 0.1, 0.3)
    with pytest.raises(InputError, match=message):
        estimate(game_, np.ones(1), **options)


def test_levels_that_nothing_reaches() -> None:
    effort = {"run_pieces": 10_000, "trials": 100, "replicates": 1}
    flat: Any = Walk(20, 0.0, 0.0)
    with pytest.raises(InputError, match="never rose to 10 rows in 10000 pieces of walk; give a longer run"):
        estimate(flat, np.ones(1), **effort)
    roofed: Any = Walk(20, 0.1, 0.4, roof=13)
    with pytest.raises(InputError, match="none of 100 trials got from 12 rows to 14 rows in walk; give more trials"):
        estimate(roofed, np.ones(1), **effort)


def test_games_that_never_clear() -> None:
    tower: Any = Walk(8, 0.5, 0.5)
    with pytest.raises(InputError, match="not a line cleared"):
        estimate(tower, np.ones(1), run_pieces=10_000, trials=100, replicates=1)


def test_a_game_without_a_pile() -> None:
    unknown: Any = Walk(8, 0.1, 0.3)
    unknown.glossary = ()
    with pytest.raises(InputError, match="play it directly"):
        estimate(unknown, np.ones(1))

"""`build50` against a plain loop over one game at a time, and that nothing but seed and player decides a game."""

import math
from typing import Any

import numpy as np
import pytest
from tests.arena.players import Chooser, Failing, at, raising
from tests.players.test_puyo import LOADED
from tests.puyo.fields import batch

from wellplayed.arena import build
from wellplayed.arena.build import Built, play, report
from wellplayed.arena.entrants import Entrant, entrant
from wellplayed.errors import InputError
from wellplayed.game import Game
from wellplayed.games import game as game_of
from wellplayed.puyo.rules import Puyo

SMALL = "sampled:depth=3,width=3,futures=2"


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of(build.GAME)


def slowly(game: Game, who: Entrant, seed: int) -> Built:
    """One game by the words of the protocol."""
    state, fired = game.new([seed]), [(0, 0, 0)]
    for turn in range(1, 51):
        state = game.play(state, who.player.choose(state))
        fired.append((int(state["gained"][0]), -turn, int(state["chain"][0])))
        if state["gained"][0] >= 80_000 or state["dead"][0]:
            break
        state = game.deal(state)
    score, turn, chain = max(fired)
    return Built(seed, score, chain if score else 0, -turn if score else 0, len(fired) - 1, bool(state["dead"][0]))


@pytest.mark.parametrize("name", ["formula", "random", SMALL])
def test_against_one_game_at_a_time(game: Game, name: str) -> None:
    who = entrant(name, game)
    found, milliseconds = play(game, who, range(1, 12), workers=2)
    assert found == [slowly(game, who, seed) for seed in range(1, 12)]
    assert milliseconds > 0
    assert len({one.turns for one in found}) > (name == "random")  # random games are lost at different times


def test_games_depend_on_seed_and_player_alone(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    who = entrant(SMALL, game)
    wanted, _ = play(game, who, range(1, 10), workers=1)
    assert play(game, who, range(9, 0, -1), workers=2)[0] == wanted[::-1]
    monkeypatch.setattr(build, "TOGETHER", 2)
    assert play(game, who, range(1, 10), workers=2)[0] == wanted
    assert play(game, who, [5])[0] == wanted[4:5]


def test_processes_play_the_same_games(game: Game) -> None:
    who = entrant("formula", game)
    assert play(game, who, [3, 1], workers=1, processes=True)[0] == play(game, who, [3, 1])[0]


class Loaded(Puyo):
    """A game that begins with a chain of 88,520 points ready, and two puyos, of which one fires it."""

    def new(self, seeds: Any) -> Any:
        states = super().new(seeds)
        states["cells"] = batch([LOADED])
        states["queue"][:, 0] = 2
        return states


def test_a_chain_of_eighty_thousand_points_ends_the_game() -> None:
    game = Loaded()
    found, _ = play(game, entrant("formula", game), [1, 2])
    assert [(one.turn, one.turns, one.dead) for one in found] == [(1, 1, False)] * 2
    assert min(one.score for one in found) >= 88_520
    told = report(found, 2.5)
    assert (told.target.games, told.great.games, told.turn, told.milliseconds) == (2, 0, 1.0, 2.5)


def test_progress_counts_every_pair_and_game(game: Game) -> None:
    counts = np.zeros(2, np.int64)

    def count(pairs: int, games: int) -> None:
        counts[:] += (pairs, games)

    found, _ = play(game, entrant("random", game), range(1, 20), workers=2, progress=count)
    assert counts.tolist() == [sum(one.turns for one in found), 19]


def test_a_player_that_fails_loses_that_game_alone(game: Game) -> None:
    fair = entrant("formula", game)
    wanted, _ = play(game, fair, [1, 2, 3])
    failing = Failing(Chooser(fair.player), at(4, 2), raising(ValueError("oh")))
    found, _ = play(game, Entrant("mine", failing), [1, 2, 3])
    assert [found[0], found[2]] == [wanted[0], wanted[2]]
    assert found[1].dead
    assert found[1].turns == 4
    assert "player 'mine' failed at piece 5 of seed 2" in found[1].fault
    assert "oh" in found[1].fault


# Figures --------------------------------------------------------------------------------------------------------------


def test_the_figures_by_hand() -> None:
    games = [
        Built(1, 100_000, 14, 38, 38, False),
        Built(2, 80_000, 12, 40, 40, False),
        Built(3, 79_990, 12, 41, 50, False),
        Built(4, 0, 0, 0, 20, True),
    ]
    told = report(games, 1.0)
    assert (told.games, told.dead, told.turn) == (4, 1, 39.0)
    assert (told.links.mean, told.links.median) == (9.5, 12.0)
    assert told.score.mean == 64_997.5
    assert told.score.se == pytest.approx(np.std([100_000, 80_000, 79_990, 0], ddof=1) / 2)
    assert told.score.low < told.score.mean < told.score.high
    assert (told.target.games, told.target.share, told.great.games) == (2, 0.5, 1)
    # Wilson's interval of 2 of 4 (Journal of the American Statistical Association 22, 1927).
    z = 1.959964
    centre, reach = 0.5, z / (1 + z * z / 4) * math.sqrt(0.25 / 4 + z * z / 64)
    assert (told.target.low, told.target.high) == pytest.approx((centre - reach, centre + reach))
    data = build.as_json(games, told)
    assert data["target"]["share"] == 0.5
    assert data["links"]["mean"] == 9.5
    assert [one["seed"] for one in data["played"]] == [1, 2, 3, 4]


def test_without_a_large_chain_there_is_no_turn() -> None:
    told = report([Built(1, 360, 2, 5, 50, False)], 1.0)
    assert math.isnan(told.turn)
    assert math.isnan(told.score.se)
    assert told.target.share == 0


def test_what_others_did_has_its_source() -> None:
    for one in build.PUBLISHED:
        assert one.great <= one.target <= one.games
        assert "ama" in one.source
        assert one.se > 0


@pytest.mark.parametrize(
    ("spec", "name", "seeds", "message"),
    [
        ("guideline", "lee", [1], "build50 is a protocol of Puyo, and guideline:rules=guideline has no chains"),
        ("puyo", "formula", [], "no game is to be played"),
        ("puyo", "formula", [-1], "seed -1"),
    ],
)
def test_what_cannot_be_played(spec: str, name: str, seeds: list[int], message: str) -> None:
    game = game_of(spec)
    with pytest.raises(InputError, match=message):
        play(game, entrant(name, game), seeds)


def test_other_refusals(game: Game) -> None:
    other = game_of("puyo:previews=1")
    with pytest.raises(InputError, match="the player was built for"):
        play(game, entrant("formula", other), [1])
    with pytest.raises(InputError, match="no games to report"):
        report([], 1.0)

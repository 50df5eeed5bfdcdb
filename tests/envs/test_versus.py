"""Matches for two: PettingZoo's own tests, and the arena's results for the same players and seeds."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from tests.envs.walks import chosen, same

from wellplayed.arena import versus as arena
from wellplayed.arena.entrants import entered
from wellplayed.envs import versus
from wellplayed.errors import InputError
from wellplayed.players.registry import player

GAMES = [versus.GAME, "puyo"]


# Said of every dict but those of PettingZoo's own games, which it knows by their names.
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably"
)
@pytest.mark.parametrize("game", GAMES)
def test_it_passes_pettingzoos_tests(game: str) -> None:
    parallel_api_test(versus.parallel_env(game), num_cycles=60)
    parallel_seed_test(lambda: versus.parallel_env(game), num_cycles=20)
    api_test(versus.env(game), num_cycles=60)
    seed_test(lambda: versus.env(game), num_cycles=20)


def test_turns_are_counted_and_pictures_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    max_cycles_test(versus)
    render_test(versus.env)
    assert "|..........|" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "name"), [(versus.GAME, "dellacherie"), ("puyo", "formula")])
def test_a_match_is_the_arenas(game: str, name: str) -> None:
    """The same players, seeds and turns; what is sent arrives on the other side."""
    match = versus.parallel_env(game, max_cycles=40)
    first, second = entered(player(name, match.game)), entered(player("random", match.game))
    for seed, result in zip((1, 2), arena.play(match.game, first, second, [1, 2], turns=40, workers=1), strict=True):
        _, infos = match.reset(seed=seed)
        rewards: dict[str, float] = {}
        while match.agents:
            sides = match._states
            actions = [int(who.player.choose(sides[i : i + 1])[0]) for i, who in enumerate((first, second))]
            _, rewards, over, cut, infos = match.step(dict(zip(versus.PLAYERS, actions, strict=True)))
        assert match._turn == result.turns
        assert rewards["player_0"] == -rewards["player_1"] == 2 * result.points - 1
        assert over["player_0"] == result.over != cut["player_0"]
        for side, told in zip((result.first, result.second), infos.values(), strict=True):
            assert (told["pieces"], told["sent"], told["attack"]) == (side.pieces, side.sent, side.attack)


def test_what_one_sends_the_other_sees_coming() -> None:
    match = versus.parallel_env("puyo")
    seen, infos = match.reset(seed=3)
    came = 0
    for step in range(60):
        before = {who: told["sent"] for who, told in infos.items()}
        actions = {who: chosen(told["action_mask"], step + 3 * side) for side, (who, told) in enumerate(infos.items())}
        seen, _, _, _, infos = match.step(actions)
        for who, other in (versus.PLAYERS, versus.PLAYERS[::-1]):
            assert same(seen[who]["board"], seen[other]["other_board"])
            assert same(seen[who]["queue"], seen[other]["other_queue"]) or not match.agents
            sent = infos[other]["sent"] - before[other]
            came += sent
            assert seen[who]["counters"][1] >= sent
            assert seen[who] in match.observation_space(who)
        if not match.agents:
            _, infos = match.reset()
    assert came > 0


def test_in_place_of_what_is_not_legal_the_first_legal_move_is_made() -> None:
    matches = [versus.parallel_env("puyo") for _ in range(2)]
    infos = [match.reset(seed=1)[1] for match in matches][-1]
    mask = infos["player_0"]["action_mask"]
    wrong, first = int(np.argmin(mask)), int(np.argmax(mask))
    told: list[Any] = [
        match.step({"player_0": action, "player_1": first})
        for match, action in zip(matches, (wrong, first), strict=True)
    ]
    assert same(told[0][0], told[1][0])
    assert [told[i][4]["player_0"]["legal"] for i in (0, 1)] == [False, True]


def test_what_does_not_fit_is_named() -> None:
    with pytest.raises(InputError, match="knows no garbage"):
        versus.parallel_env("classic")
    with pytest.raises(InputError, match="leave no match"):
        versus.parallel_env(max_cycles=0)
    with pytest.raises(InputError, match="choose ansi, rgb_array, human"):
        versus.parallel_env(render_mode="svg")
    match = versus.parallel_env("puyo", max_cycles=1)
    with pytest.raises(InputError, match="call reset"):
        match.step({})
    match.reset(seed=1)
    with pytest.raises(InputError, match="no action for player_1"):
        match.step({"player_0": 0})
    with pytest.raises(InputError, match="action 24 of player_0"):
        match.step({"player_0": 24, "player_1": 0})
    match.step({"player_0": 0, "player_1": 0})
    with pytest.raises(InputError, match="the match is over"):
        match.step({"player_0": 0, "player_1": 0})

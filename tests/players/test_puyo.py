"""The Puyo line-up: the weights that are named, what they weigh, and who refuses to play what."""

import numpy as np
import pytest
from tests.puyo.fields import batch

from wellplayed.errors import InputError
from wellplayed.game import Game, feature_names
from wellplayed.games import game as game_of
from wellplayed.players.player import Greedy, Searching
from wellplayed.players.puyo import ARTICLE, BUILDER, FORMULA
from wellplayed.players.registry import entries, player, usual
from wellplayed.players.strongest import STRONGEST
from wellplayed.puyo.steps import steps
from wellplayed.search.sampled import Sampled
from wellplayed.spec import parse


@pytest.fixture
def game() -> Game:
    return game_of("puyo")


def weights_of(text: str, game: Game) -> dict[str, float]:
    """The weights of a player that are not 0, by feature."""
    made = player(text, game)
    assert isinstance(made, Greedy)
    assert made.weights is not None
    return {name: float(weight) for name, weight in zip(feature_names(game), made.weights) if weight}


@pytest.mark.parametrize(("name", "named"), [("formula", FORMULA), ("article", ARTICLE), ("builder", BUILDER)])
def test_named_weights(name: str, named: dict[str, float], game: Game) -> None:
    assert weights_of(name, game) == {feature: weight for feature, weight in named.items() if weight}


def test_the_two_evaluations_of_the_article(game: Game) -> None:
    # As its text and its code have them; the code's 200 for a group of four counts groups that have popped.
    assert weights_of("formula", game) == {
        "links": 1000,
        "clusters": 50,
        "height_variance": -30,
        "max_height": -20,
        "connections": 10,
    }
    assert weights_of("article", game) == {
        "links": 1000,
        "popped": 50,
        "connections": 30,
        "pairs": 20,
        "triples": 80,
        "max_height": -50,
        "height_variance": -5,
        "bottom_rows": 10,
    }


def test_what_they_say_of_a_field_by_hand(game: Game) -> None:
    state = game.new([0])
    state["cells"] = batch([["R.....", "RG....", "RGYY.#"]])
    # Heights 3 2 1 1 0 1: mean 4/3, variance 8/9. Connections: two red, one green, one yellow.
    value = {name: float(game.features(state)[0] @ player(name, game).weights) for name in ("formula", "article")}
    assert value["formula"] == pytest.approx(3 * 50 - 30 * 8 / 9 - 20 * 3 + 10 * 4)
    assert value["article"] == pytest.approx(30 * 4 + 20 * 2 + 80 - 50 * 3 - 5 * 8 / 9 + 10 * 8)


def test_greedy_players_fire_what_they_can(game: Game) -> None:
    state = game.new([0])
    state["cells"] = batch([["RRR..."]])
    state["queue"][0, 0] = 0
    for name in ("formula", "article", "linear:links=1"):
        after = game.play(state, player(name, game).choose(state))
        assert (after["chain"][0], after["gained"][0]) == (1, 100), name


def test_the_usual_evaluation(game: Game) -> None:
    assert usual("puyo") == "builder"
    assert (usual("classic"), usual("guideline")) == ("four-feature", "four-feature")
    with pytest.raises(InputError, match="no evaluation is usual in chess; name one by weights="):
        usual("chess")


def test_everybody_plays_one_game_or_any(game: Game) -> None:
    for entry in entries():
        one = len(entry.games) == 1 or entry.games in ((), ("classic", "guideline"))
        assert one or "network" in entry.tags, entry.name  # of networks there is one for each game that they play
    assert {e.name for e in entries("puyo")} & {e.name for e in entries("classic")} == {
        "random", "linear", "one-ply", "lookahead", "beam", "expectimax", "mcts", "sampled", "best",
        "learned", "dqn", "alphazero",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["lee", "dellacherie", "full-path", "dt-20", "beam:depth=2,weights=bcts"])
def test_a_player_of_tetris_does_not_play_puyo(name: str, game: Game) -> None:
    with pytest.raises(InputError) as caught:
        player(name, game)
    assert "plays classic and guideline, not puyo; see wellplayed players --game puyo" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("spec", ["classic", "guideline"])
@pytest.mark.parametrize("name", ["formula", "article", "builder", "beam:depth=0,weights=builder"])
def test_a_player_of_puyo_does_not_play_tetris(name: str, spec: str) -> None:
    with pytest.raises(InputError) as caught:
        player(name, game_of(spec))
    assert f"plays puyo, not {spec}; see wellplayed players --game {spec}" in str(caught.value)


def test_features_of_another_game_are_unknown(game: Game) -> None:
    with pytest.raises(InputError, match="unknown feature 'holes'"):
        player("linear:holes=-4", game)


# The strongest --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("previews", [0, 2, 3])
def test_best_dreams_of_what_the_game_does_not_show(previews: int) -> None:
    (strongest,) = (s for s in STRONGEST if s.rules == "puyo")
    game = game_of(f"puyo:previews={previews}")
    made = player("best", game)
    assert isinstance(made, Searching)
    found = made.search
    assert isinstance(found, Sampled)
    assert found.depth == strongest.depth > previews
    assert parse(strongest.spec).options["weights"] == "builder"


# A published chain of 88,520 points, less the blue puyo in column 2 that fires it (wata-gh/puyo2, test/pnsolve, 240).
LOADED = [
    "Y..R..", "B..Y..", "Y..Y..", "B.YGR.", "BYGYB.", "BGYYRR",
    "YYGBBR", "BYGYB#", "BRBRGR", "BRRBRG", "YYBRGR", "YRBRGR",
]  # fmt: skip


def test_best_fires_a_chain_of_eighty_thousand_points_before_it_is_too_late(game: Game) -> None:
    """At once or after making more of it: whatever pairs come, the chain is not buried."""
    states = game.new(range(8))
    states["cells"] = batch([LOADED] * 8)
    assert steps(states["cells"][0]) == []
    best, most = player("best", game), np.zeros(8, np.int64)
    for _ in range(16):
        states = game.deal(game.play(states, best.choose(states)))
        most = np.maximum(most, states["gained"])
        if states["dead"].any() or (most >= 80_000).all():
            break
    assert (most >= 80_000).sum() >= 7


def test_a_search_that_has_enough_fires_at_once(game: Game) -> None:
    states = game.new(range(3))
    states["cells"] = batch([LOADED] * 3)
    states["queue"][:, 0] = 2
    sampled = player("sampled:depth=3,width=10,futures=2,enough=40", game)
    assert (game.play(states, sampled.choose(states))["gained"] >= 80_000).all()

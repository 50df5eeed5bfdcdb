"""Players made of searches: every option reaches the search, and what does not fit is refused with the remedy."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.tetris.guideline.positions import state

from wellplayed.errors import InputError
from wellplayed.game import Game
from wellplayed.games import game as game_of
from wellplayed.players.player import Greedy, Searching
from wellplayed.players.registry import Entry, entries, options, player
from wellplayed.players.strongest import STRONGEST
from wellplayed.search.beam import Beam
from wellplayed.search.evaluate import Linear
from wellplayed.search.expectimax import Expectimax
from wellplayed.search.lookahead import Lookahead
from wellplayed.search.mcts import Mcts
from wellplayed.search.sampled import Sampled
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.guideline.rules import Guideline

pure = pytest.mark.pure


@pytest.fixture
def game() -> Game:
    return Guideline()


def search(text: str, game: Game) -> Any:
    made = player(text, game)
    assert isinstance(made, Searching)
    assert made.weights is None
    return made.search


def weights(text: str, game: Game) -> list[float]:
    found = player(text, game).weights
    assert found is not None
    return found.tolist()


@pure
def test_the_defaults_are_those_of_the_article(game: Game) -> None:
    found = search("beam", game)
    assert (type(found), found.depth, found.width, found.speculate) == (Beam, 3, 6, False)
    assert found.evaluator.weights.tolist() == weights("lee", game)
    assert player("beam", game).view is game


@pure
@pytest.mark.parametrize(
    ("text", "kind", "fields"),
    [
        ("one-ply", Lookahead, {"depth": 1}),
        ("lookahead:depth=2", Lookahead, {"depth": 2}),
        ("beam:depth=5,width=20", Beam, {"depth": 5, "width": 20, "nodes": None, "milliseconds": None}),
        ("beam:depth=6,speculate=on,loss=-9", Beam, {"depth": 6, "speculate": True, "loss": -9.0}),
        ("beam:nodes=500,ms=2.5", Beam, {"nodes": 500, "milliseconds": 2.5}),
        ("expectimax", Expectimax, {"pieces": 1, "width": 0, "loss": None}),
        ("expectimax:pieces=2,width=3,loss=-7", Expectimax, {"pieces": 2, "width": 3, "loss": -7.0}),
        ("expectimax:nodes=90,ms=1", Expectimax, {"nodes": 90, "milliseconds": 1.0}),
        ("mcts", Mcts, {"simulations": None, "batch": 16, "c": None, "prior": False, "rollout": 0, "seed": 0}),
        ("mcts:simulations=9,batch=3,c=0.5,prior=on", Mcts, {"simulations": 9, "batch": 3, "c": 0.5, "prior": True}),
        (
            "mcts:rollout=4,random=0.25,common=on,depth=2",
            Mcts,
            {"rollout": 4, "random": 0.25, "common": True, "depth": 2},
        ),
        ("mcts:temperature=2,loss=-3,seed=8", Mcts, {"temperature": 2.0, "loss": -3.0, "seed": 8}),
        ("mcts:nodes=70,ms=9", Mcts, {"nodes": 70, "milliseconds": 9.0}),
        ("sampled", Sampled, {"depth": 8, "width": 20, "futures": 4, "vote": "sum", "enough": None, "seed": 0}),
        ("sampled:depth=3,width=5,futures=2", Sampled, {"depth": 3, "width": 5, "futures": 2}),
        ("sampled:vote=majority,enough=2.5,seed=9", Sampled, {"vote": "majority", "enough": 2.5, "seed": 9}),
    ],
)
def test_options_reach_the_search(text: str, kind: type, fields: dict[str, Any], game: Game) -> None:
    found = search(text, game)
    assert type(found) is kind
    assert {name: getattr(found, name) for name in fields} == fields


@pure
def test_every_option_of_every_search_is_one_of_its_player(game: Game) -> None:
    renamed = {"milliseconds": "ms", "evaluator": "weights"}
    kinds = {"lookahead": Lookahead, "beam": Beam, "expectimax": Expectimax, "mcts": Mcts, "sampled": Sampled}
    for name, kind in kinds.items():
        fields = {renamed.get(field, field) for field in kind.__dataclass_fields__}  # type: ignore[attr-defined]
        (entry,) = (e for e in entries() if e.name == name)
        assert {part.split("=")[0] for part in options(entry).split(",")} == fields | {"moves"}


@pure
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("beam:depth=-1", "depth=-1 of beam is out of range; choose 0 or more"),
        ("beam:width=0", "width=0 of beam is out of range; choose 1 or more"),
        ("beam:width=six", "width=six of player 'beam' must be a whole number"),
        ("beam:nodes=0", "a budget of 0 nodes leaves nothing to search; choose 1 or more"),
        ("beam:ms=-1", "a budget of -1.0 ms leaves no time to search"),
        ("beam:ms=nan", "ms=nan of player 'beam' must be a finite number"),
        ("beam:speculate=maybe", "speculate=maybe of player 'beam' must be on or off"),
        ("beam:dept=3", "unknown option of player 'beam' 'dept'; did you mean 'depth'?"),
        ("lookahead:depth=-2", "depth=-2 of lookahead is out of range"),
        ("one-ply:depth=2", "unknown option of player 'one-ply' 'depth'"),
        ("expectimax:pieces=-1", "pieces=-1 of expectimax is out of range"),
        ("expectimax:nodes=-5", "a budget of -5 nodes"),
        ("mcts:simulations=0", "simulations=0 of mcts is out of range"),
        ("mcts:batch=0", "batch=0 of mcts is out of range"),
        ("mcts:random=1.5", "random=1.5 of mcts is out of range; choose 0 to 1"),
        ("mcts:c=-1", "c=-1.0 of mcts is out of range"),
        ("mcts:seed=-1", "seed -1 is out of range"),
        ("sampled:depth=0", "depth=0 of sampled is out of range; choose 1 to 15"),
        ("sampled:depth=15", "previews=15 is out of range; choose 0 to 14"),
        ("sampled:width=0", "width=0 of sampled is out of range"),
        ("sampled:futures=0", "futures=0 of sampled is out of range"),
        ("sampled:vote=veto", "vote=veto is no choice of player 'sampled'; choose from sum, majority"),
        ("sampled:seed=-1", "seed=-1 of sampled is out of range"),
        ("beam:weights=random", "weights=random names a player that adds up no features"),
        ("beam:weights=beam", "weights=beam names a player that adds up no features"),
        ("beam:weights=delacherie", "unknown player 'delacherie'; did you mean 'dellacherie'?"),
        ("beam:moves=hop", "moves=hop is no choice of player 'beam'; choose from drop, reach"),
    ],
)
def test_options_out_of_range(text: str, message: str, game: Game) -> None:
    with pytest.raises(InputError) as caught:
        player(text, game)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pure
@pytest.mark.parametrize(
    ("text", "spec", "needed"),
    [
        ("beam", "classic:previews=2", 3),
        ("beam:depth=6", "guideline", 6),
        ("one-ply", "classic", 1),
        ("lookahead:depth=4", "guideline:previews=3", 4),
        ("beam:depth=7,speculate=on", "guideline", 7),
    ],
)
def test_a_game_that_shows_too_little_is_named_with_both_numbers(text: str, spec: str, needed: int) -> None:
    game = game_of(spec)
    with pytest.raises(InputError) as caught:
        player(text, game)
    assert f"{needed} pieces ahead" in str(caught.value)
    assert f"shows {game.previews}" in str(caught.value)


@pure
def test_one_more_piece_may_be_guessed() -> None:
    assert player("beam:depth=6,speculate=on", Guideline()).view
    assert player("beam:depth=0", Classic()).view


def test_weights_by_name_by_spec_and_from_files(game: Game, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("holes = -4\nlines = 1\n", "utf-8")
    (tmp_path / "mine.py").write_text("def evaluate(features):\n    return -features.holes\n")
    for text in (f"{tmp_path}/mine.toml", "linear:holes=-4%2Clines=1", f"linear:file={tmp_path}/mine.toml"):
        found = search(f"beam:weights={text}", game).evaluator
        assert isinstance(found, Linear)
        assert found.weights.tolist() == weights("linear:holes=-4,lines=1", game)
    assert search("beam:weights=DT20", game).evaluator.weights.tolist() == weights("dt-20", game)
    own = search(f"beam:weights={tmp_path}/mine.py", game).evaluator
    assert own(game.new([0])).tolist() == [0.0]
    assert search(f"mcts:rollout=2,loss=-9,guide=bcts,weights={tmp_path}/mine.py", game).guide is not None
    for text, message in (
        (f"expectimax:weights={tmp_path}/mine.py", "give loss"),
        (f"mcts:weights={tmp_path}/mine.py", "give loss"),
        (f"mcts:rollout=2,loss=-9,weights={tmp_path}/mine.py", "give guide"),
        (f"mcts:rollout=2,guide={tmp_path}/mine.py", "rollouts are played by linear weights"),
    ):
        with pytest.raises(InputError, match=message):
            player(text, game)


@pure
def test_weights_are_the_usual_ones_of_the_game_unless_told() -> None:
    for spec, name in (("classic:previews=3", "lee"), ("guideline", "lee"), ("puyo:previews=3", "builder")):
        game = game_of(spec)
        wanted = weights(name, game)
        for search_spec in ("one-ply", "lookahead", "beam", "expectimax", "mcts", "sampled", "beam:weights=usual"):
            assert search(search_spec, game).evaluator.weights.tolist() == wanted, (spec, search_spec)
    assert weights("full-path", game_of("guideline")) == weights("lee", game_of("guideline"))


@pure
def test_greedy_players_drop_and_searches_reach_unless_told(game: Game) -> None:
    for entry in entries("guideline"):
        if entry.name == "linear" or "learned" in entry.tags:
            continue
        drops = entry.generation <= 2 or "linear" in entry.tags
        assert options(entry).split("moves=")[1].split(",")[0] == ("drop" if drops else "reach"), entry.name
        assert (player(entry.name, game).view is game) != drops
        assert player(f"{entry.name}:moves=reach", game).view is game
        assert player(f"{entry.name}:moves=drop", game).view is not game
        if entry.name not in ("one-ply", "lookahead", "beam") and "classic" in (entry.games or ("classic",)):
            classic = Classic()
            assert player(f"{entry.name}:moves=drop", classic).view is classic


def test_full_paths_add_what_straight_drops_cannot() -> None:
    game = Guideline()
    one = state(game, "##......../#...######/##.#######", "T")
    drop, reach = player("lee", game), player("full-path", game)
    assert isinstance(reach, Greedy)
    kinds = [{game.describe(one, int(a)).kind for a in who.think(one).actions} for who in (drop, reach)]
    assert kinds[0] == {"drop", "shift"}
    assert kinds[1] > kinds[0]
    assert drop.choose(one).tolist() == player("full-path:moves=drop", game).choose(one).tolist()
    assert reach.choose(one).tolist() == player("lee:moves=reach", game).choose(one).tolist()


def generations() -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for entry in entries("guideline"):
        found.setdefault(entry.generation, set()).add(entry.name)
    return found


@pure
def test_generations() -> None:
    found = generations()
    assert found[0] == {"random", "lowest-column", "highest-column", "clear-first", "lowest-maximum"}
    assert {"four-feature", "eight-feature", "dellacherie", "linear"} <= found[1]
    assert found[2] == {"one-ply", "lookahead"}
    assert (found[3], found[4], found[5]) == ({"full-path"}, {"beam"}, {"expectimax", "mcts", "sampled"})
    assert {"el-tetris", "ce-dellacherie", "bcts", "dt-10", "dt-20", "rv-ce"} <= found[6]


@pure
def test_options_are_told_as_they_are_written() -> None:
    def make(depth: int = 3, merge: bool = True, ms: float | None = None, **weights: float) -> Any: ...

    assert options(Entry("x", "", "", make)) == "depth=3,merge=on,ms=none"


# The strongest --------------------------------------------------------------------------------------------------------


@pure
@pytest.mark.parametrize("rules", ["classic", "guideline", "tetrio-s1", "tetrio-s2", "botris"])
def test_best_is_a_player_under_all_rules_and_looks_as_far_as_it_can(rules: str) -> None:
    (strongest,) = (s for s in STRONGEST if s.rules == rules)
    base = "classic:" if rules == "classic" else f"guideline:rules={rules},"
    for previews in (0, 2, 7):
        found = search("best", game_of(f"{base}previews={previews}"))
        assert found.depth == min(previews, strongest.depth)
    assert strongest.why


@pure
def test_rules_that_nobody_measured() -> None:
    class Other(Classic):
        @property
        def name(self) -> str:
            return "other:rules=new"

    with pytest.raises(InputError, match="no player has been measured under new yet"):
        player("best", Other())


@pure
def test_a_search_sees_the_view_alone() -> None:
    class Spy:
        def choose(self, game: Any, states: Any) -> Any:
            return np.array([game.actions])

        def think(self, game: Any, state: Any) -> Any:
            return game

    game, view = Classic(8), Classic(9)
    made = Searching(game, view, Spy())
    assert (made.game, made.view) == (game, view)
    assert made.think(game.new([0])) is view
    assert made.choose(game.new([0])).tolist() == [view.actions]

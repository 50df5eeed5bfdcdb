"""`learned:run=PATH`: a player like any other, in this process and in others, and refused where it does not fit."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from tests.learning.runs import GAME, trained

from wellplayed.arena import lockstep
from wellplayed.arena.entrants import entrant, rebuilt
from wellplayed.errors import InputError
from wellplayed.games import game as game_of
from wellplayed.learning import loading
from wellplayed.learning.arrays import taken
from wellplayed.learning.folder import best, checkpoint
from wellplayed.learning.learners import settings_as_json
from wellplayed.players.player import Greedy
from wellplayed.players.registry import Entry, entries, identity, player


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "a"
    trained(path, 4)
    return path


def test_a_run_is_a_player(run: Path) -> None:
    game = game_of(GAME)
    who = player(f"learned:run={run}", game)
    assert isinstance(who, Greedy)
    states = game.new(range(20))
    actions = who.choose(states)
    assert game.mask(states)[np.arange(20), actions].all()
    assert [who.think(states[i : i + 1]).action for i in range(20)] == actions.tolist()
    file = player(f"learned:run={best(run)}", game)
    assert np.array_equal(file.choose(states), actions)
    assert player(f"learned:run={run},moves=reach", game).view is game
    search = player(f"beam:depth=0,weights={quote(f'learned:run={run}')}", game)
    assert np.array_equal(search.choose(states), actions)


def test_other_sizes_of_its_game_are_played_too(run: Path) -> None:
    game = game_of("classic:pieces=bag")
    assert player(f"learned:run={run}", game).game is game


def test_other_processes_know_it(run: Path) -> None:
    game = game_of(GAME)
    who = entrant(f"learned:run={run}", game)
    here = lockstep.play(game, who, range(4), cap=60)
    assert lockstep.play(game, who, range(4), cap=60, processes=True, workers=1) == here
    code = (
        "from wellplayed.arena.entrants import rebuilt; import sys;"
        f"print(rebuilt({game.name!r}, {who.name!r}, {who.spec!r})[1].name); print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [who.name, "False"]


def test_what_it_says_is_part_of_its_name(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "a"
    shutil.copytree(run, path)
    spec = f"learned:run={path}"
    before, within = identity(spec), identity(f"beam:depth=1,weights={quote(spec)}")
    who = entrant(spec, game_of(GAME))
    assert who.name == before
    assert before.startswith(f"{spec}+")
    card = checkpoint(path, 2).with_suffix(".json")
    data = json.loads(card.read_text("utf-8"))
    other = 4 if best(path) == checkpoint(path, 2) else 2
    card = checkpoint(path, other).with_suffix(".json")
    data = json.loads(card.read_text("utf-8"))
    data["result"]["mean"] = 1e9
    card.write_text(json.dumps(data), "utf-8")
    assert identity(spec) != before
    assert identity(f"beam:depth=1,weights={quote(spec)}") != within
    with pytest.raises(InputError, match="leave its files alone until all games are played"):
        rebuilt(game_of(GAME).name, who.name, who.spec)


def test_what_does_not_fit_is_refused(run: Path, tmp_path: Path) -> None:
    def told(spec: str, game: str = GAME) -> str:
        with pytest.raises(InputError) as caught:
            player(spec, game_of(game))
        assert "\n" not in str(caught.value)
        return str(caught.value)

    assert f"has learned {game_of(GAME).name}, not guideline" in told(f"learned:run={run}", "guideline")
    assert "not puyo" in told(f"learned:run={run}", "puyo")
    assert "needs run=" in told("learned")
    assert "there is no run in" in told(f"learned:run={tmp_path}")
    assert "cannot read the checkpoint" in told(f"learned:run={tmp_path / 'none'}")
    (tmp_path / "a.pt").write_bytes(b"PK\x03\x04")
    assert "is a pickle" in told(f"learned:run={tmp_path / 'a.pt'}")
    assert "moves=fly is no choice" in told(f"learned:run={run},moves=fly")


NETWORKS = [(name, entry) for entry in entries() if "network" in entry.tags for name in entry.games]
SIZES = {"alphazero": {"classic": "classic:width=6,height=10"}}


@pytest.mark.parametrize(("family", "entry"), NETWORKS, ids=lambda one: getattr(one, "name", one))
def test_networks_of_the_package_play_what_they_learned(family: str, entry: Entry) -> None:
    game = game_of(SIZES.get(entry.name, {}).get(family, family))
    file = loading.trained(entry.name, game)
    card, (_, note) = json.loads(file.with_suffix(".json").read_text("utf-8")), taken(file)
    settings, weights = loading.shipped(entry.name, game)
    assert (card["learner"], card["rules"], card["round"]) == (note["learner"], note["game"], note["round"])
    assert card["rules"] == game.name
    assert card["result"]["games"] >= 50
    assert settings_as_json(settings) == card["settings"]
    assert all(np.isfinite(array).all() for array in weights.values())
    who = entrant(entry.name, game)
    played = lockstep.play(game, who, range(3), cap=12, workers=1)
    assert played == lockstep.play(game, entrant(f"learned:run={file}", game), range(3), cap=12, workers=1)
    assert played != lockstep.play(game, entrant("random", game), range(3), cap=12, workers=1)


@pytest.mark.parametrize(("name", "game"), [("dqn", "guideline:height=4,hold=off"), ("alphazero", "puyo:previews=1")])
def test_they_see_other_games_by_the_scale_that_they_learned_by(name: str, game: str) -> None:
    rules = game_of(game)
    who: Any = player(name, rules)
    told = who.search.looks.scale if name == "dqn" else who.search.network.shape.scale
    assert np.array_equal(told, loading.shipped(name, rules)[1]["scale"])


def test_to_play_they_need_no_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from wellplayed.games import game; from wellplayed.players.registry import player\n"
        "for spec, name in (('dqn', 'guideline'), ('alphazero:simulations=2', 'puyo')):\n"
        "    rules = game(name); print(player(spec, rules).think(rules.new([1])).action >= 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]


def test_other_boards_than_they_learned_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        player("alphazero", game_of("classic"))
    assert "learned classic:height=10,width=6," in str(caught.value)
    assert "wellplayed train alphazero --game classic:height=20," in str(caught.value)
    with pytest.raises(InputError, match="plays classic and puyo, not guideline"):
        player("alphazero", game_of("guideline"))
    with pytest.raises(InputError, match="simulations"):
        player("alphazero:simulations=-1", game_of("puyo"))
    with pytest.raises(InputError, match="the package has no td network"):
        loading.trained("td", game_of("classic"))

"""`learned:run=PATH`: a player like any other, in this process and in others, and refused where it does not fit."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest
from tests.learning.runs import GAME, trained

from wellplayed.arena import lockstep
from wellplayed.arena.entrants import entrant, rebuilt
from wellplayed.errors import InputError
from wellplayed.games import game as game_of
from wellplayed.learning.folder import best, checkpoint
from wellplayed.players.player import Greedy
from wellplayed.players.registry import identity, player

pytest.importorskip("safetensors", reason="needs safetensors; run make setup")


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

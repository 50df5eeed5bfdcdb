"""Players in files: what a Python file or a TOML file makes of a position, and how their mistakes are told."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.tetris.positions import played

from wellplayed.errors import Fault, InputError
from wellplayed.game import feature_names
from wellplayed.games import game as game_of
from wellplayed.players.own import Features, Own, digest, from_file, is_file, read_weights
from wellplayed.players.player import Greedy
from wellplayed.players.registry import identity, player
from wellplayed.search.evaluate import Linear, judged, rated
from wellplayed.tetris.classic import Classic

MINE = """\
NAME = "tidy"


def evaluate(features):
    return -4 * features.holes - features["bumpiness"] + features.array[:, 0] * 0
"""


def written(folder: Path, text: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_names_of_files() -> None:
    assert all(is_file(name) for name in ("mine.py", "./a/b.toml", "MINE.PY", "weights.Toml"))
    assert not any(is_file(name) for name in ("bcts", "py", "linear:file=w.txt", "mine.pyc"))


@pytest.mark.parametrize("spec", ["classic:height=10", "guideline"])
def test_a_python_file_says_what_a_position_is_worth(spec: str, tmp_path: Path) -> None:
    game = game_of(spec)
    path = written(tmp_path, MINE)
    states = game.expand(game.new(range(3))).states
    values = Own(game, path)(states)
    same = Linear(game, {"holes": -4, "bumpiness": -1})
    assert values.tolist() == same(states).tolist()


def test_the_reward_of_the_game_comes_on_top(tmp_path: Path) -> None:
    game = Classic(10)
    states = played(game, 200, 5)
    own = from_file(str(written(tmp_path, MINE)), game)
    moves, children = rated(game, states, own), game.expand(states)
    living = ~moves.dead
    assert children.credit[living].any()
    expected = children.credit + own(children.states)
    assert moves.value[living].tolist() == expected[living].tolist()
    one = player(str(tmp_path / "mine.py"), game)
    assert one.choose(states).tolist() == player("linear:holes=-4,bumpiness=-1,lines=1", game).choose(states).tolist()


def test_features_by_name() -> None:
    array = np.arange(6.0).reshape(3, 2)
    features = Features(("holes", "wells"), array)
    assert features.holes.tolist() == features["holes"].tolist() == [0, 2, 4]
    assert features.array is array
    assert len(features) == 3
    assert list(features) == ["holes", "wells"]
    assert {"holes", "wells", "array", "names"} == set(dir(features))
    features.holes[:] = 9  # a copy
    assert features.holes.tolist() == [0, 2, 4]
    with pytest.raises(KeyError, match="unknown feature 'hole'; did you mean 'holes'"):
        features["hole"]
    with pytest.raises(AttributeError, match="unknown feature 'hole'; did you mean 'holes'"):
        features.hole  # noqa: B018
    assert not hasattr(features, "__array__")


def test_a_file_is_executed_once_and_again_when_it_changed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = f"with open({str(log)!r}, 'a') as log:\n    log.write('x')\n" + MINE
    path, game = written(tmp_path, text), Classic()
    for _ in range(3):
        Own(game, path)
    assert log.read_text() == "x"
    written(tmp_path, text + "\nEXTRA = 1\n")
    Own(game, path)
    assert log.read_text() == "xx"


def test_a_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "def evaluate(features):\n    return features.nothing\n")
    monkeypatch.chdir(tmp_path)
    game = Classic()
    with pytest.raises(Fault, match=r"'mine\.py' failed in line 2 on"):
        player("mine.py", game).choose(game.new([0]))


def test_a_file_may_use_classes_of_its_own(tmp_path: Path) -> None:
    text = """\
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Scale:
    by: float = 2.0

def evaluate(features):
    return -Scale().by * features.holes
"""
    game = Classic()
    assert Own(game, written(tmp_path, text))(game.new([1])).tolist() == [0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def evaluate(features)\n    return 1\n", r"mine\.py is no Python in line 1: expected ':'"),
        ("\n\nimport nothing_of_that_name\n", r"mine\.py failed in line 3: ModuleNotFoundError: No module named"),
        ("def judge(features):\n    return 1\n", r"mine\.py defines no function evaluate; write def evaluate"),
        ("evaluate = 3\n", r"mine\.py defines no function evaluate"),
        ("raise SystemExit(3)\n", r"mine\.py failed in line 1: SystemExit: 3"),
        ("x = 1 / 0\n", r"mine\.py failed in line 1: ZeroDivisionError: division by zero"),
    ],
)
def test_files_that_define_no_player(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message) as caught:
        player(str(written(tmp_path, text)), Classic())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return features.hole", r"failed in line 2 on 17 positions, the first of them \.+/.*did you mean 'holes'"),
        ("return features['hole']", r"line 2 on 17 positions.*KeyError: unknown feature 'hole'; did you mean 'holes'"),
        ("return 1 / 0", r"failed in line 2 on 17 positions, the first of them \.+/.*ZeroDivisionError: division"),
        ("return features.holes[:3]", r"gave values of shape \(3,\) for 17 states; give one for each"),
        ("return 1.0", r"gave values of shape \(\) for 17 states"),
        ("return features.array", r"gave values of shape \(17, \d+\) for 17 states"),
        ("return features.holes * float('nan')", r"gave nan for [.#/]+; give finite numbers"),
        ("return features.holes + float('inf')", r"gave inf for [.#/]+; give finite numbers"),
        ("return ['a'] * len(features)", r"failed.* on 17 positions.*ValueError: could not convert string"),
        ("pass", r"gave values of shape \(\) for 17 states"),
    ],
)  # fmt: skip
def test_functions_that_fail_are_named_with_the_position(body: str, message: str, tmp_path: Path) -> None:
    game = Classic()
    path = written(tmp_path, f"def evaluate(features):\n    {body}\n")
    state = game.new([0])
    state["queue"][0, 0] = 0  # an I has seventeen placements
    with pytest.raises(Fault, match=message) as caught:
        player(str(path), game).choose(state)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_name_of_ones_own_is_told_with_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, 'NAME = "tidy"\ndef evaluate(features):\n    return features.holes[:0]\n')
    game = Classic()
    with pytest.raises(Fault, match="evaluator 'tidy "):
        judged(game, game.new([0]), Own(game, path))


@pytest.mark.parametrize("name", ["absent.py", "absent.toml"])
def test_files_that_are_not_there(name: str, tmp_path: Path) -> None:
    for text in (str(tmp_path / name), f"full-path:weights={tmp_path / name}"):
        with pytest.raises(InputError, match=r"cannot read the player's file .*absent.*No such file.*; check its name"):
            player(text, Classic())


def test_bytes_are_no_player(tmp_path: Path) -> None:
    for name in ("bytes.py", "bytes.toml"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00")
        with pytest.raises(InputError, match="it is not text"):
            player(str(tmp_path / name), Classic())


def test_options_of_a_file(tmp_path: Path) -> None:
    path, game = written(tmp_path, MINE), game_of("guideline")
    assert player(str(path), game).view is not game
    assert player(f"{path}:moves=reach", game).view is game
    with pytest.raises(InputError, match="unknown option of player"):
        player(f"{path}:depth=3", game)


# TOML -----------------------------------------------------------------------------------------------------------------


def weights_of(text: str) -> dict[str, float]:
    """The weights of a player that are not 0, by feature."""
    made = player(text, Classic(10))
    assert isinstance(made, Greedy)
    assert made.weights is not None
    return {name: float(weight) for name, weight in zip(feature_names(Classic(10)), made.weights) if weight}


@pytest.mark.parametrize(
    "text",
    [
        "holes = -4.0\nlines = 2\n",
        "[weights]\nholes = -4.0\nlines = 2\n",
        'features = ["holes", "lines"]\nweights = [-4.0, 2]\n',
        'name = "mine"\n[weights]\nlines = 2\nholes = -4\n',
        "\ufeffholes = -4.0\nlines = 2\n",
    ],
)
def test_weights_in_a_file(text: str, tmp_path: Path) -> None:
    file = written(tmp_path, text, "weights.toml")
    assert weights_of(str(file)) == weights_of(f"linear:file={file}") == {"holes": -4.0, "lines": 2.0}
    assert weights_of(f"full-path:weights={file}") == {"holes": -4.0, "lines": 2.0}
    assert weights_of(f"linear:file={file},holes=-5,wells=-1") == {"holes": -5.0, "lines": 2.0, "wells": -1.0}
    assert read_weights(file) == {"holes": -4.0, "lines": 2.0}


def test_a_file_with_a_comma_in_its_name(tmp_path: Path) -> None:
    written(tmp_path, "holes = -1\n", "a,b.toml")
    assert weights_of(f"linear:file={tmp_path}/a%2Cb.toml") == {"holes": -1.0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('features = ["holes", "lines"]\nweights = [1.0]\n', "has 2 features and 1 weights; give one weight for each"),
        ("holes = nan\n", "the weight of holes is nan; give a finite number"),
        ("holes = inf\n", "the weight of holes is inf; give a finite number"),
        ('holes = "heavy"\n', "the weight of holes in .* is 'heavy'; give a number"),
        ("holes = true\n", "is True; give a number"),
        ("hole = 1\n", "unknown feature 'hole'; did you mean 'holes'?"),
        ("holes = \n", "is not TOML"),
        ("", "has no weights"),
        ("[weights]\n", "has no weights"),
        ("weights = [1.0]\n", "has no weights"),
        ("weights = 3\n", "has no weights"),
    ],
)
def test_files_that_hold_no_weights(text: str, message: str, tmp_path: Path) -> None:
    file = written(tmp_path, text, "weights.toml")
    for spec in (f"linear:file={file}", str(file)):
        with pytest.raises(InputError, match=message.replace("?", r"\?")):
            weights_of(spec)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the player's file"):
        weights_of(f"linear:file={tmp_path}")


# Identity -------------------------------------------------------------------------------------------------------------


def test_the_identity_of_a_file_is_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    specs = ["mine.py", "beam:width=9,weights=mine.py", "beam:weights=linear:file=w.toml", "w.toml:moves=reach"]

    def all_of(first: str, second: str) -> list[str]:
        written(tmp_path, first)
        written(tmp_path, second, "w.toml")
        return [identity(spec) for spec in specs]

    before, after = all_of(MINE, "holes = -1\n"), all_of(MINE + "\n", "holes = -2\n")
    assert all(a != b for a, b in zip(before, after))
    assert before == all_of(MINE, "holes = -1\n")
    assert before[0] == f"mine.py+{digest('mine.py')}"
    assert identity("LEE") == "four-feature"
    assert identity("random:seed=3") == "random:seed=3"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everybody may read everything here")
def test_a_file_without_rights(tmp_path: Path) -> None:
    path = written(tmp_path, MINE)
    path.chmod(0)
    with pytest.raises(InputError, match="Permission denied"):
        player(str(path), Classic())


def test_evaluators_are_asked_about_living_positions_only(tmp_path: Path) -> None:
    text = "def evaluate(features):\n    assert (features.highest <= 4).all()\n    return -features.holes\n"
    game: Any = Classic(4)
    own = Own(game, written(tmp_path, text))
    states = played(game, 100, 3)
    moves = rated(game, states, own)
    assert moves.dead.any()
    assert (moves.value[moves.dead] == -np.inf).all()

"""Which agents visitors may ask for: none that names a file, in whatever disguise, and none without end."""

from pathlib import Path
from urllib.parse import quote

import pytest

from wellplayed.errors import InputError
from wellplayed.games import game as game_of
from wellplayed.interfaces.web.permitted import permitted
from wellplayed.players.registry import entries, player
from wellplayed.tetris.guideline.rules import Guideline

GAME = Guideline()
PUYO = game_of("puyo")


@pytest.mark.parametrize("name", [e.name for e in entries("guideline") if e.name not in ("linear", "learned")])
def test_everybody_in_the_line_up_may_come(name: str) -> None:
    assert type(permitted(name, GAME)) is type(player(name, GAME))


@pytest.mark.parametrize(
    "spec",
    [
        "beam:depth=3,width=6,weights=lee,moves=reach",
        "beam:depth=5,width=20,weights=" + quote("linear:holes=-4,lines=1", safe=""),
        "MCTS:simulations=200,ms=50",
        "linear:holes=-4,bumpiness=-0.5",
    ],
)
def test_what_the_page_offers_is_permitted(spec: str) -> None:
    assert permitted(spec, GAME).game is GAME


def nested(spec: str) -> str:
    return f"beam:weights={quote(spec, safe='{}')}"


@pytest.mark.parametrize(
    "spec",
    [
        "{}",
        "{},moves=drop",
        "{}:moves=drop",
        "beam:weights={}",
        "beam:guide={}",
        "Beam:weights={}",
        "linear:file={}",
        "LINEAR:file={}",
        nested("linear:file={}"),
        nested("linear:file={},holes=-1"),
        nested(nested("linear:file={}")),
        "mcts:guide={}",
    ],
)
@pytest.mark.parametrize("suffix", [".py", ".toml", ".PY"])
def test_no_file_is_read(spec: str, suffix: str, tmp_path: Path) -> None:
    file, witness = tmp_path / f"own{suffix}", tmp_path / "executed"
    text = f"open({str(witness)!r}, 'w')\ndef evaluate(f): return f.holes" if suffix != ".toml" else "holes = -1"
    file.write_text(text)
    with pytest.raises(InputError, match="no file can be named here"):
        permitted(spec.replace("{}", str(file)), GAME)
    assert not witness.exists()


@pytest.mark.parametrize("name", ["/etc/passwd", "..\\secret", "a/b"])
def test_paths_are_refused_whatever_they_end_in(name: str) -> None:
    for spec in (name, f"linear:file={quote(name, safe='')}", f"beam:weights={quote(name, safe='')}"):
        with pytest.raises(InputError, match="no file can be named here"):
            permitted(spec, GAME)


@pytest.mark.parametrize(
    "spec",
    [
        "lookahead:depth=4",
        "Look-Ahead:depth=4",
        "beam:depth=15",
        "beam:width=100000",
        "expectimax:pieces=3",
        "mcts:simulations=1e9",
        "sampled:width=500",
        "sampled:futures=100",
        "mcts:rollout=1000",
        "mcts:simulations=100,ms=1e300",
        "beam:nodes=inf",
        nested("beam:depth=15"),
    ],
)
def test_no_move_may_take_for_ever(spec: str) -> None:
    with pytest.raises(InputError, match="more than is allowed here"):
        permitted(spec, GAME)


@pytest.mark.parametrize("spec", ["", ":", "beam:depth", "beam:depth=nan", "beam:depth=-1", "x" * 601, "beam:a=b", "ü"])
def test_nonsense_is_refused(spec: str) -> None:
    with pytest.raises(InputError):
        permitted(spec, GAME)


@pytest.mark.parametrize("name", [e.name for e in entries("puyo") if e.name not in ("linear", "learned", "beam")])
def test_everybody_who_plays_puyo_may_come_to_it(name: str) -> None:
    assert permitted(name, PUYO).game is PUYO


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("dellacherie", "plays classic and guideline, not puyo"),
        ("beam:depth=2,weights=lee", "plays classic and guideline, not puyo"),
        ("beam", "depth"),  # looks three ahead, and two are seen
        ("lookahead:depth=3", "depth"),
        ("sampled:width=500", "more than is allowed here"),
        ("sampled:depth=15", "more than is allowed here"),
        ("sampled:futures=17", "more than is allowed here"),
        ("linear:holes=-4", "holes"),
        ("linear:file=a.toml", "no file can be named here"),
        ("learned:run=runs/first", "no file can be named here"),
        ("beam:depth=2,weights=learned%3Arun=runs/first", "no file can be named here"),
    ],
)
def test_what_does_not_fit_puyo_is_refused_in_a_line(spec: str, why: str) -> None:
    with pytest.raises(InputError, match=why) as refused:
        permitted(spec, PUYO)
    assert "\n" not in str(refused.value)


def test_a_builder_is_none_of_tetris() -> None:
    with pytest.raises(InputError, match="plays puyo, not guideline"):
        permitted("builder", GAME)

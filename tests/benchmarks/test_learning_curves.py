"""Learning curves: what the cards of runs say, drawn, and what names no runs is refused."""

from pathlib import Path

import pytest
from tests.learning.runs import trained

from benchmarks import learning_curves as module
from wellplayed.learning.folder import cards

pytest.importorskip("matplotlib", reason="needs matplotlib; run make setup")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    for name in "ab":
        trained(folder / name, 4)
    return folder


def test_a_curve_is_what_the_cards_say(runs: Path) -> None:
    one, found = module.curve(runs / "a"), cards(runs / "a")
    assert len(one.seconds) == len(found) >= 2
    assert one.mean == [card["result"]["mean"] for card in found]
    assert one.seconds == sorted(one.seconds)
    assert (one.unit, one.games) == ("lines", found[0]["result"]["games"])


def test_the_same_runs_give_the_same_picture(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(runs)
    for name in ("one.svg", "two.svg"):
        assert module.main(["Both=[ab]", "One=a", "--out", name]) == 0
    picture = Path("one.svg").read_bytes()
    assert picture == Path("two.svg").read_bytes()
    assert picture.startswith(b"<?xml")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing", "--out", "a.svg"], "nothing names no runs"),
        (["Some=none*", "--out", "a.svg"], "Some=none* names no runs"),
        (["One=a", "--out", "nowhere/a.svg"], "cannot draw into nowhere/a.svg"),
        (["One=a", "--out", "a.doc"], "cannot draw into a.doc"),
    ],
)
def test_bad_input_is_named(
    runs: Path, words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(runs)
    assert module.main(words) == 2
    assert told in capsys.readouterr().err

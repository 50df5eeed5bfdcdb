"""What Ctrl-C leaves, and how faults are told."""

from pathlib import Path

import pytest
from tests.arena.players import Failing, at, raising

from wellplayed.arena.lockstep import Result
from wellplayed.arena.processes import Processes
from wellplayed.games import game
from wellplayed.interfaces.kept import SHOWN, Keeper, elsewhere, load, tell_faults
from wellplayed.players.registry import player


@pytest.mark.parametrize(
    ("file", "wanted", "message"),
    [
        ("m.db", 9, "stopped; 1 of 9 matches are kept in {}; run the same again to go on"),
        ("m.db", None, "stopped; 1 matches are kept in {}; run the same again to go on"),
        (None, 9, "stopped; no match is kept; --records FILE keeps them"),
    ],
)
def test_what_is_left_after_ctrl_c(tmp_path: Path, file: str | None, wanted: int | None, message: str) -> None:
    path = tmp_path / file if file else None

    def interrupted() -> None:
        with Keeper(path) as keeper, keeper.interrupted(wanted, "match", "matches"):
            keeper.solo("g", "p", None).add([Result(0, 1, 1, 1, True)])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stop:
        interrupted()
    assert str(stop.value) == message.format(path)


def test_faults_are_told_a_few_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    for count, last in (
        (0, None),
        (1, "wellplayed: that match counts as lost"),
        (3, "wellplayed: 3 matches count as lost"),
        (12, f"wellplayed: 12 matches count as lost; above are the first {SHOWN}"),
    ):
        tell_faults([f"fault {i}" for i in range(count)], "match", "matches")
        out, err = capsys.readouterr()
        assert out == ""
        lines = err.splitlines()
        assert lines[:-1] == [f"wellplayed: fault {i}" for i in range(min(count, SHOWN))]
        assert (lines[-1] if lines else None) == last


def test_a_player_that_fails_is_told_of_in_its_games() -> None:
    ten = game("classic:height=10")
    load(ten, Failing(player("bcts", ten), at(0, 0), raising(ValueError())))
    load(ten, player("bcts", ten))
    with pytest.raises(KeyboardInterrupt):
        load(ten, Failing(player("bcts", ten), at(0, 0), raising(KeyboardInterrupt())))


def test_processes_only_where_they_are_wanted() -> None:
    with elsewhere(False, 3) as hands:
        assert hands is False
    with elsewhere(True, 3) as hands:
        assert isinstance(hands, Processes)
        assert hands.workers == 3

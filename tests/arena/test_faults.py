"""What a player's own code does wrong costs the games concerned."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.arena.players import Failing, at, raising

from wellplayed.arena.entrants import Entrant, entrant
from wellplayed.arena.faults import LONGEST, moved, position
from wellplayed.errors import Fault, InputError
from wellplayed.game import States
from wellplayed.games import game
from wellplayed.players.registry import player
from wellplayed.tetris.classic.text import parse

TEN = game("classic:height=10")
INNER = player("dellacherie", TEN)


def states(pieces: int = 3) -> States:
    fresh = TEN.new(range(6))
    return TEN.rollout(fresh, INNER.weights, pieces)


def failing(wrong: Callable[[States], Any]) -> Entrant:
    return Entrant("mine", Failing(INNER, at(3, 1, 4), wrong))


WRONGS = [
    (raising(ValueError("no such thing")), "ValueError: no such thing"),
    (raising(KeyError("holes")), "KeyError: 'holes'"),
    (raising(Fault("evaluator 'x' failed on 3 positions")), "evaluator 'x' failed on 3 positions"),
    (raising(InputError("say\n  something  else")), "say something else"),
    (raising(RuntimeError("x" * 5_000)), "x" * 100),
    (lambda states: np.full(len(states), 10_000), "is not legal there"),
    (lambda states: np.zeros(len(states) + 1, np.int64), "it chose int64 of shape"),
    (lambda states: INNER.choose(states).astype(float), "it chose float64 of shape"),
    (lambda states: None, "it chose object of shape"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONGS, ids=[str(i) for i in range(len(WRONGS))])
def test_only_the_positions_that_fail_are_lost(wrong: Any, says: str) -> None:
    before = states()
    kept = before.copy()
    after, faults = moved(TEN, failing(wrong), before)
    assert (before == kept).all()
    assert sorted(faults) == [1, 4]
    expected = TEN.play(before, INNER.choose(before))
    others = [0, 2, 3, 5]
    assert (after[others] == expected[others]).all()
    for row, text in faults.items():
        lost = before[row : row + 1].copy()
        lost["dead"] = True
        assert (after[row : row + 1] == lost).all()
        where = position(TEN, before[row : row + 1])
        assert text.startswith(f"player 'mine' failed at piece 4 of seed {row} on {where}: ")
        assert says in text
        assert "\n" not in text
        assert len(text) < LONGEST + 300


def test_what_fails_only_in_a_batch_costs_nothing() -> None:
    before = states()
    alone = Entrant("alone", Failing(INNER, lambda states: np.array([len(states) > 1]), raising(ValueError("many"))))
    after, faults = moved(TEN, alone, before)
    assert faults == {}
    assert (after == TEN.play(before, INNER.choose(before))).all()


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_is_no_fault(stop: type[BaseException]) -> None:
    with pytest.raises(stop):
        moved(TEN, failing(raising(stop())), states())


def test_what_the_game_raises_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TEN, "play", raising(ZeroDivisionError()), raising=False)
    with pytest.raises(ZeroDivisionError):
        moved(TEN, Entrant("fine", INNER), states())


def test_the_position_reads_back() -> None:
    for state in np.split(states(12), 6):
        text = position(TEN, state)
        assert text.split("/")[0].strip(".")
        assert (parse(text, 10, 10) == state["columns"][0]).all()
    assert position(TEN, TEN.new([0])) == ".........."


def test_a_file_of_your_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def evaluate(features):\n    if (features.holes > 3).any():\n        raise ValueError('too deep')\n"
        "    return -features.aggregate_height\n",
        "utf-8",
    )
    who = entrant(str(file), TEN)
    living, faults = TEN.new(range(8)), {}
    for _ in range(60):
        living, failed = moved(TEN, who, living)
        faults |= failed
        living = TEN.deal(living)[~living["dead"]]
    assert faults
    assert all("ValueError: too deep" in text and "mine.py" in text for text in faults.values())

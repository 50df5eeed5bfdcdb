"""The seat of one kernel call against the plain one, which plays by batches: all that a learner gets, step by step."""

from typing import Any

import numpy as np
import pytest
from tests.envs.walks import same

from wellplayed.envs.blockseat import BlockSeat, seated
from wellplayed.envs.seat import Seat
from wellplayed.envs.table import Table
from wellplayed.errors import InputError


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("classic", {}),
        ("classic:height=6,width=5,overflow=clear", {"reward": "pieces", "death": -2.0}),
        ("classic:height=10,pieces=bag,previews=3", {"death": 0.5}),
        ("classic:height=24,pieces=sz,previews=15", {"reward": "score"}),
        ("classic:height=6,width=4", {"by": "keys", "death": -1.0}),
        ("classic:height=10,pieces=bag,previews=2,overflow=clear", {"by": "keys", "reward": "pieces"}),
    ],
)
def test_it_is_the_same_seat(game: str, options: dict[str, Any]) -> None:
    table = Table(game, **options)
    seats = seated(table), Seat(table)
    assert isinstance(seats[0], BlockSeat)
    rng, ends, wrong = np.random.default_rng(1), 0, 0
    for seed in range(12):
        states = table.world.new(np.array([seed], np.uint64))
        told = [seat.take(states) for seat in seats]
        assert same(*told)
        over = False
        while not over:
            mask = told[0][1]["action_mask"]
            legal = rng.random() < 0.7
            action = int(rng.choice(np.flatnonzero(mask))) if legal else int(rng.integers(len(mask)))
            wrong += mask[action] == 0
            stepped = [seat.step(action) for seat in seats]
            assert all(same(a, b) for a, b in zip(*stepped, strict=True))
            assert [type(value) for value in stepped[0][1:4]] == [float, bool, bool]
            assert same(seats[0].mask, seats[1].mask)
            assert np.array_equal(seats[0].states, seats[1].states)
            told = [(step[0], step[4]) for step in stepped]
            over = stepped[0][2]
        ends += 1
        for seat in seats:
            with pytest.raises(InputError, match="game 0 is over"):
                seat.step(0)
    assert ends == 12
    assert wrong > 5


@pytest.mark.parametrize("action", [-1, -2, 40, 2**40])
def test_what_does_not_exist_is_refused_and_changes_nothing(action: int) -> None:
    table = Table("classic")
    seat = seated(table)
    seat.take(table.world.new(np.array([1], np.uint64)))
    before = seat.states.copy()
    with pytest.raises(InputError, match=f"action {action} does not exist; choose 0 to 39"):
        seat.step(action)
    assert np.array_equal(seat.states, before)


def test_what_a_learner_holds_does_not_change() -> None:
    table = Table("classic")
    seat = seated(table)
    first = seat.take(table.world.new(np.array([1], np.uint64)))
    kept = [first[0]["board"].copy(), first[0]["queue"].copy(), first[1]["action_mask"].copy()]
    second = seat.step(int(seat.mask.argmax()))
    held = [first[0]["board"], first[0]["queue"], first[1]["action_mask"]]
    assert same(np.concatenate([a.ravel() for a in held]), np.concatenate([a.ravel() for a in kept]))
    for old, new in zip(held, [second[0]["board"], second[0]["queue"], second[4]["action_mask"]], strict=True):
        assert not np.shares_memory(old, new)


def test_it_sits_where_nothing_is_shaped_and_a_board_is_seen() -> None:
    assert type(seated(Table("classic", shaping={"holes": -1.0}))) is Seat
    assert type(seated(Table("classic", observation="afterstates"))) is Seat
    assert type(seated(Table("guideline", by="keys"))) is Seat

"""What can be played: actions in order, against the walk, on piles of any height; and the small batch kernels."""

from itertools import islice
from typing import Any

import numpy as np
import pytest
from tests.naive import bags as naive_bags
from tests.tetris.guideline.positions import reached, scattered, state

from wellplayed.errors import InputError
from wellplayed.rng import words
from wellplayed.tetris.guideline import moves as kernels
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import Bag
from wellplayed.tetris.guideline.walk import placements
from wellplayed.tetris.pieces import PIECES

GAMES = (
    Guideline(),
    Guideline("tetrio-s2"),
    Guideline("botris", spins="none"),
    Guideline(spins="handheld"),
    Guideline(drop="sonic"),
    Guideline(width=7),
    Guideline(hold=False, previews=0),
)


def walked(game: Guideline, one: Any) -> list[int]:
    """The actions of a state [1] by the walk, in order."""
    found = []
    offers = int(one["queue"][0, 0]), int(kernels.offered(game.rules.record(), one))
    for hold, piece in enumerate(offers):
        row = int(kernels.appears(game.rules.record(), one, piece)) if piece >= 0 else -1
        if row >= 0:
            for o, x, y, spin in zip(
                *placements(one["columns"][0], game.width, game.rules.rows, piece, game.rules, row=row), strict=True
            ):
                if y < game.rules.rows:
                    found.append((((hold * 3 + spin) * 4 + o) * game.rules.rows + y) * game.width + x)
    return sorted(map(int, found))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_listed_actions_are_those_of_the_walk(game: Guideline) -> None:
    states = np.concatenate(
        [scattered(game, 60, 1, 18), scattered(game, 40, 2, 34), reached(game, 3, games=4, pieces=20)]
    )
    states = states[:: max(len(states) // 150, 1)]
    parent, action, spot = game.listed(states)
    assert (np.diff(parent) >= 0).all()
    for i in range(len(states)):
        assert action[parent == i].tolist() == walked(game, states[i : i + 1])
    assert np.array_equal(spot, game.spots(action))
    assert action.max() < game.actions


@pytest.mark.parametrize("height", [25, 26, 27, 37, 38, 39])
def test_an_action_says_where_the_piece_is(height: int) -> None:
    # Raised by clutch, a piece comes to rest on piles of any height; above the last row it has no place.
    game = Guideline("tetrio-s2", hold=False)
    for piece in PIECES:
        one = state(game, "/".join(["#########."] * height), piece + "O", cleared=1, combo=1)
        _, action, spot = game.listed(one)
        columns, row = one["columns"][0], int(kernels.appears(game.rules.record(), one, PIECES.index(piece)))
        found = placements(columns, 10, 40, PIECES.index(piece), game.rules, row=row)
        known = {one for one in zip(*(part.tolist() for part in found), strict=True) if one[2] < 40}
        read = [game.parts(a) for a in action]
        assert {(o, x, y, spin) for _, spin, o, x, y in read} == known
        assert [kind << 11 | y << 5 | x for kind, x, y in ((12 * h + 4 * s + o, x, y) for h, s, o, x, y in read)] == [
            *spot.tolist()
        ]


def test_actions_are_numbered_as_the_module_says() -> None:
    game = Guideline()
    one = state(game, "", "IO")
    assert game.parts(game.listed(one)[1][0]) == (0, 0, 0, 1, 0)
    for action in game.listed(one)[1].tolist():
        hold, spin, o, x, y = game.parts(action)
        assert (((hold * 3 + spin) * 4 + o) * 40 + y) * 10 + x == action
        assert game.spots(np.array([action])).tolist() == [(12 * hold + 4 * spin + o) << 11 | y << 5 | x]
    assert game.actions == 2 * 3 * 4 * 40 * 10


def test_low_and_high_piles_in_one_batch() -> None:
    game = Guideline()
    low, high = state(game, "#.........", "TI"), state(game, "/".join(["#........."] * 30), "TI")
    batch = np.concatenate([high, low, high, low])
    parent, action, _ = game.listed(batch)
    alone = [game.listed(one)[1].tolist() for one in (high, low)]
    assert [action[parent == i].tolist() for i in range(4)] == alone * 2


def test_which_piles_the_flood_leaves_to_the_walk() -> None:
    game = Guideline()
    states = np.concatenate([state(game, "/".join(["#........."] * rows)) for rows in (0, 1, 26, 27, 40)])
    skip = np.zeros(5, np.bool_)
    kernels.tall(states, game.rules.record(), kernels.FLOODED, False, skip)
    assert skip.tolist() == [False, False, False, True, True]
    kernels.tall(states, game.rules.record(), -1, False, skip)
    assert skip.all()


@pytest.mark.parametrize("count", [1, 40])
def test_room_for_every_action(count: int) -> None:
    # Ragged rock to the last row that the flood takes, dug out from above: as many places to rest as there can be.
    game, rng = Guideline("tetrio-s2"), np.random.default_rng(count)
    most = 0
    for _ in range(20 * count):
        rows = ["".join(rng.choice(list("#..."), 10)) for _ in range(16)]
        found = game.listed(state(game, "/".join(rows), "TJ", "L"))[0]
        most = max(most, len(found))
    assert 60 < most < kernels.ROOM


def test_garbage_received_makes_its_holes_public() -> None:
    game = Guideline()
    before = game.new(range(6))
    after = game.receive(before, np.array([0, 1, 2, 5, 12, 40]))
    assert after["pending"][:, :, 0].sum(axis=1).tolist() == [0, 1, 2, 5, 12, 40]
    assert (before["pending"] == 0).all()
    assert after["hole"][0] == -1
    assert ((after["hole"][1:] >= 0) & (after["hole"][1:] < 10)).all()
    same = game.receive(before, np.array([0, 1, 2, 5, 12, 40]))
    assert np.array_equal(after, same)


# Other futures --------------------------------------------------------------------------------------------------------

BAGS: tuple[Bag, ...] = ("uniform", "7-bag", "14-bag", "tetrio")
LARGEST = 2**31 - 2


def midway(bag: Bag, drawn: int) -> Any:
    """A state [1] whose first slots are unseen, with a bag from which so many pieces are gone."""
    game = Guideline(bag=bag, hold=False, previews=0)
    one = game.new([9])
    for _ in range(drawn):
        one["queue"][0, 0] = -1
        one = game.deal(one)
    one["queue"][0, 0] = -1
    return game, one


@pytest.mark.parametrize("drawn", [0, 3, 5, 6])
@pytest.mark.parametrize("bag", BAGS)
def test_other_futures_bring_every_piece_as_often_as_outcomes_say(bag: Bag, drawn: int) -> None:
    game, one = midway(bag, drawn)
    outcomes = game.outcomes(one)
    many = np.repeat(one, 6000)
    for seeds in (np.arange(6000, dtype=np.uint64), np.array(words(6000, 5), np.uint64)):  # neighbours, and any
        found = np.bincount(game.deal(game.reseeded(many, seeds))["queue"][:, 0], minlength=7)
        wanted = np.zeros(7)
        wanted[outcomes.states["queue"][:, 0]] = 6000 * outcomes.chance
        assert (found[wanted == 0] == 0).all()
        live = wanted > 0
        # Chi-square with 6 degrees of freedom exceeds this once in 10,000 fair samples.
        assert ((found - wanted)[live] ** 2 / wanted[live]).sum() < 27.86


@pytest.mark.parametrize("drawn", [0, 2, 6])
def test_another_future_of_tetrio_begins_where_the_bag_stands(drawn: int) -> None:
    game, one = midway("tetrio", drawn)
    held = [piece for piece in range(7) if int(one["bag"][0]) >> 2 * piece & 1] or list(range(7))
    for seed in (*range(20), 2**63, 2**64 - 1):
        other = game.reseeded(one, np.array([seed], np.uint64))
        assert 1 <= int(other["stream"][0]) <= LARGEST
        coming = list(islice(naive_bags.pieces("tetrio", int(other["stream"][0])), 28))
        wanted = [piece for piece in coming[:7] if piece in held] + coming[7:]
        found = []
        for _ in wanted:
            other["queue"][0, 0] = -1
            other = game.deal(other)
            found.append(int(other["queue"][0, 0]))
        assert found == wanted


def test_no_word_gives_tetrio_a_dead_stream() -> None:
    game = Guideline("tetrio-s2")
    states = np.repeat(game.new([3]), 100_000)
    streams = game.reseeded(states, np.arange(len(states), dtype=np.uint64))["stream"]
    assert streams.min() >= 1
    assert streams.max() <= LARGEST
    assert len(np.unique(streams)) > 99_990


def test_another_future_has_other_holes_and_the_same_past() -> None:
    game = Guideline("tetrio-s2")
    before = game.receive(game.new([3]), np.array([4]))
    many = np.repeat(before, 2000)
    other = game.reseeded(many, np.arange(2000, dtype=np.uint64))
    for name in other.dtype.names:
        assert np.array_equal(other[name], many[name]) == (name not in ("stream", "noise")), name
    holes = game.receive(other, np.full(2000, 1))["hole"]
    counts = np.bincount(holes, minlength=10)
    assert ((counts - 200) ** 2 / 200).sum() < 33.72  # 9 degrees of freedom, once in 10,000
    assert np.corrcoef(other["stream"].astype(float), other["noise"].astype(float))[0, 1] < 0.1


@pytest.mark.parametrize("wrong", [[1], [1, 2, 3], 5, [0.5, 1.5], ["a", "b"]])
def test_reseeded_refuses_what_is_not_one_word_for_each_state(wrong: Any) -> None:
    game = Guideline()
    with pytest.raises(InputError, match="give a whole number for each of 2"):
        game.reseeded(game.new([1, 2]), wrong)

"""Guideline play as a `Game`: the protocol under many rule books, and what stays true over long play."""

from typing import Any

import numpy as np
import pytest
from tests.naive import bags as naive_bags
from tests.tetris.guideline.positions import cells_of, pick, reached, rows_of, state, steady

from wellplayed.conformance import check_game, equal
from wellplayed.errors import InputError
from wellplayed.games import game as make
from wellplayed.tetris.guideline.features import COUNT
from wellplayed.tetris.guideline.record import DTYPE, UNSEEN
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import PRESETS, Ruleset
from wellplayed.tetris.pieces import PIECES

# Spec, games and pieces: those whose moves are walked are slower.
SPECS = {
    "guideline": (6, 80),
    "guideline:rules=tetrio-s1": (6, 60),
    "guideline:rules=tetrio-s2": (6, 60),
    "guideline:rules=botris": (6, 60),
    "guideline:previews=0": (6, 60),
    "guideline:hold=off,bag=14-bag,previews=14": (6, 60),
    "guideline:bag=uniform,block_out=off,lock_out=off,spins=none": (6, 60),
    "guideline:height=6,rows=24,goal=3": (4, 40),
    "guideline:width=6,height=8,rows=24": (2, 25),
    "guideline:width=12,spins=handheld": (2, 12),
    "guideline:drop=sonic,spawn=19-20": (2, 12),
}
SEEDS = (0, 1, 2**31 - 1, 2**63 - 1)


@pytest.mark.parametrize("spec", SPECS)
def test_protocol(spec: str) -> None:
    games, pieces = SPECS[spec]
    check_game(make(spec), games=games, pieces=pieces, seed=len(spec))


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_protocol_for_long(spec: str) -> None:
    games, pieces = SPECS[spec]
    check_game(make(spec), games=games, pieces=6 * pieces, seed=1)


# What stays true ------------------------------------------------------------------------------------------------------


class Dealt:
    """What was dealt to some games, by what comes into sight."""

    def __init__(self, states: Any) -> None:
        self.seen = [[int(p) for p in queue if p != UNSEEN] for queue in states["queue"]]

    def follow(self, before: Any, after: Any) -> None:
        """After a move and its deal."""
        for i in range(len(after)):
            taken = 2 if before["hold"][i] < 0 <= after["hold"][i] else 1
            old = [int(p) for p in before["queue"][i] if p != UNSEEN][taken:]
            new = [int(p) for p in after["queue"][i] if p != UNSEEN]
            assert new[: len(old)] == old, "a queue moves up"
            self.seen[i] += new[len(old) :]

    def sevens(self) -> None:
        """Every seven, from the first on, hold each piece once."""
        for pieces in self.seen:
            for first in range(0, len(pieces) - 6, 7):
                assert sorted(pieces[first : first + 7]) == list(range(7))


def ledger(game: Guideline, before: Any, after: Any) -> None:
    """Cells come with pieces and garbage, go with lines, and by nothing else."""
    cleared = after["lines"] - before["lines"]
    marks = np.bitwise_count(before["marks"]).astype(np.int64), np.bitwise_count(after["marks"]).astype(np.int64)
    living = ~after["dead"]
    risen = (before["pending"][:, :, 0].sum(axis=1) - after["pending"][:, :, 0].sum(axis=1)).astype(np.int64)
    assert (risen[living] >= 0).all()
    grown = cells_of(after["columns"]) - cells_of(before["columns"])
    # Garbage that left the list rose, or was taken away by an attack: as many rows rose as came to the marks.
    rows = marks[1] - marks[0]
    least = rows * (game.width - 1) + 4 - game.width * cleared
    most = (rows + cleared) * (game.width - 1) + 4 - game.width * cleared
    assert ((least <= grown) & (grown <= most))[living].all()
    assert ((grown - 4 + game.width * cleared) % (game.width - 1) == 0)[living].all()
    plain = living & (before["pending"][:, 0, 0] == 0)
    assert (grown == 4 - game.width * cleared)[plain].all()
    quiet = living & (cleared == 0)
    assert (grown == rows * (game.width - 1) + 4)[quiet].all()
    assert (after["columns"][:, game.width :] == 0).all()
    full = np.bitwise_and.reduce(after["columns"][:, : game.width], axis=1)
    assert (full == 0).all(), "a full row is left"


def long_play(spec: str, games: int, pieces: int, seed: int) -> None:
    """Mixed moves in many games side by side, with garbage, a fresh game for each that ends."""
    game, rng = make(spec), np.random.default_rng(seed)
    assert isinstance(game, Guideline)
    states = game.new(rng.integers(0, 1 << 63, games))
    dealt, weights, ended = Dealt(states), steady(game), 0
    for _ in range(pieces):
        states = game.receive(states, rng.integers(1, 4, games) * (rng.random(games) < 0.1))
        moves = game.moves(states, weights)
        after = game.play(states, moves.action[pick(moves, games, rng, 0.1)])
        ledger(game, states, after)
        assert (after["pieces"] == states["pieces"] + 1).all()
        assert (after["score"] >= states["score"]).all()
        assert ((after["sent"] - states["sent"] >= 0) & (after["sent"] <= after["attack"])).all()
        next_ = game.deal(after)
        if game.rules.bag == "7-bag":
            dealt.follow(states, next_)
        over = next_["dead"].copy()
        ended += int(over.sum())
        fresh = game.new(rng.integers(0, 1 << 63, games))
        next_[over] = fresh[over]
        for i in np.flatnonzero(over):
            dealt.seen[i] = [int(p) for p in fresh["queue"][i] if p != UNSEEN]
        dealt.sevens()
        states = next_
    assert ended > 0


@pytest.mark.parametrize(
    ("spec", "games", "pieces"),
    [("guideline", 250, 240), ("guideline:rules=tetrio-s2", 200, 150), ("guideline:rules=botris", 100, 100)],
)
def test_long_play(spec: str, games: int, pieces: int) -> None:
    long_play(spec, games, pieces, 1)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["guideline", "guideline:rules=tetrio-s2", "guideline:rules=botris"])
def test_very_long_play(spec: str) -> None:
    long_play(spec, 500, 700, 2)


@pytest.mark.parametrize("spec", ["guideline", "guideline:rules=tetrio-s2", "guideline:bag=14-bag,previews=0"])
def test_equal_seeds_are_equal_games(spec: str) -> None:
    game, other = make(spec), make(spec)
    one, two = game.new(SEEDS), other.new(list(reversed(SEEDS)))
    weights = steady(game)  # type: ignore[arg-type]
    for _ in range(60):
        assert equal(one, two[::-1]).all()
        one, two = game.rollout(one, weights, 1), other.rollout(two, weights, 1)
    different = 2 if "tetrio" in spec else len(SEEDS)  # TETR.IO takes seeds mod 2**31 - 1
    assert len(np.unique(one["columns"], axis=0)) == different


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("bag", ["uniform", "7-bag", "14-bag", "tetrio"])
def test_pieces_come_as_the_twin_says(bag: Any, seed: int) -> None:
    game = Guideline(bag=bag, hold=False, previews=3)
    one, found = game.new([seed]), []
    pieces = naive_bags.pieces(bag, seed)
    while len(found) < 40 and not one["dead"][0]:
        found.append(int(one["queue"][0, 0]))
        one = game.rollout(one, steady(game), 1)
    assert len(found) == 40
    assert found == [next(pieces) for _ in found]


# A game ---------------------------------------------------------------------------------------------------------------


def test_names_make_the_same_game_again() -> None:
    for rules in (*PRESETS.values(), Ruleset(previews=0, spins="all", width=12)):
        game = Guideline(rules)
        again = make(game.name)
        assert isinstance(again, Guideline)
        assert again.rules == rules
        assert repr(game) == f"<{game.name}>"
    assert Guideline("tetrio-s2", previews=3).name == "guideline:rules=tetrio-s2,previews=3"


def test_a_fresh_game() -> None:
    states = Guideline(previews=2).new([5, 6])
    assert states.dtype == DTYPE
    assert (states["queue"][:, :3] >= 0).all()
    assert (states["queue"][:, 3:] == UNSEEN).all()
    assert (states["hold"] == -1).all()
    assert (states["placed"] == -1).all()
    assert not states["columns"].any()


@pytest.mark.parametrize("width", [4, 9, 10, 20])
def test_a_pile_as_text(width: int) -> None:
    game = Guideline(width=width)
    one = state(game, "#" + "." * (width - 1), marks=1)
    lines = game.show(one).split("\n")
    assert len(lines) == 20
    assert lines[-1] == "G" + "." * (width - 1)
    assert set("".join(lines[:-1])) == {"."}
    one["marks"] = 0
    assert game.show(one).endswith("#" + "." * (width - 1))
    one["columns"][0, 0] = 1 << 30
    assert len(game.show(one).split("\n")) == 31


def test_planes() -> None:
    game = Guideline(previews=1)
    one = state(game, "#........./##.......#", "TI", "O", marks=1)
    planes = game.planes(one)
    assert planes.shape == (1, 2 + 7 * 3, 40, 10)
    assert planes[0, 0, 0].tolist() == [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert planes[0, 0, 1].tolist() == [1] + [0] * 9
    assert planes[0, 1, 0].all()
    assert not planes[0, 1, 1:].any()
    letters = [PIECES[k % 7] for k in range(21) if planes[0, 2 + k].all()]
    assert letters == ["O", "T", "I"]
    assert planes[0, 2:].sum() == 3 * 400


def test_describe_says_where_and_how() -> None:
    game = Guideline("tetrio-s2")
    states = reached(game, 5, games=3, pieces=12)
    for i in range(0, len(states), 5):
        one = states[i : i + 1]
        for action in game.listed(one)[1][::7].tolist():
            placement = game.describe(one, action)
            hold, spin, o, _, _ = game.parts(action)
            assert placement.keys.startswith("HOLD ") == bool(hold)
            assert (placement.orientation, placement.spin) == (o, ("none", "mini", "full")[spin])
            assert PIECES[game.play(one, np.array([action]))["placed"][0]] == placement.piece
            assert not any(int(one["columns"][0, x]) >> y & 1 for x, y in placement.cells)


def test_a_canonical_orientation_may_be_out_of_reach() -> None:
    # Only the other name of the same cells can be steered to: with the walk and with the flood.
    for game in (Guideline(), Guideline(drop="sonic"), Guideline(width=6)):
        states = reached(game, 8, games=3, pieces=25)
        for i in range(0, len(states), 3):
            one = states[i : i + 1]
            for action in game.listed(one)[1].tolist():
                game.describe(one, action)


def test_refusals() -> None:
    game = Guideline()
    one = game.new([1])
    with pytest.raises(InputError, match="unknown rules 'tetrio'"):
        Guideline("tetrio")
    with pytest.raises(InputError, match="width=3 is out of range"):
        Guideline(width=3)
    with pytest.raises(InputError, match="2 actions for 1 states"):
        game.play(one, np.array([0, 0]))
    with pytest.raises(InputError, match=f"action {game.actions - 1} is not legal there"):
        game.play(one, np.array([game.actions - 1]))
    with pytest.raises(InputError, match="action -1 is not legal"):
        game.describe(one, -1)
    with pytest.raises(InputError, match="cannot receive"):
        game.receive(one, np.array([-1]))
    with pytest.raises(InputError, match="cannot receive"):
        game.receive(one, np.array([1, 2]))
    with pytest.raises(InputError, match=f"give {COUNT}, one for each feature"):
        game.moves(one, np.zeros(3))
    one["dead"] = True
    with pytest.raises(InputError, match="the game is over"):
        game.play(one, np.array([0]))


def test_rollout_stops() -> None:
    game = Guideline()
    states, weights = game.new(range(8)), steady(game)
    high = game.rollout(states, weights, 100, high=4)
    assert {max(map(len, rows_of(game, one.reshape(1))), default=0) for one in high} <= {0, 10}
    assert all(len(rows_of(game, one.reshape(1))) >= 4 for one in high)
    assert (game.rollout(states, weights, 0) == states).all()
    assert (game.rollout(states, weights, 25)["pieces"] == 25).all()

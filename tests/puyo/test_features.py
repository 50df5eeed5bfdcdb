"""Features: worked by hand, and against their naive twins on thousands of fields."""

from typing import Any

import numpy as np
import pytest
from tests.naive import puyo_features as naive
from tests.naive import puyo_game
from tests.naive.puyo import field_of
from tests.puyo.fields import Rows, columns
from tests.puyo.positions import games, played, position, rested, scattered

from wellplayed.game import earned, feature_names
from wellplayed.puyo import features
from wellplayed.puyo.cells import COLOURS
from wellplayed.puyo.features import CREDITS, NAMES
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.text import parse

# Columns from the floor. Heights 5 3 2 3 0 1; groups YY, RR, GG and a corner BBB; B, G and two Y alone.
ROUGH = columns("YYRRB", "#GG", "GB", "YBB", "", "Y")
# Heights 13 11 0 0 10 12, all ojama but for a puyo in the ghost row.
TOWERS = columns("#" * 12 + "R", "#" * 11, "", "", "#" * 10, "#" * 12)
# A yellow puyo on column 2 makes a group of five, and four green ones fall together.
READY = columns("GGGYG", "YYY", "", "", "", "")
FIELDS = {"rough": ROUGH, "towers": TOWERS, "ready": READY, "bare": []}

# (feature, field, number): how the number comes about stands beside it.
WORKED = [
    ("connections", "rough", 5),  # YY, RR, GG one each, BBB two
    ("connections", "towers", 0),
    ("pairs", "rough", 3),
    ("triples", "rough", 1),
    ("triples", "ready", 2),  # GGG and YYY; the others are alone
    ("clusters", "rough", 4),
    ("max_height", "rough", 5),
    ("max_height", "towers", 13),
    ("height_variance", "rough", 92 / 36),  # mean 14/6: 48/6 - 196/36
    ("height_variance", "towers", 1088 / 36),  # mean 46/6: 534/6 - 2116/36
    ("bottom_rows", "rough", 12),  # 5 + 4 + 3
    ("danger", "rough", 0),
    ("danger", "towers", 3),  # 13, 11 and 12
    ("puyos", "rough", 14),
    ("ojama", "rough", 1),
    ("ojama", "towers", 45),
    # rough: the bowl of mean 14/6 is 4 2 1 1 2 4 high: 1 + 1 + 1 + 2 + 2 + 3
    ("slope", "rough", 10),
    # bare: the bowl of mean 0 is 5/3 -1/3 -4/3 -4/3 -1/3 5/3 high
    ("slope", "bare", 20 / 3),
    ("valleys", "rough", 2),  # column 2 lies 1 below both, column 4 lies 1 below column 5
    ("valleys", "towers", 0),
    ("ridges", "rough", 4),  # column 0 by 2, column 3 by 1, column 5 by 1
    ("ridges", "towers", 4),  # columns 0 and 5 by 2
    ("spawn_height", "rough", 2),
    ("ghosts", "towers", 1),
    ("topped", "towers", 0),
    # ready: of the stairs at the left wall GGG and YYY, six of eleven cells, are there and nothing else
    ("form", "ready", 6 / 11),
    # rough: nothing fits, at either wall; at the right one, where a single puyo stands, column 3 is in the way
    ("form", "rough", 0),
    ("form", "towers", 0),
    # rough: two blue puyos on column 4 make a group of five, 10 x 5 x 2; all others make four and 40 points
    ("potential_links", "rough", 1),
    ("potential_score", "rough", 0.1),
    ("potential_square", "rough", 0.01**2),
    ("potential_needed", "rough", 2),
    ("trigger_height", "rough", 0),
    ("ready_score", "rough", 0.04),  # one blue puyo on column 3
    ("close_score", "rough", 0.1),
    # ready: 10 x 5 x 2 for yellow and 10 x 4 x 8 for green
    ("potential_links", "ready", 2),
    ("potential_score", "ready", 0.42),
    ("potential_square", "ready", 0.042**2),
    ("potential_needed", "ready", 1),
    ("trigger_height", "ready", 3),
    ("ready_score", "ready", 0.42),
    ("close_score", "ready", 0.42),
    ("potential_links", "towers", 0),  # it touches nothing but ojama
    *((name, "bare", 0) for name in NAMES if name != "slope"),
]

# Moves: the field, a pair, and its action.
MOVES = {
    "four": (columns("RRR", "", "", "", "", ""), "RG", 0),  # red on three red ones
    "six": (columns("RRR", "R", "", "", "", ""), "RR", 1),  # two more on column 1
    "all": (columns("RR", "", "", "", "", ""), "RR", 0),
    "torn": (columns("GBG", "", "", "", "", ""), "RB", 6),  # flat, over a step of three
    "high": (columns("#" * 12, "#" * 11, "", "", "", ""), "RB", 0),  # the child comes to rest in row 14
    "two": (READY, "YB", 1),  # yellow on column 1; blue comes down after it
}
WORKED_MOVES = [
    ("links", "four", 1),
    ("links", "torn", 0),
    ("links", "two", 2),
    ("chain_score", "four", 0.04),
    ("chain_score", "six", 0.18),  # 10 x 6 x 3
    ("chain_score", "two", 0.42),
    ("chain_square", "two", 0.042**2),
    ("ripe", "four", 0.004**2 * (5 / 72) ** 2),  # three puyos and the pair were in the field
    ("ripe", "two", 0.042**2 * (10 / 72) ** 2),
    ("popped", "four", 4),
    ("popped", "six", 6),
    ("popped", "two", 9),
    ("all_clear", "four", 0),  # the green one is left
    ("all_clear", "all", 1),
    ("tear", "torn", 3),
    ("tear", "four", 0),
    ("topped", "high", 1),
    ("topped", "four", 0),
]


def only(states: Any, name: str) -> float:
    """One feature of one state, by the kernel."""
    return float(Puyo().features(states)[0][NAMES.index(name)])


def with_field(rows: Rows, pair: str = "RG") -> Any:
    states = Puyo().new([0])
    states["cells"][0] = parse("/".join(rows))
    states["queue"][0, 0] = [COLOURS.index(letter) for letter in pair]
    return states


def twin_of(rows: Rows, pair: str = "RG") -> puyo_game.Position:
    return puyo_game.Position(field_of(rows), [pair])


@pytest.mark.parametrize(("name", "field", "number"), WORKED)
def test_worked_by_hand(name: str, field: str, number: float) -> None:
    assert only(with_field(FIELDS[field]), name) == pytest.approx(number, rel=1e-14)


@pytest.mark.pure
@pytest.mark.parametrize(("name", "field", "number"), WORKED)
def test_the_twin_worked_by_hand(name: str, field: str, number: float) -> None:
    assert naive.features(twin_of(FIELDS[field]))[name] == pytest.approx(number, rel=1e-14)


@pytest.mark.parametrize(("name", "move", "number"), WORKED_MOVES)
def test_moves_worked_by_hand(name: str, move: str, number: float) -> None:
    rows, pair, action = MOVES[move]
    after = Puyo().play(with_field(rows, pair), np.array([action]))
    assert only(after, name) == pytest.approx(number, rel=1e-14)


@pytest.mark.pure
@pytest.mark.parametrize(("name", "move", "number"), WORKED_MOVES)
def test_the_twin_of_moves_worked_by_hand(name: str, move: str, number: float) -> None:
    rows, pair, action = MOVES[move]
    after = puyo_game.play(twin_of(rows, pair), puyo_game.Rules(), action)
    assert naive.features(after)[name] == pytest.approx(number, rel=1e-14)


@pytest.mark.parametrize(("points", "number"), [(79_990, 0), (80_000, 1)])
def test_a_chain_that_ends_build50(points: int, number: int) -> None:
    states = with_field([])
    states["gained"] = points
    assert only(states, "reached") == number == naive.features(position(states[0], Puyo()))["reached"]


@pytest.mark.pure
def test_every_feature_is_worked_by_hand_and_has_a_twin() -> None:
    known = {name for name, _, number in [*WORKED, *WORKED_MOVES] if number} | {"reached"}
    assert known == set(NAMES) == set(naive.NAMES)
    assert len(set(NAMES)) == len(NAMES) == features.COUNT


@pytest.mark.pure
def test_every_feature_says_what_it_is_and_where_it_comes_from() -> None:
    assert feature_names(Puyo()) == NAMES
    for name, definition, source, _ in features.FEATURES:
        assert definition.strip(), name
        assert source.strip(), name


@pytest.mark.pure
def test_events_of_the_move_are_credit_and_come_first() -> None:
    credit = [name for name, yes in zip(NAMES, earned(Puyo()), strict=True) if yes]
    assert set(credit) == set(naive.EARNED)
    assert tuple(credit) == NAMES[:CREDITS]


@pytest.mark.pure
def test_the_bits_of_features_that_play_chains_out() -> None:
    assert {name for k, name in enumerate(NAMES) if features.LOOKED >> k & 1} == set(naive.LOOKED)


# Against the twin -----------------------------------------------------------------------------------------------------


def compare(states: Any, game: Puyo) -> None:
    """Every feature of some states, to the last bit where they are whole numbers or one division."""
    found = game.features(states)
    for state, row in zip(states, found, strict=True):
        known = naive.features(position(state, game))
        np.testing.assert_allclose(row, [known[name] for name in NAMES], rtol=1e-14, atol=1e-13)
        exact = [k for k, name in enumerate(NAMES) if name not in ("slope", "chain_square", "potential_square", "ripe")]
        assert row[exact].tolist() == [known[NAMES[k]] for k in exact], game.show(np.array([state]))


def test_random_fields_agree_with_the_twin() -> None:
    rng = np.random.default_rng(1)
    game = Puyo(5)
    states = game.new(range(1000))
    for state, rows in zip(states, rested(1000, 21), strict=True):
        state["cells"] = parse("/".join(rows))
    for name, most in (("chain", 19), ("popped", 72), ("tear", 12), ("crowd", 78), ("gained", 300_000), ("topped", 63)):
        states[name] = rng.integers(0, most + 1, len(states))
    compare(states, game)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name.removeprefix("puyo:"))
def test_fields_reached_by_play_agree_with_the_twin(game: Puyo) -> None:
    states = played(game, 50, 22)
    compare(states, game)
    compare(game.expand(states[:3]).states, game)
    compare(scattered(game, 30, 23), game)


@pytest.mark.slow
def test_many_fields_agree_with_the_twin() -> None:
    for game in games():
        compare(np.concatenate([played(game, 1000, 24), scattered(game, 1000, 25)]), game)


def test_chains_are_looked_for_only_where_they_count() -> None:
    game = Puyo()
    states = played(game, 40, 26)
    children = game.features(game.expand(states).states)
    for name in ("potential_links", "trigger_height", "puyos", "form"):
        k = NAMES.index(name)
        moves = game.moves(states, np.eye(len(NAMES))[k])
        assert (moves.value[~moves.dead] == children[~moves.dead, k]).all()
        assert len(np.unique(moves.value)) > 2


def test_a_fresh_game_has_no_last_move() -> None:
    assert not Puyo().features(Puyo().new([3]))[:, :CREDITS].any()

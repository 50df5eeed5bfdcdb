"""Puyo play against its twin: children, masks, chance, pictures, and the records to the last field."""

from typing import Any

import numpy as np
import pytest
from tests.naive import puyo_game as naive
from tests.naive.classic import seeded
from tests.naive.puyo_moves import CHILD
from tests.puyo.fields import columns
from tests.puyo.positions import (
    HIDDEN,
    STEADY,
    Case,
    cases,
    expected,
    fields,
    games,
    letters,
    played,
    position,
    rules,
    scattered,
)

from wellplayed.conformance import check_game, equal
from wellplayed.puyo.cells import COLOURS, EMPTY
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.text import parse, show
from wellplayed.search.evaluate import Linear
from wellplayed.search.sampled import Sampled

EVERY = [pytest.param(index, id=game.name.removeprefix("puyo:")) for index, game in enumerate(games())]
OF_ALL_KINDS = pytest.mark.parametrize("game", games(), ids=lambda game: game.name.removeprefix("puyo:"))


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case:
    """Positions of one game with their twins; see `positions.cases`."""
    return cases()[request.param]


every_game = pytest.mark.parametrize("case", EVERY, indirect=True)


# The protocol --------------------------------------------------------------------------------------------------------


@OF_ALL_KINDS
def test_keeps_every_promise(game: Puyo) -> None:
    check_game(game, games=6, pieces=50, seed=game.colours)


@pytest.mark.parametrize("pairs", ["uniform", "esports", "arcade"])
@pytest.mark.parametrize("colours", [3, 4, 5])
def test_keeps_every_promise_with_the_next_pair_hidden(pairs: Any, colours: int) -> None:
    check_game(Puyo(colours, pairs, 0), games=4, pieces=30, seed=2)


@pytest.mark.slow
@OF_ALL_KINDS
def test_keeps_every_promise_for_long(game: Puyo) -> None:
    check_game(game, games=16, pieces=300, seed=1)


# Against the twin ----------------------------------------------------------------------------------------------------


@every_game
def test_expand_agrees_with_the_twin(case: Case) -> None:
    children = case.game.expand(case.states)
    assert children.parent.tolist() == case.parent
    assert children.action.tolist() == case.action
    for state, child in zip(children.states, case.children, strict=True):
        assert fields(state) == expected(child, case.game)
    assert children.credit.tolist() == [child.last.points for child in case.children]
    assert children.attack.tolist() == [child.last.attack for child in case.children]


@every_game
def test_play_agrees_with_expand(case: Case) -> None:
    children = case.game.expand(case.states)
    after = case.game.play(case.states[children.parent], children.action)
    assert equal(after, children.states).all()


@every_game
def test_mask_agrees_with_the_twin(case: Case) -> None:
    wanted = np.zeros((len(case.states), case.game.actions), np.bool_)
    wanted[case.parent, case.action] = True
    np.testing.assert_array_equal(case.game.mask(case.states), wanted)


@every_game
def test_planes_agree_with_the_twin(case: Case) -> None:
    game = case.game
    planes = game.planes(case.states)
    assert planes.dtype == np.float32
    assert planes.shape == (len(case.states), 7 + 5 * (1 + game.previews), 14, 6)
    for image, twin in zip(planes, case.twins, strict=True):
        for k, letter in enumerate(COLOURS + "#"):
            assert image[k, :13].tolist() == [[cell == letter for cell in row] for row in twin.field]
        assert not image[:6, 13].any()
        assert image[6, 13].tolist() == [x in twin.topped for x in range(6)]
        assert not image[6, :13].any()
        for slot, pair in enumerate(twin.queue):
            for k, letter in enumerate(COLOURS):
                assert (image[7 + 5 * slot + k] == (pair or "").count(letter) / 2).all()


@every_game
def test_describe_agrees_with_the_twin(case: Case) -> None:
    for i, action in list(zip(case.parent, case.action, strict=True))[::7]:
        twin, (turn, x) = case.twins[i], divmod(action, 6)
        tall, other = naive.heights(twin.field), x + CHILD[turn][0]
        placement = case.game.describe(case.states[i : i + 1], action)
        (axis_x, axis_y), (child_x, child_y) = placement.cells
        assert (axis_x, child_x) == (x, other)
        assert axis_y == tall[x] + (turn == 2)
        assert child_y == tall[other] + (turn == 0)
        assert (placement.piece, placement.orientation) == (twin.queue[0], turn)
        assert placement[3:] == ("", "drop", "none")


@every_game
def test_chance_agrees_with_the_twin(case: Case) -> None:
    game, after = case.game, case.game.expand(case.states).states[::9]
    many = case.states.copy()
    many["queue"][:, game.previews // 2 : game.previews + 1] = EMPTY  # more than one slot unseen
    for states in (after, many, case.states):
        twins = [position(state, game) for state in states]
        for state, twin in zip(game.deal(states), twins, strict=True):
            assert fields(state) == expected(naive.deal(twin, rules(game)), game)
        wanted = [(i, *outcome) for i, twin in enumerate(twins) for outcome in naive.outcomes(twin, rules(game))]
        outcomes = game.outcomes(states)
        assert outcomes.parent.tolist() == [i for i, _, _ in wanted]
        np.testing.assert_allclose(outcomes.chance, [float(chance) for _, chance, _ in wanted], rtol=1e-14)
        for state, (_, _, twin) in zip(outcomes.states, wanted, strict=True):
            assert fields(state) == expected(twin, game)


@OF_ALL_KINDS
def test_whole_games_agree_with_the_twin(game: Puyo) -> None:
    """To the end and beyond a pool, with ojama now and then."""
    rng, over, made = np.random.default_rng(game.previews), 0, 0
    states, twin = game.new([4]), naive.new(4, rules(game))
    while made < 150:
        assert fields(states[0]) == expected(twin, game)
        if twin.dead:
            over += 1
            states, twin = game.new([made]), naive.new(made, rules(game))
            continue
        moves = game.moves(states, STEADY)
        action = int(moves.action[np.argmax(moves.value)] if rng.random() < 0.9 else rng.choice(moves.action))
        states, twin = game.play(states, np.array([action])), naive.play(twin, rules(game), action)
        made += 1
        if made % 20 == 0 and not twin.dead:
            states, twin = game.receive(states, np.array([9])), naive.receive(twin, 9)
        states, twin = game.deal(states), naive.deal(twin, rules(game))
    assert over > 0 or twin.pieces > 128


# Worked out by hand --------------------------------------------------------------------------------------------------


def with_field(game: Puyo, pair: str, *cells: str) -> Any:
    states = game.new([0])
    states["cells"], states["queue"][:, 0] = parse("/".join(columns(*cells))), [COLOURS.index(c) for c in pair]
    return states


def test_an_all_clear_is_paid_with_the_next_chain() -> None:
    game = Puyo()
    states = game.play(with_field(game, "RR", "RR", "", "", "", "", ""), np.array([0]))
    assert not states["cells"].any()
    assert (states["gained"][0], states["last_attack"][0], states["carry"][0], states["clear"][0]) == (40, 0, 40, True)
    states["queue"][:, 0] = [0, 1]
    quiet = game.play(states, np.array([0]))
    assert (quiet["last_attack"][0], quiet["carry"][0], quiet["clear"][0]) == (0, 40, True)
    quiet["cells"], quiet["queue"][:, 0] = parse("RRR..."), [0, 1]
    fired = game.play(quiet, np.array([3]))
    assert (fired["gained"][0], fired["last_attack"][0], fired["carry"][0], fired["clear"][0]) == (40, 31, 10, False)
    assert (fired["score"][0], fired["lines"][0], fired["pieces"][0]) == (80, 2, 3)


def test_row_14_can_be_used_once_or_vanishes() -> None:
    for row14, again in (("block", False), ("vanish", True)):
        game = Puyo(row14=row14)  # type: ignore[arg-type]
        states = with_field(game, "RB", "#" * 12, "#" * 11, "", "", "", "")
        after = game.deal(game.play(states, np.array([0])))
        assert after["cells"][0].sum() > states["cells"][0].sum()
        assert (after["topped"][0], show(after["cells"][0]).count("B")) == (not again, 0)
        after["cells"][0] = states["cells"][0]  # the column is of twelve once more
        after["queue"][0, 0] = [0, 1]
        assert game.mask(after)[0, 0] == again


@pytest.mark.parametrize(("death", "third", "fourth"), [("third", True, False), ("two", True, True)])
def test_where_a_game_ends(death: Any, third: bool, fourth: bool) -> None:
    game = Puyo(death=death)
    for x, dead in ((2, third), (3, fourth), (1, False)):
        cells = ["RG" * 5 + "B" if column == x else "" for column in range(6)]
        after = game.play(with_field(game, "RY", *cells), np.array([x]))
        assert after["dead"][0] == dead
        assert after["pieces"][0] == 1


def test_a_chain_may_save_a_game() -> None:
    game = Puyo()
    cells = ("", "", "GB" * 4 + "RRR", "", "", "")
    after = game.play(with_field(game, "RY", *cells), np.array([2]))
    assert (after["dead"][0], after["chain"][0]) == (False, 1)
    assert game.play(with_field(game, "GY", *cells), np.array([2]))["dead"][0]


# Nothing hidden counts ------------------------------------------------------------------------------------------------


def blinded(states: Any, seed: int) -> Any:
    """The same positions with all that nobody can see replaced."""
    rng, other = np.random.default_rng(seed), states.copy()
    other["stream"], other["ahead"] = rng.integers(0, 2**64, (2, len(states)), np.uint64)
    other["pool"], other["loose"] = rng.integers(0, 2**32, len(states)), rng.integers(0, 2, len(states))
    return other


def same(one: Any, two: Any, but: tuple[str, ...] = HIDDEN) -> None:
    """Records that agree in all that counts."""
    for name in one.dtype.names:
        if name not in but:
            np.testing.assert_array_equal(one[name], two[name], err_msg=name)


@OF_ALL_KINDS
def test_fairness_what_is_hidden_changes_nothing(game: Puyo) -> None:
    states = np.concatenate([played(game, 40, 4), scattered(game, 20, 4)])
    other = blinded(states, 5)
    other["match"] = other["match"][::-1]
    one, two = game.expand(states), game.expand(other)
    same(one.states, two.states, (*HIDDEN, "match"))
    for a, b in (*zip(one[1:], two[1:], strict=True), *zip(game.moves(states, STEADY), game.moves(other, STEADY))):
        np.testing.assert_array_equal(a, b)
    for look in (game.mask, game.planes, game.features):
        np.testing.assert_array_equal(look(states), look(other))
    living = ~one.states["dead"]
    chances, others = game.outcomes(one.states[living]), game.outcomes(two.states[living])
    same(chances.states, others.states, ("stream", "match"))
    np.testing.assert_array_equal(chances.chance, others.chance)
    for a, b in zip(states[:8], other[:8], strict=True):
        assert game.show(np.array([a])) == game.show(np.array([b]))


@OF_ALL_KINDS
def test_an_outcome_holds_nothing_of_what_its_match_would_have_brought(game: Puyo) -> None:
    after = game.expand(played(game, 6, 6)).states[::5]
    after = after[~after["dead"]]
    outcomes = game.outcomes(after).states
    assert outcomes["loose"].all()
    assert not outcomes["pool"].any()
    assert not outcomes["ahead"].any()
    assert (outcomes["drawn"] == np.repeat(after["drawn"], np.bincount(game.outcomes(after).parent)) + 1).all()
    used = 0 if game.pairs == "uniform" else 2
    refilled = outcomes["left"].sum(axis=1) >= 250
    before = np.repeat(after["left"].sum(axis=1), np.bincount(game.outcomes(after).parent))
    assert (before - outcomes["left"].sum(axis=1) == used)[~refilled | (used == 0)].all()


@OF_ALL_KINDS
def test_a_search_over_dreams_does_not_see_what_is_hidden(game: Puyo) -> None:
    states = played(game, 12, 8)
    search = Sampled(Linear(game, {"potential_score": 1.0, "chain_score": 1.0, "danger": -1.0}), 2, 4, futures=3)
    assert (search.choose(game, states) == search.choose(game, blinded(states, 9))).all()


def test_another_future_is_drawn_from_what_is_left() -> None:
    for game in games():
        states = played(game, 50, 4)
        seeds = np.arange(50, dtype=np.uint64) * np.uint64(3)
        other = game.reseeded(states, seeds)
        assert (other["stream"] == [seeded(naive.mixed(SALT, int(seed))) for seed in seeds]).all()
        assert other["loose"].all()
        same(other, states)
        assert game.reseeded(states[:0], seeds[:0]).shape == (0,)


SALT = int.from_bytes(b"puyopool", "big")


@pytest.mark.parametrize("game", [Puyo(), Puyo(5, "uniform", 0), Puyo(3, "arcade", 4)], ids=lambda game: game.name)
def test_other_futures_bring_every_pair_as_often_as_outcomes_say(game: Puyo) -> None:
    one = game.play(game.new([4]), np.array([2]))
    outcomes = game.outcomes(one)
    dealt = game.deal(game.reseeded(np.repeat(one, 7000), np.arange(7000, dtype=np.uint64)))
    slot = game.previews
    found = np.sort(dealt["queue"][:, slot], axis=1)
    counts = [(found == pair).all(axis=1).sum() for pair in outcomes.states["queue"][:, slot]]
    assert sum(counts) == 7000
    # Chi-square with 14 degrees of freedom, the most there are here, exceeds this once in 10,000 fair samples.
    assert ((np.array(counts) - 7000 * outcomes.chance) ** 2 / (7000 * outcomes.chance)).sum() < 42.6


def test_either_way_round_is_one_outcome_but_for_row_14() -> None:
    game = Puyo(previews=0)
    for tall, rows in (("", 10), ("#" * 12, 16)):
        states = with_field(game, "RG", tall, "#" * 11, "", "", "", "")
        states["queue"][:, 0] = EMPTY
        states["drawn"], states["left"][0, :4] = 2, 64  # past the opening
        outcomes = game.outcomes(states)
        pairs = [letters(pair) for pair in outcomes.states["queue"][:, 0].tolist()]
        assert len(pairs) == len(set(pairs)) == rows
        assert outcomes.chance.sum() == pytest.approx(1, abs=1e-12)
    states["topped"] = 1
    assert len(game.outcomes(states).parent) == 10


# Views ---------------------------------------------------------------------------------------------------------------


def test_every_placement_is_a_straight_drop() -> None:
    for game in games():
        assert game.straight() is game


def test_more_previews_are_the_same_game() -> None:
    game = Puyo()
    states = game.new(range(20))
    for previews in (3, 8, 15):
        deep = game.showing(previews)
        assert deep.name == game.name.replace("previews=2", f"previews={previews}")
        dealt = deep.deal(states)
        assert (dealt["queue"][:, : previews + 1] != EMPTY).all()
        assert (dealt["queue"][:, previews + 1 :] == EMPTY).all()
        assert dealt["queue"].tolist() == deep.new(range(20))["queue"].tolist()
        while (states["pieces"] < previews).all():  # what was shown is what comes
            shown = dealt["queue"][:, states["pieces"][0]]
            assert (states["queue"][:, 0] == shown).all()
            actions = np.argmax(game.mask(states), axis=1)
            states = game.deal(game.play(states, actions))
        states = game.new(range(20))


def test_letters_are_those_of_its_colours() -> None:
    assert [Puyo(colours).letters for colours in (3, 4, 5)] == ["RYG", "RYGB", "RYGBP"]
    for game in games():
        states = game.new(range(50))
        seen = set("".join(letters(pair) or "" for pair in states["queue"].reshape(-1, 2).tolist()))
        assert seen <= set(game.letters)

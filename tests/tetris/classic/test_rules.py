"""Classic play against its twin: children, masks, chance, pictures, and the records to the last field."""

from typing import Any

import numpy as np
import pytest
from tests.naive import classic as naive
from tests.naive.records import expected, fields, position
from tests.tetris.positions import Case, cases, games, played, rules

from wellplayed.errors import InputError
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.classic.text import parse

EVERY = [pytest.param(index, id=game.name.removeprefix("classic:")) for index, game in enumerate(games())]
BOTH = pytest.mark.parametrize("overflow", ["end", "clear"])


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case:
    """Positions of one game with their twins; see `positions.cases`."""
    return cases()[request.param]


every_game = pytest.mark.parametrize("case", EVERY, indirect=True)


@every_game
def test_expand_agrees_with_the_twin(case: Case) -> None:
    children = case.game.expand(case.states)
    assert children.parent.tolist() == case.parent
    assert children.action.tolist() == case.action
    for state, child in zip(children.states, case.children, strict=True):
        assert fields(state) == expected(child)
    assert children.credit.tolist() == [child.last.cleared for child in case.children]
    assert not children.attack.any()


@every_game
def test_play_agrees_with_expand(case: Case) -> None:
    children = case.game.expand(case.states)
    after = case.game.play(case.states[children.parent], children.action)
    assert after.tobytes() == children.states.tobytes()


@every_game
def test_mask_agrees_with_the_twin(case: Case) -> None:
    wanted = np.zeros((len(case.states), case.game.actions), np.bool_)
    wanted[case.parent, case.action] = True
    np.testing.assert_array_equal(case.game.mask(case.states), wanted)


@every_game
def test_planes_agree_with_the_twin(case: Case) -> None:
    game, planes = case.game, case.game.planes(case.states)
    assert planes.dtype == np.float32
    assert planes.shape == (len(case.states), 1 + 7 * (1 + game.previews), game.height + naive.HIDDEN, game.width)
    for image, twin in zip(planes, case.twins, strict=True):
        assert image[0].tolist() == twin.board
        for slot, piece in enumerate(twin.queue):
            for number in range(7):
                assert (image[1 + 7 * slot + number] == (number == piece)).all()


@every_game
def test_describe_agrees_with_the_twin(case: Case) -> None:
    for i, action, child in list(zip(case.parent, case.action, case.children, strict=True))[::7]:
        piece, (o, x) = case.twins[i].queue[0], divmod(action, case.game.width)
        assert piece is not None
        placement = case.game.describe(case.states[i : i + 1], action)
        cells = {(x + dx, child.last.bottom + dy) for dx, dy in naive.cells(piece, o)}
        assert set(placement.cells) == cells
        assert len(placement.cells) == 4
        assert (placement.piece, placement.orientation) == (naive.PIECES[piece], o)
        assert placement[3:] == ("", "drop", "none")


@every_game
def test_chance_agrees_with_the_twin(case: Case) -> None:
    game, after = case.game, case.game.expand(case.states).states[::9]
    many = case.states.copy()
    many["queue"][:, game.previews // 2 : game.previews + 1] = -1  # more than one slot unseen
    for states in (after, many, case.states):
        twins = [position(state, rules(game)) for state in states]
        for state, twin in zip(game.deal(states), twins, strict=True):
            assert fields(state) == expected(naive.deal(twin, rules(game)))
        wanted = [(i, *outcome) for i, twin in enumerate(twins) for outcome in naive.outcomes(twin, rules(game))]
        outcomes = game.outcomes(states)
        assert outcomes.parent.tolist() == [i for i, _, _ in wanted]
        assert outcomes.chance.tolist() == [chance for _, chance, _ in wanted]
        for state, (_, _, twin) in zip(outcomes.states, wanted, strict=True):
            assert fields(state) == expected(twin)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name.removeprefix("classic:"))
def test_whole_games_agree_with_the_twin(game: Classic) -> None:
    rng = np.random.default_rng(game.height)
    states = game.new([game.height])
    twin = naive.new(game.height, rules(game))
    assert fields(states[0]) == expected(twin)
    for _ in range(40):
        if twin.dead:
            break
        action = int(rng.choice(np.flatnonzero(game.mask(states)[0])))
        states = game.deal(game.play(states, np.array([action])))
        twin = naive.deal(naive.play(twin, rules(game), *divmod(action, game.width)), rules(game))
        assert fields(states[0]) == expected(twin)
    assert twin.dead == states["dead"][0]
    assert twin.pieces > 3


# The two endings, on boards four wide and four high: (board, piece, orientation, column, lines, the board left).
# The I comes to rest on column 3, from row 1 to the hidden row 4; rows 1 to 3 are complete.
SAVED = ("###./###./###./.#.#", "I", 0, 3, 3, "...#/.#.#")
# It lies down on top, in row 4, and completes that hidden row.
LID = ("##../..##/##../..##", "I", 1, 0, 1, "##../..##/##../..##")
# Row 3 goes, and the other three cells still stand in rows 3 to 5.
LOST = ("###./.#.#/.#.#/.#.#", "I", 0, 3, 1, "...#/...#/...#/.#.#/.#.#/.#.#")


def ending(overflow: Any, text: str, piece: str, o: int, x: int) -> tuple[Any, naive.Position]:
    """The state and the twin's position after one move."""
    game = Classic(4, 4, overflow=overflow)
    states = game.new([0])
    states["columns"][0], states["queue"][0, 0] = parse(text, 4, 4), naive.PIECES.index(piece)
    return game.play(states, np.array([o * 4 + x]))[0], naive.play(position(states[0], rules(game)), rules(game), o, x)


@pytest.mark.parametrize("move", [SAVED, LID])
def test_rows_that_clear_may_save_a_game(move: Any) -> None:
    text, piece, o, x, lines, left = move
    state, twin = ending("clear", text, piece, o, x)
    assert (state["dead"], state["lines"], state["cleared"]) == (False, lines, lines)
    assert twin.board == naive.from_text(left.replace("/", "\n"), 4, 4)
    assert fields(state) == expected(twin)


def test_rows_that_clear_may_not_be_enough() -> None:
    text, piece, o, x, lines, left = LOST
    state, twin = ending("clear", text, piece, o, x)
    assert (state["dead"], state["lines"], state["cleared"], state["eroded"]) == (True, lines, lines, 1)
    assert twin.board == naive.from_text(left.replace("/", "\n"), 4, 4)
    assert fields(state) == expected(twin)


@pytest.mark.parametrize("move", [SAVED, LID, LOST])
def test_without_the_rescue_the_game_ends_and_nothing_clears(move: Any) -> None:
    text, piece, o, x, _, _ = move
    state, twin = ending("end", text, piece, o, x)
    assert (state["dead"], state["lines"], state["cleared"], state["eroded"]) == (True, 0, 0, 0)
    assert sum(int(column).bit_count() for column in state["columns"]) == text.count("#") + 4
    assert fields(state) == expected(twin)


@BOTH
def test_the_last_visible_row_is_not_above_the_rows(overflow: Any) -> None:
    state, _ = ending(overflow, "#..#", "O", 0, 1)
    assert not state["dead"]
    state, _ = ending(overflow, "#.../#.../#...", "I", 0, 3)  # rows 0 to 3
    assert not state["dead"]
    state, _ = ending(overflow, "##../##../##..", "O", 0, 0)  # rows 3 and 4
    assert state["dead"]


@BOTH
def test_cells_come_four_by_four_and_go_row_by_row(overflow: Any) -> None:
    for height, width in ((4, 10), (7, 4), (12, 6), (20, 10), (24, 9)):
        game = Classic(height, width, overflow=overflow)
        children = game.expand(states := played(game, 2000, 3))
        before, after = (np.bitwise_count(s["columns"]).sum(axis=1).astype(int) for s in (states, children.states))
        lines = children.states["lines"] - states["lines"][children.parent]
        assert (before[children.parent] + 4 - width * lines == after).all()
        assert (lines == children.states["cleared"]).all()
        assert (lines == children.credit).all()
        living = children.states[~children.states["dead"]]["columns"]
        assert (living < 1 << height).all()
        assert not np.bitwise_and.reduce(living[:, :width], axis=1).any()


def test_fairness_what_is_hidden_changes_nothing() -> None:
    for game in games():
        states = played(game, 50, 4)
        other = states.copy()
        other["stream"] = np.random.default_rng(0).integers(0, 2**64, len(states), np.uint64)
        other["match"] = states["match"][::-1]
        one, two = game.expand(states), game.expand(other)
        for name in one.states.dtype.names:
            if name not in ("stream", "match"):
                np.testing.assert_array_equal(one.states[name], two.states[name])
        for a, b in zip(one[1:], two[1:]):
            np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(game.mask(states), game.mask(other))
        np.testing.assert_array_equal(game.planes(states), game.planes(other))
        np.testing.assert_array_equal(game.features(states), game.features(other))
        chances, others = game.outcomes(one.states), game.outcomes(two.states)
        np.testing.assert_array_equal(chances.states["queue"], others.states["queue"])
        np.testing.assert_array_equal(chances.chance, others.chance)


@pytest.mark.parametrize("game", [Classic(8), Classic(8, 7, "bag", 2), Classic(8, 7, "sz", 1)], ids=str)
def test_another_future_begins_as_a_game_of_that_seed(game: Classic) -> None:
    states = played(game, 50, 4)
    seeds = np.arange(50, dtype=np.uint64) * np.uint64(3)
    other = game.reseeded(states, seeds)
    for state, before, seed in zip(other, states, seeds, strict=True):
        assert fields(state) == {**fields(before), "stream": naive.seeded(int(seed))}
    assert game.reseeded(states[:0], seeds[:0]).shape == (0,)


@pytest.mark.parametrize("drawn", [0, 3, 6])
@pytest.mark.parametrize("pieces", ["uniform", "bag", "sz"])
def test_other_futures_bring_every_piece_as_often_as_outcomes_say(pieces: Any, drawn: int) -> None:
    game = Classic(20, 10, pieces)
    one = game.new([4])
    for _ in range(drawn):
        one["queue"][0, 0] = -1
        one = game.deal(one)
    one["queue"][0, 0] = -1
    outcomes = game.outcomes(one)
    wanted = np.zeros(7)
    wanted[outcomes.states["queue"][:, 0]] = 7000 * outcomes.chance
    dealt = game.deal(game.reseeded(np.repeat(one, 7000), np.arange(7000, dtype=np.uint64)))
    found = np.bincount(dealt["queue"][:, 0], minlength=7)
    assert (found[wanted == 0] == 0).all()
    live = wanted > 0
    # Chi-square with 6 degrees of freedom exceeds this once in 10,000 fair samples.
    assert ((found - wanted)[live] ** 2 / wanted[live]).sum() < 27.86


def test_every_classic_placement_is_a_straight_drop() -> None:
    game = Classic()
    assert game.straight() is game


@pytest.mark.parametrize("wrong", [[1], [1, 2, 3], 5, [0.5, 1.5]])
def test_reseeded_refuses_what_is_not_one_word_for_each_state(wrong: Any) -> None:
    with pytest.raises(InputError, match="give a whole number for each of 2"):
        Classic().reseeded(Classic().new([1, 2]), wrong)

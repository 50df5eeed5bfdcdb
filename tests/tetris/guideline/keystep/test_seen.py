"""What a player sees of a game by keys: the same position by placements, and nothing of what is to come."""

import random

import numpy as np
import pytest

from wellplayed.tetris.guideline.keys import KeyGame, Start, play_keys
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import parse

# What a position consists of; the streams are hidden, and the shape of the last move is not told.
TOLD = ("columns", "marks", "match", "bag", "pieces", "lines", "attack", "sent", "combo", "chain")
TOLD_AS_WELL = ("pending", "queue", "hold", "hole", "dead", "placed", "spin", "cleared", "perfect", "last_attack")


@pytest.mark.parametrize(
    "rules",
    [
        "guideline",
        "tetrio-s2:delay_turns=0,delay_ticks=0",
        "botris:delay_turns=0,delay_ticks=0",
        "guideline:width=6,bag=14-bag,previews=0,hold=off,blocking=combo",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_position_of_play_by_placements(rules: str, seed: int) -> None:
    rng, guideline = random.Random(seed), Guideline(parse(rules))
    game, state = KeyGame(guideline.rules, seed), guideline.new([seed])
    for _ in range(40):
        seen = game.seen()
        for name in (*TOLD, *TOLD_AS_WELL):
            assert seen[name].tolist() == state[name].tolist(), name
        actions = np.flatnonzero(guideline.mask(state)[0])
        assert actions.tolist() == np.flatnonzero(guideline.mask(seen)[0]).tolist()
        action = int(rng.choice(sorted(actions, key=lambda a: guideline.parts(a)[4])[:8]))
        play_keys(game, guideline.describe(state, action).keys + "HD")
        state = guideline.deal(guideline.play(state, np.array([action])))
        if rng.random() < 0.2:
            game.receive(2)
            state = guideline.receive(state, np.array([2]))
        if game.over:
            break
    assert game.state.pieces > 8


def test_nothing_hidden_is_in_it() -> None:
    games = [KeyGame(parse("guideline"), seed, start=Start(queue="TIOLJSZ")) for seed in (1, 2)]
    one, other = (game.seen() for game in games)
    for name in ("stream", "noise"):
        assert one[name].tolist() == other[name].tolist()
        assert one[name].tolist() != [int(games[0].state[name])]
    games[0].apply("HD")
    assert games[0].seen()["stream"].tolist() != one["stream"].tolist()
    # Nothing beyond what the rules show, even if the start gave more.
    assert one["queue"].tolist() == [[2, 0, 1, 6, 5, 4, *[-1] * 10]]
    tetrio = KeyGame(parse("tetrio-s1"), 9)
    assert 0 < int(tetrio.seen()["stream"][0]) < (1 << 31) - 1  # the only states that its generator has


@pytest.mark.parametrize("bag", ["uniform", "7-bag", "14-bag", "tetrio"])
def test_a_next_piece_that_is_not_shown_is_still_in_the_bag(bag: str) -> None:
    rules = parse(f"guideline:previews=0,bag={bag}")
    game, state, guideline = KeyGame(rules, 5), Guideline(rules).new([5]), Guideline(rules)
    for _ in range(20):
        assert game.seen()["bag"].tolist() == state["bag"].tolist()
        state = guideline.deal(guideline.play(state, np.array([np.flatnonzero(guideline.mask(state)[0])[0]])))
        state["columns"], state["dead"] = 0, False
        game.apply("HD")
        game.state.columns[:] = 0
    given = KeyGame(rules, 5, start=Start(queue="TIOT"))
    for bags in (0, 0, 0):  # nothing is drawn yet
        assert int(given.seen()["bag"][0]) == bags
        given.apply("HD")
    assert int(given.seen()["bag"][0]) == 0


def test_waits_in_ticks_are_told_in_pieces() -> None:
    game = KeyGame(parse("guideline:delay_ticks=41,gravity=0"))
    game.receive(3)
    waits = []
    for _ in range(4):
        waits.append(int(game.seen(20)["pending"][0, 0, 2]))
        game.tick(20)
    assert waits == [2, 1, 0, 0]  # with 41, 21 and 1 ticks to go; the piece that falls now ends after 20
    assert game.seen(20)["pending"][0, :, 0].sum() == 3


def test_the_piece_is_told_wherever_it_is_and_whatever_hold_did() -> None:
    game = KeyGame(parse("guideline"), start=Start(queue="TIOLJSZ"))
    before = game.seen()
    for key in ("L", "CW"):
        assert game.apply(key)
    game.tick(100)  # two rows of gravity
    assert np.array_equal(game.seen(), before)
    game.apply("HOLD")
    after = game.seen()
    assert (int(after["hold"][0]), after["queue"][0, :3].tolist()) == (2, [0, 1, 6])

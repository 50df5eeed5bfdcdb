"""The past of a game: a valid replay in little room, and moments to go back to."""

import numpy as np
import pytest

from wellplayed.interfaces.web.past import MOMENTS, Past
from wellplayed.tetris.guideline import replay
from wellplayed.tetris.guideline.keys import Event, KeyGame
from wellplayed.tetris.guideline.keystep.record import KEYS
from wellplayed.tetris.guideline.ruleset import parse

RULES = parse("tetrio-s2:gravity=0.2,lock_out=off")


def busy(game: KeyGame, past: Past, ticks: int, seed: int = 0) -> list[Event]:
    """Press and release at random; all events."""
    rng, events = np.random.default_rng(seed), []
    for _ in range(ticks):
        key = KEYS[rng.integers(0, 8)]
        (game.press if rng.random() < 0.6 else game.release)(key)
        if rng.random() < 0.05:
            game.receive(3)
        events += game.events
        past.take(game)
        assert game.events == []
        game.tick()
    return events


def test_events_come_out_as_they_went_in() -> None:
    game, past = KeyGame(RULES, 7), Past()
    events = busy(game, past, 300)
    assert past.events() == tuple(events)
    assert (past.count, past.whole) == (len(events), True)
    tape = past.replay(game)
    assert tape.run().snapshot().state == game.snapshot().state
    assert replay.from_values(tape.as_dict()) == tape


def test_the_largest_event_fits() -> None:
    past, game = Past(), KeyGame()
    game.events += [Event(2**45, 8, 9999), Event(2**45, 7, 2), Event(2**45 + 1, 0, 0)]
    events = tuple(game.events)
    past.take(game)
    assert past.events() == events


@pytest.mark.parametrize("most", [1, 40])
def test_a_full_past_gives_a_replay_of_the_beginning(most: int) -> None:
    game, past = KeyGame(RULES, 7), Past(most)
    events = busy(game, past, 200)
    assert (past.whole, past.count) == (False, len(events))
    tape = past.replay(game)
    assert tape.events == tuple(events[:most])
    assert tape.result.ticks == events[most - 1].tick
    tape.run()


def test_going_back_forgets_what_came_after() -> None:
    game, past = KeyGame(parse("guideline"), 7), Past(9)
    past.keep(game, b"0")
    before, moments = [past.events()], [game.snapshot()]
    for n in range(6):
        game.apply("LR"[n % 2])
        game.apply("HD")
        past.take(game)
        past.keep(game, str(n + 1).encode())
        before.append(past.events())
        moments.append(game.snapshot())
    assert not past.whole
    for pieces in (6, 5, 3):  # two are skipped: a moment is that of a piece, not of a call
        moment = past.back(pieces)
        assert moment is not None
        assert (moment.pieces, moment.painting) == (pieces - 1, str(pieces - 1).encode())
        game.restore(moment.game)
        assert game.snapshot() == moments[pieces - 1]
        assert past.events() == before[pieces - 1]
    assert past.whole  # what was left out is forgotten, too
    game.apply("HD")
    past.take(game)
    past.replay(game).run()


def test_the_first_piece_cannot_be_taken_back() -> None:
    game, past = KeyGame(), Past()
    past.keep(game, b"")
    game.press("left")
    past.take(game)
    assert not past.reaches(0)
    assert past.back(0) is None
    assert past.count == 1


def test_moments_are_bounded() -> None:
    game, past = KeyGame(), Past()
    for n in range(MOMENTS + 50):
        game.states["pieces"] = n
        past.keep(game, b"")
    assert past.reaches(51)
    assert not past.reaches(50)

"""Replays: the same events lead to the same bytes, and what cannot be run again is refused."""

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.puyo.keys import Handling, KeyGame, Start
from wellplayed.puyo.keystep.record import KEYS
from wellplayed.puyo.replay import Replay, from_values, load, record
from wellplayed.puyo.ruleset import parse


def played(ticks: int = 600) -> KeyGame:
    """A game of wild keys, with ojama that comes and is announced."""
    game, rng = KeyGame(parse("tsu:colours=5"), 9, Handling(6, 1), Start("RR....", "GB YY")), np.random.default_rng(3)
    for tick in range(ticks):
        key = KEYS[rng.integers(len(KEYS))]
        (game.press if rng.random() < 0.5 else game.release)(key)
        if tick == 100:
            game.receive(7)
        if tick == 200:
            game.announce(4)
        if tick == 300:
            game.arrive()
        game.tick()
    return game


def changed(**changes: Any) -> dict[str, Any]:
    return json.loads(json.dumps(record(played(60)).as_dict())) | changes


def test_a_file_leads_to_the_same_game(tmp_path: Path) -> None:
    game = played()
    tape = record(game)
    values = json.dumps(tape.as_dict())
    again = from_values(json.loads(values))
    assert again == tape
    assert again.run().snapshot().state == game.snapshot().state
    plain, packed = tmp_path / "game.json", tmp_path / "game.json.gz"
    plain.write_text(values)
    packed.write_bytes(gzip.compress(values.encode()))
    assert load(plain) == load(packed) == tape


def test_a_replay_that_does_not_lead_where_it_says_is_refused() -> None:
    tape = record(played(200))
    told = Replay(tape.rules, tape.handling, tape.seed, tape.start, tape.events[:-40], tape.result)
    with pytest.raises(InputError, match="it was edited"):
        told.run()


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"format": "wellplayed-keys"}, "not a replay of Puyo"),
        ({"version": 2}, "version 2"),
        ({"version": True}, "version True"),
        ({"more": 1}, "more"),
        ({"rules": []}, "no table"),
        ({"rules": {"name": "tsu", "colors": 4}}, "colours"),
        ({"seed": -1}, "seed"),
        ({"start": {"board": "......"}}, "lacks the field 'queue'"),
        ({"start": {"board": 1, "queue": ""}}, "must be text"),
        ({"start": {"board": "Q.....", "queue": ""}}, "unknown letter"),
        ({"handling": {"das": 0, "arr": 2}}, "das"),
        ({"events": {}}, "no list"),
        ({"events": [[1, "left"]]}, "write"),
        ({"events": [[5, "left", "down"], [4, "left", "up"]]}, "out of order"),
        ({"events": [[1000, "left", "down"]]}, "tick of event 1"),
        ({"events": [[1, "hold", "down"]]}, "hold"),
        ({"events": [[1, "left", "tip"]]}, "tap"),
        ({"events": [[1, "ojama", 10000]]}, "ojama of event 1"),
    ],
)
def test_what_cannot_be_replayed_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why):
        from_values(changed(**changes))


def test_files_that_are_none(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    for path in (broken, tmp_path / "missing.json"):
        with pytest.raises(InputError, match="give"):
            load(path)

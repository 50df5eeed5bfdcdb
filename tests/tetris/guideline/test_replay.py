"""Replays: the same game to the last byte, however it is run again, and a plain refusal of everything else."""

import copy
import dataclasses
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.tetris.guideline.keys import Handling, KeyGame, Start
from wellplayed.tetris.guideline.keystep.record import KEYS
from wellplayed.tetris.guideline.replay import VERSION, Replay, Seeker, from_values, load, record
from wellplayed.tetris.guideline.ruleset import PRESETS, parse

RULES = ["guideline", "tetrio-s2:gravity=1", "botris", "guideline:width=5,bag=uniform,gravity=20,half=six"]


def played(rules: str = "guideline", seed: int = 1, ticks: int = 900) -> KeyGame:
    """A game with random keys, taps and garbage."""
    rng = np.random.default_rng(seed)
    start = Start("#........./" * 3 if "width" not in rules else "", "TIO", "L")
    game = KeyGame(parse(rules), seed, Handling(das=5.5, arr=0.7, dcd=1, sdf=12), start)
    for _ in range(ticks):
        luck, key = rng.random(), KEYS[rng.choice([0, 1, 2, 4, 5, 6, 7] if rng.random() < 0.98 else [3])]
        if luck < 0.3:
            game.press(key)
        elif luck < 0.6:
            game.release(key)
        elif luck < 0.7:
            game.apply({"left": "L", "right": "R", "soft": "D", "cw": "CW", "ccw": "CCW", "180": "180"}.get(key, "L"))
        elif luck < 0.702:
            game.receive(2)
        if luck < 0.9:
            game.tick()
    return game


@pytest.fixture(scope="module")
def game() -> KeyGame:
    return played()


@pytest.fixture(scope="module")
def values(game: KeyGame) -> Any:
    return json.loads(json.dumps(record(game).as_dict()))


def changed(values: Any, **fields: Any) -> Any:
    other = copy.deepcopy(values)
    other.update(fields)
    return other


@pytest.mark.parametrize("rules", RULES)
def test_a_replay_leads_to_the_same_bytes_again_and_again(rules: str) -> None:
    game = played(rules)
    replay = record(game)
    for _ in range(2):
        assert replay.run().snapshot() == game.snapshot()
        played(rules, seed=99, ticks=50)  # another game in between
    assert record(replay.run()) == replay


@pytest.mark.parametrize("every", [1, 7, 600, 10_000])
@pytest.mark.parametrize("rules", RULES[:2])
def test_seeking_leads_to_the_same_bytes_as_playing(rules: str, every: int) -> None:
    replay = record(played(rules, seed=3))
    ticks, moments = replay.result.ticks, {}
    game, k = replay.game(), 0
    for tick in range(ticks):
        moments[tick] = game.snapshot()
        while k < len(replay.events) and replay.events[k].tick == tick:
            game.play(replay.events[k : k + 1], tick)
            k += 1
        game.tick()
    game.play(replay.events[k:], ticks)
    moments[ticks] = game.snapshot()
    seeker = Seeker(replay, every)
    rng = np.random.default_rng(1)
    for tick in [ticks, 0, ticks // 2, *rng.integers(0, ticks + 1, 30)]:
        assert seeker.at(int(tick)).snapshot() == moments[int(tick)]
    for wrong in (-1, ticks + 1):
        with pytest.raises(InputError, match=f"tick {wrong} is not in the replay; choose 0 to {ticks}"):
            seeker.at(wrong)
    with pytest.raises(InputError, match="every=0"):
        Seeker(replay, 0)


def test_a_sought_game_can_be_played_on(game: KeyGame) -> None:
    seeker = Seeker(record(game), 100)
    other = seeker.at(250)
    other.press("hard")
    other.tick(20)
    again = record(other)
    assert again.run().snapshot() == other.snapshot()
    assert seeker.at(game.state.tick).snapshot() == game.snapshot()


@pytest.mark.parametrize("name", ["game.json", "game.json.gz"])
def test_files_round_trip_and_are_the_same_each_time(tmp_path: Path, game: KeyGame, name: str) -> None:
    replay, file = record(game), tmp_path / name
    replay.save(file)
    first = file.read_bytes()
    assert load(file) == replay
    load(file).save(file)
    assert file.read_bytes() == first
    assert (first[:2] == b"\x1f\x8b") == name.endswith("gz")


def test_a_packed_file_is_told_by_its_content(tmp_path: Path, game: KeyGame) -> None:
    record(game).save(tmp_path / "a.json.gz")
    (tmp_path / "b.json").write_bytes((tmp_path / "a.json.gz").read_bytes())
    assert load(tmp_path / "b.json") == record(game)


def test_a_replay_keeps_its_rules_when_a_preset_changes(values: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = from_values(values)
    monkeypatch.setitem(PRESETS, "guideline", dataclasses.replace(PRESETS["guideline"], kicks="srs+", lock_ticks=5))
    assert from_values(values).rules == replay.rules
    from_values(values).run()


def test_every_rule_counts(game: KeyGame, values: Any) -> None:
    # 26F-Studio/Techmino pull request 1107: another kick table under an old replay.
    for field, value in (("gravity", 1.0), ("lock_ticks", 5), ("bag", "uniform"), ("previews", 3)):
        other = changed(values, rules={**values["rules"], field: value})
        with pytest.raises(InputError, match=r"the replay tells of .* its events lead to .* record it anew"):
            from_values(other).run()


def test_an_edited_result_is_refused(tmp_path: Path, values: Any) -> None:
    other = changed(values, result={**values["result"], "score": values["result"]["score"] + 1})
    file = tmp_path / "edited.json"
    file.write_text(json.dumps(other))
    with pytest.raises(InputError, match="the replay tells of score"):
        load(file)
    assert isinstance(load(file, verify=False), Replay)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"version": VERSION + 1}, f"has version {VERSION + 1}, this program plays {VERSION}"),
        ({"version": True}, "has version True"),
        ({"version": None}, "has version None"),
        ({"format": "other"}, "not a replay of this program"),
        ({"extra": 1}, "unknown field of the replay 'extra'"),
        ({"seed": -1}, "seed -1 is out of range"),
        ({"seed": "1"}, "seed '1' is no whole number"),
        ({"rules": {"name": "guideline", "kick": "srs"}}, "unknown field of a ruleset 'kick'; did you mean 'kicks'"),
        ({"rules": {"name": "guideline", "kicks": "ars"}}, "unknown kicks of a ruleset 'ars'"),
        ({"rules": 5}, "no table of fields"),
        ({"handling": {"das": 1, "arr": 1, "dcd": 0}}, "the handling lacks the field 'sdf'"),
        ({"handling": {"das": 1, "arr": 1, "dcd": 0, "sdf": 99}}, "sdf=99 is out of range"),
        ({"handling": {"das": "1", "arr": 1, "dcd": 0, "sdf": 6}}, "das='1' is out of range"),
        ({"handling": {"das": 1, "arr": 1, "dcd": 0, "sdf": 6, "irs": 1}}, "unknown field of the handling 'irs'"),
        ({"start": {"board": "###", "queue": "", "hold": ""}}, "row 1 of the board has 3 cells"),
        ({"start": {"board": 5, "queue": "", "hold": ""}}, "board of the start is 5; it must be text"),
        ({"start": []}, "the start of the replay is .*; it must be a table"),
        ({"events": {}}, "the events of the replay are no list"),
        ({"events": [[0, "left"]]}, "event 1 of the replay is .*; write"),
        ({"events": [[-1, "left", "down"]]}, "the tick of event 1 is -1; it must be a whole number from 0"),
        ({"events": [[1.5, "left", "down"]]}, "the tick of event 1 is 1.5"),
        (
            {"events": [[5, "left", "down"], [4, "left", "up"]]},
            "event 2 of the replay is out of order, at tick 4",
        ),
        ({"events": [[10**9, "left", "down"]]}, "event 1 of the replay is at tick 1000000000, after its end"),
        ({"events": [[0, "lefft", "down"]]}, "unknown key in event 1 of the replay 'lefft'; did you mean 'left'"),
        ({"events": [[0, "left", "press"]]}, "unknown kind in event 1 of the replay 'press'"),
        ({"events": [[0, 3, "down"]]}, "unknown key in event 1 of the replay '3'"),
        ({"events": [[0, "garbage", 5000]]}, "event 1 of the replay brings 5000 rows; choose at most 1000"),
        ({"events": [[0, "garbage", "down"]]}, "the rows of event 1 is 'down'"),
        ({"result": {"ticks": 1}}, "the result lacks the field"),
    ],
)
def test_what_cannot_be_replayed_exactly_is_refused(values: Any, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words) as error:
        from_values(changed(values, **fields))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("field", ["rules", "handling", "seed", "start", "events", "result"])
def test_a_missing_field_is_named(values: Any, field: str) -> None:
    other = {name: value for name, value in values.items() if name != field}
    with pytest.raises(InputError, match=f"the replay lacks the field '{field}'"):
        from_values(other)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe\x00", gzip.compress(b"[]", mtime=0)[:-5], b"\x1f\x8b garbage", b"[" * 100_000]
)
def test_a_file_that_is_no_replay_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(data)
    with pytest.raises(InputError, match=r"broken\.json is no replay, since it is no JSON"):
        load(file)


@pytest.mark.parametrize("data", [b"[]", b"5", b'"text"', b"null", b"{}"])
def test_json_that_is_no_replay_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "other.json"
    file.write_bytes(data)
    with pytest.raises(InputError, match="not a replay of this program"):
        load(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*none\.json: No such file"):
        load(tmp_path / "none.json")
    with pytest.raises(InputError, match="cannot read"):
        load(tmp_path)

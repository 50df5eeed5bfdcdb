"""Duels as files: the same duel to the last byte, and a plain refusal of everything else."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.puyo.duels import EAGER, agents, greedy

from wellplayed.errors import InputError
from wellplayed.puyo.duel import Duel
from wellplayed.puyo.duelreplay import VERSION, DuelReplay, from_values, load
from wellplayed.puyo.keys import Handling
from wellplayed.puyo.ruleset import parse


def played() -> Duel:
    """A person of few moves against an agent; it ends with keys in its last tick."""
    duel = Duel(parse("esports:colours=5,margin=none"), 2**64 - 1, (Handling(5.5, 0.5), Handling()))
    duel.seat(1, greedy(EAGER), 3)
    for keys in (("left", "soft"), ("cw",), ("right", "hard"), ("ccw", "left")):
        for key in keys:
            duel.press(0, key)
        duel.tick(37)
        for key in keys:
            duel.release(0, key)
    duel.press(0, "hard")
    return duel


@pytest.fixture(scope="module")
def replay() -> DuelReplay:
    return played().replay()


@pytest.fixture(scope="module")
def values(replay: DuelReplay) -> Any:
    return json.loads(json.dumps(replay.as_dict()))


@pytest.mark.parametrize("name", ["duel.json", "duel.json.gz"])
def test_a_file_leads_to_the_same_bytes(tmp_path: Path, name: str) -> None:
    for number, duel in enumerate((agents(5, 9000), played(), Duel())):
        file = tmp_path / f"{number}{name}"
        duel.replay().save(file)
        first, read = file.read_bytes(), load(file)
        assert read == duel.replay()
        again = read.run()
        assert [game.state.tobytes() for game in again.games] == [game.state.tobytes() for game in duel.games]
        assert [game.events for game in again.games] == [game.events for game in duel.games]
        assert (again.ticks, again.over, again.winner) == (duel.ticks, duel.over, duel.winner)
        again.replay().save(file)
        assert file.read_bytes() == first
        assert (first[:2] == b"\x1f\x8b") == name.endswith("gz")


def test_a_duel_that_was_run_again_can_be_played_on(replay: DuelReplay) -> None:
    duel = replay.run()
    assert duel.press(1, "left") in (True, False)
    duel.tick(40)
    assert duel.replay().run().games[0].state.tobytes() == duel.games[0].state.tobytes()


def changed(values: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value in one place."""
    other = copy.deepcopy(values)
    here = other
    for part in path[:-1]:
        here = here[part]
    here[path[-1]] = value
    return other


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("format",), "wellplayed-keys", "not a duel of Puyo by keys"),
        (("version",), VERSION + 1, f"has version {VERSION + 1}, this program plays {VERSION}"),
        (("version",), True, "has version True"),
        (("more",), 1, "unknown field of the duel 'more'"),
        (("seed",), -1, "the seed is -1; it must be a whole number from 0 to 18446744073709551615"),
        (("rules", "cap"), 99, "cap=99 is out of range"),
        (("rules",), [], "the rules of the duel are no table"),
        (("handling",), [{}], "handling of the duel must be a list of two"),
        (("handling", 0), {"das": 8}, "the handling of side 0 lacks the field 'arr'"),
        (("handling", 0, "das"), "fast", "das='fast' is out of range"),
        (("events", 1), "none", "the events of side 1 are no list"),
        (("events", 0, 0), [0, "left"], r"event 1 of side 0 is \[0, 'left'\]; write \[tick, key, kind\]"),
        (("events", 0, 0, 0), 10**6, "the tick of event 1 of side 0 is 1000000; it must be a whole number from 0 to"),
        (("events", 0, 0, 0), 100, "event 2 of side 0 is out of order"),
        (("events", 0, 0, 1), "ojama", "unknown key in event 1 of side 0 'ojama'"),
        (("events", 0, 0, 2), 1, "unknown kind in event 1 of side 0 '1'"),
        (("result", "winner"), 2, "winner of the result is 2; it must be 0, 1 or null"),
        (("result", "over"), 0, "over of the result is 0"),
        (("result", "digests"), [1, 2], "they must be text"),
    ],
)
def test_refusals(values: Any, path: tuple[Any, ...], value: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_values(changed(values, path, value))


def test_what_was_edited_leads_elsewhere(values: Any) -> None:
    for path, value in ((("seed",), 5), (("events", 0), []), (("rules", "colours"), 4), (("result", "ticks"), 150)):
        with pytest.raises(InputError, match=r"the replay tells of .* its events lead to .* record it anew"):
            from_values(changed(values, path, value)).run()


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 2**65), st.floats(), st.text(max_size=4), st.just([]), st.just({})
)


def places(values: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner = values.items() if isinstance(values, dict) else enumerate(values) if isinstance(values, list) else ()
    return [place for key, value in inner for place in [(*here, key), *places(value, (*here, key))]]


def refused_or(act: Callable[[], Any]) -> Any:
    """What comes of it; None where it is refused in one line."""
    try:
        return act()
    except InputError as error:
        told = str(error)
    assert "\n" not in told
    return None


@given(data=st.data())
@settings(max_examples=60)
def test_damage_is_refused_or_harmless(values: Any, replay: DuelReplay, data: st.DataObject) -> None:
    path, junk = data.draw(st.sampled_from(places(values))), data.draw(JUNK)
    found = refused_or(lambda: from_values(changed(values, path, junk)).run())
    assert found is None or found.replay().result == replay.result


@given(cut=st.integers(0, 10**6), flip=st.integers(1, 255), packed=st.booleans())
@settings(max_examples=40)
def test_damaged_files_are_refused(
    tmp_path_factory: pytest.TempPathFactory, replay: DuelReplay, cut: int, flip: int, packed: bool
) -> None:
    file = tmp_path_factory.mktemp("damaged") / ("duel.json.gz" if packed else "duel.json")
    replay.save(file)
    data = bytearray(file.read_bytes())
    place = cut % len(data)
    file.write_bytes(data[:place])
    with pytest.raises(InputError):
        load(file)
    data[place] ^= flip
    file.write_bytes(data)
    found = refused_or(lambda: load(file))
    assert found is None or found.result == replay.result


def test_files_that_cannot_be_used(tmp_path: Path, replay: DuelReplay) -> None:
    with pytest.raises(InputError, match=r"cannot read .*nowhere\.json: No such file"):
        load(tmp_path / "nowhere.json")
    with pytest.raises(InputError, match=r"cannot write .*: No such file"):
        replay.save(tmp_path / "no" / "folder.json")
    (tmp_path / "no.json").write_text("[1, 2")
    with pytest.raises(InputError, match="is no duel, since it is no JSON"):
        load(tmp_path / "no.json")

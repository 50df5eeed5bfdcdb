"""What the files of games and duels share: files to the byte, events both ways, and a digest that misses nothing."""

from pathlib import Path

import pytest

from wellplayed.errors import InputError
from wellplayed.puyo import tape
from wellplayed.puyo.keys import Event, KeyGame
from wellplayed.puyo.keystep.record import ANNOUNCED, DOWN, DUE, LEFT, OJAMA, TAP, UP

EVENTS = (Event(0, LEFT, DOWN), Event(3, LEFT, UP), Event(3, OJAMA, 7), Event(4, ANNOUNCED, 30), Event(9, DUE, UP))


def test_events_both_ways_and_what_comes_from_elsewhere_only_where_it_may() -> None:
    values = [tape.told(event) for event in (*EVENTS, Event(9, LEFT, TAP))]
    assert values[0] == [0, "left", "down"]
    assert tape.events("of it", values, 9, tape.SENT) == (*EVENTS, Event(9, LEFT, TAP))
    with pytest.raises(InputError, match="unknown key in event 3 of it 'ojama'"):
        tape.events("of it", values, 9)
    with pytest.raises(InputError, match="the tick of event 5 of it is 9"):
        tape.events("of it", values, 8, tape.SENT)


def test_a_file_both_ways(tmp_path: Path) -> None:
    for name, start in (("it.json", b"{"), ("it.json.gz", b"\x1f\x8b")):
        tape.write(tmp_path / name, {"n": 1})
        data = (tmp_path / name).read_bytes()
        assert data.startswith(start)
        assert tape.read(tmp_path / name, "thing") == {"n": 1}
        tape.write(tmp_path / name, {"n": 1})
        assert (tmp_path / name).read_bytes() == data
    with pytest.raises(InputError, match="give the file of a thing"):
        tape.read(tmp_path / "none.json", "thing")


def test_a_digest_is_of_the_state_and_not_of_the_keys() -> None:
    one, other = KeyGame(seed=3), KeyGame(seed=3)
    one.apply("L")
    assert tape.digest(one) != tape.digest(other)
    for key in ("R", "L", "L"):
        other.apply(key)
    assert one.events != other.events
    assert tape.digest(one) == tape.digest(other)

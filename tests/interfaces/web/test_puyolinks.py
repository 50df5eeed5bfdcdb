"""Positions of Puyo as links, files and texts of other programs: whole round trips, and refusals in one line."""

import json
from urllib.parse import parse_qsl

import pytest
from tests.puyo.fields import assorted

from wellplayed.errors import InputError
from wellplayed.formats.puyos import FORMATS, read
from wellplayed.interfaces.web.puyolinks import FieldPosition, from_query, opened
from wellplayed.interfaces.web.refusals import reason
from wellplayed.interfaces.web.words import Words

DEMO = FieldPosition("#R..../RGB.P.", "rg BB,ry", "tsu:colours=5", "best")


def test_a_link_shows_the_same_again() -> None:
    fields = ["/".join(rows) for rows in assorted(12, 3)]
    for position in [DEMO, FieldPosition(), *(FieldPosition(field, "RG") for field in fields)]:
        query = position.query()
        assert from_query(dict(parse_qsl(query))).position == position
        assert query.startswith("game=puyo")
        assert opened(f"http://127.0.0.1:8642/analyse?{query}").position == position
    assert DEMO.queue == "RG,BB,RY"


def test_a_file_holds_the_same_again() -> None:
    text = json.dumps(DEMO.as_dict())
    assert opened(text).position == opened(text.encode()).position == DEMO
    for change in ({"version": 9}, {"format": "other"}, {"field": 3}):
        with pytest.raises(InputError):
            opened(json.dumps(DEMO.as_dict() | change))
    with pytest.raises(InputError):
        opened(b"\xff\xfe\x00")


def test_any_format_is_read_and_all_that_can_are_written() -> None:
    position = FieldPosition(".....Y/.G..YY/RGRRBB/RRGRGB", "RG,BB")
    shared = position.shared()
    assert set(shared) == set(FORMATS)
    for name, text in shared.items():
        prefix = "" if "://" in text else f"{name}:"
        found = opened(prefix + text)
        assert found.position.field == position.field
        assert found.position.queue == (position.queue if name in ("puyop", "ips") else "")
        assert read(prefix + text)[0] == name
    assert "pfen" not in FieldPosition("R...../......").shared()  # it has no puyos in the air
    assert from_query({"position": "420Aa9r9hj"} | {"position": shared["puyop"], "queue": "YY"}).position.queue == "YY"


def test_a_field_lies_as_it_was_drawn() -> None:
    assert FieldPosition("RG....").rests
    air, four = FieldPosition("R...../......"), FieldPosition("RRRR..")
    assert not air.rests
    assert not four.rests
    assert (air.field, four.field) == ("R...../......", "RRRR..")
    assert not four.before.cells.any()


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ({"position": "RRX..."}, "refused.field"),
        ({"position": "RG"}, "refused.field"),
        ({"position": "https://example.org/"}, "refused.field"),
        ({"position": "R" * 50_000}, "links.long"),
        ({"queue": "RG,B"}, "refused.queue"),
        ({"queue": "RG,XX"}, "refused.queue"),
        ({"agent": "x" * 700}, "links.agent"),
        ({"agent": "linear:file=a.toml"}, "refused.file"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(query: dict[str, str], key: str) -> None:
    with pytest.raises(InputError) as refused:
        from_query(query)
    assert getattr(refused.value, "key", "") == key
    for language in ("en", "zh"):
        said = reason(refused.value, Words(language))
        assert said
        assert "\n" not in said


def test_rules_that_are_none_are_refused() -> None:
    with pytest.raises(InputError, match="unknown rules 'tus'"):
        from_query({"rules": "tus"})
    with pytest.raises(InputError):
        opened("   ")


def test_no_file_is_opened_by_its_name(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "field.txt"
    path.write_text("RRRR..")
    with pytest.raises(InputError):
        opened(str(path))
    with pytest.raises(InputError):
        from_query({"position": str(path)})

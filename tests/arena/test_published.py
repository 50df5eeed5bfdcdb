"""The published numbers name players that exist."""

from wellplayed.arena.published import PUBLISHED, REFERENCE, TEN_BY_TEN, TEN_BY_TWENTY
from wellplayed.players.registry import canonical, entries


def test_every_number_belongs_to_a_registered_player() -> None:
    known = {entry.name for entry in entries()}
    named = {name for name, _ in (*PUBLISHED, *REFERENCE)} | {*TEN_BY_TEN, *TEN_BY_TWENTY}
    assert named <= known
    assert all(canonical(name) == name for name in named)


def test_every_number_has_a_source() -> None:
    for reports in PUBLISHED.values():
        assert reports
        assert all(report.mean > 0 and len(report.source) > 20 for report in reports)


def test_every_row_of_the_tables_has_a_reference() -> None:
    assert {(name, "10x10") for name in TEN_BY_TEN} | {(name, "10x20") for name in TEN_BY_TWENTY} <= set(REFERENCE)

"""The ladder: what a row says agrees with the games, and what the package keeps is what it would measure."""

import json

import numpy as np
import pytest

from wellplayed.arena.census import KINDS, census
from wellplayed.arena.flaws import flaws
from wellplayed.arena.ladder import Row, climb, count, kept, missing, planned, report
from wellplayed.arena.lockstep import play
from wellplayed.arena.rungs import RUNGS, SETTINGS, Rung
from wellplayed.errors import InputError
from wellplayed.games import game as make_game
from wellplayed.players.registry import entries
from wellplayed.players.registry import player as make_player
from wellplayed.spec import parse


def test_a_row_is_what_the_games_were():
    (row,) = climb(settings=["hard"], players=["dellacherie"], effort=0.05)
    game = make_game(SETTINGS[2].game)
    results = play(game, make_player("dellacherie", game), range(row.games), cap=SETTINGS[2].cap)
    assert row.games == count(SETTINGS[2], Rung("", 0, "", "", "", False, "", ""), 0.05)
    assert row.mean == pytest.approx(np.mean([r.lines for r in results]))
    assert row.low <= row.mean <= row.high
    assert row.survived == np.mean([not r.dead for r in results])
    assert row.cpu_us > 0
    assert row.nodes > 10
    assert sum(row.kinds.values()) == pytest.approx(1)
    assert row.kinds["tuck"] == row.kinds["spin"] == 0  # straight drops only


def test_times_aside_a_row_depends_on_the_seed_alone():
    first, second = (
        climb(settings=["blind"], players=["four-feature", "random"], effort=0.05, seed=3, workers=workers)
        for workers in (1, 3)
    )
    timeless = [[row._replace(cpu_us=0, lines_per_ms=0) for row in rows] for rows in (first, second)]
    assert timeless[0] == timeless[1]
    other = climb(settings=["blind"], players=["four-feature"], effort=0.05, seed=4)
    assert other[0].mean != first[0].mean


def test_a_census_counts_moves_one_by_one():
    game = make_game("guideline:height=10")
    player = make_player("full-path", game)
    found = census(game, player, range(3), 40, every=7)
    kinds, moves, rows, quads = dict.fromkeys(KINDS, 0), 0, 0, 0
    for seed in range(3):
        state = game.new([seed])
        for _ in range(40):
            if state["dead"][0]:
                break
            action = player.choose(state)
            kinds[game.describe(state, int(action[0])).kind] += 1
            state = game.deal(game.play(state, action))
            moves += 1
            rows += int(state["cleared"][0])
            quads += 4 * int(state["cleared"][0] == 4)
    assert found.moves == moves
    assert found.kinds == {kind: number / moves for kind, number in kinds.items()}
    assert found.quads == quads / max(rows, 1)


def test_every_setting_and_rung_can_be_played():
    assert climb(check=True) == []
    keys = [setting.key for setting in SETTINGS]
    assert len(set(keys)) == len(keys)
    assert {rung.generation for rung in RUNGS} == set(range(8))


def test_every_baseline_and_generation_of_the_list_is_on_the_ladder():
    on = {parse(rung.player).name for rung in RUNGS}
    beside = ("lookahead", "sampled")  # one-ply is the first of these; the other is made for Puyo
    for entry in entries("guideline"):
        if entry.generation in (0, 2, 3, 4, 5) and entry.name not in beside:
            assert entry.name in on, f"{entry.name} is not on the ladder"


def test_what_is_kept_is_what_would_be_measured():
    found = kept()
    assert found["settings"] == json.loads(json.dumps([s._asdict() for s in SETTINGS]))
    assert found["rungs"] == json.loads(json.dumps([r._asdict() for r in RUNGS]))
    assert [(row["setting"], row["player"]) for row in found["rows"]] == [(s.key, r.player) for s, r in planned()]
    assert found["flaws"] == json.loads(json.dumps([flaw._asdict() for flaw in flaws()]))
    for row, (setting, rung) in zip(found["rows"], planned(), strict=True):
        assert row["games"] == count(setting, rung, 1.0)
        assert row["low"] <= row["mean"] <= row["high"]


@pytest.mark.parametrize("name", ["four-feature", "lowest-column", "clear-first"])
def test_what_is_kept_is_what_the_players_do_today(name):
    """The cheapest rows are played again in full, so that a changed player or game cannot keep an old figure."""
    (again,) = climb(settings=["hard"], players=[name])
    (row,) = (row for row in kept()["rows"] if row["setting"] == "hard" and row["player"] == name)
    assert row["mean"] == pytest.approx(again.mean, rel=1e-4)
    assert row["quads"] == pytest.approx(again.quads, rel=1e-4)


def test_a_report_is_json():
    rows = climb(settings=["blind"], players=["random"], effort=0.01)
    found = report(rows, flaws()[:1], 1.5, "a command")
    assert json.loads(json.dumps(found))["rows"][0]["player"] == "random"


def test_what_is_missing_is_measured_and_the_rest_stays():
    assert missing(kept()) == []
    rows = [
        Row(**{name: row[name] for name in Row._fields})
        for row in kept()["rows"]
        if row["setting"] in ("blind", "seen")
    ]
    old = report(rows, [], 1.5, "a command")
    assert keys(missing(old)) == keys(planned()) - {(row.setting, row.player) for row in rows}
    old["cpu"], old["date"] = "abacus", "2001-02-03"
    old["rows"] = [{k: v for k, v in row.items() if k not in ("cpu", "date")} for row in old["rows"]]
    old["rows"].append({**old["rows"][0], "player": "nobody"})  # who is on no ladder any more
    new = report([rows[0]], [], 2.0, "a command", old)
    assert [(row["setting"], row["player"]) for row in new["rows"]] == [(row.setting, row.player) for row in rows]
    assert [row["cpu"] == "abacus" for row in new["rows"]] == [False] + [True] * (len(rows) - 1)
    assert new["rows"][1]["date"] == "2001-02-03"
    assert new["cpu"].endswith(" and abacus")
    old["rows"][0]["game"], old["rows"][1]["games"] = "another", 3
    assert {(row.setting, row.player) for row in rows[:2]} <= keys(missing(old))


def keys(plan):
    """The settings and players of a plan."""
    return {(setting.key, rung.player) for setting, rung in plan}


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"settings": ["easy"]}, "easy"),
        ({"players": ["nobody"]}, "nobody"),
        ({"effort": 0.0}, "effort"),
        ({"effort": float("nan")}, "effort"),
    ],
)
def test_bad_input_is_named(options, word):
    with pytest.raises(InputError, match=word):
        climb(**options)

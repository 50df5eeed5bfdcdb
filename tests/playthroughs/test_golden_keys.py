"""A golden game by keys: 70 pieces under the rules of `tetrio-s2`, as a file of version 1.

It was played key by key by a greedy player of four features that holds keys down for long ways, drops softly now and
then, lets some pieces lock by themselves, and gets a row or two of garbage every nine pieces. What it comes to is also
what the slow twin makes of its events.
"""

from pathlib import Path

from tests.tetris.guideline.keystep import twin as naive

from wellplayed.tetris.guideline.keystep.record import GARBAGE, KEYS, TAP, UP
from wellplayed.tetris.guideline.replay import load, record

FILE = Path(__file__).parent / "keys.json"


def test_the_file_leads_where_it_says() -> None:
    replay = load(FILE)
    assert (replay.result.ticks, replay.result.pieces, replay.result.lines, replay.result.score) == (1156, 70, 26, 4954)
    assert record(replay.run()) == replay


def test_the_twin_agrees_with_the_file() -> None:
    replay = load(FILE, verify=False)
    pace = replay.handling
    twin = naive.Game(replay.rules, replay.seed, pace.das, pace.arr, pace.dcd, pace.sdf)
    events = list(replay.events)
    while twin.ticks < replay.result.ticks or events:
        while events and events[0].tick == twin.ticks:
            _, key, kind = events.pop(0)
            if key == GARBAGE:
                twin.receive(kind)
            else:
                {UP: twin.release, TAP: twin.tap}.get(kind, twin.press)(KEYS[key])
        if twin.ticks < replay.result.ticks:
            twin.tick()
    state = replay.run().state
    wanted = naive.fields(twin)
    assert {name: state[name].tolist() for name in wanted} == wanted

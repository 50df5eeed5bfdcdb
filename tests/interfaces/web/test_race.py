"""A race: its games are those of the arena, whatever the pace; it keeps step, stops, and forgets what is too much."""

import asyncio
import contextlib
import dataclasses
import json
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.routing import WebSocketRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from wellplayed.arena import lockstep
from wellplayed.arena.rungs import RUNGS
from wellplayed.errors import InputError
from wellplayed.interfaces.web import feed, pairlane
from wellplayed.interfaces.web.feed import Feed, Races
from wellplayed.interfaces.web.lane import KEPT, Lane, Series, Values, holes
from wellplayed.interfaces.web.lineup import Entry, offered, told
from wellplayed.interfaces.web.race import Race
from wellplayed.interfaces.web.tracks import LADDER, MOST, TRACKS, generation, generations, playable
from wellplayed.players.registry import player
from wellplayed.puyo.features import P_LINKS
from wellplayed.tetris.features import NAMES

LINE_UP = ("random", "lowest-maximum", "dellacherie", "full-path", "beam:depth=1,width=3")


def ended(race: Race, seconds: float = 30.0) -> Race:
    """The race after all its games."""
    race.resume()
    until = time.monotonic() + seconds
    while race.running and time.monotonic() < until:
        time.sleep(0.005)
    assert race.done
    return race


def outcome(race: Race) -> list[Any]:
    return [(lane.spec, lane.look._replace(seconds=0.0), lane.series.kept) for lane in race.lanes]


# Lanes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("track", LADDER)
def test_a_lane_plays_the_game_that_the_arena_plays(track: str) -> None:
    game = playable(track)
    for spec in ("random", "dellacherie", "beam:depth=1,width=4"):
        [result] = lockstep.play(game, player(spec, game), [7], cap=60)
        lane = Lane(spec, game, 7, 60)
        while not lane.look.end:
            lane.step()
        look = lane.look
        assert (look.lines, look.pieces, look.score, look.end == "out") == result[1:4] + (result.dead,)


@pytest.mark.parametrize("track", LADDER)
def test_the_letters_are_those_of_the_true_pile(track: str) -> None:
    """The engine's own board and features after each piece."""
    game = playable(track)
    lane = Lane("dellacherie" if track != "hard" else "lowest-maximum", game, 3, 80)
    state, who = game.new([3]), lane.player
    names = [feature.name for feature in game.glossary]
    while not lane.look.end:
        lane.step()
        state = game.play(state, who.choose(state))
        shown = game.show(state).replace("#", "X")
        rows = shown.split("\n")
        while rows and not rows[0].strip("."):
            del rows[0]
        mine = lane.look.rows.split("/") if lane.look.rows else []
        assert [["." if cell == "." else "X" for cell in row] for row in mine] == [list(row) for row in rows]
        if not state["dead"][0]:
            features = dict(zip(names, game.features(state)[0], strict=True))
            assert lane.look.holes == features["holes"]
            assert lane.look.height == len(mine)
            state = game.deal(state)


def test_a_pieces_cells_keep_its_letter() -> None:
    lane = Lane("lowest-column", playable("guideline"), 5, 3)
    for _ in range(3):
        lane.step()
    letters = [letter for letter in lane.look.rows if letter not in "./"]
    assert len(letters) == 12
    assert sorted(map(letters.count, set(letters))) == [4, 4, 4]


def test_a_player_that_fails_ends_its_own_game_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(["dellacherie", "random"], cap=4)

    def fails(states: Any) -> Any:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(race.lanes[0].player, "choose", fails)
    race.run()
    assert (race.lanes[0].look.end, race.lanes[1].look.end) == ("fault", "cap")
    assert "by nothing" in race.lanes[0].why


@given(st.lists(st.text(".T", min_size=4, max_size=4), max_size=8))
def test_holes_are_empty_cells_under_filled_ones(rows: list[str]) -> None:
    pile = [list(row) for row in rows]
    naive = sum(
        cell == "." and any(pile[above][x] != "." for above in range(y + 1, len(pile)))
        for y, row in enumerate(pile)
        for x, cell in enumerate(row)
    )
    assert holes(pile) == naive
    assert "holes" in NAMES


@given(st.integers(0, 5 * KEPT))
def test_a_series_is_bounded_and_keeps_every_so_many_values(count: int) -> None:
    series = Series()
    for pieces in range(count + 1):
        series.add(pieces, Values(pieces, 0, 0))
    stride, points = series.kept
    assert len(points) <= KEPT
    assert [values.lines for values in points] == list(range(0, count + 1, stride))
    assert stride == 1 or len(points) >= KEPT // 2


# Who races ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("track", LADDER)
def test_all_generations_are_the_ladders_own_and_fit(track: str) -> None:
    chosen = generations(track)
    assert len(chosen) <= MOST
    assert len(set(chosen)) == len(chosen)
    found = [generation(spec) for spec in chosen]
    assert found == sorted(g for g in found if g is not None)
    assert set(found) == set(TRACKS[track].generations)
    assert set(chosen) <= {rung.player for rung in RUNGS}
    race = Race(chosen, track, cap=1)
    race.run()
    assert all(lane.look.end in ("cap", "out") for lane in race.lanes)


@pytest.mark.parametrize(
    ("specs", "options"),
    [
        ([], {}),
        (["random"] * (MOST + 1), {}),
        (["nobody"], {}),
        (["mine.py"], {}),
        (["beam:weights=mine.toml"], {}),
        (["beam:depth=500"], {}),
        (["beam:depth=9"], {}),  # further than the game shows
        (["random"], {"track": "moon"}),
        (["random"], {"cap": 0}),
        (["random"], {"cap": 10**9}),
        (["random"], {"seed": -1}),
        (["random"], {"pace": -1.0}),
        (["random"], {"pace": float("nan")}),
    ],
)
def test_what_is_no_race_is_refused(specs: list[str], options: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Race(specs, **options)


def test_an_address_names_a_race_and_is_read_again() -> None:
    entry = Entry(("beam:depth=3,width=6,weights=lee", "random", "random"), "hard", 7, 300, 30.0)
    assert Entry.of(QueryParams(entry.query())) == entry
    assert Entry.of(QueryParams("")).agents == generations("guideline")
    strange = Entry.of(QueryParams("track=moon&seed=x&pieces=99999999&pace=1e9&agent=" + "x" * 9999))
    assert strange == Entry(generations("guideline"), cap=10_000)


def test_agents_in_a_few_words() -> None:
    assert told("beam:depth=3,width=6,weights=lee,moves=drop") == ("beam", "3×6 · lee · drop")
    assert told("expectimax:pieces=1,weights=lee") == ("expectimax", "pieces 1 · lee")
    assert told("mcts:simulations=400,prior=on,common=off") == ("mcts", "400 · prior")
    assert told("dellacherie") == ("dellacherie", "")


# Puyo -----------------------------------------------------------------------------------------------------------------


def test_a_lane_of_puyo_plays_the_game_that_the_arena_plays() -> None:
    game = playable("puyo")
    for spec in ("formula", "beam:depth=1,width=4"):
        [result] = lockstep.play(game, player(spec, game), [7], cap=40)
        found = pairlane.lane(spec, game, 7, 40)
        while not found.look.end:
            found.step()
        look = found.look
        assert (look.pieces, look.score, look.end == "out") == (result.pieces, result.score, result.dead)
        assert look.holes == look.score


def test_a_lane_of_puyo_shows_its_field_and_its_chains() -> None:
    game, found = playable("puyo"), pairlane.lane("formula", playable("puyo"), 3, 45)
    state, longest = game.new([3]), 0
    while not found.look.end:
        found.step()
        state = game.play(state, found.player.choose(state))
        longest = max(longest, int(state["chain"][0]))
        assert [row for row in game.show(state).split("\n") if row.strip(".")] == found.look.rows.split("/")
        assert found.look.lines == longest
        assert found.look.height == game.features(state)[0, P_LINKS]
        if not state["dead"][0]:
            state = game.deal(state)
    assert longest > 0


def test_two_lanes_of_puyo_race_on_the_same_pairs() -> None:
    race = ended(Race(["formula", "builder"], "puyo", seed=5, cap=30, pace=1000.0))
    twin = Race(["builder", "formula"], "puyo", seed=5, cap=30)
    first = [one._state["queue"][0, 0].tolist() for one in twin.lanes]
    assert first[0] == first[1]
    twin.run()
    assert outcome(race) == outcome(twin)[::-1]
    order = [race.lanes[i].look for i in race.order()]
    assert all((a.pieces, a.lines, a.score) >= (b.pieces, b.lines, b.score) for a, b in pairwise(order))
    message = Feed(race).next()
    assert message is not None
    assert [len(board) for board in message["boards"]] == [10, 10]


def test_the_lanes_of_puyo_fit_and_are_offered() -> None:
    race = Race(generations("puyo"), "puyo", cap=1)
    race.run()
    assert all(one.look.end == "cap" for one in race.lanes)
    chips = [spec for _, specs in offered("puyo") for spec in specs]
    assert set(generations("puyo")) <= set(chips)
    assert len(set(chips)) == len(chips)
    Race([spec for spec in chips if spec not in generations("puyo")], "puyo", cap=1)
    with pytest.raises(InputError, match="not puyo"):
        Race(["dellacherie"], "puyo")


def test_another_game_is_raced_by_its_own_agents() -> None:
    entry = Entry.of(QueryParams("track=puyo"))
    assert (entry.agents, entry.cap) == (generations("puyo"), 100)
    assert Entry.of(QueryParams(entry.query())) == entry
    moved = dataclasses.replace(entry, agents=("builder",)).on("hard")
    assert (moved.agents, moved.cap, moved.track) == (generations("hard"), 500, "hard")
    assert moved.on("classic").agents == generations("classic")
    assert dataclasses.replace(moved, agents=("lee",)).on("classic").agents == ("lee",)


# Running --------------------------------------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_race_at_any_pace_and_with_any_number_of_threads() -> None:
    plain = Race(LINE_UP, "hard", seed=11, cap=40)
    plain.run()
    for pace, workers in ((0.0, 1), (0.0, 3), (1000.0, 2)):
        race = ended(Race(LINE_UP, "hard", seed=11, cap=40, pace=pace, workers=workers))
        assert outcome(race) == outcome(plain)
        assert race.order() == plain.order()
    other = Race(LINE_UP, "hard", seed=12, cap=40)
    other.run()
    assert outcome(other) != outcome(plain)


def test_a_race_pauses_and_goes_on_to_the_same_end() -> None:
    plain = Race(LINE_UP, seed=2, cap=60)
    plain.run()
    race = Race(LINE_UP, seed=2, cap=60, pace=500.0)
    race.resume()
    race.resume()  # once is enough
    while race.lanes[2].look.pieces < 5:
        time.sleep(0.002)
    race.pause()
    time.sleep(0.1)  # whoever was thinking has placed its piece
    before = [lane.look.pieces for lane in race.lanes]
    time.sleep(0.1)
    assert [lane.look.pieces for lane in race.lanes] == before
    assert not race.running
    assert max(before) < 60
    race.pace = 0.0
    assert outcome(ended(race)) == outcome(plain)


def test_with_a_pace_the_lanes_keep_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """None begins a piece before all have placed as many as it has."""
    race = Race(["dellacherie", "mcts:simulations=60", "one-ply"], seed=1, cap=25, pace=1000.0, workers=2)
    ahead, step = [], Lane.step

    def watched(lane: Lane) -> None:
        if any(other.look.pieces < lane.look.pieces for other in race.lanes):
            ahead.append(lane.look.pieces)
        step(lane)

    monkeypatch.setattr(Lane, "step", watched)
    assert [lane.look.pieces for lane in ended(race).lanes] == [25, 25, 25]
    assert not ahead


def test_a_pace_is_a_limit() -> None:
    race = Race(["dellacherie"], cap=1000, pace=50.0)
    began = time.monotonic()
    race.resume()
    while race.lanes[0].look.pieces < 12:
        time.sleep(0.001)
    race.pause()
    assert race.lanes[0].look.pieces <= 50 * (time.monotonic() - began) + 1


def test_without_a_pace_all_get_the_same_time_and_the_quick_are_ahead() -> None:
    race = Race(["mcts:simulations=100", "dellacherie"], seed=1, cap=10_000, pace=0.0)
    for lane in race.lanes:
        lane.step()
    race.resume()
    while race.lanes[0].look.pieces < 15:
        time.sleep(0.001)
    race.pause()
    assert race.lanes[1].look.pieces > race.lanes[0].look.pieces


def test_the_order_is_by_pieces_then_lines_then_score() -> None:
    race = Race(["random", "dellacherie", "lowest-maximum"], "hard", seed=4, cap=30)
    race.run()
    order = [race.lanes[i].look for i in race.order()]
    assert all(a[2:4] + (a.score,) >= b[2:4] + (b.score,) for a, b in pairwise(order))
    assert {look.end for look in order} == {"out", "cap"}


def test_in_step_nobody_leads_for_being_asked_first() -> None:
    race = Race(["dellacherie", "dellacherie"], pace=10.0, cap=50)
    race.lanes[1].step()
    assert race.order() == [0, 1]
    race.pace = 0.0
    assert race.order() == [1, 0]


# What viewers are sent ------------------------------------------------------------------------------------------------


def replayed(messages: list[dict[str, Any]], lanes: int) -> tuple[list[Any], list[Any]]:
    """What a viewer knows after some messages: the latest board of each lane, and its chart."""
    boards: list[Any] = [None] * lanes
    charts: list[tuple[int, list[Any]]] = [(0, [])] * lanes
    for message in messages:
        for i, *board in message["boards"]:
            boards[i] = board
        for i, stride, first, values in message["series"]:
            charts[i] = (stride, charts[i][1][:first] + values)
    return boards, charts


def test_a_feed_tells_what_changed_and_nothing_twice() -> None:
    race = Race(["dellacherie", "random"], seed=3, cap=400)
    viewer, messages = Feed(race), []
    first = viewer.next()
    assert first is not None
    assert [board[0] for board in first["boards"]] == [0, 1]
    messages.append(json.loads(json.dumps(first)))
    assert viewer.next() is None
    for step in range(400):
        race.lanes[0].step()
        if step % 3 == 0:
            race.lanes[1].step()
        message = viewer.next()
        assert message is not None
        assert len(json.dumps(message)) < 2_000
        messages.append(json.loads(json.dumps(message)))
    assert race.done
    assert messages[-1]["state"] == "done"
    boards, charts = replayed(messages, 2)
    for board, chart, lane in zip(boards, charts, race.lanes, strict=True):
        assert board[:7] == list(lane.look[1:8])
        assert (board[7], board[8]) == (round(lane.look.seconds, 6), lane.look.end)
        assert chart == (lane.series.kept[0], [list(values) for values in lane.series.kept[1]])
    assert [m["f"] for m in messages] == sorted({m["f"] for m in messages})


def test_somebody_who_comes_late_is_told_everything() -> None:
    race = Race(["dellacherie"], seed=3, cap=700)
    race.run()
    message = Feed(race).next()
    assert message is not None
    [[_, stride, first, values]] = message["series"]
    assert (stride, first, len(values)) == (4, 0, 176)
    assert message["state"] == "done"


def test_the_oldest_race_that_nobody_watches_goes_first() -> None:
    async def run() -> None:
        races = Races(most=2)
        old, watched, new = (Race(["random"], cap=5) for _ in range(3))
        races.add(old)
        races.watched(old, 1)
        races.add(watched)
        races.add(new)
        assert races.get(watched.id) is None
        assert races.get(old.id) is old
        races.watched(old, -1)
        races.remove(old.id)
        races.remove("unknown")
        assert races.get(old.id) is None

    asyncio.run(run())


def test_a_race_that_all_have_left_is_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "LEFT", 0.05)

    async def run() -> None:
        races, race = Races(), Race(["dellacherie"], cap=10_000, pace=5.0)
        races.add(race)
        race.resume()
        races.watched(race, 2)
        races.watched(race, -1)
        await asyncio.sleep(0.15)
        assert race.running
        races.watched(race, -1)
        await asyncio.sleep(0.15)
        assert not race.running

    asyncio.run(run())


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server of nothing but the socket."""
    app = Starlette(routes=[WebSocketRoute("/race/{race}", feed.stream)])
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(60)


@pytest.fixture
def view(port: int) -> Iterator[Callable[..., ClientConnection]]:
    """Open a line to a race."""
    with contextlib.ExitStack() as lines:

        def call(race: str, origin: str | None = f"http://127.0.0.1:{port}") -> ClientConnection:
            there = f"ws://127.0.0.1:{port}/race/{race}"
            return lines.enter_context(connect(there, origin=origin, open_timeout=60))  # type: ignore[arg-type]

        yield call


def closed(line: ClientConnection) -> int | None:
    """The code with which a line is closed, and with a reason."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            line.recv(60)
    assert line.close_reason
    return line.close_code


def test_the_socket_sends_a_race_to_its_end(view: Callable[..., ClientConnection]) -> None:
    race = Race(["dellacherie", "random"], seed=1, cap=30, pace=0.0)
    feed.RACES.add(race)
    line, messages = view(race.id), []
    race.resume()
    while not messages or messages[-1]["state"] != "done":
        messages.append(json.loads(line.recv(60)))
    boards, _ = replayed(messages, 2)
    assert [board[1] for board in boards] == [lane.look.pieces for lane in race.lanes]
    assert [board[0] for board in boards] == [lane.look.rows for lane in race.lanes]


def test_whoever_talks_comes_from_elsewhere_or_asks_for_nothing_is_shown_the_door(
    view: Callable[..., ClientConnection],
) -> None:
    race = Race(["random"], cap=3)
    feed.RACES.add(race)
    loud, quiet = view(race.id), view(race.id)
    loud.send("x" * 100_000)
    assert closed(loud) == feed.TALKATIVE
    assert closed(view(race.id, "http://elsewhere.test")) == feed.FOREIGN
    assert closed(view("unknown")) == feed.UNKNOWN
    assert json.loads(quiet.recv(60))["state"] == "paused"

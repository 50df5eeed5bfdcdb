"""Autoplay: what keys end in is what play by placements predicts; and it goes on whatever time and people do."""

import functools
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.naive import guideline as naive
from tests.tetris.guideline.boards import POCKET, T_SLOT
from tests.tetris.guideline.test_paths import press

from wellplayed.errors import Fault, InputError
from wellplayed.players.autoplay import KINDS, MISSED, Autoplay, Step
from wellplayed.players.player import Player, Thought
from wellplayed.players.registry import player
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.guideline import replay
from wellplayed.tetris.guideline.keys import Event, Handling, KeyGame, Start, play_keys
from wellplayed.tetris.guideline.keystep.record import DOWN, HARD, SOFT, TAP, UP
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import Ruleset, parse
from wellplayed.tetris.guideline.steering import NAMES
from wellplayed.tetris.pieces import PIECES

STILL = "gravity=0,gravity_increase=0"
RULES = (
    f"guideline:{STILL}",
    f"tetrio-s1:{STILL}",
    f"tetrio-s2:{STILL},multiplier_increase=0",
    "botris",
    f"guideline:{STILL},spawn=19-20,half=six,spins=all,bag=14-bag,previews=0",
    f"guideline:{STILL},width=6,drop=sonic,spins=handheld,kicks=srs+,lock_out=off",
)


class Wild:
    """Plays low placements of every kind, spins first, by a hash of the piece's number; values tell the same story."""

    weights = None

    def __init__(self, game: Guideline, seed: int = 0) -> None:
        self.game = self.view = game
        self.seed = seed
        self.chosen: list[tuple[Any, int]] = []  # what it saw and did

    def values(self, state: Any) -> tuple[Any, Any]:
        actions = np.flatnonzero(self.game.mask(state)[0])
        parts = [self.game.parts(action) for action in actions]
        noise = np.random.default_rng([self.seed, int(state["pieces"][0])]).random(len(actions))
        return actions, np.array([3 * spin - y for _, spin, _, _, y in parts]) + 2 * noise

    def choose(self, states: Any) -> Any:
        actions, values = self.values(states)
        self.chosen.append((states.copy(), int(actions[np.argmax(values)])))
        return actions[[np.argmax(values)]]

    def think(self, state: Any) -> Thought:
        actions, values = self.values(state)
        nothing = np.zeros((len(actions), 1))
        plies = np.zeros(len(actions), np.int64)
        return Thought(int(actions[np.argmax(values)]), actions, values, nothing, nothing, plies)


class Fixed(Wild):
    """Plays one action at first, and then like its parent."""

    def __init__(self, game: Guideline, *parts: int) -> None:
        super().__init__(game)
        hold, spin, o, x, y = parts
        self.first = (((hold * 3 + spin) * 4 + o) * game.rules.rows + y) * game.width + x

    def values(self, state: Any) -> tuple[Any, Any]:
        actions, values = super().values(state)
        return actions, np.where((actions == self.first) & (state["pieces"][0] == 0), 1e9, values)


@functools.cache
def guideline(rules: str) -> Guideline:
    return Guideline(parse(rules))


def start(rules: str, name: str = "dellacherie", seed: int = 0, *, pace: int = 1, **options: Any) -> Autoplay:
    """An autoplay of a new game; the player by name, or `wild`."""
    game = guideline(rules)
    who: Player = Wild(game, seed) if name == "wild" else player(name, game)
    begin, handling = options.pop("start", None), options.pop("handling", None)
    return Autoplay(KeyGame(game.rules, seed, handling, begin), who, pace=pace, **options)


def drops(events: list[Event], rules: Ruleset, seed: int) -> int:
    """The points for rows of soft and hard drop, which play by placements does not give."""
    game, points = KeyGame(rules, seed), 0
    for event in events:
        game.play([], event.tick)
        y, bottom = int(game.state.y), min((y for _, y in game.ghost()), default=0)
        fall = min((y for _, y in game.cells()), default=0) - bottom
        game.play([event], event.tick)
        points += 2 * fall * (event.kind == DOWN and event.key == HARD)
        points += (y - int(game.state.y)) * (event.kind == TAP and event.key == SOFT)
    return points


def same(game: KeyGame, state: Any) -> None:
    """The game by keys is where the record of play by placements is."""
    for name in ("columns", "marks", "pieces", "lines", "attack", "sent", "combo", "chain", "dead"):
        assert game.state[name].tolist() == state[name][0].tolist(), name
    if not game.over:  # nothing is dealt to a game that is over
        queue = [int(game.state.piece), *game.state.queue[: game.rules.previews].tolist()]
        assert queue == state["queue"][0, : len(queue)].tolist()
        for name in ("hold", "pending"):
            assert game.state[name].tolist() == state[name][0].tolist(), name
        if game.rules.previews:  # otherwise one piece is drawn ahead
            assert [game.state[n].tolist() for n in ("bag", "stream")] == [state[n][0] for n in ("bag", "stream")]


# What the keys end in -------------------------------------------------------------------------------------------------


GIVEN = given(
    st.sampled_from(RULES), st.integers(0, (1 << 64) - 1), st.sampled_from(["wild", "dellacherie"]), st.integers(0, 2)
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@GIVEN
def test_games_are_those_of_play_by_placements(rules: str, seed: int, name: str, pace: int) -> None:
    compared(rules, seed, name, pace)


@pytest.mark.slow
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@GIVEN
def test_games_are_those_of_play_by_placements_for_long(rules: str, seed: int, name: str, pace: int) -> None:
    compared(rules, seed, name, pace)


def compared(rules: str, seed: int, name: str, pace: int) -> None:
    """Play one game both ways."""
    one, game = start(f"{rules}", name, seed, pace=pace), guideline(rules)
    one.player = watched = Watched(one.player)
    state = game.new([seed])
    while not one.game.over and one.game.state.pieces < 25:
        one.plan()
        action = watched.chosen[-1][1]
        assert game.mask(state)[0, action]
        state = game.deal(game.play(state, np.array([action])))
        before = int(one.game.state.pieces)
        while one.game.state.pieces == before:
            one.step()
        assert one.counts[MISSED] == 0
        same(one.game, state)
    assert int(one.game.state.score) == int(state["score"][0]) + drops(one.game.events, game.rules, seed)
    assert sum(one.counts.values()) == len(watched.chosen) - (not one.game.over) == one.game.state.pieces
    assert replay.record(one.game).run().snapshot() == one.game.snapshot()


class Watched:
    """A player whose choices are kept."""

    weights = None

    def __init__(self, other: Player) -> None:
        self.game, self.view, self.other = other.game, other.view, other
        self.chosen: list[tuple[Any, int]] = []

    def choose(self, states: Any) -> Any:
        actions = self.other.choose(states)
        self.chosen.append((states.copy(), int(actions[0])))
        return actions

    def think(self, state: Any) -> Thought:
        return self.other.think(state)


@pytest.mark.parametrize("rules", RULES)
def test_garbage_rises_as_predicted(rules: str) -> None:
    rules += ",delay_turns=0,delay_ticks=0" if ":" in rules else ":delay_turns=0,delay_ticks=0"
    game, rng = guideline(rules), np.random.default_rng(5)
    for seed in range(3):
        one = start(rules, "dellacherie", seed, pace=0)
        one.player = watched = Watched(one.player)
        for _ in range(40):
            if rng.random() < 0.2:
                one.game.receive(int(rng.integers(1, 4)))
                one.player = watched  # it is to choose with that garbage in sight
            one.plan()
            seen, action = watched.chosen[-1]
            state = game.play(seen, np.array([action]))
            if one.step().chose and one.game.over:
                break
            for name in ("columns", "marks", "lines", "attack", "sent", "combo", "chain", "pending", "dead"):
                assert one.game.state[name].tolist() == state[name][0].tolist(), name
            if one.game.over:
                break
        assert one.game.state.risen > 0


def test_every_kind_of_move_is_made_and_counted() -> None:
    counts = dict.fromkeys(KINDS, 0)
    roofs = Start("/".join([".####..##.", "#####...##", "###.....##", "####...###"]))
    for seed in range(8):
        one = start("tetrio-s2", "wild", seed, pace=0, start=roofs)
        shown = []
        for _ in range(30):
            one.plan()
            if one.placement is None:
                break
            shown.append(one.placement.kind)
            assert one.step().locked[:1] == (shown[-1],)
        assert {kind: shown.count(kind) for kind in KINDS} == {kind: one.counts[kind] for kind in KINDS}
        assert one.counts[MISSED] == 0
        counts = {kind: counts[kind] + one.counts[kind] for kind in KINDS}
    assert min(counts.values()) > 2, counts


@pytest.mark.parametrize("rules", ["guideline", "tetrio-s1", "botris"])
def test_the_placement_is_that_of_play_by_placements(rules: str) -> None:
    one, game = start(rules, "wild", 3, pace=0, whole=True), guideline(rules)
    one.player = watched = Watched(one.player)
    for _ in range(30):
        one.plan()
        if one.game.over:
            break
        seen, action = watched.chosen[-1]
        wanted, found = game.describe(seen, action), one.placement
        assert found is not None
        assert found._replace(cells=()) == wanted._replace(cells=())
        assert set(found.cells) == set(wanted.cells)
        one.step()


# The showcases --------------------------------------------------------------------------------------------------------


def test_the_pocket() -> None:
    game = guideline("guideline")
    for whole, keys in ((True, "DDDDDDDDDRDD"), (False, "DDDDDDDDDR")):
        one = Autoplay(KeyGame(game.rules, start=Start(POCKET, "LTIO")), Fixed(game, 0, 0, 0, 5, 8), whole=whole)
        steps = [one.step() for _ in range(len(keys) + 1)]
        assert one.placement is not None  # of the next piece
        assert [step.keys for step in steps] == [(key,) for key in (*keys, "HD")]
        assert steps[-1] == Step(len(keys), ("HD",), ("tuck",), True)
        assert (one.game.state.last_x, one.game.state.last_y) == (5, 8)


def test_a_spin() -> None:
    game = guideline("guideline")
    one = Autoplay(KeyGame(game.rules, start=Start(T_SLOT, "TIOL")), Fixed(game, 0, 2, 2, 2, 1))
    one.plan()
    assert one.placement is not None
    assert (one.placement.kind, one.placement.spin, one.keys[-2:]) == ("spin", "full", ("CW", "HD"))
    while one.game.state.pieces == 0:
        one.step()
    assert (one.counts["spin"], int(one.game.state.last_cleared), int(one.game.state.attack)) == (1, 2, 4)


def test_hold_comes_first() -> None:
    game = guideline("guideline")
    one = Autoplay(KeyGame(game.rules, start=Start("", "TOLI")), Fixed(game, 1, 0, 0, 8, 0))
    assert one.step().keys == ("HOLD",)
    assert one.placement is not None
    assert (one.placement.piece, one.placement.keys[:9]) == ("O", "HOLD RRRR")
    assert one.keys == ("R", "R", "R", "R", "HD")
    one.run(5)
    assert (one.game.state.last_piece, one.game.state.last_x, one.game.state.hold) == (1, 8, 2)


# Tick by tick ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [0, 1, 3, 40])
@pytest.mark.parametrize("rules", ["guideline", "guideline:gravity=0.7,lock_ticks=9"])
def test_steps_are_a_run_and_a_run_is_a_replay(rules: str, pace: int) -> None:
    one, other = (start(rules, "dellacherie", 8, pace=pace) for _ in range(2))
    one.run(100)
    one.run(100)
    steps = [other.step() for _ in range(200)]
    assert one.game.events == other.game.events
    assert one.game.snapshot() == other.game.snapshot()
    assert one.counts == other.counts
    assert replay.record(one.game).run().snapshot() == one.game.snapshot()
    told = sum(len(step.locked) for step in steps)
    assert told == sum(one.counts.values()) == one.game.state.pieces > 0
    if not one.game.over:
        assert [step.tick for step in steps] == list(range(200))
        assert one.game.state.tick == 200


def test_a_step_tells_what_happened() -> None:
    one = start("guideline", "four-feature")
    steps = [one.step() for _ in range(40)]
    assert steps[0].chose
    for step in steps[1:]:
        assert step.chose == bool(step.locked)
        assert len(step.keys) == 1
        assert bool(step.locked) == (step.keys == ("HD",))
    slow = start("guideline", "four-feature", pace=5)
    slow.step()
    keys = slow.keys
    assert [slow.step().keys for _ in range(5)] == [(), (), (), (), keys[:1]]


@pytest.mark.parametrize("name", ["dellacherie", "wild"])
def test_gravity_of_the_first_level_makes_nothing_go_wrong(name: str) -> None:
    one = start("guideline", name, 11)
    one.run(1200)
    assert one.counts[MISSED] == 0
    assert one.game.state.pieces > 40


@pytest.mark.parametrize("gravity", [0.2, 0.5, 1, 3, 20])
@pytest.mark.parametrize("pace", [1, 2, 4])
def test_a_piece_that_falls_meanwhile_is_recovered(gravity: float, pace: int) -> None:
    one = start(f"guideline:gravity={gravity}", "dellacherie", 12, pace=pace)
    one.run(900)
    assert one.game.state.lines > 5
    assert one.counts[MISSED] == 0
    assert replay.record(one.game).run().snapshot() == one.game.snapshot()


def test_no_piece_is_led_back_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    one = start("guideline:gravity=1", "dellacherie", 12, pace=2)
    monkeypatch.setattr("wellplayed.players.autoplay.PATIENCE", 0)
    monkeypatch.setattr(
        one._steering,
        "aim",
        functools.partial(lambda aim, *goal, **how: aim(*goal, **{**how, "pace": 0}), one._steering.aim),
    )
    one.run(200)
    assert sum(one.counts.values()) == one.game.state.pieces > 10


def test_a_piece_that_locks_before_its_keys_is_missed() -> None:
    one = start("guideline:gravity=20,lock_ticks=0", "dellacherie", 12, pace=30)
    one.run(300)
    assert one.counts[MISSED] > 0
    assert sum(one.counts.values()) == one.game.state.pieces


@pytest.mark.parametrize("rules", ["guideline:gravity=0.4", "tetrio-s1", "guideline:drop=sonic,gravity=0.3,width=8"])
@pytest.mark.parametrize("seed", range(3))
def test_whoever_else_is_at_the_keys(rules: str, seed: int) -> None:
    """A person plays between ticks, garbage comes, moments are taken back, players and paces change."""
    rng, game = np.random.default_rng(seed), guideline(rules)
    one = start(rules, "dellacherie", seed, handling=Handling(das=6, arr=1))
    moments = [one.game.snapshot()]
    for _ in range(400):
        what = rng.integers(14)
        if what < 3:
            one.game.press(str(rng.choice(["left", "right", "soft", "cw", "hold", "hard"])))
        elif what == 3:
            one.game.tick(int(rng.integers(1, 20)))
        elif what == 4:
            one.game.receive(1)
        elif what == 5:
            one.game.restore(moments[rng.integers(max(0, len(moments) - 5), len(moments))])
            moments = [m for m in moments if m.events <= len(one.game.events)]
        elif what == 6:
            one.pace = int(rng.integers(0, 4))
        elif what == 7:
            one.player = Wild(game, seed) if rng.random() < 0.3 else player("dellacherie", game)
        before = int(one.game.state.tick)
        step = one.step()
        assert one.game.state.tick == before + (not one.game.over) or one.game.over
        assert one.game.state.keys == 0 or one.game.over
        assert step.tick == before
        moments.append(one.game.snapshot())
        if one.game.over:
            one.game.restore(moments[0])
            moments = moments[:1]
    assert replay.record(one.game).run().snapshot() == one.game.snapshot()


def test_in_the_middle_of_a_piece_the_best_that_can_be_reached() -> None:
    game = guideline("guideline:gravity=0")
    board = "/".join(["####..####"] * 8)
    played = KeyGame(game.rules, start=Start(board, "OTTTT"))
    play_keys(played, "D" * 13)  # between the walls, where nothing but its column is left
    one = Autoplay(played, player("four-feature", game))
    one.plan()
    assert one.placement is not None
    assert sorted(one.placement.cells) == [(4, 0), (4, 1), (5, 0), (5, 1)]
    thought = one.thought()
    assert thought is not None
    assert game.describe(played.seen(), thought.action).cells != one.placement.cells
    assert one.step().locked == ("drop",)


def test_after_hold_only_placements_of_the_piece_that_it_brought() -> None:
    class Partial(Wild):
        def values(self, state: Any) -> tuple[Any, Any]:
            actions = np.flatnonzero(self.game.mask(state)[0])
            likes = {(1, 0, 0, 8, 8): 9.0, (0, 0, 0, 4, 0): 5.0, (1, 0, 0, 3, 0): 3.0}
            return actions, np.array([likes.get(self.game.parts(action), 0.0) for action in actions])

    game = guideline("guideline:gravity=0")
    one = Autoplay(KeyGame(game.rules, start=Start("/".join(["###....###"] * 8), "TOLI")), Partial(game))
    assert one.step().keys == ("HOLD",)
    assert one.placement is not None
    assert one.placement.cells == ((8, 8), (8, 9), (9, 8), (9, 9))
    play_keys(one.game, "D" * 13)  # somebody takes the O between the walls; a T at (4, 0) would be liked better
    one.step()
    assert one.placement.piece == "O"
    assert one.placement.cells == ((3, 0), (3, 1), (4, 0), (4, 1))


def test_hold_that_a_person_used_is_not_planned_again() -> None:
    game = guideline("guideline:gravity=0")
    one = Autoplay(KeyGame(game.rules, start=Start("", "TOLI")), Fixed(game, 1, 0, 0, 8, 0))
    one.game.apply("HOLD")
    one.run(30)
    assert one.counts[MISSED] == 0
    assert [NAMES[e.key] for e in one.game.events if e.tick == 0 and e.kind != UP].count("HOLD") == 1


@pytest.mark.parametrize("seed", range(20))
def test_the_best_that_can_be_reached_is_the_best(seed: int) -> None:
    rng, game = np.random.default_rng(seed), guideline("guideline:gravity=0")
    rows = ["".join(rng.choice(["#", "."], 10, p=[0.7, 0.3])) for _ in range(12)]
    played = KeyGame(game.rules, seed, start=Start("/".join(rows)))
    for key in rng.choice(["L", "R", "CW", "D", "D", "D"], 40):
        played.apply(str(key))
    if rng.random() < 0.5:
        played.apply("HOLD")
    one = Autoplay(played, Wild(game, seed), pace=0)
    state, seen = played.state, played.seen()
    board = frozenset((x, y) for x in range(10) for y in range(40) if int(state.columns[x]) >> y & 1)
    piece, rules = PIECES[state.piece], game.rules
    within = {(int(state.orientation), int(state.x), int(state.y)): {"none"}}
    todo = list(within)
    while todo:  # all positions with the classes in which they are reached
        at = todo.pop()
        for key in ("L", "R", "CW", "CCW", "180", "D"):
            last, there = press(board, piece, at, key, rules)
            spin = naive.spin(board, 10, piece, there, last, rules.spins)
            if there != at and spin not in within.get(there, set()):
                within.setdefault(there, set()).add(spin)
                todo.append(there)
    within[int(state.orientation), int(state.x), int(state.y)].add(("none", "mini", "full")[state.spin])
    possible = {(naive.cells(piece, at), spin) for at, spins in within.items() for spin in spins}
    actions, values = Wild(game, seed).values(seen)
    best: tuple[float, Any] = (-np.inf, None)
    for action, value in zip(actions, values, strict=True):
        hold, spin, o, x, y = game.parts(action)
        here = (naive.cells(piece, (o, x, y)), ("none", "mini", "full")[spin]) in possible
        if value > best[0] and (here if not hold else not state.held):
            best = value, game.describe(seen, int(action))
    one.plan()
    assert one.placement is not None
    assert (one.placement.piece, set(one.placement.cells)) == (best[1].piece, set(best[1].cells))
    assert one.placement.spin == best[1].spin
    assert one.step().locked == (one.placement.kind,) or one.counts[MISSED] == 0


# The end, and what is refused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["guideline", "tetrio-s1:block_out=off", "botris"])
def test_a_game_that_is_lost_ends(rules: str) -> None:
    one = start(rules, "highest-column", 1)
    one.run(100_000)
    assert one.game.over
    assert one.placement is None
    assert one.keys == ()
    assert sum(one.counts.values()) == one.game.state.pieces
    tick, moment = int(one.game.state.tick), one.game.snapshot()
    assert one.step() == Step(tick, (), (), False)
    one.run(10)
    one.plan()
    assert one.game.snapshot() == moment
    assert replay.record(one.game).run().over == one.game.over


def test_where_the_player_has_no_move_the_piece_falls() -> None:
    # The only room is above the last row, where no placement is one.
    game = guideline("guideline:height=20,rows=20,spawn=20")
    full = "/".join(["####.#####", "#########."] * 10)
    one = Autoplay(KeyGame(game.rules, start=Start(full, "OOOO")), player("dellacherie", game))
    assert one.step() == Step(0, ("HD",), ("drop",), True)
    assert one.game.over == "lock out"


def test_thoughts_are_those_of_the_player() -> None:
    one = start("guideline", "four-feature")
    assert one.thought() is None
    one.plan()
    thought, wanted = one.thought(), one.player.think(one.game.seen())
    assert thought is not None
    assert thought.action == wanted.action
    assert thought.values.tolist() == wanted.values.tolist()
    assert one.thought() is thought
    one.player = player("dellacherie", guideline("guideline"))
    assert (one.placement, one.thought(), one.keys) == (None, None, ())


def test_another_player_chooses_anew_for_the_piece_that_falls() -> None:
    game = guideline("guideline:gravity=0")
    one = Autoplay(KeyGame(game.rules, start=Start("", "OTTT")), Fixed(game, 0, 0, 0, 8, 0))
    assert one.step().keys == ("R",)
    one.player = Fixed(game, 0, 0, 0, 0, 0)
    assert one.keys == ()
    step = one.step()
    assert (step.keys, step.chose, one.keys[:2]) == (("L",), True, ("L", "L"))


def test_a_fault_of_the_player_is_not_hidden() -> None:
    class Broken(Wild):
        def choose(self, states: Any) -> Any:
            raise (Fault if self.seed else InputError)("broken")

    for seed in (0, 1):
        with pytest.raises(InputError, match="broken"):
            Autoplay(KeyGame(), Broken(guideline("guideline"), seed)).step()


def test_refusals() -> None:
    with pytest.raises(InputError, match=r"a player of classic.* cannot steer pieces"):
        Autoplay(KeyGame(), player("dellacherie", Classic()))
    with pytest.raises(InputError, match="the player plays tetrio-s1, the game guideline; make both"):
        Autoplay(KeyGame(), player("dellacherie", guideline("tetrio-s1")))
    for pace in (-1, 601):
        with pytest.raises(InputError, match=f"pace={pace} is out of range; choose 0 to 600"):
            start("guideline", pace=pace)
    with pytest.raises(InputError, match="-1 ticks cannot pass"):
        start("guideline").run(-1)


def test_time_is_kept_for_each_part() -> None:
    one = start("guideline", "four-feature")
    one.run(200)
    assert list(one.seconds) == ["thinking", "paths", "keys"]
    assert min(one.seconds.values()) > 0

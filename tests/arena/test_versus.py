"""Two players against each other: as the slow way has it, whoever is named first, in whatever batch."""

import signal
from typing import Any

import numpy as np
import pytest
from tests.arena.players import Chooser, Failing, at, raising
from tests.arena.slow_match import match as naive_match

from wellplayed.arena.entrants import Entrant, entrant
from wellplayed.arena.sides import Side
from wellplayed.arena.versus import GAME, Match, play, playable, tally
from wellplayed.errors import InputError
from wellplayed.game import Ints, States
from wellplayed.games import game

STANDARD = game(GAME)
LOW = game("guideline:blocking=combo,height=8")  # so that matches end
BCTS, LEE = entrant("bcts", LOW), entrant("lee", LOW)
SENDING = entrant("linear:attack=3,holes=-4,aggregate_height=-0.3,bumpiness=-0.3,row_transitions=-1", LOW)
RANDOM = [entrant(f"random:seed={seed}", LOW) for seed in (1, 2)]


def turned(match: Match) -> Match:
    """The same match, seen from the other side."""
    return Match(match.seed, match.turns, match.second, match.first)


@pytest.mark.parametrize(
    ("rules", "pair"),
    [
        (LOW, ("bcts", SENDING.name)),
        (game("guideline:rules=tetrio-s2,height=8,opener=0"), ("dellacherie", "lee")),
        (game("guideline:rules=botris,height=8"), (SENDING.name, "random")),
        (game("guideline:height=8,cancel=off,previews=1"), (SENDING.name, "bcts")),
    ],
    ids=["combo", "tetrio-s2", "botris", "no cancelling"],
)
def test_matches_are_those_of_the_slow_way(rules: Any, pair: tuple[str, str]) -> None:
    first, second = (entrant(spec, rules) for spec in pair)
    found = play(rules, first, second, range(12), turns=120)
    for match in found:
        turns, *fates = naive_match(rules, first.player, second.player, match.seed, 120)
        assert match.turns == turns
        for side, fate in zip((match.first, match.second), fates, strict=True):
            counted = (fate.lines, fate.attack, fate.sent, fate.quads, fate.spins)
            assert side == Side(fate.dead, turns, *counted)
    assert sum(match.first.sent + match.second.sent for match in found) > 0


class Spinner(Chooser):
    """Spins wherever it can, whether or not that clears anything."""

    def choose(self, states: States) -> Ints:
        actions = super().choose(states)
        for row, mask in enumerate(self.game.mask(states)):
            spins = [action for action in np.flatnonzero(mask) if self.game.parts(action)[1]]
            actions[row] = spins[0] if spins else actions[row]
        return actions


def test_only_spins_that_clear_are_counted() -> None:
    rules = game("guideline:rules=tetrio-s2,opener=0")
    spinner = Entrant("spinner", Spinner(entrant("lee", rules).player))
    other = entrant("bcts", rules)
    spins = wasted = 0
    for match in play(rules, spinner, other, range(6), turns=40):
        _, fate, _ = naive_match(rules, spinner.player, other.player, match.seed, 40)
        assert match.first.spins == fate.spins
        spins, wasted = spins + fate.spins, wasted + fate.wasted
    assert spins > 0
    assert wasted > 0


def test_what_is_pending_rises_when_nothing_is_cleared() -> None:
    """The default rules: a clear holds garbage off, anything else lets it in, ten lines at a time."""
    states, other = LOW.new(range(40)), LOW.new(range(40))
    rose = held = 0
    for _ in range(60):
        actions, answer = BCTS.player.choose(states), SENDING.player.choose(other)
        after, sent = LOW.play(states, actions), LOW.play(other, answer)
        pending, left = (s["pending"][:, :, 0].sum(axis=1) for s in (states, after))
        cleared = after["lines"] > states["lines"]
        assert (left[~cleared] == np.maximum(pending[~cleared] - 10, 0)).all()
        made = (after["attack"] - states["attack"])[cleared]
        assert (left[cleared] == np.maximum(pending[cleared] - made, 0)).all()
        rose += int((pending[~cleared] > 0).sum())
        held += int((left[cleared] > 0).sum())
        going = ~after["dead"] & ~sent["dead"]
        garbage = (sent["sent"] - other["sent"]).astype(np.int64)
        states = LOW.deal(LOW.receive(after, garbage))[going]
        other = LOW.deal(sent)[going]
    assert rose > 20
    assert held > 5


def test_sides_do_not_matter() -> None:
    for first, second in ((BCTS, SENDING), (RANDOM[0], LEE), RANDOM):
        there = play(LOW, first, second, range(10), turns=200)
        assert play(LOW, second, first, range(10), turns=200) == [turned(match) for match in there]


def test_the_same_player_draws_with_itself() -> None:
    for who in (RANDOM[0], SENDING):
        for match in play(LOW, who, who, range(8), turns=60):
            assert match.first == match.second
            assert match.points == 0.5


@pytest.mark.parametrize("pair", [(BCTS, SENDING), RANDOM], ids=["linear", "random"])
def test_results_depend_on_neither_workers_nor_batches(pair: Any) -> None:
    seeds = [*range(140), 2**64 - 1]
    one = play(LOW, *pair, seeds, turns=50, workers=1)
    assert [match.seed for match in one] == seeds
    assert play(LOW, *pair, seeds, turns=50, workers=3) == one
    assert play(LOW, *pair, np.array(seeds[:107:-1], np.uint64), turns=50) == one[:107:-1]
    assert [play(LOW, *pair, [seed], turns=50)[0] for seed in (3, 39)] == [one[3], one[39]]


def test_processes_play_the_same_matches() -> None:
    seen: list[tuple[int, int]] = []
    told: list[list[Match]] = []
    found = play(
        LOW, *RANDOM, range(12), workers=2, processes=True, progress=lambda *d: seen.append(d), each=told.append
    )
    assert found == play(LOW, *RANDOM, range(12))
    assert tuple(map(sum, zip(*seen, strict=True))) == (2 * sum(match.turns for match in found), 12)
    assert sorted(match.seed for part in told for match in part) == list(range(12))


def test_the_last_turn_is_a_draw() -> None:
    free = play(LOW, BCTS, SENDING, range(20), turns=10_000)
    cap = sorted(match.turns for match in free)[10]
    for long, short in zip(free, play(LOW, BCTS, SENDING, range(20), turns=cap), strict=True):
        if long.turns <= cap:
            assert short == long
        else:
            assert (short.turns, short.over, short.points) == (cap, False, 0.5)


class TestFaults:
    """A player whose code fails has lost, and no other match knows of it."""

    def test_a_fault_is_a_loss(self) -> None:
        fine = play(STANDARD, *(entrant(spec, STANDARD) for spec in ("bcts", "lee")), range(16), turns=40)
        inner = entrant("bcts", STANDARD).player
        broken = Entrant("mine", Failing(inner, at(9, 3, 11), raising(ValueError("nonsense"))))
        found = play(STANDARD, broken, entrant("lee", STANDARD), range(16), turns=40, workers=2)
        for match, expected in zip(found, fine, strict=True):
            if match.seed in (3, 11):
                assert (match.turns, match.points) == (10, 0)
                assert (match.first.pieces, match.second.pieces) == (9, 10)
                assert match.first.fault.startswith(f"player 'mine' failed at piece 10 of seed {match.seed} on ")
                assert match.second.fault == ""
            else:
                assert match == expected

    def test_a_fault_is_that_of_its_match(self) -> None:
        fine = play(LOW, *RANDOM, range(24))
        length = sorted(match.turns for match in fine)[16]
        failing = [match.seed for match in fine if match.turns > length]  # by then others have ended
        assert 2 <= len(failing) <= 8
        broken = Entrant("mine", Failing(RANDOM[0].player, at(length, *failing), raising(ValueError("late"))))
        for match, expected in zip(play(LOW, broken, RANDOM[1], range(24)), fine, strict=True):
            if match.seed in failing:
                assert match.turns == length + 1
                assert f"of seed {match.seed} on" in match.first.fault
            else:
                assert match == expected

    def test_two_faults_at_once_are_a_draw(self) -> None:
        both = [
            Entrant(name, Failing(RANDOM[i].player, at(2, 0), raising(ValueError(name))))
            for i, name in enumerate(("one", "two"))
        ]
        (match,) = play(LOW, *both, [0])
        assert match.points == 0.5
        assert "ValueError: one" in match.first.fault
        assert "ValueError: two" in match.second.fault


def test_ctrl_c_ends_endless_matches() -> None:
    who = [entrant(spec, STANDARD) for spec in ("dellacherie", "bcts")]
    with pytest.raises(KeyboardInterrupt):
        play(STANDARD, *who, range(4), turns=10**9, workers=2, progress=lambda *_: signal.raise_signal(signal.SIGINT))


def test_tallies() -> None:
    alive, lost = Side(False, 3, 1, 1, 1, 0, 0), Side(True, 3, 1, 1, 1, 0, 0)
    matches = [Match(0, 3, alive, lost), Match(1, 3, lost, lost), Match(2, 3, alive, alive), Match(3, 3, lost, alive)]
    assert [match.points for match in matches] == [1, 0.5, 0.5, 0]
    assert tally(matches) == (1, 2, 1)
    assert tally([]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("seeds", "options", "message"),
    [
        ([-1], {}, "seed -1 is no whole number from 0"),
        ([0], {"turns": 0}, "0 turns leave no match"),
        ([0], {"workers": 0}, "0 workers"),
    ],
)
def test_input_out_of_range(seeds: list[int], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        play(LOW, *RANDOM, seeds, **options)


def test_classic_games_are_refused() -> None:
    classic = game("classic")
    with pytest.raises(InputError, match=r"classic:.* knows no garbage, so nobody can win"):
        play(classic, entrant("bcts", classic), entrant("lee", classic), [0])
    playable(LOW)


def test_players_of_another_game_are_refused() -> None:
    with pytest.raises(InputError, match="built for guideline:rules=guideline,blocking=combo,"):
        play(LOW, entrant("bcts", STANDARD), LEE, [0])


def test_players_may_hide_their_weights() -> None:
    hidden = Entrant("hidden", Chooser(BCTS.player))
    assert play(LOW, hidden, SENDING, range(4), turns=50) == play(LOW, BCTS, SENDING, range(4), turns=50)

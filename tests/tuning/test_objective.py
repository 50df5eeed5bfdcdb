"""Objectives: what the arena measures, for many candidates at once, in any number of workers."""

from typing import Any

import numpy as np
import pytest

from wellplayed.arena import build, lockstep, splitting, versus
from wellplayed.arena.entrants import entrant
from wellplayed.arena.excursions import Unreached
from wellplayed.errors import InputError
from wellplayed.games import game
from wellplayed.tuning.measures import Solo, Splitting
from wellplayed.tuning.objective import LEAST, Objective, task_size
from wellplayed.tuning.subject import Subject, subject

SIX = "classic:height=6"
SEEDS = [3, 1 << 63, 5]
FOUR = np.array([[-0.5, 0.7, -0.4, -0.2], [-1.0, 0.0, -1.0, 0.1]])


def lee(where: str = SIX) -> Subject:
    return subject(where, features=("aggregate_height", "lines", "holes", "bumpiness"))


@pytest.mark.parametrize(
    ("text", "by", "cap"),
    [("lines", "lines", 100_000), ("survival:pieces=20", "pieces", 20), ("lines:pieces=none", "lines", None)],
)
def test_alone_as_the_arena_plays(text: str, by: str, cap: int | None) -> None:
    tuned = lee()
    found = Objective(text, tuned, workers=2).score(FOUR, SEEDS)
    rules = game(SIX)
    played = [lockstep.play(rules, entrant(tuned.spec(w), rules), SEEDS, cap=cap) for w in FOUR]
    assert found.games.tolist() == [[getattr(one, by) for one in games] for games in played]
    assert found.mean.tolist() == pytest.approx([np.mean([getattr(one, by) for one in games]) for games in played])
    assert found.pieces == sum(one.pieces for games in played for one in games)
    assert found.capped == np.mean([not one.dead for games in played for one in games])
    assert len(set(found.games.ravel())) > 2 or cap == 20


def test_workers_and_processes_change_nothing() -> None:
    tuned = subject("classic:height=4,previews=1", "lookahead:depth=1", start="lee")
    scores = [
        Objective("lines:pieces=30", tuned, workers=workers, processes=processes).score(FOUR, SEEDS).games.tolist()
        for workers, processes in ((1, False), (3, False), (1, True))
    ]
    assert scores[0] == scores[1] == scores[2]


def test_tasks_are_cut_for_the_workers_and_that_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert task_size(32, 2_000, 1, LEAST) == 32
    assert task_size(32, 2_000, 100, LEAST) == 10
    assert task_size(32, 2_000, 100, LEAST / 20) == 20  # short games go together
    assert task_size(32, 2_000, 100_000, LEAST / 1e9) == 32
    assert task_size(32, 2_000, 100_000, 0.0) == 32
    assert task_size(32, 2_000, 100_000, 9.0) == 1
    first = Objective("lines", lee(), workers=1).score(FOUR, SEEDS)
    monkeypatch.setattr(Solo, "together", 1)
    assert Objective("lines", lee(), workers=1).score(FOUR, SEEDS).games.tolist() == first.games.tolist()


def test_progress_counts_all_games() -> None:
    counted = np.zeros(2, np.int64)
    found = Objective("lines", lee()).score(FOUR, SEEDS, lambda pieces, games: counted.__iadd__([pieces, games]))
    assert counted.tolist() == [found.pieces, 6]


def test_attack_in_guideline_play() -> None:
    tuned = lee("guideline:height=6")
    found = Objective("attack:pieces=40", tuned).score(FOUR[:1], SEEDS)
    rules = game(tuned.game)
    wanted = lockstep.play(rules, entrant(tuned.spec(FOUR[0]), rules), SEEDS, cap=40)
    assert found.games.tolist() == [[one.attack for one in wanted]]


def test_chains_and_their_bonus(monkeypatch: pytest.MonkeyPatch) -> None:
    tuned = subject("puyo", start="builder", features=["slope"])
    seeds = [1, 2]
    built, _ = build.play(game(tuned.game), entrant(tuned.spec(np.array([-0.3])), game(tuned.game)), seeds)
    points = [one.score for one in built]
    assert Objective("build50", tuned).score(np.array([[-0.3]]), seeds).games.tolist() == [points]
    monkeypatch.setattr(build, "TARGET", min(points))  # the games are over earlier, and both are great ones
    found = Objective("build50:bonus=5", tuned).score(np.array([[-0.3]]), seeds)
    assert all(value - 5 >= min(points) for value in found.games[0])


def test_matches_against_the_start_or_another() -> None:
    tuned = subject("guideline:blocking=combo,height=6", start="lee")
    rules = game(tuned.game)
    weights = np.array([tuned.start, (-1.0, -0.1, 0.0, 0.0)])
    found = Objective("winrate:turns=40", tuned).score(weights, SEEDS)
    assert found.games[0].tolist() == [0.5] * 3  # the start against itself
    pair = [entrant(tuned.spec(weights[1]), rules), entrant(tuned.spec(weights[0]), rules)]
    assert found.games[1].tolist() == [m.points for m in versus.play(rules, *pair, SEEDS, turns=40)]
    other = Objective("winrate:turns=40,against=dellacherie", tuned).score(weights[:1], SEEDS)
    matches = versus.play(rules, pair[1], entrant("dellacherie", rules), SEEDS, turns=40)
    assert other.games[0].tolist() == [m.points for m in matches]
    assert other.capped == np.mean([not m.over for m in matches])


def test_splitting_is_the_estimate_and_the_weak_are_played() -> None:
    tuned = subject("classic:height=8", start="dellacherie")
    text = "splitting:run_pieces=20000,trials=200"
    weights = np.array([tuned.start, [-w for w in tuned.start]])
    found = Objective(text, tuned).score(weights, [5, 6])
    who = entrant(tuned.spec(weights[0]), game(tuned.game)).player
    assert who.weights is not None
    wanted = [
        splitting.estimate(game(tuned.game), who.weights, seed=s, run_pieces=20_000, trials=200, replicates=1).mean
        for s in (5, 6)
    ]
    assert found.games[0].tolist() == wanted
    assert found.mean[0] == pytest.approx(np.sqrt((wanted[0] + 1) * (wanted[1] + 1)) - 1)
    assert found.mean[1] < 1
    apart = Splitting(1, 1).apart(found.games[0], np.array([0.0, 0.0]))
    assert apart.mean == pytest.approx(found.mean[0] + 1)
    assert apart.low < apart.mean < apart.high


@pytest.mark.parametrize("tries", [1, 3, 5])
def test_players_too_good_for_the_effort_get_more_of_it(tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tuned = subject("classic:height=8", start="dellacherie")
    efforts, estimate = [], splitting.estimate

    def counted(*args: Any, run_pieces: int, trials: int, **options: Any) -> splitting.Estimate:
        efforts.append((run_pieces, trials))
        if len(efforts) < tries:
            raise Unreached("none of them got to death")
        return estimate(*args, run_pieces=10_000, trials=100, **options)

    monkeypatch.setattr(splitting, "estimate", counted)
    objective = Objective("splitting:run_pieces=10000,trials=100", tuned, workers=1)
    if tries > 4:
        with pytest.raises(InputError, match="none of them got to death"):
            objective.score(np.array([tuned.start]), [5])
    else:
        assert objective.score(np.array([tuned.start]), [5]).mean[0] > 10
    assert efforts == [(10_000 * 4**i, 100 * 4**i) for i in range(min(tries, 4))]


@pytest.mark.parametrize(
    ("text", "where", "player", "told"),
    [
        ("line", SIX, "linear", "unknown objective 'line'; did you mean 'lines'"),
        ("lines:piece=3", SIX, "linear", "unknown option of objective 'lines' 'piece'; did you mean 'pieces'"),
        ("lines:pieces=0", SIX, "linear", "pieces=0 leaves no game"),
        ("attack", SIX, "linear", "knows no attack"),
        ("build50", SIX, "linear", "is a protocol of Puyo"),
        ("winrate", SIX, "linear", "knows no garbage"),
        ("winrate:turns=0", "guideline", "linear", "turns=0 leaves no match"),
        ("winrate:against=nobody", "guideline", "linear", "unknown player 'nobody'"),
        ("splitting", SIX, "linear", "no levels for 6 rows"),
        ("splitting", "classic:previews=1", "lookahead", "not greedy over weights"),
        ("splitting:trials=3", "classic", "linear", "trials=3 is too few"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, where: str, player: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        Objective(text, subject(where, player, start="lee"))

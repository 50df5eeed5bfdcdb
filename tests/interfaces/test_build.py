"""`wellplayed arena --protocol build50`: the table, the JSON, what stands beside it, and how it refuses bad input."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from wellplayed.arena import build
from wellplayed.arena.entrants import entrant
from wellplayed.games import game as game_of

Run = Callable[..., Any]
PROTOCOL = ("--protocol", "build50")


def test_the_figures_are_those_of_the_games(run: Run) -> None:
    done = run("arena", "formula", "random:seed=2", *PROTOCOL, "--games", 6, "--json")
    assert (done.code, done.err) == (0, "")
    data = json.loads(done.out)
    assert (data["protocol"], data["game"]) == ("build50", build.GAME)
    game = game_of(build.GAME)
    for told in data["players"]:
        games, _ = build.play(game, entrant(told["player"], game), range(1, 7))
        assert told["played"] == [one._asdict() for one in games]
        found = build.report(games, 1.0)
        assert told["score"]["mean"] == found.score.mean
        assert told["links"]["median"] == found.links.median
        assert told["target"] == {"games": 0, "share": 0.0, "low": 0.0, "high": pytest.approx(found.target.high)}
        assert told["turn"] is None
        assert told["milliseconds"] > 0
    (gap,) = data["differences"]
    assert (gap["player"], gap["against"]) == ("random:seed=2", "formula")
    first, second = (told["score"]["mean"] for told in data["players"])
    assert gap["mean"] == pytest.approx(second - first)
    assert [one["score"] for one in data["published"]] == [97_338, 92_969]


def test_the_tables(run: Run) -> None:
    done = run("arena", "formula", "article", *PROTOCOL, "--seeds", "1-4")
    lines = done.out.splitlines()
    assert lines[0] == build.GAME
    assert lines[1] == "4 games: the best chain in 50 turns, up to the first of 80,000 points"
    first = next(line for line in lines if line.startswith("player"))
    assert first.split() == ["player", "games", "links", "points", "s.e.", "95%", "interval", "median"]
    assert [line.split()[0] for line in lines[5:7]] == ["formula", "article"]
    assert any(line.startswith("ama, width 250, depth 16 [1]") and "97,338" in line for line in lines)
    assert any(line.startswith("ama, width 60, depth 10 [1]") and "76 ms" in line for line in lines)
    assert "Points more than formula, game by game on the same seeds:" in lines
    assert lines[-1].startswith("[1] citrus610/ama")


def test_one_game_and_the_first_seed(run: Run) -> None:
    told = json.loads(run("arena", "random", *PROTOCOL, "--games", 1, "--seed", 5, "--json").out)
    assert [one["seed"] for one in told["players"][0]["played"]] == [5]
    assert told["players"][0]["score"]["se"] is None
    assert told["differences"] == []
    assert "1 game: the best chain" in run("arena", "random", *PROTOCOL, "--games", 1).out


def test_workers_and_other_rules_change_no_game(run: Run) -> None:
    words = ("arena", "formula", *PROTOCOL, "--games", 10, "--json")
    one, two = (json.loads(run(*words, "--workers", count).out)["players"][0]["played"] for count in (1, 2))
    assert one == two
    other = json.loads(run(*words, "--game", "puyo:colours=5").out)
    assert other["game"].startswith("puyo:colours=5")
    assert other["players"][0]["played"] != one


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("formula", "--protocol", "build60"), "unknown protocol 'build60'; did you mean 'build50'?"),
        ((*PROTOCOL,), "arena needs a player"),
        (("formula", *PROTOCOL, "--game", "guideline"), "build50 is a protocol of Puyo"),
        (("lee", *PROTOCOL), "player 'four-feature' plays classic and guideline, not puyo"),
        (("formula", *PROTOCOL, "--by", "lines"), "--by has no meaning with --protocol build50"),
        (("formula", *PROTOCOL, "--pieces", 9), "--pieces has no meaning with --protocol build50"),
        (("formula", *PROTOCOL, "--records", "x.db"), "--records has no meaning with --protocol build50"),
        (("formula", *PROTOCOL, "--games", 0), "--games 0 is out of range"),
        (("formula", *PROTOCOL, "--seeds", "1-3", "--games", 3), "--seeds names every game"),
        (("formula", *PROTOCOL, "--workers", 0), "--workers 0 is out of range"),
        (("formula", "formula", *PROTOCOL), "player 'formula' comes twice"),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_refusals(refused: Callable[..., str], words: tuple[object, ...], message: str) -> None:
    assert refused("arena", *words).startswith(message)


# The other arena ------------------------------------------------------------------------------------------------------


def test_solo_games_of_puyo_are_compared_by_score(run: Run) -> None:
    words = ("arena", "formula", "random", "--game", "puyo", "--games", 4, "--pieces", 60, "--json")
    data = json.loads(run(*words).out)
    assert data["by"] == "score"
    for player in data["players"]:
        assert player["mean"] == sum(one["score"] for one in player["games"]) / 4
        assert all(70 * one["attack"] <= one["score"] + 2100 * one["lines"] for one in player["games"])
    sent = json.loads(run(*words, "--by", "attack").out)["players"]
    assert [player["mean"] for player in sent] == [sum(g["attack"] for g in p["games"]) / 4 for p in data["players"]]
    assert sent[0]["mean"] > 0
    links = json.loads(run(*words, "--by", "lines").out)
    assert links["players"][0]["mean"] == sum(one["lines"] for one in links["players"][0]["games"]) / 4
    assert json.loads(run("arena", "random", "--games", 1, "--pieces", 5, "--json").out)["by"] == "lines"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("arena", "lee", "--game", "puyo"), "player 'four-feature' plays classic and guideline, not puyo"),
        (("arena", "builder"), "player 'builder' plays puyo, not classic"),
        (("versus", "lee", "formula", "--game", "puyo"), "player 'four-feature' plays classic and guideline, not puyo"),
        (("versus", "formula", "article"), "player 'formula' plays puyo, not guideline"),
        (("tradeoff", "--game", "puyo"), "tradeoff counts rows cleared, and Puyo clears none"),
        (("autoplay", "formula", "--game", "puyo"), "autoplay steers pieces, and puyo"),
        (("ladder", "builder"), "player 'builder' plays puyo, not classic"),
        (("table", "10x10", "--players", "builder"), "player 'builder' plays puyo, not classic"),
        (("perft", "--game", "puyo"), "unknown option: --game"),
        (("watch", "lee", "--game", "puyo"), "player 'four-feature' plays classic and guideline, not puyo"),
        (("watch", "builder"), "player 'builder' plays puyo, not classic"),
        (("watch", "random", "--game", "puyo:colours=6"), "colours=6 of puyo is out of range; choose 3 to 5"),
        (("watch", "random", "--game", "puyo", "--board", "##"), "rows: row 1 is 2 long"),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_what_does_not_fit_puyo_is_refused(
    refused: Callable[..., str], words: tuple[object, ...], message: str
) -> None:
    assert refused(*words).startswith(message)

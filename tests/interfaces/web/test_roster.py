"""The agents that the page offers: every button's spec makes a player, and says what it does."""

import pytest

from wellplayed.games import family
from wellplayed.games import game as game_of
from wellplayed.interfaces.web import roster
from wellplayed.interfaces.web.permitted import permitted
from wellplayed.players.registry import canonical, entries
from wellplayed.spec import parse
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import preset

NAMES = [entry.name for entry in roster.offered()]
NUMBERS = tuple(roster.STEPS)
PUYO = game_of("puyo")


@pytest.fixture(scope="module")
def game() -> Guideline:
    return Guideline(preset("guideline"))


def test_all_of_the_line_up_is_offered_but_the_one_without_weights() -> None:
    assert set(NAMES) == {entry.name for entry in entries("guideline")} - set(roster.UNBUILT)


@pytest.mark.parametrize("name", NAMES)
def test_every_number_and_choice_makes_a_player_that_visitors_may_have(name: str, game: Guideline) -> None:
    specs = [name]
    for option in NUMBERS:
        specs += [roster.changed(name, option, str(n)) for n in roster.steps(name, option)]
    if roster.has(name, "ms"):
        specs += [roster.changed(name, "ms", str(ms)) for ms in roster.TIMES if ms]
    if roster.has(name, "moves"):
        specs += [roster.changed(name, "moves", way) for way in ("reach", "drop")]
    for spec in specs:
        permitted(spec, game)


@pytest.mark.parametrize("judge", roster.judges())
def test_all_weights_can_be_given_to_a_search(judge: str, game: Guideline) -> None:
    permitted(roster.changed("beam", "weights", judge), game)


def test_the_articles_combination_is_known_however_it_is_written() -> None:
    for spec in (roster.ARTICLE, "beam", "Beam:width=6", "beam:weights=lee,moves=reach,depth=3"):
        assert roster.is_article(spec), spec
    for spec in (
        "beam:depth=4",
        "beam:width=8",
        "beam:weights=dellacherie",
        "beam:moves=drop",
        "beam:ms=5",
        "lookahead",
    ):
        assert not roster.is_article(spec), spec


def test_what_an_option_is() -> None:
    assert roster.value("beam:depth=5", "depth") == "5"
    assert roster.value("beam", "depth") == "3"
    assert roster.value("beam:weights=lee", "weights") == "four-feature"
    assert roster.value("mcts", "simulations") == "1000"
    assert roster.value("beam", "ms") == ""
    assert roster.value("dellacherie", "depth") == ""


def test_a_change_is_written_only_where_it_is_one() -> None:
    assert roster.changed("beam:depth=5", "depth", "3") == "beam"
    assert roster.changed("beam", "depth", "5") == "beam:depth=5"
    assert roster.changed("beam:ms=20", "ms", "") == "beam"
    assert roster.changed("mcts:simulations=50", "simulations", "1000") == "mcts"
    assert roster.changed("beam:weights=dellacherie", "weights", "four-feature") == "beam"


def test_another_agent_keeps_what_both_can_be_told() -> None:
    spec = "beam:depth=5,width=100,weights=dellacherie,moves=drop,ms=20"
    assert parse(roster.another(spec, "expectimax")).options == {"width": "100", "weights": "dellacherie", "ms": "20"}
    assert roster.another(spec, "random") == "random"
    assert roster.another("expectimax:width=0", "beam") == "beam"  # a beam of no width is none
    assert roster.another(spec, "lookahead") == "lookahead:weights=dellacherie"  # five plies in full take too long


@pytest.mark.parametrize("name", NAMES)
def test_every_other_agent_can_follow(name: str, game: Guideline) -> None:
    for before in (roster.ARTICLE, "expectimax:width=0,pieces=2", "mcts:simulations=50", "lookahead:depth=2", "random"):
        permitted(roster.another(before, name), game)
        assert parse(roster.another(before, name)).name == canonical(name)


# Puyo -----------------------------------------------------------------------------------------------------------------


def test_each_game_begins_with_an_agent_of_its_own(game: Guideline) -> None:
    for played in (game, PUYO):
        permitted(roster.first(played), played)
    assert roster.first(game) == "beam:depth=3,width=6"
    assert parse(roster.first(PUYO)).name == "sampled"


@pytest.mark.parametrize("name", [entry.name for entry in roster.offered("puyo")])
def test_every_button_of_puyo_makes_a_player_that_visitors_may_have(name: str) -> None:
    begun = roster.begun(name, "puyo")
    specs = [begun]
    for option in NUMBERS:
        specs += [roster.changed(begun, option, str(n), "puyo") for n in roster.steps(name, option, "puyo")]
    for before in (roster.first(PUYO), "mcts:simulations=50", "lookahead:depth=2", "random"):
        specs.append(roster.another(before, name, "puyo"))
    for spec in specs:
        assert permitted(spec, PUYO).game is PUYO
    assert not roster.has(name, "moves", "puyo")


def test_puyo_is_offered_who_plays_it() -> None:
    assert {entry.name for entry in roster.offered("puyo")} == {entry.name for entry in entries("puyo")} - set(
        roster.UNBUILT
    )
    assert roster.judges("puyo") == ["formula", "article", "builder"]
    assert roster.value("beam", "weights", "puyo") == "builder"
    assert roster.changed("beam:depth=2,weights=formula", "weights", "builder", "puyo") == "beam:depth=2"
    assert family(PUYO) == "puyo"

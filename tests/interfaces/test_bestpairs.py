"""`wellplayed best --game puyo`: placements with their values and chains, colours that stand for others, refusals."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.players.test_puyo import LOADED
from tests.puyo.fields import assorted, batch

from wellplayed.games import game as game_of
from wellplayed.interfaces.field import state_of
from wellplayed.interfaces.pairs import before_chain, candidate, potential
from wellplayed.players.registry import player
from wellplayed.puyo.features import NAMES
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.steps import fallen, steps
from wellplayed.puyo.text import parse

Run = Callable[..., Any]

DEMO = ".G..../RGB.../RGB.../RRB..."
QUICK = "sampled:depth=3,width=4,futures=2"


def best(run: Run, *words: object) -> list[dict[str, Any]]:
    done = run("best", "--game", "puyo", *words, "--json")
    assert done.code == 0, done
    return json.loads(done.out)  # type: ignore[no-any-return]


def test_greedy_values_are_the_games(run: Run) -> None:
    found = best(run, "RRR.../GGG...", "--queue", "RG,BB", "--player", "formula", "--top", 30)
    game = Puyo(previews=1)
    state = state_of(game, parse("RRR.../GGG..."), ["RG", "BB"])
    weights = player("formula", game).weights
    assert weights is not None
    values = np.sort(game.moves(state, weights).value)[::-1]
    assert [one["value"] for one in found] == pytest.approx(values.tolist())
    assert len(found) == 22
    first = found[0]
    assert (first["place"], first["pair"], first["column"], first["direction"]) == ("RG@1up", "RG", 1, "up")
    assert (first["chain"], first["score"], first["all_clear"]) == (2, 360, True)  # the green one falls upon the rest
    assert first["cells"] == [[0, 2], [0, 3]]
    assert first["rows"] == ["......"]
    assert first["potential"] is None


def test_the_chain_that_is_fired_and_the_one_that_could_be(run: Run) -> None:
    found = {
        one["place"]: one for one in best(run, "GGG.../RRRG..", "--queue", "BB", "--top", 30, "--player", "builder")
    }
    assert len(found) == 11  # a double has half as many places
    assert found["BB@6up"]["chain"] == 0
    assert found["BB@6up"]["potential"] == {"chain": 1, "score": 100, "puyos": 1, "colour": "G", "column": 4}


def test_a_search_says_how_it_goes_on(run: Run) -> None:
    found = best(run, DEMO, "--queue", "RG,BB,RY", "--player", QUICK, "--top", 4)
    assert len(found) == 4
    assert found[0]["plies"] == 3
    assert [line.split("@")[0] for line in found[0]["line"]] == ["BB", "RY"]  # what is dreamt is not told
    assert all(one["line"] == [] for one in found[1:])
    done = run("best", "--game", "puyo", DEMO, "--queue", "RG,BB,RY", "--player", QUICK, "--top", 4)
    assert done.err == "note: the field holds a group of four already, which resolves first: 1 link, 40 points\n"
    lines = done.out.splitlines()
    assert lines[0].split() == ["#", "place", "value", "fires", "could", "fire", "by"]
    assert lines[2].split()[:2] == ["1", found[0]["place"]]
    assert lines[-1] == f"after 1: {', '.join(found[0]['line'])}"
    assert "\x1b" not in done.out
    assert any(line.startswith("1        2        3        4") for line in lines)


def test_a_player_who_has_enough_fires_a_large_chain(run: Run) -> None:
    player = "sampled:depth=3,width=10,futures=2,enough=40"
    (first,) = best(run, "/".join(LOADED), "--queue", "BR,GB,YY", "--top", 1, "--player", player)
    assert first["score"] >= 80_000
    assert first["chain"] >= 12


def test_colours_that_a_game_of_four_has_not(run: Run) -> None:
    # A game of four colours has always the same ones, so others stand for them while a player thinks.
    plain = best(run, "RRY.../BBYY..", "--queue", "RY,GB", "--player", QUICK, "--top", 5)
    other = best(run, "RRP.../BBPP..", "--queue", "RP,GB", "--player", QUICK, "--top", 5)
    assert [one["value"] for one in plain] == [one["value"] for one in other]
    swapped = [{**one, "value": 0, "plies": 0} for one in other]
    assert json.dumps(swapped).replace("P", "Y") == json.dumps([{**one, "value": 0, "plies": 0} for one in plain])
    words = ("RGB.../YYP...", "--queue", "RP", "--top", 1, "--player", QUICK, "--game", "puyo:colours=5", "--json")
    assert len(json.loads(run("best", *words).out)) == 1


def test_pairs_of_a_link_are_the_queue(run: Run) -> None:
    words = ("https://ips.karou.jp/simu/pn.html?6E004g031_E1ahce__u02", "--player", QUICK, "--game", "puyo:colours=5")
    done = run("best", *words)
    assert "BY@" in done.out
    assert "hang in the air" in done.err
    assert "note: the moves of the link are not looked at" in run("best", *words, "--queue", "GG").err


def test_a_lost_field_is_an_answer(run: Run) -> None:
    tall = "/".join(["..#..."] * 12)
    done = run("best", "--game", "puyo", tall, "--queue", "RG")
    assert (done.code, done.out) == (0, "")
    assert done.err == "no pair can appear: a puyo lies in its place, and the game is over\n"
    assert best(run, tall, "--queue", "RG") == []


def test_a_losing_place_has_no_value(run: Run) -> None:
    tall = "/".join(["..#..."] * 11)
    found = best(run, tall, "--queue", "RG", "--player", "formula", "--top", 30)
    assert found[-1]["lost"]
    assert found[-1]["value"] is None
    assert "loses" in run("best", "--game", "puyo", tall, "--queue", "RG", "--player", "formula", "--top", 30).out


def test_a_guideline_game_by_its_spec(run: Run) -> None:
    slot = "##......../#...######/##.#######"
    wanted = run("best", slot, "--queue", "TIO", "--rules", "tetrio-s2", "--json").out
    assert run("best", slot, "--queue", "TIO", "--game", "guideline:rules=tetrio-s2", "--json").out == wanted


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((DEMO,), "best needs QUEUE; give the current pair"),
        ((DEMO, "--queue", "RX"), "'RX' is no pair; write two of R G B Y P"),
        ((DEMO, "--queue", "RGB"), "'B' is no pair"),
        ((DEMO, "--queue", "RG" * 17), "the queue has 17 pairs"),
        (("RG", "--queue", "RG"), "rows: row 1 is 2 long"),
        (("absent.txt", "--queue", "RG"), "there is no file 'absent.txt'"),
        (("RGBYP.", "--queue", "RG"), "there are 5 colours, and puyo:colours=4"),
        ((DEMO, "--queue", "RG", "--hold", "I"), "--hold is for guideline positions"),
        ((DEMO, "--queue", "RG", "--rules", "tetrio-s2"), "--rules is for guideline positions"),
        ((DEMO, "--queue", "RG", "--finesse"), "--finesse is for guideline positions"),
        ((DEMO, "--queue", "RG", "--player", "lee"), "player 'four-feature' plays classic and guideline, not puyo"),
        ((DEMO, "--queue", "RG", "--player", "random"), "player 'random' gives placements no value"),
        ((DEMO, "--queue", "RG", "--player", "beam:depth=2"), "depth=2 looks 2 pieces ahead"),
        ((DEMO, "--queue", "RG", "--top", 0), "--top 0 is out of range"),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_refusals(refused: Callable[..., str], words: tuple[object, ...], message: str) -> None:
    assert refused("best", "--game", "puyo", *words).startswith(message)


def test_other_refusals(refused: Callable[..., str]) -> None:
    assert refused("best", "##..", "--queue", "T", "--game", "classic").startswith("best looks at guideline and Puyo")
    both = ("--game", "guideline:width=4", "--rules", "tetrio-s2")
    assert refused("best", "##..", "--queue", "T", *both).startswith("--game and --rules both name rules")


# What the table says --------------------------------------------------------------------------------------------------


def at_rest(count: int, seed: int) -> list[Any]:
    """Fields without a group of four."""
    found = []
    for cells in batch(assorted(count, seed)):
        chain = steps(cells)
        found.append(chain[-1].after if chain else fallen(cells))
    return found


def test_the_potential_is_that_of_the_features() -> None:
    game = game_of("puyo:colours=5")
    state = game.new([0])
    links, points, needed = (NAMES.index(f"potential_{what}") for what in ("links", "score", "needed"))
    some = 0
    for cells in at_rest(150, 3):
        state["cells"][0] = cells
        features, found = game.features(state)[0], potential(cells)
        expected = features[[links, points, needed]].tolist()
        assert ([found.chain, found.score / 1000, found.puyos] if found else [0, 0, 0]) == expected
        if found is None:
            continue
        some += 1
        height = max(int(plane[found.column - 1]).bit_length() for plane in cells)
        fired = cells.copy()
        fired["RGBYP".index(found.colour), found.column - 1] |= (1 << found.puyos) - 1 << height
        assert (len(steps(fired)), sum(step.points for step in steps(fired))) == (found.chain, found.score)
    assert some > 50


def test_a_candidate_is_what_the_game_plays() -> None:
    game = Puyo()
    for cells in at_rest(30, 4):
        state = state_of(game, cells, ["RG"])
        for action in np.flatnonzero(game.mask(state)[0])[::3]:
            one, after = candidate(game, state, int(action)), game.play(state, np.array([action]))
            chain = steps(before_chain(state, one))
            assert (one.chain, one.score) == (len(chain), sum(step.points for step in chain))
            assert one.chain == after["chain"][0]
            assert one.lost == after["dead"][0]
            assert one.all_clear == (not after["cells"].any())

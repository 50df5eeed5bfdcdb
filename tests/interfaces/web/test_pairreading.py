"""What the Think panel says of a thought about a pair of Puyo, in both languages: just what the engine says."""

import numpy as np
import pytest
from tests.interfaces.web import drawn
from tests.interfaces.web.drawn import classed, parsed

from wellplayed.interfaces.reasons import ranked
from wellplayed.interfaces.web.drawing import bars, layers
from wellplayed.interfaces.web.pairreading import PairReading, reading_of
from wellplayed.interfaces.web.reading import BEST, Reading
from wellplayed.interfaces.web.thinking import Insight
from wellplayed.interfaces.web.words import LANGUAGES, Words
from wellplayed.puyo.text import parse

SAMPLED = "sampled:depth=4,width=12,futures=2"
SPECS = ("random", "formula", "lookahead:depth=1", "beam:depth=2,width=6", SAMPLED, "mcts:simulations=60")


def reading(spec: str, language: str = "en", pieces: int = 22) -> PairReading:
    """What is said of a player's thought in the middle of a game."""
    _, state, thought = drawn.thought(spec, "puyo", pieces)
    found = reading_of(Insight(state, thought, drawn.player(spec, "puyo"), spec, 0.4), Words(language))
    assert isinstance(found, PairReading)
    return found


def test_each_game_has_its_own_reading() -> None:
    _, state, thought = drawn.thought(drawn.GREEDY)
    insight = Insight(state, thought, drawn.player(drawn.GREEDY), drawn.GREEDY, 1.0)
    assert type(reading_of(insight, Words("en"))) is Reading


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spec", SPECS)
def test_everything_can_be_shown_and_is_that_of_the_thought(spec: str, language: str) -> None:
    found = reading(spec, language)
    game, state, thought = drawn.thought(spec, "puyo", 22)
    assert [c.spot for c in found.candidates] == [
        game.describe(state, int(thought.actions[row])) for row in ranked(thought)[:BEST]
    ]
    count = sum(letter not in "./\n" for letter in game.show(state))
    for candidate in found.candidates:
        drawn.check_themed(candidate.picture)
        root = parsed(candidate.picture)
        assert sum(map(drawn.squares, classed(root, "puyos"))) == count + 2
        (piece,) = classed(root, "piece")
        assert "".join(one.attrib["data-letter"] for one in classed(piece, "puyos")) == candidate.spot.piece
    assert all(f">{letter}<" in found.move for letter in found.candidates[0].spot.piece)
    assert "chain" in found.tabs
    for tab in found.tabs:
        assert "<svg" in found.picture(tab)
        assert found.figure(tab).startswith("<svg")


@pytest.mark.parametrize("spec", ["formula", "beam:depth=2,width=6", SAMPLED])
def test_the_bars_add_up_to_the_value(spec: str) -> None:
    found = reading(spec)
    for rank in range(BEST):
        sums = found.sums(rank)
        assert sums is not None
        assert sum(sums.parts) == pytest.approx(found.thought.values[found.order[rank]])
        assert all(bars.feature(name, Words("zh")) != name.replace("_", " ") for name in sums.names)


def test_the_chain_tab_has_the_chain_that_a_move_fires_and_the_one_that_is_left() -> None:
    found = reading("formula", pieces=26)
    fires = [rank for rank in range(len(found.order)) if found._after(found.order[rank])[0]["chain"]]
    assert fires
    for rank in fires:
        after, first = found._after(found.order[rank])[0], found.chains(rank)[0]
        assert first.placed
        assert len(first.steps) == after["chain"]
        assert first.points == after["gained"]
        np.testing.assert_array_equal(first.steps[-1].after, after["cells"])
        shown = found.picture("chain", rank)
        assert found.words("think.chain.fires", links=one_or(len(first.steps)), points=f"{first.points:,}") in shown
    quiet = next(rank for rank in range(len(found.order)) if rank not in fires)
    assert not any(one.placed for one in found.chains(quiet))


def one_or(links: int) -> str:
    """A number of links in words."""
    return "1 link" if links == 1 else f"{links} links"


def test_where_nothing_could_be_fired_the_chain_tab_says_so() -> None:
    """Three rows are left, so no column has room for four puyos of a colour."""
    game = drawn.game("puyo")
    state = game.deal(game.new([1]))
    state["queue"][0, 0] = [0, 1]
    state["cells"][0] = parse("/".join(["######"] * 10))
    who = drawn.player("formula", "puyo")
    found = reading_of(Insight(state, who.think(state), who, "formula", 1.0), Words("en"))
    for rank in range(BEST):
        assert Words("en")("think.chain.nothing") in found.picture("chain", rank)
        assert found.figure("chain", rank) == ""


def test_the_layers_of_dreams_are_played_from_the_dream() -> None:
    game, state, thought = drawn.thought(SAMPLED, "puyo", 22)
    assert thought.dream is not None
    columns = layers.columns(game, state, thought)
    assert len(columns) == 5
    for column, spot in zip(columns, thought.line, strict=True):
        (chosen,) = [node for node in column.nodes if node.chosen]
        assert chosen.spot == spot
    seen = [game.show(state), *(node.board for node in columns[0].nodes)]
    assert len(set(seen)) == 1
    assert Words("en")("think.dream") in reading(SAMPLED).picture("beam")


def test_moves_say_what_they_do_and_where() -> None:
    found = reading("formula", pieces=26)
    for candidate, row in zip(found.candidates, found.order, strict=False):
        after, column = found._after(row)[0], candidate.spot.cells[0][0] + 1
        assert candidate.kind[:2] == f"{column}{'↑→↓←'[candidate.spot.orientation]}"
        assert f"column {column}, second" in candidate.title
        what = {0: "tear" if after["tear"] else "place", 1: "one link"}.get(int(after["chain"]), f"of {after['chain']}")
        assert what in candidate.title

"""What the Think panel says of a thought, for every kind of player, in both languages: just what the engine says."""

import json
import math

import numpy as np
import pytest
from tests.interfaces.web import drawn
from tests.interfaces.web.drawn import classed, parsed, texts

from wellplayed.interfaces.looked import visits
from wellplayed.interfaces.reasons import ranked
from wellplayed.interfaces.web.reading import BEST, Reading, columns, rate
from wellplayed.interfaces.web.thinking import Insight
from wellplayed.interfaces.web.words import LANGUAGES, Words
from wellplayed.showcases import POCKET, T_SPIN_DOUBLE

SPECS = ("random", drawn.GREEDY, "full-path", "lookahead:depth=1", drawn.BEAM, "best", "expectimax:width=4", drawn.MCTS)
EVERY = pytest.mark.parametrize("spec", SPECS)


def reading(spec: str, language: str = "en", name: str = "guideline", ms: float = 0.4) -> Reading:
    """What is said of a player's thought in the middle of a game."""
    _, state, thought = drawn.thought(spec, name)
    return Reading(Insight(state, thought, drawn.player(spec, name), spec, ms), Words(language))


def of(rows: str, piece: str, spec: str) -> Reading:
    """What is said of a player's thought on a board."""
    _, state = drawn.showcase(rows, piece)
    who = drawn.player(spec)
    return Reading(Insight(state, who.think(state), who, spec, 1.0), Words("en"))


def test_the_line_of_the_showcase() -> None:
    found = of(POCKET.rows, "L", "beam:depth=2,width=6")
    assert found.move == (
        '<b>tuck</b> · <b class="wp-num" style="color:color-mix(in srgb, var(--piece-l) 65%, var(--text))">L</b> '
        '<span class="wp-num" title="D9 R D2">↓9 → ↓2</span>'
    )
    nodes = found.thought.nodes
    parts = ["depth 2", f"{nodes:,} nodes", "1.0 ms", rate(nodes * 1000)]
    assert found.effort == " · ".join(f"<span>{part}</span>" for part in parts)


@pytest.mark.parametrize(
    ("nodes", "said"),
    [(1, "1 /s"), (999.4, "999 /s"), (999_499, "999 k/s"), (999_500, "1.0 M/s"), (2.26e7, "22.6 M/s")],
)
def test_speeds_are_short(nodes: float, said: str) -> None:
    assert rate(nodes) == said


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_candidates_are_those_of_the_thought(spec: str, language: str) -> None:
    found = reading(spec, language)
    game, state, thought = drawn.thought(spec)
    rows = ranked(thought)[:BEST]
    assert [c.spot for c in found.candidates] == [game.describe(state, int(thought.actions[row])) for row in rows]
    assert found.candidates[0].spot == thought.line[0]
    filled = game.show(state).count("#")
    for candidate, row in zip(found.candidates, rows, strict=True):
        drawn.check_themed(candidate.picture)
        root = parsed(candidate.picture)
        assert sum(map(drawn.squares, classed(root, "cells"))) == filled + 4
        (piece,) = classed(root, "piece")
        assert piece[0].attrib["data-letter"] == candidate.spot.piece
        value = float(candidate.value.replace("−", "-")) if candidate.value[-1].isdigit() else -math.inf
        assert value == pytest.approx(thought.values[row], rel=0.01, abs=0.006)
        assert candidate.value in candidate.label
        assert columns(candidate.spot, found.words) in candidate.title
    assert str(len(thought.actions)) in found.heading


def test_candidates_say_how_they_stand() -> None:
    _, _, thought = drawn.thought(drawn.MCTS)
    counts, rows = visits(thought), ranked(thought)
    assert counts is not None
    assert [c.aside for c in reading(drawn.MCTS).candidates] == [f"{counts[row]}×" for row in rows[:BEST]]
    _, _, thought = drawn.thought(drawn.BEAM)
    rows = ranked(thought)
    for candidate, row in zip(reading(drawn.BEAM).candidates, rows, strict=False):
        if thought.plies[row] < thought.plies[rows[0]]:
            assert candidate.aside == f"cut at {thought.plies[row] + 1}"
        elif candidate.aside:
            behind = float(candidate.aside.replace("−", "-"))
            assert behind == pytest.approx(thought.values[row] - thought.values[rows[0]], rel=0.01, abs=0.006)
        else:
            assert thought.values[row] == pytest.approx(thought.values[rows[0]])


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_bars_belong_to_the_candidate(spec: str, language: str) -> None:
    found = reading(spec, language)
    _, _, thought = drawn.thought(spec)
    for rank in range(BEST):
        said = found.bars(rank)
        if spec == "random":
            assert found.words("think.blind") in said
            continue
        root = parsed(said)
        total = float(classed(root, "total")[-1].attrib["data-total"])
        assert total == thought.values[found.order[rank]]
        rival = found.rival(rank)
        if rival is None:
            assert found.bars(rank, compare=True) == said
            continue
        mine, other = found.sums(rank), found.sums(rival)
        assert mine is not None
        assert other is not None
        compared = parsed(found.bars(rank, compare=True))
        assert [float(row.attrib["data-part"]) for row in classed(compared, "row")] == [
            a - b for a, b in zip(mine.parts, other.parts, strict=True)
        ]


def test_only_equally_deep_lines_are_compared() -> None:
    found = reading("beam:depth=4,width=12,weights=dt-20")
    plies = found.thought.plies[found.order]
    for rank in range(min(12, len(plies))):
        rival = found.rival(rank)
        if rival is not None:
            assert plies[rival] == plies[rank]
            assert (rival == 0) == (rank > 0)
        elif rank:
            assert plies[rank] != plies[0]


def test_a_player_whose_values_are_no_sums_has_words() -> None:
    found = reading("random")
    own = Reading(found.insight._replace(thought=found.thought._replace(values=np.ones(len(found.order)))), found.words)
    assert own.bars(0) == '<p class="wp-muted">random judges without weights</p>'


@pytest.mark.parametrize(
    ("spec", "tabs"),
    [
        ("random", ["way"]),
        (drawn.GREEDY, ["way"]),
        ("lookahead:depth=1", ["beam", "way"]),
        (drawn.BEAM, ["beam", "way"]),
        (drawn.MCTS, ["tree", "way"]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_tabs_are_those_that_the_thought_has(spec: str, tabs: list[str], language: str) -> None:
    found = reading(spec, language)
    assert list(found.tabs) == tabs
    for tab in tabs:
        assert "<svg" in found.picture(tab)
        drawn.check_themed(found.figure(tab))
    assert found.picture("net") == ""


def test_exact_lookahead_is_no_beam() -> None:
    assert reading("lookahead:depth=1").tabs["beam"] == "Look-ahead"
    assert reading(drawn.BEAM).tabs["beam"] == "Beam"


def test_classic_play_has_no_keys() -> None:
    found = reading(drawn.GREEDY, name="classic")
    assert found.tabs == {}
    assert "column" in found.move
    assert found.figure("") == found.bars(0)


def test_the_keys_show_what_made_the_spin() -> None:
    shown = of(T_SPIN_DOUBLE.rows, "T", "linear:spin_clears=100,holes=-4,moves=reach").picture("way")
    assert shown.count("<svg") == 3
    assert "A T-spin" in shown
    plain = reading(drawn.GREEDY).picture("way")
    assert "A T-spin" not in plain


def test_a_kick_is_shown_where_the_last_turn_needs_one() -> None:
    found = of(
        "/".join([*[".........."] * 4, "#.########", "#.########", "..########", ".#########"]), "T", "full-path"
    )
    kicked = [rank for rank in range(len(found.order)) if "kicks" in found.picture("way", rank)]
    turned = [
        rank for rank in range(len(found.order)) if "W" in found.game.describe(found.state, _action(found, rank)).keys
    ]
    assert kicked
    assert set(kicked) < set(turned)


def test_losing_moves_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellplayed.interfaces.web.reading.BEST", 100)
    found = of("/".join(["#.########"] * 18), "O", drawn.GREEDY)
    lost = ~np.isfinite(found.thought.values[found.order])
    assert 0 < lost.sum() < len(lost)
    assert [c.value == "loses" for c in found.candidates] == lost.tolist()
    assert ["loses" in c.label for c in found.candidates] == lost.tolist()
    assert texts(parsed(found.bars(int(np.argmax(lost)))))[-1] == "loses"


def test_cells_can_be_sent_to_a_board() -> None:
    for candidate in reading("best").candidates:
        assert len(json.loads(json.dumps(candidate.spot.cells))) == 4


def _action(found: Reading, rank: int) -> int:
    return int(found.thought.actions[found.order[rank]])

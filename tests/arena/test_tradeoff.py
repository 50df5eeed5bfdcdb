"""Depth against width: the arithmetic on made-up games whose answer is known, and a small run of the real thing."""

import json

import numpy as np
import pytest

from wellplayed.arena.tradeoff import DEPTHS, WIDTHS, Cell, compare, judge, report, tradeoff
from wellplayed.errors import InputError


def cells(lines, *, games=400, noise=0.2, depths=DEPTHS, widths=WIDTHS):
    """Made-up games whose mean is lines(depth, width), give or take."""
    rng = np.random.default_rng(7)
    found = []
    for depth in depths:
        for width in widths if depth else widths[:1]:
            sample = lines(depth, width) * np.exp(rng.normal(0, noise, games))
            counts = tuple(int(n) for n in np.round(sample))
            found.append(Cell(depth, width, counts, 0, float(np.mean(counts)), 0.0, 0.0, 0.0))
    return found


def verdicts(lines, **options):
    return {claim: verdict for claim, verdict, _ in judge(cells(lines, **options))}


def test_gains_are_the_factors_that_the_games_were_made_with():
    gains = {g.what: g for g in compare(cells(lambda depth, width: 100 * 1.5**depth * width**0.5))}
    assert len(gains) == len(DEPTHS) - 1 + len(WIDTHS) - 1
    for low, high in ((1, 2), (3, 5), (5, 7)):
        gain = gains[f"depth {low} to {high}, a ply"]
        assert gain.low < 1.5 < gain.high
        assert gain.factor == pytest.approx(1.5, rel=0.03)
    doubling = gains["width 8 to 16, a doubling"]
    assert doubling.low < 2**0.5 < doubling.high
    assert doubling.factor == pytest.approx(2**0.5, rel=0.03)


def test_every_claim_can_hold_and_can_fail():
    def tired(depth, width):
        return 100 * 1.6 ** min(depth, 5) * 1.3 ** min(np.log2(width), 4)

    def tireless(depth, width):
        return 100 * 1.2 ** max(depth - 4, 0) * 1.1 ** np.log2(width) * (3 if width > 16 else 1)

    assert set(verdicts(tired).values()) == {"holds"}
    assert len(verdicts(tired)) == 3
    assert verdicts(tireless)["widths 6 to 16 pay best"] == "does not hold"
    assert verdicts(tireless)["depth matters more than width"] == "does not hold"
    assert verdicts(lambda depth, width: 100 * 1.1 ** max(depth - 5, 0))["gains fade beyond depth 5"] == "does not hold"


def test_few_noisy_games_decide_nothing():
    found = verdicts(lambda depth, width: 100, games=4, noise=1.0)
    assert "undecided" in found.values()


def test_claims_about_what_was_not_played_are_left_out():
    found = verdicts(lambda depth, width: 10 + depth, depths=(0, 1), widths=(1, 2))
    assert found == {}


def test_games_without_lines_have_a_mean_too():
    gains = compare(cells(lambda depth, width: 0, depths=(0, 1), widths=(1, 2), games=5))
    assert [gain.factor for gain in gains] == [1.0, 1.0]


def test_what_the_cap_hides_is_left_out():
    known = cells(lambda depth, width: 100 * 1.5**depth * width**0.5)
    spoiled = [c._replace(mean=9.0, capped=100) if c.depth == 7 and c.width >= 16 else c for c in known]
    gains = {g.what: g.factor for g in compare(spoiled)}
    assert gains["depth 5 to 7, a ply"] == pytest.approx(1.5, rel=0.03)
    assert gains["width 16 to 32, a doubling"] == pytest.approx(2**0.5, rel=0.03)
    nothing = [c._replace(capped=100) if c.depth == 7 else c for c in known]
    assert "depth 5 to 7, a ply" not in {g.what for g in compare(nothing)}
    every = [c._replace(capped=400) for c in known]
    assert compare(every) == ()
    assert {verdict for _, verdict, _ in judge(every)} == {"undecided"}
    assert {claim: verdict for claim, verdict, _ in judge(nothing)}["gains fade beyond depth 5"] == "undecided"


def test_a_small_run_tells_what_it_played():
    heard = []
    found = tradeoff(
        game="classic:height=4,previews=2", depths=(0, 1), widths=(1, 2), games=4, cap=400,
        progress=lambda pieces, games: heard.append(games),
    )  # fmt: skip
    assert [(cell.depth, cell.width) for cell in found.cells] == [(0, 1), (1, 1), (1, 2)]
    assert sum(heard) == 4 * 3
    assert all(len(cell.lines) == 4 and cell.low <= cell.mean <= cell.high for cell in found.cells)
    assert found.cells[0].nodes < found.cells[1].nodes < found.cells[2].nodes
    again = tradeoff(game="classic:height=4,previews=2", depths=(1, 0), widths=(2, 1), games=4, cap=400, workers=1)
    assert again == found
    assert len(found.gains) == 2
    kept = json.loads(json.dumps(report(found, "a command")))
    assert kept["cells"][2]["lines"] == list(found.cells[2].lines)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"games": 1}, "games"),
        ({"depths": ()}, "depth"),
        ({"widths": ()}, "width"),
        ({"depths": (9,), "game": "classic:previews=2"}, "9"),
        ({"weights": "nobody"}, "nobody"),
        ({"moves": "fly"}, "fly"),
    ],
)
def test_bad_input_is_named(options, word):
    with pytest.raises(InputError, match=word):
        tradeoff(**options)

"""One temporal-difference update: its numbers from the naive twin's features and the formula written out."""

import numpy as np
import pytest
from tests.interfaces.web.chapters.telling import cells, drawn, number, told
from tests.naive.classic import PIECES, Position, Rules, expand
from tests.naive.features import FEATURES as TWINS
from tests.naive.search import value_of

from wellplayed.errors import InputError
from wellplayed.interfaces.web.chapters import samples
from wellplayed.interfaces.web.chapters.numbers import plus, shown
from wellplayed.interfaces.web.chapters.position import read
from wellplayed.interfaces.web.chapters.td import INITIAL, updated
from wellplayed.showcases import QUAD


def features(position: Position) -> list[float]:
    return [float(TWINS[name](position, 20)) for name in INITIAL]


@pytest.mark.parametrize(("rows", "pieces"), [(samples.MIDDLE, "JT"), (QUAD.rows, "TI"), (str(drawn(6)), "OS")])
@pytest.mark.parametrize(("alpha", "gamma"), [(0.001, 0.9), (0.1, 0.0)])
def test_the_update_is_that_of_the_twins_numbers(rows: str, pieces: str, alpha: float, gamma: float) -> None:
    update, first, second = updated(read(rows), pieces, alpha, gamma)
    here = Position(cells(read(rows)), [PIECES.index(piece) for piece in pieces])
    # Of equals another one may be first there, so the best value is compared, and the board is that of the move.
    after = [p for _, p in expand(here, Rules())]
    assert update.value == pytest.approx(max(value_of(p, Rules(), INITIAL) for p in after))
    board = read(rows).put(first.cells, first.piece).cleared()
    after = [p for _, p in expand(here, Rules()) if p.board == cells(board)]
    assert update.features.tolist() == pytest.approx(features(after[0]))
    then = [p for _, p in expand(after[0], Rules())]
    assert update.next_value == pytest.approx(max(value_of(p, Rules(), INITIAL) for p in then))
    assert second is not None
    last = board.put(second.cells, second.piece)
    then = [p for p in then if p.board == cells(last.cleared())]
    assert update.next_features.tolist() == pytest.approx(features(then[0]))
    assert update.reward == 10 * len(last.full)
    weights = list(INITIAL.values())
    v, v_next = (sum(w * f for w, f in zip(weights, features(p), strict=True)) for p in (after[0], then[0]))
    delta = 10 * len(last.full) + gamma * v_next - v
    assert update.error == pytest.approx(delta)
    assert update.changes.tolist() == pytest.approx([alpha * delta * f for f in features(after[0])])
    # The value moves by alpha delta times the squared length of the features.
    assert update.learned - update.value == pytest.approx(alpha * delta * sum(f * f for f in features(after[0])))


def test_the_steps_show_the_update() -> None:
    steps = told("td", alpha="0.0001").steps
    update, _, _ = updated(read(samples.MIDDLE), "JT", 0.0001, 0.9)
    assert len(steps) == 5
    assert [n.value for n in steps[0].numbers][1] == shown(update.value)
    assert [n.value for n in steps[1].numbers][1:] == [shown(update.reward), shown(update.next_value)]
    assert steps[2].numbers[2].value == plus(update.error)
    assert [row[1] for row in steps[0].table.rows] == [shown(f) for f in update.features]  # type: ignore[union-attr]
    assert "nearer to the target" in steps[4].says


def test_a_step_too_long_is_said_to_be_one() -> None:
    update, _, _ = updated(read(samples.MIDDLE), "JT", 0.001, 0.9)
    assert abs(update.learned - update.target) > abs(update.value - update.target)
    assert "α is too large" in told("td").steps[4].says


def test_a_lost_move_has_no_future() -> None:
    # Wherever the first O comes to rest, the second one cannot appear.
    rows = "/".join(["####...###", *["#########."] * 19])
    update, first, second = updated(read(rows), "OO", 0.001, 0.9)
    assert update.over
    assert second is None
    assert {y for _, y in first.cells} == {19, 20}
    assert update.next_value == update.reward == update.target == 0
    assert np.count_nonzero(update.next_features) == 0
    assert update.error == -update.value
    assert "game is over" in told("td", rows, "OO").steps[1].says


def test_numbers_out_of_range_are_refused() -> None:
    for chosen in ({"alpha": "2"}, {"gamma": "-1"}, {"alpha": "nan"}, {"gamma": "much"}):
        with pytest.raises(InputError, match=f"^{next(iter(chosen))}="):
            told("td", **chosen)
    with pytest.raises(InputError, match="no move"):
        told("td", "/".join([".########."] * 20), "TT")
    assert number(told("td").steps[0], "move").startswith("J ")

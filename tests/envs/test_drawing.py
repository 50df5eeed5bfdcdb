"""Pictures: pieces as they appear, pairs with the child on top, and the same cells as text and as pixels."""

import numpy as np
from tests.envs.walks import single

from wellplayed.envs.drawing import CELL, PIECE, PUYO, pair_panel, piece_panel, pixels, text


def test_pieces_and_pairs_stand_below_each_other() -> None:
    field = np.zeros((6, 1), np.int8)
    shown = text(field, piece_panel([6, -1, 0], 6))
    assert shown.splitlines() == ["|.|", "|.|   L", "|.| LLL", "|.|", "|.|", "|.|"]
    assert text(field, pair_panel([(0, 1), (-1, -1)], 6)).splitlines()[1:3] == ["|.|  G", "|.|  R"]


def test_pixels_are_the_same_cells() -> None:
    field = np.array([[0, PIECE], [PUYO, 0]], np.int8)
    image = pixels(field, np.zeros((2, 5), np.int8))
    assert image.shape == (2 * CELL, 10 * CELL, 3)
    colours = image[CELL // 2 :: CELL, CELL // 2 :: CELL]
    assert colours[1, 2].tolist() == [86, 180, 233]
    assert colours[0, 1].tolist() == [213, 94, 0]
    assert (colours[0, 2] == colours[1, 1]).all()


def test_the_falling_piece_is_drawn() -> None:
    env = single("wellplayed/GuidelineKeys-v0", render_mode="ansi")
    seen, _ = env.reset(seed=1)
    letter = "IOTZSJL"[seen["falling"][0]]
    field = "".join(line.split("|")[1] for line in env.render().splitlines())
    assert field.count(letter) == 4
    assert set(field) == {".", letter}
    env.step(4)
    lowest = [line.split("|")[1] for line in env.render().splitlines()][-1]
    assert "#" in lowest

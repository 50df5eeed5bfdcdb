"""Where fields come from and go to: batches, and the cells of records."""

import numpy as np

from wellplayed._jit import kernel
from wellplayed.puyo.planes import load, store
from wellplayed.puyo.record import DTYPE


@kernel
def copied(cells: np.ndarray, out: np.ndarray, start: int, end: int) -> None:
    """One field of a batch into another batch. Modified in place."""
    store(out, end, load(cells, start))


def test_fields_of_batches() -> None:
    cells = np.arange(5 * 64, dtype=np.uint16).reshape(5, 8, 8) * np.uint16(201)
    for start in range(5):
        for end in range(5):
            out = np.full((5, 8, 8), 9, np.uint16)
            copied(cells, out, start, end)
            assert (out[end] == cells[start]).all()
            assert (np.delete(out, end, 0) == 9).all()


def test_fields_need_not_be_aligned() -> None:
    cells, out = np.arange(3 * 64, dtype=np.uint16), np.zeros(3 * 64 + 1, np.uint16)
    copied(cells[1:65], out[3:], 0, 1)
    assert (out[67:131] == cells[1:65]).all()
    assert not out[:67].any()
    assert not out[131:].any()


@kernel
def swapped(states: np.ndarray) -> None:
    """The fields of records change places with their neighbours. Modified in place."""
    for i in range(0, len(states), 2):
        one, other = states[i], states[i + 1]
        first = load(one.cells, 0)
        store(one.cells, 0, load(other.cells, 0))
        store(other.cells, 0, first)


def test_fields_of_records() -> None:
    states = np.zeros(6, DTYPE)
    raw = states.view(np.uint8).reshape(6, -1)
    raw[:] = np.random.default_rng(2).integers(0, 256, raw.shape)
    before = states.copy()
    swapped(states)
    assert (states["cells"] == before["cells"][[1, 0, 3, 2, 5, 4]]).all()
    for name in set(DTYPE.names or ()) - {"cells"}:
        assert states[name].tobytes() == before[name].tobytes()

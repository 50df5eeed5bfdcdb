"""Checkpoints as files: what comes back, and whatever is offered in their place is refused in one line."""

import json
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from wellplayed.errors import InputError
from wellplayed.learning.arrays import kept, taken

NOTE = {"learner": "td", "game": "classic", "round": 3}
ARRAYS = {
    "weights": np.array([0.1, -0.0, 1e300]),
    "columns": np.arange(12, dtype=np.uint64).reshape(3, 4)[:, ::2],  # not contiguous
    "going": np.array([True, False]),
    "count": np.array(7, np.int64),
    "none": np.empty((0, 3), np.float32),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    kept(tmp_path / "a.safetensors", ARRAYS, NOTE)
    return tmp_path / "a.safetensors"


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        taken(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_is_kept_comes_back(file: Path) -> None:
    arrays, note = taken(file)
    assert note == NOTE
    assert set(arrays) == set(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert arrays[name].shape == array.shape
        assert np.array_equal(arrays[name], array)
    before = file.read_bytes()
    kept(file, ARRAYS, NOTE)
    assert file.read_bytes() == before
    assert [one.name for one in file.parent.iterdir()] == ["a.safetensors"]


def test_cut_short_anywhere(file: Path) -> None:
    data = file.read_bytes()
    for cut in (0, 5, 8, 40, len(data) // 2, len(data) - 1):
        file.write_bytes(data[:cut])
        assert "is no whole safetensors file" in refused(file)


def test_pickles_are_not_loaded(tmp_path: Path) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (pytest.fail, ("a pickle was loaded",))

    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        (tmp_path / "a.safetensors").write_bytes(pickle.dumps(Bomb(), protocol))
        assert "is a pickle, which can run code" in refused(tmp_path / "a.safetensors")
    with zipfile.ZipFile(tmp_path / "b.safetensors", "w") as archive:
        archive.writestr("data.pkl", pickle.dumps(Bomb()))
    assert "is a pickle, which can run code" in refused(tmp_path / "b.safetensors")
    (tmp_path / "model.pt").write_bytes(b"anything")
    assert "is a pickle" in refused(tmp_path / "model.pt")


def test_files_of_others(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(save({"weights": np.zeros(3)}))
    assert "was not written by wellplayed train" in refused(path)
    for note in ("[]", "{}", "no json"):
        path.write_bytes(save({"weights": np.zeros(3)}, {"wellplayed": note}))
        assert "was not written by wellplayed train" in refused(path)
    path.write_text("hello, this is a text of some length", "utf-8")
    assert "is no whole safetensors file" in refused(path)
    header = json.dumps([1]).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    assert "its header cannot be read" in refused(path)
    assert "cannot read the checkpoint" in refused(tmp_path / "none.safetensors")


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        kept(tmp_path / "none" / "a.safetensors", ARRAYS, NOTE)

"""A directory of runs: its own folders have names, and nothing else does."""

from pathlib import Path

import pytest

from wellplayed.errors import InputError
from wellplayed.following.folders import inside, names


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("runs/b", "runs/a/within", "runs/.hidden", "outside"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "runs" / "file").write_text("", "utf-8")
    (tmp_path / "runs" / "link").symlink_to(tmp_path / "outside")
    return tmp_path / "runs"


def test_names(root: Path) -> None:
    assert names(root) == ["a", "b"]
    assert inside(root, "a") == root / "a"
    assert names(root / "none") == []
    with pytest.raises(InputError, match="cannot read the folder"):
        names(root / "file")


@pytest.mark.parametrize(
    "name", ["..", ".", "", "../outside", "a/within", "a/..", "link", "file", ".hidden", "/", "OUTSIDE", "a\0", "a\n"]
)
def test_nothing_else_is_inside(root: Path, name: str) -> None:
    for one in (name, name.replace("OUTSIDE", str(root.parent / "outside"))):
        with pytest.raises(InputError, match="there is no run"):
            inside(root, one)

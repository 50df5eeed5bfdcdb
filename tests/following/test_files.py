"""Files that others write: plain ones are read, and nothing else."""

import os
from pathlib import Path

import pytest

from wellplayed.errors import InputError
from wellplayed.following import files


def test_a_plain_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("块", "utf-8")
    assert files.text(tmp_path / "a") == "块"
    assert files.text(tmp_path / "b") is None
    assert files.text(tmp_path / "a" / "b") is None
    assert files.opened(tmp_path / "b") is None


def test_links_pipes_and_folders_are_not(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", "utf-8")
    (tmp_path / "link").symlink_to(secret)
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    os.mkfifo(tmp_path / "pipe")  # opening it would wait for a writer
    (tmp_path / "folder").mkdir()
    for name in ("link", "nowhere", "pipe", "folder"):
        with pytest.raises(InputError, match="is no plain file"):
            files.opened(tmp_path / name)


def test_what_is_too_large_or_no_text_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a" * files.LARGEST)
    assert len(files.text(path) or "") == files.LARGEST
    path.write_bytes(b"a" * (files.LARGEST + 1))
    with pytest.raises(InputError, match="more than 1,048,576 bytes"):
        files.text(path)
    path.write_bytes(b"\xff")
    with pytest.raises(InputError, match="is no text"):
        files.text(path)


def test_a_mark_changes_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert files.mark(path) == ()
    path.write_bytes(b"a")
    first = files.mark(path)
    assert first == files.mark(path) != ()
    path.write_bytes(b"ab")
    assert files.mark(path) != first

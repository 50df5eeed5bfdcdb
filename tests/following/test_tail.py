"""The tail of a file: each whole line is given once, whatever the pieces in which it is written."""

import os
import random
from pathlib import Path

import pytest

from wellplayed.errors import InputError
from wellplayed.following.tail import Read, Tail


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lines"


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def test_only_whole_lines_and_each_once(path: Path) -> None:
    tail = Tail(path)
    assert tail.read() == Read([])
    append(path, b"one\ntw")
    assert tail.read() == Read([b"one"])
    assert tail.read() == Read([])
    append(path, b"o")
    assert tail.read() == Read([])
    append(path, b"\n\nthree\n")
    assert tail.read() == Read([b"two", b"", b"three"])
    assert tail.offset == path.stat().st_size


def all_of(tail: Tail) -> list[bytes]:
    """What it has to give now."""
    found, read = [], tail.read()
    while read.more:
        found += read.lines
        read = tail.read()
    assert not read.anew
    return found + read.lines


@pytest.mark.parametrize("chunk", [7, 16, 1 << 20])
def test_any_pieces_and_any_chunk_give_the_same_lines(path: Path, chunk: int) -> None:
    dice = random.Random(7)
    lines = [bytes(dice.choices(b"ab ", k=dice.randrange(30))) for _ in range(200)]
    whole = b"".join(line + b"\n" for line in lines)
    tail, found, at = Tail(path, chunk=chunk), [], 0
    while at < len(whole):
        step = dice.randrange(1, 60)
        append(path, whole[at : at + step])
        at += step
        found += all_of(tail)
    assert found == lines
    assert all_of(Tail(path, chunk=chunk)) == lines


def test_room_that_is_reserved_is_no_line(path: Path) -> None:
    tail = Tail(path)
    path.write_bytes(b"one\n" + b" " * 50)
    assert tail.read().lines == [b"one"]
    path.write_bytes(b"one\ntwo\n" + b" " * 50)  # written over the blanks
    assert tail.read() == Read([b"two"])


def test_a_file_that_was_cut_or_replaced_is_read_anew(path: Path) -> None:
    tail = Tail(path)
    path.write_bytes(b"one\ntwo\n")
    assert tail.read().lines == [b"one", b"two"]
    path.write_bytes(b"one\n")
    assert tail.read() == Read([b"one"], anew=True)
    other = path.with_name("other")
    other.write_bytes(b"uno\ndos\n")
    other.replace(path)
    assert tail.read() == Read([b"uno", b"dos"], anew=True)
    path.unlink()
    assert tail.read() == Read([], anew=True)
    append(path, b"last\n")
    assert tail.read() == Read([b"last"])


def test_spoiled_it_waits_for_a_change(path: Path) -> None:
    tail = Tail(path)
    path.write_bytes(b"one\n")
    assert tail.read().lines == [b"one"]
    tail.spoil()
    assert tail.read() == Read([])
    append(path, b"two\n")
    assert tail.read() == Read([b"one", b"two"], anew=True)


def test_what_is_unchanged_is_not_opened(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(b"one\n")
    tail = Tail(path)
    tail.read()
    monkeypatch.setattr("wellplayed.following.tail.opened", lambda _: pytest.fail("it was opened"))
    assert tail.read() == Read([])


def test_a_line_without_an_end_says_so(path: Path) -> None:
    path.write_bytes(b"a" * 100)
    assert Tail(path, chunk=8, longest=200).read() == Read([])
    with pytest.raises(InputError, match="a line of more than 64 bytes"):
        Tail(path, chunk=8, longest=64).read()


def test_a_pipe_does_not_hang(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(InputError, match="is no plain file"):
        Tail(path).read()

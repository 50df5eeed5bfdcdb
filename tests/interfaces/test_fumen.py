"""`wellplayed fumen`: show, make, split and join, and how each refuses what it cannot use."""

import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

# The example of tetris-fumen's README: seven pieces, each on top of the others, and a comment at both ends.
OPENING = "v115@vhGRQYHAvItJEJmhCAUGJKJJvMJTNJGBJFKYPAUEzP?EJG98AQmqhECDdCA"
RISING = "v115@RhilxwEeG8CeH8BeAINvhAAAA"  # a garbage row, rise and mirror; written with tetris-fumen 1.1.3 (MIT)
QUIZ = "v115@vhGSSYXAFLDmClcJSAVDEHBEooRBMoAVBUtfBAXsBAAANrBmnBAAAAAA"


def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_show_draws_every_page(run: Run) -> None:
    done = run("fumen", "show", f"https://harddrop.com/fumen/?{OPENING}")
    assert (done.code, done.err) == (0, "")
    pages = done.out.split("\n\n")
    assert len(pages) == 7
    assert pages[0] == "page 1 of 7, I N 4,0\nOpening\n___iiii___"
    assert pages[-1] == "page 7 of 7, T S 2,1\nT-Spin Double\n___JJJ____\nL__ZZJS___\nLtttZZSSOO\nLLtIIIISOO\n"


def test_show_draws_one_page(run: Run) -> None:
    assert run("fumen", "show", OPENING, "--page", 2).out.startswith("page 2 of 7, Z N 4,1\nOpening\n")


def test_show_draws_garbage_and_names_flags(run: Run) -> None:
    first, second = run("fumen", "show", RISING).out.split("\n\n")
    assert first == "page 1 of 2, rise, mirror\nLLLTT_____\nXXXXXXX___\n==========\nXXXXXXXX__"
    assert second == "page 2 of 2\n_____TTLLL\n___XXXXXXX\n__XXXXXXXX\n"
    assert (
        run("fumen", "show", "v115@vhAVLn").out == "page 1 of 1, T N 4,1, no lock\n____t_____\n___ttt____\n__________\n"
    )


def test_show_draws_in_colours_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = run("fumen", "show", RISING).out
    assert "\x1b[" in coloured
    assert "LLLTT" not in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert "LLLTT_____" in run("fumen", "show", RISING).out


def test_a_comment_cannot_steer_the_terminal(run: Run) -> None:
    made = run("fumen", "make", "X_________", "--comment", "a\x1b[31m\nb\x9b").out.strip()
    assert run("fumen", "show", made).out == "page 1 of 1\na\ufffd[31m\nb\ufffd\nX_________\n"


def test_show_as_json(run: Run) -> None:
    pages = json.loads(run("fumen", "show", RISING, "--json").out)["pages"]
    assert pages[0] == {
        "page": 1,
        "rows": ["LLLTT_____", "XXXXXXX___"],
        "garbage": "XXXXXXXX__",
        "operation": None,
        "comment": "",
        "quiz": None,
        "lock": True,
        "rise": True,
        "mirror": True,
        "colour": True,
    }
    (page,) = json.loads(run("fumen", "show", QUIZ, "--json", "--page", 2).out)["pages"]
    assert page["page"] == 2
    assert page["comment"] == "#Q=[](T)SJ"
    assert page["quiz"] == {"hold": "", "current": "T", "next": "SJ", "rest": ""}
    (page,) = json.loads(run("fumen", "show", OPENING, "--json", "--page", 7).out)["pages"]
    assert page["operation"] == {"piece": "T", "orientation": "S", "x": 2, "y": 1}


def test_make_one_page(run: Run) -> None:
    # The field of tetris-fumen's README, as its encoder writes it.
    board = "LLL_______/LOO_______/JOO_______/JJJ_______/=/XXXXXXXXX_"
    done = run("fumen", "make", board, "--comment", "Perfect Clear Opener")
    assert done.out.startswith("v115@9gilGeglRpGeg0RpGei0GeI8AeAgWYAQIKvDll2TAS?IvBElCyTASIqPEFGNXE")


def test_make_pages_from_boards_files_and_stdin(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "boards.txt"
    file.write_text("SS........\n\n\nZZ........\n..XX......\n", "utf-8")
    given(monkeypatch, b"II________\r\n\r\n=\r\n_________X\r\n")
    made = run("fumen", "make", "TT________", file, "-", "--comment", "first", "--comment", "then 日本").out.strip()
    pages = json.loads(run("fumen", "show", made, "--json").out)["pages"]
    assert [page["rows"] for page in pages] == [
        ["TT________"],
        ["SS________"],
        ["ZZ________", "__XX______"],
        ["II________"],
        [],
    ]
    assert pages[-1]["garbage"] == "_________X"
    assert [page["comment"] for page in pages] == ["first", *["then 日本"] * 4]
    assert [page["colour"] for page in pages] == [True, False, False, False, False]


def test_split_and_join_are_opposites(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = run("fumen", "split", RISING).out
    assert parts.count("\n") == 2
    assert run("fumen", "join", *parts.split()).out.strip() == RISING
    given(monkeypatch, f"\n{parts}".encode())
    assert run("fumen", "join", "-").out.strip() == RISING


def test_split_keeps_comments_pieces_and_colours(run: Run) -> None:
    parts = run("fumen", "split", QUIZ).out.split()
    assert len(parts) == 7
    (page,) = json.loads(run("fumen", "show", parts[1], "--json").out)["pages"]
    assert (page["comment"], page["colour"]) == ("#Q=[](T)SJ", True)
    assert page["operation"]["piece"] == "S"
    assert run("fumen", "join", *parts).out.strip().replace("?", "") == QUIZ


def test_a_fumen_from_stdin(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, b"\xef\xbb\xbfhttp://fumen.zui.jp/?v115@vhA\nRQJ\n")
    assert run("fumen", "show", "-").out == "page 1 of 1, I N 4,0\n___iiii___\n"


REFUSALS = [
    (["show", "v115@vh!AgH"], "fumen, index 7: '!' is no part of a fumen"),
    (["show", "v105@7eEAAA"], "fumen, index 1: version 105 is not supported; 110 and 115 are"),
    (["show", ""], "fumen, index 0: there is nothing"),
    (["show", "v115@vhAAgH", "--page", "2"], "--page 2 is out of range"),
    (["show"], "fumen show needs FUMEN"),
    (["split", "v115@vhA"], "fumen, index 8: it ends in the middle"),
    (["join"], "fumen join needs FUMEN"),
    (["join", "v115@vhAAgH", "v115@vhA"], "the fumen at place 2: fumen, index 8: "),
    (["make"], "fumen make needs BOARD"),
    (["make", "XXX/XXX"], "row 1 of the board has 3 cells, a fumen 10; make every row 10 long"),
    (["make", "XXXXQ_____"], "unknown letter 'Q' in row 1 of the board"),
    (["make", "absent.txt"], "there is no file 'absent.txt'"),
    (["make", "X_________", "--comment", "a", "--comment", "b"], "there are 2 comments for 1 boards"),
    (["make", "X_________", "--comment", "ä" * 2000], "--comment: page 1: the comment takes 6000 characters"),
    (["frobnicate"], "unknown command"),
]


@pytest.mark.parametrize(("words", "message"), REFUSALS, ids=lambda value: " ".join(value) if value else "")
def test_refusals(refused: Callable[..., str], words: list[str], message: str) -> None:
    assert refused("fumen", *words).startswith(message)


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"\xff\xfe", "standard input is not text"), (b"A" * (1 << 20 | 1), "standard input is larger")],
)
def test_bad_stdin(refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, data: bytes, message: str) -> None:
    given(monkeypatch, data)
    assert refused("fumen", "show", "-").startswith(message)


def test_a_bad_row_in_a_file_names_the_file(refused: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("XX\n", "utf-8")
    assert (
        refused("fumen", "make", file) == f"{file}: row 1 of the board has 2 cells, a fumen 10; make every row 10 long"
    )


def test_it_starts_without_numpy(start: Callable[..., "subprocess.Popen[bytes]"]) -> None:
    process = start("fumen", "make", "X_________", env={"PYTHONPROFILEIMPORTTIME": "1"})
    out, imports = process.communicate(timeout=60)
    assert out.startswith(b"v115@")
    assert b"wellplayed.formats.fumen" in imports
    assert b"| numpy" not in imports

"""Links and files of positions and replays: what is written is read again, and what is hostile is refused."""

import base64
import dataclasses
import doctest
import gzip
import json
import re
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.formats.fumen import Field, Operation, Page, encode
from wellplayed.interfaces.web import links
from wellplayed.interfaces.web.links import LinkError, Position
from wellplayed.players.autoplay import Autoplay
from wellplayed.players.registry import player
from wellplayed.tetris.guideline.keys import Handling, KeyGame, Start
from wellplayed.tetris.guideline.replay import Replay, record
from wellplayed.tetris.guideline.rules import Guideline

PIECES = "IOTSZJL"
RULES = (
    "guideline",
    "tetrio-s1",
    "tetrio-s2:previews=3",
    "botris:gravity=0.05",
    "guideline:hold=off,messy_change=0.25",
)
AGENTS = (
    "",
    "dellacherie",
    "beam:depth=3,width=6,weights=lee",
    "linear:holes=-4.5,lines=1",
    "beam:weights=linear%3Aholes=-1%2Clines=2",
)


@st.composite
def boards(draw: st.DrawFn, width: int = 10, most: int = 23) -> str:
    """Rows of letters, the top one first; a board may be empty, and rows may be full."""
    rows = draw(st.lists(st.text("....IOTSZJLG", min_size=width, max_size=width), max_size=most))
    return "/".join(rows)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    rules = draw(st.sampled_from(RULES))
    width = draw(st.sampled_from((10, 10, 4, 20)))
    if width != 10:
        rules += f"{',' if ':' in rules else ':'}width={width}"
    return Position(
        draw(boards(width, draw(st.sampled_from((5, 23, 40))))),
        draw(st.text(PIECES, max_size=links.QUEUE)),
        "" if "hold=off" in rules else draw(st.sampled_from(["", *PIECES])),
        rules,
        draw(st.sampled_from(AGENTS)),
    )


@given(positions())
def test_a_position_survives_its_link(position: Position) -> None:
    query = position.query()
    assert links.from_query(dict(parse_qsl(query))) == position
    assert links.read(f"http://127.0.0.1:8642/analyse?{query}&lang=zh") == [position]
    # What stands in an address without being escaped or changed on its way (RFC 3986, section 3.4), and in a form.
    assert re.fullmatch(r"(?:[A-Za-z0-9@:,=.&_~-]|%[0-9A-F]{2})*", query)


@given(positions())
def test_a_position_survives_its_file(position: Position) -> None:
    data = json.dumps(position.as_dict()).encode()
    assert links.read_file(data) == [position]
    assert links.read_file(gzip.compress(data)) == [position]
    assert links.read(data.decode()) == [position]


@given(boards(), st.text(PIECES, max_size=links.QUEUE), st.sampled_from(["", *PIECES]))
def test_a_position_survives_its_fumen(board: str, queue: str, hold: str) -> None:
    position = Position(board, queue, hold)
    [back] = links.fumen_pages(position.fumen())
    if not queue and hold:  # a quiz without a current piece takes it from hold
        assert (back.board, back.queue, back.hold) == (position.board, hold, "")
    else:
        assert back == position


def test_short_positions_have_short_links() -> None:
    slot = Position("##......../#...######/##.#######", "TI", "L")
    assert slot.query() == "position=v115@HhB8HeA8CeH8AeG8JeAgH&queue=TI&hold=L"
    assert len(Position().query()) < 25


def test_a_fumen_in_the_address_may_be_a_plain_one() -> None:
    text = Position("G.G......./GGGG.GGGGG", "TSZ", "I").fumen()
    assert links.from_query({"position": text}) == Position("G.G......./GGGG.GGGGG", "TSZ", "I")
    # A form turns a plus into a blank; and a queue of its own wins over the quiz.
    assert links.from_query({"position": text.replace("+", " "), "queue": "LL"}).queue == "LL"


def test_pages_of_a_fumen_with_pieces_put() -> None:
    first = Page(Field.parse("XXXX______"), Operation("I", 0, 5, 0))
    book = encode([first, dataclasses.replace(first.next(), operation=Operation("T", 0, 4, 1))])
    assert links.read(f"https://fumen.zui.jp/?{book}") == [Position("GGGG......", "I"), Position("GGGGIIII..", "T")]


@pytest.mark.parametrize(
    "rows", ["..G......./GG.GGGGGGG", "__X_______\nXX#xGGGGGG\n", "\n.......... /".replace(" ", "") + "G........."]
)
def test_rows_are_read(rows: str) -> None:
    [position] = links.read(rows)
    assert set(position.board) <= set("./G")
    assert not position.board.startswith("..........")


# Replays --------------------------------------------------------------------------------------------------------------


def played(pieces: int = 12, start: Start | None = None) -> Replay:
    game = KeyGame(seed=5, handling=Handling(das=7.5), start=start)
    for n in range(pieces):
        for key in ("left", "cw", "right")[: n % 4]:
            game.press(key)
            game.tick(3)
            game.release(key)
        game.press("hard")
        game.release("hard")
        game.tick(11)
    return record(game)


def test_a_replay_survives_its_link_and_its_file() -> None:
    replay = played(start=Start("GGGG......", "TSZ", "I"))
    text = links.fragment(replay)
    assert text is not None
    assert re.fullmatch(r"replay=r1@[A-Za-z0-9_-]+", text)
    assert links.from_fragment(f"#{text}") == replay
    assert links.read(f"https://example.org/analyse?lang=en#{text}") == replay
    assert links.read_file(links.packed_file(replay)) == replay
    assert links.read_file(json.dumps(replay.as_dict()).encode()) == replay


def test_a_link_has_room_for_a_game_of_forty_lines() -> None:
    game = KeyGame(seed=3)
    agent = Autoplay(game, player("dellacherie", Guideline(game.rules)), pace=3)
    while game.state.lines < 40:
        agent.run(60)
    text = links.fragment(record(game))
    assert text is not None
    assert len(text) < 8_000


def test_a_replay_too_long_for_a_link_is_left_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "LONGEST", 500)
    assert links.fragment(played()) is None


def test_a_replay_that_tells_a_lie_is_refused() -> None:
    values = played().as_dict()
    values["result"]["score"] += 1
    with pytest.raises(InputError, match="score"):
        links.replay_file(json.dumps(values).encode())


# Strangers ------------------------------------------------------------------------------------------------------------

BOMB = gzip.compress(b" " * (links.LARGEST + 1))
HOSTILE_QUERIES = [
    {"position": "w2@10.40_"},
    {"position": "w1@3.GGG"},
    {"position": "w1@1000000000000000000000.G"},
    {"position": "w1@10"},
    {"position": "w1@10.9999G9999G9999G"},
    {"position": "w1@10.<script>"},
    {"position": "v115@"},
    {"position": "v999@vhAAgH"},
    {"position": "../../etc/passwd"},
    {"queue": "TTTTTTTTTTTTTTTT"},
    {"queue": "T<b>"},
    {"queue": "tsz"},
    {"hold": "TT"},
    {"hold": "I", "rules": "guideline:hold=off"},
    {"rules": "nobody"},
    {"rules": "guideline:rows=100000"},
    {"rules": "guideline:width=11", "position": "v115@vhAAgH9999"},
    {"agent": "mine.py"},
    {"agent": "beam:weights=/etc/weights.toml"},
    {"agent": "linear:file=weights.toml"},
    {"agent": "beam:depth=1000"},
    {"agent": "lookahead:depth=9"},
    {"agent": "mcts:simulations=100000000"},
    {"agent": "x" * 10_000},
    {"position": "v115@" + "A" * links.LONGEST},
]


@pytest.mark.parametrize("values", HOSTILE_QUERIES, ids=range(len(HOSTILE_QUERIES)))
def test_hostile_addresses_are_refused_with_a_reason(values: dict[str, str]) -> None:
    with pytest.raises(InputError) as refused:
        links.from_query(values)
    assert "\n" not in str(refused.value)


HOSTILE_FRAGMENTS = [
    "replay=",
    "replay=r1@",
    "replay=r1@!!!!",
    "replay=r1@A",
    "replay=r2@AAAA",
    "replay=AAAA",
    "replay=r1@" + "A" * (2 * links.LONGEST),
    "replay=r1@" + base64.urlsafe_b64encode(b"\x1f\x8b not gzip").decode(),
    "replay=r1@" + base64.urlsafe_b64encode(gzip.compress(b"[1, 2]")).decode(),
    "replay=r1@" + base64.urlsafe_b64encode(gzip.compress(b'{"format": "wellplayed-keys"}')).decode(),
    "replay=r1@" + base64.urlsafe_b64encode(gzip.compress(b"[" * 100_000)).decode(),
    "replay=r1@" + base64.urlsafe_b64encode(links.packed_file(played())[:-9]).decode(),
    "replay=r1@" + base64.urlsafe_b64encode(BOMB).decode(),
]


@pytest.mark.parametrize("text", HOSTILE_FRAGMENTS, ids=range(len(HOSTILE_FRAGMENTS)))
def test_hostile_fragments_are_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InputError):
        links.from_fragment(text)


HOSTILE_POSITIONS = [
    {"version": 2}, {"board": 7}, {"board": ["G"]}, {"board": "G" * 400}, {"queue": None},
    {"agent": "a.py"}, {"hold": "II"},
]  # fmt: skip
HOSTILE_FILES = [
    b"", b"\x00\xff\xfe", b"{", b"{}", b"[]", b'{"format": "wellplayed-position"}', b"\xef\xbb\xbfhello",
    b"[" * 50_000, BOMB,
    *(json.dumps({**Position("G.........").as_dict(), **wrong}).encode() for wrong in HOSTILE_POSITIONS),
]  # fmt: skip


@pytest.mark.parametrize("data", HOSTILE_FILES, ids=range(len(HOSTILE_FILES)))
def test_hostile_files_are_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(InputError):
        links.read_file(data)


def test_a_replay_that_would_never_end_is_refused_before_it_runs() -> None:
    values = played(1).as_dict()
    values["rules"]["gravity"] = 0.0
    values["result"]["ticks"] = 1 << 60
    with pytest.raises(LinkError, match="two hours"):
        links.replay_file(json.dumps(values).encode())


def test_a_fumen_of_too_many_pages_is_refused() -> None:
    with pytest.raises(LinkError, match="pages"):
        links.fumen_pages(encode([Page()] * (links.PAGES + 1)))


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        links.read(text)
    except InputError:
        return
    assert text.strip()


@given(st.binary(max_size=300))
def test_any_file_is_read_or_refused(data: bytes) -> None:
    try:
        links.read_file(data)
    except InputError:
        return
    assert data


@given(st.data())
def test_a_broken_link_is_read_or_refused(data: st.DataObject) -> None:
    """Links lose their ends, and characters in them change."""
    whole = data.draw(st.sampled_from([Position("G.GGGGGGGG", "TSZ", "L").query(), f"{links.fragment(played(2))}"]))
    cut = data.draw(st.integers(0, len(whole) - 1))
    letter = data.draw(st.sampled_from("Az09-_%@&=+ "))
    broken = whole[:cut] + letter + whole[cut + data.draw(st.integers(0, 3)) :]
    try:
        found = links.read(broken)
    except InputError:
        return
    assert isinstance(found, (list, Replay))


def test_reasons_have_words_in_every_language() -> None:
    from wellplayed.interfaces.web.words import LANGUAGES, Words

    source = __import__("inspect").getsource(links)
    keys = set(re.findall(r'LinkError\([^)]*?, "([a-z.]+)"', source, re.DOTALL))
    assert len(keys) >= 8
    for language in LANGUAGES:
        assert {f"links.{key}" for key in keys} <= set(Words(language).table)


def test_examples_in_docstrings() -> None:
    assert not doctest.testmod(links).failed

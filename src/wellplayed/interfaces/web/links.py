"""Positions and replays as links and files, both ways.

A position is the query of an address, one readable parameter for each thing that is shown:

    position=v115@vhAAgH&queue=TSZ&hold=I&rules=tetrio-s2&agent=beam:depth=3,width=6

Its board is a fumen wherever a fumen can hold it (ten columns, 23 rows), with `-` and `_` for the two of its digits
that mean something else in an address; any other board is `w1@`, the width, and runs of cells from the top left. What
stands before the `@` is the version of what follows. A replay is the fragment of an address, which browsers do not send
to the server: `replay=r1@` and the replay's file, packed by gzip, in base64 for addresses (RFC 4648, section 5).

Links come from strangers. What is too long, too large once unpacked, unknown, or asks for a file is refused with a
reason, and nothing is believed that the engine has not checked.
"""

import base64
import binascii
import dataclasses
import gzip
import itertools
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from ...errors import InputError
from ...formats.fumen import Field, Page, decode, encode
from ...formats.quiz import Quiz
from ...players.registry import canonical
from ...puyo.replay import Replay as PuyoReplay
from ...spec import parse
from ...tetris.guideline.keystep.start import Start, blank
from ...tetris.guideline.replay import FORMAT as REPLAY
from ...tetris.guideline.replay import Replay, from_values
from ...tetris.guideline.ruleset import Ruleset
from ...tetris.guideline.ruleset import parse as parse_rules
from ...tetris.pieces import PIECES
from .permitted import LONGEST as LONGEST_AGENT
from .permitted import check
from .refusals import Refusal

FORMAT, VERSION = "wellplayed-position", 1
LONGEST = 40_000  # characters of a link; browsers and mail take so many, chats often fewer
LARGEST = 8 << 20  # bytes of a file, or of what a link unpacks to
PAGES = 500  # of one fumen
TICKS, EVENTS = 2 * 60 * 60 * 60, 200_000  # two hours of play, and what nobody presses in that time
QUEUE = 15  # the current piece and the most previews that rules can have

_FUMEN_ROWS, _FUMEN_WIDTH = 23, 10
_FUMEN = re.compile(r"[vmd]1\d\d@", re.IGNORECASE)
_OTHER = re.compile(r"w(\d{1,4})@")
_RUN = re.compile(r"(\d{0,4})([IOTSZJLG_])")
_PLAIN = str.maketrans({"_": ".", " ": ".", "#": "G", "X": "G", "x": "G"})
_SAFE = str.maketrans({"+": "-", "/": "_", "?": None})
_UNSAFE = str.maketrans({"-": "+", "_": "/", " ": "+"})  # a form's blank was a plus


class LinkError(Refusal):
    """A link, file or text that is refused. `key` names the reason in the block `links` of the page's words."""

    def __init__(self, reason: str, key: str, **fields: object) -> None:
        super().__init__(reason, f"links.{key}", **fields)


@dataclasses.dataclass(frozen=True)
class Position:
    """What can be set up and shared. Raises InputError for what is no position under these rules.

    `board` is rows joined by `/`, the top one first, without empty rows above the pile: `.` empty, G a cell of garbage
    or of no known piece, else the letters of pieces. `queue` begins with the current piece. `rules` and `agent` are
    specs; an empty agent is nobody in particular.
    """

    board: str = ""
    queue: str = ""
    hold: str = ""
    rules: str = "guideline"
    agent: str = ""

    def __post_init__(self) -> None:
        if len(self.queue) > QUEUE:
            raise InputError(f"the queue has {len(self.queue)} pieces; give at most {QUEUE}, the current one first")
        book = parse_rules(self.rules)
        if self.hold and not book.hold:
            raise InputError(f"there is no hold under {book}; leave the piece in hold out")
        rows = [row for row in self.board.replace("\r", "").replace("\n", "/").split("/") if row]
        plain = [row.translate(_PLAIN) for row in rows]
        while plain and not plain[0].strip("."):
            del plain[0]
        object.__setattr__(self, "board", "/".join(plain))
        object.__setattr__(self, "rules", str(book))
        if self.agent:
            object.__setattr__(self, "agent", agent_named(self.agent))
        blank(self.start, book)  # refuses a board, queue or hold that is none

    @property
    def book(self) -> Ruleset:
        """The rules."""
        return parse_rules(self.rules)

    @property
    def start(self) -> Start:
        """The position as a game by keys begins with it."""
        return Start(self.board, self.queue, self.hold)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the pile, the top one first; none on an empty board."""
        return tuple(self.board.split("/")) if self.board else ()

    @property
    def cells(self) -> set[tuple[int, int]]:
        """The filled cells (x, y), y up from the floor."""
        rows = enumerate(reversed(self.rows))
        return {(x, y) for y, row in rows for x, letter in enumerate(row) if letter != "."}

    @property
    def full(self) -> tuple[int, ...]:
        """The rows without an empty cell, from the floor: they vanish before a piece appears."""
        return tuple(y for y, row in enumerate(reversed(self.rows)) if "." not in row)

    @property
    def fits_fumen(self) -> bool:
        """Whether a fumen can hold the board."""
        return self.book.width == _FUMEN_WIDTH and len(self.rows) <= _FUMEN_ROWS

    def fumen(self) -> str:
        """The position as a fumen of one page, queue and hold as its quiz. Raises InputError where it does not fit."""
        if not self.fits_fumen:
            raise LinkError("a fumen has 10 columns and 23 rows; share this board as a link", "fumen.size")
        quiz = str(Quiz(self.hold, self.queue[:1], self.queue[1:], "")) if self.queue or self.hold else ""
        return encode([Page(_field(self.board), comment=quiz)])

    def query(self) -> str:
        """The query of a link that shows it; the inverse of `from_query`."""
        parts = {"position": _code(self), "queue": self.queue, "hold": self.hold, "agent": self.agent}
        parts["rules"] = "" if self.rules == "guideline" else self.rules
        return "&".join(f"{key}={quote(value, safe='@:,=.-_~')}" for key, value in parts.items() if value)

    def as_dict(self) -> dict[str, Any]:
        """The position as values for JSON."""
        return {"format": FORMAT, "version": VERSION, **dataclasses.asdict(self)}


def agent_named(spec: str) -> str:
    """A spec as the registry writes it. Raises InputError for one that a visitor may not ask for."""
    if len(spec) > LONGEST_AGENT:
        raise LinkError(f"an agent of {len(spec)} characters is too long; write at most {LONGEST_AGENT}", "agent")
    name = canonical(spec)
    check(parse(name))
    return name


def from_query(values: Mapping[str, str]) -> Position:
    """The position that the parameters of an address name; other parameters are passed over.

    Raises InputError for what is no position.
    """
    given = {key: values[key] for key in ("position", "queue", "hold", "rules", "agent") if values.get(key)}
    if sum(map(len, given.values())) > LONGEST:
        raise LinkError(f"the link is longer than {LONGEST} characters; share a file instead", "long", n=LONGEST)
    code = given.pop("position", "")
    board, quiz = _read_code(code) if code else ("", None)
    if quiz is not None:
        given = {"queue": quiz.queue, "hold": quiz.hold} | given
    return Position(board, **given)


# Boards as text -------------------------------------------------------------------------------------------------------


def _field(board: str) -> Field:
    return Field.parse(board.replace(".", "_").replace("G", "X"))


def _code(position: Position) -> str:
    """The board for an address."""
    if position.fits_fumen:
        return encode([Page(_field(position.board))]).translate(_SAFE)
    cells = position.board.replace("/", "").replace(".", "_")
    runs = ((letter, len(list(run))) for letter, run in itertools.groupby(cells))
    return f"w1@{position.book.width}." + "".join(f"{n if n > 1 else ''}{letter}" for letter, n in runs)


def _read_code(code: str) -> tuple[str, Position | None]:
    """The board of a code, and the position that a fumen's own page holds."""
    other = _OTHER.match(code)
    if other is None:
        page = fumen_pages(code.translate(_UNSAFE))[0]
        return page.board, page
    if other[1] != "1":
        raise LinkError(
            f"the link has version w{other[1]}, this program reads w1; update it, or ask for a fumen", "version"
        )
    width, dot, runs = code[other.end() :].partition(".")
    if not dot or not width.isdecimal() or not 4 <= int(width[:4]) <= 20 or _RUN.sub("", runs):
        raise LinkError("the board of the link cannot be read; copy the whole link", "broken")
    cells = ""
    for count, letter in _RUN.findall(runs):
        cells += letter * int(count or 1)
        if len(cells) > 20 * 60:
            raise LinkError("the board of the link has more rows than any rules; copy the link again", "broken")
    wide = int(width)
    return "/".join(cells[i : i + wide] for i in range(0, len(cells), wide)), None


def fumen_pages(text: str) -> list[Position]:
    """The pages of a fumen as positions, its quiz as queue and hold, or else the page's piece as the current one.

    Raises InputError for what is no fumen, or one of too many pages. The row below the floor is left out.
    """
    if len(text) > LONGEST:
        raise LinkError(f"the fumen is longer than {LONGEST} characters; take some pages out", "long", n=LONGEST)
    pages = decode(text)
    if len(pages) > PAGES:
        raise LinkError(f"the fumen has {len(pages)} pages; give at most {PAGES}", "pages", n=PAGES)
    return [_page(page) for page in pages]


def _page(page: Page) -> Position:
    board = "/".join(page.field.rows)
    if page.quiz is None:
        return Position(board, page.operation.piece if page.operation else "")
    quiz = page.quiz.begun()
    queue = "".join(letter for letter in (quiz.current + quiz.next).upper() if letter in PIECES)
    return Position(board, queue[:QUEUE], quiz.hold.upper())


# Replays --------------------------------------------------------------------------------------------------------------


def fragment(replay: Replay) -> str | None:
    """The fragment of a link that plays a replay; None where it is too long for a link, and a file has to do."""
    packed = base64.urlsafe_b64encode(packed_file(replay)).decode().rstrip("=")
    return f"replay=r1@{packed}" if len(packed) < LONGEST else None


def packed_file(replay: Replay | PuyoReplay) -> bytes:
    """The bytes of a replay's file, packed; the same as `Replay.save` writes."""
    return gzip.compress((json.dumps(replay.as_dict(), separators=(",", ":")) + "\n").encode(), mtime=0)


def from_fragment(text: str) -> Replay:
    """The inverse of `fragment`. Raises InputError for what cannot be replayed exactly."""
    if len(text) > LONGEST + 100:
        raise LinkError(f"the link is longer than {LONGEST} characters; open a file instead", "long", n=LONGEST)
    version, at, code = text.strip().lstrip("#").removeprefix("replay=").partition("@")
    if version != "r1" or not at:
        raise LinkError(f"the link's replay has version {version[:8]!r}, this program reads 'r1'; update it", "version")
    try:
        data = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise LinkError("the replay of the link cannot be read; copy the whole link", "broken") from None
    return replay_file(data)


def replay_file(data: bytes) -> Replay:
    """The replay in a file, packed or not. Raises InputError for what cannot be replayed exactly, or is too large."""
    values = json_of(unpacked(data))
    replay = from_values(values)
    if replay.result.ticks > TICKS or len(replay.events) > EVENTS:
        raise LinkError("the replay is longer than two hours of play; play it by wellplayed on your own", "hours")
    replay.run()
    return replay


def unpacked(data: bytes) -> bytes:
    """Bytes without gzip. Raises InputError where they are too many or broken."""
    if data[:2] == b"\x1f\x8b":
        unpacking = zlib.decompressobj(wbits=31)
        try:
            data = unpacking.decompress(data, LARGEST + 1)
        except zlib.error:
            raise LinkError("the packed file is broken; save or copy it again", "broken") from None
        if not unpacking.eof and len(data) <= LARGEST:
            raise LinkError("the packed file ends too early; save or copy it again", "broken")
    if len(data) > LARGEST:
        raise LinkError(f"the file has more than {LARGEST >> 20} MB; give a smaller one", "large", n=LARGEST >> 20)
    return data


def json_of(data: bytes) -> Any:
    """The values in bytes. Raises InputError where they are no JSON."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise LinkError("the file is no replay and no position; give one that was saved as such", "kind") from None


# Anything that somebody has -------------------------------------------------------------------------------------------


def read(text: str) -> Replay | list[Position]:
    """What a text holds: a link of ours, a fumen or a link with one, rows of a board, or the text of a file.

    Raises InputError for anything else.
    """
    text = text.strip()
    if len(text) > LARGEST:
        raise LinkError(f"the text has more than {LARGEST >> 20} MB; give a smaller one", "large", n=LARGEST >> 20)
    if text.startswith("{"):
        return read_file(text.encode())
    if "replay=" in text or text.startswith("r1@"):
        return from_fragment(text[text.find("replay=") if "replay=" in text else 0 :])
    if "position=" in text or _OTHER.match(text):
        query = urlsplit(text).query if "position=" in text else ""
        return [from_query(dict(parse_qsl(query)) if query else {"position": text})]
    if _FUMEN.search(text):
        return fumen_pages(text)
    if text and not text.strip("IOTSZJLGXx#._ /\r\n"):
        return [_rows(text)]
    raise LinkError("this is no link, fumen, board or replay; paste one of these", "unknown")


def read_file(data: bytes) -> Replay | list[Position]:
    """What a file holds: a replay, a position, or a text as `read` takes it. Raises InputError for anything else."""
    data = unpacked(data)
    if not data.lstrip().startswith(b"{"):
        try:
            return read(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise LinkError("the file is neither text nor a replay; give one that was saved as such", "kind") from None
    values = json_of(data)
    if not isinstance(values, dict) or values.get("format") not in (FORMAT, REPLAY):
        raise LinkError("the file is no replay and no position; give one that was saved as such", "kind")
    if values["format"] == REPLAY:
        return replay_file(data)
    if values.get("version") != VERSION:
        raise LinkError(f"the position has version {values.get('version')!r}, this program reads {VERSION}", "version")
    names = {field.name for field in dataclasses.fields(Position)}
    given = {key: value for key, value in values.items() if key in names}
    if not all(isinstance(value, str) for value in given.values()):
        raise LinkError("the fields of the position must be text; save it again", "broken")
    return [Position(**given)]


def _rows(text: str) -> Position:
    """A board given as rows; its width chooses nothing but must be that of the rules."""
    rows = [row for row in text.replace("\r", "").replace("/", "\n").split("\n") if row]
    return Position("/".join(rows))

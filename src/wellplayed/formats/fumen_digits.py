"""The text of a fumen: numbers in base-64 digits, each with its place in what was given, and comments packed into them.

A fumen is `v115@` and digits. Numbers are little-endian. Editors put a `?` at every 48th character, links stand around
it, and browsers percent-encode parts of it; none of that belongs to the numbers, but an error has to point into the
text as it was given. So every digit remembers where it stood.

Comments are the text of JavaScript's `escape` (ECMAScript, annex B.2.1): ASCII as it is or as %XX, other UTF-16 units
as %uXXXX. Four of those characters at a time make one number in base 96, written in five digits.
"""

import re

from ..errors import InputError

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
ROWS = {115: 24, 110: 22}  # rows of a field by version, the garbage row included
LONGEST_COMMENT = 4095  # escaped characters; the length has two digits
LINE = 47  # characters between two wrap marks

_VALUE = {letter: value for value, letter in enumerate(ALPHABET)}
_PREFIX = re.compile(r"[vmd](\d{3})(?:@|%40)", re.IGNORECASE | re.ASCII)
_ESCAPED = re.compile(r"%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})")
_KEPT = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./")
_FIRST, _BASE, _PACK, _PACK_DIGITS = " ", 96, 4, 5


class FumenError(InputError):
    """Text that is no fumen, or pages that cannot become one. `at` is the index into the text, if there is one."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        super().__init__(reason if at is None else f"fumen, index {at}: {reason}")
        self.at = at


class Digits:
    """The digits of one fumen, read from the front.

    Raises FumenError where `text` has no fumen, one of another version, or a character that belongs to none.
    """

    def __init__(self, text: str) -> None:
        if not text.strip():
            raise FumenError("there is nothing; give a fumen or a link with one", 0)
        prefix = _PREFIX.search(text)
        if prefix is None and text.strip().strip(ALPHABET + "? \t\r\n"):
            raise FumenError("there is no v115@ or v110@ in it; copy the whole fumen or its link", 0)
        self.version = int(prefix[1]) if prefix else 115
        if prefix and self.version not in ROWS:
            raise FumenError(f"version {prefix[1]} is not supported; 110 and 115 are", prefix.start(1))
        start = prefix.end() if prefix else 0
        self._values, self._places = _read(text, start, link=bool(prefix and text[: prefix.start()].strip()))
        self._next = 0
        self._remark = "" if prefix else " (read without a v115@, since it has none)"

    def __len__(self) -> int:
        """How many digits are left."""
        return len(self._values) - self._next

    def number(self, count: int, what: str) -> int:
        """Take a number of `count` digits. `what` names it in the error raised where the fumen ends too early."""
        start, end = self._next, self._next + count
        if end > len(self._values):
            raise FumenError(f"it ends in the middle of {what}; copy all of it{self._remark}", self._places[-1])
        self._next = end
        value = 0
        for digit in reversed(self._values[start:end]):
            value = value * 64 + digit
        return value

    def error(self, reason: str, back: int = 0) -> FumenError:
        """What is wrong with the number that began `back` digits ago."""
        return FumenError(reason + self._remark, self._places[self._next - back])

    def comment(self, what: str) -> str:
        """Take a comment: its length in two digits, then its packs of characters. `what` names it in errors."""
        length = self.number(2, what)
        letters: list[str] = []
        for _ in range(-(-length // _PACK)):
            pack = self.number(_PACK_DIGITS, what)
            if pack >= _BASE**_PACK:
                raise self.error(f"{what} has a character that does not exist", back=_PACK_DIGITS)
            for _ in range(min(_PACK, length - len(letters))):
                pack, code = divmod(pack, _BASE)
                if code == _BASE - 1:
                    raise self.error(f"{what} has a character that does not exist", back=_PACK_DIGITS)
                letters.append(chr(ord(_FIRST) + code))
        return unescape("".join(letters))


def _read(text: str, start: int, *, link: bool) -> tuple[list[int], list[int]]:
    """The digits of `text` from `start` on, and the index of each and of the end."""
    values: list[int] = []
    places: list[int] = []
    at = start
    while at < len(text):
        letter, width = text[at], 1
        if letter == "%":
            # A browser writes + / ? of a query as %2B %2F %3F.
            letter, width = {"2B": "+", "2F": "/", "3F": "?"}.get(text[at + 1 : at + 3].upper(), "%"), 3
        if letter in _VALUE:
            values.append(_VALUE[letter])
            places.append(at)
        elif link and letter in "&#":
            break
        elif letter != "?" and not letter.isspace():
            raise FumenError(f"{letter!r} is no part of a fumen; its characters are A-Z a-z 0-9 + / ?", at)
        at += width
    return values, [*places, min(at, len(text))]


def digits(value: int, count: int) -> str:
    """A number in `count` digits.

    >>> digits(2159, 2)
    'vh'
    """
    letters = []
    for _ in range(count):
        value, digit = divmod(value, 64)
        letters.append(ALPHABET[digit])
    return "".join(letters)


def packed(comment: str) -> str:
    """A comment in digits, as `Digits.comment` reads it. Raises FumenError if it is too long."""
    escaped = escape(comment)
    if len(escaped) > LONGEST_COMMENT:
        raise FumenError(f"the comment takes {len(escaped)} characters when escaped, {LONGEST_COMMENT} fit; shorten it")
    packs = []
    for start in range(0, len(escaped), _PACK):
        pack = 0
        for letter in reversed(escaped[start : start + _PACK]):
            pack = pack * _BASE + ord(letter) - ord(_FIRST)
        packs.append(digits(pack, _PACK_DIGITS))
    return digits(len(escaped), 2) + "".join(packs)


def wrapped(body: str) -> str:
    """A whole fumen: the digits of its pages after the version, a `?` at every 48th character.

    >>> wrapped("vhAAgH")
    'v115@vhAAgH'
    """
    text = f"v115@{body}"
    return "?".join(text[start : start + LINE] for start in range(0, len(text), LINE))


def escape(text: str) -> str:
    """Text as JavaScript's `escape` gives it.

    >>> escape("4 -p *p7 👍")
    '4%20-p%20*p7%20%uD83D%uDC4D'
    """
    if _KEPT.issuperset(text):
        return text
    data = text.encode("utf-16-be", "surrogatepass")
    units = (int.from_bytes(data[i : i + 2]) for i in range(0, len(data), 2))
    return "".join(chr(u) if chr(u) in _KEPT else f"%{u:02X}" if u < 256 else f"%u{u:04X}" for u in units)


def unescape(text: str) -> str:
    """The text that `escape` made `text` from; what looks like no escape stays.

    >>> unescape("100%20%25, 50%")
    '100 %, 50%'
    """
    if "%" not in text:
        return text
    units = _ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
    # Two units of one character come as two escapes.
    return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")

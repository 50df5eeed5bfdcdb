"""The words of one language: a flat table of texts, and which language a visitor reads."""

import string
from collections.abc import Mapping

from . import en, zh

# The tag each language has on the web, its table, and its own name for itself.
LANGUAGES: Mapping[str, tuple[str, Mapping[str, str], str]] = {
    "en": ("en-US", en.TEXT, "English"),
    "zh": ("zh-CN", zh.TEXT, "中文"),
}
FIRST = "en"


class Words:
    """The texts of one language: `words("play.pause")`, and `words("think.depth", n=3)` where a text has fields."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise KeyError(f"there is no table of words for {language!r}")
        self.language = language
        self.tag, self.table, self.name = LANGUAGES[language]

    def __call__(self, key: str, /, **fields: object) -> str:
        """The text of a key, its fields filled in. Raises KeyError for a key or a field that is not there."""
        text = self.table[key]
        return text.format(**fields) if fields else text

    def of(self, game: str, key: str, /, **fields: object) -> str:
        """The text of `play.KEY`, or `GAME.KEY` where that game says it in words of its own. Raises KeyError."""
        own = f"{game}.{key}"
        return self(own if own in self else f"play.{key}", **fields)

    def __contains__(self, key: str) -> bool:
        return key in self.table


def chosen(asked: str | None, stored: str | None, accepted: str | None) -> str:
    """The language to show: the one the address asks for, else the one stored, else the browser's first that we have.

    `accepted` is the browser's Accept-Language header, such as `zh-CN,zh;q=0.9,en;q=0.8`.
    """
    for wish in (asked, stored, *_preferred(accepted or "")):
        language = (wish or "").strip().lower().replace("_", "-").partition("-")[0]
        if language in LANGUAGES:
            return language
    return FIRST


def fields(text: str) -> set[str]:
    """The names of the fields in a text.

    >>> sorted(fields("{n} of {total}"))
    ['n', 'total']
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _preferred(accepted: str) -> list[str]:
    """The tags of an Accept-Language header, the most wanted first (RFC 9110, section 12.5.4)."""
    wanted: list[tuple[float, str]] = []
    for part in accepted.split(","):
        tag, _, quality = part.partition(";")
        try:
            weight = float(quality.partition("=")[2]) if quality.strip() else 1.0
        except ValueError:
            continue
        if weight > 0:
            wanted.append((-weight, tag))
    return [tag for _, tag in sorted(wanted, key=lambda pair: pair[0])]

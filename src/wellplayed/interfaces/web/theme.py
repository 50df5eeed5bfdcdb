"""The colours of the page, read from the one place where they are written: the theme blocks of static/theme.css."""

import functools
import re
from collections.abc import Mapping
from types import MappingProxyType

from .files import folder

THEMES = ("dark", "light")
PIECES = tuple("iotszjlg")  # garbage last
PUYOS = (*"rgbyp", "ojama")
# What a browser shows: its theme, and whether the pieces of pictures have their signs.
LOOK = '[document.documentElement.dataset.theme, document.documentElement.hasAttribute("data-patterns")]'


@functools.cache
def colours(theme: str) -> Mapping[str, str]:
    """The variables of a theme, `dark` or `light`, by their names without dashes: `colours("dark")["piece-t"]`.

    Raises KeyError for another theme.
    """
    css = folder().joinpath("theme.css").read_text(encoding="utf-8")
    blocks = dict(re.findall(r'\[data-theme="(\w+)"\] \{(.*?)\}', css, re.DOTALL))
    return MappingProxyType(dict(re.findall(r"--([\w-]+): ([^;]+);", blocks[theme])))


def seen(told: object) -> tuple[str, bool]:
    """The theme and the signs that a browser tells of (`LOOK`); the first theme and none for anything else.

    >>> seen(["light", True]), seen("light")
    (('light', True), ('dark', False))
    """
    match told:
        case [str(theme), bool(signs)] if theme in THEMES:
            return theme, signs
    return THEMES[0], False

"""SVG elements as text, and how wide a line of text will be."""

import unicodedata
from collections.abc import Iterable
from html import escape

SANS, MONO = "var(--sans)", "var(--mono)"
SMALL, PLAIN = 10, 12  # sizes of text


def number(value: float) -> str:
    """A coordinate with two decimals at most.

    >>> number(3.0), number(0.125), number(-0.001)
    ('3', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, content: str | None = None, /, **attributes: object) -> str:
    """One element; `content` is markup. Underscores in names of attributes stand for dashes, None leaves one out."""
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, (int, float)) else escape(str(value), quote=True)
            words.append(f'{name.strip("_").replace("_", "-")}="{text}"')
    return f"<{' '.join(words)}/>" if content is None else f"<{' '.join(words)}>{content}</{tag}>"


def group(content: Iterable[str], x: float = 0.0, y: float = 0.0, **attributes: object) -> str:
    """Elements moved to (x, y)."""
    move = f"translate({number(x)} {number(y)})" if x or y else None
    return element("g", "".join(content), transform=move, **attributes)


def text(
    words: str,
    x: float,
    y: float,
    *,
    size: float = PLAIN,
    anchor: str | None = None,
    fill: str = "var(--text)",
    mono: bool = False,
    **attributes: object,
) -> str:
    """A line of text whose baseline is at `y`; `anchor` is `middle` or `end`, else it begins at `x`."""
    family = MONO if mono else None
    return element(
        "text", escape(words), x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, font_family=family, **attributes
    )


def document(width: float, height: float, content: Iterable[str], title: str = "") -> str:
    """A whole picture. With a title it is an image to screen readers, else they pass over it."""
    parts = [element("title", escape(title))] if title else []
    return element(
        "svg",
        "".join([*parts, *content]),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_family=SANS,
        role="img" if title else None,
        aria_label=title or None,
        aria_hidden=None if title else "true",
    )


def width_of(words: str, size: float = PLAIN) -> float:
    """About how wide a line of text is: ideographs are as wide as they are high, other letters a little over half.

    >>> round(width_of("值", 10)), round(width_of("value", 10))
    (10, 29)
    """
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.58 for letter in words) * size


def signed(value: str) -> str:
    """A number with a true minus sign.

    >>> signed("-3.5")
    '−3.5'
    """
    return value.replace("-", "−", 1) if value.startswith("-") else value

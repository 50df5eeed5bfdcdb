"""Tables for the terminal, and numbers as they stand in them."""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Column(NamedTuple):
    """One column of a table."""

    title: str
    right: bool = False
    dim: bool = False
    wrap: bool = False  # may be broken over several lines; the others never are


NARROWEST = 12  # characters that a column with broken lines needs


def show(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Print a table without frames on stdout; wider than the terminal where what must not be broken needs it."""
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    from .console import out

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), collapse_padding=True, show_edge=False)
    least = 2 * (len(columns) - 1)
    for i, column in enumerate(columns):
        widest = max((cell_len(row[i]) for row in rows), default=0)
        width = min(max(widest, cell_len(column.title)), NARROWEST if column.wrap else 10_000)
        least += width
        table.add_column(
            column.title,
            justify="right" if column.right else "left",
            no_wrap=not column.wrap,
            min_width=width,
            overflow="fold",
            style="bold" if i == 0 else "dim" if column.dim else "",
        )
    for row in rows:
        table.add_row(*map(Text, row))
    console = out()
    wide = least > console.width
    console.width = max(console.width, least)  # a width given to `print` counts up to the console's only
    console.print(table, crop=False, soft_wrap=wide)


def decimal(value: float, *, sign: bool = False) -> str:
    """A number to three digits or more: no decimals from 100 on, one from 10 on, two below.

    >>> decimal(3024.6), decimal(58.66, sign=True), decimal(0.123), decimal(float("nan"))
    ('3,025', '+58.7', '0.12', '-')
    """
    if not math.isfinite(value):
        return "-"
    digits = 0 if abs(value) >= 99.95 else 1 if abs(value) >= 9.95 else 2
    return f"{value:{'+' if sign else ''},.{digits}f}"


def interval(low: float, high: float, *, sign: bool = False) -> str:
    """Both ends of an interval, or `-` where there is none."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return "-"
    return f"{decimal(low, sign=sign)} to {decimal(high, sign=sign)}"

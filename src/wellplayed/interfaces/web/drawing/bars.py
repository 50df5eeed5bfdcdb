"""How a value comes about: each feature times its weight, as signed bars that add up to it."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ....game import Floats, Game, earned
from ....players.player import Thought
from ...reasons import number as shown
from ..words import Words
from .element import document, element, group, signed, text, width_of

ROW, HEAD, SIZE = 20.0, 20.0, 11.5
GAP = 10.0  # between columns
STACKED, NARROW = 25.0, 84.0  # height of a row with the bar below, where there is less room than this beside it
USUAL = 6  # letters of a number that a column has always room for
FEW = 1e-9  # relative; float sums in another order differ by less
ENGLISH = Words("en")


class Sum(NamedTuple):
    """The features that weigh in a value, and what is shown below their sum."""

    names: tuple[str, ...]
    values: tuple[float, ...]  # what is earned on the way is added up along the line
    weights: tuple[float, ...]
    parts: tuple[float, ...]  # weight times value
    value: float  # of the line; an expectation or a mean of walks is not the sum of the parts
    kind: str  # of value: `value`, `expected` or `mean`


def summed(game: Game, weights: Floats, thought: Thought, row: int) -> Sum:
    """How the value of one candidate of a thought comes about; `weights` [F] are those of the player's evaluation."""
    used, parts = np.flatnonzero(weights), thought.contributions[row]
    on_the_way = earned(game)
    counts = [parts[k] / weights[k] if on_the_way[k] else thought.features[row, k] for k in used]
    value, total = float(thought.values[row]), float(parts.sum())
    same = math.isclose(value, total, rel_tol=FEW, abs_tol=FEW)
    kind = "value" if same or not math.isfinite(value) else "expected" if thought.tree is None else "mean"
    return Sum(
        tuple(game.glossary[k].name for k in used),
        tuple(map(float, counts)),
        tuple(float(weights[k]) for k in used),
        tuple(float(parts[k]) for k in used),
        value,
        kind,
    )


def svg(
    names: Sequence[str],
    values: Sequence[float],
    weights: Sequence[float],
    parts: Sequence[float] | None = None,
    value: float | None = None,
    kind: str = "value",
    *,
    other: Sequence[float] | None = None,
    than: str = "",
    span: tuple[float, float] | None = None,
    width: float = 360,
    words: Words = ENGLISH,
    title: str = "",
) -> str:
    """A row for each feature: name, value, weight, product and bar; then the sum. `svg(*summed(...))` draws a thought.

    Parameters
    ----------
    names, values, weights : sequences [F]
        As in the game's glossary, features that do not weigh left out.
    parts : sequence [F], optional
        The products, where they are not just those.
    value, kind : optional
        What the sum stands for; where it is `expected` or a `mean` the sum gets a line of its own above it.
    other, than : optional
        The products [F] of another candidate, and its name. Then the rows show both, and the bars by how much this one
        has more.
    span : tuple, optional
        The least and the greatest number that bars have room for, so that several pictures share a scale.
    width : float
        Of the picture.
    words : Words
        The language.
    title : str
        What screen readers say; without it they pass over the picture.
    """
    products = [v * w for v, w in zip(values, weights, strict=True)] if parts is None else list(parts)
    lengths = products if other is None else [mine - theirs for mine, theirs in zip(products, other, strict=True)]
    numbers = [values, weights, products] if other is None else [products, other, lengths]
    heads = ("feature", "weight", "product") if other is None else ("this", "other", "more")
    titles = [than if head == "other" and than else words(f"think.{head}") for head in heads]
    columns = [aligned(column) for column in numbers]
    labels = [feature(name, words) for name in names]
    ends = _ends(labels, titles, columns)
    low, high = _span(lengths) if span is None else span
    below = width - ends[-1] - GAP < NARROW
    if below:
        ends = [end + max(width - ends[-1], 0.0) for end in ends]
    rows = Rows(ends, STACKED if below else ROW, 0.0 if below else ends[-1] + GAP, width, low, high, below)
    lines = [_heading(titles, ends)]
    for i, label in enumerate(labels):
        lines.append(rows.row(i, label, [column[i] for column in columns], lengths[i]))
    axis = HEAD + rows.pitch * len(labels)
    lines.append(element("path", class_="axis", d=rows.axis(len(labels)), stroke="var(--line)"))
    lines.append(element("path", d=f"M0 {axis + 3.5}H{ends[-1]:.2f}", stroke="var(--line)"))
    sums = [("value" if other is None else "difference", sum(lengths))]
    if other is None and value is not None:
        sums = [("sum", sum(lengths)), (kind, value)] if kind != "value" else [("value", value)]
    for i, (what, amount) in enumerate(sums):
        lines.append(_total(words(f"think.{what}"), amount, ends[-1], axis + 6 + ROW * i, words))
    return document(width, axis + 6 + ROW * len(sums), lines, title)


class Rows(NamedTuple):
    """Where the parts of a row are."""

    ends: Sequence[float]  # of the columns of numbers
    pitch: float  # from one row to the next
    left: float  # of the bars
    right: float
    low: float  # the number at the left end, and at the right end
    high: float
    below: bool  # bars are below their texts, and not beside them

    @property
    def zero(self) -> float:
        """Where bars begin."""
        return self.left + (self.right - self.left) * -self.low / (self.high - self.low)

    def axis(self, count: int) -> str:
        """The line where bars begin, as a path; between texts it is broken."""
        if not self.below:
            return f"M{self.zero:.2f} {HEAD}v{self.pitch * count}"
        return "".join(f"M{self.zero:.2f} {HEAD + self.pitch * number + 17}v6" for number in range(count))

    def row(self, number: int, label: str, entries: Sequence[str], part: float) -> str:
        """The texts of one feature and its bar; one that adds nothing steps back."""
        top = HEAD + self.pitch * number
        quiet = "var(--text)" if part else "var(--muted)"
        parts = [text(label, 0, top + 14, size=SIZE, fill=quiet)]
        for column, (entry, end) in enumerate(zip(entries, self.ends, strict=True)):
            fill = quiet if column == len(self.ends) - 1 else "var(--muted)"
            parts.append(text(entry, end, top + 14, size=SIZE, anchor="end", fill=fill, mono=True))
        return group([*parts, self._bar(part, top)], class_="row", data_part=repr(float(part)))

    def _bar(self, part: float, top: float) -> str:
        """From the zero to the right for what adds, to the left for what takes away; never invisible unless 0."""
        if not part:
            return ""
        scale = (self.right - self.left) / (self.high - self.low)
        length = max(abs(min(max(self.zero + part * scale, self.left), self.right) - self.zero), 1.0)
        x, colour = (self.zero, "var(--good)") if part > 0 else (self.zero - length, "var(--bad)")
        y, height = (top + 18, 4.0) if self.below else (top + 5, ROW - 10)
        return element("rect", class_="bar", x=x, y=y, width=length, height=height, rx=1.5, fill=colour)


def feature(name: str, words: Words) -> str:
    """What a feature is called; numbered ones by their kind, unknown ones by their name in the glossary."""
    kind, _, place = name.rpartition("_")
    if f"feature.{name}" in words:
        return words(f"feature.{name}")
    if place.isdigit() and f"feature.{kind}.n" in words:
        return words(f"feature.{kind}.n", n=place)
    return name.replace("_", " ")


def aligned(column: Sequence[float]) -> list[str]:
    """Numbers with equally many decimals, as many as one of them needs; a zero stays bare.

    >>> aligned([-0.5, -40, 0])
    ['−0.5', '−40.0', '0']
    """
    texts = [shown(entry) for entry in column]
    places = max((len(entry.partition(".")[2]) for entry in texts if "e" not in entry), default=0)
    return [
        signed(entry if "e" in entry or not value else f"{value:.{places}f}")
        for entry, value in zip(texts, column, strict=True)
    ]


def _ends(labels: Sequence[str], titles: Sequence[str], columns: Sequence[Sequence[str]]) -> list[float]:
    """Where each column of numbers ends; it stays there while numbers are of usual size."""
    end = max((width_of(label, SIZE) for label in labels), default=0.0)
    ends = []
    for title, column in zip(titles, columns, strict=True):
        end += GAP + max([width_of(title, 10), *(0.61 * SIZE * max(len(entry), USUAL) for entry in column)])
        ends.append(end)
    return ends


def _span(lengths: Sequence[float]) -> tuple[float, float]:
    """Room for all bars and for the zero between them."""
    low, high = min([0.0, *lengths]), max([0.0, *lengths])
    return (low, high) if low < high else (low, low + 1.0)


def _heading(titles: Sequence[str], ends: Sequence[float]) -> str:
    return group(
        text(title, end, HEAD - 8, size=10, anchor="end", fill="var(--muted)")
        for title, end in zip(titles, ends, strict=True)
    )


def _total(label: str, amount: float, end: float, top: float, words: Words) -> str:
    """A sum, below its column."""
    said = signed(shown(amount)) if math.isfinite(amount) else words("think.loses")
    return group(
        [
            text(label, 0, top + 14, size=SIZE, font_weight=650),
            text(said, end, top + 14, size=SIZE, anchor="end", mono=True, font_weight=650),
        ],
        class_="total",
        data_total=repr(float(amount)),
    )

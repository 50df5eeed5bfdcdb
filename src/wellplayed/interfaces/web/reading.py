"""One thought as the Think panel shows it: its line, its best candidates, their bars, and the pictures of its tabs.

Everything comes from the thought and the game; texts are HTML. Nothing here knows a page, so it can be made anywhere.
"""

import math
from functools import cached_property
from html import escape
from typing import NamedTuple

from ...game import Placement
from ...tetris.guideline.rules import Guideline
from ...tetris.srs import CELLS
from ..looked import spots, visits
from ..reasons import number, pressed, ranked, weights_of
from .drawing import bars, board, corners, kicks, layers, path, tree
from .drawing.element import signed
from .drawing.ink import TETRIS, ink
from .thinking import Insight
from .words import Words

BEST = 5  # candidates that are shown
CELL = 6.0  # of their boards
WIDTH = 320.0  # of bars and tabs, until it is known
FEW = 1e-9  # values that differ by less are the same, summed in another order
SLIM = 340.0  # below this the tree is drawn less deep
Span = tuple[float, float]


class Candidate(NamedTuple):
    """One placement that was considered."""

    spot: Placement
    picture: str
    value: str
    kind: str
    aside: str  # how it stands to the best one, or how often it was visited
    title: str  # above its bars
    label: str  # for screen readers


class Reading:
    """What is to be seen in one `Insight`; each part is made when it is asked for, and then kept."""

    blank = board.svg("/".join(["." * 10] * 20), cell=CELL)  # where there is no candidate
    followed: tuple[str, ...] = ("way",)  # the tabs that show the candidate that is looked at

    def __init__(self, insight: Insight, words: Words) -> None:
        self.insight, self.words = insight, words
        self.state, self.thought, self.game = insight.state, insight.thought, insight.player.game
        self.order = ranked(self.thought)
        self._spots: dict[int, Placement] = {}
        self._pictures: dict[tuple[str, int, float], str] = {}

    # The line ---------------------------------------------------------------------------------------------------------

    @cached_property
    def move(self) -> str:
        """The move: its kind, its piece, its keys or columns."""
        if not self.thought.line:
            return ""
        spot = self.thought.line[0]
        how = path.signs(spot.keys) or columns(spot, self.words)
        keys = pressed(spot.keys)
        # text needs more contrast than cells do
        shade = f"color-mix(in srgb, {ink(spot.piece, TETRIS).fill} 65%, var(--text))"
        letter = f'<b class="wp-num" style="color:{shade}">{spot.piece}</b>'
        steps = f'<span class="wp-num" title="{keys}">{escape(how)}</span>'
        return f"<b>{escape(kind(spot, self.words))}</b> · {letter} {steps}"

    @cached_property
    def effort(self) -> str:
        """How far it was looked, at how many positions, in what time."""
        thought, ms = self.thought, self.insight.ms
        depth = int(thought.plies[self.order[0]]) if self.order else 0
        parts = [self.words("think.depth", n=depth)]
        if thought.nodes:
            parts.append(self.words("think.nodes", n=f"{thought.nodes:,}"))
        if ms > 0:
            parts.append(f"{ms:.2f} ms" if ms < 1 else f"{ms:.1f} ms" if ms < 100 else f"{ms:,.0f} ms")
        if ms > 0 and thought.nodes:
            parts.append(rate(1000 * thought.nodes / ms))
        return " · ".join(f"<span>{escape(part)}</span>" for part in parts)

    @cached_property
    def heading(self) -> str:
        """What the candidates are taken from."""
        return self.words("think.best" if self.thought.values.any() else "think.alike", n=len(self.order))

    # Candidates -------------------------------------------------------------------------------------------------------

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """The best placements, the one that is made first."""
        return tuple(self._candidate(rank, row) for rank, row in enumerate(self.order[:BEST], 1))

    def _candidate(self, rank: int, row: int) -> Candidate:
        thought, words = self.thought, self.words
        spot = self._spot(row)
        value, counts = float(thought.values[row]), visits(thought)
        said = signed(number(value)) if math.isfinite(value) else words("think.loses")
        if counts is not None:
            aside = words("think.times", n=f"{int(counts[row]):,}")
        elif thought.plies[row] < thought.plies[self.order[0]]:
            aside = words("think.cut", n=int(thought.plies[row]) + 1)
        else:
            behind = value - float(thought.values[self.order[0]])
            aside = signed(number(behind)) if math.isfinite(behind) and abs(behind) > FEW else ""
        what, where, brief = self._told(row)
        label = words("think.candidate", rank=rank, piece=spot.piece, kind=what, columns=where, value=said)
        title = " · ".join((str(rank), what, where))
        return Candidate(spot, self._small(spot), said, brief, aside, title, label)

    def _told(self, row: int) -> tuple[str, str, str]:
        """What kind of move a row is, where it is, and the kind for little room."""
        spot, words = self._spot(row), self.words
        swap = "⇄ " if spot.keys.startswith("HOLD") else ""
        return kind(spot, words), columns(spot, words), swap + short(spot, words)

    def _small(self, spot: Placement) -> str:
        """The position with a piece placed, as a small picture."""
        rows, height = self.game.show(self.state), max(y for _, y in spot.cells) + 1
        return board.svg(rows, piece=board.Shape(spot.piece, spot.cells), cell=CELL, height=height)

    def _spot(self, row: int) -> Placement:
        """Where a row of the thought puts its piece."""
        if row not in self._spots:
            self._spots[row] = self.game.describe(self.state, int(self.thought.actions[row]))
        return self._spots[row]

    # Bars -------------------------------------------------------------------------------------------------------------

    def sums(self, rank: int) -> bars.Sum | None:
        """How the value of a candidate comes about; None for a player without weights."""
        weights = weights_of(self.insight.player)
        if weights is None or rank >= len(self.order):
            return None
        return bars.summed(self.game, weights, self.thought, self.order[rank])

    def rival(self, rank: int) -> int | None:
        """The rank of the candidate to compare with: the best one, or for that the next that was looked at as far.

        None where there is none, or nothing to compare.
        """
        if self.sums(rank) is None:
            return None
        if rank:
            best, mine = self.order[0], self.order[rank]
            return 0 if self.thought.plies[best] == self.thought.plies[mine] else None
        plies = self.thought.plies[self.order]
        return next((other for other in range(1, len(self.order)) if plies[other] == plies[0]), None)

    def bars(self, rank: int, *, compare: bool = False, span: Span | None = None, width: float = WIDTH) -> str:
        """The bars of a candidate, with `compare` against its rival; words where there are no weights."""
        sums = self.sums(rank)
        if sums is None:
            said = self.words("think.plain", player=self.insight.spec)
            if not self.thought.values.any():
                said = self.words("think.blind")
            return f'<p class="wp-muted">{escape(said)}</p>'
        title = self.words("think.bars", rank=rank + 1)
        rival = self.rival(rank) if compare else None
        if rival is None:
            return bars.svg(*sums, span=span, width=width, words=self.words, title=title)
        other = self.sums(rival)
        assert other is not None
        than = self.words("think.first" if rank else "think.other")
        return bars.svg(*sums, other=other.parts, than=than, width=width, words=self.words, title=title)

    # Tabs -------------------------------------------------------------------------------------------------------------

    @cached_property
    def tabs(self) -> dict[str, str]:
        """The names of the tabs that this thought has something for."""
        found = {}
        if len(self.thought.layers) > 1:
            cuts = any(not layer.kept.all() for layer in self.thought.layers[:-1])
            found["beam"] = self.words("think.beam" if cuts else "think.lookahead")
        if self.thought.tree is not None:
            found["tree"] = self.words("think.tree")
        if isinstance(self.game, Guideline) and self.order:
            found["way"] = self.words("think.way")
        return found

    def picture(self, tab: str, rank: int = 0, *, width: float = WIDTH) -> str:
        """What a tab shows; of the keys those of the candidate `rank`."""
        key = (tab, rank if tab in self.followed else 0, width)
        if key not in self._pictures:
            self._pictures[key] = self._drawn(*key)
        return self._pictures[key]

    def _drawn(self, tab: str, rank: int, width: float) -> str:
        where, words = (self.game, self.state, self.thought), self.words
        if tab == "beam":
            return layers.svg(*where, width=width, words=words, title=words("think.layers.about"))
        if tab == "tree":
            levels, title = 3 if width < SLIM else 4, words("think.tree.about")
            return tree.svg(*where, width=width, levels=levels, words=words, title=title)
        return self._way(rank) if tab == "way" and rank < len(self.order) else ""

    def figure(self, tab: str, rank: int = 0, *, width: float = WIDTH) -> str:
        """What a tab shows as one picture; without a tab the bars. Empty where there is none."""
        if tab != "way":
            return self.picture(tab, width=width) if tab else self.bars(rank, width=width)
        action, about = int(self.thought.actions[self.order[rank]]), self.words("think.way.about")
        return path.strip(self.game, self.state, action, cell=9, words=self.words, title=about)

    def _way(self, rank: int) -> str:
        """The keys of a candidate one after the other; the kick of its last turn, and the corners of a T that spun."""
        action = int(self.thought.actions[self.order[rank]])
        where, words = (self.game, self.state, action), self.words
        about = words("think.way.about")
        parts = [
            f'<div class="wp-think-moving">{path.moving(*where, words=words, title=about)}</div>',
            f'<div class="wp-think-strip">{path.strip(*where, cell=4.4, across=4, words=words, title=about)}</div>',
        ]
        turn, spot = kicks.last(*where), self._spot(self.order[rank])
        if turn is not None and isinstance(self.game, Guideline):
            rules = self.game.rules
            if not kicks.tests(*turn, rules)[0].free:
                title = words("think.kick.about")
                parts.append(titled(title, kicks.svg(*turn, rules, cell=5.6, across=5, words=words, title=title)))
        if spot.spin != "none" and spot.piece == "T":
            (x, y), (dx, dy) = spot.cells[0], CELLS["T"][spot.orientation][0]
            title = words("think.corner.about")
            drawn = corners.svg(self.game.show(self.state), spot.orientation, x - dx, y - dy, words=words, title=title)
            parts.append(titled(title, drawn))
        return f'<div class="wp-think-way">{"".join(parts)}</div>'


def titled(title: str, picture: str) -> str:
    """A picture with a line above it."""
    return f'<figure><figcaption class="wp-muted wp-small">{escape(title)}</figcaption>{picture}</figure>'


def kind(spot: Placement, words: Words) -> str:
    """What kind of move a placement is, or the class of a spin that counts."""
    if spot.spin != "none":
        return words(f"think.spin.{spot.spin}", piece=spot.piece)
    return words(f"think.kind.{spot.kind}")


def columns(spot: Placement, words: Words) -> str:
    """Which columns a placement is in, from 1."""
    across = spots(spot)
    return words("think.columns" if "-" in across else "think.column", columns=across.replace("-", "–"))


def short(spot: Placement, words: Words) -> str:
    """The same for little room."""
    return words(f"think.short.{spot.kind}") if spot.spin == "none" else kind(spot, words)


def rate(nodes: float) -> str:
    """Nodes a second.

    >>> rate(1_830_000), rate(73_400), rate(950)
    ('1.8 M/s', '73 k/s', '950 /s')
    """
    if nodes >= 999_500:
        return f"{nodes / 1e6:.1f} M/s"
    return f"{nodes / 1e3:.0f} k/s" if nodes >= 1000 else f"{nodes:.0f} /s"

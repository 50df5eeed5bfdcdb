"""A thought about a pair of Puyo as the Think panel shows it; what it shares with pieces stands in reading.py."""

from functools import cached_property
from html import escape

import numpy as np

from ...game import Placement, States
from ...games import family
from ..field import DIRECTIONS, WIDE
from .drawing import chain, field
from .drawing.board import Shape
from .drawing.ink import PUYO, ink
from .reading import Reading, titled
from .thinking import Insight
from .words import Words

CELL = 7.5  # of the candidates' fields
SIDES = dict(zip(DIRECTIONS, "↑→↓←", strict=True))


def reading_of(insight: Insight, words: Words) -> Reading:
    """What is to be seen in an insight, in whichever game it was had."""
    return (PairReading if family(insight.player.game) == "puyo" else Reading)(insight, words)


def blank(session: object) -> str:
    """An empty small board of the game that a session plays; that of Tetris where it does not say."""
    played = getattr(getattr(session, "kind", None), "name", "")
    return (PairReading if played == "puyo" else Reading).blank


class PairReading(Reading):
    """What is to be seen in one `Insight` about a pair."""

    blank = field.svg("......", cell=CELL)
    followed = ("chain",)

    def __init__(self, insight: Insight, words: Words) -> None:
        super().__init__(insight, words)
        self._played: dict[int, States] = {}

    @cached_property
    def move(self) -> str:
        """The move: what it does, its pair, the column of its first puyo and where the second one is."""
        if not self.thought.line:
            return ""
        row = self.order[0]
        what, where, _ = self._told(row)
        letters = "".join(self._letter(letter) for letter in self._spot(row).piece)
        at = f'<span class="wp-num" title="{escape(where)}">{self._at(row)}</span>'
        return f"<b>{escape(what)}</b> · {letters} {at}"

    @staticmethod
    def _letter(letter: str) -> str:
        # text needs more contrast than puyos do
        shade = f"color-mix(in srgb, {ink(letter, PUYO).fill} 65%, var(--text))"
        return f'<b class="wp-num" style="color:{shade}">{letter}</b>'

    def _action(self, row: int) -> int:
        return int(self.thought.actions[row])

    def _at(self, row: int) -> str:
        """Column and side for little room, such as `3→`."""
        rotation, x = divmod(self._action(row), WIDE)
        return f"{x + 1}{SIDES[DIRECTIONS[rotation]]}"

    def _after(self, row: int) -> States:
        """[1] the position after a row's move and its chain."""
        if row not in self._played:
            self._played[row] = self.game.play(self.state, np.array([self._action(row)]))
        return self._played[row]

    def _told(self, row: int) -> tuple[str, str, str]:
        """What a move does, where its pair goes, and both for little room."""
        words, after = self.words, self._after(row)[0]
        rotation, x = divmod(self._action(row), WIDE)
        if after["chain"]:
            what = words("think.pair.one") if after["chain"] == 1 else words("think.pair.chain", n=int(after["chain"]))
        elif after["dead"]:
            what = words("think.pair.lost")
        elif after["tear"]:
            what = words("think.pair.tear", n=int(after["tear"]))
        else:
            what = words("think.pair.place")
        where = words("think.pair.at", column=x + 1, side=words(f"think.pair.{DIRECTIONS[rotation]}"))
        return what, where, f"{self._at(row)} {what}" if after["chain"] else self._at(row)

    def _small(self, spot: Placement) -> str:
        """The field with the pair placed, before anything pops."""
        high = max(field.ROWS, max(y for _, y in spot.cells) + 1)
        return field.svg(self.game.show(self.state), piece=Shape(spot.piece, spot.cells), cell=CELL, height=high)

    # Tabs -------------------------------------------------------------------------------------------------------------

    @cached_property
    def tabs(self) -> dict[str, str]:
        """Those of any game, and the chain."""
        return super().tabs | ({"chain": self.words("think.chain")} if self.order else {})

    def chains(self, rank: int) -> list[chain.Chain]:
        """The chain that a candidate fires, if it does, and the one that the field could fire after it, if it could."""
        row = self.order[rank]
        cells, after = self.state["cells"][0], self._after(row)[0]
        return [one for one in (chain.fired(cells, self._spot(row)), chain.could(after["cells"])) if one is not None]

    def _drawn(self, tab: str, rank: int, width: float) -> str:
        if tab == "chain":
            return self._chains(rank, width)
        drawn = super()._drawn(tab, rank, width)
        dreamt = tab == "beam" and self.thought.dream is not None
        return titled(self.words("think.dream"), drawn) if dreamt and drawn else drawn

    def _chains(self, rank: int, width: float) -> str:
        found = self.chains(rank)
        parts = [self._chain(one, width, later=len(found) > 1 and not one.placed) for one in found]
        if not found or found[-1].placed:
            parts.append(f'<p class="wp-muted wp-small">{escape(self.words("think.chain.nothing"))}</p>')
        return f'<div class="wp-think-chains">{"".join(parts)}</div>'

    def _chain(self, one: chain.Chain, width: float, *, later: bool) -> str:
        """A chain; one that is left after another has a line above it."""
        drawn = chain.svg(one, width=width, words=self.words)
        return titled(self.words("think.chain.after"), drawn) if later else drawn

    def figure(self, tab: str, rank: int = 0, *, width: float = 320.0) -> str:
        """What a tab shows as one picture; of the chains the first. Empty where there is none."""
        if tab == "chain":
            return next((chain.svg(one, width=width, words=self.words) for one in self.chains(rank)), "")
        return super()._drawn(tab, rank, width) if tab else self.bars(rank, width=width)

"""How long things take, in ticks: tables of two games, by name.

lock     from the moment a pair locks, before anything pops or falls
next     from a field at rest to the next pair
pop      of one link
split    by how far the pair tore apart, besides `lock`
fall     by how far the puyos fell that fell farthest after a link, landing included; 0 where nothing fell
ojama    by the row where a column's lowest ojama lands, and the column: the slowest of those that fall counts
amount   by how many ojama fall, besides that

tsu      puyoai/puyoai, src/core/frame.h: next 12, grounding 20, vanishing 50, its table of drops for torn pairs and
         ojama, 2 a row after a link, and what grounding ojama takes by its number.
esports  Puyo Puyo eSports as measured in puyo-camp.jp/posts/71019 and used by AIs that quote it: a link takes 55 ticks
         where nothing falls and 80 and 2 more for each row after the first otherwise; ojama by place and number; 30
         from a pair on the ground to the next one, of which the soft drop takes 2, `lock` 16 and `next` 12.
"""

from typing import NamedTuple

ROWS = 14  # distances and rows that tables know
COLUMNS = 6
MOST = 78  # ojama in one fall: a whole field

_DROP = (0, 10, 16, 22, 24, 28, 32, 34, 36, 40, 42, 44, 46, 48)  # FRAMES_TO_DROP
_LAND = 20  # FRAMES_GROUNDING


class Frames(NamedTuple):
    """One table."""

    lock: int
    next: int
    pop: int
    split: tuple[int, ...]  # [14]
    fall: tuple[int, ...]  # [14]
    ojama: tuple[tuple[int, ...], ...]  # [14, 6]
    amount: tuple[int, ...]  # [79]


_BY_PLACE = (
    (60, 59, 64, 56, 62, 58),
    (58, 57, 62, 54, 60, 56),
    (56, 55, 60, 52, 58, 54),
    (54, 53, 57, 50, 56, 52),
    (52, 51, 55, 48, 53, 49),
    (50, 48, 53, 46, 51, 47),
    (47, 46, 50, 44, 49, 45),
    (45, 44, 47, 42, 46, 42),
    (42, 41, 44, 39, 43, 40),
    (39, 38, 41, 36, 40, 37),
    (36, 35, 38, 33, 37, 34),
    (32, 31, 34, 30, 33, 30),
    (28, 27, 29, 26, 28, 26),
    (22, 21, 23, 20, 22, 21),
)
_BY_NUMBER = (
    *(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 5, 6, 8, 9, 11, 12),
    *(13, 14, 15, 16, 18, 19, 20, 21, 21, 22, 23, 24, 24, 25, 25),
)


def _grounding(ojama: int) -> int:
    """The time that so many ojama take to land, framesGroundingOjama of puyoai."""
    return 0 if ojama == 0 else 8 if ojama <= 3 else 24 if ojama <= 18 else 32


TABLES: dict[str, Frames] = {
    "tsu": Frames(
        lock=_LAND,
        next=12,
        pop=50,
        split=_DROP,
        fall=(0, *(2 * rows + _LAND for rows in range(1, ROWS))),
        ojama=tuple((_DROP[max(ROWS - 2 - row, 0)],) * COLUMNS for row in range(ROWS)),
        amount=tuple(map(_grounding, range(MOST + 1))),
    ),
    "esports": Frames(
        lock=16,
        next=12,
        pop=55,
        split=(0, 19, 24, 28, 31, 34, 37, 40, 42, 44, 46, 48, 50, 52),
        fall=(0, *(23 + 2 * rows for rows in range(1, ROWS))),
        ojama=_BY_PLACE,
        amount=(*_BY_NUMBER, *(_BY_NUMBER[-1],) * (MOST + 1 - len(_BY_NUMBER))),
    ),
}

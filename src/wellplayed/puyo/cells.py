"""What a Puyo field is made of, in numbers.

A field is `cells`: uint16 [8 planes, 8 columns]. Planes 0 to 4 are the colours, plane 5 is ojama, 6 and 7 are empty;
columns 0 to 5 are the field, 6 and 7 are empty and stand for its walls. Bit y of a column is row y from the floor:

    bit 12           row 13, the ghost row: falls, but neither joins groups, counts, nor pops
    bits 11 to 0     rows 12 to 1, the visible ones

Row 14, where a child puyo may come to rest, is no part of `cells`; a record's `topped` says which columns have used it.
"""

COLOURS = "RGBYP"  # letters of planes 0 to 4: red, green, blue, yellow, purple
OJAMA = 5  # the plane of garbage
LETTERS = COLOURS + "#"  # letters of planes 0 to 5
EMPTY = 255  # a puyo of the queue that is not seen yet

WIDTH = 6
VISIBLE = 12
GHOST = 12  # y of row 13
TOP = 13  # y of row 14
SPAWN_X, SPAWN_Y = 2, 11  # of the axis puyo; a puyo that rests there ends the game
POPPING = 4  # the smallest group that pops

PLANES, COLUMNS = 8, 8

SEEN = (1 << VISIBLE) - 1  # rows 1 to 12 of a column
WHOLE = (1 << TOP) - 1  # rows 1 to 13

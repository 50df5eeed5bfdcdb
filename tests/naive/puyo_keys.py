"""Puyo by keys the slow way: one game as plain Python, tick by tick.

Rules and times are those of puyoai, src/core/kumipuyo_moving_state.cc, src/core/frame.h and src/duel/field_realtime.cc,
with keys that act when they are pressed and repeat by `das` and `arr` in whole ticks.
"""

from collections import Counter
from itertools import islice

from tests.naive import puyo, puyo_moves, puyo_pairs
from tests.naive.classic import GOLDEN, WORD, scrambled, seeded

DROP = (0, 10, 16, 22, 24, 28, 32, 34, 36, 40, 42, 44, 46, 48)
PRICES = (70, 52, 35, 26, 17, 13, 8, 6, 4, 3, 2, 1)  # from 96 seconds on, each sixteen seconds


class Game:
    """A game under the rules `tsu`, and of its options `row14` and `blocking`."""

    def __init__(self, seed: int, das: int = 8, arr: int = 2, vanish: bool = False, held_off: bool = False) -> None:
        self.das, self.arr, self.vanish, self.held_off = das, arr, vanish, held_off
        self.pairs = puyo_pairs.pairs("esports", 4, seed)
        self.queue = list(islice(self.pairs, 3))
        self.noise = puyo_pairs.words(scrambled((seeded(0x6F6A616D61) + GOLDEN * (seed + 1)) % WORD))
        self.field = puyo.field_of([])
        self.topped: set[int] = set()
        self.held: set[str] = set()
        self.side, self.charge, self.beat = "", Counter[str](), Counter[str]()
        self.tick_number = self.score = self.carry = self.attack = self.sent = self.pending = self.lines = 0
        self.pieces = self.links = self.announced = 0
        self.clear = self.dead = False
        self.popping: set[tuple[int, int]] = set()
        self.falling = [0] * 6
        self.appear()

    # What a person does ----------------------------------------------------------------------------------------------

    def down(self, key: str) -> None:
        """A key goes down."""
        if key in self.held or self.dead:
            return
        self.held.add(key)
        if key in ("left", "right"):
            self.side = key
            self.charge[key], self.beat[key] = 0, self.arr
        if self.phase != "steered":
            return
        if key in ("left", "right"):
            self.move(key)
        elif key in ("cw", "ccw"):
            self.turn(key)
        elif key == "hard":
            rows = 0
            while self.room(0, -1):
                self.y -= 1
                rows += 1
            self.award(rows + 2)
            self.lock()

    def up(self, key: str) -> None:
        """A key goes up."""
        if key not in self.held or self.dead:
            return
        self.held.remove(key)
        if key in ("left", "right"):
            self.charge[key] = 0
            if self.side == key:
                other = "left" if key == "right" else "right"
                self.side = other if other in self.held else ""

    def tick(self) -> None:
        """One tick passes."""
        if self.dead:
            return
        self.repeat()
        if self.phase == "steered":
            self.quick = max(self.quick - 1, 0)
            self.fall_on()
        else:
            self.wait -= 1
            while self.phase != "steered" and self.wait <= 0 and not self.dead:
                getattr(self, "after_" + self.phase)()
        self.tick_number += 1

    # The falling pair ------------------------------------------------------------------------------------------------

    def heights(self) -> list[int]:
        return [sum(row[x] != "." for row in self.field) for x in range(6)]

    def room(self, dx: int, dy: int) -> bool:
        return puyo_moves.fits(self.heights(), self.topped, (self.x + dx, self.y + dy, self.facing))

    def move(self, key: str) -> bool:
        dx = 1 if key == "right" else -1
        if not self.room(dx, 0):
            return False
        self.x += dx
        return True

    def turn(self, key: str) -> None:
        here = (self.x, self.y, self.facing)
        there = puyo_moves.press(self.heights(), self.topped, here, key.upper())
        if there == here:
            return
        half = (there[2] - here[2]) % 4 == 2
        if half and self.quick == 0:
            self.quick = 20
            return
        if there[1] > here[1]:
            self.fall = 8
        self.x, self.y, self.facing = there
        self.quick = 0

    def repeat(self) -> None:
        if not self.side:
            return
        key, full = self.side, self.charge[self.side] == self.das
        self.charge[key] = min(self.charge[key] + 1, self.das)
        if self.charge[key] < self.das:
            return
        if self.phase != "steered":
            self.beat[key] = max(self.arr - 1, 0)
            return
        if self.arr == 0:
            while self.move(key):
                pass
            return
        self.beat[key] += 1 if full else 0
        while self.beat[key] >= self.arr:
            self.beat[key] -= self.arr
            self.move(key)

    def fall_on(self) -> None:
        if "soft" in self.held and self.fall > 0:
            self.award(1)
            if self.touching:
                self.lock()
                return
            self.fall = 0
        elif self.fall > 1:
            self.fall -= 1
        elif self.room(0, -1):
            self.y -= 1
            self.fall = 16
        else:
            self.lock()
            return
        stands = not self.room(0, -1)
        if stands and not self.touching and self.fall <= 8:
            self.touching, self.fall = True, 16
            self.touches += 1
            if self.touches == 8:
                self.lock()
        elif not stands and self.touching:
            self.touching, self.fall = False, 8

    def award(self, points: int) -> None:
        self.score += points
        self.carry += points

    # What follows ----------------------------------------------------------------------------------------------------

    def begin(self, phase: str, ticks: int) -> None:
        self.phase, self.wait = phase, ticks

    def lock(self) -> None:
        pair = self.queue.pop(0)
        self.queue.append(next(self.pairs))
        dx, dy = puyo_moves.CHILD[self.facing]
        self.field[self.y][self.x] = pair[0]
        if self.y + dy < 13:
            self.field[self.y + dy][self.x + dx] = pair[1]
        elif not self.vanish:
            self.topped.add(self.x)
        self.pieces += 1
        self.links = 0
        self.begin("locking", 20 + DROP[self.farthest()])

    def farthest(self) -> int:
        """How far what hangs in the air will fall."""
        after, most = puyo.fallen(self.field), 0
        for x in range(6):
            before, now = ([y for y in range(13) if field[y][x] != "."] for field in (self.field, after))
            most = max([most, *(a - b for a, b in zip(before, now, strict=True))])
        return most

    def after_locking(self) -> None:
        self.field = puyo.fallen(self.field)
        link = puyo.popped(self.field, self.links + 1)
        if link is None:
            self.finish()
            return
        self.links += 1
        self.lines += 1
        self.score += link.points
        self.carry += link.points
        late = self.tick_number // 60 - 96
        price = PRICES[min(late // 16 + 1, 11)] if late >= 0 else 70
        made, self.carry = divmod(self.carry, price)
        if self.clear:
            made += 30
        self.clear = False
        self.attack += made
        for _ in range(made):  # one piece after another
            if self.announced:
                self.announced -= 1
            elif self.pending:
                self.pending -= 1
            else:
                self.sent += 1
        self.popping = link.ojama.union(*(group for _, group in link.groups))
        self.begin("popping", 50)

    after_falling = after_locking

    def after_popping(self) -> None:
        self.field = puyo.without(self.field, self.popping)
        self.popping = set()
        rows = self.farthest()
        self.begin("falling", 2 * rows + 20 if rows else 0)

    def finish(self) -> None:
        if self.links and all(cell == "." for row in self.field for cell in row):
            self.clear = True
            self.score += 2100
        amount = 0 if self.links and self.held_off else min(self.pending, 30)
        self.pending -= amount
        if not amount:
            self.rest()
            return
        self.falling = [amount // 6] * 6
        for k in range(amount % 6):
            free = [x for x in range(6) if self.falling[x] == amount // 6]
            self.falling[free[(next(self.noise) >> 32) * (6 - k) >> 32]] += 1
        lands = [height for height, n in zip(self.heights(), self.falling, strict=True) if n and height < 13]
        slowest = max([0, *(DROP[max(12 - height, 0)] for height in lands)])
        self.begin("raining", slowest + (8 if amount <= 3 else 24 if amount <= 18 else 32))

    def after_raining(self) -> None:
        for x, height in enumerate(self.heights()):
            for y in range(height, min(height + self.falling[x], 13)):
                self.field[y][x] = "#"
        self.falling = [0] * 6
        self.rest()

    def rest(self) -> None:
        self.dead = self.field[11][2] != "."
        self.begin("coming", 12)

    def after_coming(self) -> None:
        self.appear()

    def appear(self) -> None:
        self.begin("steered", 0)
        self.x, self.y, self.facing = puyo_moves.START
        self.fall, self.quick, self.touches, self.touching = 16, 0, 0, False

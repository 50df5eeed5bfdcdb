"""A game by keys the slow way: a set of filled cells, a piece that is a set of cells, and time in fractions.

What other files own is taken from them, since they have twins of their own: which piece comes next (bags), what a clear
is worth (scoring), and which garbage is pending (garbage). Everything that moves, falls, locks, clears and rises is
done here.
"""

import dataclasses
import math
from fractions import Fraction
from typing import Any

import numpy as np

from wellplayed.tetris.guideline import bags, garbage, scoring
from wellplayed.tetris.guideline.ruleset import Ruleset, number
from wellplayed.tetris.pieces import PIECES
from wellplayed.tetris.srs import CELLS, kicks

KEYS = ("left", "right", "soft", "hard", "cw", "ccw", "180", "hold")
QUARTERS = {"cw": 1, "ccw": 3, "180": 2}
SIDES = {"left": -1, "right": 1}
CLASSES = ("none", "mini", "full")


@dataclasses.dataclass
class Piece:
    """A falling piece. `turned`: the kick test (from 1) and old orientation, if a rotation moved it last."""

    kind: str
    x: int
    y: int
    orientation: int = 0
    turned: tuple[int, int] | None = None
    spin: str = "none"
    lowest: int = 0
    ground: int = 0  # ticks on the ground
    resets: int = 0

    def cells(self) -> set[tuple[int, int]]:
        return {(self.x + dx, self.y + dy) for dx, dy in CELLS[self.kind][self.orientation]}


class Game:
    """One game; `press`, `release`, `tap`, `receive` and `tick` are what can happen to it."""

    def __init__(
        self, rules: Ruleset, seed: int, das: float, arr: float, dcd: float, sdf: int, board: str = ""
    ) -> None:
        self.rules, self.numbers = rules, rules.record()[0]
        self.das, self.arr, self.dcd = (Fraction(round(t * 10), 10) for t in (das, arr, dcd))
        self.sdf = sdf
        self.kind = number("bag", rules.bag)
        self.stream, self.bag = np.uint64(bags.start(self.kind, np.uint64(seed))), np.uint64(0)
        self.noise, self.hole = np.uint64(garbage.noise(np.uint64(seed))), -1
        self.pending = np.zeros((garbage.SLOTS, 3), np.int16)
        rows = list(reversed(board.split("/"))) if board else []
        self.board = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
        self.marked: set[int] = set()  # rows that are garbage
        self.held_keys: set[str] = set()
        self.active = ""  # the side that moves by itself
        self.charge = {"left": Fraction(0), "right": Fraction(0)}
        self.carry = {"left": Fraction(0), "right": Fraction(0)}
        self.fall = Fraction(0)
        self.hold: str | None = None
        self.swapped = False
        self.over = ""
        self.ticks = self.pieces = self.lines = self.score = self.attack = self.sent = self.risen = 0
        self.combo = self.chain = 0
        self.last: dict[str, Any] = {}
        self.queue: list[str] = []
        self.piece: Piece | None = None
        self.refill()
        self.spawn(cleared=False)

    # The piece ------------------------------------------------------------------------------------------------------

    def free(self, piece: Piece) -> bool:
        return all(0 <= x < self.rules.width and 0 <= y <= 62 and (x, y) not in self.board for x, y in piece.cells())

    def there(self, dx: int = 0, dy: int = 0) -> bool:
        assert self.piece
        return self.free(dataclasses.replace(self.piece, x=self.piece.x + dx, y=self.piece.y + dy))

    def grounded(self) -> bool:
        return not self.there(dy=-1)

    def move(self, dx: int = 0, dy: int = 0) -> bool:
        assert self.piece
        if not self.there(dx, dy):
            return False
        self.piece.x, self.piece.y = self.piece.x + dx, self.piece.y + dy
        self.piece.turned, self.piece.spin = None, "none"
        if dy < 0 and self.piece.y < self.piece.lowest:
            self.piece.lowest, self.piece.ground, self.piece.resets = self.piece.y, 0, 0
        return True

    def sink(self, rows: int = 99) -> int:
        for n in range(rows):
            if not self.move(dy=-1):
                return n
        return rows

    def rotate(self, key: str) -> int:
        assert self.piece
        p = self.piece
        after = (p.orientation + QUARTERS[key]) % 4
        for test, (dx, dy) in enumerate(kicks(p.kind, p.orientation, after, self.rules.kicks, self.rules.half), 1):
            moved = dataclasses.replace(p, orientation=after, x=p.x + dx, y=p.y + dy)
            if self.free(moved):
                moved.turned = test, p.orientation
                self.piece = moved
                moved.spin = self.spin_class()
                return test
        return 0

    def spin_class(self) -> str:
        assert self.piece
        assert self.piece.turned
        p, rule = self.piece, self.rules.spins
        stuck = not any(self.there(dx, dy) for dx, dy in ((-1, 0), (1, 0), (0, 1), (0, -1)))
        test, before = p.turned
        found = "none"
        if p.kind == "T" and rule not in ("none", "immobile"):
            corners = [self.solid(p.x + dx, p.y + dy) for dx, dy in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
            front = corners[p.orientation] and corners[(p.orientation + 1) % 4]
            kicked = test == 5 and before in (0, 2) and p.orientation in (1, 3)
            if rule == "corners-fifth":
                kicked = test >= 5
            if sum(corners) >= 3:
                found = "full" if front or kicked else "mini"
            elif stuck and rule in ("t-spins+", "all+", "all-mini+", "mini-only"):
                found = "mini"
        elif stuck and rule in ("all", "all+", "immobile"):
            found = "full"
        elif stuck and rule in ("all-mini", "all-mini+", "mini-only"):
            found = "mini"
        return "mini" if found == "full" and rule == "mini-only" else found

    def solid(self, x: int, y: int) -> bool:
        return not 0 <= x < self.rules.width or y < 0 or (x, y) in self.board

    # Keys -----------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if self.over or key in self.held_keys:
            return
        self.held_keys.add(key)
        if key in SIDES:
            self.active = key
            self.charge[key], self.carry[key] = Fraction(0), self.arr
            contact = self.grounded()
            if self.move(SIDES[key]):
                self.put_off(contact)
        elif key == "soft":
            self.fall = Fraction(0)
            self.score += self.sink(99 if self.instant() else 1)
        elif key in QUARTERS:
            contact = self.grounded()
            test = self.rotate(key)
            if test:
                self.put_off(contact or test > 1)
                self.cut()
        else:
            self.big(key)

    def big(self, key: str) -> None:
        if key == "hard":
            self.score += 2 * self.sink()
            self.lock()
            self.cut()
        elif self.rules.hold and not self.swapped:
            assert self.piece
            old, self.hold = self.hold, self.piece.kind
            self.swapped = True
            if old:
                self.enter(old, cleared=False)
            else:
                self.spawn(cleared=False)
            self.cut()

    def release(self, key: str) -> None:
        if self.over or key not in self.held_keys:
            return
        self.held_keys.remove(key)
        if key in SIDES:
            self.charge[key] = Fraction(0)
            if self.active == key:
                other = "right" if key == "left" else "left"
                self.active = other if other in self.held_keys else ""

    def tap(self, key: str) -> None:
        if self.over:
            return
        if key in SIDES:
            self.move(SIDES[key])
        elif key == "soft":
            self.score += self.sink(99 if self.rules.drop == "sonic" else 1)
        elif key in QUARTERS:
            self.rotate(key)
        else:
            self.big(key)

    def receive(self, rows: int) -> None:
        if not self.over:
            noise, self.hole = garbage.receive(
                self.numbers, self.pending, rows, self.rules.delay_ticks, self.noise, self.hole
            )
            self.noise = np.uint64(noise)

    def instant(self) -> bool:
        return self.sdf == 41 or self.rules.drop == "sonic"

    def put_off(self, contact: bool) -> None:
        """A move that succeeded: begin the lock delay anew, or, if that is used up, come down."""
        assert self.piece
        if not contact and not self.grounded():
            return
        if self.piece.resets >= self.rules.lock_resets:
            self.piece.resets = self.rules.lock_resets + 1
            self.sink()
        else:
            self.piece.resets += 1
            self.piece.ground = 0

    def cut(self) -> None:
        if self.dcd:
            for side in SIDES:
                self.charge[side] = min(self.charge[side], max(self.das - self.dcd, Fraction(0)))
                self.carry[side] = self.arr

    # Time -----------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        if self.over:
            return
        assert self.piece
        for packet in self.pending:
            packet[2] = max(packet[2] - 1, 0)
        self.repeat()
        self.gravity()
        if self.grounded():
            self.piece.ground += 1
            if self.piece.ground >= self.rules.lock_ticks:
                self.lock()
                self.cut()
        else:
            self.piece.ground = 0
        self.ticks += 1

    def repeat(self) -> None:
        key = self.active
        if not key:
            return
        beyond = self.charge[key] + 1 - self.das
        self.charge[key] = min(self.charge[key] + 1, self.das)
        if beyond < 0:
            return
        contact, columns = self.grounded(), 0
        if self.arr == 0:
            while self.move(SIDES[key]):
                columns += 1
        else:
            self.carry[key] += beyond
            for _ in range(int(self.carry[key] // self.arr)):
                columns += self.move(SIDES[key])
            self.carry[key] %= self.arr
        if columns:
            self.put_off(contact)

    def gravity(self) -> None:
        assert self.piece
        unit = 2**32
        late = max(self.ticks - self.rules.gravity_margin, 0)
        first: Any = self.rules.gravity
        more = self.rules.gravity_increase / 60
        if self.rules.gravity_curve == "guideline":
            level = min(self.rules.level + (self.lines // self.rules.goal if self.rules.goal else 0), 20)
            seconds = (Fraction(8, 10) - (level - 1) * Fraction(7, 1000)) ** (level - 1)
            first = 1 / (60 * seconds)
        speed = Fraction(math.ceil(first * unit) + late * round(more * unit), unit)
        soft = "soft" in self.held_keys
        if soft:
            speed = Fraction(64) if self.instant() else max(speed, Fraction(math.ceil(unit / 20), unit)) * self.sdf
        if self.piece.resets > self.rules.lock_resets:
            speed = Fraction(64)
        if self.grounded():
            self.fall = Fraction(0)
            return
        self.fall += min(speed, Fraction(64))
        rows = self.sink(int(self.fall))
        self.fall %= 1
        self.score += rows if soft else 0
        if self.grounded():
            self.fall = Fraction(0)

    # Locking --------------------------------------------------------------------------------------------------------

    def lock(self) -> None:
        assert self.piece
        p, rules = self.piece, self.rules
        cells = p.cells()
        self.board |= cells
        full = [y for y in range(63) if all((x, y) in self.board for x in range(rules.width))]
        dug = len(self.marked & set(full))
        self.board = {(x, y - sum(f < y for f in full)) for x, y in self.board if y not in full}
        self.marked = {y - sum(f < y for f in full) for y in self.marked if y not in full}
        self.worth(p, len(full), dug)
        self.piece, self.swapped = None, False
        if any(y >= rules.rows for _, y in cells) or (rules.lock_out and all(y >= rules.height for _, y in cells)):
            self.over = "lock out"
        elif not self.rise(bool(full)):
            self.over = "garbage out"
        else:
            self.spawn(cleared=bool(full))

    def worth(self, p: Piece, cleared: int, dug: int) -> None:
        spin, perfect = CLASSES.index(p.spin), cleared > 0 and not self.board
        level = scoring.level_at(self.numbers, self.lines)
        self.score += scoring.points(cleared, spin, self.combo, self.chain, perfect, level)
        sent = scoring.attack(
            self.numbers, cleared, spin, p.kind == "T", self.combo, self.chain, perfect, dug,
            scoring.multiplier_at(self.numbers, self.ticks),
        )  # fmt: skip
        total = sent.surge + sent.clear + sent.perfect
        out = garbage.exchange(self.numbers, self.pending, sent, self.pieces, self.sent)
        self.attack, self.sent = self.attack + total, self.sent + out
        self.combo, self.chain = sent.combo, sent.chain
        self.pieces, self.lines = self.pieces + 1, self.lines + cleared
        self.last = {
            "piece": PIECES.index(p.kind), "orientation": p.orientation, "x": p.x, "y": p.y, "spin": spin,
            "cleared": cleared, "perfect": perfect, "attack": total, "sent": out, "risen": 0,
        }  # fmt: skip

    def rise(self, cleared: bool) -> bool:
        """Let garbage rise; whether nothing was pushed out."""
        if cleared and self.rules.blocking == "combo":
            return True
        budget, lost = self.rules.cap or self.rules.rows, False
        while budget and self.pending[0, 0] and self.pending[0, 2] == 0:
            hole = int(self.pending[0, 1])
            garbage.remove(self.pending, 1)
            self.board = {(x, y + 1) for x, y in self.board} | {(x, 0) for x in range(self.rules.width) if x != hole}
            self.marked = {y + 1 for y in self.marked} | {0}
            lost = lost or any(y >= self.rules.rows for _, y in self.board)
            self.board = {(x, y) for x, y in self.board if y < self.rules.rows}
            self.marked = {y for y in self.marked if y < self.rules.rows}
            budget -= 1
            self.risen += 1
            self.last["risen"] += 1
        return not (lost and self.rules.garbage_out)

    def refill(self) -> None:
        while len(self.queue) < max(self.rules.previews, 1):
            stream, bag, piece = bags.draw(self.kind, self.stream, self.bag)
            self.stream, self.bag = np.uint64(stream), np.uint64(bag)
            self.queue.append(PIECES[piece])

    def spawn(self, cleared: bool) -> None:
        piece = self.queue.pop(0)
        self.refill()
        self.enter(piece, cleared)

    def enter(self, kind: str, cleared: bool) -> None:
        piece = self.entering(kind, cleared)
        if piece is None and not self.rules.block_out and self.rules.hold and not self.swapped:
            piece = self.entering(self.hold or self.queue[0], cleared)
            if piece:
                if not self.hold:
                    self.queue.pop(0)
                    self.refill()
                self.hold, self.swapped = kind, True
        self.fall = Fraction(0)
        if piece is None:
            self.over = "block out"
        self.piece = piece

    def entering(self, kind: str, cleared: bool) -> Piece | None:
        """A new piece where it finds room."""
        wide = 2 if kind in "IO" else 1
        rows = {"19": [19], "19-20": [19, 20], "20": [20]}[self.rules.spawn]
        if self.rules.clutch and cleared:
            rows += range(rows[-1] + 1, self.rules.rows)
        x = (self.rules.width - wide) // 2
        return next((p for p in (Piece(kind, x, y, lowest=y) for y in rows) if self.free(p)), None)


def fields(game: Game) -> dict[str, Any]:
    """What each field of the record must be."""
    p, width = game.piece, game.rules.width
    queue = [PIECES.index(k) for k in game.queue]
    order = [("left", 0), ("right", 1)]
    falling = {
        "piece": PIECES.index(p.kind), "orientation": p.orientation, "x": p.x, "y": p.y, "lowest": p.lowest,
        "ground": p.ground, "resets": p.resets, "spin": CLASSES.index(p.spin),
        "test": p.turned[0] if p.turned else 0, "before": p.turned[1] if p.turned else 0,
    } if p else {}  # fmt: skip
    return {
        "columns": [sum(1 << y for y in range(63) if (x, y) in game.board) for x in range(width)] + [0] * (20 - width),
        "marks": sum(1 << y for y in game.marked),
        "queue": queue + [-1] * (16 - len(queue)),
        "stream": int(game.stream), "bag": int(game.bag), "noise": int(game.noise), "hole": game.hole,
        "pending": game.pending.tolist(),
        "tick": game.ticks, "pieces": game.pieces, "lines": game.lines, "score": game.score,
        "attack": game.attack, "sent": game.sent, "risen": game.risen, "combo": game.combo, "chain": game.chain,
        "fall": int(game.fall * 2**32),
        "charge": [int(game.charge[k] * 10) for k, _ in order],
        "carry": [int(game.carry[k] * 10) for k, _ in order],
        "keys": sum(1 << KEYS.index(k) for k in game.held_keys),
        "direction": SIDES.get(game.active, 0),
        "hold": PIECES.index(game.hold) if game.hold else -1,
        "held": game.swapped,
        "dead": bool(game.over),
        "cause": ("", "block out", "lock out", "garbage out").index(game.over),
        **falling,
        **{f"last_{name}": value for name, value in game.last.items()},
    }  # fmt: skip

"""Digits shared by the simulators: a number for each kind of puyo, and two puyos packed into a digit of 64.

puyop.com and IPS pack two neighbours into one digit, eight times the left one and the right one, row by row from the
top left, and leave the zeros in front away (puyoai.rs, MIT, puyop.rs; puyo2, MIT, ips_nazo.rs). Their digits differ in
the last two. Both can also write a digit a cell, as Puyo Nexus does with the same numbers.
"""

from collections.abc import Mapping, Sequence

from ..errors import InputError
from ..puyo.cells import LETTERS
from .puyo_field import CELLS, EMPTY, Puyos, clipped

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the first 62 of 64
NUMBERS = {str(number): letter for number, letter in enumerate(EMPTY + LETTERS)}  # 0 empty, 1 red .. 6 ojama

_DIGIT_OF = str.maketrans({letter: number for number, letter in NUMBERS.items()})


def values(name: str, code: str, digits: str, what: str) -> list[int]:
    """What each digit of `code` stands for. `what` names the part in the InputError for another character."""
    found = []
    for place, digit in enumerate(code, 1):
        value = digits.find(digit)
        if value < 0:
            raise InputError(
                f"{name}: {clipped(digit)}, character {place} of {what}, is no digit; they are 0-9 a-z A-Z "
                f"{' '.join(digits[len(DIGITS) :])}"
            )
        found.append(value)
    return found


def unpacked(name: str, code: str, digits: str) -> list[str]:
    """The number of every cell, the last two cells from the last digit. Raises InputError for too many digits."""
    if len(code) > CELLS // 2:
        raise InputError(f"{name}: the field has {len(code)} digits, {CELLS // 2} are the most; cut it to its own part")
    return [str(cell) for value in values(name, code, digits, "the field") for cell in divmod(value, 8)]


def packed(puyos: Puyos, digits: str) -> str:
    """The field with two cells a digit, without the zeros in front; nothing for an empty one."""
    numbers = numbered(puyos.cells)
    pairs = (int(left) * 8 + int(right) for left, right in zip(numbers[::2], numbers[1::2]))
    return "".join(digits[pair] for pair in pairs).lstrip("0")


def numbered(cells: str) -> str:
    """Letters of cells as digits."""
    return cells.translate(_DIGIT_OF)


def steps(name: str, code: str, digits: str) -> list[tuple[int, int]]:
    """The digits after the field, two a step. Raises InputError for half a step."""
    found: Sequence[int] = values(name, code, digits, "the moves")
    if len(found) % 2:
        raise InputError(f"{name}: the moves end in the middle of one; copy the whole link")
    return list(zip(found[::2], found[1::2]))


def with_kinds(kinds: Mapping[str, str]) -> dict[str, str]:
    """The numbers of Tsu, and those of the kinds of puyo that a site knows besides."""
    return {**NUMBERS, **kinds}

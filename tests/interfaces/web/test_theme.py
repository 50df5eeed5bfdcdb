"""The look: text can be read, pieces can be told apart by everybody, and both themes have all there is."""

import itertools
import re
from collections.abc import Callable

import numpy as np
import pytest

from wellplayed.interfaces.web import files, theme
from wellplayed.interfaces.web.drawing.ink import PUYO_SIGNS, SIGNS, STRENGTH

BOTH = pytest.mark.parametrize("name", theme.THEMES)
# What is told apart on one board; garbage last.
SETS = {
    "pieces": tuple(f"piece-{piece}" for piece in theme.PIECES),
    "puyos": tuple(f"puyo-{puyo}" for puyo in theme.PUYOS),
}
EACH = pytest.mark.parametrize("board", SETS)
# Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency,
# IEEE TVCG 15(6), 2009, table 1, severity 1.0; on linear RGB.
SEEN_BY = {
    "everybody else": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
}
TEXT = ("text", "muted", "accent", "good", "bad", "warn")
GROUNDS = ("bg", "panel", "raised")
READABLE, VISIBLE = 4.5, 3.0  # contrasts of WCAG 2.2, success criteria 1.4.3 and 1.4.11
APART = 10.0  # CIEDE2000 between any two pieces; about 1 is just noticeable
EVEN = 0.1  # in lightness, from the mean of the seven


def linear(colour: str) -> np.ndarray:
    """#rrggbb as linear RGB (IEC 61966-2-1)."""
    assert re.fullmatch("#[0-9a-f]{6}", colour), colour
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    light = sorted(0.05 + linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (one, other))
    return float(light[1] / light[0])


def lab(rgb: np.ndarray) -> np.ndarray:
    """Linear RGB as CIELAB under D65."""
    matrix = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    t = matrix @ np.clip(rgb, 0, 1) / [0.95047, 1.0, 1.08883]
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """CIEDE2000 of two CIELAB colours: Sharma, Wu and Dalal, Color Research and Application 30(1), 2005, pp. 21-30."""
    (L1, a1, b1), (L2, a2, b2) = one, other
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(mean**7 / (mean**7 + 25**7))
    C1, C2 = np.hypot(stretch * a1, b1), np.hypot(stretch * a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if C1 * C2 else 0.0
    if not C1 * C2:
        h = h1 + h2
    else:
        h = ((h1 + h2) / 2 + (180 if abs(h2 - h1) > 180 else 0)) % 360
    L, C = (L1 + L2) / 2, (C1 + C2) / 2
    dL, dC, dH = L2 - L1, C2 - C1, 2 * np.sqrt(C1 * C2) * np.sin(np.radians(turn / 2))
    waves = ((0.17, 1, -30), (-0.24, 2, 0), (-0.32, 3, 6), (0.20, 4, -63))
    T = 1 - sum(share * np.cos(np.radians(times * h + shift)) for share, times, shift in waves)
    SL = 1 + 0.015 * (L - 50) ** 2 / np.sqrt(20 + (L - 50) ** 2)
    SC, SH = 1 + 0.045 * C, 1 + 0.015 * C * T
    twist = -2 * np.sqrt(C**7 / (C**7 + 25**7)) * np.sin(np.radians(60 * np.exp(-(((h - 275) / 25) ** 2))))
    return float(np.sqrt((dL / SL) ** 2 + (dC / SC) ** 2 + (dH / SH) ** 2 + twist * dC / SC * dH / SH))


def lightness(rgb: np.ndarray) -> float:
    """The L of OKLab, 0 to 1: B. Ottosson, A perceptual color space for image processing, 2020."""
    matrix = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566]]
    matrix.append([0.0883024619, 0.2817188376, 0.6299787005])
    return float(np.cbrt(np.array(matrix) @ rgb) @ [0.2104542553, 0.7936177850, -0.0040720468])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_the_one_of_the_paper(
    one: tuple[float, ...], other: tuple[float, ...], expected: float
) -> None:
    assert difference(np.array(one), np.array(other)) == pytest.approx(expected, abs=1e-4)


@BOTH
def test_text_can_be_read(name: str) -> None:
    found = theme.colours(name)
    ratios = {f"{ink} on {on}": contrast(found[ink], found[on]) for ink in TEXT for on in GROUNDS}
    ratios["a main button"] = contrast(found["on-accent"], found["accent"])
    assert not {pair: ratio for pair, ratio in ratios.items() if ratio < READABLE}


@BOTH
@EACH
def test_a_piece_can_be_named_in_its_colour(name: str, board: str) -> None:
    found = theme.colours(name)
    for piece in SETS[board]:
        one, other = (np.array([int(found[ink][i : i + 2], 16) for i in (1, 3, 5)]) for ink in (piece, "text"))
        mixed = "#" + "".join(f"{round(c):02x}" for c in 0.65 * one + 0.35 * other)  # as reading.py mixes them
        assert contrast(mixed, found["panel"]) >= READABLE, piece


@BOTH
def test_pieces_and_ghosts_stand_out_from_the_well(name: str) -> None:
    found = theme.colours(name)
    inks = [*SETS["pieces"], *SETS["puyos"], "ghost"]
    assert not {ink: ratio for ink in inks if (ratio := contrast(found[ink], found["well"])) < VISIBLE}


@BOTH
def test_signs_can_be_seen_on_their_pieces(name: str) -> None:
    found = theme.colours(name)
    for piece in (*(f"piece-{one.lower()}" for one in SIGNS), *(f"puyo-{one.lower()}" for one in PUYO_SIGNS)):
        ground, sign = (np.array([int(found[ink][i : i + 2], 16) for i in (1, 3, 5)]) for ink in (piece, "sign"))
        mixed = "#" + "".join(f"{round(c):02x}" for c in STRENGTH * sign + (1 - STRENGTH) * ground)
        assert contrast(mixed, found[piece]) >= VISIBLE, piece


def test_what_a_browser_says_of_its_look_is_not_believed() -> None:
    assert theme.seen(["light", True]) == ("light", True)
    assert theme.seen(["dark", False]) == ("dark", False)
    for told in (None, "light", [], ["sepia", True], ["light"], ["light", "yes"], {"theme": "light"}, [["light"], 1]):
        assert theme.seen(told) == ("dark", False)


@BOTH
@EACH
@pytest.mark.parametrize("eye", SEEN_BY)
def test_pieces_stay_apart_for_every_eye(name: str, eye: str, board: str) -> None:
    found = theme.colours(name)
    seen = {piece: lab(SEEN_BY[eye] @ linear(found[piece])) for piece in SETS[board]}
    near = {f"{one} {other}": difference(seen[one], seen[other]) for one, other in itertools.combinations(seen, 2)}
    assert min(near.values()) >= APART, min(near.items(), key=lambda pair: pair[1])


@BOTH
@EACH
def test_pieces_are_about_equally_light(name: str, board: str) -> None:
    light = [lightness(linear(theme.colours(name)[piece])) for piece in SETS[board][:-1]]
    assert np.abs(np.array(light) - np.mean(light)).max() <= EVEN


def test_both_themes_define_the_same() -> None:
    dark, light = (set(theme.colours(name)) for name in theme.THEMES)
    assert dark == light


def used(pattern: str, read: Callable[[str], bool] = lambda name: name.endswith((".css", ".js"))) -> set[str]:
    """The variables that files of the page use."""
    root = files.folder().parent
    texts = (file.read_text("utf-8") for file in root.rglob("*") if file.is_file() and read(file.name))
    return {name for text in texts for name in re.findall(pattern, text)}


def test_every_variable_that_is_used_is_defined() -> None:
    names = used(r"var\(--([\w-]+)[,)]", lambda name: name.endswith((".css", ".js", ".py")))
    defined = used(r"--([\w-]+)\s*:", lambda name: name.endswith((".css", ".js", ".py")))
    defined |= used(r"setProperty\(\s*[\"'`]--([\w-]+)")
    assert names - {name for name in names if name.startswith(("q-", "nicegui-"))} <= defined


def test_colours_stand_in_the_themes_only() -> None:
    css = files.folder().joinpath("theme.css").read_text("utf-8")
    rest = re.sub(r'\[data-theme="\w+"\] \{.*?\n\}', "", css, flags=re.DOTALL)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", rest)

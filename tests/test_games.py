"""The list of games and the specs that make them."""

import pytest

import wellplayed
from wellplayed.errors import InputError
from wellplayed.games import GAMES, game
from wellplayed.spec import parse
from wellplayed.tetris.classic import Classic

pytestmark = pytest.mark.pure


def test_every_entry_makes_its_game() -> None:
    assert len({entry.name for entry in GAMES}) == len(GAMES)
    for entry in GAMES:
        made = game(entry.name)
        assert parse(made.name).name == entry.name
        assert game(made.name).name == made.name
        assert entry.about
        assert entry.source
        assert all(option in entry.options for option in parse(made.name).options)


def test_options_reach_the_game() -> None:
    made = game("classic:height=12,width=8,pieces=bag,previews=3,overflow=clear")
    assert isinstance(made, Classic)
    assert (made.height, made.width, made.pieces, made.previews, made.overflow) == (12, 8, "bag", 3, "clear")
    assert made.name == "classic:height=12,width=8,pieces=bag,previews=3,overflow=clear"
    assert game("classic").name == "classic:height=20,width=10,pieces=uniform,previews=0,overflow=end"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clasic", "unknown game 'clasic'; did you mean 'classic'?"),
        ("chess", "unknown game 'chess'"),
        ("classic:hight=10", "unknown option of game 'classic' 'hight'; did you mean 'height'?"),
        ("classic:height=tall", "height=tall of game 'classic' must be a whole number"),
        ("classic:height=3", "height=3 of classic is out of range; choose 4 to 24"),
        ("classic:pieces=tgm", "pieces=tgm is no choice of game 'classic'; choose from uniform, bag, sz"),
        ("classic:overflow=stop", "choose from end, clear"),
        ("classic:height", "cannot read 'height'"),
        ("", "cannot read the spec"),
    ],
)
def test_specs_that_make_no_game(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        game(text)
    assert message in str(caught.value)


def test_public_names_load_on_first_use() -> None:
    assert wellplayed.Classic is Classic
    assert wellplayed.InputError is InputError
    for name in wellplayed.__all__:
        assert getattr(wellplayed, name)
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        wellplayed.Chess  # noqa: B018

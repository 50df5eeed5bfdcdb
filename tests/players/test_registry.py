"""The list of players: names, aliases, options, and what is said when they do not fit."""

import pytest

from wellplayed.errors import InputError
from wellplayed.game import Game
from wellplayed.players import registry
from wellplayed.players.player import Greedy, Player, Random
from wellplayed.players.registry import Entry, canonical, entries, player, register
from wellplayed.tetris.classic import Classic

pytestmark = pytest.mark.pure


@pytest.fixture
def game() -> Classic:
    return Classic(10)


@pytest.fixture
def newcomer(monkeypatch: pytest.MonkeyPatch) -> Entry:
    """A player that is registered for one test."""
    entries()
    monkeypatch.setattr(registry, "_ENTRIES", dict(registry._ENTRIES))
    monkeypatch.setattr(registry, "_NAMES", dict(registry._NAMES))

    def make(seed: int = 0) -> object:
        return lambda game: Random(game, seed)

    entry = Entry("New-Comer", "plays anything", "here", make, 0, ("test",), ("nobody",))  # type: ignore[arg-type]
    register(entry)
    return entry


def test_every_entry_is_complete() -> None:
    listed = entries()
    assert len({entry.name for entry in listed}) == len(listed)
    for entry in listed:
        assert entry.about.strip(), entry.name
        assert entry.source.strip(), entry.name
        assert "\n" not in entry.about


@pytest.mark.parametrize("text", ["dellacherie", "Dellacherie", "DELLA-CHERIE", "della_cherie"])
def test_upper_case_and_dashes_do_not_matter(text: str, game: Game) -> None:
    one, other = player(text, game), player("dellacherie", game)
    assert isinstance(one, Greedy)
    assert one.weights is not None
    assert other.weights is not None
    assert one.weights.tolist() == other.weights.tolist()
    assert canonical(text) == "dellacherie"


@pytest.mark.parametrize(
    ("alias", "name"), [("lee", "four-feature"), ("du", "bcts"), ("DU", "bcts"), ("dt20", "dt-20")]
)
def test_aliases(alias: str, name: str, game: Game) -> None:
    one, other = player(alias, game), player(name, game)
    assert one.weights is not None
    assert other.weights is not None
    assert one.weights.tolist() == other.weights.tolist()
    assert canonical(alias) == name


def test_canonical_keeps_the_options() -> None:
    assert canonical("Random:seed=3") == "random:seed=3"
    assert canonical("nobody:x=1") == "nobody:x=1"


def test_options_reach_the_player(game: Game) -> None:
    one = player("random:seed=7", game)
    assert isinstance(one, Random)
    assert one.seed == 7
    assert one.game is game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("delacherie", "unknown player 'delacherie'; did you mean 'dellacherie'?"),
        ("dt-30", "unknown player 'dt-30'; did you mean 'dt-"),
        ("qqqqqq", "unknown player 'qqqqqq'; known: "),
        ("random:sede=1", "unknown option of player 'random' 'sede'; did you mean 'seed'?"),
        ("random:seed=x", "seed=x of player 'random' must be a whole number"),
        ("random:seed=-1", "seed=-1 of player 'random' is out of range"),
        (f"random:seed={2**64}", "is out of range"),
        ("lee:move=drop", "unknown option of player 'four-feature' 'move'; did you mean 'moves'?"),
        ("lee:moves=fly", "moves=fly is no choice of player 'four-feature'; choose from drop, reach"),
        ("", "cannot read the spec"),
    ],
)
def test_specs_that_make_no_player(text: str, message: str, game: Game) -> None:
    with pytest.raises(InputError) as caught:
        player(text, game)
    assert message in str(caught.value)


def test_a_newcomer_is_found(newcomer: Entry, game: Game) -> None:
    assert entries()[-1] is newcomer
    made: Player = player("newcomer:seed=5", game)
    assert isinstance(made, Random)
    assert made.seed == 5
    assert canonical("NOBODY") == "New-Comer"


@pytest.mark.parametrize("name", ["bcts", "BCTS", "du", "dt10", "new_comer", "Nobody"])
def test_a_taken_name_is_refused(name: str, newcomer: Entry) -> None:
    with pytest.raises(InputError, match="registered already; choose another name"):
        register(newcomer._replace(name=name, aliases=()))
    with pytest.raises(InputError, match="registered already"):
        register(newcomer._replace(name="somebody", aliases=(name,)))

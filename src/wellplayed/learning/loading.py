"""What a run has learned, as a player like any other: `learned:run=PATH`, and the networks that the package brings.

PATH is the folder of a run, which stands for its best checkpoint, or the file of one checkpoint. The package's own are
checkpoints in `trained`, one for each game that such a player plays, with the card of the run that made it.
The list of players (players/registry.py) imports this module by its name, in every process that makes players; so it
imports nothing but that list until a player is made.
"""

import hashlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..game import Game
from ..players.player import Greedy, Player, Searching, Way, seen
from ..players.registry import Entry, register

TRAINED = "trained"  # the folder of the package's own checkpoints


def learned(run: str, moves: Way | None = None, simulations: int | None = None) -> Callable[[Game], Player]:
    """What makes the player of a run, or of a checkpoint; it considers the moves that it learned with, or `moves`.

    One that searches makes the simulations that it learned with, or `simulations`.
    """

    def made(game: Game) -> Player:
        who = player_of(Path(run), game, **({} if simulations is None else {"simulations": simulations}))
        return who if moves is None else considering(who, moves)

    return made


def dqn(moves: Way | None = None) -> Callable[[Game], Player]:
    """What makes the player of the package's DQN network; it considers straight drops, as it learned, or `moves`."""

    def made(game: Game) -> Player:
        who = own("dqn", game)
        return who if moves is None else considering(who, moves)

    return made


def alphazero(simulations: int | None = None) -> Callable[[Game], Player]:
    """What makes the player of the package's AlphaZero network, with as many simulations a move as it learned with."""
    changes = {} if simulations is None else {"simulations": simulations}
    return lambda game: own("alphazero", game, **changes)


def own(name: str, game: Game, **changes: Any) -> Player:
    """The player of the package's network of a learner, with `changes` of its settings.

    Raises InputError where the package has none for the game, or for a board of this size.
    """
    from .arrays import taken

    file = trained(name, game)
    try:
        return player_of(file, game, **changes)
    except InputError as error:
        learned = taken(file)[1]["game"]
        raise InputError(
            f"the {name} network of the package learned {learned}, and cannot play {game.name}: choose that game by "
            f"--game, or train one by wellplayed train {name} --game {game.name}"
            if learned != game.name
            else f"{name} cannot play {game.name}: {error}"
        ) from None


def trained(name: str, game: Game) -> Path:
    """The package's checkpoint of a learner for a game. Raises InputError where there is none."""
    from ..games import family

    file = Path(str(resources.files("wellplayed"))) / TRAINED / f"{name}-{family(game)}.safetensors"
    if not file.is_file():
        raise InputError(f"the package has no {name} network for {game.name}; train one by wellplayed train {name}")
    return file


def shipped(name: str, game: Game) -> tuple[Any, Any]:
    """The settings and the weights by name of the package's network. Raises InputError where a game has none."""
    from .arrays import taken
    from .learners import settings_from

    weights, note = taken(trained(name, game))
    return settings_from(note["learner"], note["settings"]), weights


def player_of(path: Path, game: Game, **changes: Any) -> Player:
    """The player of a run's best checkpoint, or of one checkpoint, with `changes` of its learner's settings.

    Raises InputError where there is none, it cannot be read, or it learned another game than this.
    """
    from ..games import family
    from ..games import game as make_game
    from .arrays import taken
    from .learners import player, settings_from

    file = found(path)
    weights, note = taken(file)
    theirs = make_game(note["game"])
    if family(theirs) != family(game) or theirs.dtype != game.dtype:
        raise InputError(f"{path} has learned {theirs.name}, not {game.name}; choose its game by --game {theirs.name}")
    try:
        return player(note["learner"], game, settings_from(note["learner"], {**note["settings"], **changes}), weights)
    except InputError as error:
        raise InputError(f"{file} cannot play {game.name}: {error}") from None


def found(path: Path) -> Path:
    """The file of a checkpoint: the one named, or the best of the run in a folder. Raises InputError without one."""
    from .folder import best

    return best(path) if path.is_dir() else path


def stamp(run: str) -> str:
    """Eight digits for what the checkpoint says now. Raises InputError where there is none."""
    file = found(Path(run))
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()[:8]
    except OSError as error:
        raise InputError(f"cannot read the checkpoint {file}: {error.strerror}; check its name and rights") from None


def considering(who: Player, moves: Way) -> Player:
    """The same player with other moves to choose from. Raises InputError for one of its own kind."""
    view = seen(who.game, moves)
    if isinstance(who, Greedy):
        return Greedy(who.evaluator, view)
    if isinstance(who, Searching):
        return Searching(who.game, view, who.search)
    raise InputError(f"moves={moves} does not fit this learned player; leave it out")


register(
    Entry(
        "learned",
        "what a run of wellplayed train has learned: learned:run=FOLDER, or one checkpoint by its file",
        "yours; see wellplayed train",
        learned,
        7,
        ("learned",),
        files={"run": stamp},
    )
)
register(
    Entry(
        "dqn",
        "a network of two layers over the features of boards, which learned what they are worth by deep Q-learning",
        "learned here; docs/learning.md, after Mnih and others, Nature 518, 2015",
        dqn,
        7,
        ("learned", "network"),
        games=("classic", "guideline", "puyo"),
    )
)
register(
    Entry(
        "alphazero",
        "a network guides a search, and learned from how the search plays; classic play on 6 x 10 alone, and Puyo",
        "learned here; docs/learning.md, after Silver and others, Science 362, 2018",
        alphazero,
        7,
        ("learned", "network"),
        games=("classic", "puyo"),
    )
)

"""The command line: which commands there are, and how each way of failing looks.

Whatever goes wrong with what was typed or given in a file ends as one line on stderr and exit code 2. Ctrl-C ends with
130, a reader that stopped listening (`| head`) quietly with 141, as for any program ended by SIGINT or SIGPIPE. Nothing
here imports NumPy or Numba: each command does that for itself, so that `--help` answers at once.
"""

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from cyclopts import App, CycloptsError, Group, MissingArgumentError
from cyclopts.exceptions import UnusedCliTokensError

from .. import __version__
from ..errors import InputError
from . import interrupts
from .arena import arena
from .autoplay import autoplay
from .best import best
from .board import features
from .chain import chain
from .console import out
from .fumen import app as fumen
from .ladder import ladder
from .listing import games, players
from .perft import perft
from .placements import placements, reach
from .play import play
from .table import table
from .tradeoff import tradeoff
from .train import train
from .tune import tune
from .versus import versus
from .warmup import warmup
from .watch import watch

BAD_INPUT, INTERRUPTED, UNHEARD = 2, 130, 141

HELP = """A falling-block AI laboratory: play, watch agents play, compare them, see how they think.

Start with: wellplayed play, or without a browser: wellplayed watch dellacherie --seed 42"""


def _reflowed(text: str) -> str:
    """A docstring with one line for each paragraph, for the terminal to break."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


app = App(
    name="wellplayed",
    help=HELP,
    version=f"wellplayed {__version__}",
    help_format="plaintext",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
_SHOW = Group.create_ordered("Look")
_MEASURE = Group.create_ordered("Measure")
_LIST = Group.create_ordered("List")
_PREPARE = Group.create_ordered("Prepare")
_USAGE = {  # where the parser says ARGS
    arena: "arena [OPTIONS] PLAYER...",
    versus: "versus [OPTIONS] PLAYER PLAYER...",
    ladder: "ladder [OPTIONS] [PLAYER...]",
    features: "features [OPTIONS] [BOARD]",
    tune: "tune [OPTIONS] [METHOD]",
    train: "train [OPTIONS] [LEARNER]",
}
for command, group in (
    (play, _SHOW),
    (watch, _SHOW),
    (autoplay, _SHOW),
    (features, _SHOW),
    (chain, _SHOW),
    (best, _SHOW),
    (placements, _SHOW),
    (reach, _SHOW),
    (arena, _MEASURE),
    (versus, _MEASURE),
    (table, _MEASURE),
    (ladder, _MEASURE),
    (tradeoff, _MEASURE),
    (tune, _MEASURE),
    (train, _MEASURE),
    (perft, _MEASURE),
    (players, _LIST),
    (games, _LIST),
    (warmup, _PREPARE),
):
    usage = f"Usage: wellplayed {_USAGE[command]}" if command in _USAGE else None
    app.command(command, group=group, usage=usage, help=_reflowed(command.__doc__ or ""))
fumen.group = (_SHOW,)
app.command(fumen)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (by default this process's own) and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A name in Chinese must not end a run in a terminal that cannot show it.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
    try:
        words = sys.argv[1:] if argv is None else list(argv)
        with interrupts.kept():
            code = app(words, console=out(), exit_on_error=False, print_error=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except CycloptsError as error:
        return _refuse(_explain(error))
    except InputError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        _forget(sys.stdout)
        return UNHEARD
    except KeyboardInterrupt as stop:
        return _refuse(str(stop) or "stopped", INTERRUPTED)
    except OSError as error:
        return _refuse(str(error), 1)


def _refuse(message: str, code: int = BAD_INPUT) -> int:
    """Say it on one line of stderr, and return the exit code."""
    print(f"wellplayed: {' '.join(message.split())}", file=sys.stderr)
    return code


def _explain(error: CycloptsError) -> str:
    """What is wrong with a command line, in our words where the parser's are unclear, and where to read on."""
    error.verbose = False
    command = " ".join(error.command_chain or ())
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        given = error.keyword or next((t.keyword for t in error.argument.tokens if t.keyword), None)
        message = f"{given} needs a value" if given else f"{command} needs {error.argument.name.lstrip('-').upper()}"
    elif isinstance(error, UnusedCliTokensError):
        message = f"{command} does not take {' '.join(map(repr, error.unused_tokens or ()))}; remove it"
    else:
        message = str(error)
        message = (message[:1].lower() + message[1:]).rstrip(".")
    place = " ".join(filter(None, ("wellplayed", command, "--help")))
    return f"{message} See {place}" if message.endswith("?") else f"{message}; see {place}"


def _forget(stream: TextIO) -> None:
    """Point a stream that nobody reads at nothing, so that Python's own flush at exit finds no fault."""
    with contextlib.suppress(OSError, ValueError):  # no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

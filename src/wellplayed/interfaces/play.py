"""`wellplayed play`: the page in the browser, served from this machine."""

import os
import signal
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..errors import InputError
from .options import Whole, between

HOST, PORT = "127.0.0.1", 8642
PATIENCE = 5.0  # seconds for a kernel that is being compiled when the page is stopped


def play(
    *,
    port: Annotated[Whole, Parameter(help="Where the page listens; 0 takes a free port.")] = PORT,
    host: Annotated[str, Parameter(help="The address it listens at. Beyond this machine only if you mean it.")] = HOST,
    browser: Annotated[bool, Parameter(help="Open the page in a browser, where there is one.")] = True,
    runs: Annotated[
        Path | None, Parameter(help="The folder whose runs of tune and train the page shows. Default: runs.")
    ] = None,
) -> int:
    """Play in the browser, hand the game to an agent, and see how it thinks.

    Serves the page on this machine until Ctrl-C. The first run compiles the kernels behind a progress bar; the page can
    be used meanwhile. Nothing is loaded from outside.
    """
    between("--port", port, 0, 65535)
    if runs is not None:
        checked_runs(runs)
    try:
        from .web import app
    except ModuleNotFoundError as error:
        if (error.name or "").startswith(__package__ or "."):
            raise
        raise InputError(f"the page needs {error.name}; run pip install 'wellplayed[web]'") from None
    from .warmup import need_compiler
    from .web.listening import listen, local, url
    from .web.shelf import SHELF
    from .web.warming import engine

    if runs is not None:
        SHELF.open(runs)
    need_compiler()
    listening = listen(host, port)
    if not local(listening):
        print(
            f"wellplayed: everybody who reaches {host} can use this page and this machine's processor; "
            f"leave --host out unless you trust that network",
            file=sys.stderr,
            flush=True,
        )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to be told to end is to be stopped
    try:
        print(f"{url(listening)}  Ctrl-C stops it", flush=True)
        engine.start()
        app.serve(listening, show=browser)
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    if not engine.stop(PATIENCE):
        sys.stdout.flush()
        os._exit(0)  # the compiler cannot be interrupted, and a thread inside it must not outlive the interpreter
    return 0


def checked_runs(folder: Path) -> None:
    """Raises InputError for a folder that cannot hold runs: none, or a run itself."""
    if not folder.is_dir():
        raise InputError(f"--runs {folder} is no folder; name the one in which the folders of runs lie")
    for name in ("run.toml", "configuration.json"):
        if (folder / name).exists():
            raise InputError(f"--runs {folder} is a run itself; name the folder it lies in: --runs {folder.parent}")

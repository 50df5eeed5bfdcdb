"""`kernel`, the one way to compile a function in this package.

How: `numba.njit` with a disk cache, without the GIL, and with IEEE division. The cache of every module lives in a
folder of its own, named by a digest of all that its machine code depends on: the source of the module and of every
module it imports (callees and tables alike), this file, the versions of numba and llvmlite, the processor and its
features, and the two switches below.

Why: Numba's own cache looks only at the file a kernel stands in. Edit a callee or a table in another module and the
next run silently uses the old machine code. A digest of the import closure recompiles what depends on the edit and
nothing else.

Switches, read once at import from the environment:

- `WELLPLAYED_BOUNDSCHECK=1` compiles with index checks (for tests; Numba's default is none).
- `WELLPLAYED_CACHE_DIR` moves the cache; by default it is `wellplayed/kernels` in the user's cache folder, or, where
  that cannot be written, in the folder for temporary files.
"""

import ast
import functools
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast, overload

import llvmlite.binding
import numba

Fn = TypeVar("Fn", bound=Callable[..., Any])

BOUNDSCHECK = os.environ.get("WELLPLAYED_BOUNDSCHECK", "0") not in ("", "0")
_ROOT = Path(__file__).resolve().parent.parent
_config: Any = numba.config  # untyped upstream


@overload
def kernel(fn: Fn) -> Fn: ...
@overload
def kernel(*, inline: bool) -> Callable[[Fn], Fn]: ...
def kernel(fn: Fn | None = None, *, inline: bool = False) -> Any:
    """Compile `fn` in nopython mode on its first call; without the GIL, cached on disk.

    Kernels take numbers and arrays, never functions, and never touch `numpy.random`. With `inline=True` the machine
    code is copied into every caller: for small steps of a hot loop.
    """
    if fn is None:
        return functools.partial(kernel, inline=inline)
    saved = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder(Path(sys.modules[fn.__module__].__file__ or __file__)))
    try:
        compiled = numba.njit(
            cache=True, nogil=True, error_model="numpy", boundscheck=BOUNDSCHECK, forceinline=inline
        )(fn)
    finally:
        _config.CACHE_DIR = saved
    return cast(Fn, compiled)


@functools.cache
def cache_root() -> Path:
    """The folder that holds every kernel cache; the first writable of the places the module's docstring names."""
    for folder in _candidates():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="wellplayed-kernels-"))


def _candidates() -> Iterator[Path]:
    if chosen := os.environ.get("WELLPLAYED_CACHE_DIR"):
        yield Path(chosen)
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    try:
        yield Path(base or Path.home() / ".cache") / "wellplayed" / "kernels"
    except RuntimeError:  # no home folder at all
        pass
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    yield Path(tempfile.gettempdir()) / f"wellplayed-kernels-{owner}"


@functools.cache
def cache_folder(file: Path) -> Path:
    """Where the kernels of one source file are cached: a folder named by the file and its digest."""
    return cache_root() / f"{file.stem}-{digest(file)}"


@functools.cache
def digest(file: Path) -> str:
    """Sixteen hex digits that change with anything the machine code of `file`'s kernels depends on."""
    total = hashlib.sha256(_machine().encode())
    for path in sorted(closure(file.resolve()) | {Path(__file__).resolve()}):
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]


@functools.cache
def _machine() -> str:
    """Compiler, processor and switches, as text."""
    features = llvmlite.binding.get_host_cpu_features().flatten()
    processor = (llvmlite.binding.get_host_cpu_name(), features, _config.CPU_NAME, _config.CPU_FEATURES)
    return repr((numba.__version__, llvmlite.__version__, processor, _config.OPT, BOUNDSCHECK))


def closure(file: Path) -> set[Path]:
    """`file` and every source file it imports, directly or not, from its own package tree or from this one."""
    seen: set[Path] = set()
    todo = [file]
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            todo += _imports(path)
    return seen


@functools.cache
def _imports(file: Path) -> list[Path]:
    """The source files that one source file names in its import statements."""
    package = list(_package(file))
    roots = {_ROOT, file.parents[len(package)]}
    found = []
    for node in ast.walk(ast.parse(file.read_bytes())):
        for parts in _modules(node, package):
            for root in roots:
                found += [p for p in (root.joinpath(*parts[:-1], parts[-1] + ".py"), root.joinpath(*parts, "__init__.py")) if p.is_file()]
    return found


def _package(file: Path) -> tuple[str, ...]:
    """The dotted name of the package a file stands in, as a tuple; empty for a plain script."""
    folder, names = file.parent, []
    while (folder / "__init__.py").is_file():
        names.append(folder.name)
        folder = folder.parent
    return tuple(reversed(names))


def _modules(node: ast.AST, package: list[str]) -> Iterator[list[str]]:
    """Every dotted name that an import statement may refer to: `from a import b` gives a and a.b."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name.split(".")
    elif isinstance(node, ast.ImportFrom):
        base = package[: len(package) - node.level + 1] if node.level else []
        base = base + (node.module.split(".") if node.module else [])
        if base:
            yield base
        for alias in node.names:
            yield [*base, alias.name]

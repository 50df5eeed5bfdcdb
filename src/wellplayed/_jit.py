"""`kernel`, the one way to compile a function in this package.

How: `numba.njit` with a disk cache, without the GIL, and with IEEE division. The kernels of one source file are cached
in a folder of their own, named by a digest of all that their machine code depends on: that file and every file it
imports, directly or not (callees and tables alike), this file, the versions of numba, llvmlite and numpy, the
processor and its features, and the switches of the compiler.

Why: Numba's own cache looks only at the file a kernel stands in. Edit a callee or a table in another module and the
next run silently uses the old machine code. A digest of the import closure recompiles what depends on the edit and
nothing else.

Where the closure ends: the standard library, numba, llvmlite and numpy count by version. Of any other installed
package the modules that are named in an import count, but not what those import in turn; only this package and the
one that the kernel belongs to are followed wherever they lie. Import statements are read, never executed, so a module
that is loaded by other means, or a table that is read from a data file, is not seen.

Where there is no cache: for a function whose source is not a Python file of its own (`python -c`, a notebook, a zip
archive), and where no folder can be written. Such kernels compile anew in each process.

Switches, read once at import from the environment:

- `WELLPLAYED_BOUNDSCHECK=1` compiles with index checks (for tests; Numba's default is none).
- `WELLPLAYED_CACHE_DIR` moves the cache; by default it is `wellplayed/kernels` in the user's cache folder, or, where
  that cannot be written, a private folder among the temporary files.
"""

import ast
import atexit
import contextlib
import functools
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import threading
import uuid
import warnings
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast, overload

import llvmlite.binding
import numba
import numpy as np
from numba.core.caching import FunctionCache

Fn = TypeVar("Fn", bound=Callable[..., Any])

# The annotations of kernels, for the reader: Numba infers the real types. Records are what games call States.
Array: TypeAlias = Any
Record: TypeAlias = Any
Records: TypeAlias = Any

BOUNDSCHECK = os.environ.get("WELLPLAYED_BOUNDSCHECK", "0") not in ("", "0")

_config: Any = numba.config  # untyped upstream
_OWN = __name__.partition(".")[0]
_VERSIONED = {"numba", "llvmlite", "numpy"}
_INSTALLED = {"site-packages", "dist-packages"}
_STANDARD = Path(os.__file__).parent
_SWITCHES = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO_DEFAULT",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)
_lock = threading.Lock()


@overload
def kernel(fn: Fn) -> Fn: ...
@overload
def kernel(*, inline: bool) -> Callable[[Fn], Fn]: ...
def kernel(fn: Fn | None = None, *, inline: bool = False) -> Any:
    """Compile `fn` in nopython mode on its first call; without the GIL, cached on disk.

    Kernels take numbers and arrays, never functions, and never touch `numpy.random`. With `inline=True` the machine
    code is copied into every caller: for small steps of a hot loop. With `NUMBA_DISABLE_JIT=1` in the environment
    `fn` itself comes back.
    """
    if fn is None:
        return functools.partial(kernel, inline=inline)
    compiled = numba.njit(nogil=True, error_model="numpy", boundscheck=BOUNDSCHECK, forceinline=inline)(fn)
    folder = None if compiled is fn else cache_folder(fn)
    if folder is not None:
        with contextlib.suppress(OSError, RuntimeError):  # Numba found no way to use the folder
            compiled._cache = _Cache(fn, folder)
    return cast(Fn, compiled)


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one kernel, in `folder`, where no trouble with files costs more than a recompilation."""

    def __init__(self, fn: Callable[..., Any], folder: Path) -> None:
        with _lock:
            saved = _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES
            _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES = str(folder), "UserProvidedCacheLocator"
            try:
                super().__init__(fn)
            finally:
                _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES = saved
        # Numba numbers the files of a kernel's signatures 1, 2, …, so two processes that compile different signatures
        # at once may write both under one number, and a third would run the wrong code. Unique names cannot collide.
        base = self._impl.filename_base
        self._cache_file._data_name = lambda number: f"{base}.{uuid.uuid4().hex}.nbc"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # a damaged or unreadable file, in whatever way unpickling fails
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):  # a full disk, a folder taken away
            super().save_overload(sig, data)


# Where caches lie -----------------------------------------------------------------------------------------------------


@functools.cache
def cache_root() -> Path | None:
    """The folder that holds every kernel cache; the first writable of the places the module's docstring names."""
    for folder in _candidates():
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if _writable(folder):
                return folder
    with contextlib.suppress(OSError):
        return _temporary()
    return None


def _candidates() -> Iterator[Path]:
    if chosen := os.environ.get("WELLPLAYED_CACHE_DIR"):
        yield Path(chosen).absolute()
    base = Path(os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME", ""))
    with contextlib.suppress(RuntimeError):  # no home folder at all
        yield (base if base.is_absolute() else Path.home() / ".cache") / _OWN / "kernels"


def _writable(folder: Path) -> bool:
    with contextlib.suppress(OSError), tempfile.TemporaryFile(dir=folder):
        return True
    return False


def _temporary() -> Path:
    """One folder a user in the folder for temporary files; where that is taken, a new one for this process alone.

    Loading from a cache runs what is in it, so a folder with a name that anybody can guess must be ours alone.
    """
    owner = os.geteuid() if hasattr(os, "geteuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"{_OWN}-kernels-{owner}"
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if _private(folder) and _writable(folder):
        return folder
    folder = Path(tempfile.mkdtemp(prefix=f"{_OWN}-kernels-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _private(folder: Path) -> bool:
    """Whether `folder` is a real folder, ours, and closed to others. Windows keeps temporary files by user anyway."""
    info = folder.lstat()
    if not hasattr(os, "geteuid"):
        return stat.S_ISDIR(info.st_mode)
    return stat.S_ISDIR(info.st_mode) and info.st_uid == os.geteuid() and not info.st_mode & 0o077


def cache_folder(fn: Callable[..., Any]) -> Path | None:
    """Where the kernels of `fn`'s source file are cached: a folder named by the file and its digest. None: nowhere."""
    module = Module(Path(fn.__code__.co_filename), fn.__globals__.get("__package__") or "")
    root = cache_root()
    if root is None or not _source(module, module).python:
        return None
    return root / f"{module.file.stem}-{digest(module)}"


# What machine code depends on -----------------------------------------------------------------------------------------


class Module(NamedTuple):
    """A source file, and the package that its relative imports start from; empty for a script."""

    file: Path
    package: str = ""

    @property
    def home(self) -> str:
        """The outermost package it belongs to."""
        return self.package.partition(".")[0]


class _Source(NamedTuple):
    """What matters of a file."""

    content: bytes  # its hash
    imports: tuple[Module, ...]  # none where they do not count
    python: bool


def digest(module: Module) -> str:
    """Sixteen hex digits that change with anything the machine code of a module's kernels depends on."""
    total = hashlib.sha256(_machine().encode())
    for part in sorted(closure(module) | {Module(Path(__file__), _OWN)}):
        total.update(f"\n{part.package} {part.file.name} ".encode() + _source(part, module).content)
    return total.hexdigest()[:16]


@functools.cache
def _machine() -> str:
    """Compiler, processor and switches, as text."""
    versions = numba.__version__, llvmlite.__version__, np.__version__
    processor = llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()
    return repr((versions, processor, [getattr(_config, name, None) for name in _SWITCHES], BOUNDSCHECK))


def closure(module: Module) -> set[Module]:
    """A module and every module it imports, directly or not."""
    seen: set[Module] = set()
    todo = [module]
    while todo:
        part = todo.pop()
        if part not in seen:
            seen.add(part)
            todo += _source(part, module).imports
    return seen


def _source(module: Module, start: Module) -> _Source:
    """Read a file, or remember it while its time and size stay the same.

    `start` is where the kernels stand; its package, and this one, are followed even where they are installed.
    """
    mine = module == start or (module.package != "" and module.home in (start.home, _OWN))
    try:
        info = module.file.stat()
        return _read(module, mine or not _installed(module.file), info.st_mtime_ns, info.st_size)
    except OSError:
        return _Source(b"", (), python=False)


@functools.lru_cache(maxsize=4096)
def _read(module: Module, followed: bool, time: int, size: int) -> _Source:
    data = module.file.read_bytes()
    content = hashlib.sha256(data).digest()
    try:
        tree = _parsed(data)
    except (SyntaxError, ValueError, RecursionError):  # an archive, compiled, or for another version of Python
        return _Source(content, (), python=False)
    imports = _imports(tree, data.decode("utf-8", "replace"), module.package) if followed else ()
    return _Source(content, tuple(dict.fromkeys(imports)), python=True)


def _parsed(data: bytes) -> ast.Module:
    """The syntax tree of a source. Raises what `ast.parse` raises where it is none."""
    with warnings.catch_warnings(action="ignore"):
        try:
            return ast.parse(data)
        except SystemError:
            # CPython 3.11 counts the depth of trees in one place for all parsers (gh-106905), so one that ran inside
            # or beside this one can upset the count; the count is set anew at the start of the next.
            return ast.parse(data)


def _imports(tree: ast.Module, text: str, package: str) -> Iterator[Module]:
    """The modules that a file imports, and those it reaches as attributes of an imported package."""
    for node in _statements(tree):
        for name, bound in _names(node, package.split(".") if package else []):
            for module in _find(name):
                yield module
                if bound and module.file.name == "__init__.py":
                    for match in re.finditer(rf"\b{bound}((?:\s*\.\s*\w+)+)", text):
                        attributes = re.findall(r"\w+", match[1])
                        for n in range(1, len(attributes) + 1):
                            yield from _find((*name, *attributes[:n]))


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Every statement at any depth, without the expressions inside, since imports are statements."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, field, ())
            todo += inner if isinstance(inner, list) else ()


def _names(node: ast.AST, package: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The dotted names that a statement may take values from, each with the name it is bound to, if any.

    `from a import b` takes them from a, and from a.b where that is a module.
    """
    if isinstance(node, ast.Import):
        for alias in node.names:
            parts = tuple(alias.name.split("."))
            for n in range(1, len(parts) + 1):
                last = parts[0] if n == 1 else ""
                yield parts[:n], (alias.asname if n == len(parts) else "") if alias.asname else last
    elif isinstance(node, ast.ImportFrom) and node.level <= len(package):
        above = package[: len(package) - node.level + 1] if node.level else []
        base = (*above, *(node.module.split(".") if node.module else ()))
        yield base, ""
        for alias in node.names:
            yield (*base, alias.name), alias.asname or alias.name.strip("*")


def _find(name: tuple[str, ...]) -> Iterator[Module]:
    """The module of a dotted name: none if it is no module, several if a package is spread over folders."""
    whole, parent = ".".join(name), ".".join(name[:-1])
    for place in _places(name[0]):
        folder = place.joinpath(*name[1:])
        if place.is_file():
            yield Module(place)
        elif name[-1] == "*":  # all modules of a package, which may be more than its __init__ imports
            yield from (Module(file, parent) for file in folder.parent.glob("*.py"))
            yield from (Module(file, f"{parent}.{file.parent.name}") for file in folder.parent.glob("*/__init__.py"))
        else:
            if (folder / "__init__.py").is_file():
                yield Module(folder / "__init__.py", whole)
            if parent and folder.with_name(f"{folder.name}.py").is_file():
                yield Module(folder.with_name(f"{folder.name}.py"), parent)


@functools.cache
def _places(top: str) -> tuple[Path, ...]:
    """The folders of a top-level package, or the file of a top-level module, or the archive that either lies in.

    None for what counts by version: the standard library, the compiler and its arrays.
    """
    if top in _VERSIONED:
        return ()
    places: list[Any] = []
    if module := sys.modules.get(top):
        places = list(getattr(module, "__path__", ())) or [getattr(module, "__file__", None)]
    elif spec := PathFinder.find_spec(top):
        places = list(spec.submodule_search_locations or ()) or [spec.origin]
    paths = [path for path in map(Path, filter(None, places)) if _installed(path) or _STANDARD not in path.parents]
    real = [next((p for p in (path, *path.parents) if p.is_file()), path) for path in paths]
    return tuple(path for path in real if path.exists())


def _installed(file: Path) -> bool:
    return not _INSTALLED.isdisjoint(file.parts)

"""`kernel` never runs old machine code, compiles nothing twice, and works where there is nowhere to keep it."""

import ast
import json
import os
import stat
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

from wellplayed import _jit
from wellplayed._jit import Module, closure, digest, kernel

SOURCE = Path(_jit.__file__).parents[1]

# A package with every part a kernel can depend on, and one that it does not.
TINY = {
    "tiny/__init__.py": "",
    "tiny/table.py": "import numpy as np\nTABLE = np.array([10, 20])\n",
    "tiny/callee.py": "from wellplayed._jit import kernel\n\n@kernel\ndef step(x):\n    return x + 1\n",
    "tiny/bystander.py": "NOTHING = 1\n",
    "tiny/top.py": """
        from wellplayed._jit import kernel
        from .callee import step
        from .table import TABLE

        @kernel
        def top(x):
            return step(x) + TABLE[0]
        """,
}
# Calls tiny.top.top(1) and prints what came of it.
CALL = """
import json
import numba.core.event as event
with event.install_recorder("numba:compile") as compiled:
    from tiny.top import top
    result = top(1)
stats = top.stats
print(json.dumps({
    "result": result,
    "compiled": len(compiled.buffer) // 2,
    "hits": sum(stats.cache_hits.values()),
    "misses": sum(stats.cache_misses.values()),
    "folder": stats.cache_path,
}))
"""


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), "utf-8")


class Box:
    """A folder of sources, and fresh processes that run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"

    def write(self, files: dict[str, str]) -> None:
        write(self.folder, files)

    def environment(self, extra: dict[str, str | None]) -> dict[str, str]:
        """This environment without its own switches; a value of None takes a variable away."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "WELLPLAYED_"))}
        settings: dict[str, str | None] = {
            "PYTHONPATH": f"{self.folder}{os.pathsep}{SOURCE}",
            "PYTHONDONTWRITEBYTECODE": "1",  # bytecode files notice an edit by whole seconds only
            "WELLPLAYED_CACHE_DIR": str(self.cache),
            **extra,
        }
        return {name: value for name, value in {**ours, **settings}.items() if value is not None}

    def start(self, *arguments: str, **extra: str | None) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self.environment(extra),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **extra: str | None) -> Any:
        """What a fresh Python prints, read as JSON."""
        return answer(self.start(*arguments, **extra))

    def call(self, **extra: str | None) -> Any:
        return self.run("-c", CALL, **extra)


def answer(process: "subprocess.Popen[str]") -> Any:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return json.loads(out)


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


@pytest.fixture
def tiny(box: Box) -> Box:
    box.write(TINY)
    return box


def files(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


# What is recompiled ---------------------------------------------------------------------------------------------------


def test_a_second_process_compiles_nothing(tiny: Box) -> None:
    first = tiny.call()
    assert (first["result"], first["misses"], first["compiled"]) == (12, 1, 2)
    before = files(tiny.cache)
    second = tiny.call()
    assert (second["result"], second["hits"], second["misses"], second["compiled"]) == (12, 1, 0, 0)
    assert files(tiny.cache) == before
    tiny.write({"tiny/bystander.py": "NOTHING = 2\n", "tiny/__init__.py": "import tiny.bystander\n"})
    assert tiny.call()["compiled"] == 0, "no kernel depends on the files edited"
    assert files(tiny.cache) == before


def test_an_edited_callee_changes_the_result(tiny: Box) -> None:
    assert tiny.call()["result"] == 12
    tiny.write({"tiny/callee.py": TINY["tiny/callee.py"].replace("x + 1", "x + 5")})
    assert tiny.call()["result"] == 16


def test_an_edited_table_changes_the_result(tiny: Box) -> None:
    first = tiny.call()
    tiny.write({"tiny/table.py": TINY["tiny/table.py"].replace("10", "70")})
    second = tiny.call()
    assert (first["result"], second["result"]) == (12, 72)
    assert first["folder"] != second["folder"]
    assert second["compiled"] == 1, "the callee does not depend on the table"
    tiny.write({"tiny/table.py": TINY["tiny/table.py"]})
    assert tiny.call()["compiled"] == 0, "an edit taken back finds its old folder"


def test_reloading_edited_modules_compiles_anew(tiny: Box) -> None:
    code = """
        import importlib, json, pathlib
        import tiny.callee, tiny.table, tiny.top
        results = [tiny.top.top(1)]
        for module, old, new in ((tiny.table, "10", "7000"), (tiny.callee, "x + 1", "x + 500")):
            path = pathlib.Path(module.__file__)
            path.write_text(path.read_text().replace(old, new))
            importlib.reload(module)
            importlib.reload(tiny.top)
            results.append(tiny.top.top(1))
        print(json.dumps(results))
        """
    assert tiny.run("-c", textwrap.dedent(code)) == [12, 7002, 7501]


def test_a_script_is_cached_and_follows_its_neighbours(box: Box) -> None:
    script = """
        import json
        from numbers_of_mine import TABLE
        from wellplayed._jit import kernel

        @kernel
        def first(x):
            return TABLE[0] + x

        result = first(1)
        print(json.dumps([result, sum(first.stats.cache_hits.values())]))
        """
    box.write({"play/script.py": script, "play/numbers_of_mine.py": "TABLE = (3, 4)\n"})
    assert box.run("play/script.py") == [4, 0]
    assert box.run("play/script.py") == [4, 1]
    box.write({"play/numbers_of_mine.py": "TABLE = (30, 4)\n"})
    assert box.run("play/script.py") == [31, 0]


def test_a_module_run_as_main_is_cached_and_follows_its_package(tiny: Box) -> None:
    show = "\nimport json\nprint(json.dumps([top(1), sum(top.stats.cache_hits.values())]))\n"
    tiny.write({"tiny/top.py": textwrap.dedent(TINY["tiny/top.py"]) + show})
    assert tiny.run("-m", "tiny.top") == [12, 0]
    assert tiny.run("-m", "tiny.top") == [12, 1]
    tiny.write({"tiny/table.py": "TABLE = (70, 0)\n"})
    assert tiny.run("-m", "tiny.top") == [72, 0]


def test_code_without_a_file_of_its_own_runs_uncached(box: Box) -> None:
    code = """
        import json
        from wellplayed._jit import kernel

        @kernel(inline=True)
        def twice(x):
            return 2 * x

        @kernel
        def four_times(x):
            return twice(twice(x))

        print(json.dumps([four_times(3), four_times.stats.cache_path]))
        """
    assert box.run("-c", textwrap.dedent(code)) == [12, None]
    box.write({"page.md": "# A page\n\nwith an example\n", "code.txt": textwrap.dedent(code)})
    as_page = "exec(compile(open('code.txt').read(), 'page.md', 'exec'))"
    assert box.run("-c", as_page) == [12, None], "the file named is no Python, so its imports are unknown"


def test_kernels_in_a_zip_archive_run_uncached(tiny: Box) -> None:
    with zipfile.ZipFile(tiny.folder / "all.zip", "w") as archive:
        for name in TINY:
            archive.write(tiny.folder / name, name)
    result = tiny.call(PYTHONPATH=f"{tiny.folder / 'all.zip'}{os.pathsep}{SOURCE}", PYTHONSAFEPATH="1")
    assert (result["result"], result["folder"]) == (12, None)


# Where the cache lies -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("home", ["/dev/null/x", "a file"])
@pytest.mark.skipif(os.name == "nt", reason="homes are found in another way")
def test_an_unwritable_home_falls_back_to_a_private_temporary_folder(tiny: Box, home: str) -> None:
    temporary = tiny.folder / "temporary"
    temporary.mkdir()
    (tiny.folder / "a file").touch()
    settings: dict[str, str | None] = {"WELLPLAYED_CACHE_DIR": None, "TMPDIR": str(temporary), "HOME": "/dev/null/x"}
    settings["XDG_CACHE_HOME"] = None if home == "/dev/null/x" else str(tiny.folder / "a file")
    first, second = tiny.call(**settings), tiny.call(**settings)
    (folder,) = temporary.iterdir()
    assert folder.name == f"wellplayed-kernels-{os.geteuid()}"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert Path(first["folder"]).is_relative_to(folder)
    assert (first["result"], second["result"], second["misses"]) == (12, 12, 0)


def test_a_temporary_folder_of_one_process_goes_with_it(tiny: Box) -> None:
    temporary = tiny.folder / "temporary"
    temporary.mkdir()
    (temporary / f"wellplayed-kernels-{getattr(os, 'geteuid', lambda: 'user')()}").touch()  # the name is taken
    settings: dict[str, str | None] = {"WELLPLAYED_CACHE_DIR": "/dev/null/x", "HOME": "/dev/null/x"}
    settings.update(XDG_CACHE_HOME=None, LOCALAPPDATA="/dev/null/x", TMPDIR=str(temporary), TEMP=str(temporary))
    result = tiny.call(**settings)
    assert result["result"] == 12
    assert Path(result["folder"]).is_relative_to(temporary)
    assert len(list(temporary.iterdir())) == 1


def test_nowhere_to_write_costs_the_cache_only(tiny: Box) -> None:
    blocked = "import tempfile\ntempfile.tempdir = '/dev/null/x'\n"
    settings: dict[str, str | None] = {"WELLPLAYED_CACHE_DIR": "/dev/null/x", "HOME": "/dev/null/x"}
    settings.update(XDG_CACHE_HOME=None, LOCALAPPDATA="/dev/null/x")
    result = tiny.run("-c", blocked + CALL, **settings)
    assert (result["result"], result["folder"]) == (12, None)


@pytest.mark.pure
@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: folder.mkdir(mode=0o755),
        lambda folder: folder.touch(),
        lambda folder: folder.symlink_to(folder.parent),
    ],
    ids=["open to others", "a file", "a link"],
)
@pytest.mark.skipif(os.name == "nt", reason="temporary folders are private there")
def test_a_doubtful_temporary_folder_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    usual = tmp_path / f"wellplayed-kernels-{os.geteuid()}"
    spoil(usual)
    folder = _jit._temporary()
    assert folder != usual
    assert _jit._private(folder)


@pytest.mark.pure
@pytest.mark.skipif(os.name == "nt", reason="temporary folders are private there")
def test_the_temporary_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    theirs = _jit._temporary()
    assert theirs == _jit._temporary(), "ours, it serves every process"
    somebody = os.geteuid() + 1
    monkeypatch.setattr("os.geteuid", lambda: somebody)
    (tmp_path / f"wellplayed-kernels-{somebody}").mkdir(mode=0o700)  # the right name, by the wrong hand
    assert _jit._temporary().name != f"wellplayed-kernels-{somebody}"


def test_numbas_own_settings_are_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "elsewhere")
    monkeypatch.setattr(numba.config, "CACHE_LOCATOR_CLASSES", "InTreeCacheLocator")
    compiled = kernel(lambda x: x)
    assert numba.config.CACHE_DIR == "elsewhere"
    assert numba.config.CACHE_LOCATOR_CLASSES == "InTreeCacheLocator"
    assert Path(compiled.stats.cache_path).is_relative_to(_jit.cache_root())


# Many at once, and trouble --------------------------------------------------------------------------------------------


def test_processes_that_compile_at_once_agree(tiny: Box) -> None:
    arguments = ("1", "1.5")
    code = "from tiny.top import top\nprint(float(top({})))"
    together = [tiny.start("-c", code.format(argument)) for argument in arguments]
    assert [answer(process) for process in together] == [12.0, 12.5]
    assert [tiny.run("-c", code.format(argument)) for argument in arguments] == [12.0, 12.5]


def test_an_index_overwritten_by_another_process_never_leads_to_its_code(box: Box) -> None:
    # Two dispatchers of one function stand for two processes. Each saves another signature, the second without having
    # seen the index of the first, and the first index comes out on top.
    code = """
        import json
        from pathlib import Path
        from wellplayed._jit import kernel

        def after(x):
            return x + 1

        one, two, three = kernel(after), kernel(after), kernel(after)
        one(1)
        index, = Path(one.stats.cache_path).glob("*.nbi")
        first = index.read_bytes()
        index.unlink()
        two(2.0)
        index.write_bytes(first)
        print(json.dumps([three(2**53), sum(three.stats.cache_hits.values())]))
        """
    box.write({"race.py": code})
    assert box.run("race.py") == [2**53 + 1, 1], "the code for floats would give an even number"


def test_a_damaged_cache_costs_a_recompilation(tiny: Box) -> None:
    tiny.call()
    for suffix in ("nbi", "nbc"):
        for path in tiny.cache.rglob(f"*.{suffix}"):
            path.write_bytes(path.read_bytes()[:50])
        damaged = tiny.call()
        assert (damaged["result"], damaged["hits"]) == (12, 0)
    assert tiny.call()["compiled"] == 0


def test_a_folder_taken_away_costs_the_cache_only(tiny: Box) -> None:
    code = "import shutil\nfrom tiny.top import top\nshutil.rmtree({0!r})\nopen({0!r}, 'w').close()\nprint(top(1))"
    assert tiny.run("-c", code.format(str(tiny.cache))) == 12


# The switches ---------------------------------------------------------------------------------------------------------


def test_bounds_checks_fire_and_have_a_folder_of_their_own(box: Box) -> None:
    script = """
        import json
        import numpy as np
        from wellplayed._jit import kernel

        @kernel
        def item(array, i):
            return array[i]

        inside = item(np.arange(10)[:3], 1)
        try:
            beyond = int(item(np.arange(10)[:3], 5))
        except IndexError:
            beyond = "IndexError"
        print(json.dumps([inside, beyond, item.stats.cache_path]))
        """
    box.write({"item.py": script})
    fast, checked = box.run("item.py"), box.run("item.py", WELLPLAYED_BOUNDSCHECK="1")
    assert (fast[:2], checked[:2]) == ([1, 5], [1, "IndexError"])
    assert fast[2] != checked[2]
    override = box.run("item.py", NUMBA_BOUNDSCHECK="1")
    assert override[:2] == [1, "IndexError"], "Numba's own switch wins, so it needs its own machine code"


def test_the_gil_is_released(box: Box) -> None:
    # The kernel tells that it runs, and waits for a flag that only Python can set meanwhile.
    script = """
        import json
        import threading
        import time
        import numpy as np
        from wellplayed._jit import kernel

        @kernel
        def wait(flag, beat, limit):
            n = 0
            while flag[0] == 0 and n < limit:
                n += 1
                beat[0] = n
            return n

        flag, beat, limit = np.zeros(1, np.int64), np.zeros(1, np.int64), 10**10
        wait(flag, beat, 1)
        beat[0] = 0
        waited = []
        thread = threading.Thread(target=lambda: waited.append(wait(flag, beat, limit)))
        thread.start()
        while beat[0] == 0:
            time.sleep(0)
        flag[0] = 1
        thread.join()
        print(json.dumps(waited[0] < limit))
        """
    box.write({"wait.py": script})
    assert box.run("wait.py") is True


@pytest.mark.pure
def test_without_the_jit_a_kernel_is_the_plain_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)

    def plain(x: int) -> int:
        return x + 1

    assert kernel(plain) is plain
    assert kernel(inline=True)(plain) is plain


# The closure ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path of imports, where no earlier test's packages are remembered."""
    monkeypatch.syspath_prepend(str(tmp_path))
    _jit._places.cache_clear()
    _jit._read.cache_clear()
    return tmp_path


def reached(folder: Path, start: str, package: str) -> set[str]:
    """The files in `folder` that the kernels of `start` depend on, without `start` itself."""
    found = {module.file for module in closure(Module(folder / start, package))}
    return {str(file.relative_to(folder).as_posix()) for file in found if file.is_relative_to(folder)} - {start}


@pytest.mark.pure
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("from .. import data", {"big/__init__.py", "big/data.py"}),
        ("from ..data import TABLE", {"big/data.py"}),
        ("from .other import TABLE", {"big/room/other.py"}),
        ("from . import other as o", {"big/room/__init__.py", "big/room/other.py"}),
        ("from big import data", {"big/__init__.py", "big/data.py"}),
        ("import big.data", {"big/__init__.py", "big/data.py"}),
        ("import big.data as d", {"big/__init__.py", "big/data.py"}),
        (
            "import big.room.other, big.data",
            {"big/__init__.py", "big/room/__init__.py", "big/room/other.py", "big/data.py"},
        ),
        ("def f():\n    from ..data import TABLE", {"big/data.py"}),
        ("try:\n    import big.data as d\nexcept ImportError:\n    d = None", {"big/__init__.py", "big/data.py"}),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..data import TABLE", {"big/data.py"}),
        ("match 1:\n    case 1:\n        from ..data import TABLE", {"big/data.py"}),
        ("import big\nX = big.data.TABLE", {"big/__init__.py", "big/data.py"}),
        ("import big.room as r\nX = r.other.TABLE", {"big/__init__.py", "big/room/__init__.py", "big/room/other.py"}),
        ("from ..hall import *", {"big/hall/__init__.py", "big/hall/a.py", "big/hall/deep/__init__.py"}),
        ("from ..hall.deep import here", {"big/hall/deep/__init__.py"}),
        ("from ...... import above", set()),
        ("import nothing_of_that_name", set()),
    ],
)
def test_every_form_of_import_is_followed(sources: Path, statement: str, expected: set[str]) -> None:
    write(
        sources,
        {
            "big/__init__.py": "",
            "big/data.py": "TABLE = 1\n",
            "big/room/__init__.py": "",
            "big/room/other.py": "TABLE = 2\n",
            "big/hall/__init__.py": "__all__ = ['a']\n",
            "big/hall/a.py": "",
            "big/hall/deep/__init__.py": "here = 1\n",
            "big/room/kernels.py": f"{statement}\n",
        },
    )
    assert reached(sources, "big/room/kernels.py", "big.room") == expected


@pytest.mark.pure
def test_a_name_that_a_package_passes_on_leads_to_its_source(sources: Path) -> None:
    write(
        sources,
        {
            "shop/__init__.py": "from .front import thing\nfrom .side import unrelated\n",
            "shop/front.py": "from .back.store import thing\n",
            "shop/back/__init__.py": "",
            "shop/back/store.py": "thing = 1\n",
            "shop/side.py": "unrelated = 1\n",
            "kernels.py": "from shop import thing\n",
        },
    )
    expected = {"shop/__init__.py", "shop/front.py", "shop/back/store.py", "shop/side.py"}
    assert reached(sources, "kernels.py", "") == expected


@pytest.mark.pure
def test_cycles_end(sources: Path) -> None:
    write(sources, {"ring/__init__.py": "", "ring/a.py": "from . import b\n", "ring/b.py": "from .a import c\n"})
    assert reached(sources, "ring/a.py", "ring") == {"ring/__init__.py", "ring/b.py"}


@pytest.mark.pure
def test_namespace_packages_may_be_spread_over_folders(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(sources / "more"))
    write(
        sources,
        {
            "space/one/kernels.py": "from ..two.table import TABLE\nimport space.three\n",
            "more/space/two/table.py": "TABLE = 1\n",
            "more/space/three/__init__.py": "",
        },
    )
    expected = {"more/space/two/table.py", "more/space/three/__init__.py"}
    assert reached(sources, "space/one/kernels.py", "space.one") == expected


@pytest.mark.pure
def test_an_imported_package_is_found_where_it_was_loaded(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Editable installs may load a package through a finder of their own, from a folder of another name.
    write(sources, {"odd/place/table.py": "TABLE = 1\n", "kernels.py": "from renamed.table import TABLE\n"})
    module = type(sys)("renamed")
    module.__path__ = [str(sources / "odd/place")]
    monkeypatch.setitem(sys.modules, "renamed", module)
    assert reached(sources, "kernels.py", "") == {"odd/place/table.py"}


@pytest.mark.pure
def test_installed_packages_of_others_are_not_followed(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(sources / "site-packages"))
    write(
        sources / "site-packages",
        {
            "mine/__init__.py": "",
            "mine/kernels.py": "import numba\nimport theirs.table\nfrom .near import TABLE\n",
            "mine/near.py": "from . import far\n",
            "mine/far.py": "",
            "theirs/__init__.py": "from . import inner\n",
            "theirs/table.py": "from .inner import TABLE\n",
            "theirs/inner.py": "TABLE = 1\n",
            "alone.py": "from mine.near import TABLE\n",
        },
    )
    mine = {"mine/__init__.py", "mine/near.py", "mine/far.py"}
    folder = sources / "site-packages"
    assert reached(folder, "mine/kernels.py", "mine") == mine | {"theirs/__init__.py", "theirs/table.py"}
    assert reached(folder, "alone.py", "") == {"mine/near.py"}
    assert not {m.file.parts[-2] for m in closure(Module(folder / "mine/kernels.py", "mine"))} & {"numba", "numpy"}


@pytest.mark.pure
def test_a_parser_that_was_disturbed_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parse, calls = ast.parse, []

    def disturbed(data: bytes) -> ast.Module:
        calls.append(data)
        if len(calls) == 1:
            raise SystemError("AST constructor recursion depth mismatch (before=171, after=39)")
        return parse(data)

    monkeypatch.setattr(ast, "parse", disturbed)
    assert isinstance(_jit._parsed(b"import os"), ast.Module)
    assert len(calls) == 2


@pytest.mark.pure
def test_this_package_is_followed_and_the_compiler_is_not() -> None:
    found = closure(Module(SOURCE / "wellplayed/tetris/bag.py", "wellplayed.tetris"))
    assert {m.file.name for m in found} == {"bag.py", "pieces.py", "rng.py", "errors.py", "_jit.py"}


@pytest.mark.pure
def test_an_archive_counts_as_one_file(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(sources / "all.zip", "w") as archive:
        archive.writestr("packed/__init__.py", "")
        archive.writestr("packed/table.py", "TABLE = 1\n")
    monkeypatch.syspath_prepend(str(sources / "all.zip"))
    write(sources, {"kernels.py": "from packed.table import TABLE\n"})
    assert reached(sources, "kernels.py", "") == {"all.zip"}


@pytest.mark.pure
def test_files_that_cannot_be_read_as_python_still_count(sources: Path) -> None:
    write(sources, {"kernels.py": "import strange, gone\n", "strange.py": "print 'of another age'\n"})
    before = digest(Module(sources / "kernels.py"))
    assert reached(sources, "kernels.py", "") == {"strange.py"}
    write(sources, {"strange.py": "print 'of yet another age'\n"})
    assert digest(Module(sources / "kernels.py")) != before


@pytest.mark.pure
def test_warnings_in_sources_are_not_ours(sources: Path) -> None:
    write(sources, {"kernels.py": "import table\nPATTERN = '\\d'\n", "table.py": ""})  # warnings are errors here
    assert reached(sources, "kernels.py", "") == {"table.py"}


@pytest.mark.pure
def test_the_digest_knows_the_switches_of_the_compiler(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(sources, {"kernels.py": ""})
    digests = set()
    for name, value in ((None, None), ("OPT", 1), ("BOUNDSCHECK", 1), ("CPU_NAME", "generic")):
        with monkeypatch.context() as patch:
            if name:
                patch.setattr(numba.config, name, value)
            _jit._machine.cache_clear()
            digests.add(digest(Module(sources / "kernels.py")))
    _jit._machine.cache_clear()
    assert len(digests) == 4

"""Algorithms, spaces and heuristics in files of one's own: `./mine.py:tabu`, or `mine.tabu`.

The first is a file by its path and something in it, the second something in a module that can be
imported. Either goes by that name once it has been adopted; adopting imports it, so only those do
it who may run code here: the command line, studies and Python, never the browser app.

What goes wrong in such code is told by its file and line, without a word about masume's own.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from masume.errors import MasumeError, UserCodeError, shorten

_OURS = str(Path(__file__).parents[2])
_PYTHONS = str(Path(importlib.__file__).parents[1])
_INSTALLED = ("site-packages", "dist-packages")


class _Adopted(NamedTuple):
    member: object
    module: ModuleType


_adopted: dict[str, _Adopted] = {}


def is_user_code(name: str) -> bool:
    """Whether a name is of somebody's own: none of ours has a dot.

    >>> is_user_code("./mine.py:tabu"), is_own("mine.tabu"), is_own("astar")
    (True, True, False)
    """
    return "." in name


def adopt(name: str, folder: Path | None = None) -> str:
    """Import what a name of one's own stands for; it goes by that name from now on.

    Paths start from the folder, or from where we are; modules beside it can be imported.
    What has been edited is imported anew if it goes by its path.

    >>> adopt("masume.search.astar.astar")
    'masume.search.astar.astar'
    """
    if not is_user_code(name):
        return name
    place, member = _parted(name)
    with _importing(name):
        module = _module(place, (folder or Path()).absolute())
    if not hasattr(module, member):
        there = [key for key, value in vars(module).items() if _is_declared(value, module)]
        choice = f"there are {', '.join(there)}" if there else "there is no algorithm or the like"
        raise UserCodeError(f"{shorten(place)} has no {shorten(member)!r}; {choice} in it")
    _adopted[name] = _Adopted(getattr(module, member), module)
    return name


def adopted(name: str) -> object:
    """What goes by this name; None if nothing does."""
    return _adopted[name].member if name in _adopted else None


def _parted(name: str) -> tuple[str, str]:
    """(file or module, member)."""
    separator = ":" if ".py:" in name else "."
    place, _, member = name.rpartition(separator)
    if not place or not member.isidentifier() or name.endswith(".py"):
        raise UserCodeError(
            f"{shorten(name)!r} does not say which; write it as ./mine.py:tabu or mine.tabu"
        )
    return place, member


def _is_declared(value: object, module: ModuleType) -> bool:
    """Whether something is an algorithm, a heuristic or a space, and written in this module."""
    fits = hasattr(value, "summary") or hasattr(value, "successors")
    return fits and _written_in(value) == module.__name__


@contextmanager
def _importing(name: str) -> Iterator[None]:
    try:
        yield
    except MasumeError:
        raise
    except (Exception, SystemExit) as fault:  # its own code runs when it is imported
        where = _line_of(fault)
        what = f"{where}: " * bool(where) + _in_words(fault)
        remedy = "mend its module"
        if isinstance(fault, (ImportError, OSError)) and not where:
            remedy = "it must lie in this folder, or beside the study, or be installed"
        raise UserCodeError(f"{shorten(name)} cannot be imported: {what}; {remedy}") from fault


def _in_words(fault: BaseException) -> str:
    text = fault.msg if isinstance(fault, SyntaxError) else str(fault)
    return shorten(" ".join(f"{type(fault).__name__}: {text}".split()), 160)


# Modules


def _module(place: str, folder: Path) -> ModuleType:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # last: nothing there can stand in for anything else
        importlib.invalidate_caches()
    if not place.endswith(".py"):
        return importlib.import_module(place)
    from hashlib import blake2b
    from importlib.util import module_from_spec, spec_from_file_location

    path = folder / Path(place).expanduser()
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    digest = blake2b(str(path).encode() + path.read_bytes(), digest_size=10).hexdigest()
    name = f"_own_{path.stem}_{digest}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        sys.modules[name] = module_from_spec(spec)  # before it runs: dataclasses ask for it
        try:
            spec.loader.exec_module(sys.modules[name])
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def own_files(module: ModuleType) -> list[Path]:
    """The files that something of one's own is made of.

    These are its file and whatever that has imported from the same folder.
    """
    files: dict[Path, ModuleType] = {}
    _collect(module, files)
    return sorted(files)


def files_of(name: str) -> list[Path]:
    """The same for what goes by a name."""
    return own_files(_adopted[name].module)


def edition(name: str) -> str:
    """What goes by a name, as it was adopted last: an edited file is another edition."""
    return _adopted[name].module.__name__


def _collect(module: ModuleType, files: dict[Path, ModuleType]) -> None:
    """The files of a module and of those beside it that it uses."""
    path = Path(getattr(module, "__file__", None) or "")
    if path in files or not path.is_file():
        return
    files[path] = module
    used = {
        value if isinstance(value, ModuleType) else sys.modules.get(_written_in(value))
        for value in vars(module).values()
    }
    for other in used - {None, module}:
        assert other is not None
        if Path(getattr(other, "__file__", None) or "").parent == path.parent:
            _collect(other, files)


def _written_in(value: object) -> str:
    """The module of a function or class, also of one that a decorator has made a record of."""
    inner = getattr(value, "function", None) or getattr(value, "build", None) or value
    return str(getattr(inner, "__module__", ""))


# Faults


@contextmanager
def user_code_errors() -> Iterator[None]:
    """Where code of one's own may run: what it raises is told by its file and line."""
    try:
        yield
    except MasumeError:
        raise
    except Exception as fault:
        blame(fault)
        raise


def blame(fault: Exception) -> None:
    """Raise OwnCodeError if an exception comes from code that is not ours; else do nothing."""
    if where := _line_of(fault):
        raise UserCodeError(f"{where}: {_in_words(fault)}") from fault


def misled(search: object, said: str) -> UserCodeError:
    """What to raise over a search that does not keep to its part of the bargain."""
    code = getattr(search, "gi_code", None)
    where = f"{_shown(code.co_filename)}, line {code.co_firstlineno}: " if code else ""
    return UserCodeError(f"{where}{getattr(search, '__name__', 'the search')}() {said}")


def _line_of(fault: BaseException) -> str:
    """The last line of somebody's own that an exception went through; empty if all were ours."""
    if isinstance(fault, SyntaxError) and fault.filename and not _is_ours(fault.filename):
        return f"{_shown(fault.filename)}, line {fault.lineno}"
    from traceback import walk_tb

    lines = [(frame.f_code, line) for frame, line in walk_tb(fault.__traceback__)]
    others = [(code, line) for code, line in lines if not _is_ours(code.co_filename)]
    own = [one for one in others if not _is_installed(one[0].co_filename)] or others
    if not own:
        return ""
    code, line = own[-1]
    name = code.co_name
    return f"{_shown(code.co_filename)}, line {line}" + f", in {name}" * (name != "<module>")


def _is_ours(file: str) -> bool:
    """Whether a file is of masume or of Python itself."""
    pythons = file.startswith(_PYTHONS) and not _is_installed(file)
    return file.startswith((_OURS, "<frozen")) or pythons


def _is_installed(file: str) -> bool:
    return any(folder in file for folder in _INSTALLED)


def _shown(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file

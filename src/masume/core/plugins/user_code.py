"""Load algorithms, spaces and heuristics from user files: `./mine.py:tabu` or `mine.tabu`.

The first form is a file path and a member, the second a member of an importable module. The member
can be used under that name after it was adopted. Adopting runs the user's code, so only the command
line, studies and Python callers may do it, never the browser app.

Errors in such code are reported with its file and line, without masume's own stack frames.
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
_STANDARD_LIBRARY = str(Path(importlib.__file__).parents[1])
_INSTALLED = ("site-packages", "dist-packages")


class _Adopted(NamedTuple):
    member: object
    module: ModuleType


_adopted: dict[str, _Adopted] = {}
_folders: list[str] = []  # what we added to `sys.path`, the newest last


def is_user_code(name: str) -> bool:
    """Return whether a name refers to user code: built-in names contain no dot.

    >>> is_user_code("./mine.py:tabu"), is_user_code("mine.tabu"), is_user_code("astar")
    (True, True, False)
    """
    return "." in name


def user_files(*names: str | None) -> str:
    """Return the files or modules that names of user code refer to; empty if there are none.

    >>> user_files("./mine.py:tabu:length=7", "mine.h", "astar:weight=2", None)
    './mine.py mine'
    """
    files = []
    for name in names:
        if name is not None and ".py:" in name:
            files.append(f"{name.partition('.py:')[0]}.py")
        elif name is not None and is_user_code(name.partition(":")[0]):
            files.append(name.partition(":")[0].rpartition(".")[0])
    return " ".join(dict.fromkeys(files))


def adopt(name: str, folder: Path | None = None) -> str:
    """Import the member that a name refers to and register it under this name; return the name.

    Names of built-in members are returned unchanged. Paths are relative to `folder` or the current
    directory; the file can import modules next to it. An edited file is imported again if it is
    referred to by path. Raise UserCodeError if the import fails or there is no such member.

    >>> adopt("masume.search.astar.astar")
    'masume.search.astar.astar'
    """
    if not is_user_code(name):
        return name
    place, member = _split_name(name)
    with _import_errors(name):
        module = _module(place, (folder or Path()).absolute())
    if not hasattr(module, member):
        names = [key for key, value in vars(module).items() if _is_declared(value, module)]
        remedy = f"choose from {', '.join(names)}" if names else "it declares nothing for masume"
        raise UserCodeError(f"{shorten(place)} has no {shorten(member)!r}; {remedy}")
    _adopted[name] = _Adopted(getattr(module, member), module)
    return name


def adopted_member(name: str) -> object:
    """Return the member adopted under this name, or None."""
    return _adopted[name].member if name in _adopted else None


def _split_name(name: str) -> tuple[str, str]:
    """Return (file or module, member)."""
    separator = ":" if ".py:" in name else "."
    place, _, member = name.rpartition(separator)
    if not place or not member.isidentifier() or name.endswith(".py"):
        raise UserCodeError(f"{shorten(name)!r} names no member; write ./mine.py:tabu or mine.tabu")
    return place, member


def _is_declared(value: object, module: ModuleType) -> bool:
    """Return whether a value is an algorithm, heuristic or space defined in this module."""
    fits = hasattr(value, "summary") or hasattr(value, "successors")
    return fits and _module_of(value) == module.__name__


@contextmanager
def _import_errors(name: str) -> Iterator[None]:
    """Turn exceptions of an import into UserCodeError."""
    try:
        yield
    except MasumeError:
        raise
    except (Exception, SystemExit) as fault:  # importing runs the user's code
        where, reason = _line_of(fault), describe_fault(fault)
        remedy = "correct this module"
        if isinstance(fault, (ImportError, OSError)) and not where:
            remedy = "put it into this folder, next to the study, or install it"
        raise UserCodeError(f"{shorten(name)} cannot be imported: {reason}; {remedy}") from fault


def _describe(fault: BaseException) -> str:
    text = fault.msg if isinstance(fault, SyntaxError) else str(fault)
    return shorten(" ".join(f"{type(fault).__name__}: {text}".split()), 160)


# Modules


def _module(place: str, folder: Path) -> ModuleType:
    """Import a module by name, or a file by path under a name that depends on its contents."""
    _search_first(str(folder))
    if not place.endswith(".py"):
        return importlib.import_module(place)
    from hashlib import blake2b
    from importlib.util import module_from_spec, spec_from_file_location

    path = folder / Path(place).expanduser()
    _search_first(str(path.parent))
    digest = blake2b(str(path).encode() + path.read_bytes(), digest_size=10).hexdigest()
    name = f"_own_{path.stem}_{digest}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        sys.modules[name] = module_from_spec(spec)  # before execution: dataclasses look it up
        try:
            spec.loader.exec_module(sys.modules[name])
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def _search_first(folder: str) -> None:
    """Search a folder before those of earlier user code, but after all others.

    So nothing in it shadows an installed module, and no earlier user module shadows one in it.
    """
    if (folder in sys.path and folder not in _folders) or folder in _folders[-1:]:
        return
    if folder in _folders:
        _folders.remove(folder)
        sys.path[:] = [place for place in sys.path if place != folder]
    first = next((i for i, place in enumerate(sys.path) if place in _folders), len(sys.path))
    sys.path.insert(first, folder)
    for name in [name for name in sys.modules if "." not in name]:
        if _is_shadowed(name, folder):
            for key in [key for key in sys.modules if key.partition(".")[0] == name]:
                del sys.modules[key]
    _folders.append(folder)
    importlib.invalidate_caches()


def _is_shadowed(name: str, folder: str) -> bool:
    """Return whether an imported user module has the name of another one in this folder."""
    path = getattr(sys.modules[name], "__file__", None)
    if not path or _is_ours(path) or _is_installed(path):
        return False
    home = str(Path(path).parents[1 if Path(path).name == "__init__.py" else 0])
    if home == folder or (home in sys.path and home not in _folders):
        return False
    return any((Path(folder) / part).is_file() for part in (f"{name}.py", f"{name}/__init__.py"))


def source_files(module: ModuleType) -> list[Path]:
    """Return the file of a module and those of its imports from the same folder, sorted."""
    files: dict[Path, ModuleType] = {}
    _collect(module, files)
    return sorted(files)


def source_files_of(name: str) -> list[Path]:
    """Return the files of an adopted member, as `source_files`."""
    return source_files(_adopted[name].module)


def edition(name: str) -> str:
    """Return an identifier of an adopted member's module; an edited file has another one."""
    return _adopted[name].module.__name__


def _collect(module: ModuleType, files: dict[Path, ModuleType]) -> None:
    """Add the file of a module, and those of modules next to it that it uses, to `files`."""
    path = Path(getattr(module, "__file__", None) or "")
    if path in files or not path.is_file():
        return
    files[path] = module
    used = {
        value if isinstance(value, ModuleType) else sys.modules.get(_module_of(value))
        for value in vars(module).values()
    }
    for other in used - {None, module}:
        assert other is not None
        if Path(getattr(other, "__file__", None) or "").parent == path.parent:
            _collect(other, files)


def _module_of(value: object) -> str:
    """Return the module of a function or class, or of the function inside a decorator's record."""
    inner = getattr(value, "function", None) or getattr(value, "build", None) or value
    return str(getattr(inner, "__module__", ""))


# Errors in user code


class user_code_errors:
    """Turn exceptions raised by user code in a `with` block into UserCodeError."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, Exception) and not isinstance(fault, MasumeError):
            reraise_user_error(fault)


def reraise_user_error(fault: Exception) -> None:
    """Raise UserCodeError if an exception comes from user code; otherwise do nothing."""
    if _line_of(fault):
        raise UserCodeError(describe_fault(fault)) from fault


def describe_fault(fault: BaseException) -> str:
    """Return what user code raised, with its file and line if they are known."""
    where = _line_of(fault)
    return f"{where}: " * bool(where) + _describe(fault)


def protocol_error(search: object, said: str) -> UserCodeError:
    """Return the error for a search that violates the protocol of algorithms."""
    code = getattr(search, "gi_code", None)
    where = f"{_display_path(code.co_filename)}, line {code.co_firstlineno}: " if code else ""
    return UserCodeError(f"{where}{getattr(search, '__name__', 'the search')}() {said}")


def _line_of(fault: BaseException) -> str:
    """Return the innermost line of user code in a traceback; empty if there is none.

    Lines of installed packages count only if there are no others.
    """
    if isinstance(fault, SyntaxError) and fault.filename and not _is_ours(fault.filename):
        return f"{_display_path(fault.filename)}, line {fault.lineno}"
    from traceback import walk_tb

    lines = [(frame.f_code, line) for frame, line in walk_tb(fault.__traceback__)]
    others = [(code, line) for code, line in lines if not _is_ours(code.co_filename)]
    own = [item for item in others if not _is_installed(item[0].co_filename)] or others
    if not own:
        return ""
    code, line = own[-1]
    name = code.co_name
    return f"{_display_path(code.co_filename)}, line {line}" + f", in {name}" * (name != "<module>")


def _is_ours(file: str) -> bool:
    """Return whether a file belongs to masume or the standard library."""
    is_standard = file.startswith(_STANDARD_LIBRARY) and not _is_installed(file)
    return file.startswith((_OURS, "<frozen")) or is_standard


def _is_installed(file: str) -> bool:
    return any(folder in file for folder in _INSTALLED)


def _display_path(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file

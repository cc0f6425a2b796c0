"""Fingerprint the sources that a run depends on: its search, its puzzle and the core.

The fingerprint is part of a run's key, so after an edit only the runs that it may affect are
repeated. In masume's own modules the unit is a top-level definition, with everything it uses as far
as names show: editing a heuristic does not affect the others of its file. User code counts as whole
files, with the files of its folder that it imports.
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from importlib.metadata import version

from masume.api import exact
from masume.api.searches import SearchSpec
from masume.core.plugins import definitions
from masume.core.plugins.definitions import Definitions, Symbol, user_file
from masume.core.plugins.user_code import source_files
from masume.core.puzzle.kind import Kind
from masume.core.search.run import Run
from masume.exact import answers

# The code that runs every search or exact engine.
_DRIVER_SYMBOLS = (
    Symbol("masume.lab.run", "run_task"),
    Symbol("masume.lab.run", "_run_search"),
    Symbol("masume.lab.run", "_run_exact"),
    Symbol("masume.api.searches", "SearchSpec"),
)


@cache
def package() -> str:
    """Return a fingerprint of all of masume's sources.

    If it is unchanged, the slower comparison of single definitions (0.1 s) is not needed.
    """
    fingerprint = blake2b(version("python-sat").encode(), digest_size=10)
    for path in sorted(definitions.ROOT.rglob("*.py")):
        fingerprint.update(path.relative_to(definitions.ROOT).as_posix().encode())
        fingerprint.update(path.read_bytes())
    return fingerprint.hexdigest()


class Sources(Definitions):
    """Fingerprints of searches; each module is parsed once."""

    def fingerprint(self, kind: Kind, spec: SearchSpec | None) -> str:
        """Return the fingerprint of a search of a kind of board; None is the exact engine."""
        members: list[object] = [kind.puzzle, kind.read, kind.violations]
        if spec is None:
            members += [exact.solve, exact.model_of, answers.solve, kind.model]
        else:
            members += [Run, spec.algorithm.function, spec.space_type]
            members += [spec.heuristic.build] if spec.heuristic else []
        solver = version("python-sat") if spec is None else ""
        fingerprint = blake2b(solver.encode(), digest_size=10)
        roots: list[Symbol] = []
        for member in members:
            module = str(getattr(member, "__module__", ""))
            if module.partition(".")[0] == definitions.ROOT.name:
                name = str(getattr(member, "__qualname__", "")).partition(".")[0]
                roots.append(Symbol(module, name))
                continue
            for path in source_files(sys.modules[module]):
                text, used = user_file(path, path.stat().st_mtime_ns)
                fingerprint.update(text)
                roots += used
        for symbol in sorted({*self.dependencies(roots), *_DRIVER_SYMBOLS}):
            fingerprint.update("\n".join((*symbol, self.text(symbol))).encode())
        return fingerprint.hexdigest()

"""TypeVar with a default, which the standard library has only from Python 3.13 on."""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVar
else:

    def TypeVar(name, *, default, **options):
        """Return a TypeVar without the default, which only type checkers need."""
        return typing.TypeVar(name, **options)

"""TypeVar with a default, as Python itself has it from 3.13 on, for those who leave it out."""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVar
else:

    def TypeVar(name, *, default, **options):
        """The same without the default, which only type checkers ask for."""
        return typing.TypeVar(name, **options)

"""Read the reply of a process that ran user code, which may have written it itself.

Loading an arbitrary pickle executes what it names. Here a reply is made of plain values and of
records (dataclasses, named tuples and enums) whose modules are part of masume.
"""

from __future__ import annotations

import io
import pickle
from dataclasses import is_dataclass
from enum import Enum

from masume.work.serve import Message


class _PlainUnpickler(pickle.Unpickler):
    """An unpickler that creates records of masume and no other objects."""

    def find_class(self, module: str, name: str, /) -> object:
        """Return a record's class; raise UnpicklingError for any other object."""
        if module.startswith("masume.") and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and (
                is_dataclass(found) or issubclass(found, Enum) or hasattr(found, "_fields")
            ):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not a plain value")


def load_plain(data: bytes) -> Message:
    """Return the message of a process with user code; raise UnpicklingError unless it is one."""
    try:
        message = _PlainUnpickler(io.BytesIO(data)).load()
    except pickle.UnpicklingError:
        raise
    except Exception as fault:  # damaged pickles raise anything
        raise pickle.UnpicklingError(f"damaged: {type(fault).__name__}") from fault
    if not (isinstance(message, tuple) and len(message) == 2 and message[0] in ("value", "end")):
        raise pickle.UnpicklingError("not a message")
    return message[0], message[1]

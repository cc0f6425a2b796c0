"""Differences between answers, so that an answer need not be sent as a whole.

The pages apply them in `static/js/data/patch.js`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import ClassVar

from masume.front.web.records import Record, json_text


class Difference(Record):
    """Changed parts, or else a new `value`.

    `fields` are changed fields of an object, null if removed; `items` are splices of a list, in
    ascending order: index in the old list, number of items removed, items inserted.
    """

    omits_null: ClassVar[bool] = True

    value: object = None
    fields: dict[str, Difference | None] | None = None
    items: list[tuple[int, int, list[object]]] | None = None


def difference(old: object, new: object) -> Difference | None:
    """Return the difference that turns `old` into `new`; None if they are equal."""
    if isinstance(old, Record) and isinstance(new, Record):
        old, new = vars(old), vars(new)
    if isinstance(old, dict) and isinstance(new, dict):
        fields = _fields(old, new)
        return Difference(fields=fields) if fields else None
    if isinstance(old, list) and isinstance(new, list):
        splices = list(_splices(old, new))
        return Difference(items=splices) if splices else None
    return None if old == new and type(old) is type(new) else Difference(value=new)


def _fields(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, Difference | None]:
    """Return the differences of the fields that changed."""
    changes = dict[str, Difference | None].fromkeys(name for name in old if name not in new)
    for name, value in new.items():
        if name not in old:
            changes[name] = Difference(value=value)
        elif (change := difference(old[name], value)) is not None:
            changes[name] = change
    return changes


def _splices(
    old: Sequence[object], new: Sequence[object]
) -> Iterator[tuple[int, int, list[object]]]:
    """Yield the splices that turn one list into another.

    The lists differ in few items, most of them in place, so comparing texts is fast enough.
    """
    if len(old) == len(new):
        changed = [n for n, item in enumerate(old) if item != new[n]]
        if len(changed) <= len(old) // 4:
            yield from ((n, 1, [new[n]]) for n in changed)
            return
    matcher = SequenceMatcher(None, list(map(_key, old)), list(map(_key, new)), autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag != "equal":
            yield start, end - start, list(new[first:last])


def _key(item: object) -> str | int:
    return item if isinstance(item, str | int) else json_text(item)

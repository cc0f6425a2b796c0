"""Differences between answers, so that an answer need not be sent as a whole.

The pages apply them in `static/js/data/patch.js`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

    Few items change and hardly any move, so it is enough to test whether an item occurs anywhere in
    the other list. Where both do, one replaces the other: not minimal, but correct.
    """
    both = min(len(old), len(new))
    if old[:both] == new[:both]:  # the usual case
        if len(old) != len(new):
            yield both, len(old) - both, list(new[both:])
        return
    if len(old) == len(new):  # replaced in place
        changed = [n for n, item in enumerate(old) if item != new[n]]
        if len(changed) <= both // 4:
            yield from ((n, 1, [new[n]]) for n in changed)
            return
    olds, news = list(map(_key, old)), list(map(_key, new))
    in_old, in_new = set(olds), set(news)
    at_old, at_new = 0, 0
    while at_old < len(olds) or at_new < len(news):
        from_old, from_new = at_old, at_new
        while at_old < len(olds) or at_new < len(news):
            has_old, has_new = at_old < len(olds), at_new < len(news)
            if has_old and has_new and olds[at_old] == news[at_new]:
                break
            is_removed = has_old and (not has_new or olds[at_old] not in in_new)
            is_added = has_new and (not has_old or news[at_new] not in in_old)
            at_old += is_removed or not is_added
            at_new += is_added or not is_removed
        if at_old > from_old or at_new > from_new:
            yield from_old, at_old - from_old, list(new[from_new:at_new])
        while at_old < len(olds) and at_new < len(news) and olds[at_old] == news[at_new]:
            at_old, at_new = at_old + 1, at_new + 1


def _key(item: object) -> object:
    return item if isinstance(item, str | int) else json_text(item)

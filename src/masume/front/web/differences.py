"""What has changed from one answer to the next, so that only that travels.

An answer is plain data: objects, lists, texts and numbers. A difference is one of

    {"value": value}                     it is something else now
    {"fields": {name: difference, …}}    fields of an object; those that are gone are null
    {"items": [[at, count, [item, …]]]}  so many items of the old list, and what is there instead

The places in a list are those of the old one, from its beginning to its end. The pages apply
differences in `static/js/data/patch.js`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Difference: TypeAlias = dict[str, object]


def difference(old: object, new: object) -> Difference | None:
    """What makes the new value of the old one; None if they are the same."""
    if isinstance(old, dict) and isinstance(new, dict):
        fields = _fields(old, new)
        return {"fields": fields} if fields else None
    if isinstance(old, list) and isinstance(new, list):
        splices = list(_splices(old, new))
        return {"items": splices} if splices else None
    return None if old == new and type(old) is type(new) else {"value": new}


def _fields(old: Mapping[str, object], new: Mapping[str, object]) -> Difference:
    changes: Difference = dict.fromkeys(name for name in old if name not in new)
    for name, value in new.items():
        if name not in old:
            changes[name] = {"value": value}
        elif (change := difference(old[name], value)) is not None:
            changes[name] = change
    return changes


def _splices(old: Sequence[object], new: Sequence[object]) -> Iterator[list[object]]:
    """Runs of items that are replaced.

    Few items change, and hardly any change places; so it is enough to look whether an item is
    anywhere in the other list. If both are, one takes the place of the other: more is sent then
    than must be, but it is right.
    """
    both = min(len(old), len(new))
    if old[:both] == new[:both]:  # as most often
        if len(old) != len(new):
            yield [both, len(old) - both, list(new[both:])]
        return
    if len(old) == len(new):  # the same things, of which some are different now
        places = [n for n, item in enumerate(old) if item != new[n]]
        if len(places) <= both // 4:
            yield from ([n, 1, [new[n]]] for n in places)
            return
    olds, news = list(map(_key, old)), list(map(_key, new))
    in_old, in_new = set(olds), set(news)
    place, at = 0, 0  # in the old list, and in the new one
    while place < len(olds) or at < len(news):
        begun, first = place, at
        while place < len(olds) or at < len(news):
            is_left, is_more = place < len(olds), at < len(news)
            if is_left and is_more and olds[place] == news[at]:
                break
            goes = is_left and (not is_more or olds[place] not in in_new)
            comes = is_more and (not is_left or news[at] not in in_old)
            place += goes or not comes
            at += comes or not goes
        if place > begun or at > first:
            yield [begun, place - begun, list(new[first:at])]
        while place < len(olds) and at < len(news) and olds[place] == news[at]:
            place, at = place + 1, at + 1


def _key(item: object) -> object:
    return item if isinstance(item, str | int) else json.dumps(item, sort_keys=True)

"""Encode sums of small numbers as clauses; numbers are given by levels ("at least 1", …).

Small sums are encoded directly, by enumerating how the numbers can share the total. Larger ones are
split into halves, with helper levels for the sum of each half (a totalizer).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, product
from math import prod
from operator import itemgetter

from masume.core.model.builder import Variables
from masume.core.model.model import CancelCheck, Clause, Levels, Literal, never_cancel

_FEW = 150  # up to so many combinations a sum is encoded directly


def equal(variables: Variables, numbers: Sequence[Levels], total: int) -> list[Clause]:
    """Return clauses for the constraint that the numbers add up to the total."""
    numbers = sorted((levels for levels in numbers if levels), key=len)  # fewer shapes of sums
    room = sum(map(len, numbers))
    if not 0 <= total <= room:
        return [[]]
    if total == 0:
        return [[-levels[0]] for levels in numbers]
    if total == room:
        return [[levels[-1]] for levels in numbers]
    lengths = tuple(map(len, numbers))
    combinations = prod(length + 1 for length in lengths[:-1])  # about the number of clauses
    if len(numbers) < 3 or combinations <= _FEW:
        return _encode_directly(numbers, lengths, total)
    middle = len(numbers) // 2
    first, second = numbers[:middle], numbers[middle:]
    clauses: list[Clause] = []
    head = _add(variables, first, total + 1, clauses)
    tail = _add(variables, second, total + 1, clauses)
    return clauses + equal(variables, [head, tail], total)


def one_true(variables: Variables, literals: Sequence[Literal]) -> list[Clause]:
    """Return clauses for the constraint that exactly one literal is true.

    Pairs exclude each other directly if there are few literals; otherwise groups of them are
    chained by helper variables, each of which is implied by the literals so far.
    """
    clauses: list[Clause] = [list(literals)]
    head, rest = list(literals[:4]), list(literals[4:])
    while rest:
        (helper,) = variables.more(1)
        clauses += [[-literal, helper] for literal in head]
        clauses += [[-a, -b] for a, b in combinations(head, 2)]
        head, rest = [helper, *rest[:3]], rest[3:]
    return clauses + [[-a, -b] for a, b in combinations(head, 2)]


def count_literals(
    variables: Variables,
    groups: Sequence[Sequence[Literal]],
    most: int,
    check_cancel: CancelCheck = never_cancel,
) -> tuple[list[Clause], Levels]:
    """Return clauses and levels that count the true literals of all groups, up to `most`.

    Only one direction is encoded: if n literals are true, so are the first n levels. To require
    fewer than n, assume the negation of level n. Each group is counted before they are added up.
    """
    clauses: list[Clause] = []

    def tree(layer: Sequence[Levels]) -> Levels:
        return _tree(variables, layer, most, clauses, check_cancel)

    totals = [tree([[literal] for literal in group]) for group in groups]
    return clauses, tree(totals)


def size_of_count(groups: Sequence[Sequence[Literal]], most: int) -> int:
    """Estimate the number of clauses that `count_literals` would return."""
    clauses, lengths = 0, [min(len(group), most) for group in groups]
    while len(lengths) > 1:
        pairs = list(zip(lengths[::2], lengths[1::2], strict=False))
        clauses += sum((a + 1) * (b + 1) for a, b in pairs)
        rest = lengths[-1:] if len(lengths) % 2 else []
        lengths = [min(a + b, most) for a, b in pairs] + rest
    return clauses


def _tree(
    variables: Variables,
    layer: Sequence[Levels],
    most: int,
    clauses: list[Clause],
    check_cancel: CancelCheck,
) -> Levels:
    """Append the clauses of a totalizer that counts up to `most`, and return its levels."""
    while len(layer) > 1:
        pairs = zip(layer[::2], layer[1::2], strict=False)
        merged: list[Levels] = []
        for a, b in pairs:
            check_cancel()
            merged.append(_merge(variables, a, b, most, clauses))
        layer = [*merged, *([layer[-1]] if len(layer) % 2 else [])]
    return layer[0] if layer else []


def _merge(variables: Variables, a: Levels, b: Levels, cap: int, clauses: list[Clause]) -> Levels:
    """Append clauses for the sum of two counters, capped, and return its levels."""
    levels = variables.more(min(len(a) + len(b), cap))
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            if 0 < i + j <= cap:
                clause = [levels[i + j - 1]]
                if i:
                    clause.append(-a[i - 1])
                if j:
                    clause.append(-b[j - 1])
                clauses.append(clause)
    return levels


def _level(levels: Levels, i: int) -> Literal | bool:
    return True if i <= 0 else False if i > len(levels) else levels[i - 1]


def _not(literal: Literal | bool) -> Literal | bool:
    return not literal if isinstance(literal, bool) else -literal


def _or(*literals: Literal | bool) -> list[Clause]:
    """Return one clause, or none if it contains a constant True."""
    if any(literal is True for literal in literals):
        return []
    return [[literal for literal in literals if not isinstance(literal, bool)]]


def _encode_directly(numbers: list[Levels], lengths: tuple[int, ...], total: int) -> list[Clause]:
    literals = [literal for levels in numbers for literal in levels]
    literals += [-literal for literal in reversed(literals)]  # index −1 − i negates index i
    return [pick(literals) for pick in _shares(lengths, total)]


@lru_cache(maxsize=4096)
def _shares(lengths: tuple[int, ...], total: int) -> list[Callable[[list[Literal]], Clause]]:
    """Return one function per clause that picks its literals, for numbers of these lengths.

    At most: no levels that add up to total + 1 are all true. At least: for bounds that add up to
    total − 1, at least one number exceeds its bound.
    """
    begins = list(accumulate(lengths, initial=0))
    pickers = []
    for shares in product(*(range(length + 1) for length in lengths[:-1])):
        for goal in (total + 1, total - 1):
            last = goal - sum(shares)
            if not 0 <= last <= lengths[-1]:
                continue
            places = [
                -begin - share if goal > total else begin + share
                for begin, share, length in zip(begins, [*shares, last], lengths, strict=False)
                if (share if goal > total else share < length)
            ]
            pickers.append(_picker(places))
    return pickers


def _picker(places: list[int]) -> Callable[[list[Literal]], Clause]:
    if len(places) > 1:
        return itemgetter(*places)
    return lambda literals: [literals[place] for place in places]


def _add(variables: Variables, numbers: list[Levels], cap: int, clauses: list[Clause]) -> Levels:
    """Append the clauses of a totalizer, and return the levels of the numbers' sum up to a cap."""
    if len(numbers) == 1:
        return numbers[0][:cap]
    middle = len(numbers) // 2
    a = _add(variables, numbers[:middle], cap, clauses)
    b = _add(variables, numbers[middle:], cap, clauses)
    levels = variables.more(min(len(a) + len(b), cap))
    clauses += [[-level - 1, level] for level in levels[:-1]]
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            # a ≥ i and b ≥ j imply sum ≥ i + j; a ≤ i and b ≤ j imply sum < i + j + 1.
            if 0 < i + j <= len(levels):
                clauses += _or(_not(_level(a, i)), _not(_level(b, j)), levels[i + j - 1])
            if i + j < len(levels):
                clauses += _or(_level(a, i + 1), _level(b, j + 1), -levels[i + j])
    return levels

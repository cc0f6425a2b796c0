"""Whether time grows as the text does, told on a busy machine.

Other processes make a measure longer, never shorter: so the least of several counts, and a text is
called slow only if all measures of it say so.
"""

from __future__ import annotations

import time
import tracemalloc

MOST_GROWTH = 2.5  # of the time for a text of twice the length: linear is 2, quadratic is 4
DOUBLED = 4  # times between the two lengths that are measured, which noise cannot bridge
NOTHING = 0.004  # seconds in which nothing can be measured
_ROUNDS = 5


def seconds(read, text):
    """The processor's time for one reading."""
    begin = time.process_time()
    read(text)
    return time.process_time() - begin


def growth(read, text, n):
    """How many times as long a text of twice the length takes; `text` makes one of any length."""
    short, long = text(n), text(n << DOUBLED)
    least = result = float("inf")
    for _ in range(_ROUNDS):
        measured = seconds(read, long)
        if measured < NOTHING:
            return 0.0
        least = min(least, seconds(read, short), seconds(read, short))
        result = min(result, (measured / least) ** (1 / DOUBLED))
        if result < MOST_GROWTH:
            break
    return result


def peak(read, text):
    """The most bytes that were held at once while a text was read."""
    tracemalloc.start()
    try:
        read(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

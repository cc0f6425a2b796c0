"""Throw damaged texts at every reader: `python tests/fuzz/run.py --strings 1000000 --jobs 2`.

A text is read or refused with a MasumeError of one line, soon and in bounded memory; all else is a
find. String k of a seed is always the same, so a run goes on with `--from`, and `--only` shows one.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1])]

from fuzz.mutate import mutated
from fuzz.readers import SHARES

from masume.errors import MasumeError

MOST_SECONDS = 5.0  # of the processor for one string; the longest has 20,000 characters
MOST_MEMORY = 2 << 30  # bytes of a process: beyond it Python raises MemoryError
CHUNK = 2000


def tried(seed, number):
    """Try one string; what was found, or an empty text."""
    rng = Random(f"{seed}-{number}")
    reader = rng.choice(SHARES)
    seeds = reader.seeds()
    text = mutated(rng, rng.choice(seeds), seeds)
    begin = time.process_time()
    try:
        reader.read(text, rng)
    except MasumeError as fault:
        if "\n" in str(fault) or not 0 < len(str(fault)) < 1000:
            return _find(reader, text, f"not one line: {fault}")
    except Exception:
        return _find(reader, text, traceback.format_exc(limit=-4))
    seconds = time.process_time() - begin
    return "" if seconds < MOST_SECONDS else _find(reader, text, f"{seconds:.1f} s")


def _find(reader, text, what):
    return f"{reader.name}: {text!a}\n{what}"


def chunk(seed, begin, end):
    """Try some strings: how many, and what was found."""
    with suppress(OSError, ValueError):  # a system that has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.RLIM_INFINITY))
    finds = [(number, outcome) for number in range(begin, end) if (outcome := tried(seed, number))]
    return end - begin, finds


def main():
    """Run as many strings as are asked for, and tell what was found."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--strings", type=int, default=100_000)
    asked.add_argument("--from", dest="begin", type=int, default=0)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", type=int, help="try the string of this number alone")
    given = asked.parse_args()
    if given.only is not None:
        print(tried(given.seed, given.only) or "nothing found")
        return 0
    last = given.begin + given.strings
    done, finds, began, advice = 0, 0, time.monotonic(), 0.0
    with ProcessPoolExecutor(given.jobs) as pool:
        ranges = [(at, min(at + CHUNK, last)) for at in range(given.begin, last, CHUNK)]
        # Few at a time, so that all before `safe` are done when a run is stopped.
        for first in range(0, len(ranges), 4 * given.jobs):
            batch = ranges[first : first + 4 * given.jobs]
            for future in as_completed([pool.submit(chunk, given.seed, *r) for r in batch]):
                many, outcome = future.result()
                done += many
                for number, what in outcome:
                    finds += 1
                    print(f"FOUND --seed {given.seed} --only {number}\n{what}\n", flush=True)
            if time.monotonic() - advice > 5:
                advice = time.monotonic()
                rate = done / (advice - began)
                line = f"{done:,} of {given.strings:,}, {finds} found, {rate:,.0f}/s"
                print(f"{line}; goes on with --from {batch[-1][1]}", file=sys.stderr, flush=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{done:,} strings, {finds} found, at most {peak:,.0f} MB in a process")
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())

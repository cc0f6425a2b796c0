"""Some thousand damaged texts for every reader; `tests/fuzz/run.py` throws millions."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest
from fuzz import run
from fuzz.mutate import mutated
from fuzz.readers import READERS

from masume.errors import MasumeError

SEED = 1
MANY = 2000
MINUTE = 60_000  # strings, about


@pytest.mark.parametrize("name", READERS)
def test_the_seeds_are_read(name):
    """So that what is changed in them is what makes the difference."""
    reader, read = READERS[name], 0
    for text in reader.seeds():
        for number in range(20):  # an answer fits few of the boards that it may be read for
            try:
                reader.read(text, Random(number))
                read += 1
                break
            except MasumeError:
                continue
    assert read >= len(reader.seeds()) / 3


def test_damaged_texts_are_read_or_refused():
    result = [find for number in range(MANY) if (find := run.tried(SEED, number))]
    assert not result, result[0]


@pytest.mark.soak
def test_many_damaged_texts_are_read_or_refused():
    seed = int.from_bytes(os.urandom(4), "big")
    numbers = [number for number in range(MINUTE) if run.tried(seed, number)]
    assert not numbers, f"--seed {seed} --only {numbers[0]}"


def test_what_is_wrong_is_found(monkeypatch):
    def raises(text, rng):
        raise ValueError(text)

    def rambles(text, rng):
        raise MasumeError("")

    for read, what in ((raises, "ValueError"), (rambles, "not one line")):
        monkeypatch.setattr(run, "SHARES", [replace(READERS["moves"], read=read)])
        assert what in run.tried(SEED, 1)


def test_a_string_is_known_by_its_number():
    seeds = READERS["boards"].seeds()
    assert mutated(Random("1-7"), seeds[0], seeds) == mutated(Random("1-7"), seeds[0], seeds)
    assert len({mutated(Random(f"1-{n}"), seeds[0], seeds) for n in range(50)}) > 40

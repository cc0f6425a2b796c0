"""Names with options."""

from __future__ import annotations

import pytest

from masume.api.searches import resolve_search
from masume.core.plugins.registry import algorithms, kind_named
from masume.core.search.space import space_options
from masume.core.search.spec import check_options, parse_spec, write_spec
from masume.errors import BadOption, UnknownName

KUROMASU = kind_named("kuromasu")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("astar", "astar"),
        ("A-star".replace("A-s", "as"), "astar"),
        ("iterative-deepening", "iterative_deepening"),
        ("astar:weight=2", "astar:weight=2"),
        ("astar:weight=1.0000001", "astar:weight=1.0000001"),
        ("astar:weight=1.0,ties=newest", "astar"),
        ("depth-first:depth-limit=7", "depth_first:depth_limit=7"),
        ("simulated_annealing:steps=9,hot=3", "simulated_annealing:steps=9,hot=3"),
    ],
)
def test_algorithm_names_are_normalised(typed, meant):
    assert resolve_search(KUROMASU, typed).algorithm_spec == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("shade", "shade"),
        ("shade:canonical", "shade:canonical"),
        ("shade:prune,canonical=yes", "shade:canonical,prune"),
        ("shade:prune=no", "shade"),
    ],
)
def test_space_names_are_normalised(typed, meant):
    assert resolve_search(KUROMASU, "breadth_first", space=typed).space_spec == meant


@pytest.mark.parametrize(
    ("algorithm", "space", "error", "hint"),
    [
        ("astr", None, UnknownName, "did you mean astar"),
        ("astar:wieght=2", None, UnknownName, "did you mean weight"),
        ("astar:weight=heavy", None, BadOption, "use a number"),
        ("hill_climbing:weight=2", None, BadOption, "it has no options"),
        ("beam:width=2.5", None, BadOption, "use a whole number"),
        ("beam:width=0", None, BadOption, "the minimum is 1"),
        ("depth_first:depth_limit=-1", None, BadOption, "the minimum is 0"),
        ("random_restart:restarts=-5", None, BadOption, "the minimum is 0"),
        ("astar:weight=-1", None, BadOption, "the minimum is 0"),
        ("astar:weight=nan", None, BadOption, "use a number"),
        ("astar:weight=inf", None, BadOption, "use a number"),
        ("simulated_annealing:cold=0", None, BadOption, "the minimum is"),
        ("astar:ties=random", None, BadOption, "use oldest or newest"),
        ("breadth_first", "shed", UnknownName, "did you mean shade"),
        ("breadth_first", "shade:canonical=maybe", BadOption, "use yes or no"),
        ("breadth_first", "decide:prune", BadOption, "it has no options"),
    ],
)
def test_invalid_spec_is_rejected(algorithm, space, error, hint):
    with pytest.raises(error, match=hint):
        resolve_search(KUROMASU, algorithm, space=space)


def test_specs_round_trip():
    for algorithm in algorithms().values():
        for name, default in algorithm.options.items():
            if isinstance(default, bool | int | float):
                changed = {**algorithm.options, name: default + 1}
                text = write_spec(algorithm.name, changed, algorithm.options)
                spec = parse_spec(text)
                assert check_options("it", dict(spec.options), algorithm.options) == changed
    for space in KUROMASU.spaces:
        for name in space_options(space):
            text = write_spec(
                space.name, {**space_options(space), name: True}, space_options(space)
            )
            assert text == f"{space.name}:{name}"

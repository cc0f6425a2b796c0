"""The help and the bounds of options of algorithms and spaces."""

from __future__ import annotations

import pytest
from support import KINDS

import masume
from masume.core.plugins.registry import algorithms
from masume.core.search.algorithm import algorithm
from masume.core.search.space import space_options
from masume.core.search.spec import Tuning

SPACES = [(kind, space) for kind in KINDS for space in kind.spaces]


@pytest.mark.parametrize("algorithm", algorithms().values(), ids=lambda algorithm: algorithm.name)
def test_algorithm_options_have_help(algorithm):
    assert set(algorithm.about) == set(algorithm.options)
    for name, about in algorithm.about.items():
        assert about.help.endswith("."), name
        assert algorithm.resolve_options(
            {name: str(algorithm.options[name])} if about.choices else {}
        )


@pytest.mark.parametrize(("kind", "space"), SPACES, ids=lambda item: item.name)
def test_space_options_have_help(kind, space):
    about = getattr(space, "about_options", {})
    assert set(about) == set(space_options(space))
    assert all(option.help.endswith(".") for option in about.values())


def test_help_for_an_unknown_option_is_rejected():
    with pytest.raises(masume.UnknownName, match=r"option of climb is called 'widht'.*width"):

        @algorithm(options={"widht": Tuning("How wide.")})
        def climb(space, *, width=3): ...

"""What algorithms and spaces tell of their options."""

from __future__ import annotations

import pytest
from support import KINDS

import masume
from masume.api.searches import space_options
from masume.core.plugins.registry import algorithms
from masume.core.search.algorithm import algorithm
from masume.core.search.spec import Tuning

SPACES = [(kind, space) for kind in KINDS for space in kind.spaces]


@pytest.mark.parametrize("one", algorithms().values(), ids=lambda one: one.name)
def test_algorithms_tell_what_their_options_mean(one):
    assert set(one.about) == set(one.options)
    for name, about in one.about.items():
        assert about.help.endswith("."), name
        assert one.checked({name: str(one.options[name])} if about.choices else {})


@pytest.mark.parametrize(("kind", "space"), SPACES, ids=lambda one: one.name)
def test_spaces_tell_what_their_options_mean(kind, space):
    about = getattr(space, "about_options", {})
    assert set(about) == set(space_options(space))
    assert all(one.help.endswith(".") for one in about.values())


def test_an_option_that_is_not_there_cannot_be_told_of():
    with pytest.raises(masume.UnknownName, match=r"option of climb is called 'widht'.*width"):

        @algorithm(options={"widht": Tuning("How wide.")})
        def climb(space, *, width=3): ...
